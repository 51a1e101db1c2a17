import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyTo, rehearse } from '../../src/dream/apply.ts';
import { dream, type DreamResult } from '../../src/dream/dream.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import { CITED } from '../../src/model/disposition.ts';
import { makeId } from '../../src/model/ids.ts';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import { readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const TODAY = '2026-07-20';
let vault: Vault;

const read = (path: string): string => readFileSync(join(vault.root, path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(join(vault.root, path, '..'), { recursive: true });
  writeFileSync(join(vault.root, path), text);
};
const run = async (
  more: { start?: Date; maxDays?: number; apply?: typeof rehearse; today?: string } = {},
): Promise<DreamResult> =>
  await dream(
    {
      vault,
      apply: more.apply ?? applyTo(vault, { commit: false }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      makeEngine: (facts) => createRules(facts, { zones, schema: readSchema(vault), claimsPerPage: 200 }),
    },
    {
      start: more.start ?? new Date(2026, 6, 20, 3, 0),
      today: more.today ?? TODAY,
      maxDays: more.maxDays ?? 14,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: true,
      retry: false,
      failures: new Map(),
      reviews: 200,
    },
  );
const snapshot = (folder = vault.root): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      ]),
  );
const dispositionOf = (id: string) => readView(vault).ledger.get(id);
const ids = { a: 'aaaaaaaaaa', b: 'bbbbbbbbbb', c: 'cccccccccc', d: 'dddddddddd' };

beforeEach(() => {
  vault = { root: mkdtempSync(join(tmpdir(), 'memvault-dream-')), dailyDir: 'daily', zones };
  mkdirSync(join(vault.root, '.memvault'));
  write('index.md', '# Index\n\n<!-- memvault:index -->\n<!-- /memvault:index -->\n\nmy own words\n');
  write(
    'daily/2026-07-01.md',
    `# Daily Log - 2026-07-01\n\n## 14:05 — s1\n\n- [preference] User prefers tabs \`ui\` ^${ids.a}\n- [work] User now works at Microsoft ^${ids.b}\n`,
  );
  write(
    'daily/2026-07-02.md',
    `# Daily Log - 2026-07-02\n\n## 09:00 — s2\n\n- [preference] the user prefers   TABS. ^${ids.c}\n`,
  );
  write(`daily/${TODAY}.md`, `# Daily Log - ${TODAY}\n\n## 01:00 — s3\n\n- [work] Today's fact ^${ids.d}\n`);
});
afterEach(() => rmSync(vault.root, { recursive: true, force: true }));

describe('a dream', () => {
  it('places facts, folds equal ones, leaves today and the logs alone', async () => {
    const logs = snapshot(join(vault.root, 'daily'));
    const result = await run();
    expect(result.left).toEqual([]);
    expect(dispositionOf(ids.a)).toMatchObject({ as: 'placed', page: '3_Personal/Preferences.md', engine: 'rules/2' });
    expect(dispositionOf(ids.c)).toMatchObject({ as: 'duplicate', of: ids.a, page: '3_Personal/Preferences.md' });
    expect(dispositionOf(ids.d)).toBeUndefined();
    expect(read('3_Personal/Preferences.md')).toContain(`- User prefers tabs[^${ids.a}][^${ids.c}]`);
    expect(snapshot(join(vault.root, 'daily'))).toEqual(logs);
    expect(read('log.md')).toMatch(
      /## \[2026-07-20\] ingest \| daily logs {2}watermark=2026-07-02\nr-20260720-0300-[0-9a-f]{6}, rules\/2: 3 facts: 2 placed, 1 duplicate; created /,
    );
    expect(read('index.md')).toMatch(/\[Preferences\]\(3_Personal\/Preferences\.md\)[\s\S]*my own words\n$/);
  });

  it('a second time writes nothing', async () => {
    await run();
    const before = snapshot();
    expect((await run()).runs).toEqual([]);
    expect(snapshot()).toEqual(before);
  });

  it('that is rehearsed writes nothing and decides the same', async () => {
    const before = snapshot();
    const rehearsed = await run({ apply: rehearse });
    expect(snapshot()).toEqual(before);
    expect((await run()).runs.map((one) => one.decisions)).toEqual(rehearsed.runs.map((one) => one.decisions));
  });

  it('goes batch by batch, one run each, to the same end', async () => {
    const result = await run({ maxDays: 1 });
    expect(result.runs.map((one) => one.watermark)).toEqual(['2026-07-01', '2026-07-02']);
    expect(dispositionOf(ids.c)).toMatchObject({ as: 'duplicate', of: ids.a });
    expect(read('3_Personal/Preferences.md')).toContain(`[^${ids.a}][^${ids.c}]`);
  });

  it('takes a late fact under an old date', async () => {
    await run();
    write('daily/2026-06-01.md', '# Daily Log - 2026-06-01\n\n## 10:00 — s\n\n- [work] Something late ^eeeeeeeeee\n');
    await run({ start: new Date(2026, 6, 21, 3, 0), today: '2026-07-21' });
    expect(dispositionOf('eeeeeeeeee')).toMatchObject({ as: 'placed' });
  });
});

describe('a hand in between', () => {
  it('an edited log line corrects its claim in place', async () => {
    await run();
    write('daily/2026-07-01.md', read('daily/2026-07-01.md').replace('Microsoft', 'Microsoft in Zürich'));
    await run();
    expect(read('3_Personal/Work.md')).toContain(`- User now works at Microsoft in Zürich[^${ids.b}]`);
    expect(read('3_Personal/Work.md').match(/Microsoft/g)).toHaveLength(1);
    expect(readPending(readView(vault), TODAY).facts).toEqual([]);
  });

  it('a claim deleted by hand stays away', async () => {
    await run();
    write('3_Personal/Work.md', read('3_Personal/Work.md').replace(/^- User now works.*\n/m, ''));
    const result = await run();
    expect(result.runs).toHaveLength(1);
    expect(dispositionOf(ids.b)).toMatchObject({ as: 'set-aside', reason: 'removed by hand' });
    expect(read('3_Personal/Work.md')).not.toContain('Microsoft');
    expect(read('3_Personal/Work.md')).not.toContain(ids.b);
    expect(read('index.md')).not.toContain('Work.md');
    expect((await run()).runs).toEqual([]);
  });

  it('a claim that was deleted and put back counts as placed again', async () => {
    await run();
    const page = read('3_Personal/Work.md');
    rmSync(join(vault.root, '3_Personal/Work.md'));
    await run();
    write('3_Personal/Work.md', page);
    await run();
    expect(dispositionOf(ids.b)).toMatchObject({ as: 'placed', page: '3_Personal/Work.md' });
    expect(read('3_Personal/Work.md')).toBe(page);
  });

  it('a zone that is not there is not taken for deleted pages', async () => {
    await run();
    const ledger = readFileSync(join(vault.root, '.memvault/ledger/2026-07.jsonl'), 'utf8');
    renameSync(join(vault.root, '3_Personal'), join(vault.root, '..', `${basename(vault.root)}-away`));
    write('daily/2026-07-03.md', '# Daily Log - 2026-07-03\n\n## 10:00 — s\n- [work] Something new ^eeeeeeeeee\n');
    const result = await run();
    expect(result.runs).toEqual([]);
    expect(result.left).toEqual([
      { fact: 'eeeeeeeeee', reason: expect.stringContaining('3_Personal is missing') as string, why: 'page' },
    ]);
    expect(result.closed).toEqual([expect.stringContaining('3_Personal') as string]);
    expect(readFileSync(join(vault.root, '.memvault/ledger/2026-07.jsonl'), 'utf8')).toBe(ledger);
    renameSync(join(vault.root, '..', `${basename(vault.root)}-away`), join(vault.root, '3_Personal'));
    await run();
    expect(dispositionOf('eeeeeeeeee')).toMatchObject({ as: 'placed' });
    expect(dispositionOf(ids.a)).toMatchObject({ as: 'placed' });
  });

  it('a renamed page is followed', async () => {
    await run();
    renameSync(join(vault.root, '3_Personal/Work.md'), join(vault.root, '3_Personal/Jobs.md'));
    await run();
    expect(dispositionOf(ids.b)).toMatchObject({ as: 'placed', page: '3_Personal/Jobs.md' });
    expect((await run()).runs).toEqual([]);
  });

  it('a page cited without a ledger line, as after a crash, is recorded and not written', async () => {
    await run();
    const pages = snapshot(join(vault.root, '3_Personal'));
    rmSync(join(vault.root, '.memvault/ledger'), { recursive: true });
    await run();
    expect(dispositionOf(ids.a)).toMatchObject({ as: 'placed' });
    expect(snapshot(join(vault.root, '3_Personal'))).toEqual(pages);
  });

  it('a page edited while the plan was made is not written; its facts wait', async () => {
    const apply = applyTo(vault, { commit: false });
    const result = await run({
      apply: (plan, view, start) => {
        write('3_Personal/Work.md', 'written in between\n');
        return apply(plan, view, start);
      },
    });
    expect(read('3_Personal/Work.md')).toBe('written in between\n');
    expect(result.left.map((one) => one.fact)).toEqual([ids.b]);
    expect(dispositionOf(ids.b)).toBeUndefined();
    expect(dispositionOf(ids.a)).toBeDefined();
    await run();
    expect(read('3_Personal/Work.md')).toMatch(/^written in between\n[\s\S]*Microsoft/);
  });

  it('a page with conflict markers is skipped', async () => {
    write('3_Personal/Work.md', '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n');
    const result = await run();
    expect(result.left).toEqual([
      { fact: ids.b, reason: expect.stringContaining('conflict markers') as string, why: 'page' },
    ]);
    expect(read('3_Personal/Work.md')).toContain('<<<<<<<');
    expect(result.closed).toEqual([expect.stringContaining('3_Personal/Work.md') as string]);
  });
});

describe('over any logs', () => {
  const statement = fc.record({
    category: fc.constantFrom('work', 'preference', 'general', 'people', '工作'),
    text: fc.oneof(
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      fc.constantFrom('User likes tea', 'the user likes TEA!', 'Anna Berg moved to Oslo', 'Met Anna Berg yesterday'),
    ),
    tags: fc.subarray(['a', 'b', 'topic']),
    fields: fc.oneof(fc.constant({}), fc.constantFrom({ project: 'atlas' }, { project: '../x' }, { at: '2026-06-30' })),
  });

  it('every fact ends with one disposition, what the ledger says is on the page, and a second dream writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(statement, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (days, maxDays) => {
          rmSync(vault.root, { recursive: true });
          mkdirSync(join(vault.root, '.memvault'), { recursive: true });
          days.forEach((facts, index) => {
            const day = `2026-06-${String(index + 10)}`;
            write(
              `daily/${day}.md`,
              renderDayTitle(day) +
                renderEntry(
                  '10:00',
                  's',
                  facts.map((one) => ({
                    id: makeId(Math.random),
                    statement: { ...one, text: one.text.toWellFormed() },
                  })),
                ),
            );
          });
          const result = await run({ maxDays });
          expect(result.left).toEqual([]);
          const view = readView(vault);
          expect(view.facts).toHaveLength(days.flat().length);
          for (const fact of view.facts) {
            const held = view.ledger.get(fact.id);
            expect(held).toBeDefined();
            if (CITED.has(held?.as ?? '')) expect(view.citedOn.get(fact.id)).toEqual([held?.page]);
          }
          const before = snapshot();
          expect((await run({ maxDays })).runs).toEqual([]);
          expect(snapshot()).toEqual(before);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a page that grows night by night', () => {
  it('gets its topics as one that was dreamed at once, and no month is left empty', async () => {
    const topics = [
      'The garden needs water',
      'Planted beans in the garden',
      'The garden fence is broken',
      'Bought a used piano',
      'The piano needs tuning',
      'Piano lessons on Monday',
    ];
    const others = Array.from(
      { length: 14 },
      (_, index) => `Note ${'abcdefghijklmn'[index] ?? ''}${index * 7} stands alone`,
    );
    [...others, ...topics].forEach((text, index) => {
      const day = `2026-06-${String(index + 1).padStart(2, '0')}`;
      write(
        `daily/${day}.md`,
        renderDayTitle(day) +
          renderEntry('10:00', 's', [
            { id: makeId(Math.random), statement: { category: 'home', text, tags: [], fields: {} } },
          ]),
      );
    });
    await run({ maxDays: 1 });
    const page = read('3_Personal/Home.md');
    const heads = page.match(/^### .*/gm) ?? [];
    expect(heads.some((head) => /garden/i.test(head))).toBe(true);
    expect(heads.some((head) => /piano/i.test(head))).toBe(true);
    expect(page).not.toMatch(/^### [^\n]*\n+(?:###|##) /m);
    for (const text of topics) expect(page).toContain(text);
  });
});

describe('an older layout', () => {
  it('keeps away what it forgot by its content', async () => {
    write('.state/tombstones.jsonl', '{"content":"user  now works at MICROSOFT"}\n');
    await run();
    expect(dispositionOf(ids.b)).toBeUndefined();
    expect(dispositionOf(ids.a)).toBeDefined();
  });
});
