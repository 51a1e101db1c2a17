// The input of search and context: a question from a pipe, and the filter flags.
import { DAY_FORMS, spanOf } from '../language/dates/calendar.ts';
import { dayOf } from '../model/day.ts';
import type { World } from '../tasks/context.ts';
import { isOn, listValue, textValue, usage, type Values } from './spec.ts';

/**
 * The day that was typed. For a month or another span: its first day, or its last for `until`. Null without the flag.
 */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const span = spanOf(typed, dayOf(now));
  if (span !== null) return name === 'until' ? span.to : span.from;
  throw usage(`invalid --${name}: ${JSON.stringify(typed)}`, `write it as ${DAY_FORMS}`);
}

/** The filters that `search` and `context` share. */
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

/** The answer of an empty vault. */
export const NOTHING_LOGGED = 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference';

/** Reads a question from a pipe as one line. */
export async function readPipedQuestion(world: World): Promise<string> {
  return (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
