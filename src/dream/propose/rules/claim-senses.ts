// What the claims of a page say to the rules: in their own words, for a person may have reworded them, and in those
// of the facts that they stand for. Pure.
import { statementKey } from '../../../language/slots/equal.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import type { Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { View } from '../../../vault/view.ts';
import { inOrder, type KnownClaim, type Sense, senseOf } from './known-claims.ts';
import type { Standing } from './timeline.ts';

/**
 * What the rules find in facts. Pages are learned anew with every batch that changed them, so each answer should be
 * found once.
 */
export interface Findings {
  /** A fact's words as they stand on a page. */
  wordingOf(fact: Fact): string;
  keyOf(fact: Fact): string;
  senseOf(fact: Fact): Sense;
}

/**
 * The claim as the rules know it; each side of a callout by itself, and each fact of `edited`, which takes its new
 * words along.
 */
export function readClaims(
  claim: Claim,
  view: Pick<View, 'factById' | 'ledger'>,
  edited: ReadonlySet<string>,
  findings: Findings,
): KnownClaim[] {
  if (claim.sides.length > 0)
    return claim.sides.flatMap(({ text, facts }) =>
      readClaim({ page: claim.page, text, facts }, 'side', view, edited, findings),
    );
  return readClaim(claim, isHistory(claim) ? 'past' : 'current', view, edited, findings);
}

function readClaim(
  { page, text, facts }: Pick<Claim, 'page' | 'text' | 'facts'>,
  standing: Standing,
  { factById, ledger }: Pick<View, 'factById' | 'ledger'>,
  edited: ReadonlySet<string>,
  findings: Findings,
): KnownClaim[] {
  const known = facts.flatMap((id) => factById.get(id) ?? []);
  const by =
    standing === 'past' ? (facts.map((id) => ledger.get(id)?.by).find((id) => id !== undefined) ?? null) : null;
  const staying = known.filter(({ id }) => !edited.has(id));
  const [first] = staying;
  const moving = known
    .filter(({ id }) => edited.has(id))
    .map((fact): KnownClaim => ({
      fact: fact.id,
      facts: [fact],
      page,
      text: findings.wordingOf(fact),
      keys: [findings.keyOf(fact)],
      standing,
      by,
      sense: findings.senseOf(fact),
    }));
  if (!first) return moving;
  const isOwn = text === findings.wordingOf(first) || text === first.text;
  // What another fact on it put right it does not say.
  const isPutRight = ({ id }: Fact): boolean =>
    ledger.get(id)?.as === 'superseded' && facts.includes(ledger.get(id)?.by ?? '');
  const said = staying
    .filter((fact) => !isPutRight(fact))
    .filter(
      (fact) =>
        (isOwn && fact === first) ||
        text === findings.wordingOf(fact) ||
        missingSpecifics(fact.text, text).length === 0,
    );
  const keys = [isOwn ? findings.keyOf(first) : statementKey(text, first), ...said.map(findings.keyOf)];
  const sense = mostTelling([
    isOwn ? findings.senseOf(first) : senseOfWords(text, first),
    ...said.map(findings.senseOf),
  ]);
  return [
    { fact: first.id, facts: inOrder(staying), page, text, keys: [...new Set(keys)], standing, by, sense },
    ...moving,
  ];
}

/** A reworded claim means what it says now, whatever the value in its fact's fields. */
function senseOfWords(text: string, fact: Fact & { fields: Fact['fields'] }): Sense {
  const {
    category,
    day,
    fields: { value: _value, ...fields },
  } = fact;
  return senseOf({ text, fields, category, day });
}

function mostTelling(senses: readonly Sense[]): Sense {
  const [own] = senses;
  if (!own) throw new Error('a claim without a sense');
  if (own.slot !== null) return own;
  return (
    senses.find(({ slot }) => slot !== null) ??
    senses.find(({ form, leaves, turns }) => form !== null || leaves !== null || turns.length > 0) ??
    own
  );
}
