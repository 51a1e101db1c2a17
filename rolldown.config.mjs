// Bundles src/ to CommonJS chunks in dist/: one for each command, small shared ones between them.
// Everything but node: builtins is inside, so the published package has no dependencies.
import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  output: {
    dir: 'dist',
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
  },
})
