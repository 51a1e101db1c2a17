// Reads a text with a model, in parts that fit, and checks the answers against the text. A claim needs a quote from the
// text; without any claims there is no reading.
import { makeFindQuote, type QuoteLength } from '../../language/model-text.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { askInParts, type Asks, type ModelRequest } from '../../llm/port.ts';
import {
  fence,
  field,
  fillPrompt,
  integerSchema,
  listSchema,
  objectSchema,
  textOf,
  textSchema,
} from '../../llm/prompt.ts';
import { isObject, isText, itemsOf } from '../../model/json.ts';
import type { Sentence } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import { checkSentence } from '../../page/check-sentence.ts';
import { quoteId } from './page.ts';

/** One thing that the text says. */
export interface Said {
  /** The model's wording; null to show only the quote. */
  readonly text: string | null;
  /** Verbatim from the text. */
  readonly quote: string;
}

/** What a model found in a text and the text supports. */
export interface Reading {
  readonly claims: readonly Said[];
  /** A summary. The `facts` of each sentence are the ids of its supporting quotes, by `quoteId`. */
  readonly summary: readonly Sentence[];
}

/** JSON schema of an answer. `claims` of a sentence: the numbers of the claims it is based on, from 1. */
const READING_SCHEMA = objectSchema({
  claims: listSchema(objectSchema({ text: textSchema, quote: textSchema })),
  summary: listSchema(objectSchema({ text: textSchema, claims: listSchema(integerSchema) })),
});

/** One answer. */
interface Answer {
  readonly claims: readonly { readonly text: string; readonly quote: string }[];
  readonly summary: readonly { readonly text: string; readonly claims: readonly number[] }[];
}

/** The most items read, since a model may never stop. */
const MOST = 30;

/** Parses an answer leniently; null if there is none. */
function parseReading(value: unknown): Answer | null {
  if (!isObject(value) || !Array.isArray(value.claims)) return null;
  return {
    claims: itemsOf(value.claims)
      .slice(0, MOST)
      .map((item) => ({ text: textOf(field(item, 'text')), quote: textOf(field(item, 'quote')) })),
    summary: itemsOf(value.summary)
      .slice(0, MOST_SENTENCES)
      .flatMap((item) =>
        isObject(item) && isText(item.text) && Array.isArray(item.claims)
          ? [{ text: item.text, claims: item.claims.filter((one) => typeof one === 'number') }]
          : [],
      ),
  };
}

/** A text, and what is needed to read it. */
export interface ReadByModel {
  readonly title: string;
  /** The text in passages, each on one line. */
  readonly passages: readonly string[];
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that must not appear on a page because they were forgotten. */
  readonly maySay: (text: string) => boolean;
}

/** The result of reading a text. */
export interface ReadResult {
  /** Null if no claim passed the checks. */
  readonly reading: Reading | null;
  /** What was not read or was rejected; one sentence each. */
  readonly notices: readonly string[];
  readonly stopped: boolean;
}

/** The most calls for one text. */
const MOST_CALLS = 6;
const ANSWER_TOKENS = 1500;
const MOST_CLAIMS = 15;
/** The most sentences of a summary, over all parts. */
const MOST_SENTENCES = 6;
const QUOTE: QuoteLength = { least: 12, leastUnspaced: 6, most: 600 };

/** Reads a text in at most `MOST_CALLS` calls. Never throws: a failure becomes a notice. */
export async function readByModel(text: ReadByModel): Promise<ReadResult> {
  const { title, asks } = text;
  const notices: string[] = [];
  const answers: Answer[] = [];
  const requests = askInParts([text.passages], {
    asks,
    answerTokens: ANSWER_TOKENS,
    limit: { calls: MOST_CALLS, reason: 'the model read only the beginning, because the text is long' },
    labelFor: () => title,
    requestFor: (part) => requestFor(part, text),
    halvesOf,
  });
  for await (const { asked } of requests) {
    if (asked.kind === 'stopped') return { reading: null, notices, stopped: true };
    if (asked.kind === 'limit' || asked.kind === 'failed') {
      notices.push(`${title}: ${asked.reason}`);
      break;
    }
    if (asked.kind !== 'answer') continue;
    const answer = parseReading(asked.value);
    if (answer === null) notices.push(`${title}: the model’s answer was unreadable`);
    else answers.push(answer);
  }
  return { reading: take(answers, text, notices), notices, stopped: false };
}

/** Splits a part in two; empty if it is too small. */
function halvesOf(part: readonly string[]): (readonly string[])[] {
  if (part.length > 1) return [part.slice(0, Math.ceil(part.length / 2)), part.slice(Math.ceil(part.length / 2))];
  const [only = ''] = part;
  if (only.length < 400) return [];
  const blank = only.lastIndexOf(' ', only.length / 2);
  const at = blank > 100 ? blank : Math.ceil(only.length / 2);
  return [[only.slice(0, at)], [only.slice(at)]];
}

function requestFor(part: readonly string[], { title, system }: ReadByModel): ModelRequest {
  return {
    system: fillPrompt(system, {}),
    prompt:
      `${fence(JSON.stringify({ title, text: part.join('\n') }, null, 1))}\n\n` +
      'Note down what this text says. Answer with JSON alone.',
    name: 'inbox',
    schema: READING_SCHEMA,
  };
}

function take(answers: readonly Answer[], text: ReadByModel, notices: string[]): Reading | null {
  const { title, maySay } = text;
  const find = makeFindQuote(text.passages, QUOTE);
  const claims = new Map<string, Said>();
  const asked: Sentence[] = [];
  let dropped = 0;
  for (const answer of answers) {
    const quotes = answer.claims.map(({ quote }) => find(quote)?.quote ?? null);
    for (const [at, { text: said, quote: words }] of answer.claims.entries()) {
      const quote = quotes[at] ?? null;
      if (words !== '' && (quote === null || !maySay(quote))) dropped++;
      else if (quote !== null && !claims.has(quote)) claims.set(quote, { quote, text: wordingOf(said, quote, text) });
    }
    asked.push(
      ...answer.summary.slice(0, Math.ceil(MOST_SENTENCES / answers.length)).map((one) => ({
        text: one.text.replace(/\s+/g, ' ').trim(),
        // Numbers without a claim, or whose quote is not in the text, become an empty id, which fails the check.
        facts: [...new Set(one.claims.map((number) => (quotes[number - 1] ? quoteId(quotes[number - 1] ?? '') : '')))],
      })),
    );
  }
  if (dropped > 0)
    notices.push(`${title}: ${plural(dropped, 'claim')} of the model left out: not in the text word for word`);
  if (claims.size === 0) return null;
  const kept = [...claims.values()].slice(0, MOST_CLAIMS);
  // The same check as for other overviews, with the quotes as claims.
  const plain = { past: false, held: null, sides: [] };
  const quoted = kept.map(({ quote }) => ({ ...plain, text: quote, facts: [quoteId(quote)] }));
  const evidence = { title, claims: quoted, daysOf: () => [], isPrivate: () => false };
  const shown = asked.slice(0, MOST_SENTENCES);
  const summary = shown.filter(
    (sentence) =>
      checkSentence(sentence, evidence) === null && findSecrets(sentence.text).length === 0 && maySay(sentence.text),
  );
  const left = shown.length - summary.length;
  if (left > 0) notices.push(`${title}: ${plural(left, 'sentence')} of the summary left out: the quotes do not say it`);
  return { claims: kept, summary };
}

/** Characters of a model's wording. */
const LONGEST = 300;
/** The share of a wording's stems that the quote must contain. */
const BORNE = 0.5;

/** The model's wording on one line, if the quote supports it; null to show only the quote. */
function wordingOf(said: string, quote: string, { terms, maySay }: ReadByModel): string | null {
  const text = said.replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > LONGEST || text === quote || /https?:|[<>`[\]{}|]/.test(text)) return null;
  if (missingSpecifics(text, quote).length > 0 || findSecrets(text).length > 0 || !maySay(text)) return null;
  const borne = new Set(terms(quote));
  const own = [...new Set(terms(text))];
  return own.length > 0 && own.filter((term) => borne.has(term)).length >= own.length * BORNE ? text : null;
}
