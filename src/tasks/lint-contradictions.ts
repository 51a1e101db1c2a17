// `lint --llm`: the model that the settings or a flag choose is asked about claims of related pages. A person asked for
// it, so a model that is away is an error. Its answer about a pair of claims is kept until a claim, the model or the
// prompt changes.
import { openTokenizer } from '../index/tokenizer.ts';
import {
  askAboutPairs,
  type AskedPairs,
  type ClaimPair,
  type Contradiction,
  relatedPairs,
} from '../lint/contradictions.ts';
import type { LintInput } from '../lint/input.ts';
import { LLMError } from '../llm/errors.ts';
import { textDigest } from '../model/bytes.ts';
import type { Usage } from '../model/plan.ts';
import { type PairAnswer, readAskedPairs, writeAskedPairs } from '../vault/reviews.ts';
import { mustAnswer, openAskedModel } from './model-engine.ts';
import type { Context } from './context.ts';

/** Pairs of claims that are asked about in one go. */
const MOST_PAIRS = 80;

export interface LookedByModel extends AskedPairs {
  readonly pairs: number;
  /** How many of them it had been asked about before. */
  readonly known: number;
  readonly model: string;
  readonly usage: Usage;
}

/**
 * Asks about the pairs that it was not asked about before. `keep`: its answers go into the cache. Throws `model` where
 * none is chosen or it does not answer, `refused` where it is not trusted, `settings`.
 */
export async function askForContradictions(context: Context, input: LintInput, keep: boolean): Promise<LookedByModel> {
  const { model, name, system, asks, progress, cancel, usage, mayRead } = await openAskedModel(
    context,
    'contradictions',
    'memvault lint --llm',
  );
  const tokenizer = await openTokenizer(context.settings.retrieve.languages);
  const pairs = relatedPairs(input, (text) => tokenizer.terms(text), MOST_PAIRS, mayRead);
  const keyOf = ({ older, newer }: ClaimPair): string =>
    textDigest(JSON.stringify([name, system, ...[older, newer].map(({ title, day, text }) => [title, day, text])]));
  const before = readAskedPairs(context.vault);
  const known = pairs.filter((pair) => before.has(keyOf(pair)));
  const open = pairs.filter((pair) => !before.has(keyOf(pair)));
  if (open.length > 0) await mustAnswer(model, cancel.signal);
  const asked = await askAboutPairs(open, system, asks);
  progress.end();
  const said = new Map(asked.found.map((one) => [keyOf(one), answerOf(one)]));
  const answers = new Map(
    [...known, ...asked.certain]
      .map(keyOf)
      .map((key): [string, PairAnswer] => [key, said.get(key) ?? before.get(key) ?? null]),
  );
  if (keep && answers.size > 0) writeAskedPairs(context.vault, before, answers);
  if (asked.reason !== null && asked.answered.length === 0) throw new LLMError(`${model.name}: ${asked.reason}`);
  const found = [...known.flatMap((pair) => contradictionIn(pair, before.get(keyOf(pair)) ?? null)), ...asked.found];
  return { ...asked, found, pairs: pairs.length, known: known.length, model: name, usage: usage() };
}

function answerOf({ older, newer, olderQuote, newerQuote }: Contradiction): PairAnswer {
  const [from, to] = [older.text.indexOf(olderQuote), newer.text.indexOf(newerQuote)];
  return [from, from + olderQuote.length, to, to + newerQuote.length];
}

function contradictionIn(pair: ClaimPair, answer: PairAnswer): Contradiction[] {
  if (answer === null) return [];
  const [olderStart, olderEnd, newerStart, newerEnd] = answer;
  const [olderQuote, newerQuote] = [
    pair.older.text.slice(olderStart, olderEnd),
    pair.newer.text.slice(newerStart, newerEnd),
  ];
  return olderQuote === '' || newerQuote === '' ? [] : [{ ...pair, olderQuote, newerQuote }];
}
