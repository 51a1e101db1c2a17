// The pairs of claims that a model is asked about: claims of two pages that share rare words. Pure; what cuts a text
// into words is passed in.
import { findSecrets } from '../../language/secrets/secrets.ts';
import { orderKey } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { LintInput } from '../input.ts';

/** A claim as a model sees it, and where it stands. */
export interface PairedClaim {
  readonly path: string;
  readonly line: number;
  readonly title: string;
  readonly text: string;
  /** Ids of the facts it cites: all of them in a daily log, and at least one. */
  readonly facts: readonly string[];
  /** The day on which the latest of them happened. */
  readonly day: string;
}

/** Two claims on different pages. */
export interface ClaimPair {
  readonly older: PairedClaim;
  readonly newer: PairedClaim;
}

/** Claims that are looked at, the latest ones, so that the time it takes does not grow with the vault. */
const LATEST = 4000;
/** Characters; a longer claim is more than one statement and is left out. */
const LONGEST = 500;
/** A word in more claims than that says nothing of a pair. */
const COMMON = 25;
/** Pairs that one claim is in. Rows of a list are all alike, and must not take the place of everything else. */
const OF_ONE = 3;
/** The score of a pair is multiplied by this where its pages link to each other. */
const LINKED = 1.5;

export type PairInput = Pick<LintInput, 'pages' | 'looksAt' | 'view' | 'followed'>;

/**
 * At most `most` pairs, those that share the rarest words first. Left out are claims that a person keeps apart and
 * claims that look like a secret. `terms`: the stems of a text.
 */
export function relatedPairs(input: PairInput, terms: (text: string) => readonly string[], most: number): ClaimPair[] {
  const claims = claimsOf(input)
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .slice(0, LATEST);
  const words = claims.map(({ text }) => [...new Set(terms(text))]);
  const holders = new Map<string, number[]>();
  for (const [at, own] of words.entries()) {
    for (const word of own) {
      const list = holders.get(word);
      if (list) list.push(at);
      else holders.set(word, [at]);
    }
  }
  const scores = new Map<number, number>();
  for (const list of holders.values()) {
    if (list.length > COMMON) continue;
    const weight = Math.log(1 + claims.length / list.length);
    for (const [from, a] of list.entries())
      for (const b of list.slice(from + 1)) scores.set(a * LATEST + b, (scores.get(a * LATEST + b) ?? 0) + weight);
  }
  const linked = linksBetween(input);
  const found: { readonly pair: ClaimPair; readonly score: number }[] = [];
  for (const [key, shared] of scores) {
    const [newer, older] = [claims[Math.floor(key / LATEST)], claims[key % LATEST]];
    if (newer === undefined || older === undefined || !mayBePair(newer, older, input)) continue;
    const size = Math.sqrt((words[Math.floor(key / LATEST)]?.length ?? 1) * (words[key % LATEST]?.length ?? 1));
    found.push({
      pair: { older, newer },
      score: (shared / size) * (linked.has(`${newer.path}\n${older.path}`) ? LINKED : 1),
    });
  }
  const keyOf = ({ pair: { older, newer } }: (typeof found)[number]): string =>
    `${older.path}:${older.line} ${newer.path}:${newer.line}`;
  found.sort((a, b) => b.score - a.score || (keyOf(a) < keyOf(b) ? -1 : 1));
  const pairs: ClaimPair[] = [];
  const times = new Map<PairedClaim, number>();
  for (const { pair } of found) {
    if (pairs.length >= most) break;
    const sides = [pair.older, pair.newer];
    if (sides.some((side) => (times.get(side) ?? 0) >= OF_ONE || findSecrets(side.text).length > 0)) continue;
    for (const side of sides) times.set(side, (times.get(side) ?? 0) + 1);
    pairs.push(pair);
  }
  return pairs;
}

function mayBePair(a: PairedClaim, b: PairedClaim, { view }: PairInput): boolean {
  if (a.path === b.path || a.text.toLowerCase() === b.text.toLowerCase()) return false;
  return !a.facts.some((one) => b.facts.some((other) => one === other || view.apart(one, other)));
}

/** Current claims whose facts are all there and not forgotten. A conflict is left out, since it is known already. */
function claimsOf({ pages, looksAt, view }: PairInput): PairedClaim[] {
  const isKnown = (claim: Claim): boolean =>
    claim.facts.every((id) => view.factById.has(id) && !view.forgotten.has(id));
  return pages
    .filter(({ path }) => looksAt(path))
    .flatMap(({ path, head, claims }) =>
      claims.flatMap((claim): PairedClaim[] => {
        if (isHistory(claim) || claim.sides.length > 0 || claim.text.length > LONGEST || !isKnown(claim)) return [];
        const day =
          claim.facts
            .flatMap((id) => view.factById.get(id) ?? [])
            .map(orderKey)
            .sort()
            .at(-1)
            ?.slice(0, 10) ?? '';
        return [{ path, line: claim.line, title: head.title, text: claim.text, facts: claim.facts, day }];
      }),
    );
}

/** Pairs of pages of which one links to the other, in both orders, with a line feed between the paths. */
function linksBetween({ followed }: PairInput): Set<string> {
  return new Set(
    followed.flatMap(({ from, to }) =>
      to.how === 'found' || to.how === 'wrong-case' ? [`${from}\n${to.path}`, `${to.path}\n${from}`] : [],
    ),
  );
}
