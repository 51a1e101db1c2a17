// Validates what is to be logged: from flags, piped lines or JSON lines. Reads no files.
import { hasControls, toJson, withoutControls } from '../model/controls.ts';
import { addDays, dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { KNOWN_FIELDS, type Statement } from '../model/fact.ts';
import { isObject, type JsonObject, parseJson } from '../model/json.ts';
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

// Bulk input: one fact or one JSON object per line. All lines are checked before any is logged, so that a bad one can
// simply be corrected.

const MAX_REPORTED = 5;

/** `defaults` apply to missing values. Throws `bad-input` that names the bad lines. */
export const parseJsonLines = (text: string, defaults: Partial<RawItem>, now: Date): LogItem[] =>
  checkLines(text, (line) => {
    const item = parseObject(line, defaults);
    refuseControls(item);
    return checkItem(item, now);
  });

/** Skips blank lines. Throws `bad-input` that names the bad lines, with `data.unsaved` for lines that are too long. */
export function checkLines(text: string, check: (line: string) => LogItem): LogItem[] {
  const items: LogItem[] = [];
  const problems: Problem[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') return;
      try {
        items.push(check(line));
      } catch (error) {
        if (!(error instanceof MemvaultError)) throw error;
        problems.push({ line: index + 1, message: error.message, unsaved: error.data?.unsaved });
      }
    });
  if (problems.length > 0) throw refusal(problems);
  return items;
}

interface Problem {
  readonly line: number;
  readonly message: string;
  readonly unsaved: unknown;
}

function refusal(problems: readonly Problem[]): MemvaultError {
  const shown = problems.slice(0, MAX_REPORTED).map(({ line, message }) => `line ${line}: ${message}`);
  const more = problems.length > MAX_REPORTED ? [`and ${problems.length - MAX_REPORTED} more`] : [];
  const unsaved = problems.flatMap((problem) => (Array.isArray(problem.unsaved) ? (problem.unsaved as unknown[]) : []));
  return new MemvaultError(
    'bad-input',
    `nothing was logged, because of ${problems.length} bad line${problems.length === 1 ? '' : 's'}:\n  ` +
      [...shown, ...more].join('\n  '),
    {
      hint: 'correct the lines and run the same command again',
      data: {
        problems: problems.map(({ line, message }) => ({ line, message })),
        ...(unsaved.length > 0 && { unsaved }),
      },
    },
  );
}

function parseObject(line: string, defaults: Partial<RawItem>): RawItem {
  const value = parseLine(line);
  const text = (name: string): string | undefined => {
    const found = value[name];
    if (found === undefined || found === null) return undefined;
    if (typeof found !== 'string') throw new MemvaultError('bad-input', `${name} must be text`);
    return found;
  };
  const content = text('content') ?? text('text');
  if (content === undefined) throw new MemvaultError('bad-input', 'it has no "content"');
  return {
    text: content,
    category: text('category') ?? defaults.category,
    tags: tagsOf(value.tags) ?? defaults.tags,
    day: text('date') ?? defaults.day,
    time: text('time'),
    session: text('session') ?? defaults.session,
    fields: { ...defaults.fields, ...fieldsOf(value) },
  };
}

function parseLine(line: string): JsonObject {
  const value = parseJson(line);
  if (isObject(value)) return value;
  throw new MemvaultError('bad-input', value === undefined ? 'it is not JSON' : 'it is not a JSON object');
}

function tagsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.split(/[\s,]+/);
  if (Array.isArray(value) && value.every((tag) => typeof tag === 'string')) return value;
  throw new MemvaultError('bad-input', 'tags must be a list of words');
}

const NOT_FIELDS = new Set([
  'content',
  'text',
  'category',
  'tags',
  'date',
  'time',
  'session',
  'fields',
  'id',
  'line',
  'path',
]);

/**
 * Known fields may be next to the content or in `fields`. An unknown key next to it is an error, so that nothing is
 * lost.
 */
function fieldsOf(value: JsonObject): Record<string, string> {
  const nested = value.fields ?? {};
  if (typeof nested !== 'object' || Array.isArray(nested))
    throw new MemvaultError('bad-input', 'fields must be an object');
  const beside = Object.entries(value).filter(([name]) => !NOT_FIELDS.has(name));
  const unknown = beside.find(([name]) => !(KNOWN_FIELDS as readonly string[]).includes(name));
  if (unknown)
    throw new MemvaultError('bad-input', `unknown key ${JSON.stringify(unknown[0])}; put your own keys into "fields"`);
  return Object.fromEntries(
    [...Object.entries(nested ?? {}), ...beside]
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, fieldText(name, field)]),
  );
}

function fieldText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(', ');
  throw new MemvaultError('bad-input', `the field ${name} must be text, a number or a list of words`);
}
