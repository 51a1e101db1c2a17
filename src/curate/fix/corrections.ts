// Corrections by hand: `--current`, `--restore` and `--separate`, as changes of pages and ledger lines.
import { isEvent } from '../../language/profile.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { CITED, foldLedger } from '../../model/disposition.ts';
import { eventDay } from '../../model/fact.ts';
import { type Claim, isHistory, type Side } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import { isBareClaim } from '../../page/edit-claim.ts';
import { titleFromPath } from '../../page/page.ts';
import type { View } from '../../vault/view.ts';
import {
  type Already,
  approvedPair,
  type Cited,
  claimOf,
  claimsCiting,
  type DecisionLine,
  findStanding,
  inConflict,
  inOrder,
  keptApart,
  linesOf,
  lineWith,
  mustBeCited,
  mustBeWritable,
  onItsOwn,
  refused,
  type Remedy,
  type ReviewWish,
  sideOf,
  type Standing,
} from './standing.ts';

const CURRENT = 'a person says which one holds';

/** Throws `refused`. */
export function makeCurrent(standing: Standing, view: View): Remedy | Already {
  const { fact, held } = standing;
  const cited = mustBeCited(standing, view, { withNotes: true });
  if (cited.claim.sides.length > 1)
    return insteadOf(
      cited,
      view,
      cited.claim.sides.flatMap(({ facts }) => (facts.includes(fact.id) ? [] : facts)),
    );
  const gone =
    held.as === 'superseded'
      ? fact.id
      : cited.claim.facts.find((id) => view.ledger.get(id)?.as === 'superseded' && isHistory(cited.claim));
  const successor = gone === undefined ? undefined : successorsOf(gone, view).at(-1);
  if (gone === undefined || successor === undefined)
    return { already: `${fact.id} is current already, and nothing contradicts it` };
  return insteadOf(cited, view, [successor]);
}

const REPLACED = 'a person says that it replaces it';

/** Moves the claim of `old` to History, replaced by the fact's claim. Throws `refused`. */
export function replace(standing: Standing, view: View, old: string): Remedy | Already {
  const { fact } = standing;
  const gone = mustBeCited(findStanding(view, old), view, { withNotes: true });
  const keep = mustBeCited(standing, view, { withNotes: true });
  for (const { fact: one, claim } of [keep, gone])
    if (claim.sides.length > 1 && claim !== (one === fact ? gone : keep).claim) throw inConflict(one.id);
  const isPast = isHistory(gone.claim) && gone.claim !== keep.claim;
  if (isPast && gone.held.by === fact.id && !isHistory(keep.claim))
    return { already: `${fact.id} replaced ${old} already` };
  const remedy = isPast
    ? followedBy(keep, gone, view)
    : keep.claim === gone.claim && keep.claim.sides.length < 2
      ? partedInTime(keep, gone, view)
      : insteadOf(keep, view, [old]);
  return {
    ...remedy,
    reviews: approvedPair(view, [sideOf(keep).facts, sideOf(gone).facts], [fact.id, old], 'supersede'),
    summary: `${fact.id} replaces ${old}`,
  };
}

/** For a claim already in History: makes it end with the new fact. */
function followedBy(keep: Cited, { fact, held, claim }: Cited, view: View): Pick<Remedy, 'changes' | 'lines'> {
  const { page, facts } = claim;
  const days = span(claim.held?.from ?? eventDay(fact), eventDay(keep.fact));
  const current = isHistory(keep.claim) ? insteadOf(keep, view, []) : { changes: [], lines: [] };
  return {
    changes: [
      ...current.changes,
      ...(claim.held === null || claim.held.to === days.to
        ? []
        : [{ kind: 'redate' as const, page, claim: fact.id, ...days, facts, reason: REPLACED }]),
    ],
    lines: [...current.lines, lineWith(held, 'superseded', page, { by: keep.fact.id })],
  };
}

/** For a claim that cites both: moves the older fact's own words to History. */
function partedInTime(keep: Cited, gone: Cited, view: View): Pick<Remedy, 'changes' | 'lines'> {
  const { page } = gone.claim;
  const apart = onItsOwn(gone, view, REPLACED);
  const days = span(eventDay(gone.fact), eventDay(keep.fact));
  const { text, id } = gone.fact;
  const last = isHistory(keep.claim) ? insteadOf(keep, view, []) : { changes: [], lines: [] };
  return {
    changes: [
      ...apart.changes.slice(0, -1),
      ...last.changes,
      { kind: 'past', page, text, facts: [id], ...days, reason: REPLACED },
    ],
    lines: [
      ...apart.lines.slice(1),
      ...last.lines,
      lineWith(gone.held, 'superseded', page, { by: keep.fact.id }),
    ].filter((line, at, all) => all.findLastIndex(({ fact }) => fact === line.fact) === at),
  };
}

const ASIDE = 'a person says that it need not be remembered';

/** Removes its claim, or only its footnote from a shared claim. Throws `refused`. */
export function setAside(standing: Standing, view: View): Remedy {
  const cited = mustBeCited(standing, view);
  const { fact, held, claim } = cited;
  if (claim.sides.length > 1) throw inConflict(fact.id);
  const grounds = { page: claim.page, facts: [fact.id], reason: ASIDE };
  const shared = claim.facts.length > 1 ? onItsOwn(cited, view, ASIDE) : null;
  return {
    changes: [
      ...(shared === null ? [{ kind: 'remove' as const, claim: fact.id, ...grounds }] : shared.changes.slice(0, -1)),
      { kind: 'unsource', ...grounds },
    ],
    lines: [
      { fact: fact.id, day: held.day, as: 'set-aside', reason: ASIDE, digest: held.digest },
      ...(shared?.lines.slice(1) ?? []),
    ],
    reviews: [],
    summary: `${fact.id} is set aside`,
  };
}

/** Makes a fact's claim current and moves those of others to History, superseded by it. Throws `refused`. */
export function insteadOf(keep: Cited, view: View, others: readonly string[]): Remedy {
  const { fact, claim } = keep;
  const gone = claimsOf(others, keep, view);
  const shared = gone.some((other) => other === claim) && claim.sides.length < 2;
  const moved = shared ? [] : gone.filter((other) => other !== claim || claim.sides.length > 1);
  const revive = isHistory(claim) ? [reviveChange(keep, others, view, CURRENT)] : [];
  const words: Change[] = shared
    ? [{ kind: 'correct', page: claim.page, claim: fact.id, text: fact.text, facts: [fact.id], reason: CURRENT }]
    : [];
  const sent = new Set(others.filter((id) => !sideOf(keep).facts.includes(id) || shared));
  const leaving = new Set(moved.flatMap((other) => (mayLeave(other, keep, view) ? other.facts : [])));
  return {
    changes: [...revive, ...words, ...moved.flatMap((other) => toHistory(other, keep, view, { sent, leaving }))],
    lines: [
      ...keptLines(keep, view, sent),
      ...linesOf([...new Set([...sent, ...alongWith(moved, keep, view, sent), ...leaving])], view, (line) => {
        if (line.page === undefined) return null;
        const page = leaving.has(line.fact) ? claim.page : line.page;
        // A duplicate of a fact that moves stays its duplicate.
        const stays = line.as === 'superseded' || (line.as === 'duplicate' && line.of !== fact.id);
        if (!stays) return lineWith(line, 'superseded', page, { by: fact.id });
        return page === line.page ? null : lineWith(line, line.as, page, line);
      }),
    ],
    reviews: [],
    summary: `${fact.id} holds, and ${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} history`,
  };
}

/** Takes it out of History, under the heading of its successor. */
const reviveChange = (
  { fact, claim: { page, facts } }: Cited,
  successors: readonly string[],
  view: View,
  reason: string,
): Change => ({ kind: 'revive', page, claim: fact.id, head: headBeside(successors, page, view), facts, reason });

/** The claims of the others, each once. */
function claimsOf(others: readonly string[], keep: Cited, view: View): Claim[] {
  const claims = others.flatMap((id): Claim[] => {
    const [fact, held, claim] = [view.factById.get(id), view.ledger.get(id), claimOf(id, view)];
    if (!fact || !held || claim === null || isHistory(claim)) return [];
    if (claim !== keep.claim && claim.sides.length > 1) throw inConflict(id);
    return [mustBeCited({ fact, held, claim }, view, { withNotes: true }).claim];
  });
  return [...new Set(claims)];
}

/**
 * Whether a claim moves to the History of the other claim's page. Not for an event, and only if the line holds nothing
 * else and its facts are cited nowhere else.
 */
function mayLeave({ page, line, sides, facts }: Claim, { fact, claim }: Cited, view: View): boolean {
  return (
    page !== claim.page &&
    !isEvent(fact) &&
    sides.length === 0 &&
    isBareClaim(view.pages.get(page)?.text ?? '', line) &&
    facts.every((id) => view.factById.has(id) && claimsCiting(id, view).length === 1)
  );
}

/** One change for each claim or callout side that moves; three if it moves to another page. */
function toHistory(
  claim: Claim,
  keep: Cited,
  view: View,
  { sent, leaving }: Readonly<Record<'sent' | 'leaving', ReadonlySet<string>>>,
): Change[] {
  const { page, sides } = claim;
  const gone = sides.length > 1 ? sides.filter(({ facts }) => facts.some((id) => sent.has(id))) : [claim];
  return gone.flatMap(({ text, facts }): Change[] => {
    const until = eventDay(keep.fact);
    const days = facts.flatMap((id) => view.factById.get(id) ?? []).map(eventDay);
    const from = days.sort()[0] ?? until;
    const [name = ''] = facts;
    const past = { ...span(from, until), facts, reason: CURRENT };
    if (!leaving.has(name)) return [{ kind: 'supersede', page, claim: name, ...past }];
    return [
      { kind: 'remove', page, claim: name, facts, reason: CURRENT },
      { kind: 'unsource', page, facts, reason: CURRENT },
      { kind: 'past', page: keep.claim.page, text, ...past },
    ];
  });
}

/** A span must not end before it begins. */
const span = (from: string, until: string): { from: string; to: string } => ({ from, to: until > from ? until : from });

/** Lines for the claim that is kept: its superseded or conflicting facts become placed. */
function keptLines(keep: Cited, view: View, sent: ReadonlySet<string>): DecisionLine[] {
  const facts = sideOf(keep).facts.filter(
    (id) => !sent.has(id) && (isHistory(keep.claim) || keep.claim.sides.length > 1 || id === keep.fact.id),
  );
  return keep.claim.sides.length > 1
    ? placedSide(facts, keep.claim.page, view)
    : revivedLines(facts, keep.claim.page, view);
}

/** Placed facts on claims that move. */
function alongWith(claims: readonly Claim[], keep: Cited, view: View, sent: ReadonlySet<string>): string[] {
  return claims
    .filter(({ sides }) => sides.length < 2)
    .flatMap(({ facts }) =>
      facts.filter((id) => !sent.has(id) && id !== keep.fact.id && view.ledger.get(id)?.as === 'placed'),
    );
}

const RESTORED = 'a person says that it holds';

/** `to`: the page for a fact that is on none; null for its former one. Throws `refused`. */
export function restore(standing: Standing, view: View, to: string | null): Remedy | Already {
  const { fact, held, claim } = standing;
  if (claim === null) return onPage(standing, view, to ?? formerPage(view, fact.id));
  if (!CITED.has(held.as)) return { already: `${fact.id} stands on ${claim.page} already; the next dream records it` };
  if (held.as !== 'superseded' && !isHistory(claim))
    return { already: `${fact.id} is current on ${claim.page} already` };
  const cited = mustBeCited(standing, view, { withNotes: true });
  if (to !== null && to !== claim.page)
    throw refused(
      `${fact.id} is in the History of ${claim.page}`,
      `memvault fix ${fact.id} --restore makes it current there; then memvault fix ${fact.id} --to moves it`,
    );
  return isHistory(claim)
    ? revived(cited, view)
    : {
        ...onItsOwn(cited, view, RESTORED),
        reviews: keptApart(view, fact.id, successorsOf(fact.id, view), 'supersede'),
        summary: `${fact.id} has a claim of its own again, alongside ${held.by ?? ''}`,
      };
}

function revived(cited: Cited, view: View): Remedy {
  const { claim } = cited;
  const gone = claim.facts.filter((id) => view.ledger.get(id)?.as === 'superseded');
  const successors = [...new Set(gone.flatMap((id) => successorsOf(id, view)))];
  return {
    changes: [reviveChange(cited, successors, view, RESTORED)],
    lines: revivedLines(claim.facts, claim.page, view),
    reviews: gone.flatMap((id) => keptApart(view, id, successors, 'supersede')),
    summary:
      `${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} current again` +
      (successors.length === 0 ? '' : `, alongside ${successors.at(-1) ?? ''}`),
  };
}

/** Superseded facts become placed; their duplicates stay duplicates. */
const revivedLines = (facts: readonly string[], page: string, view: View): DecisionLine[] =>
  linesOf(facts, view, (line) => (line.as === 'superseded' ? lineWith(line, 'placed', page) : null));

/** The facts that replaced one, latest last. */
function successorsOf(id: string, view: View): string[] {
  const found: string[] = [];
  for (
    let by = view.ledger.get(id)?.by;
    by !== undefined && by !== id && !found.includes(by);
    by = view.ledger.get(by)?.by
  )
    found.push(by);
  return found;
}

/** The successor's heading on that page, or null. */
function headBeside(successors: readonly string[], page: string, view: View): string | null {
  const claim = claimOf(successors.at(-1) ?? '', view);
  return claim?.page === page && !isHistory(claim) ? claim.head : null;
}

function onPage({ fact, held }: Standing, view: View, page: string | null): Remedy {
  if (isSecret(fact))
    throw refused(
      `${fact.id} looks like a secret and is not put on a page`,
      `remove it from ${fact.path}, line ${fact.line}, and the next dream places the rest; memvault forget ` +
        `${fact.id} --purge removes it everywhere`,
    );
  if (page === null)
    throw refused(`${fact.id} was never on a page`, `say which: memvault fix ${fact.id} --restore --to PAGE`);
  mustBeWritable(view, page);
  return {
    changes: [
      ...createIfMissing(page, view, [fact.id]),
      { kind: 'add', page, text: fact.text, head: null, facts: [fact.id], reason: RESTORED },
    ],
    lines: [lineWith(held, 'placed', page)],
    reviews: keptApart(
      view,
      fact.id,
      [...(held.of === undefined ? [] : [held.of]), ...successorsOf(fact.id, view)],
      'merge',
    ),
    summary: `${fact.id} has a claim again`,
  };
}

/** Creates the page if missing, with its file name as title. */
export function createIfMissing(page: string, view: View, facts: readonly string[]): Change[] {
  const reason = 'a person puts a claim there';
  return view.pages.has(page)
    ? []
    : [{ kind: 'create', page, type: 'note', title: titleFromPath(page), about: '', facts, reason }];
}

/** The last page on which the ledger put the fact. */
function formerPage(view: View, id: string): string | null {
  const placed = view.ledgerRead.lines.filter((line) => line.fact === id && CITED.has(line.as));
  return foldLedger(placed).get(id)?.page ?? null;
}

const SEPARATED = 'a person says that it is a statement of its own';

/** For a duplicate, a side of a conflict, a superseded fact, and any that shares a claim. Throws `refused`. */
export function separate(standing: Standing, view: View): Remedy | Already {
  const { fact, held } = standing;
  const shared = standing.claim?.facts.some((id) => id !== fact.id && view.factById.has(id)) === true;
  if (held.as === 'superseded' && !shared) return restore(standing, view, null);
  const cited = mustBeCited(standing, view);
  const { sides } = cited.claim;
  if (sides.length > 2)
    throw refused(
      `${fact.id} is one of ${sides.length} sides of a conflict`,
      'say which one holds: memvault fix ID --current; or remove the side from the callout by hand',
    );
  if (sides.length > 1) return settle(cited, view);
  const others = cited.claim.facts.filter((id) => id !== fact.id && view.factById.has(id));
  if (others.length === 0)
    return isHistory(cited.claim)
      ? restore(standing, view, null)
      : { already: `${fact.id} has a claim of its own already` };
  return {
    ...onItsOwn(cited, view, SEPARATED),
    reviews: keptApart(view, fact.id, [...others, ...successorsOf(fact.id, view)], 'merge'),
    summary: `${fact.id} has a claim of its own, apart from ${others.join(', ')}`,
  };
}

/** Turns a callout into plain claims, one per side, and keeps them apart. */
export function settle({ fact, claim: { page, sides, facts } }: Cited, view: View): Remedy {
  return {
    changes: [{ kind: 'settle', page, claim: fact.id, facts, reason: SEPARATED }],
    lines: sides.flatMap((side) => placedSide(side.facts, page, view)),
    reviews: sides.flatMap((side, at) => apartFrom([side], sides.slice(at + 1), view)),
    summary: `${facts.join(', ')} hold side by side`,
  };
}

function apartFrom(some: readonly Side[], others: readonly Side[], view: View): ReviewWish[] {
  return some.flatMap(({ facts }) =>
    facts.flatMap((id) =>
      keptApart(
        view,
        id,
        others.flatMap((other) => other.facts),
        'contradiction',
      ),
    ),
  );
}

/** One side's conflicting facts become placed; duplicates stay. */
const placedSide = (facts: readonly string[], page: string, view: View): DecisionLine[] =>
  linesOf(inOrder(facts, view), view, (line) => (line.as === 'duplicate' ? null : lineWith(line, 'placed', page)));
