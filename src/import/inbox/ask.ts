// A text read by a model: shown to it in parts that fit, and its answers held against the text. Nothing counts without
// a quote that stands in the text, and where nothing counts there is no reading.
import * as z from 'zod/mini';
import { makeFindQuote, type QuoteLength } from '../../language/model-text.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { askInParts, type Asks, type ModelRequest } from '../../llm/port.ts';
import { fence, fillPrompt } from '../../llm/prompt.ts';
import { isObject, isText } from '../../model/json.ts';

/** One thing that the text says. */
export interface Said {
  /** In the model's own words; null where the quote is to stand alone. */
  readonly text: string | null;
  /** Word for word from the text. */
  readonly quote: string;
}

/** What a model found in a text and the text bears out. */
export type Reading = readonly Said[];

/** One thing that a model noted down, and the words of the text that are to bear it out. */
const NOTED = z.strictObject({ text: z.string(), quote: z.string() });
type Noted = z.infer<typeof NOTED>;

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
function readingSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ claims: z.array(NOTED) }));
  return schema;
}

/** Items that are read; a model may never stop. */
const MOST = 30;

/** What of an answer can be read; null where there is none. */
function parseReading(value: unknown): readonly Noted[] | null {
  if (!isObject(value) || !Array.isArray(value.claims)) return null;
  return (value.claims as unknown[])
    .slice(0, MOST)
    .flatMap((item) =>
      isObject(item) && isText(item.quote) ? [{ text: isText(item.text) ? item.text : '', quote: item.quote }] : [],
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
  const { title, asks } = text;
  const notices: string[] = [];
  const noted: Noted[] = [];
  const requests = askInParts([text.passages], {
    asks,
    label: title,
    answerTokens: ANSWER_TOKENS,
    most: MOST_CALLS,
    requestFor: (part) => requestFor(part, text),
    halvesOf,
  });
  for await (const { asked } of requests) {
    if (asked.kind === 'stopped') return { reading: null, notices, stopped: true };
    if (asked.kind === 'limit' || asked.kind === 'failed') {
      notices.push(`${title}: ${asked.reason}`);
      break;
    }
    const answer = asked.kind === 'answer' ? parseReading(asked.value) : [];
    if (answer === null) notices.push(`${title}: the model gave no answer that can be read`);
    else noted.push(...answer);
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
