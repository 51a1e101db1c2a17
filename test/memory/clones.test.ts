// Two clones that recall, pin and run each for itself, and then have the lines of both: they say the same of every
// fact, and make the same MEMORY.md.
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listFacts } from '../../src/inspect/facts.ts';
import { addDays } from '../../src/model/day.ts';
import { planPins } from '../../src/curate/pin.ts';
import { appendMarks, readMarks } from '../../src/vault/reviews.ts';
import { readPending } from '../../src/vault/pending.ts';
import { appendRecalls, readRecalled, recallAppends } from '../../src/vault/recalls.ts';
import { summaryChange } from '../../src/vault/memory-file.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { makeVault, read, write } from '../lint/folders.ts';

const IDS = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd', 'eeeeeeeeee', 'ffffffffff'];
const BEGIN = '2026-01-01';
const END = new Date(Date.UTC(2026, 6, 1, 12));

function makeBase(): Vault {
  const vault = makeVault();
  IDS.forEach((id, n) =>
    write(
      vault,
      `daily/${addDays(BEGIN, n * 12)}.md`,
      `- [${n === 0 ? 'identity' : 'work'}] fact ${n}${n === 4 ? ' [pinned:: true]' : ''} ^${id}\n`,
    ),
  );
  write(
    vault,
    '3_Personal/Work.md',
    `## Key Facts\n${IDS.slice(0, 4)
      .map((id, n) => `- Fact ${n}.[^${id}]\n`)
      .join('')}`,
  );
  write(vault, '3_Personal/Home.md', `## Key Facts\n- Fact 4, and 5.[^${IDS[4]}][^${IDS[5]}]\n`);
  return vault;
}

const step = fc.record({
  days: fc.nat(170),
  clone: fc.constantFrom('here', 'there'),
  fact: fc.constantFrom(...IDS),
  does: fc.constantFrom<'recall' | 'pin' | 'unpin' | 'run'>('recall', 'recall', 'recall', 'pin', 'unpin', 'run'),
});

function take(
  vault: Vault,
  { days, does, fact }: { days: number; does: 'recall' | 'pin' | 'unpin' | 'run'; fact: string },
): void {
  const now = new Date(`${addDays(BEGIN, days)}T12:00:00Z`);
  if (does === 'recall') appendRecalls(vault, [JSON.stringify({ at: now.toISOString(), facts: [fact] })]);
  else if (does === 'run') fold(vault, now);
  else
    appendMarks(
      vault,
      planPins(
        readView(vault).facts.filter(({ id }) => id === fact),
        does,
        readMarks(vault),
        now,
      ).marks,
    );
}

function fold(vault: Vault, now: Date): void {
  for (const { path, text } of recallAppends(vault, { run: `r-${now.toISOString()}`, at: now.toISOString() })) {
    mkdirSync(dirname(join(vault.root, path)), { recursive: true });
    appendFileSync(join(vault.root, path), text);
  }
}

/** The tracked lines of another clone behind one's own, those that are there already left out: git's union. */
function union(vault: Vault, other: Vault): void {
  const folder = join(other.root, '.memvault/recalls');
  for (const path of [
    '.memvault/marks.jsonl',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => `.memvault/recalls/${name}`) : []),
  ]) {
    const [own, theirs] = [vault, other].map((one) =>
      existsSync(join(one.root, path))
        ? read(one, path)
            .split('\n')
            .filter((line) => line !== '')
        : [],
    );
    write(vault, path, [...new Set([...(own ?? []), ...(theirs ?? [])])].map((line) => `${line}\n`).join(''));
  }
}

function told(vault: Vault): unknown {
  const view = readView(vault);
  const all = { pending: false, as: null, since: null, until: null, categories: [], tags: [] };
  const facts = listFacts(view, readPending(view, '2026-07-01'), all, {
    today: '2026-07-01',
    recalled: readRecalled(vault),
  });
  return {
    facts: facts.map(({ id, confidence, pinned }) => [id, confidence, pinned]),
    recalled: Object.fromEntries(readRecalled(vault)),
    summary: summaryChange(vault, view, END)?.after,
  };
}

test('both tell the same, in whichever direction the lines were united', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const here = makeBase();
      const there = { ...here, root: `${here.root}-there` };
      try {
        cpSync(here.root, there.root, { recursive: true });
        write(here, '.memvault/clone', 'h3r3\n');
        write(there, '.memvault/clone', 'th3r\n');
        for (const one of steps.toSorted((a, b) => a.days - b.days)) take(one.clone === 'here' ? here : there, one);
        for (const vault of [here, there]) fold(vault, END);
        union(here, there);
        union(there, here);
        expect(told(there)).toEqual(told(here));
        const recalls = steps.filter(({ does }) => does === 'recall').length;
        expect([...readRecalled(here).values()].reduce((sum, { count }) => sum + count, 0)).toBe(recalls);
      } finally {
        rmSync(here.root, { recursive: true, force: true });
        rmSync(there.root, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});
