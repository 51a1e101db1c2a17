// What is wrong with the form of a plan file, in words with the place: `batches[0].proposals[3].as must be one of …`.
// Quotes no text of the file: it holds a vault's words.
import type * as z from 'zod/mini';
import { nearest } from '../../model/nearest.ts';

/** A person reads so many; the others are as good as told. */
const MOST = 8;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object { … }',
  record: 'an object { … }',
  null: 'null',
};

export function formProblems(issues: readonly z.core.$ZodIssue[], value: unknown): string[] {
  const all = issues.flatMap((issue) => problemsOf(issue, value));
  return all.length <= MOST ? all : [...all.slice(0, MOST), `and ${all.length - MOST} more`];
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): string[] {
  const place = placeOf(issue.path);
  const found = valueAt(value, issue.path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(place, key, found));
  if (found === undefined && issue.path.length > 0) return [`${place} is missing`];
  if (issue.code === 'invalid_value')
    return [
      `${place} must be ` +
        (issue.values.length === 1 ? '' : 'one of ') +
        issue.values
          .map((one) => (typeof one === 'string' && issue.values.length > 1 ? one : JSON.stringify(one)))
          .join(', ') +
        meant(found, issue.values),
    ];
  if (issue.code === 'invalid_type') return [`${place} must be ${KINDS[issue.expected] ?? issue.expected}`];
  if (issue.code === 'too_big') return [`${place} is too long: at most ${issue.maximum}`];
  return [`${place} ${issue.message.startsWith('must') ? issue.message : 'is not as it must be'}`];
}

const KNOWN = [
  'fact',
  'day',
  'says',
  'as',
  'page',
  'head',
  'text',
  'of',
  'supersedes',
  'inTurn',
  'corrects',
  'by',
  'after',
  'ends',
  'with',
  'frees',
  'reason',
  'digest',
  'engine',
  'proposals',
  'waits',
  'pages',
  'words',
  'reviews',
  'apart',
  'settled',
  'summary',
  'heads',
  'tags',
  'related',
  'decidedBy',
  'notices',
  'cost',
  'calls',
  'tokens',
  'batches',
  'options',
  'start',
  'today',
];

function unknownKey(place: string, key: string, around: unknown): string {
  const has = typeof around === 'object' && around !== null ? Object.keys(around) : [];
  const near = nearest(
    key,
    KNOWN.filter((one) => !has.includes(one)),
  );
  return (
    `${place === '' ? '' : `${place}.`}${key} is no key of a plan` + (near === null ? '' : `; did you mean ${near}?`)
  );
}

function meant(found: unknown, values: readonly unknown[]): string {
  const near =
    typeof found === 'string'
      ? nearest(
          found,
          values.filter((one) => typeof one === 'string'),
        )
      : null;
  return near === null ? '' : `; did you mean ${near}?`;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) =>
      typeof part === 'number'
        ? `[${part}]`
        : /^[\w-]+$/.test(String(part))
          ? `.${String(part)}`
          : `[${JSON.stringify(String(part))}]`,
    )
    .join('')
    .replace(/^\./, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = Reflect.get(at, part);
  }
  return at;
}
