// Asks the model about pairs of claims: whether they say the same, contradict each other, or the later replaces the
// earlier. What it says becomes a question to a person, of all claims that say the same one; only where the rules would
// ask the same and the user allows it is a replacement applied, and a merge never. Whatever goes wrong, the questions
// stay.
import * as z from 'zod/mini';
import { isMarkedUp, isOtherScript } from '../../../language/model-text.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { estimateTokens, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt } from '../../../llm/prompt.ts';
import { eventDay } from '../../../model/fact.ts';
import { isObject } from '../../../model/json.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { ReviewKind, ReviewProposal } from '../../../model/review.ts';
import { bagOf } from '../rules/near.ts';
import { createStem } from '../rules/terms.ts';
import { flatten } from './answer.ts';
import { MODEL_SAYS } from './check-answer.ts';
import type { Asked, Classified, ClassifyInput } from './groups.ts';
import { type Cluster, clustersOf, isSame, mayBeOne } from './nearness.ts';
import { findPairs, keyOf, numbered, type Pair, type PairClaim } from './pairs.ts';
import { isPinned, type Stated } from './support.ts';

// The statement that may stand for several claims: what a model drafts is held against all of them. For three and more
// it is asked for one, several clusters in a call. Where there is none, or it cannot be taken, nothing is lost: a
// person sees the claims' own words.

const CLUSTERS_A_CALL = 4;
/** So much of a text is read at once as a bag of words. */
const PIECE = /[\s\S]{1,400}(?=\s|$)|[\s\S]{1,400}/g;

/** By cluster the statement of the model, for those of which it may be taken. Each has three claims or more. */
async function draftMerged(
  clusters: readonly Cluster[],
  { mergePrompt, asker, mayAsk }: Pick<ClassifyInput, 'mergePrompt' | 'asker' | 'mayAsk'>,
): Promise<Map<Cluster, string>> {
  const drafts = new Map<Cluster, string>();
  for (let at = 0; at < clusters.length && mayAsk();) {
    const { request, answerTokens, shown } = fitting(clusters.slice(at, at + CLUSTERS_A_CALL), mergePrompt, asker.fits);
    at += Math.max(1, shown.length);
    if (shown.length === 0) continue;
    const asked = await asker.ask(request, { label: 'claims that say the same', answerTokens });
    if (asked.kind !== 'answer' && asked.kind !== 'cut') break;
    if (asked.kind === 'answer')
      for (const [cluster, text] of readDrafts(asked.value, shown))
        if (isDraft(text, cluster.claims)) drafts.set(cluster, text);
  }
  return drafts;
}

interface Call {
  readonly request: ModelRequest;
  readonly answerTokens: number;
  readonly shown: readonly Cluster[];
}

/** As many of these as fit into one call. */
function fitting(clusters: readonly Cluster[], prompt: string, fits: ClassifyInput['asker']['fits']): Call {
  for (let count = clusters.length; ; count = Math.floor(count / 2)) {
    const shown = clusters.slice(0, count);
    const request = {
      name: 'merge',
      system: fillPrompt(prompt, {}),
      prompt: renderClusters(shown),
      schema: mergeSchema(count),
    };
    const answerTokens = shown.reduce(
      (sum, { claims }) => sum + 30 + claims.reduce((all, { text }) => all + estimateTokens(text), 0),
      50,
    );
    if (count === 0 || fits(request, answerTokens)) return { request, answerTokens, shown };
  }
}

function renderClusters(clusters: readonly Cluster[]): string {
  const rows = clusters.map(({ claims }, at) =>
    JSON.stringify({
      id: `m${at + 1}`,
      statements: claims.map(({ text, facts }) => ({ says: text, day: facts[0] && eventDay(facts[0]) })),
    }),
  );
  return (
    `${fence(`{"clusters":[\n${rows.join(',\n')}\n]}`)}\n\nWrite one statement for each cluster. Answer with ` +
    'JSON alone.'
  );
}

/** JSON schema of the answer about so many clusters. */
export function mergeSchema(count: number): Record<string, unknown> {
  const ids = Array.from({ length: Math.max(1, count) }, (_, at) => `m${at + 1}`);
  const cluster = z.strictObject({ cluster: z.enum(ids), text: z.nullable(z.string()) });
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ clusters: z.array(cluster) }));
  return flatten(schema) as Record<string, unknown>;
}

/** The first of each cluster counts. Takes any value. */
function readDrafts(value: unknown, clusters: readonly Cluster[]): Map<Cluster, string> {
  const list: unknown = isObject(value) ? value.clusters : value;
  const found = new Map<Cluster, string>();
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isObject(one)) continue;
    const cluster = numbered(clusters, one.cluster ?? one.id, 'm');
    if (cluster && !found.has(cluster)) found.set(cluster, typeof one.text === 'string' ? one.text.trim() : '');
  }
  return found;
}

/** Does it say what all of them say, in their words, and nothing else? */
function isDraft(draft: string, claims: readonly Stated[]): boolean {
  const said = [...claims.map(({ text }) => text), ...claims.flatMap(({ facts }) => facts.map(({ text }) => text))];
  const all = said.join('\n');
  const longest = claims.reduce((sum, { text }) => sum + text.length, 20);
  if (draft === '' || draft.length > longest || isMarkedUp(draft, all) || isOtherScript(draft, all)) return false;
  if (
    said.some((text) => missingSpecifics(text, draft).length > 0) ||
    missingSpecifics(draft, all).some((specific) => specific !== 'not')
  )
    return false;
  const have = wordsIn(said);
  return [...wordsIn([draft])].every((word) => have.has(word));
}

/** The telling words, of all of a text. */
function wordsIn(texts: readonly string[]): Set<string> {
  const stem = createStem();
  return new Set(texts.flatMap((text) => text.match(PIECE) ?? []).flatMap((piece) => [...bagOf(piece, stem).words]));
}

const RELATIONS = ['duplicate', 'complementary', 'contradicts', 'supersedes-older'] as const;
type Relation = (typeof RELATIONS)[number];

interface Related {
  readonly pair: Pair;
  readonly as: Relation;
  readonly text: string | null;
}

export const PAIRS_A_CALL = 8;
const TOKENS_A_PAIR = 120;
/**
 * Questions of the rules that are so pressing stay, whatever a model says: what is pinned, what a correction means. A
 * merge may take in more.
 */
const PRESSING = 0.85;
const KINDS: Readonly<Record<Exclude<Relation, 'complementary'>, readonly [ReviewKind, string]>> = {
  duplicate: ['merge', `${MODEL_SAYS} that both say the same`],
  contradicts: ['contradiction', `${MODEL_SAYS} that they contradict each other`],
  'supersedes-older': ['supersede', `${MODEL_SAYS} that the later replaces the earlier`],
};
/** What can be said of pairs that nobody asked about, by how much they are alike. */
const EXPECTED: Readonly<Record<Pair['about'], readonly Relation[]>> = {
  any: RELATIONS,
  duplicate: ['duplicate'],
  change: ['contradicts', 'supersedes-older'],
};

export async function classify(input: ClassifyInput): Promise<Classified> {
  const pairs = input.mayAsk() ? findPairs(input) : [];
  const related: Related[] = [];
  const notices: string[] = [];
  let at = 0;
  while (at < pairs.length && input.mayAsk()) {
    const { asked, count } = await askAbout(pairs.slice(at, at + PAIRS_A_CALL), input);
    if (asked.kind === 'answer') related.push(...readRelations(asked.value, pairs.slice(at, at + count)));
    // Of a limit the facts that wait tell, or there was no fact left to ask about; of a failure, what failed first.
    if (asked.kind === 'failed' && asked.wasMade)
      notices.push(
        `${pairs.length - at} ` +
          (pairs.length - at === 1 ? 'pair' : 'pairs') +
          ` of claims that are alike: not put before the model, ${asked.reason}`,
      );
    if (asked.kind !== 'answer' && asked.kind !== 'cut') break;
    at += count;
  }
  const { proposals, reviews, merges } = conclude(related, input);
  const drafts = await draftMerged(
    merges.flatMap(({ cluster }) => (cluster.claims.length > 2 ? [cluster] : [])),
    input,
  );
  const merging = merges.map(({ cluster, review }): ReviewProposal => {
    const draft = drafts.get(cluster);
    return draft === undefined ? review : { ...review, draft };
  });
  return { proposals, reviews: [...reviews, ...merging], notices, asked: at };
}

/** As many of these as fit into one call. */
async function askAbout(
  pairs: readonly Pair[],
  { prompt, asker }: ClassifyInput,
): Promise<{ asked: Asked; count: number }> {
  for (let count = pairs.length; ; count = Math.floor(count / 2)) {
    const request = {
      name: 'classify',
      system: fillPrompt(prompt, {}),
      prompt: renderPairs(pairs.slice(0, count)),
      schema: pairSchema(count),
    };
    const answerTokens = count * TOKENS_A_PAIR + 50;
    if (count === 0) return { asked: { kind: 'cut', what: 'prompt' }, count: 1 };
    if (asker.fits(request, answerTokens))
      return { asked: await asker.ask(request, { label: 'claims that are alike', answerTokens }), count };
  }
}

function renderPairs(pairs: readonly Pair[]): string {
  const side = ({ text, facts }: Pair['older']): object => ({ says: text, day: facts[0] && eventDay(facts[0]) });
  const rows = pairs.map(({ older, newer }, at) =>
    JSON.stringify({ id: `p${at + 1}`, older: side(older), newer: side(newer) }),
  );
  return `${fence(`{"pairs":[\n${rows.join(',\n')}\n]}`)}\n\nDecide each pair once. Answer with JSON alone.`;
}

/** JSON schema of the answer about so many pairs. */
export function pairSchema(count: number): Record<string, unknown> {
  const ids = Array.from({ length: Math.max(1, count) }, (_, at) => `p${at + 1}`);
  const pair = z.strictObject({
    pair: z.enum(ids),
    as: z.enum(RELATIONS),
    text: z.nullable(z.string()),
    reason: z.string(),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ pairs: z.array(pair) }));
  return flatten(schema) as Record<string, unknown>;
}

/** The first of each pair counts. Takes any value. */
function readRelations(value: unknown, pairs: readonly Pair[]): Related[] {
  const list: unknown = Array.isArray(value) ? value : isObject(value) ? (value.pairs ?? value.decisions) : undefined;
  const found = new Map<Pair, Related>();
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isObject(one)) continue;
    const pair = numbered(pairs, one.pair ?? one.id, 'p');
    const word =
      typeof one.as === 'string'
        ? one.as
            .trim()
            .toLowerCase()
            .replace(/[\s_]+/g, '-')
            .replace(/^(?:supersedes?|replaces|updates)$/, 'supersedes-older')
            .replace(/^contradict(?:ion|ory)?$/, 'contradicts')
        : '';
    const as = RELATIONS.find((relation) => relation === word);
    if (pair && as && !found.has(pair))
      found.set(pair, {
        pair,
        as,
        text: typeof one.text === 'string' && one.text.trim() !== '' ? one.text.trim() : null,
      });
  }
  return [...found.values()];
}

interface Concluded extends Pick<Classified, 'proposals' | 'reviews'> {
  /** Claims that say the same, each a question that is not among `reviews` yet. */
  readonly merges: readonly Merge[];
}

interface Merge {
  readonly cluster: Cluster;
  readonly review: ReviewProposal;
}

/** The proposals and the questions with what the model said of the pairs. */
function conclude(related: readonly Related[], { proposals, reviews, view }: ClassifyInput): Concluded {
  const byPair = new Map(related.map((one) => [keyOf(one.pair), one]));
  const changed = new Map(proposals.map((proposal) => [proposal.fact, proposal]));
  const questions: ReviewProposal[] = [];
  const duplicates: Related[] = [];
  const settled = new Set<ReviewProposal>();
  for (const one of byPair.values()) {
    const { pair, as } = one;
    const { review, older, newer } = pair;
    if (review !== null && isPinned([...older.facts, ...newer.facts], view)) continue;
    if (review !== null && review.score >= PRESSING) {
      if (as === 'duplicate' && review.kind === 'merge') duplicates.push(one);
      continue;
    }
    if (!EXPECTED[pair.about].includes(as)) continue;
    if (review !== null) for (const other of reviews) if (isAbout(other, pair)) settled.add(other);
    if (as === 'duplicate') duplicates.push(one);
    if (as === 'complementary' || as === 'duplicate') continue;
    questions.push(question(pair, as));
  }
  const taken = proposals.map((proposal) => changed.get(proposal.fact) ?? proposal);
  const others = [...reviews.filter((review) => !settled.has(review)), ...questions];
  const merges = mergesOf(duplicates, [...byPair.values()], taken, others, view);
  return {
    proposals: taken,
    reviews: others.filter((review) => !merges.some(({ cluster }) => isWithin(review, cluster))),
    merges,
  };
}

const isAbout = ({ facts }: ReviewProposal, { older, newer }: Pair): boolean =>
  facts.length === 2 && [older, newer].every((claim) => claim.facts.some(({ id }) => facts.includes(id)));

/**
 * What the model called duplicates, each claim in one question at most, and none with a claim of which something else
 * was said.
 */
function mergesOf(
  duplicates: readonly Related[],
  related: readonly Related[],
  proposals: readonly Proposal[],
  reviews: readonly ReviewProposal[],
  view: ClassifyInput['view'],
): Merge[] {
  const gone = new Set(
    proposals.flatMap(({ supersedes = [], corrects, with: other }) => [...supersedes, corrects, other]),
  );
  const differs = (a: PairClaim, b: PairClaim): boolean =>
    related.some(
      ({ as, pair: { older, newer } }) =>
        as !== 'duplicate' && ((isSame(a, older) && isSame(b, newer)) || (isSame(a, newer) && isSame(b, older))),
    ) ||
    reviews.some(
      ({ kind, facts }) =>
        kind !== 'merge' && [a, b].every((claim) => claim.facts.some(({ id }) => facts.includes(id))),
    );
  const current = duplicates.filter(
    ({ pair: { older, newer } }) => ![...older.facts, ...newer.facts].some(({ id }) => gone.has(id)),
  );
  return clustersOf(
    current.map(({ pair }) => pair),
    (a, b) => mayBeOne(a, b, view) && !differs(a, b),
  ).map((cluster) => {
    const [pair] = cluster.pairs;
    const score = Math.max(...cluster.pairs.map(scoreOf));
    if (cluster.claims.length > 2 || pair === undefined)
      return {
        cluster,
        review: {
          kind: 'merge',
          facts: cluster.claims.map(({ fact }) => fact.id),
          reason: `${MODEL_SAYS} that they all say the same`,
          score,
        },
      };
    const text = current.find((one) => one.pair === pair)?.text ?? null;
    return {
      cluster,
      review: {
        ...question(pair, 'duplicate'),
        ...(text !== null && isDraft(text, cluster.claims) ? { draft: text } : {}),
      },
    };
  });
}

/** A question to merge what the cluster merges. */
const isWithin = ({ kind, facts }: ReviewProposal, { claims }: Cluster): boolean =>
  kind === 'merge' && facts.every((id) => claims.some((claim) => claim.facts.some((fact) => fact.id === id)));

const scoreOf = ({ review, likeness }: Pair): number => review?.score ?? likeness * 0.69;

function question(pair: Pair, as: Exclude<Relation, 'complementary'>): ReviewProposal {
  const [kind, reason] = KINDS[as];
  return { kind, facts: pair.review?.facts ?? [pair.older.fact.id, pair.newer.fact.id], reason, score: scoreOf(pair) };
}
