// Invariant 10: an index brought up to date step by step answers as one built from nothing, whatever
// was logged, cited, edited, deleted, forgotten and remembered in between.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebuild, refresh } from '../../src/index/refresh.ts';
import type { RefreshOptions } from '../../src/index/view.ts';
import { dump } from './dump.ts';
import { withFolder, type VaultFolder } from './vault-folder.ts';

const DAYS = ['2026-03-30', '2026-04-01', '2026-05-02'];
const IDS = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd', 'eeeeeeeeee', 'ffffffffff'];
const STATEMENTS = [
  'User prefers compact dashboards',
  'Went hiking in May with the kids',
  '用户喜欢喝咖啡',
  'maxTokens is 4096',
  'Café visits on Mondays',
  'User now works at Microsoft',
  'Hikes and dashboards',
];
const PAGES = ['3_Personal/Work.md', '2_Wiki/Coffee.md', '1_Projects/Atlas.md'];
const NOTES = ['notes.md', 'persona.md', 'deep/er/note.md'];

type Step =
  | { do: 'many'; day: string; count: number }
  | { do: 'log'; day: string; line: string }
  | { do: 'edit' | 'drop'; day: string; nth: number; line: string }
  | { do: 'page'; path: string; claims: [statement: string, ids: string[], history: boolean][] }
  | { do: 'note'; path: string; text: string }
  | { do: 'delete'; path: string }
  | { do: 'forget' | 'remember'; id: string };

const statement = fc.constantFrom(...STATEMENTS);
const line = fc
  .tuple(
    statement,
    fc.constantFrom('work', 'preference'),
    fc.constantFrom(
      '',
      ' `ui`',
      ' [project:: atlas]',
      ' [at:: 2026-04-15]',
      ' [supersedes:: aaaaaaaaaa]',
      ' [supersedes:: bbbbbbbbbb cccccccccc]',
    ),
    fc.option(fc.constantFrom(...IDS)),
  )
  .map(([text, category, rest, id]) => `- [${category}] ${text}${rest}${id === null ? '' : ` ^${id}`}`);
const claims = fc.array(
  fc.tuple(statement, fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }), fc.boolean()),
  { maxLength: 4 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('log' as const), day: fc.constantFrom(...DAYS), line }) },
  // Enough for the tail to be folded into the large segment.
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('many' as const),
      day: fc.constantFrom(...DAYS),
      count: fc.integer({ min: 15, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'drop' as const),
      day: fc.constantFrom(...DAYS),
      nth: fc.nat(5),
      line,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('page' as const), path: fc.constantFrom(...PAGES), claims }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('note' as const),
      path: fc.constantFrom(...NOTES, ...PAGES),
      text: fc.array(statement, { maxLength: 3 }).map((list) => `# About\n\n${list.join('\n\n')}\n`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      path: fc.constantFrom(...PAGES, ...NOTES, ...DAYS.map((day) => `daily/${day}.md`)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('forget' as const, 'remember' as const), id: fc.constantFrom(...IDS) }),
  },
);

function apply(folder: VaultFolder, logs: Map<string, string[]>, forgotten: Set<string>, one: Step): void {
  const writeDay = (day: string) =>
    folder.write(`daily/${day}.md`, `# Daily Log - ${day}\n\n## 09:00 — s1\n\n${(logs.get(day) ?? []).join('\n')}\n`);
  switch (one.do) {
    case 'log':
      logs.set(one.day, [...(logs.get(one.day) ?? []), one.line]);
      writeDay(one.day);
      return;
    case 'many':
      logs.set(one.day, [
        ...(logs.get(one.day) ?? []),
        ...Array.from({ length: one.count }, (_, n) => `- [work] ${STATEMENTS[n % STATEMENTS.length] ?? ''} ${n}`),
      ]);
      writeDay(one.day);
      return;
    case 'edit':
    case 'drop': {
      const lines = logs.get(one.day) ?? [];
      if (one.nth >= lines.length) return;
      lines.splice(one.nth, 1, ...(one.do === 'edit' ? [one.line] : []));
      writeDay(one.day);
      return;
    }
    case 'page': {
      const list = (history: boolean) =>
        one.claims
          .filter(([, , past]) => past === history)
          .map(([text, ids]) => `- ${text}.${ids.map((id) => `[^${id}]`).join('')}`)
          .join('\n');
      folder.write(
        one.path,
        `---\ntitle: A page\n---\n\n## Overview\nWork: 3 claims from 4 facts.\n\n## Key Facts\n${list(false)}\n\n## History\n${list(true)}\n`,
      );
      return;
    }
    case 'note':
      folder.write(one.path, one.text);
      return;
    case 'delete':
      folder.remove(one.path);
      logs.delete(one.path.slice(6, -3));
      return;
    case 'forget':
      forgotten.add(one.id);
      return;
    case 'remember':
      forgotten.delete(one.id);
  }
}

const options: RefreshOptions = {
  forgotten: new Set(),
  look: 'all',
  write: 'always',
  today: '2026-05-02',
  languages: ['en'],
};

async function equalsRebuild(
  folder: VaultFolder,
  forgotten: Set<string>,
  how: Pick<RefreshOptions, 'look' | 'write'>,
): Promise<void> {
  const stepped = await refresh(folder, { ...options, ...how, forgotten });
  expect(['missing', null]).toContain(stepped.rebuilt);
  const built = await rebuild(folder, { ...options, forgotten, write: 'never' });
  const [one, other] = [dump(stepped), dump(built)];
  expect(one).toEqual(other);
  expect(JSON.stringify(one.documents)).not.toContain('null,null');
  stepped.close();
  built.close();
}

test('refresh after refresh equals rebuild', async () => {
  const how = fc.record({
    write: fc.constantFrom('always' as const, 'cheap' as const, 'never' as const),
    look: fc.constantFrom('all' as const, 'quick' as const),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.option(how, { freq: 4 })), { minLength: 1, maxLength: 14 }),
      async (steps) => {
        await withFolder({}, async (folder) => {
          const logs = new Map<string, string[]>();
          const forgotten = new Set<string>();
          for (const [one, as] of steps) {
            apply(folder, logs, forgotten, one);
            if (as !== null) await equalsRebuild(folder, forgotten, as);
          }
        });
      },
    ),
    { numRuns: 80 },
  );
});
