// A text read by a model: shown to it in parts that fit, and its answers held against the text. Nothing counts without
// a quote that stands in the text, and where nothing counts there is no reading.
import * as z from 'zod/mini';
import { makeFindQuote, type QuoteLength } from '../../language/model-text.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import type { Asks, ModelRequest } from '../../llm/port.ts';
import { fence, fillPrompt } from '../../llm/prompt.ts';
import { isObject } from '../../model/json.ts';
import type { Reading, Said } from './source.ts';

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
function readingSchema(): Record<string, unknown> {
  const claim = z.strictObject({ text: z.string(), quote: z.string() });
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ claims: z.array(claim) }));
  return schema;
}

/** One thing that a model noted down, and the words of the text that are to bear it out. */
interface Noted {
  readonly text: string;
  readonly quote: string;
}

/** Items that are read; a model may never stop. */
const MOST = 30;

/** The claims in any value, read generously wherever it is clear what is meant; null where there is no answer. */
function parseReading(value: unknown): readonly Noted[] | null {
  if (!isObject(value) || !Array.isArray(value.claims)) return null;
  return (value.claims as unknown[])
    .slice(0, MOST)
    .flatMap((item) =>
      isObject(item) && typeof item.quote === 'string'
        ? [{ text: typeof item.text === 'string' ? item.text : '', quote: item.quote }]
        : typeof item === 'string'
          ? [{ text: '', quote: item }]
          : [],
    );
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
const QUOTE: QuoteLength = { least: 12, leastUnspaced: 6, most: 600 };

/** Has a text read, in as many calls as it takes, up to `MOST_CALLS`. Throws nothing: what fails is a notice. */
export async function readByModel(text: ReadByModel): Promise<ReadResult> {
  const notices: string[] = [];
  const noted: Noted[] = [];
  const waiting = [text.passages];
  let calls = 0;
  while (waiting.length > 0) {
    const part = waiting.shift() ?? [];
    if (calls >= MOST_CALLS) {
      notices.push(`${text.title}: the model read the beginning of it alone, since it is long`);
      break;
    }
    const request = requestFor(part, text);
    const fits = text.asks.fits(request, ANSWER_TOKENS);
    const asked = fits
      ? await text.asks.ask(request, { label: text.title, answerTokens: ANSWER_TOKENS })
      : { kind: 'cut' as const };
    if (fits) calls++;
    if (asked.kind === 'stopped') return { reading: null, notices, stopped: true };
    if (asked.kind === 'cut') waiting.unshift(...halvesOf(part));
    else {
      const answer = asked.kind === 'answer' ? parseReading(asked.value) : null;
      if (answer !== null) noted.push(...answer);
      else
        notices.push(
          `${text.title}: ${asked.kind === 'answer' ? 'the model gave no answer that can be read' : asked.reason}`,
        );
      if (asked.kind === 'limit' || asked.kind === 'failed') break;
    }
  }
  return { ...take(noted, text, notices), stopped: false };
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
  noted: readonly Noted[],
  text: ReadByModel,
  notices: readonly string[],
): Pick<ReadResult, 'reading' | 'notices'> {
  const find = makeFindQuote(text.passages, QUOTE);
  const claims = new Map<string, Said>();
  let dropped = 0;
  for (const { text: said, quote: words } of noted) {
    const quote = find(words)?.quote ?? null;
    if (quote === null || !text.maySay(quote)) dropped++;
    else if (!claims.has(quote)) claims.set(quote, { quote, text: wordingOf(said, quote, text) });
  }
  return {
    reading: claims.size === 0 ? null : [...claims.values()].slice(0, MOST_CLAIMS),
    notices:
      dropped === 0
        ? notices
        : [
            ...notices,
            `${text.title}: ${dropped} ${dropped === 1 ? 'claim' : 'claims'} of the model left out: not in the text ` +
              'word for word',
          ],
  };
}

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
