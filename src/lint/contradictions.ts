// Finds contradictions for `lint --llm`: asks a model about pairs of claims that share rare words, a few per call. A
// failed call ends it; nothing is guessed. The tokenizer and the model are passed in.
import { buildNameIndex, subjectOf } from '../language/names.ts';
import { findSecrets } from '../language/secrets/secrets.ts';
import { fence, fillPrompt, listSchema, objectSchema, textSchema } from '../llm/prompt.ts';
import { askInParts, type Asks, type ModelRequest } from '../llm/port.ts';
import { type Fact, orderKey } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
import type { LintInput } from './input.ts';

/** A claim as a model sees it, and its place. */
export interface PairedClaim {
  readonly path: string;
  readonly line: number;
  readonly title: string;
  readonly text: string;
  /** Ids of the facts it cites, at least one. All of them have a line in a daily log. */
  readonly facts: readonly string[];
  /** The day of the latest of them. */
  readonly day: string;
}

/** Two claims on different pages. */
export interface ClaimPair {
  readonly older: PairedClaim;
  readonly newer: PairedClaim;
}

/** Only the latest claims are compared, so that the time does not grow with the vault. */
const LATEST = 4000;
/** In characters. Longer claims contain more than one statement and are skipped. */
const LONGEST = 500;
/** Words in more claims than this say nothing about a pair. */
const COMMON = 25;
/** The most pairs per claim. The rows of a list are all similar and must not crowd out everything else. */
const OF_ONE = 3;
/** Factors on a pair's score: both claims have one subject, or their pages link to each other. */
const ONE_SUBJECT = 2;
const LINKED = 1.5;

export type PairInput = Pick<LintInput, 'pages' | 'looksAt' | 'view' | 'followed'>;

/**
 * At most `most` pairs; pairs with one subject and the rarest shared words come first. Skips pairs with two different
 * subjects, pairs that a person keeps apart, and likely secrets. `terms`: the stems of a text. `mayRead`: whether the
 * model may see this fact.
 */
export function relatedPairs(
  input: PairInput,
  terms: (text: string) => readonly string[],
  most: number,
  mayRead: (fact: Fact) => boolean = () => true,
): ClaimPair[] {
  const claims = claimsOf(input, mayRead)
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .slice(0, LATEST);
  const words = claims.map(({ text }) => [...new Set(terms(text))]);
  const holders = groupBy(
    words.flatMap((own, at) => own.map((word) => ({ word, at }))),
    ({ word }) => word,
  );
  const scores = new Map<number, number>();
  for (const list of holders.values()) {
    if (list.length > COMMON) continue;
    const weight = Math.log(1 + claims.length / list.length);
    for (const [from, { at: a }] of list.entries())
      for (const { at: b } of list.slice(from + 1))
        scores.set(a * LATEST + b, (scores.get(a * LATEST + b) ?? 0) + weight);
  }
  const linked = linksBetween(input);
  const names = buildNameIndex(claims.map(({ text }) => text));
  const subjects = claims.map(({ text }) => subjectOf(text, names));
  const found: { readonly pair: ClaimPair; readonly score: number }[] = [];
  for (const [key, shared] of scores) {
    const [a, b] = [Math.floor(key / LATEST), key % LATEST];
    const [newer, older] = [claims[a], claims[b]];
    if (newer === undefined || older === undefined || !mayBePair(newer, older, input)) continue;
    const [subject, other] = [subjects[a] ?? null, subjects[b] ?? null];
    if (subject !== null && other !== null && subject !== other) continue;
    const size = Math.sqrt((words[a]?.length ?? 1) * (words[b]?.length ?? 1));
    found.push({
      pair: { older, newer },
      score:
        (shared / size) *
        (subject !== null && subject === other ? ONE_SUBJECT : 1) *
        (linked.has(`${newer.path}\n${older.path}`) ? LINKED : 1),
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

/** Current claims whose facts all exist, are not forgotten and may be read, without open conflicts. */
function claimsOf({ pages, looksAt, view }: PairInput, mayRead: (fact: Fact) => boolean): PairedClaim[] {
  const isKnown = (claim: Claim): boolean =>
    claim.facts.every((id) => {
      const fact = view.factById.get(id);
      return fact !== undefined && !view.forgotten.has(id) && mayRead(fact);
    });
  return pages
    .filter(({ path }) => looksAt(path))
    .flatMap(({ path, head, claims }) =>
      claims.flatMap((claim): PairedClaim[] => {
        if (isHistory(claim) || claim.sides.length > 0 || claim.text.length > LONGEST || !isKnown(claim)) return [];
        const days = claim.facts.flatMap((id) => view.factById.get(id) ?? []).map(orderKey);
        const day = days.sort().at(-1)?.slice(0, 10) ?? '';
        return [{ path, line: claim.line, title: head.title, text: claim.text, facts: claim.facts, day }];
      }),
    );
}

/** Pairs of pages that one link joins, in both orders, as two paths with a newline between them. */
function linksBetween({ followed }: PairInput): Set<string> {
  return new Set(
    followed.flatMap(({ from, to }) =>
      to.how === 'found' || to.how === 'wrong-case' ? [`${from}\n${to.path}`, `${to.path}\n${from}`] : [],
    ),
  );
}

/**
 * Two claims that contradict each other according to a model. It counts only if both quotes are in the claims verbatim;
 * nothing else of an answer is read.
 */
export interface Contradiction extends ClaimPair {
  /** The words of each claim that cannot both be true. */
  readonly olderQuote: string;
  readonly newerQuote: string;
}

/** JSON schema of the answer. */
const ANSWER_SCHEMA = objectSchema({
  contradictions: listSchema(objectSchema({ pair: textSchema, older: textSchema, newer: textSchema })),
});

/** The name of a pair in a call, by its index: `p1` is the first. */
const nameOf = (at: number): string => `p${at + 1}`;

/**
 * The contradictions in an answer; null if it is not an answer. `dropped`: the number of items that name no pair,
 * repeat one, or misquote a claim.
 */
export function parseContradictions(
  value: unknown,
  pairs: readonly ClaimPair[],
): { readonly found: Contradiction[]; readonly dropped: number } | null {
  const list: unknown =
    typeof value === 'object' && value !== null && 'contradictions' in value ? value.contradictions : null;
  if (!Array.isArray(list)) return null;
  const found = new Map<ClaimPair, Contradiction>();
  for (const said of list as unknown[]) {
    const { pair: name, older, newer } = Object(said) as Record<string, unknown>;
    const pair = pairs.find((_, at) => nameOf(at) === name);
    const quotes =
      pair === undefined || found.has(pair) ? null : [quoteIn(older, pair.older.text), quoteIn(newer, pair.newer.text)];
    const [olderQuote, newerQuote] = quotes ?? [];
    if (pair !== undefined && olderQuote && newerQuote && olderQuote.toLowerCase() !== newerQuote.toLowerCase())
      found.set(pair, { ...pair, olderQuote, newerQuote });
  }
  return { found: [...found.values()], dropped: list.length - found.size };
}

/** The quote if it is in the text verbatim and longer than two letters, or has two Chinese characters; else null. */
function quoteIn(said: unknown, text: string): string | null {
  const quote = typeof said === 'string' ? said.trim() : '';
  return (quote.length > 2 || /\p{Script=Han}{2}/u.test(quote)) && text.includes(quote) ? quote : null;
}

/** The answers to all calls. */
export interface AskedPairs {
  readonly found: readonly Contradiction[];
  /** Pairs with a readable answer. */
  readonly answered: readonly ClaimPair[];
  /** Those from calls without a dropped item. Only their answers are cached. */
  readonly certain: readonly ClaimPair[];
  /** The number of dropped items. */
  readonly dropped: number;
  /** Why some pairs have no answer; null if all have one. */
  readonly reason: string | null;
  readonly stopped: boolean;
}

/** Pairs in one call. */
const IN_ONE_CALL = 8;
const ANSWER_TOKENS = 800;

/**
 * Asks about all pairs within the limits of `asks`, in smaller calls if a call is too large. `system`: the text of the
 * prompt file.
 */
export async function askAboutPairs(pairs: readonly ClaimPair[], system: string, asks: Asks): Promise<AskedPairs> {
  const found: Contradiction[] = [];
  const answered: ClaimPair[] = [];
  const certain: ClaimPair[] = [];
  let dropped = 0;
  let reason: string | null = null;
  const requests = askInParts(partsOf(pairs, IN_ONE_CALL), {
    asks,
    answerTokens: ANSWER_TOKENS,
    labelFor: (part) => `${part.length} pairs of claims`,
    requestFor: (part) => requestFor(part, system),
    halvesOf: (part) => (part.length > 1 ? partsOf(part, Math.ceil(part.length / 2)) : []),
  });
  for await (const { part, asked } of requests) {
    if (asked.kind === 'stopped') return { found, answered, certain, dropped, reason, stopped: true };
    if (asked.kind === 'cut') {
      reason = 'a pair of claims does not fit into the window of the model';
      continue;
    }
    if (asked.kind !== 'answer') return { found, answered, certain, dropped, reason: asked.reason, stopped: false };
    const answer = parseContradictions(asked.value, part);
    if (answer === null) {
      reason = 'the model gave an answer that cannot be read';
      continue;
    }
    found.push(...answer.found);
    answered.push(...part);
    if (answer.dropped === 0) certain.push(...part);
    dropped += answer.dropped;
  }
  return { found, answered, certain, dropped, reason, stopped: false };
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** The prompt contains the claims as data. */
function requestFor(pairs: readonly ClaimPair[], system: string): ModelRequest {
  const side = ({ title, text, day }: ClaimPair['older']): Record<string, string> => ({ page: title, day, says: text });
  const data =
    `{"pairs":[\n` +
    pairs
      .map(({ older, newer }, at) => JSON.stringify({ id: nameOf(at), older: side(older), newer: side(newer) }))
      .join(',\n') +
    `\n]}`;
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nWhich of these pairs cannot both be true? Answer with JSON alone.`,
    name: 'contradictions',
    schema: ANSWER_SCHEMA,
  };
}
