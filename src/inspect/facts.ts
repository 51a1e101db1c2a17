// Lists the facts of a vault with their dispositions. Reads a view; writes nothing.
import { confidenceOn, fadedBy } from '../model/confidence.ts';
import type { LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import { isHistory } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import { foldTag, type TagTable } from '../model/tag-table.ts';
import { isOfSession } from '../page/fact-line.ts';
import { type Pending, pendingIds } from '../vault/pending.ts';
import { isForgotten, type View } from '../vault/view.ts';
import { standingsIn } from './touches.ts';

export interface FactFilter {
  readonly pending: boolean;
  /** Only faded facts, by the same measure as `report`. */
  readonly faded?: boolean;
  readonly as: string | null;
  readonly session?: string | null;
  /** Local days, inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Tag aliases, if any. */
  readonly tagTable?: TagTable;
}

/** What fading depends on besides the fact, its marks and its disposition. */
export interface FadingInput {
  /** Local day. */
  readonly today: string;
  readonly recalled: ReadonlyMap<string, Recalled>;
}

/** One fact, as printed by `facts --json`. */
export type ListedFact = ReturnType<typeof listFacts>[number];

export function listFacts(view: View, pending: Pending, filter: FactFilter, input: FadingInput) {
  const { today } = input;
  // A pending fact has no disposition, even if the ledger has one for its old words or place.
  const waiting = pendingIds(pending);
  const hasFaded = fadedBy(today);
  const standing = standingsIn(view, input.recalled);
  return view.facts
    .map((fact) => ({
      fact: isForgotten(fact.id, view) ? withoutWords(fact) : fact,
      held: waiting.has(fact.id) ? undefined : heldOf(view, fact),
    }))
    .filter(
      ({ fact, held }) =>
        (!filter.pending || waiting.has(fact.id)) &&
        (filter.as === null || (held?.as ?? 'pending') === filter.as) &&
        (filter.faded !== true || (held?.as !== 'forgotten' && hasFaded(standing(fact)))) &&
        isWanted(fact, filter),
    )
    .map(({ fact, held }) => ({
      id: fact.id,
      date: fact.day,
      line: fact.line,
      path: fact.path,
      content: fact.text,
      category: fact.category,
      tags: fact.tags,
      fields: fact.fields,
      // As of today, rounded to four decimals.
      confidence: Math.round(confidenceOn(today, standing(fact)) * 1e4) / 1e4,
      ...(view.pinned.has(fact.id) ? { pinned: true } : {}),
      // Null while the fact is pending.
      disposition: held ? dispositionOf(held, view) : null,
    }));
}

/** All that is shown of a forgotten fact: id and day. */
const withoutWords = (fact: Fact): Fact => ({ ...fact, category: '', text: '', tags: [], fields: {} });

/** A fact that repeats a forgotten one is forgotten, whatever the ledger says. */
function heldOf(view: View, fact: Fact): Held | undefined {
  const held = view.ledger.get(fact.id);
  return held?.as !== 'forgotten' && view.forgotten.has(fact.id) ? { as: 'forgotten', run: '' } : held;
}

type Held = Pick<LedgerLine, 'as' | 'run'> & Partial<LedgerLine>;

/** Whether current claims cite it together with its successor. */
function isCorrected({ pages, citedOn }: View, { as, fact = '', by }: Held): boolean {
  if (as !== 'superseded' || by === undefined) return false;
  const claims = (citedOn.get(fact) ?? [])
    .flatMap((path) => pages.get(path)?.claims ?? [])
    .filter(({ facts }) => facts.includes(fact));
  return claims.length > 0 && claims.every((claim) => !isHistory(claim) && claim.facts.includes(by));
}

export function isWanted(
  fact: Fact,
  { session = null, since, until, categories, tags, tagTable }: FactFilter,
): boolean {
  return (
    (session === null || isOfSession(fact, session)) &&
    (since === null || fact.day >= since) &&
    (until === null || fact.day <= until) &&
    (categories.length === 0 ||
      categories.some((category) => category.toLowerCase() === fact.category.toLowerCase())) &&
    tags.every((tag) =>
      fact.tags.some(
        (own) => foldTag(tagTable?.canonicalOf(own) ?? own) === foldTag(tagTable?.canonicalOf(tag) ?? tag),
      ),
    )
  );
}

const dispositionOf = (held: Held, view: View) => {
  const { as, run, page, of, by, with: against, reason } = held;
  return { as, run, page, of, by, with: against, reason, corrected: isCorrected(view, held) || undefined };
};
