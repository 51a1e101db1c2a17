// A text read by a model: shown to it in parts that fit, and its answers held against the text. Nothing counts without
// a quote that stands in the text, and where nothing counts there is no reading.
import * as z from 'zod/mini';
import { makeFindQuote, type QuoteLength } from '../../language/model-text.ts';
import { findSecrets } from '../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import type { Asks, ModelRequest } from '../../llm/port.ts';
import { fence, fillPrompt } from '../../llm/prompt.ts';
import { isObject } from '../../model/json.ts';
import type { Known } from './page.ts';
import type { Reading, Said } from './source.ts';

// What a model may answer about a text: the schema that it is asked with, and its answer, read generously wherever it
// is clear what is meant. Looks at its form alone; whether the text says so is judged in ask.ts.

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
function readingSchema(): Record<string, unknown> {
  const note = z.strictObject({ text: z.string(), quote: z.string() });
  const answer = z.strictObject({
    claims: z.array(note),
    methods: z.array(note),
    contradictions: z.array(z.strictObject({ statement: z.string(), quote: z.string() })),
    related: z.array(z.string()),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/** One thing that a model noted down, and the words of the text that are to bear it out. */
export interface Noted {
  readonly text: string;
  readonly quote: string;
}

/**
 * An answer by its form. `against` is what speaks against a statement of the vault, which is named by the id that it
 * had in the call.
 */
export interface ReadingAnswer {
  readonly claims: readonly Noted[];
  readonly methods: readonly Noted[];
  readonly against: readonly { readonly statement: string; readonly quote: string }[];
  readonly related: readonly string[];
}

/** Items of each list that are read; a model may never stop. */
const MOST = 30;

/** The answer in any value; null where there is none. */
function parseReading(value: unknown): ReadingAnswer | null {
  if (!isObject(value) || ![value.claims, value.methods, value.contradictions].some(Array.isArray)) return null;
  const notes = (list: unknown): Noted[] =>
    itemsOf(list).flatMap((item) =>
      isObject(item) && typeof item.quote === 'string'
        ? [{ text: typeof item.text === 'string' ? item.text : '', quote: item.quote }]
        : typeof item === 'string'
          ? [{ text: '', quote: item }]
          : [],
    );
  return {
    claims: notes(value.claims),
    methods: notes(value.methods),
    against: itemsOf(value.contradictions).flatMap((item) =>
      isObject(item) && typeof item.quote === 'string' && typeof item.statement === 'string'
        ? [{ statement: item.statement.trim().toLowerCase(), quote: item.quote }]
        : [],
    ),
    related: itemsOf(value.related).flatMap((item) => (typeof item === 'string' ? [item.trim()] : [])),
  };
}

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? (list as unknown[]).slice(0, MOST) : []);

/** A text, and what is needed to have it read. */
export interface ReadByModel {
  readonly title: string;
  /** The text in pieces, each on one line. */
  readonly passages: readonly string[];
  /** Statements of the vault that the model is to hold it against. */
  readonly known: readonly Known[];
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
const MOST_METHODS = 8;
const MOST_AGAINST = 8;
const QUOTE: QuoteLength = { least: 12, leastUnspaced: 6, most: 600 };

/** Has a text read, in as many calls as it takes, up to `MOST_CALLS`. Throws nothing: what fails is a notice. */
export async function readByModel(text: ReadByModel): Promise<ReadResult> {
  const notices: string[] = [];
  const answers: ReadingAnswer[] = [];
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
      if (answer !== null) answers.push(answer);
      else
        notices.push(
          `${text.title}: ${asked.kind === 'answer' ? 'the model gave no answer that can be read' : asked.reason}`,
        );
      if (asked.kind === 'limit' || asked.kind === 'failed') break;
    }
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

function requestFor(part: readonly string[], { title, known, system }: ReadByModel): ModelRequest {
  const data = JSON.stringify(
    { title, text: part.join('\n'), vault: known.map(({ id, title: page, says }) => ({ id, page, says })) },
    null,
    1,
  );
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nNote down what this text says. Answer with JSON alone.`,
    name: 'inbox',
    schema: readingSchema(),
  };
}

function take(
  answers: readonly ReadingAnswer[],
  text: ReadByModel,
  notices: readonly string[],
): Pick<ReadResult, 'reading' | 'notices'> {
  const find = makeFindQuote(text.passages, QUOTE);
  let dropped = 0;
  const quoteOf = (words: string): string | null => {
    const quote = find(words)?.quote ?? null;
    if (quote !== null && text.maySay(quote)) return quote;
    dropped++;
    return null;
  };
  const seen = new Set<string>();
  const said = (notes: readonly Noted[], most: number): Said[] =>
    notes
      .flatMap((note): Said[] => {
        const quote = quoteOf(note.quote);
        if (quote === null || seen.has(quote)) return [];
        seen.add(quote);
        return [{ quote, text: wordingOf(note.text, quote, text) }];
      })
      .slice(0, most);
  const claims = said(
    answers.flatMap((answer) => answer.claims),
    MOST_CLAIMS,
  );
  const methods = said(
    answers.flatMap((answer) => answer.methods),
    MOST_METHODS,
  );
  const byId = new Map(text.known.map((one) => [one.id, one]));
  const places = new Set<string>();
  const against = answers
    .flatMap((answer) => answer.against)
    .flatMap(({ statement, quote: words }) => {
      const known = byId.get(statement);
      const quote = known === undefined ? null : quoteOf(words);
      if (known === undefined || quote === null || places.has(`${known.page}\n${quote}`)) return [];
      places.add(`${known.page}\n${quote}`);
      return [{ quote, page: known.page, title: known.title }];
    })
    .slice(0, MOST_AGAINST);
  const named = new Set(answers.flatMap((answer) => answer.related));
  const related = [
    ...new Map(
      text.known.filter(({ title }) => named.has(title)).map(({ page, title }) => [page, { page, title }]),
    ).values(),
  ];
  const told =
    dropped === 0
      ? notices
      : [
          ...notices,
          `${text.title}: ${dropped} ${dropped === 1 ? 'note' : 'notes'} of the model left out, since the text ` +
            'does not say so word for word',
        ];
  return {
    reading: claims.length + methods.length === 0 ? null : { claims, methods, against, related },
    notices: told,
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
