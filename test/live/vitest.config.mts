// The tests that need a real model, apart from the usual suite: npm run test:ollama.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['test/live/**/*.test.ts'],
    globalSetup: ['scripts/build.mjs'],
    env: { NO_COLOR: '1' },
  },
});
