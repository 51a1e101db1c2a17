// How the tests run: two workers, real folders, and for the command line a process with a fresh build. `npm test` is what
// a person waits for; the long proofs (`*.long.test.ts`) run with `--mode long`, and all of them with `--mode all`.
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.mts';
import { quickDisk } from './test/support/quick-disk.mts';

/** With a seed all properties draw the same cases in each run; without one each run draws its own. */
const alias = process.env.MEMVAULT_SEED
  ? [{ find: /^fast-check$/, replacement: join(import.meta.dirname, 'test/support/seeded.ts') }]
  : [];

/**
 * Files with a process of their own. Three put another module in the place of one. The others start programs by the
 * hundred, and that costs the more the larger the process is that starts them: one that has run many files takes 15 ms.
 */
const APART = [
  'test/tasks/make-engine.test.ts',
  'test/dream/propose/rules/{decide,memory}{.long,}.test.ts',
  'test/cli/transcripts.test.ts',
  'test/docs/examples{.long,}.test.ts',
  'test/dream/merged{.long,}.test.ts',
  'test/nights/**/*.test.ts',
  'test/two-clones/histories{.long,}.test.ts',
  'test/year/**/*.test.ts',
];
const EXCLUDED: Readonly<Record<string, readonly string[]>> = { long: ['test/**/!(*.long).test.ts'], all: [] };

export default defineConfig(({ mode }) => {
  const ofMode = EXCLUDED[mode] ?? ['test/**/*.long.test.ts'];
  const exclude = [...configDefaults.exclude, 'test/live/**', ...ofMode];
  return {
    resolve: { alias },
    test: {
      globalSetup: ['scripts/build.mjs'],
      maxWorkers: 2,
      // Only what hangs should meet these, on a busy machine too.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      allowOnly: false,
      // What runs in the process of a test goes by its zone; a place has one of its own.
      env: { NO_COLOR: '1', TMPDIR: quickDisk(), TZ: 'UTC' },
      sequence: { sequencer: LongestFirst },
      // What was made of a file of TypeScript is kept in node_modules/ as long as the file stays as it is.
      experimental: { fsModuleCache: true },
      projects: [
        { extends: true, test: { name: 'apart', include: APART, exclude, isolate: true } },
        // Modules are loaded once and are warm for the next file; no test may change one.
        // Properties leave much that is dropped at once: with more room for that it is looked through less often.
        {
          extends: true,
          test: {
            name: 'together',
            include: ['test/**/*.test.ts'],
            exclude: [...exclude, ...APART],
            isolate: false,
            execArgv: ['--max-semi-space-size=64'],
          },
        },
      ],
    },
  };
});
