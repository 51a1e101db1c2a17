// Front matter is readable YAML with known values: `status` draft, stable or deprecated, `review` current or
// needs-review, `updated` and `stale_after` days, `tags` and `aliases` lists, `type` a word, `confidence` 0 to 1, a
// `title`; and none of the keys that memvault writes is missing. Also checks schema.md, without which no dream runs.
// Ignores a person's own keys. In a person's own notes it only reports unreadable front matter, which Obsidian cannot
// read either.
import { isTemplate, type OwnPage } from '../scope.ts';
import { nearest } from '../../model/text.ts';
import { dayIn, lineOfKey, parseFrontMatter } from '../../note/front-matter.ts';
import type { LintInput } from '../input.ts';
import { quote, type Remark, remark, type Rule } from '../rule.ts';
import { scriptOf } from './confined.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   ---
 * - title: Work
 * - status: stable
 * + status: stabel
 * - review: current
 * - updated: 2026-07-02
 * + updated: 2026-07-32
 * - confidence: 0.8
 * + confidence: high
 * - tags: [job, 2026]
 * + tags: {job: 2026}
 *   mood: fine
 *   ---
 *   - User works at Microsoft[^k3v9x2ab4q]
 * @finds note 3_Personal/Work.md:1
 * @finds note 3_Personal/Work.md:1
 * @finds warning 3_Personal/Work.md:2
 * @finds warning 3_Personal/Work.md:3
 * @finds warning 3_Personal/Work.md:4
 * @finds warning 3_Personal/Work.md:5
 */
export const frontMatter: Rule = {
  name: 'front-matter',
  what: 'The front matter of each page can be read and has valid values.',
  check: (input) => [...input.pages.flatMap(pageHead), ...noteHeads(input), ...schemaHead(input)],
};

/** Keys that memvault writes on each of its pages; front matter without any of them is a person's own. */
const OWN_KEYS = ['status', 'review', 'updated'] as const;
/** YAML reads unquoted `5` and `true` as other types, so the page would have no title. */
const isText = (value: unknown): boolean => typeof value === 'string';
const isTag = (value: unknown): boolean => isText(value) || typeof value === 'number' || value instanceof Date;
const isTexts = (value: unknown): boolean =>
  isTag(value) || (Array.isArray(value) && value.every((one) => isTag(one) || one === null));
const KINDS: Readonly<
  Record<string, { readonly is: (value: unknown) => boolean; readonly what: string; readonly fix: string }>
> = {
  title: { is: isText, what: 'text', fix: 'write it on one line, in quotes where it is a number or has a colon' },
  type: { is: isText, what: 'a word', fix: 'write it as one word, such as note' },
  description: { is: isText, what: 'text', fix: 'write it on one line, in quotes where it is a number or has a colon' },
  tags: { is: isTexts, what: 'a list of tags', fix: 'write it as [one, two]' },
  aliases: { is: isTexts, what: 'a list of names', fix: 'write it as [one, two]' },
  confidence: {
    is: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    what: 'a number from 0 to 1',
    fix: 'write it as 0.9',
  },
};
const VALUES = { status: ['draft', 'stable', 'deprecated'], review: ['current', 'needs-review'] } as const;

function pageHead({ path, text }: OwnPage): Remark[] {
  if (scriptOf(text) !== null) return [];
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null)
    return [
      {
        severity: 'error',
        path,
        ...unreadable(broken),
        fix: 'correct the lines between the two ---; until then memvault leaves them as they are',
      },
    ];
  const found: Remark[] = [];
  const say = (severity: Remark['severity'], key: string, message: string, fix: string | null): void =>
    void found.push(remark(severity, { path, line: lineOfKey(text, key) }, message, fix));
  for (const [key, known] of Object.entries(VALUES)) {
    const value = data[key];
    if (value === undefined || value === null || (known as readonly unknown[]).includes(value)) continue;
    const near = typeof value === 'string' ? nearest(value, known) : null;
    say(
      'warning',
      key,
      `${key} is ${said(value)}`,
      near === null ? `write one of ${known.join(', ')}` : `write ${near}`,
    );
  }
  for (const key of ['updated', 'stale_after']) {
    const value = data[key];
    if (value !== undefined && value !== null && dayIn(value) === null)
      say('warning', key, `${key} is ${said(value)}, not a date`, 'write it as 2026-07-01');
  }
  for (const [key, { is, what, fix }] of Object.entries(KINDS)) {
    const value = data[key];
    if (value !== undefined && value !== null && !is(value))
      say('warning', key, `${key} is ${said(value)}, not ${what}`, fix);
  }
  const lacking = OWN_KEYS.filter((key) => data[key] === undefined || data[key] === null);
  if (lacking.length > 0 && lacking.length < OWN_KEYS.length)
    say('note', 'title', `the front matter lacks ${lacking.join(', ')}`, 'write it, or run memvault lint --fix');
  if (data.title === undefined || data.title === null || (typeof data.title === 'string' && data.title.trim() === ''))
    say('note', 'title', 'no title in the front matter; the file name is used', 'add a line title: …');
  return found;
}

/** A person's own notes. Skips templates, which are not YAML until filled in. */
function noteHeads(input: LintInput): Remark[] {
  const { pages, lookedAt, notes, schema, textOf } = input;
  const own = new Set([...pages.map(({ path }) => path), schema?.path]);
  return lookedAt.flatMap((path): Remark[] => {
    const broken = notes.get(path)?.broken ?? null;
    if (broken === null || own.has(path) || scriptOf(textOf(path) ?? '') !== null || isTemplate(input, path)) return [];
    return [
      {
        severity: 'warning',
        path,
        ...unreadable(broken),
        fix: 'correct the lines between the two ---; until then nothing of them is known',
      },
    ];
  });
}

/** The line and message for unreadable front matter. The parser counts lines from the first `---`. */
function unreadable(broken: string): Pick<Remark, 'line' | 'message'> {
  const line = /\bat line (\d+)/.exec(broken)?.[1];
  return { line: Number(line ?? 1), message: `the front matter cannot be read: ${broken.replace(/:$/, '')}` };
}

const said = (value: unknown): string => quote(typeof value === 'string' ? value : JSON.stringify(value));

function schemaHead({ schema }: LintInput): Remark[] {
  if (!schema || schema.parsed.broken === null || scriptOf(schema.text) !== null) return [];
  return [
    {
      severity: 'error',
      path: schema.path,
      ...unreadable(schema.parsed.broken),
      fix: 'correct the lines between the two ---; no dream runs until then',
    },
  ];
}
