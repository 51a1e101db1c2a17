// Whatever a person puts right, in whatever order, with dreams and hand edits in between: no fact is lost, lint has
// no error, what fix did is said to be done, and an undo right after it brings back what was before.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initVault } from '../../../src/init/init.ts';
import { readView } from '../../../src/vault/view.ts';
import { writeExample } from '../../lint/folders.ts';
import { runHere } from '../../support/here.ts';
import { type Ended, makePlace, type Place } from '../../support/memvault.ts';

const RUNS = Number(process.env['MEMVAULT_PROPERTY_RUNS'] ?? 8);
const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

/** Facts that a dream folds, replaces, sets against each other and leaves alone. */
const FACTS: readonly (readonly [id: string, day: string, category: string, text: string])[] = [
  ['aaaaaaaaaa', '2026-07-01', 'work', 'User works at Google'],
  ['bbbbbbbbbb', '2026-07-02', 'work', 'user works at Google.'],
  ['cccccccccc', '2026-07-03', 'work', 'User works at Microsoft'],
  ['dddddddddd', '2026-07-04', 'work', 'User works at Mozilla'],
  ['eeeeeeeeee', '2026-07-01', 'work', 'The office is in Lisbon'],
  ['ffffffffff', '2026-07-01', 'work', 'The office is not in Lisbon'],
  ['gggggggggg', '2026-07-02', 'preference', 'User likes tea'],
  ['hhhhhhhhhh', '2026-07-03', 'preference', 'user likes TEA'],
  ['jjjjjjjjjj', '2026-07-05', 'preference', 'User likes tea!'],
  ['kkkkkkkkkk', '2026-07-05', 'identity', 'User lives in Porto'],
  ['mmmmmmmmmm', '2026-07-05', 'identity', 'User lives in Faro'],
  ['nnnnnnnnnn', '2026-07-05', 'identity', 'User lives in Évora'],
];

type Step =
  | { readonly do: 'fix'; readonly fact: number; readonly how: readonly string[]; readonly undo: boolean }
  | { readonly do: 'dream' }
  | { readonly do: 'edit'; readonly page: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('fix' as const),
      fact: fc.nat(FACTS.length - 1),
      undo: fc.boolean(),
      how: fc.constantFrom(
        ['--separate'],
        ['--restore'],
        ['--current'],
        ['--replaces', 'aaaaaaaaaa'],
        ['--replaces', 'gggggggggg'],
        ['--same-as', 'cccccccccc'],
        ['--same-as', 'jjjjjjjjjj'],
        [
          '--same-as',
          'kkkkkkkkkk',
          '--text',
          'User works at Google, Microsoft and Mozilla, likes tea and TEA and lives in Porto, Faro, Évora, office Lisbon',
        ],
        ['--to', '3_Personal/Other'],
        ['--to', 'Profile'],
        [
          '--text',
          'In other words: User works at Google, Microsoft and Mozilla, likes tea and lives in Porto, Faro, Évora and not Lisbon',
        ],
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'dream' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), page: fc.nat(5) }) },
);

const separated = (fact: number): Step => ({ do: 'fix', fact, undo: false, how: ['--separate'] });
/**
 * Orders in which something was once wrong: of two values that a person had made current the next dream would have
 * taken the later alone; a fact that shares a claim in History with what it replaces was decided twice.
 */
const FOUND: [Step[]][] = [
  [[separated(0), separated(2)]],
  [[separated(0), { do: 'fix', fact: 2, undo: false, how: ['--current'] }]],
  [[separated(0), { do: 'fix', fact: 2, undo: true, how: ['--restore'] }, { do: 'dream' }]],
  [
    [
      { do: 'fix', fact: 1, undo: false, how: ['--replaces', 'aaaaaaaaaa'] },
      { do: 'edit', page: 0 },
    ],
  ],
];

let place: Place;
let next = 0;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const vaultAt = (root: string) => ({ root, dailyDir: 'daily', zones });

async function start(): Promise<string> {
  const root = join(place.root, `any${next++}`);
  initVault({ vault: vaultAt(root), config: '', dryRun: false });
  const days = [...new Set(FACTS.map(([, day]) => day))];
  writeExample(
    vaultAt(root),
    days
      .map(
        (day) =>
          `== daily/${day}.md\n# Daily Log - ${day}\n\n## 14:05 — s1\n\n${FACTS.filter(([, own]) => own === day)
            .map(([id, , category, text]) => `- [${category}] ${text} ^${id}\n`)
            .join('')}`,
      )
      .join(''),
  );
  expect(await run(root, 1, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  return root;
}

const run = async (cwd: string, day: number, args: readonly string[]): Promise<Ended> =>
  await runHere({ place, cwd, now: new Date(Date.UTC(2026, 7, day, 12)).toISOString() }, args);

function state(root: string): unknown {
  const view = readView(vaultAt(root));
  return [...view.pages]
    .map(([path, { text }]) => [path, text])
    .concat(
      [...view.ledger.values()]
        .map(({ fact, as, page = '', of = '', by = '', with: other = '' }) => [fact, as, page, of, by, other])
        .sort((a, b) => (a.join() < b.join() ? -1 : 1)),
    );
}

async function mustHold(root: string, day: number, after: string): Promise<void> {
  const { stdout } = await run(root, day, ['lint', '--json']);
  const { findings } = JSON.parse(stdout) as {
    findings: { severity: string; rule: string; path: string; message: string }[];
  };
  expect({
    after,
    errors: findings
      .filter(({ severity, message }) => severity === 'error' || /pending|another/.test(message))
      .map(({ rule, path, message }) => `${rule} ${path}: ${message}`),
  }).toEqual({ after, errors: [] });
  const view = readView(vaultAt(root));
  expect([...view.ledger.keys()].sort()).toEqual(FACTS.map(([id]) => id).sort());
}

test('fix, in any order', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const root = await start();
      for (const [at, one] of steps.entries()) {
        const day = 2 + at;
        if (one.do === 'dream')
          expect(await run(root, day, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
        else if (one.do === 'edit') {
          const paths = [...readView(vaultAt(root)).pages.keys()];
          const path = join(root, paths[one.page % paths.length] ?? '');
          writeFileSync(
            path,
            readFileSync(path, 'utf8').replace('\n## Key Facts\n', '\nMy own words.\n\n## Key Facts\n- My own line.\n'),
          );
        } else {
          const [id = ''] = FACTS[one.fact] ?? [];
          const before = state(root);
          const { status, stdout, stderr } = await run(root, day, ['fix', id, ...one.how]);
          expect(status === 0 || (status === 2 && /nothing was changed|names the fact itself/.test(stderr))).toBe(true);
          if (status !== 0 || stdout.startsWith('Nothing to do')) expect(state(root)).toEqual(before);
          else {
            const right = state(root);
            expect(await run(root, day, ['fix', id, ...one.how])).toMatchObject({
              status: 0,
              stdout: expect.stringContaining('Nothing to do') as string,
            });
            expect(state(root)).toEqual(right);
            if (one.undo) {
              expect(await run(root, day, ['dream', '--undo'])).toMatchObject({ status: 0 });
              expect(state(root)).toEqual(before);
            }
          }
        }
        await mustHold(root, day, JSON.stringify(one));
      }
    }),
    { numRuns: RUNS + FOUND.length, examples: FOUND },
  );
});
