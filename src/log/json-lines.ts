// Bulk input: one fact or one JSON object per line. All lines are checked before any is logged, so that a bad one can
// simply be corrected.
import { MemvaultError } from '../model/errors.ts';
import { KNOWN_FIELDS } from '../model/fact.ts';
import { isObject, type JsonObject, parseJson } from '../model/json.ts';
import { checkItem, refuseControls, type LogItem, type RawItem } from './request.ts';

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
