// `MEMORY.md` as a file: its part between the markers is made from the claims by the runs that apply something.
import { confidencesOn, DEFAULT_FADING, fadedBy, standingOf, UNKNOWN } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { compareText, type Fact, orderKey } from '../model/fact.ts';
import { type Claim, isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { MOST_CLAIMS, replaceSummary, type SummaryClaim } from '../page/summary.ts';
import { readText } from './disk.ts';
import { readRecalledBy } from './recalls.ts';
import { absolute, SUMMARY_FILE, type Vault } from './vault.ts';
import { isForgotten, isOwnPage, type PageText, type View } from './view.ts';

/**
 * What the summary becomes for these pages as of `start`, in an engine's words where there are `lines`; null where it
 * stays as it is, or is a person's own.
 */
export function summaryChange(
  vault: Vault,
  view: View,
  start: Date,
  lines: readonly SummaryLine[] = [],
): { path: string; before: string; after: string } | null {
  const before = readText(absolute(vault, SUMMARY_FILE));
  if (before === null) return null;
  const after = replaceSummary(before, rankClaims(vault, view, start), lines, vault.memoryBytes);
  return after === null || after === before ? null : { path: SUMMARY_FILE, before, after };
}

/**
 * The claims from which an engine may make its lines, the most worth knowing first. None where the summary is a
 * person's own.
 */
export function claimsToSummarise(vault: Vault, view: View, start: Date): SummaryClaim[] {
  const text = readText(absolute(vault, SUMMARY_FILE));
  if (text === null || view.merge?.paths.has(SUMMARY_FILE) === true || replaceSummary(text, []) === null) return [];
  const claims: SummaryClaim[] = [];
  for (const claim of rankClaims(vault, view, start)) if (claims.push(claim) === MOST_CLAIMS) break;
  return claims;
}

interface Ranked {
  readonly page: PageText;
  readonly claim: Claim;
  readonly pinned: boolean;
  readonly confidence: number;
  /** How often the most recalled of its facts was. */
  readonly recalls: number;
  /** The order of its newest fact, as `orderKey`. */
  readonly newest: string;
}

/** Current claims of memvault's pages that have not faded, the most worth knowing first. The same on every clone. */
function* rankClaims(vault: Vault, view: View, start: Date): Generator<SummaryClaim> {
  const weigh = weigher(vault, view, start);
  const closed = (page: PageText): boolean => hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true;
  const pages = [...view.pages.values()].filter((page) => isOwnPage(page, view) && !closed(page));
  const ranked = pages
    .flatMap((page) => page.claims.flatMap((claim) => (isHistory(claim) ? [] : (weigh(page, claim) ?? []))))
    .sort(compareRanked);
  // Words are made for those alone that are asked for.
  for (const { page, claim, pinned } of ranked)
    yield {
      page: page.path,
      title: page.head.title,
      text: wordsOf(claim, page),
      facts: claim.facts,
      pinned,
      conflicting: claim.sides.length > 0,
    };
}

/** A catch-up asks for every fact with every run. */
const orders = new WeakMap<Fact, string>();
function orderOf(fact: Fact): string {
  let order = orders.get(fact);
  if (order === undefined) orders.set(fact, (order = orderKey(fact)));
  return order;
}

/** Gives null for a claim that is not to be shown. */
function weigher(vault: Vault, view: View, start: Date): (page: PageText, claim: Claim) => Ranked | null {
  const today = dayOf(start);
  const fading = DEFAULT_FADING;
  const recalled = readRecalledBy(vault, start);
  const hasFaded = fadedBy(today, fading);
  const confidenceOf = confidencesOn(today, fading);
  return (page, claim) => {
    const { facts } = claim;
    if (facts.some((id) => isForgotten(id, view))) return null;
    // Nothing is known of what no log holds any more: it is as sure as a new fact.
    const known = facts.flatMap((id) => view.factById.get(id) ?? []);
    const weight = { pinned: false, confidence: known.length === 0 ? UNKNOWN : 0, recalls: 0, newest: '' };
    let isShown = known.length === 0;
    for (const fact of known) {
      const pinned = view.pinned.has(fact.id);
      const superseded = view.ledger.get(fact.id)?.as === 'superseded';
      const recall = recalled.get(fact.id);
      const standing = standingOf(
        fact,
        { pinned, superseded, recalled: recall === undefined ? null : dayOf(new Date(recall.last)) },
        fading,
      );
      const order = orderOf(fact);
      if (pinned || (!superseded && !hasFaded(standing))) isShown = true;
      if (pinned) weight.pinned = true;
      weight.confidence = Math.max(weight.confidence, confidenceOf(standing));
      weight.recalls = Math.max(weight.recalls, recall?.count ?? 0);
      if (order > weight.newest) weight.newest = order;
    }
    return isShown ? { page, claim, ...weight } : null;
  };
}

function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(b.pinned) - Number(a.pinned) ||
    b.confidence - a.confidence ||
    b.recalls - a.recalls ||
    compareText(b.newest, a.newest) ||
    compareText(a.claim.facts[0] ?? '', b.claim.facts[0] ?? '') ||
    compareText(a.page.path, b.page.path) ||
    a.claim.line - b.claim.line
  );
}

/** The statement, or both of a conflict, without a person's own footnotes. */
function wordsOf({ text, sides }: Claim, page: PageText): string {
  const words =
    sides.length === 0 ? text : `${sides.map((side) => side.text.replace(/\.$/, '')).join(' or ')} (conflicting)`;
  return words.includes('[^')
    ? words.replace(FOOTNOTE, (whole) => (page.text.includes(`\n${whole}:`) ? '' : whole)).trim()
    : words;
}

const FOOTNOTE = /\[\^[^\]\s]+\]/g;
