// Reads our own prompts as a model does, so that scripts can answer to what they were really asked.
import { randomAnswer, createRandom } from './random.ts';
import type { JsonSchema, ModelCall } from './script.ts';
import { isRecord } from './serve.ts';

export interface AskedFact {
  readonly id: string;
  readonly in: string;
  readonly says: string;
  readonly day: string;
}

export interface AskedClaim {
  readonly id: string;
  readonly in: string;
  readonly says: string;
  readonly since: string;
}

/** Facts beside the claims that they may be about, as the model sees them. */
export interface AskedFacts {
  readonly claims: readonly AskedClaim[];
  readonly facts: readonly AskedFact[];
}

/** Two statements: `a` is the newer. */
export interface AskedPair {
  readonly id: string;
  readonly a: Omit<AskedFact, 'id'>;
  readonly b: Omit<AskedFact, 'id'>;
}

export interface Decision {
  fact: string;
  as: 'new' | 'duplicate' | 'supersedes' | 'corrects' | 'conflicts' | 'set-aside';
  claim: string | null;
  text: string | null;
}

export interface Answer {
  decisions: Decision[];
}

export type Decide = (fact: AskedFact, asked: AskedFacts) => Partial<Decision>;

/**
 * `first-look`: what becomes of facts. `second-look`: how two statements stand to each other. `memory`: `MEMORY.md`.
 * `pass`: a page as a whole. `contradictions`: what `lint` asks.
 */
export type CallKind = 'first-look' | 'second-look' | 'memory' | 'pass' | 'contradictions';

/** By what it is asked with, so that it can be told without a schema, too. */
export function kindOf({ prompt }: ModelCall): CallKind {
  if (isPass(prompt)) return 'pass';
  const data = dataOf(prompt);
  if (!isRecord(data)) return 'contradictions';
  const [pair] = Array.isArray(data['pairs']) ? (data['pairs'] as unknown[]) : [];
  if (isRecord(pair)) return 'a' in pair ? 'second-look' : 'contradictions';
  return 'facts' in data ? 'first-look' : 'memory';
}

/** What it shows is no JSON. */
const isPass = (prompt: string): boolean => /^Put claims 1 to \d+ in order\./m.test(prompt);

/** What stands between the marks of a prompt. Throws where there is no such thing, or it is no JSON. */
function dataOf(prompt: string): unknown {
  const [, , data] = /<(data-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>/.exec(prompt) ?? [];
  if (data === undefined) throw new Error(`a prompt without data: ${prompt.slice(0, 200)}`);
  return JSON.parse(data);
}

/** Throws where the call asks for something else. */
export function factsOf(call: ModelCall): AskedFacts {
  const data = dataOf(call.prompt);
  if (!isRecord(data) || !Array.isArray(data['facts']) || !Array.isArray(data['claims']))
    throw new Error('the prompt has no facts');
  return data as unknown as AskedFacts;
}

/** Throws where the call asks for something else. */
function pairsOf(call: ModelCall): readonly AskedPair[] {
  const data = dataOf(call.prompt);
  if (!isRecord(data) || !Array.isArray(data['pairs'])) throw new Error('the prompt has no pairs');
  return data['pairs'] as AskedPair[];
}

const LOOKS: Readonly<Record<Decision['as'], string>> = {
  new: 'both',
  'set-aside': 'both',
  duplicate: 'same',
  supersedes: 'a-replaces-b',
  corrects: 'a-replaces-b',
  conflicts: 'contradict',
};

/**
 * A decision for each fact, `new` in its own words unless `decide` says otherwise; of a pair, what `decide` says of the
 * newer beside the older alone. To other questions the quietest answer.
 */
export function answerAll(call: ModelCall, decide: Decide = () => ({})): object {
  const kind = kindOf(call);
  if (kind === 'first-look') {
    const asked = factsOf(call);
    const decisions = asked.facts.map((fact): Decision => ({
      fact: fact.id,
      as: 'new',
      claim: null,
      text: null,
      ...decide(fact, asked),
    }));
    return { decisions } satisfies Answer;
  }
  if (kind === 'second-look') {
    const pairs = pairsOf(call).map(({ id, a, b }) => {
      const fact = { ...a, id: 'f1' };
      const claim = { id: 'c1', in: b.in, says: b.says, since: b.day };
      return { pair: id, as: LOOKS[decide(fact, { claims: [claim], facts: [fact] }).as ?? 'new'] };
    });
    return { pairs };
  }
  return call.schema === null ? {} : (quietAnswer(call.schema) as object);
}

/**
 * An answer by chance, right by the schema alone. The same call gets the same with one seed. Half of the decisions
 * about a claim are about the one that has most words in common with the fact: others are seldom worth a second look.
 */
export function randomFor(call: ModelCall, seed: number): object {
  const random = createRandom(seed * 1_000_003 + digest(call.prompt));
  const answer = randomAnswer(
    random,
    call.schema ?? {},
    isPass(call.prompt) ? null : dataOf(call.prompt),
  ) as Partial<Answer>;
  if (kindOf(call) !== 'first-look') return answer;
  const { claims, facts } = factsOf(call);
  for (const decision of answer.decisions ?? []) {
    if (decision.claim === null || random.next() < 0.5) continue;
    const says = facts.find(({ id }) => id === decision.fact)?.says ?? '';
    const nearest = claims.map((claim) => [shared(claim.says, says), claim.id] as const).sort(([a], [b]) => b - a)[0];
    if (nearest && nearest[0] > 1) decision.claim = nearest[1];
  }
  return answer;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

function shared(a: string, b: string): number {
  const words = new Set(wordsIn(a));
  return wordsIn(b).filter((word) => words.has(word)).length;
}

/** As little as a schema allows: nothing in lists, null where it may be, else the first choice. */
function quietAnswer(part: JsonSchema): unknown {
  const { type, properties, enum: choices, anyOf } = part;
  if (Array.isArray(choices)) return choices[0];
  if (Array.isArray(anyOf))
    return anyOf.some((one) => isRecord(one) && one['type'] === 'null') ? null : quietAnswer(anyOf[0] as JsonSchema);
  if (Array.isArray(type)) return type.includes('null') ? null : quietAnswer({ ...part, type: type[0] as unknown });
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(isRecord(properties) ? properties : {}).map(([key, one]) => [key, quietAnswer(one as JsonSchema)]),
    );
  return type === 'array' ? [] : type === 'string' ? '' : type === 'boolean' ? false : type === 'null' ? null : 0;
}

function digest(text: string): number {
  let value = 0;
  for (const letter of text) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return value >>> 0;
}
