// Invariant 7: whatever happened to a vault, by hand, by a merge, by an undo or by an engine that fails, the
// dream after a dream writes nothing, and every fact has its disposition or is named as left.
import { existsSync, readdirSync, renameSync, rmSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DreamResult } from '../../src/dream/dream.ts';
import { CITED } from '../../src/model/disposition.ts';
import type { Fact } from '../../src/model/fact.ts';
import { pendingIds, readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import {
  copyOf,
  dreamOnce,
  everything,
  logDay,
  makeVault,
  merge,
  placeAll,
  read,
  takeBack,
  TODAY,
  write,
} from './nights.ts';

const IDS = [
  'aaaaaaaaaa',
  'bbbbbbbbbb',
  'cccccccccc',
  'dddddddddd',
  'eeeeeeeeee',
  'ffffffffff',
  'gggggggggg',
  'hhhhhhhhhh',
] as const;
const TEXTS = [
  '[work] User works at Microsoft',
  '[work] The user works at Microsoft.',
  '[preference] User prefers tabs',
  '[work] User likes tea',
  '[preference] Ann met Bob in Oslo',
  '[general] Hello',
  '[work] User now works at Google',
  '[preference] User prefers spaces over tabs',
];
const PAGES = ['3_Personal/Work.md', '3_Personal/Jobs.md', '2_Wiki/Other.md'] as const;

/** One thing that happens: what, to which fact, with which page. */
const anyEvent = fc.record({
  what: fc.constantFrom(
    'dream',
    'edit',
    'remove',
    'rename',
    'copy',
    'delete page',
    'markers',
    'merge',
    'undo',
    'fail',
    'put back',
    'update',
    'against',
    'put right',
  ),
  fact: fc.constantFrom(...IDS),
  page: fc.constantFrom(...PAGES),
  person: fc.boolean(),
});

interface Diary {
  readonly vault: Vault;
  failed: ReadonlyMap<string, number>;
  minute: number;
  before: Vault;
  last: DreamResult | null;
}

const pagesOf = (vault: Vault): string[] => [...readView(vault).pages.keys()];

async function night(
  diary: Diary,
  propose?: (batch: readonly Fact[]) => unknown,
  person = false,
): Promise<DreamResult> {
  diary.before = copyOf(diary.vault);
  diary.minute += 1;
  const result = await dreamOnce(diary.vault, {
    minute: diary.minute,
    failures: diary.failed,
    repeatUndone: person,
    ...(propose ? { propose } : {}),
  });
  diary.failed = result.failed;
  diary.last = result;
  return result;
}

async function happen(
  diary: Diary,
  { what, fact, page, person }: { what: string; fact: string; page: string; person: boolean },
): Promise<void> {
  const { vault } = diary;
  const edit = (path: string, to: (text: string) => string): void =>
    void (existsSync(join(vault.root, path)) && write(vault, path, to(read(vault, path))));
  const cited = readView(vault).citedOn.get(fact)?.[0] ?? pagesOf(vault)[0];
  if (what === 'dream') await night(diary, undefined, person);
  else if (what === 'edit')
    edit('daily/2026-07-02.md', (text) => text.replace(new RegExp(` \\^${fact}$`, 'm'), ` too ^${fact}`));
  else if (what === 'remove' && cited)
    edit(cited, (text) => text.replace(new RegExp(`^- .*\\[\\^${fact}\\].*\\n`, 'm'), ''));
  else if (what === 'put back')
    edit(page, (text) => text.replace('## Key Facts\n', `## Key Facts\n- By hand[^${fact}]\n`));
  else if (what === 'rename' && cited && !existsSync(join(vault.root, page))) {
    write(vault, page, '');
    renameSync(join(vault.root, cited), join(vault.root, page));
  } else if (what === 'copy' && cited && cited !== page) {
    write(vault, page, '');
    copyFileSync(join(vault.root, cited), join(vault.root, page));
  } else if (what === 'delete page' && cited) rmSync(join(vault.root, cited));
  else if (what === 'markers' && cited)
    edit(cited, (text) => (text.includes('<<<<<<<') ? text.replace('<<<<<<< ours\n', '') : `${text}<<<<<<< ours\n`));
  else if (what === 'update')
    await night(diary, (batch) => placeAll(batch, page, () => ({ supersedes: [fact] })), person);
  else if (what === 'against')
    await night(diary, (batch) => placeAll(batch, page, () => ({ as: 'conflict', with: fact })), person);
  else if (what === 'put right')
    await night(diary, (batch) => placeAll(batch, page, () => ({ corrects: fact })), person);
  else if (what === 'merge') {
    const other = copyOf(diary.before);
    await dreamOnce(other, { minute: diary.minute + 20, propose: (batch) => placeAll(batch, page) });
    merge(vault, other);
  } else if (what === 'fail')
    await night(diary, (batch) => {
      if (batch.some(({ id }) => id === fact)) throw new TypeError('trouble');
      return placeAll(batch, page);
    });
  else if (what === 'undo' && diary.last && diary.last.runs.length === 1)
    takeBack(
      vault,
      diary.before,
      diary.last.runs[0]?.run ?? '',
      `2026-07-21T00:${String(diary.minute).padStart(2, '0')}:00.000Z`,
    );
}

it('the second of two dreams writes nothing, and what the ledger says is on the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 6 }), fc.boolean(), async (events, person) => {
      const vault = makeVault();
      for (const zone of ['2_Wiki', '3_Personal']) write(vault, `${zone}/.keep`, '');
      logDay(vault, '2026-07-02', Object.fromEntries(IDS.map((id, index) => [id, TEXTS[index] ?? ''])));
      const diary: Diary = { vault, failed: new Map(), minute: 0, before: copyOf(vault), last: null };
      for (const event of events) await happen(diary, event);

      const { left } = await night(diary, undefined, person);
      const waiting = new Set(left.map(({ fact }) => fact));
      const view = readView(vault);
      expect([...pendingIds(readPending(view, TODAY))].filter((id) => !waiting.has(id))).toEqual([]);
      for (const fact of view.facts) {
        const held = view.ledger.get(fact.id);
        if (!waiting.has(fact.id))
          expect(view.citedOn.get(fact.id)?.includes(held?.page ?? '') ?? false).toBe(CITED.has(held?.as ?? ''));
      }
      const before = everything(vault);
      const again = await night(diary, undefined, person);
      expect(again.runs).toEqual([]);
      expect(again.left).toEqual(left);
      expect(everything(vault)).toEqual(before);
      expect(readdirSync(join(vault.root, 'daily'))).toContain('2026-07-02.md');
    }),
    { numRuns: 20 },
  );
});
