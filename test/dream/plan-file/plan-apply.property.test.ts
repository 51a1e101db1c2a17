// A plan that is stored and carried out comes to the same bytes as the dream itself, whatever happened in the vault
// before; made, it changes nothing; carried out once, it is refused.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlan, renderPlan } from '../../../src/dream/plan-file/parse.ts';
import { readView } from '../../../src/vault/view.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { hashFolder } from '../../support/folder-hash.ts';
import { copyOf, dreamOnce, everything, makeVault, read, write } from '../nights.ts';
import { applyText, logInJuly, planOf } from './planned.ts';

const TEXTS = [
  'User prefers tabs',
  'The user prefers tabs.',
  'User prefers spaces',
  'User works at Google',
  'User now works at Microsoft',
  'User left Microsoft',
  'Ann met Bob in Oslo on 2026-06-30',
  'Ann met Bob in Oslo',
  'Atlas has 14 services',
  'It does not run on `node 18`',
  'hi there',
  'Ann wrote to Bob twice',
  'Release on 2026-08-15, see https://example.org/a',
  '工作在柏林',
  'a "quoted" \\ thing\twith tabs',
  'The API key is sk-proj-Zt4mV9qLw2Xy7Rb1Nc8Kd5Hf3Gj6Pq0Ts',
];
const anyFact = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  category: fc.constantFrom('work', 'preference', 'event', 'general'),
  text: fc.constantFrom(...TEXTS),
});
const anyEdit = fc.record({ kind: fc.constantFrom('log line', 'delete claim', 'reword', 'copy page'), at: fc.nat(20) });
const anyStory = fc.record({
  before: fc.array(anyFact, { maxLength: 8 }),
  edits: fc.array(anyEdit, { maxLength: 3 }),
  since: fc.array(anyFact, { maxLength: 10 }),
  maxDays: fc.constantFrom(1, 2, 14),
});

let serial = 0;

const log = (vault: Vault, facts: Parameters<typeof logInJuly>[1]): void => logInJuly(vault, facts, () => serial++);

function edit(vault: Vault, { kind, at }: { kind: string; at: number }): void {
  const { facts, pages } = readView(vault);
  const page = [...pages.values()][at % Math.max(1, pages.size)];
  const fact = facts[at % Math.max(1, facts.length)];
  if (kind === 'log line' && fact)
    write(vault, fact.path, read(vault, fact.path).replace(fact.text, `${fact.text} indeed`));
  const claim = page?.claims[at % Math.max(1, page.claims.length)];
  if (!page || !claim) return;
  const lines = page.text.split('\n');
  if (kind === 'delete claim') write(vault, page.path, lines.filter((_, index) => index !== claim.line - 1).join('\n'));
  if (kind === 'reword') write(vault, page.path, page.text.replace(claim.text, `${claim.text} so far`));
  if (kind === 'copy page') write(vault, `2_Wiki/Copy ${at}.md`, page.text);
}

test('a plan that is carried out is the dream itself, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ before, edits, since, maxDays }) => {
      const vault = makeVault();
      log(vault, before);
      await dreamOnce(vault, { minute: 0 });
      for (const one of edits) edit(vault, one);
      log(vault, since);
      const [planned, direct, bytes] = [copyOf(vault), copyOf(vault), everything(vault)];
      const text = await planOf(vault, { minute: 1, maxDays });
      expect(everything(vault)).toEqual(bytes);
      expect(text).not.toContain('sk-proj');
      expect(renderPlan(parsePlan(text, 'plan'))).toBe(text);
      const asked = await dreamOnce(direct, { minute: 1, maxDays });
      const applied = await applyText(planned, text);
      expect(hashFolder(planned.root)).toEqual(hashFolder(direct.root));
      expect([...applied.left].sort(byFact)).toEqual([...asked.left].sort(byFact));
      if (asked.runs.length > 0)
        await expect(applyText(planned, text)).rejects.toThrow(
          /carried out already|has changed since this plan was made/,
        );
    }),
    { numRuns: 25 },
  );
});

const byFact = (a: { fact: string }, b: { fact: string }): number => (a.fact < b.fact ? -1 : 1);
