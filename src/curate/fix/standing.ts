// The current state of a fact, what prevents a correction, the result of one as a value, and folding: one claim of
// several that say the same.
import { normalForm } from '../../language/normal-form.ts';
import { asWritten, keepsSpecifics, missingSpecifics } from '../../language/specifics.ts';
import { factDigest, reviewId } from '../../model/bytes.ts';
import type { DispositionKind, LedgerLine } from '../../model/disposition.ts';
import { MemvaultError, mustBeExpected } from '../../model/errors.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { ReviewKind, ReviewLine } from '../../model/review.ts';
import { goesWithNotes, isWholeClaim } from '../../page/edit-claim.ts';
import { hasMergeMarkers } from '../../page/page.ts';
import { isForgotten, type View } from '../../vault/view.ts';

export interface Standing {
  readonly fact: Fact;
  /** The decision about it. */
  readonly held: LedgerLine;
  /** The claim that cites it: in History if it was superseded, else a current one; null for none. */
  readonly claim: Claim | null;
}

/** A fact with a claim, which every change of a claim requires. */
export interface Cited extends Standing {
  readonly claim: Claim;
}

/** Throws `not-found`, and `refused` if there is no decision to correct. */
export function findStanding(view: View, id: string): Standing {
  const fact = view.factById.get(id);
  const held = view.ledger.get(id);
  if (isForgotten(id, view))
    throw refused(`${id} was forgotten`, `memvault forget --undo ${id} restores it, unless it was purged`);
  if (fact === undefined)
    throw new MemvaultError('not-found', `no such fact: ${id}`, { hint: 'memvault facts lists them' });
  if (held === undefined || held.as === 'pending')
    throw refused(
      `nothing was decided about ${id} yet: it is pending`,
      'memvault dream decides it; memvault dream --dry-run shows what would become of today’s facts',
    );
  if (held.digest !== factDigest(fact))
    throw refused(
      `the line of ${id} was edited since it was decided: it is pending again`,
      'memvault dream corrects its claim',
    );
  return { fact, held, claim: claimOf(id, view) };
}

/** The claims that cite a fact, those on its home page first. */
export function claimsCiting(fact: string, view: View): Claim[] {
  const home = view.ledger.get(fact)?.page;
  return [...(view.citedOn.get(fact) ?? [])]
    .sort((a, b) => Number(b === home) - Number(a === home))
    .flatMap((path) => view.pages.get(path)?.claims.filter(({ facts }) => facts.includes(fact)) ?? []);
}

/** The claim that a fact's disposition refers to; null for none. */
export function claimOf(fact: string, view: View): Claim | null {
  const held = view.ledger.get(fact);
  const claims = held === undefined ? [] : claimsCiting(fact, view);
  const wanted = (claim: Claim): boolean => isHistory(claim) === (held?.as === 'superseded');
  return claims.find(wanted) ?? claims[0] ?? null;
}

/**
 * Throws `refused` if no page cites it or memvault must not change its claim. `withNotes`: allow a person's notes below
 * the claim, which move with it.
 */
export function mustBeCited(standing: Standing, view: View, { withNotes = false } = {}): Cited {
  const { fact, held, claim } = standing;
  if (claim === null)
    throw refused(
      `no page cites ${fact.id}; it is ${held.as}`,
      `memvault fix ${fact.id} --restore brings a claim back`,
    );
  mustBeWritable(view, claim.page);
  const text = view.pages.get(claim.page)?.text ?? '';
  if (claim.sides.length < 2 && !isWholeClaim(text, claim.line) && !(withNotes && goesWithNotes(text, claim.line))) {
    throw refused(
      `the claim of ${fact.id} in ${claim.page}, line ${claim.line}, is part of your own text`,
      `edit that place by hand; the footnote [^${fact.id}] belongs to what ${fact.id} says`,
    );
  }
  return { ...standing, claim };
}

/** Throws `refused` for an unmerged page. */
export function mustBeWritable(view: View, path: string): void {
  const page = view.pages.get(path);
  if (view.merge?.paths.has(path) !== true && !hasMergeMarkers(page?.text ?? '')) return;
  throw refused(`${path} has an unresolved merge`, 'resolve it in the page, then run the command again');
}

/** For corrections that need a claim without a conflict. */
export const inConflict = (id: string): MemvaultError =>
  refused(`${id} contradicts another fact`, `decide that first: memvault fix ${id} --current, or --separate`);

export function refused(message: string, hint: string, data?: Readonly<Record<string, unknown>>): MemvaultError {
  return new MemvaultError('refused', `${message}; nothing was changed`, { hint, ...(data && { data }) });
}

/** Returns the result of a decision, or the error that refuses it. */
export function orRefusal<T>(decide: () => T): T | MemvaultError {
  try {
    return decide();
  } catch (error) {
    mustBeExpected(error, 'refused');
    return error;
  }
}

/** The reason without "nothing was changed". */
export const reasonOf = ({ message }: MemvaultError): string => message.replace(/; nothing was changed$/, '');

/** The claim of a fact; for a callout, only its side. */
export const sideOf = ({ fact, claim }: Cited): Pick<Claim, 'text' | 'facts'> =>
  (claim.sides.length > 1 ? claim.sides.find(({ facts }) => facts.includes(fact.id)) : undefined) ?? claim;

// Gives a fact that shares a claim its own: removes its footnote from the shared claim, which from then on says what
// the others say.

interface OnItsOwn {
  readonly changes: readonly Change[];
  readonly lines: readonly DecisionLine[];
}

/**
 * The changes that take the fact off its claim and give it one with its own words, on the same page and under the same
 * heading.
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

/** Duplicates of the fact in History become superseded in its place. */
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

/** The remaining claim: its new first fact, and a new text if it had the removed fact's words. */
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
 * The text stays, unless it was the fact's own or lacks what the others say; then the longest of their texts that says
 * everything, else the leader's.
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

export type DecisionLine = Omit<LedgerLine, 'run' | 'at' | 'engine'>;
export type ReviewWish = Omit<ReviewLine, 'run' | 'at'>;

export interface Remedy {
  /** In the order of execution. */
  readonly changes: readonly Change[];
  readonly lines: readonly DecisionLine[];
  readonly reviews: readonly ReviewWish[];
  /** One sentence for a person and for log.md, with ids but without any fact's words. */
  readonly summary: string;
}

/** Why there is nothing to do, in a sentence. */
export interface Already {
  readonly already: string;
}

export const isAlready = (outcome: Remedy | Already): outcome is Already => 'already' in outcome;

/** A ledger line with another disposition. Keeps day and digest. */
export function lineWith(
  { fact, day, digest }: LedgerLine,
  as: DispositionKind,
  page: string,
  { of, by, with: other }: Pick<LedgerLine, 'of' | 'by' | 'with'> = {},
): DecisionLine {
  return { fact, day, as, page, ...defined({ of, by, with: other }), digest };
}

/** New lines of facts, based on their last ones; `decide` returns null for none. */
export const linesOf = (
  facts: readonly string[],
  view: View,
  decide: (line: LedgerLine) => DecisionLine | null,
): DecisionLine[] =>
  facts.flatMap((id) => {
    const line = view.ledger.get(id);
    return (line && decide(line)) ?? [];
  });

/** Lines that keep a fact apart from others for good; skips pairs that are apart already. */
export function keptApart(view: View, fact: string, others: readonly string[], kind: ReviewKind): ReviewWish[] {
  return [...new Set(others)]
    .filter((other) => other !== fact && !view.apart(fact, other))
    .map((other) => pairLine(view, [fact, other], { kind, status: 'rejected', reason: 'a person keeps them apart' }));
}

/** A person's decision about two facts. An existing review of them keeps its kind, reason and score. */
function pairLine(
  view: View,
  pair: readonly string[],
  decided: Pick<ReviewWish, 'kind' | 'status' | 'reason'>,
): ReviewWish {
  const facts = inOrder(pair, view);
  const id = reviewId(facts);
  const { kind, reason, score } = view.reviews.get(id) ?? { ...decided, score: 1 };
  return { id, kind, status: decided.status, facts, reason, score };
}

/**
 * Lines that record the decision, so that no review asks again: for the pairs in `named`, and for facts of these claims
 * that were kept apart before.
 */
export function approvedPair(
  view: View,
  claims: readonly (readonly string[])[],
  named: readonly string[],
  kind: ReviewKind,
): ReviewWish[] {
  const [first = ''] = named;
  const pairs = [
    ...named.slice(1).map((other) => [first, other]),
    ...claims.flatMap((facts, at) =>
      claims
        .slice(at + 1)
        .flatMap((others) => facts.flatMap((a) => others.filter((b) => view.apart(a, b)).map((b) => [a, b]))),
    ),
  ].filter(([a, b]) => a !== b);
  const lines = pairs.map((pair) => pairLine(view, pair, { kind, status: 'approved', reason: 'a person decided it' }));
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** In chronological order; unknown ones first. */
export function inOrder(ids: readonly string[], view: Pick<View, 'factById'>): string[] {
  const known = ids
    .map((id) => view.factById.get(id))
    .filter((fact): fact is Fact => fact !== undefined)
    .sort(compareFacts)
    .map(({ id }) => id);
  return [...ids.filter((id) => !view.factById.has(id)), ...known];
}

// Folds claims that say the same into one by hand: it cites all their facts, keeps the earliest date, and adds nothing
// to History, because nothing ended. Also checks which wording keeps the specifics of all.

const SAME = 'a person says that they say the same';

/** One claim, or one side of a callout. */
interface Part extends Cited {
  readonly text: string;
  readonly facts: readonly string[];
}

interface Folding {
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
