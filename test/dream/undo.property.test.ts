// Whatever was logged, dreamt and edited by hand in between: an undo brings back what was before the run, or it
// refuses and writes nothing. What was undone, a night does not repeat and a person may.
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CITED } from '../../src/model/disposition.ts';
import { MemvaultError } from '../../src/model/errors.ts';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import { readJournal } from '../../src/vault/journal.ts';
import { pendingIds, readPending } from '../../src/vault/pending.ts';
import { readUndone } from '../../src/vault/record-run.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { findings, read, write } from '../lint/folders.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { dreamIn, makeUndoVault, type State, stateOf, undoIn } from './undo-vault.ts';

const TODAY = '2026-08-01';
const TEXTS = [
  'User prefers tabs',
  'The user prefers tabs.',
  'User works at Google',
  'User now works at Microsoft',
  'Ann met Bob in Oslo on 2026-06-30',
  'Atlas has 14 services',
  'It does not run on `node 18`',
  'Ann called Bob',
  'Ann wrote to Bob twice',
  'Release on 2026-08-15, see https://example.org/a',
  '工作在柏林',
];
const anyFact = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  category: fc.constantFrom('work', 'preference', 'event', 'general'),
  text: fc.constantFrom(...TEXTS),
});
const anyEdit = fc.record({
  kind: fc.constantFrom('prose', 'delete claim', 'reword', 'log line', 'index', 'note'),
  at: fc.nat(30),
});
const anyNight = fc.record({
  facts: fc.array(anyFact, { minLength: 1, maxLength: 6 }),
  edits: fc.array(anyEdit, { maxLength: 2 }),
  maxDays: fc.constantFrom(1, 14),
});

interface Past {
  readonly run: string;
  readonly night: number;
  readonly before: State;
  /** Facts whose claims a hand had taken away. */
  readonly removed: readonly string[];
  /** Of whose lines a hand had changed besides: they are pending before and after, whatever their old line says. */
  readonly gone: readonly string[];
}

let serial = 0;
const dayOfJuly = (day: number): string => `2026-07-0${day}`;

function logFacts(vault: Vault, facts: readonly { day: number; category: string; text: string }[]): void {
  for (const { day, category, text } of facts) {
    const path = `daily/${dayOfJuly(day)}.md`;
    const id = `t${String(serial++).padStart(9, '0')}`;
    let before = renderDayTitle(dayOfJuly(day));
    try {
      before = read(vault, path);
    } catch {
      // The first fact of that day.
    }
    write(
      vault,
      path,
      before + renderEntry('14:05', 'abc12345', [{ id, statement: { category, text, tags: [], fields: {} } }]),
    );
  }
}

/** What a person does between two nights. Says whether it did something. */
function edit(vault: Vault, { kind, at }: { kind: string; at: number }): boolean {
  const pages = [...readView(vault).pages.values()];
  const page = pages[at % Math.max(1, pages.length)];
  const replaced = (path: string, text: string, from: string | RegExp, to: string): boolean => {
    write(vault, path, text.replace(from, to));
    return text.replace(from, to) !== text;
  };
  if (kind === 'index') return replaced('index.md', read(vault, 'index.md'), 'My own', 'My very own');
  if (kind === 'note') return write(vault, `2_Wiki/Mine ${at}.md`, `# Mine\n\n${'words '.repeat(at)}\n`) === undefined;
  if (kind === 'log line') {
    const fact = readView(vault).facts[at % 7];
    return fact !== undefined && replaced(fact.path, read(vault, fact.path), fact.text, `${fact.text} indeed`);
  }
  if (!page) return false;
  if (kind === 'prose')
    return replaced(page.path, page.text, '## Key Facts\n', `## Key Facts\n\nIn my own words ${at}.\n\n`);
  if (kind === 'reword')
    return replaced(page.path, page.text, /^- (?!In other words)(?=.*\[\^t)/m, '- In other words: ');
  return replaced(page.path, page.text, /^- .*\[\^t.*\n/m, '');
}

const removedIn = (vault: Vault): string[] => readPending(readView(vault), TODAY).removed.map(({ id }) => id);

function goneIn(vault: Vault): string[] {
  const view = readView(vault);
  return readPending(view, TODAY).facts.flatMap(({ id }) =>
    CITED.has(view.ledger.get(id)?.as ?? '') && !view.citedOn.has(id) ? [id] : [],
  );
}

const without = (state: State, facts: readonly string[]): State => ({
  ...state,
  ledger: Object.fromEntries(Object.entries(state.ledger).filter(([fact]) => !facts.includes(fact))),
});

const bytesOf = (vault: Vault, path: string): Buffer => {
  try {
    return readFileSync(join(vault.root, path));
  } catch {
    return Buffer.alloc(0);
  }
};
const grownOnly = (vault: Vault): (() => void) => {
  const files = ['log.md', '.memvault/ledger/2026-07.jsonl'].map((path) => [path, bytesOf(vault, path)] as const);
  const logs = hashFolder(join(vault.root, 'daily'));
  return () => {
    for (const [path, before] of files)
      expect(bytesOf(vault, path).subarray(0, before.length).equals(before), path).toBe(true);
    expect(hashFolder(join(vault.root, 'daily'))).toEqual(logs);
  };
};

const night = (...facts: readonly (readonly [day: number, text: string])[]) => ({
  facts: facts.map(([day, text]) => ({ day, category: 'work' as const, text })),
  edits: [],
  maxDays: 1 as const,
});
/** Once the next night joined a claim with another, and with it a fact of which that had been undone. */
const FOUND = [
  night([1, 'User now works at Microsoft'], [1, 'User prefers tabs']),
  night([3, 'User now works at Microsoft'], [1, 'User prefers tabs']),
  night([2, 'User works at Google'], [2, 'User now works at Microsoft']),
];

const counts = { undone: 0, whole: 0, refused: 0, held: 0 };

test('an undo brings back what was before the run, or refuses and writes nothing', { timeout: 200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyNight, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 3, 3),
      fc.boolean(),
      async (nights, count, byNight) => {
        const vault = makeUndoVault();
        const runs: Past[] = [];
        const editedIn = new Set<number>();
        for (const [night, { facts, edits, maxDays }] of nights.entries()) {
          logFacts(vault, facts);
          if (edits.map((one) => edit(vault, one)).includes(true)) editedIn.add(night);
          const befores: Pick<Past, 'before' | 'removed' | 'gone'>[] = [];
          const result = await dreamIn(vault, {
            start: new Date(2026, 6, 10 + night, 3, 0),
            maxDays,
            before: () => befores.push({ before: stateOf(vault), removed: removedIn(vault), gone: goneIn(vault) }),
          });
          result.runs.forEach(({ run }, index) =>
            runs.push({
              run,
              night,
              before: befores[index]?.before ?? stateOf(vault),
              removed: befores[index]?.removed ?? [],
              gone: befores[index]?.gone ?? [],
            }),
          );
        }
        const taken = runs.slice(-count).reverse();
        const groups = byNight
          ? [...new Set(taken.map(({ night }) => night))].map((night) => runs.filter((one) => one.night === night))
          : taken.map((one) => [one]);
        await takeBack(vault, groups, editedIn, byNight);
        await dreamAgain(vault);
      },
    ),
    {
      numRuns: 21,
      examples: [
        [FOUND, 3, false],
        [FOUND, 3, true],
      ],
    },
  );
  expect(counts.undone).toBeGreaterThan(15);
  expect(counts.whole).toBeGreaterThan(10);
  expect(counts.held).toBeGreaterThan(10);
});

async function takeBack(
  vault: Vault,
  groups: readonly (readonly Past[])[],
  editedIn: ReadonlySet<number>,
  byNight: boolean,
): Promise<void> {
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const { night, before: whole, removed, gone } = first;
    const own = group.map(({ run }) => run);
    const untouched = hashFolder(vault.root, /(?!)/);
    const isEdited = [...editedIn].some((other) => other > night);
    const missing = new Set([...removed, ...removedIn(vault)]);
    const hasGrown = grownOnly(vault);
    try {
      const journal = await undoIn(vault, new Date(2026, 6, 20, 9, 0), byNight ? null : (own[0] ?? null));
      expect(journal?.undoes).toEqual(own);
      hasGrown();
      const [before, after] = [without(whole, gone), without(stateOf(vault), gone)];
      expect({ ledger: after.ledger, watermark: after.watermark }).toEqual({
        ledger: before.ledger,
        watermark: before.watermark,
      });
      expect(removedIn(vault).filter((fact) => !missing.has(fact))).toEqual([]);
      for (const { path } of own.flatMap((run) => readJournal(vault, run)?.pages ?? []))
        expect([path, after.pages[path]]).toEqual([path, before.pages[path]]);
      if (!isEdited) expect(after).toEqual(before);
      if (!isEdited) counts.whole++;
      counts.undone++;
    } catch (error) {
      if (!(error instanceof MemvaultError)) throw error;
      expect([error.code, isEdited]).toEqual(['conflict', true]);
      expect(hashFolder(vault.root, /(?!)/)).toEqual(untouched);
      counts.refused++;
      return;
    }
  }
}

async function dreamAgain(vault: Vault): Promise<void> {
  const undone = readUndone(readView(vault));
  const night = await dreamIn(vault, { start: new Date(2026, 6, 21, 3, 0), batch: true });
  for (const { fact, as, page, of, by, with: other, digest, reason } of night.runs.flatMap(
    ({ decisions }) => decisions,
  )) {
    if (reason === 'removed by hand') continue;
    const taken = (undone.get(fact) ?? []).map((line) => ({
      as: line.as,
      page: line.page,
      of: line.of,
      by: line.by,
      with: line.with,
      digest: line.digest,
    }));
    expect(taken).not.toContainEqual({ as, page, of, by, with: other, digest });
  }
  counts.held += night.left.filter(({ why }) => why === 'undone').length;
  const person = await dreamIn(vault, { start: new Date(2026, 6, 21, 3, 0) });
  expect(person.left).toEqual([]);
  expect([...pendingIds(readPending(readView(vault), TODAY))]).toEqual([]);
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'error')).toEqual([]);
  // A run says one thing of a fact. An undo says it once for each run that it takes back.
  const { lines } = readView(vault).ledgerRead;
  const ids = lines.map(({ fact, run, undoes = '' }) => `${fact} ${run} ${undoes}`);
  expect(new Set(ids).size).toBe(ids.length);
  const words = new Map<string, object>();
  for (const { undoes: _, ...line } of lines) {
    const key = `${line.fact} ${line.run}`;
    expect(line).toEqual(words.get(key) ?? line);
    words.set(key, line);
  }
}
