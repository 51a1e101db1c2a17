// The decision about a fact, the corrections possible for it, and their effects. Uses only pages and ledger, so it
// works after any run.
import { CITED } from '../../model/disposition.ts';
import { MemvaultError } from '../../model/errors.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import { quoteForShell } from '../../model/text.ts';
import { foldName, IN_NO_ZONE, makeNamePage } from '../../page/page-name.ts';
import { isPagePath } from '../../vault/confine.ts';
import { currentClaims, readJudged, slotKeyOf } from '../../vault/current-claims.ts';
import type { Vault } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import { createIfMissing, makeCurrent, replace, restore, separate } from './corrections.ts';
import {
  type Already,
  claimOf,
  findStanding,
  fold,
  inConflict,
  isAlready,
  keptApart,
  linesOf,
  lineWith,
  lostIn,
  mustBeCited,
  mustBeWritable,
  namesOf,
  orRefusal,
  reasonOf,
  refused,
  type Remedy,
  type Standing,
  standingOn,
} from './standing.ts';

// A claim that a person makes current stays current next to others: no dream may let one supersede the other.

/** Adds to the remedy that newly current facts are kept apart from current claims in the same slot. */
function besideWhatHolds(remedy: Remedy, view: View): Remedy {
  const slots = remedy.lines.flatMap(({ fact, as }) => {
    const slot = as === 'placed' ? slotOf(fact, view) : null;
    return slot === null ? [] : [{ fact, slot }];
  });
  if (slots.length === 0) return remedy;
  const claims = currentClaims();
  claims.follow(view);
  const gone = new Set(remedy.lines.flatMap(({ fact, as }) => (as === 'superseded' ? [fact] : [])));
  const known = new Set(remedy.reviews.map(({ id }) => id));
  const reviews = slots.flatMap(({ fact, slot }) => {
    const others = [...claims.inSlot(slot)].flatMap(({ words: { cited } }) =>
      cited.includes(fact) ? [] : cited.filter((id) => !gone.has(id)),
    );
    return keptApart(view, fact, others, 'supersede').filter(({ id }) => !known.has(id) && known.add(id));
  });
  return { ...remedy, reviews: [...remedy.reviews, ...reviews] };
}

/**
 * The single-valued slot of a fact that becomes current, by its claim's text; null without one, or if it is current
 * already.
 */
function slotOf(id: string, view: View): string | null {
  const [fact, claim] = [view.factById.get(id), claimOf(id, view)];
  if (fact === undefined) return null;
  const isAlone = claim?.sides.length === 0 && claim.facts.length === 1;
  if (claim !== null && !isHistory(claim) && isAlone) return null;
  return slotKeyOf(isAlone ? readJudged(claim.text, fact) : fact);
}

// `--to PAGE`: moves a fact's claim to another page, with all facts it cites.

const REASON = 'a person says that it belongs there';

/** `to`: a page of a zone, which need not exist. Throws `refused`. */
function move(standing: Standing, view: View, to: string): Remedy | Already {
  const { fact } = standing;
  if (standing.claim === null) return restore(standing, view, to);
  const { claim } = mustBeCited(standing, view);
  if (claim.page === to) return { already: `${fact.id} stands on ${to} already` };
  mustBeWritable(view, to);
  if (claim.sides.length > 1) throw inConflict(fact.id);
  if (isHistory(claim) && claim.held === null)
    throw refused(
      `the days of the claim in ${claim.page}, line ${claim.line}, cannot be read`,
      `write them as in: ~~words~~ 2026-03-02 to 2026-07-01, or move the line by hand`,
    );
  const twice = claim.facts.filter(
    (id) => (view.pages.get(claim.page)?.claims ?? []).filter(({ facts }) => facts.includes(id)).length > 1,
  );
  if (twice.length > 0)
    throw refused(
      `${claim.page} has more than one claim of ${twice.join(', ')}`,
      'move them by hand; the next dream records it',
    );
  return {
    changes: [
      { kind: 'remove', page: claim.page, claim: fact.id, facts: claim.facts, reason: REASON },
      { kind: 'unsource', page: claim.page, facts: claim.facts, reason: REASON },
      ...createIfMissing(to, view, claim.facts),
      placed(claim.text, claim.facts, to, headOn(to, claim.head, view), claim.held),
    ],
    lines: linesOf(claim.facts, view, (line) => (CITED.has(line.as) ? lineWith(line, line.as, to, line) : null)),
    reviews: [],
    summary: `the claim of ${claim.facts.join(', ')} moved`,
  };
}

function placed(
  text: string,
  facts: readonly string[],
  page: string,
  head: string | null,
  held: { readonly from: string; readonly to: string } | null,
): Change {
  const grounds = { page, text, facts, reason: REASON };
  return held === null ? { kind: 'add', ...grounds, head } : { kind: 'past', ...grounds, from: held.from, to: held.to };
}

/** The same heading, if the page has it. */
function headOn(page: string, head: string | null, view: View): string | null {
  return head !== null && view.pages.get(page)?.claims.some((claim) => claim.head === head) === true ? head : null;
}

// `--text`: rewords a claim, which must keep the specifics of each fact it stands for.

const REWORD_REASON = 'a person says it in other words';

/** Throws `refused` if the new words lose a number, date, name, address or negation of a fact. */
function reword(standing: Standing, view: View, text: string): Remedy | Already {
  const { fact, held, claim } = mustBeCited(standing, view);
  if (claim.sides.length > 1) throw inConflict(fact.id);
  if (isHistory(claim))
    throw refused(
      `the claim of ${fact.id} is history`,
      `memvault fix ${fact.id} --restore makes it current; then it can be reworded`,
    );
  if (claim.text === text) return { already: `the claim of ${fact.id} already says exactly this` };
  const lost = lostIn(text, standingOn(claim.facts, view), view);
  if (lost.length > 0)
    throw refused(
      `these words lack ${namesOf(lost, view)}`,
      `where the log line is wrong, edit it in ${fact.path}, line ${fact.line}; where it is over, log the new ` +
        `fact with --supersedes ${fact.id}`,
    );
  return {
    changes: [{ kind: 'correct', page: claim.page, claim: fact.id, text, facts: claim.facts, reason: REWORD_REASON }],
    // The disposition stays; the line records the last change.
    lines: [lineWith(held, held.as, claim.page, held)],
    reviews: [],
    summary: `the claim of ${fact.id} has other words`,
  };
}

export type Wish =
  | { readonly kind: 'separate' }
  /** `to`: the page for a fact that is on none; null for its former one. */
  | { readonly kind: 'restore'; readonly to: string | null }
  | { readonly kind: 'current' }
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'reword'; readonly text: string }
  /** `old`: the full id of the fact whose claim goes to History. */
  | { readonly kind: 'replace'; readonly old: string }
  /** `other`: the full id of the fact whose claim stays. `text`: its new wording; null for one of the existing ones. */
  | { readonly kind: 'same'; readonly other: string; readonly text: string | null };

/** `fact`: a full id. Pages in the wish are paths in zones. Throws `not-found`, `refused`. */
export function planFix(view: View, fact: string, wish: Wish): Remedy | Already {
  const remedy = remedyFor(view, fact, wish);
  return isAlready(remedy) || wish.kind === 'move' || wish.kind === 'reword' ? remedy : besideWhatHolds(remedy, view);
}

/** The lines and changes alone, without the costly comparison with all other claims. */
function remedyFor(view: View, fact: string, wish: Wish): Remedy | Already {
  const standing = findStanding(view, fact);
  if (wish.kind === 'separate') return separate(standing, view);
  if (wish.kind === 'restore') return restore(standing, view, wish.to);
  if (wish.kind === 'current') return makeCurrent(standing, view);
  if (wish.kind === 'replace') return replace(standing, view, wish.old);
  if (wish.kind === 'same') {
    const command = `memvault fix ${fact} --same-as ${wish.other}`;
    return fold({ into: wish.other, from: [fact], text: wish.text, command }, view);
  }
  return wish.kind === 'move' ? move(standing, view, wish.to) : reword(standing, view, wish.text);
}

// The page that a person names by path or name.

/** Returns its path, whether or not it exists; a bare name must match one page. Throws `bad-input`, `ambiguous`. */
export function pageNamed(vault: Vault, view: Pick<View, 'pages'>, typed: string): string {
  const wanted = typed.trim().replace(/^(?:\.\/)+/, '');
  const path = /\.md$/i.test(wanted) ? wanted : `${wanted}.md`;
  const paths = [...view.pages.keys()];
  if (paths.includes(path)) return path;
  const folded = foldName(path);
  const matches = paths.filter(
    (known) =>
      foldName(known) === folded ||
      (!path.includes('/') && foldName(known).endsWith(`/${folded}`)) ||
      foldName(view.pages.get(known)?.head.title ?? '') === foldName(wanted),
  );
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw new MemvaultError(
      'ambiguous',
      `${matches.length} pages are called ${JSON.stringify(typed)}:\n` +
        matches.map((match) => `  ${match}`).join('\n'),
      { hint: 'give the path', data: { pages: matches } },
    );
  const named = makeNamePage(view.pages, (one) => isPagePath(vault, one))(path);
  if ('page' in named) return named.page;
  const why = named.problem === IN_NO_ZONE ? 'it is not in a zone that memvault writes to' : named.problem;
  const offered = `${vault.zones.personal}/${path}`;
  const isOffer = named.problem === IN_NO_ZONE && !path.includes('/') && isPagePath(vault, offered);
  throw new MemvaultError('bad-input', `invalid page ${JSON.stringify(typed)}: ${why}`, {
    hint: isOffer
      ? `name an existing page, or create this one: --to ${quoteForShell(offered)}`
      : `name an existing page, or a new one such as ${vault.zones.personal}/Work.md`,
  });
}

interface Offer {
  /** Without dashes. */
  readonly flag: 'separate' | 'restore' | 'current' | 'to' | 'text';
  /** Its argument, or null. */
  readonly takes: string | null;
  readonly does: string;
}

/**
 * The corrections that work; if none does, why not and what to do instead. Throws `not-found`, and `refused` if nothing
 * was decided.
 */
export function offersFor(
  view: View,
  id: string,
): { readonly offers: readonly Offer[]; readonly obstacle: string | null } {
  const standing = findStanding(view, id);
  const { held, claim } = standing;
  const shares = [held.of ?? held.by ?? held.with ?? id, ...(claim?.facts ?? [])].some(
    (other) => other !== id && view.factById.has(other) && !view.forgotten.has(other),
  );
  const tried = offersAt(standing, shares).map((one) => ({ one, obstacle: obstacleTo(one, standing, view) }));
  const offers = tried.filter(({ obstacle }) => obstacle === null).map(({ one }) => one);
  return { offers, obstacle: offers.length > 0 ? null : (tried[0]?.obstacle ?? null) };
}

/**
 * Why it would be refused, or null. For --to and --text this depends on their argument, so only the claim is checked.
 */
function obstacleTo({ flag }: Offer, standing: Standing, view: View): string | null {
  const { fact, claim } = standing;
  const outcome = orRefusal(() => {
    if (flag === 'restore') return remedyFor(view, fact.id, { kind: flag, to: null });
    if (flag === 'separate' || flag === 'current') return remedyFor(view, fact.id, { kind: flag });
    return claim && mustBeCited(standing, view);
  });
  if (outcome instanceof MemvaultError)
    return [reasonOf(outcome), outcome.hint].filter((part) => part !== undefined).join('; ');
  return outcome !== null && 'already' in outcome ? outcome.already : null;
}

const TO: Offer = { flag: 'to', takes: 'PAGE', does: 'to another page' };
const TEXT: Offer = { flag: 'text', takes: 'TEXT', does: 'the claim in other words' };
const offer = (flag: 'separate' | 'restore' | 'current', does: string): Offer => ({ flag, takes: null, does });

function offersAt({ held, claim }: Standing, shares: boolean): Offer[] {
  if (claim === null)
    return [
      offer(
        'restore',
        held.page === undefined ? 'a claim again, on the page that it had' : `a claim on ${held.page} again`,
      ),
      { ...TO, does: 'a claim on that page' },
    ];
  if (claim.sides.length > 1)
    return [offer('current', 'this one holds, the other does not'), offer('separate', 'both hold')];
  if (held.as === 'superseded' || isHistory(claim))
    return [
      offer('restore', 'it still holds, alongside the later one'),
      offer('current', 'it holds, and the later one does not'),
    ];
  return [...(shares ? [offer('separate', 'a claim of its own')] : []), TO, TEXT];
}
