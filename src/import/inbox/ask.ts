// A text read by a model: shown to it in parts that fit, and its answers held against the text. Nothing counts without
// a quote that stands in the text, and where nothing counts there is no reading.
import * as z from 'zod/mini';
import { makeFindQuote, type QuoteLength } from '../../language/model-text.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { askInParts, type Asks, type ModelRequest } from '../../llm/port.ts';
import { fence, fillPrompt } from '../../llm/prompt.ts';
import { isObject, isText } from '../../model/json.ts';
import type { Sentence } from '../../model/page.ts';
import { plural } from '../../model/text.ts';
import { checkSentence } from '../../page/check-sentence.ts';
import { quoteId } from './page.ts';

/** One thing that the text says. */
export interface Said {
  /** In the model's own words; null where the quote is to stand alone. */
  readonly text: string | null;
  /** Word for word from the text. */
  readonly quote: string;
}

/** What a model found in a text and the text bears out. */
export interface Reading {
  readonly claims: readonly Said[];
  /** What the text says as a whole. Each sentence names as its facts the quotes that bear it out, by `quoteId`. */
  readonly summary: readonly Sentence[];
}

/** One thing that a model noted down, and the words of the text that are to bear it out. */
const NOTED = z.strictObject({ text: z.string(), quote: z.string() });
type Noted = z.infer<typeof NOTED>;

/** A sentence about the whole, and the numbers of the claims that it rests on, the first of which is 1. */
const SUMMED = z.strictObject({ text: z.string(), claims: z.array(z.int()) });

/** What one answer says. */
interface Answer {
  readonly claims: readonly Noted[];
  readonly summary: readonly z.infer<typeof SUMMED>[];
}

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
function readingSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.strictObject({ claims: z.array(NOTED), summary: z.array(SUMMED) }),
  );
  return schema;
}

/** Items that are read; a model may never stop. */
const MOST = 30;

/** What of an answer can be read; null where there is none. */
function parseReading(value: unknown): Answer | null {
  if (!isObject(value) || !Array.isArray(value.claims)) return null;
  const claims = (value.claims as unknown[]).slice(0, MOST).map((item) => ({
    text: isObject(item) && isText(item.text) ? item.text : '',
    quote: isObject(item) && isText(item.quote) ? item.quote : '',
  }));
  const summary = Array.isArray(value.summary) ? (value.summary as unknown[]) : [];
  return {
    claims,
    summary: summary
      .slice(0, MOST_SENTENCES)
      .flatMap((item) =>
        isObject(item) && isText(item.text) && Array.isArray(item.claims)
          ? [{ text: item.text, claims: item.claims.filter((one) => typeof one === 'number') }]
          : [],
      ),
  };
}

/** A text, and what is needed to have it read. */
export interface ReadByModel {
  readonly title: string;
  /** The text in pieces, each on one line. */
  readonly passages: readonly string[];
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that may not stand on a page, since they were forgotten. */
  readonly maySay: (text: string) => boolean;
}

/** What came of it. */
export interface ReadResult {
  /** Null where the model found nothing that holds. */
  readonly reading: Reading | null;
  /** What was not read or not taken, each a sentence for a person. */
  readonly notices: readonly string[];
  readonly stopped: boolean;
}

/** Calls for one text, at most. */
const MOST_CALLS = 6;
const ANSWER_TOKENS = 1500;
const MOST_CLAIMS = 15;
/** Sentences of a summary, of all parts together. */
const MOST_SENTENCES = 6;
const QUOTE: QuoteLength = { least: 12, leastUnspaced: 6, most: 600 };

/** Has a text read, in as many calls as it takes, up to `MOST_CALLS`. Throws nothing: what fails is a notice. */
export async function readByModel(text: ReadByModel): Promise<ReadResult> {
  const { title, asks } = text;
  const notices: string[] = [];
  const answers: Answer[] = [];
  const requests = askInParts([text.passages], {
    asks,
    answerTokens: ANSWER_TOKENS,
    limit: { calls: MOST_CALLS, reason: 'the model read the beginning of it alone, since it is long' },
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
    if (answer === null) notices.push(`${title}: the model gave no answer that can be read`);
    else answers.push(answer);
  }
  return { ...take(answers, text, notices), stopped: false };
}

/** A part in two halves; none where it is too small for that. */
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
    schema: readingSchema(),
  };
}

function take(
  answers: readonly Answer[],
  text: ReadByModel,
  notices: readonly string[],
): Pick<ReadResult, 'reading' | 'notices'> {
  const find = makeFindQuote(text.passages, QUOTE);
  const claims = new Map<string, Said>();
  let dropped = 0;
  const quotes = answers.map((answer) => answer.claims.map(({ quote }) => find(quote)?.quote ?? null));
  for (const [at, { text: said, quote: words }] of answers.flatMap((answer) => answer.claims).entries()) {
    if (words === '') continue;
    const quote = quotes.flat()[at] ?? null;
    if (quote === null || !text.maySay(quote)) dropped++;
    else if (!claims.has(quote)) claims.set(quote, { quote, text: wordingOf(said, quote, text) });
  }
  if (dropped > 0)
    notices = [
      ...notices,
      `${text.title}: ${plural(dropped, 'claim')} of the model left out: not in the text word for word`,
    ];
  if (claims.size === 0) return { reading: null, notices };
  const kept = [...claims.values()].slice(0, MOST_CLAIMS);
  const each = Math.ceil(MOST_SENTENCES / answers.length);
  const asked = answers
    .flatMap(({ summary }, at) => summary.slice(0, each).map((one) => toSentence(one, quotes[at] ?? [])))
    .slice(0, MOST_SENTENCES);
  const quoted = kept.map(({ quote }) => ({
    text: quote,
    facts: [quoteId(quote)],
    past: false,
    held: null,
    sides: [],
  }));
  // The same check as that of other overviews, against the quotes alone.
  const summary = asked.filter(
    (sentence) =>
      checkSentence(sentence, { title: text.title, claims: quoted, daysOf: () => [], isPrivate: () => false }) ===
        null &&
      findSecrets(sentence.text).length === 0 &&
      text.maySay(sentence.text),
  );
  const left = asked.length - summary.length;
  if (left > 0)
    notices = [
      ...notices,
      `${text.title}: ${plural(left, 'sentence')} of the summary left out: the quotes do not say it`,
    ];
  return { reading: { claims: kept, summary }, notices };
}

/** A number that no claim has, or one without its quote in the text, is no id of a quote. */
const toSentence = ({ text, claims }: Answer['summary'][number], quotes: readonly (string | null)[]): Sentence => ({
  text: text.replace(/\s+/g, ' ').trim(),
  facts: [
    ...new Set(
      claims.map((number) => {
        const quote = quotes[number - 1] ?? null;
        return quote === null ? '' : quoteId(quote);
      }),
    ),
  ],
});

/** Characters of a note in the model's own words. */
const LONGEST = 300;
/** The share of its stems that must be those of the quote. */
const BORNE = 0.5;

/** A model's own words on one line, where the quote bears them out; null where the quote is to stand alone. */
function wordingOf(said: string, quote: string, { terms, maySay }: ReadByModel): string | null {
  const text = said.replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > LONGEST || text === quote || /https?:|[<>`[\]{}|]/.test(text)) return null;
  if (missingSpecifics(text, quote).length > 0 || findSecrets(text).length > 0 || !maySay(text)) return null;
  const borne = new Set(terms(quote));
  const own = [...new Set(terms(text))];
  return own.length > 0 && own.filter((term) => borne.has(term)).length >= own.length * BORNE ? text : null;
}
