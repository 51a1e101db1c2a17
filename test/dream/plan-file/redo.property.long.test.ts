// What was decided before is proposed anew, by the rules and by an engine that answers at random: no fact is lost or
// doubled, lint is green, a person's words and decisions stay, and a second time there is nothing to do.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRedo, type Redone } from '../../../src/dream/plan-file/redo.ts';
import { parsePlan, renderPlan } from '../../../src/dream/plan-file/parse.ts';
import { createRules } from '../../../src/dream/propose/rules/rules.ts';
import type { Engine } from '../../../src/dream/engine.ts';
import { CITED } from '../../../src/model/disposition.ts';
import type { Fact } from '../../../src/model/fact.ts';
import { pendingIds, readPending } from '../../../src/vault/pending.ts';
import { readSchema } from '../../../src/vault/own-files.ts';
import { readView } from '../../../src/vault/view.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { findings } from '../../lint/folders.ts';
import { dreamOnce, everything, makeVault, read, TODAY, write } from '../nights.ts';
import { applyFile, logInJuly } from './planned.ts';

const TEXTS = [
  'User prefers tabs',
  'The user prefers tabs.',
  'User prefers tabs in Go',
  'User works at Google',
  'User now works at Microsoft',
  'Ann met Bob in Oslo on 2026-06-30',
  'Atlas has 14 services',
  'It does not run on `node 18`',
  'hi there',
  'Ann wrote to Bob twice',
  'Ann wrote to Bob',
  'Ann called Bob yesterday',
  '工作在柏林',
];
const anyFact = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  category: fc.constantFrom('work', 'preference', 'event', 'general'),
  text: fc.constantFrom(...TEXTS),
});
const anyWhim = fc.record({
  as: fc.constantFrom('same', 'same', 'reword', 'duplicate', 'superseded', 'conflict', 'set-aside', 'wait', 'alone'),
  other: fc.nat(20),
});
const anyStory = fc.record({
  facts: fc.array(anyFact, { minLength: 1, maxLength: 12 }),
  more: fc.array(anyFact, { maxLength: 4 }),
  reworded: fc.array(fc.nat(20), { maxLength: 2 }),
  fixed: fc.array(fc.nat(20), { maxLength: 2 }),
  whims: fc.array(anyWhim, { minLength: 1, maxLength: 12 }),
  maxDays: fc.constantFrom(2, 14),
});

let serial = 0;

const log = (vault: Vault, facts: Parameters<typeof logInJuly>[1]): void => logInJuly(vault, facts, () => serial++);

/** As an older version left it. */
function age(vault: Vault): void {
  const folder = join(vault.root, '.memvault/ledger');
  for (const name of readdirSync(folder))
    writeFileSync(
      join(folder, name),
      readFileSync(join(folder, name), 'utf8').replaceAll('"engine":"rules/2"', '"engine":"rules/1"'),
    );
}

/** A claim in a person's words, and a decision that is a person's. Gives the words. */
function byHand(
  vault: Vault,
  { reworded, fixed }: { reworded: readonly number[]; fixed: readonly number[] },
): { words: string[]; fixed: Set<string> } {
  const words: string[] = [];
  for (const at of reworded) {
    const claims = [...readView(vault).pages.values()].flatMap((page) =>
      page.claims
        .filter((claim) => claim.section === 'Key Facts' && claim.sides.length === 0)
        .map((claim) => ({ page, claim })),
    );
    const found = claims[at % Math.max(1, claims.length)];
    if (!found || words.some((one) => found.claim.text.startsWith(one))) continue;
    const text = `${found.claim.text}, in my own words ${words.length}`;
    write(vault, found.page.path, read(vault, found.page.path).replace(`- ${found.claim.text}[^`, `- ${text}[^`));
    words.push(text);
  }
  const { ledger } = readView(vault);
  const lines = [...ledger.values()].filter(({ as }) => as === 'placed');
  const chosen = new Set(fixed.flatMap((at) => lines[at % Math.max(1, lines.length)] ?? []));
  for (const line of chosen)
    appendFileSync(
      join(vault.root, `.memvault/ledger/${line.day.slice(0, 7)}.jsonl`),
      `${JSON.stringify({ ...line, engine: 'fix', run: 'r-20260720-0310-abcdef', at: new Date(2026, 6, 20, 3, 10).toISOString() })}\n`,
    );
  return { words, fixed: new Set([...chosen].map(({ fact }) => fact)) };
}

const rulesOf =
  (vault: Vault) =>
  (facts: readonly Fact[]): Engine =>
    createRules(facts, { zones: vault.zones, schema: readSchema(vault), claimsPerPage: 200 });

/** Goes by the rules, but for its whims. */
function whimsical(vault: Vault, whims: readonly { as: string; other: number }[]): (facts: readonly Fact[]) => Engine {
  return (facts) => {
    const rules = rulesOf(vault)(facts);
    return {
      name: 'whim:a/consolidate-2',
      propose: async (batch, view, progress, cancel) => {
        const said = await rules.propose(batch, view, progress, cancel);
        const whimOf = (fact: string): (typeof whims)[number] =>
          whims[Number(fact.slice(1)) % whims.length] ?? { as: 'same', other: 0 };
        return {
          ...said,
          waits: batch.flatMap(({ id }) =>
            whimOf(id).as === 'wait' ? [{ fact: id, reason: 'the model was asleep', why: 'model' as const }] : [],
          ),
          proposals: said.proposals.map((one) => {
            const { as, other } = whimOf(one.fact);
            const page = one.page ?? '3_Personal/General.md';
            const text = facts.find(({ id }) => id === one.fact)?.text ?? '';
            const id = facts[other % facts.length]?.id ?? '';
            if (as === 'reword')
              return { fact: one.fact, as: 'placed' as const, page, text: `${text}, it was said`, reason: 'whim' };
            if (as === 'alone') return { fact: one.fact, as: 'placed' as const, page, reason: 'whim' };
            if (as === 'duplicate') return { fact: one.fact, as, of: id, page, reason: 'whim' };
            if (as === 'superseded') return { fact: one.fact, as, by: id, page, reason: 'whim' };
            if (as === 'conflict') return { fact: one.fact, as, with: id, page, reason: 'whim' };
            return as === 'set-aside' ? { fact: one.fact, as, reason: 'small talk' } : one;
          }),
        };
      },
    };
  };
}

let minute = 0;

async function redo(vault: Vault, makeEngine: (facts: readonly Fact[]) => Engine, maxDays: number): Promise<Redone> {
  const written = (): undefined => undefined;
  return await planRedo(
    { vault, makeEngine, progress: { update: () => undefined, end: () => undefined }, cancel: { requested: false } },
    {
      start: new Date(2026, 6, 20, 4, ++minute % 60, minute),
      today: TODAY,
      maxDays,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: false,
      retry: false,
      failures: new Map(),
      reviews: 10,
    },
    { since: '2026-07-02', written },
  );
}

function mustBeWhole(vault: Vault): void {
  const view = readView(vault);
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([...pendingIds(readPending(view, TODAY))]).toEqual([]);
  for (const fact of view.facts) {
    const claims = [...view.pages.values()].flatMap((page) =>
      page.claims.filter((claim) => claim.facts.includes(fact.id)),
    );
    const held = view.ledger.get(fact.id);
    expect([fact.id, claims.length]).toEqual([fact.id, CITED.has(held?.as ?? '') ? 1 : 0]);
  }
}

test.each([
  ['the rules', false],
  ['an engine with whims', true],
])('decided anew by %s', async (_who, hasWhims) => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      const vault = makeVault();
      log(vault, story.facts);
      await dreamOnce(vault, { minute: 0 });
      log(vault, story.more);
      await dreamOnce(vault, { minute: 1 });
      age(vault);
      const { words, fixed } = byHand(vault, story);
      await dreamOnce(vault, { minute: 20 });
      age(vault);
      const [before, bytes] = [readView(vault), everything(vault)];
      const makeEngine = hasWhims ? whimsical(vault, story.whims) : rulesOf(vault);
      const { file, result, engine } = await redo(vault, makeEngine, story.maxDays);
      expect(everything(vault)).toEqual(bytes);
      const text = renderPlan(file);
      await applyFile(vault, parsePlan(text, 'plan'));
      mustBeWhole(vault);
      const after = readView(vault);
      const all = [...after.pages.values()].map((page) => page.text).join('\n');
      for (const one of words) expect(all).toContain(one);
      for (const fact of fixed) expect(after.ledger.get(fact)).toEqual(before.ledger.get(fact));
      const planned = new Set(
        file.batches.flatMap(({ facts, settled }) => [...facts, ...settled]).map(({ fact }) => fact),
      );
      for (const fact of planned) expect([fact, after.ledger.get(fact)?.engine]).toEqual([fact, engine]);
      expect(result.left).toEqual([]);
      await expect(applyFile(vault, file))
        .rejects.toThrow(planned.size === 0 ? '' : /carried out already|not as this plan found it/)
        .catch((error: unknown) => {
          if (planned.size > 0) throw error;
        });
      const again = await redo(vault, makeEngine, story.maxDays);
      // What waited the first time may come up again.
      if (!hasWhims || story.whims.every(({ as }) => as !== 'wait')) expect(again.file.batches).toEqual([]);
      await dreamOnce(vault, { minute: 30 });
      expect(readView(vault).ledger).toEqual(after.ledger);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
