// What must not write, does not: a second dream, a look at the plan, every list.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, memvault, type Place } from '../support/memvault.ts';

const NEVER = /(?!)/;

let place: Place;
let vault: string;
const run = async (...args: string[]): Promise<number | null> => (await memvault(place, args, { cwd: vault })).status;

beforeAll(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', vault]);
  await memvault(place, ['log', '--jsonl', '-q'], {
    cwd: vault,
    input: [
      'User prefers tabs',
      'User prefers tabs.',
      'User met Ann in Berlin yesterday',
      'User met Ann again',
      'User works with Ann',
    ]
      .map((content, i) =>
        JSON.stringify({
          content,
          category: i < 2 ? 'preference' : 'event',
          date: `2026-06-2${i}`,
          project: i === 4 ? 'atlas' : undefined,
        }),
      )
      .join('\n'),
  });
  await run('dream', '--yes');
});
afterAll(() => place.remove());

test.each([
  [['dream', '--yes']],
  [['dream', '--batch', '--force']],
  [['dream', '--batch']],
  [['index']],
  [['reindex']],
  [['search', 'tabs', '--no-recall']],
  [['facts']],
  [['status']],
  [['lint']],
  [['review']],
  [['init', '--no-git', '.']],
  [['config']],
  [['explain', 'Preferences']],
])('%j changes no byte of memory when nothing is new', async (args) => {
  const before = hashFolder(vault);
  expect(await run(...args)).toBe(0);
  expect(hashFolder(vault)).toEqual(before);
});

test.each([
  [['dream', '--dry-run']],
  [['review', 'list', '--all']],
  [['config', 'get', 'min_facts']],
  [['complete', 'fix', '']],
  [['init', '--no-git', '--dry-run']],
  [['forget', 'User works with Ann', '--dry-run']],
  [['forget', '--verify']],
  [['report']],
  [['open', 'Preferences']],
])('%j changes no byte at all, also when there is something to do', async (args) => {
  appendFileSync(join(vault, 'daily', '2026-06-24.md'), `- [event] User met Ann once more, for ${args.join(' ')}\n`);
  const before = hashFolder(vault, NEVER);
  expect(await run(...args)).toBe(0);
  expect(hashFolder(vault, NEVER)).toEqual(before);
});

test('a dream for one new fact changes no page that it does not concern', async () => {
  await run('dream', '--yes');
  const before = hashFolder(vault);
  await run('log', 'User prefers dark mode', '-c', 'preference', '--date', '2026-06-25');
  expect(await run('dream', '--yes')).toBe(0);
  const after = hashFolder(vault);
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(changed.sort()).toEqual([
    '.memvault/ledger/2026-06.jsonl',
    '3_Personal/Preferences.md',
    'MEMORY.md',
    'daily/2026-06-25.md',
    'index.md',
    'log.md',
  ]);
});
