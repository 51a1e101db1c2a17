// Folds claims that say the same into one by hand: it cites all their facts, keeps the earliest date, and adds nothing
// to History, because nothing ended. Also checks which wording keeps the specifics of all.
import { asWritten, keepsSpecifics, missingSpecifics } from '../../language/specifics.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import {
  type Already,
  approvedPair,
  type Cited,
  type DecisionLine,
  findStanding,
  inConflict,
  linesOf,
  lineWith,
  mustBeCited,
  refused,
  type Remedy,
  sideOf,
} from './standing.ts';

const SAME = 'a person says that they say the same';

/** One claim, or one side of a callout. */
interface Part extends Cited {
  readonly text: string;
  readonly facts: readonly string[];
}

export interface Folding {
  /** The fact whose claim stays. */
  readonly into: string;
  /** The facts whose claims are folded into it. */
  readonly from: readonly string[];
  /** The wording; null for one of the existing ones, `drafts` first. Always checked. */
  readonly text: string | null;
  readonly drafts?: readonly string[];
  /** The command for a new wording, up to its text; for hints. */
  readonly command: string;
}

/** Throws `refused` if a claim cannot be changed or the wording would lose something. */
export function fold({ into, from, text, drafts = [], command }: Folding, view: View): Remedy | Already {
  const kept = partOf(into, view, true);
  const gone: Part[] = [];
  for (const part of from.map((id) => partOf(id, view, false)))
    if (!isSame(part, kept) && !gone.some((one) => isSame(one, part))) gone.push(part);
  if (gone.length === 0) return { already: `one claim cites ${[into, ...from].join(', ')} already` };
  mustSettleAlone([kept, ...gone]);
  const words = wordingFor([kept, ...gone], { text, drafts, command }, view);
  const { page } = kept.claim;
  const facts = gone.flatMap((part) => part.facts);
  const base = kept.facts.find((id) => ['placed', 'conflict'].includes(view.ledger.get(id)?.as ?? '')) ?? into;
  const callouts = [...new Set([kept, ...gone].map(({ claim }) => claim).filter(({ sides }) => sides.length > 1))];
  return {
    changes: [
      ...callouts.map((claim): Change => ({
        kind: 'settle',
        page: claim.page,
        claim: claim.facts[0] ?? '',
        facts: claim.facts,
        reason: SAME,
      })),
      ...gone.flatMap((part) => takenOff(part, page, view)),
      { kind: 'cite', page, claim: nameOf(kept, view), facts, reason: SAME },
      ...(words === kept.text
        ? []
        : [{ kind: 'correct' as const, page, claim: nameOf(kept, view), text: words, facts: [base], reason: SAME }]),
    ],
    lines: [...keptLines(kept, view), ...gone.flatMap((part) => foldedLines(part, base, page, view))],
    reviews: approvedPair(view, [kept.facts, ...gone.map((part) => part.facts)], [into, ...from], 'merge'),
    summary: `${[...from, into].join(', ')} are one claim`,
  };
}

function partOf(id: string, view: View, withNotes: boolean): Part {
  const cited = mustBeCited(findStanding(view, id), view, { withNotes });
  if (isHistory(cited.claim))
    throw refused(`the claim of ${id} is history`, `memvault fix ${id} --restore makes it current; then fold it`);
  const { text, facts } = sideOf(cited);
  return { ...cited, text, facts };
}

const isSame = (a: Part, b: Part): boolean => a.claim === b.claim && a.facts === b.facts;

/** A callout can be folded only if all its sides become one claim. */
function mustSettleAlone(parts: readonly Part[]): void {
  for (const { fact, claim } of parts) {
    if (claim.sides.length < 2 || claim.sides.every(({ facts }) => parts.some((part) => part.facts === facts)))
      continue;
    throw inConflict(fact.id);
  }
}

function takenOff(part: Part, to: string, view: View): Change[] {
  const { page } = part.claim;
  const grounds = { page, facts: part.facts, reason: SAME };
  return [
    { kind: 'remove', claim: nameOf(part, view), ...grounds },
    ...(page === to ? [] : [{ kind: 'unsource' as const, ...grounds }]),
  ];
}

/** A fact that identifies the claim: no other claim on the page cites it. Throws `refused` without one. */
function nameOf({ facts, fact, claim }: Part, view: View): string {
  const claims = view.pages.get(claim.page)?.claims ?? [];
  const isOwn = (id: string): boolean => claims.filter((one) => one.facts.includes(id)).length === 1;
  const name = [fact.id, ...facts].find(isOwn);
  if (name !== undefined) return name;
  throw refused(`${claim.page} has more than one claim of ${fact.id}`, 'fold them by hand; the next dream records it');
}

/** A side of a conflict becomes a plain claim. */
const keptLines = ({ claim, facts }: Part, view: View): DecisionLine[] =>
  linesOf(facts, view, (line) =>
    claim.sides.length > 1 && line.as === 'conflict' ? lineWith(line, 'placed', claim.page) : null,
  );

/** Corrections within the claim are kept. */
const foldedLines = ({ facts }: Part, of: string, page: string, view: View): DecisionLine[] =>
  linesOf(facts, view, (line) => {
    if (line.fact === of) return null;
    return line.as === 'superseded' && line.by !== undefined && facts.includes(line.by)
      ? lineWith(line, 'superseded', page, { by: line.by })
      : lineWith(line, 'duplicate', page, { of });
  });

/** A specific that a wording loses, with its fact. */
interface Lost {
  readonly fact: string;
  readonly specific: string;
}

function wordingFor(
  parts: readonly Part[],
  { text, drafts, command }: Pick<Required<Folding>, 'text' | 'drafts' | 'command'>,
  view: View,
): string {
  const facts = parts.flatMap((part) => standingOn(part.facts, view));
  const said = [...parts.map((part) => part.text), ...facts.map((id) => view.factById.get(id)?.text ?? '')];
  const lost = (words: string): Lost[] => withoutDisputed(lostIn(words, facts, view), facts);
  const says = (one: string): boolean => lackingIn(one, said).length === 0 || keepsSpecifics(one, said);
  const words = text ?? [...drafts, ...said].find(says);
  if (words !== undefined && lost(words).length === 0) return words;
  const nearest = text ?? said.reduce((a, b) => (lackingIn(b, said).length < lackingIn(a, said).length ? b : a));
  const missing = text === null ? lackingIn(nearest, said) : lost(nearest).map(({ specific }) => specific);
  const list = namesOf(lost(nearest), view) || missing.join(', ');
  throw refused(
    text === null
      ? `none of their wordings says all that they say: “${nearest}” lacks ${list}`
      : `these words lack ${list}`,
    `say all of it: ${command} --text "…"`,
    { missing: [...new Set(missing)] },
  );
}

/** The specifics of the statements that a wording lacks, each once: numbers, dates, names, addresses, negations. */
export function lackingIn(text: string, said: readonly string[]): string[] {
  return [...new Set(said.flatMap((one) => missingSpecifics(one, text)))];
}

/** Facts that a claim stands for. Superseded ones need no words there. */
export const standingOn = (facts: readonly string[], view: View): string[] =>
  facts.filter((id) => view.ledger.get(id)?.as !== 'superseded');

export function lostIn(text: string, facts: readonly string[], view: View): Lost[] {
  return facts.flatMap((fact) =>
    missingSpecifics(view.factById.get(fact)?.text ?? '', text).map((specific) => ({ fact, specific })),
  );
}

/** If only some facts are negated, the wording may follow either. */
function withoutDisputed(lost: readonly Lost[], facts: readonly string[]): Lost[] {
  const denied = lost.filter(({ specific }) => specific === 'not');
  return denied.length < facts.length ? lost.filter((one) => !denied.includes(one)) : [...lost];
}

/** For messages, each once; empty for none. */
export function namesOf(lost: readonly Lost[], view: View): string {
  const names = lost.map(({ fact, specific }) =>
    specific === 'not'
      ? `as many negations as ${fact}`
      : `${JSON.stringify(asWritten(view.factById.get(fact)?.text ?? '', specific))} of ${fact}`,
  );
  return [...new Set(names)].join(', ');
}
