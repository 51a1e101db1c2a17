// What a plan that a person edited does and they may not see: a fact that is folded into a claim which does not say all
// of it, and words that cannot hold beside others. A person may decide so; it is told. Pure.
import stopWords from '../../../templates/words/stop-words.en.json';
import { normalForm } from '../../language/normal-form.ts';
import { isHistory } from '../../model/page.ts';
import type { Decision } from '../../model/plan.ts';
import { rememberClashes } from '../../vault/agreement.ts';
import type { View } from '../../vault/view.ts';
import type { DreamResult } from '../dreamt.ts';
import { createStem } from '../propose/rules/terms.ts';

/** One line a case. `result`: what the plan comes to, or came to. */
export function consequences({ runs, view }: Pick<DreamResult, 'runs' | 'view'>): string[] {
  const decisions = runs.flatMap((run) => run.decisions);
  return [...decisions.flatMap((decision) => folded(decision, view)), ...clashing(decisions, view)];
}

const STOP: ReadonlySet<string> = new Set(stopWords.words);
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const LONGEST = 80;

function folded({ fact, as, of }: Decision, view: View): string[] {
  if (as !== 'duplicate' || of === undefined) return [];
  const [words, claim] = [view.factById.get(fact)?.text ?? '', claimOf(fact, view) ?? claimOf(of, view) ?? ''];
  return saysAll(claim, words)
    ? []
    : [`${fact}, ${quote(words)}, is folded into ${quote(claim)}; neither pages nor search have its own words`];
}

/** In any order and form; of scripts that part no words, as it stands. */
function saysAll(claim: string, words: string): boolean {
  if (normalForm(claim).includes(normalForm(words))) return true;
  const stem = createStem();
  const telling = (text: string): string[] =>
    (normalForm(text).match(WORD) ?? []).filter((word) => !STOP.has(word)).map(stem);
  const said = new Set(telling(claim));
  return telling(words).every((word) => said.has(word));
}

/** The next dream settles it whatever the plan says; better to know before. */
function clashing(decisions: readonly Decision[], view: View): string[] {
  const decided = new Set(decisions.map(({ fact }) => fact));
  const clashes = [...rememberClashes().find(view, () => true)].filter(
    ([fact, { other }]) => decided.has(fact) || decided.has(other),
  );
  return clashes.map(([fact, { as, other, reason }]) => {
    const both = `${quote(claimOf(fact, view) ?? fact)} and ${quote(claimOf(other, view) ?? other)}`;
    return as === 'duplicate'
      ? `${both} say the same: the next dream makes one of them`
      : `${both} cannot both hold: the next dream settles it (${reason})`;
  });
}

function claimOf(fact: string, view: View): string | undefined {
  const claims = (view.citedOn.get(fact) ?? [])
    .flatMap((path) => view.pages.get(path)?.claims ?? [])
    .filter((claim) => claim.facts.includes(fact) && !isHistory(claim));
  return claims.flatMap((claim) => [...claim.sides, claim]).find(({ facts }) => facts.includes(fact))?.text;
}

function quote(text: string): string {
  const letters = Array.from(text.replace(/\s+/gu, ' '));
  return `“${letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : text}”`;
}
