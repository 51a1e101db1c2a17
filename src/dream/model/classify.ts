// Asks the model about pairs of claims: whether they say the same, contradict each other, or the later replaces the
// earlier. What it says becomes a question to a person; only where the rules would ask the same and the user allows it is
// a replacement applied, and a merge never. Whatever goes wrong, the questions stay as they were.
import * as z from 'zod/mini';
import { missingSpecifics } from '../../markdown/specifics.ts';
import { eventDay } from '../../model/fact.ts';
import type { Proposal } from '../../model/plan.ts';
import type { ReviewKind, ReviewProposal } from '../../model/review.ts';
import { bagOf } from '../rules/alike.ts';
import { createStem } from '../rules/terms.ts';
import { flatten } from './answer.ts';
import { findPairs, keyOf, type Pair } from './pairs.ts';
import { fence, fillPrompt } from './prompt.ts';
import { isBefore, isPinned } from './support.ts';
import { MODEL_SAYS } from './take.ts';
import type { Asked, Classified, ClassifyInput } from './types.ts';
import { isMarkedUp, isOtherScript } from './wording.ts';

const RELATIONS = ['duplicate', 'complementary', 'contradicts', 'supersedes-older'] as const;
type Relation = (typeof RELATIONS)[number];

interface Related {
  readonly pair: Pair;
  readonly as: Relation;
  readonly text: string | null;
}

export const PAIRS_A_CALL = 8;
const TOKENS_A_PAIR = 120;
/** Questions of the rules that are so pressing stay, whatever a model says: what is pinned, what a correction means. */
const PRESSING = 0.85;
const KINDS: Readonly<Record<Exclude<Relation, 'complementary'>, readonly [ReviewKind, string]>> = {
  duplicate: ['merge', `${MODEL_SAYS} that both say the same`],
  contradicts: ['contradiction', `${MODEL_SAYS} that they contradict each other`],
  'supersedes-older': ['supersede', `${MODEL_SAYS} that the later replaces the earlier`],
};
/** What can be said of pairs that nobody asked about, by how much they are alike. */
const EXPECTED: Readonly<Record<Pair['about'], readonly Relation[]>> = { any: RELATIONS, duplicate: ['duplicate'], change: ['contradicts', 'supersedes-older'] };

export async function classify(input: ClassifyInput): Promise<Classified> {
  const pairs = input.mayAsk() ? findPairs(input) : [];
  const related: Related[] = [];
  const notices: string[] = [];
  let at = 0;
  while (at < pairs.length && input.mayAsk()) {
    const { asked, count } = await askAbout(pairs.slice(at, at + PAIRS_A_CALL), input);
    if (asked.kind === 'answer') related.push(...readRelations(asked.value, pairs.slice(at, at + count)));
    // Of a limit the facts that wait tell, or there was no fact left to ask about; of a failure, what failed first.
    if (asked.kind === 'failed' && asked.wasMade) notices.push(`${pairs.length - at} ${pairs.length - at === 1 ? 'pair' : 'pairs'} of claims that are alike: not put before the model, ${asked.reason}`);
    if (asked.kind !== 'answer' && asked.kind !== 'cut') break;
    at += count;
  }
  return { ...conclude(related, input), notices, asked: at };
}

/** As many of these as fit into one call. */
async function askAbout(pairs: readonly Pair[], { prompt, asker }: ClassifyInput): Promise<{ asked: Asked; count: number }> {
  for (let count = pairs.length; ; count = Math.floor(count / 2)) {
    const request = { name: 'classify', system: fillPrompt(prompt, {}), prompt: renderPairs(pairs.slice(0, count)), schema: pairSchema(count) };
    const answerTokens = count * TOKENS_A_PAIR + 50;
    if (count === 0) return { asked: { kind: 'cut' }, count: 1 };
    if (asker.fits(request, answerTokens)) return { asked: await asker.ask(request, { label: 'claims that are alike', answerTokens }), count };
  }
}

function renderPairs(pairs: readonly Pair[]): string {
  const side = ({ text, facts }: Pair['older']): object => ({ says: text, day: facts[0] && eventDay(facts[0]) });
  const rows = pairs.map(({ older, newer }, at) => JSON.stringify({ id: `p${at + 1}`, older: side(older), newer: side(newer) }));
  return `${fence(`{"pairs":[\n${rows.join(',\n')}\n]}`)}\n\nDecide each pair once. Answer with JSON alone.`;
}

/** JSON schema of the answer about so many pairs. */
export function pairSchema(count: number): Record<string, unknown> {
  const ids = Array.from({ length: Math.max(1, count) }, (_, at) => `p${at + 1}`);
  const pair = z.strictObject({ pair: z.enum(ids), as: z.enum(RELATIONS), text: z.nullable(z.string()), reason: z.string() });
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ pairs: z.array(pair) }));
  return flatten(schema) as Record<string, unknown>;
}

/** The first of each pair counts. Takes any value. */
function readRelations(value: unknown, pairs: readonly Pair[]): Related[] {
  const list: unknown = Array.isArray(value) ? value : isObject(value) ? (value.pairs ?? value.decisions) : undefined;
  const found = new Map<Pair, Related>();
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isObject(one)) continue;
    const name = one.pair ?? one.id;
    const digits = typeof name === 'string' || typeof name === 'number' ? /^\s*p?0*(\d{1,4})\s*$/i.exec(String(name))?.[1] : undefined;
    const pair = pairs[Number(digits ?? 0) - 1];
    const word = typeof one.as === 'string' ? one.as.trim().toLowerCase().replace(/[\s_]+/g, '-').replace(/^(?:supersedes?|replaces|updates)$/, 'supersedes-older').replace(/^contradict(?:ion|ory)?$/, 'contradicts') : '';
    const as = RELATIONS.find((relation) => relation === word);
    if (pair && as && !found.has(pair)) found.set(pair, { pair, as, text: typeof one.text === 'string' && one.text.trim() !== '' ? one.text.trim() : null });
  }
  return [...found.values()];
}

/** The proposals and the questions with what the model said of the pairs. */
function conclude(related: readonly Related[], { proposals, reviews, view, limits }: ClassifyInput): Pick<Classified, 'proposals' | 'reviews'> {
  const byPair = new Map(related.map((one) => [keyOf(one.pair), one]));
  const changed = new Map(proposals.map((proposal) => [proposal.fact, proposal]));
  const questions: ReviewProposal[] = [];
  const settled = new Set<ReviewProposal>();
  for (const { pair, as, text } of byPair.values()) {
    const { review, older, newer } = pair;
    if (review !== null && (review.score >= PRESSING || isPinned([...older.facts, ...newer.facts], view))) continue;
    if (!EXPECTED[pair.about].includes(as)) continue;
    if (review !== null) for (const one of reviews) if (isAbout(one, pair)) settled.add(one);
    if (as === 'complementary') continue;
    const applied = as === 'supersedes-older' && limits.applyAgreed && review?.kind === 'supersede' && !review.reason.startsWith(MODEL_SAYS) ? replacing(pair, changed) : null;
    if (applied !== null) changed.set(applied.fact, applied);
    else questions.push(question(pair, as, text));
  }
  return { proposals: proposals.map((proposal) => changed.get(proposal.fact) ?? proposal), reviews: [...reviews.filter((review) => !settled.has(review)), ...questions] };
}

const isAbout = ({ facts }: ReviewProposal, { older, newer }: Pair): boolean => facts.length === 2 && [older, newer].every((claim) => claim.facts.some(({ id }) => facts.includes(id)));

function question(pair: Pair, as: Exclude<Relation, 'complementary'>, text: string | null): ReviewProposal {
  const [kind, reason] = KINDS[as];
  const draft = as === 'duplicate' && text !== null && isDraft(text, pair) ? text : null;
  return { kind, facts: pair.review?.facts ?? [pair.older.fact.id, pair.newer.fact.id], reason, score: pair.review?.score ?? pair.likeness * 0.69, ...(draft === null ? {} : { draft }) };
}

/** Does it say what both say, and nothing else? */
function isDraft(draft: string, { older, newer }: Pair): boolean {
  const facts = [...older.facts, ...newer.facts];
  const said = [older.text, newer.text, ...facts.map(({ text }) => text)];
  const all = said.join('\n');
  if (draft.length > older.text.length + newer.text.length + 20 || isMarkedUp(draft, all) || isOtherScript(draft, all)) return false;
  if (said.some((text) => missingSpecifics(text, draft).length > 0) || missingSpecifics(draft, all).some((specific) => specific !== 'not')) return false;
  const stem = createStem();
  const have = new Set(said.flatMap((text) => [...bagOf(text, stem).words]));
  return [...bagOf(draft, stem).words].every((word) => have.has(word));
}

/** The later fact takes the place of the earlier claim; null where it cannot. */
function replacing({ older, newer }: Pair, proposals: ReadonlyMap<string, Proposal>): Proposal | null {
  const proposal = proposals.get(newer.fact.id);
  const name = older.fact.id;
  const isTaken = [...proposals.values()].some(({ supersedes = [], corrects, with: other, of }) => older.facts.some(({ id }) => supersedes.includes(id) || corrects === id || other === id) || of === newer.fact.id || (of !== undefined && older.facts.some(({ id }) => id === of)));
  if (!newer.isNew || proposal?.as !== 'placed' || (proposal.supersedes ?? []).length > 0 || isTaken || !isBefore(older.facts, newer.fact)) return null;
  return { ...proposal, supersedes: [name], reason: 'the rules and the model say that it replaces this' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
