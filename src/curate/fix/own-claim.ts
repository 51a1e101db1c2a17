// A claim of its own for a fact that shares one: its footnote goes off the shared claim, and what stays there says
// what the others say.
import { normalForm } from '../../language/normal-form.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import { type DecisionLine, inOrder, lineWith } from './remedy.ts';
import type { Cited } from './standing.ts';

export interface OnItsOwn {
  readonly changes: readonly Change[];
  readonly lines: readonly DecisionLine[];
}

/**
 * The changes that take the fact off its claim and give it one with its own words, on the same page and under the same
 * head.
 */
export function onItsOwn({ fact, held, claim }: Cited, view: View, reason: string): OnItsOwn {
  const { page } = claim;
  const rest = inOrder(
    claim.facts.filter((id) => id !== fact.id),
    view,
  ).flatMap((id) => view.ledger.get(id) ?? []);
  const stays = isHistory(claim)
    ? { changes: [], lines: leftInHistory(held, rest, page) }
    : whatStays({ fact, held, claim }, rest, view, reason);
  return {
    changes: [
      { kind: 'uncite', page, claim: fact.id, facts: [fact.id], reason },
      ...stays.changes,
      { kind: 'add', page, text: fact.text, head: isHistory(claim) ? null : claim.head, facts: [fact.id], reason },
    ],
    lines: [lineWith(held, 'placed', page), ...stays.lines],
  };
}

/** What repeated the fact there was superseded as it was. */
function leftInHistory({ fact, as, by }: LedgerLine, rest: readonly LedgerLine[], page: string): DecisionLine[] {
  const [leader, ...others] = as === 'superseded' && by !== undefined ? rest.filter(({ of }) => of === fact) : [];
  const first = rest.find((line) => line.as === 'superseded') ?? leader;
  if (leader === undefined || first === undefined) return [];
  const repeats = first === leader ? others : [leader, ...others];
  return [
    ...(first === leader ? [lineWith(leader, 'superseded', page, { by: by ?? '' })] : []),
    ...repeats.map((line) => lineWith(line, 'duplicate', page, { of: first.fact })),
  ];
}

/** The claim without the fact: whose it is from now on, and its words where they were the fact's own. */
function whatStays({ fact, claim }: Cited, rest: readonly LedgerLine[], view: View, reason: string): OnItsOwn {
  const follows = (line: LedgerLine): boolean => line.of === fact.id || line.by === fact.id;
  const current = rest.filter((line) => line.as !== 'superseded' || follows(line));
  const leader = current.find((line) => line.as === 'placed') ?? current.at(-1);
  if (leader === undefined) return { changes: [], lines: [] };
  const words = wordsFor(claim.text, fact.text, leader, current, view);
  const apart = current.filter((line) => line !== leader && missingSpecifics(textOf(line, view), words).length > 0);
  return {
    changes: [
      ...(words === claim.text
        ? []
        : [
            {
              kind: 'correct' as const,
              page: claim.page,
              claim: leader.fact,
              text: words,
              facts: [leader.fact],
              reason,
            },
          ]),
      ...apart.flatMap((line): Change[] => [
        { kind: 'uncite', page: claim.page, claim: line.fact, facts: [line.fact], reason },
        { kind: 'add', page: claim.page, text: textOf(line, view), head: claim.head, facts: [line.fact], reason },
      ]),
    ],
    lines: current.flatMap((line): DecisionLine[] => {
      if (line === leader || apart.includes(line))
        return line.as === 'placed' ? [] : [lineWith(line, 'placed', claim.page)];
      return follows(line) || apart.some(({ fact: id }) => id === line.of)
        ? [lineWith(line, 'duplicate', claim.page, { of: leader.fact })]
        : [];
    }),
  };
}

/**
 * As they are, unless they were the fact's own or drop what the others say; then the longest of theirs that says all,
 * else the leader's.
 */
function wordsFor(text: string, own: string, leader: LedgerLine, rest: readonly LedgerLine[], view: View): string {
  const texts = rest.map((line) => textOf(line, view));
  const saysAll = (words: string): boolean => texts.every((one) => missingSpecifics(one, words).length === 0);
  const form = normalForm(text);
  const isOwn = form === normalForm(own) && !texts.some((one) => normalForm(one) === form);
  if (!isOwn && saysAll(text)) return text;
  return (
    texts.filter(saysAll).reduce((best, one) => (one.length >= best.length ? one : best), '') || textOf(leader, view)
  );
}

const textOf = ({ fact }: LedgerLine, view: View): string => view.factById.get(fact)?.text ?? '';
