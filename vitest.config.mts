// How the tests run: two workers, real folders, and for the command line a process with a fresh build.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['scripts/build.mjs'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    allowOnly: false,
    env: { NO_COLOR: '1' },
  },
})
