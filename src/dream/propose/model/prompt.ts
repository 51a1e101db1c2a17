// A group as a model reads it: what it is to do, and apart from that the page and the facts, as JSON between two marks
// that occur nowhere in it. Pure: the same group gives the same prompt.
import { fence, fillPrompt } from '../../../llm/fence.ts';
import type { ModelRequest } from '../../../llm/port.ts';
import { eventDay } from '../../../model/fact.ts';
import type { Group } from './types.ts';


/** A claim is shown so far: one long one must not keep all others out of the prompt. */
const LONGEST_CLAIM = 600;
/** The prose of the schema is cut there. */
const LONGEST_CONVENTIONS = 4000;

export type Words = Pick<ModelRequest, 'system' | 'prompt'>;

/** `system`: the text of the prompt file. `conventions`: the prose of the vault's schema. */
export function renderPrompt(group: Group, wording: { readonly system: string; readonly conventions: string }): Words {
  const last = group.facts.at(-1)?.id ?? '';
  const which = group.facts.length === 1 ? 'f1' : `each of f1 to ${last}`;
  return {
    system: renderSystem(wording),
    prompt: `${fence(renderData(group))}\n\nDecide ${which} once. Answer with JSON alone.`,
  };
}

export function renderSystem({
  system,
  conventions,
}: {
  readonly system: string;
  readonly conventions: string;
}): string {
  return fillPrompt(system, { conventions: renderConventions(conventions) });
}

/** JSON, one claim and one fact a line. */
function renderData({ page, claims, facts, heads, otherPages }: Group): string {
  const rows = (items: readonly unknown[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const claimRows = claims.map(({ id, text, since, isSide }) => ({
    id,
    says: clip(text),
    since,
    ...(isSide ? { disputed: true } : {}),
  }));
  return `{"page":${JSON.stringify({ path: page.path, title: page.title, about: page.about, new: page.isNew })},
"claims":${rows(claimRows)},
"facts":${rows(facts.map(({ id, fact, text }) => ({ id, says: text, day: eventDay(fact), category: fact.category })))},
"heads":${JSON.stringify(heads)},
"other_pages":${rows(otherPages)}}`;
}

const clip = (text: string): string =>
  text.length <= LONGEST_CLAIM ? text : `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…`;

/** What the user wishes for the pages. They wrote it, but it is no more than wishes. */
function renderConventions(prose: string): string {
  const text = prose.trim().slice(0, LONGEST_CONVENTIONS).trim();
  return text === ''
    ? ''
    : `The user's wishes for wording and headings, as far as they agree with the rules above:\n\n${text}`;
}
