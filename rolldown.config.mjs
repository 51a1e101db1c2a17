// How src/ becomes dist/: CommonJS, one chunk for each command, small shared chunks between them.
// Everything but node: builtins is inside, so the published package has no dependencies.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { quickChunks } from './scripts/quick-chunks.mjs';
import { thirdPartyLicenses } from './scripts/third-party-licenses.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default defineConfig({
  input: { program: 'src/main.ts' },
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  // It would take 300 kB of a validator along that only clients need.
  resolve: { alias: { '@modelcontextprotocol/server/_shims': `${import.meta.dirname}/scripts/mcp-shims.mjs` } },
  transform: { target: 'node20', define: { MEMVAULT_VERSION: JSON.stringify(version) } },
  plugins: [thirdPartyLicenses('THIRD-PARTY-LICENSES.txt')],
  onLog(level, log, report) {
    // A warning in a build is a defect: an import that is not bundled, a name that is not exported.
    report(level === 'warn' ? 'error' : level, log);
  },
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: {
      groups: [
        quickChunks(import.meta.dirname, 'src/main.ts', {
          search: 'src/cli/commands/search.ts',
          update: 'src/index/update.ts',
        }),
      ],
    },
    // Names and lines stay, so that a stack trace can be read.
    comments: false,
  },
});
