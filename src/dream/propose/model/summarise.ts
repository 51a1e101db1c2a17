// MEMORY.md in a model's words: one call per dream, with the most valuable claims. Each line of the answer is checked
// against its claims; without an answer the claims are used as they are.
import { findSecrets } from '../../../language/secrets/secrets.ts';
import { type Asks, estimateTokens, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt, integerSchema, listSchema, objectSchema, textSchema } from '../../../llm/prompt.ts';
import { isObject, isText, itemsOf, type JsonObject } from '../../../model/json.ts';
import type { SummaryLine } from '../../../model/plan.ts';
import { holdLines, type Refused, type SummaryClaim, toSummaryLines } from '../../../page/memory-file.ts';
import type { Summarised } from '../../engine.ts';
import { numbersIn, pick } from './read-answer.ts';

// The model's answer about MEMORY.md: its schema, and a lenient parser.

/** JSON schema of the answer: closed, with every property required, as strict servers demand. */
export function summarySchema(): JsonObject {
  const lines = listSchema(objectSchema({ text: textSchema, claims: listSchema(integerSchema) }));
  return objectSchema({ groups: listSchema(objectSchema({ title: textSchema, lines })) });
}

export interface SummaryAnswer {
  /** With the facts of the claims that each line names; an invalid id for a claim that was not shown. */
  readonly lines: readonly SummaryLine[];
  /** The number of lines that name no claim or are empty. */
  readonly bad: number;
}

/** Matches no fact. */
const NO_FACT = '';

/** Accepts any value. `claims`: as shown, numbered from 1. Null if it is not an answer at all. */
function readSummary(value: unknown, claims: readonly SummaryClaim[]): SummaryAnswer | null {
  const groups: unknown = isObject(value) ? value.groups : value;
  if (!Array.isArray(groups)) return null;
  // Cuts off an answer that never ends.
  const most = claims.length * 2;
  const said = groups
    .slice(0, most)
    .flatMap((group: unknown) => itemsOf(pick(group, 'lines')).map((line) => ({ line, title: pick(group, 'title') })));
  const lines = said.flatMap(({ line, title }): SummaryLine[] => {
    const [text, numbers] = [pick(line, 'text'), numbersIn(pick(line, 'claims'))];
    const facts = numbers.flatMap((n) => claims[n - 1]?.facts ?? [NO_FACT]);
    const group = isText(title) ? title : '';
    return isText(text) && numbers.length > 0 ? [{ group, text: withoutListMark(text.trim()), facts }] : [];
  });
  return { lines: lines.slice(0, most), bad: said.length - Math.min(lines.length, most) };
}

const withoutListMark = (text: string): string => text.replace(/^[-*•] +/, '');

export interface SummariseInput {
  /** Most valuable first. */
  readonly claims: readonly SummaryClaim[];
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
}

/** The most claims to consider. */
export const MOST_LINES = 250;
/** Tokens of sixty lines with their numbers. */
const MOST_ANSWER = 3000;
/** The least claims worth grouping. */
const LEAST = 2;
/** The fraction of claims to try next if they do not fit. */
const SHRINK = 0.8;

/** Throws only what the asker throws. */
export async function summarise({ claims, system, asks }: SummariseInput): Promise<Summarised> {
  // Models never see a secret that a person typed into a page.
  let call = firstRequest(
    claims.filter(({ text }) => findSecrets(text).length === 0),
    system,
    asks.fits,
  );
  while (call !== null) {
    const { request, shown } = call;
    const asked = await asks.ask(request, 'MEMORY.md');
    if (asked.kind === 'answer') return take(asked.value, shown, claims);
    if (asked.kind === 'stopped') break;
    if (asked.kind !== 'cut')
      return { lines: null, notices: [`MEMORY.md has the claims as they are: ${asked.reason}`] };
    call = firstRequest(shown.slice(0, Math.floor(shown.length / 2)), system, asks.fits);
  }
  return { lines: null, notices: [] };
}

interface SummaryCall {
  readonly shown: readonly SummaryClaim[];
  readonly request: ModelRequest;
}

/** The call for these claims, as many as fit; null if there is nothing to group. */
function firstRequest(claims: readonly SummaryClaim[], system: string, fits: Asks['fits']): SummaryCall | null {
  for (
    let shown = claims.slice(0, MOST_LINES);
    shown.length >= LEAST;
    shown = shown.slice(0, Math.floor(shown.length * SHRINK))
  ) {
    const rows = shown.map(({ title, text }, index) => JSON.stringify({ n: index + 1, page: title, says: text }));
    const prompt =
      `${fence(`{"claims":[\n${rows.join(',\n')}\n]}`)}\n\n` +
      `Write the summary from claims 1 to ${shown.length}. Answer with JSON alone.`;
    const answerTokens = shown.reduce((sum, { text }) => sum + 20 + estimateTokens(text), 100);
    const request = { system: fillPrompt(system, {}), prompt, name: 'memory', schema: summarySchema() };
    if (fits(request, Math.min(MOST_ANSWER, answerTokens))) return { shown, request };
  }
  return null;
}

function take(value: unknown, shown: readonly SummaryClaim[], claims: readonly SummaryClaim[]): Summarised {
  const answer = readSummary(value, shown);
  if (answer === null)
    return {
      lines: null,
      notices: ['MEMORY.md has the claims as they are: the model gave no answer that can be read'],
    };
  const { lines, refused } = holdLines(answer.lines, claims);
  const counts = { ...refused, form: (refused.form ?? 0) + answer.bad };
  const notices = Object.entries(WORDS).flatMap(([why, words]) => {
    const count = counts[why as Refused] ?? 0;
    return count === 0 ? [] : [`lines of MEMORY.md that ${words}: ${count}`];
  });
  return { lines: lines.length === 0 ? null : toSummaryLines(lines), notices };
}

const WORDS: Readonly<Record<Refused, string>> = {
  words: 'said what their claims do not: the claims stay as they are',
  form: 'were not plain statements: the claims stay as they are',
  unknown: 'named no claim that was shown',
  twice: 'said only what other lines say',
  title: 'had a heading that cannot be used: they stand under the usual ones',
};
