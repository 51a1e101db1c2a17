// What search and context are asked: a question from a pipe, and flags that filter what is shown.
import { DAY_FORMS, spanOf } from '../language/dates/calendar.ts';
import { dayOf } from '../model/day.ts';
import type { World } from '../tasks/context.ts';
import { isOn, listValue, textValue, usage, type Values } from './spec.ts';

/**
 * The day that was typed, of a month or another span its first, and its last for `until`; null where the flag is not
 * there.
 */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const span = spanOf(typed, dayOf(now));
  if (span !== null) return name === 'until' ? span.to : span.from;
  throw usage(`invalid --${name}: ${JSON.stringify(typed)}`, `write it as ${DAY_FORMS}`);
}

/** The filters of a question, which `search` and `context` share. */
export function filtersOf(values: Values, now: Date) {
  return {
    categories: listValue(values, 'category'),
    tags: listValue(values, 'tag'),
    kinds: listValue(values, 'kind'),
    persons: listValue(values, 'person'),
    entities: listValue(values, 'entity'),
    fields: listValue(values, 'field'),
    zone: textValue(values, 'zone') ?? null,
    project: textValue(values, 'project') ?? null,
    since: dayFlag(values, 'since', now),
    until: dayFlag(values, 'until', now),
    all: isOn(values, 'all'),
  };
}

/** The answer of a vault without a fact. */
export const NOTHING_LOGGED = 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference';

/** A question from a pipe, on one line. */
export async function readPipedQuestion(world: World): Promise<string> {
  return (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
