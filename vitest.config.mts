// How the tests run: two workers, real folders, and for the command line a process with a fresh build.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** With a seed all properties draw the same cases in each run; without one each run draws its own. */
const alias = process.env.MEMVAULT_SEED ? [{ find: /^fast-check$/, replacement: join(import.meta.dirname, 'test/support/seeded.ts') }] : []

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**'],
    globalSetup: ['scripts/build.mjs'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    allowOnly: false,
    env: { NO_COLOR: '1' },
  },
})
