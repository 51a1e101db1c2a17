// MEMORY.md in a model's words: one call a dream, with the claims most worth knowing. Each line of the answer is held
// against its claims before it counts; without an answer the claims stand as they are.
import { estimateTokens } from '../../llm/tokens.ts';
import type { ModelRequest } from '../../llm/port.ts';
import { findSecrets } from '../../markdown/secrets/secrets.ts';
import type { SummaryClaim } from '../../markdown/summary.ts';
import { holdLines, type Refused, rewordable, toSummaryLines } from '../../markdown/summary-groups.ts';
import type { Summarised } from '../engine.ts';
import { fence, fillPrompt } from './prompt.ts';
import { readSummary, summarySchema } from './summary-answer.ts';
import type { Asker } from './types.ts';

export interface SummariseInput {
  /** The most worth knowing first. */
  readonly claims: readonly SummaryClaim[];
  /** The text of the prompt file. */
  readonly system: string;
  readonly asker: Asker;
}

/** More do not stand in the file, however short they get. */
const MOST = 250;
/** Of fewer nothing can be grouped. */
const LEAST = 2;
/** So much of them is tried next where all did not fit. */
const SHRINK = 0.8;

/** Without what it cost, which the budget of the dream knows. Throws nothing that the asker does not. */
export async function summarise({ claims, system, asker }: SummariseInput): Promise<Omit<Summarised, 'usage'>> {
  // A claim that a person typed into a page may be a secret: no model sees it.
  let shown = rewordable(claims)
    .filter(({ text }) => findSecrets(text).length === 0)
    .slice(0, MOST);
  while (shown.length >= LEAST) {
    const { request, answerTokens } = requestFor(shown, system);
    if (!asker.fits(request, answerTokens)) {
      shown = shown.slice(0, Math.floor(shown.length * SHRINK));
      continue;
    }
    const asked = await asker.ask(request, { label: 'MEMORY.md', answerTokens });
    if (asked.kind === 'answer') return take(asked.value, shown, claims);
    if (asked.kind === 'stopped') break;
    if (asked.kind === 'failed' && !asked.wasMade) break;
    if (asked.kind !== 'cut')
      return { lines: null, notices: [`MEMORY.md has the claims as they are: ${asked.reason}`] };
    shown = shown.slice(0, Math.floor(shown.length / 2));
  }
  return { lines: null, notices: [] };
}

/** The call that would be about these claims, as many of them as fit; null where there is nothing to group. */
export function firstRequest(
  claims: readonly Pick<SummaryClaim, 'title' | 'text'>[],
  system: string,
  fits: Asker['fits'],
): { request: ModelRequest; answerTokens: number } | null {
  for (
    let shown = claims.slice(0, MOST);
    shown.length >= LEAST;
    shown = shown.slice(0, Math.floor(shown.length * SHRINK))
  ) {
    const asked = requestFor(shown, system);
    if (fits(asked.request, asked.answerTokens)) return asked;
  }
  return null;
}

function requestFor(
  shown: readonly Pick<SummaryClaim, 'title' | 'text'>[],
  system: string,
): { request: ModelRequest; answerTokens: number } {
  const rows = shown.map(({ title, text }, index) => JSON.stringify({ n: index + 1, page: title, says: text }));
  const prompt =
    `${fence(`{"claims":[\n${rows.join(',\n')}\n]}`)}\n\nGroup claims 1 to ${shown.length}. Answer with JSON ` +
    'alone.';
  const answerTokens = shown.reduce((sum, { text }) => sum + 20 + estimateTokens(text), 100);
  return { request: { system: fillPrompt(system, {}), prompt, name: 'memory', schema: summarySchema() }, answerTokens };
}

function take(
  value: unknown,
  shown: readonly SummaryClaim[],
  claims: readonly SummaryClaim[],
): Omit<Summarised, 'usage'> {
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
    return count === 0 ? [] : [`MEMORY.md: ${count} ${count === 1 ? 'line' : 'lines'} ${words}`];
  });
  return { lines: lines.length === 0 ? null : toSummaryLines(lines), notices };
}

const WORDS: Readonly<Record<Refused, string>> = {
  words: 'said more, less or other than its claims: the claims stand as they are',
  form: 'cannot stand in a list: the claims stand as they are',
  unknown: 'named no claim that may be reworded',
  twice: 'named a claim that another line has: the claims stand as they are',
  title: 'had a heading that cannot be used: they stand under those of their pages',
};
