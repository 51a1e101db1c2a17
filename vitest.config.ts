// How the tests run: two workers, real folders, and command line tests that start a process.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    allowOnly: false,
    env: { NO_COLOR: '1' },
  },
})
