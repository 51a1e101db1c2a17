// Validates what is to be logged: from flags, piped lines or JSON lines. Reads no files.
import { hasControls, toJson, withoutControls } from '../model/controls.ts';
import { addDays, dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Statement } from '../model/fact.ts';
import { isLong, LIMITS } from '../model/limits.ts';
import { isCategory, isFieldName, toTag } from '../page/fact-line.ts';

/** A statement and when it was said; null for the time of logging. */
export interface LogItem {
  readonly statement: Statement;
  readonly day: string | null;
  readonly time: string | null;
  readonly session: string | null;
}

/** As typed or read, not validated yet. */
export interface RawItem {
  readonly text: string;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly day?: string | undefined;
  readonly time?: string | undefined;
  readonly session?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

const DEFAULT_CATEGORY = 'general';

/**
 * Validates one item and removes control characters from its names. Throws `bad-input` with the problem and the correct
 * form.
 */
export function checkItem(raw: RawItem, now: Date): LogItem {
  const text = (raw.text.endsWith('\n') ? raw.text.replace(/\r?\n$/, '') : raw.text).toWellFormed();
  if (text.trim() === '')
    throw bad('there is nothing to log: the text is empty', 'give the fact as an argument, or pipe one fact a line');
  if (isLong(text))
    throw new MemvaultError(
      'bad-input',
      `a fact has at most ${LIMITS.fact / 1024} kB, and this has ${Math.ceil(Buffer.byteLength(text) / 1024)}`,
      { hint: 'log it as several facts, or save it as a note of its own', data: { unsaved: [text] } },
    );
  const category = raw.category?.trim() ?? DEFAULT_CATEGORY;
  if (category !== DEFAULT_CATEGORY && !isCategory(category))
    throw bad(
      `invalid category: ${JSON.stringify(category)}`,
      'a category has two or more letters, digits, - or _, such as work',
    );
  const tags = (raw.tags ?? [])
    .flatMap((tag) => tag.split(','))
    .map(toTag)
    .filter((tag) => tag !== '');
  return {
    statement: { category, text, tags: [...new Set(tags)], fields: checkFields(raw.fields ?? {}) },
    day: raw.day === undefined ? null : checkDay(raw.day, now),
    time: raw.time === undefined ? null : checkTime(raw.time),
    session: raw.session ?? null,
  };
}

/** Rejects control characters in names just typed. Throws `bad-input`. */
export function refuseControls({ tags = [], session = '', fields = {} }: Omit<RawItem, 'text'>): void {
  for (const [what, names] of [
    ['tag', tags],
    ['project', [fields.project ?? '']],
    ['session', [session]],
  ] as const) {
    const name = names.find((one) => hasControls(one));
    if (name !== undefined)
      throw bad(
        `the ${what} ${toJson(name)} contains a control character`,
        `a ${what} is one line of visible text: remove control characters, line breaks and bidirectional marks`,
      );
  }
}

const CHECKED = new Set(['at', 'confidence']);

function checkFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  // Ignores empty fields, which an unset shell variable may cause.
  const { project } = fields;
  const named = project === undefined ? fields : { ...fields, project: withoutControls(project.replace(/\s+/g, ' ')) };
  return Object.fromEntries(
    Object.entries(named)
      .filter(([name, value]) => value.trim() !== '' || CHECKED.has(name))
      .map(([name, value]) => {
        if (!isFieldName(name))
          throw bad(
            `invalid field name: ${JSON.stringify(name)}`,
            'a field name has letters, digits, - or _ and begins with a letter',
          );
        return [name, checkField(name, value.toWellFormed().trim())];
      }),
  );
}

function checkField(name: string, value: string): string {
  if (name === 'confidence' && !(value !== '' && Number(value) >= 0 && Number(value) <= 1))
    throw bad(`invalid confidence: ${JSON.stringify(value)}`, 'a number from 0 to 1, such as --confidence 0.8');
  return name === 'at' ? checkInstant(value) : value;
}

/** An event time, stored as local `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, or as a month or a year. */
function checkInstant(value: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  const [, day, time, zone] = match ?? [];
  if (match === null && value.length < 8 && isDay(`${value}${value.length === 4 ? '-01' : ''}-01`)) return value;
  if (day === undefined || !isDay(day) || (time !== undefined && !isTime(time))) {
    throw bad(
      `invalid date or time: ${JSON.stringify(value)}`,
      'write it as 2026-07-01, 2026-07-01T14:05, 2026-07 or 2026',
    );
  }
  if (time === undefined) return day;
  if (zone === undefined) return `${day}T${time}`;
  const instant = new Date(value.replace(' ', 'T'));
  return `${dayOf(instant)}T${timeOf(instant)}`;
}

function checkDay(value: string, now: Date): string {
  const today = dayOf(now);
  const day = value === 'today' ? today : value === 'yesterday' ? addDays(today, -1) : value;
  if (!isDay(day)) throw bad(`invalid date: ${JSON.stringify(value)}`, 'write it as 2026-07-01, today or yesterday');
  if (day > today) throw bad(`${day} is in the future`, 'log it today and give the time of the event with --at');
  return day;
}

function checkTime(value: string): string {
  if (!isTime(value)) throw bad(`invalid time: ${JSON.stringify(value)}`, 'write it as 14:05');
  return value;
}

function bad(message: string, hint: string): MemvaultError {
  return new MemvaultError('bad-input', message, { hint });
}
