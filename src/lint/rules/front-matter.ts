// The head of a page is YAML that memvault can read, with the values that design and tools agree on: `status`
// draft, stable or deprecated, `review` current or needs-review, `updated` a day, a `title`. The head of
// schema.md too, because no dream runs without it. Only pages with claims; a person's own keys are left alone.
import { parseFrontMatter } from '../../markdown/front-matter.ts';
import { isDay } from '../../model/day.ts';
import { nearest } from '../../model/nearest.ts';
import type { LintInput } from '../input.ts';
import type { OwnPage } from '../own-pages.ts';
import type { Remark, Rule } from '../rule.ts';
import { quote } from '../words.ts';
import { scriptOf } from './confined.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 3_Personal/Work.md
---
title: Work
status: stable
review: current
updated: 2026-07-02
mood: fine
---
- User works at Microsoft[^k3v9x2ab4q]
`;

export const frontMatter: Rule = {
  name: 'front-matter',
  what: 'The front matter of a page can be read and has known values.',
  examples: {
    ok,
    notOk: ok.replace('stable', 'stabel').replace('07-02', '07-32').replace('title: Work\n', ''),
    finds: ['note 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:2', 'warning 3_Personal/Work.md:4'],
  },
  check: (input) => [...input.pages.flatMap(pageHead), ...schemaHead(input)],
};

const VALUES = { status: ['draft', 'stable', 'deprecated'], review: ['current', 'needs-review'] } as const;

function pageHead({ path, text }: OwnPage): Remark[] {
  if (scriptOf(text) !== null) return [];
  const { data, broken } = parseFrontMatter(text);
  if (broken !== null) return [{ severity: 'error', path, ...unreadable(broken), fix: 'correct the lines between the two ---; until then memvault leaves them as they are' }];
  const found: Remark[] = [];
  const say = (severity: Remark['severity'], key: string, message: string, fix: string | null): void => void found.push({ severity, path, line: lineOfKey(text, key), message, fix });
  for (const [key, known] of Object.entries(VALUES)) {
    const value = data[key];
    if (value === undefined || value === null || (known as readonly unknown[]).includes(value)) continue;
    const near = typeof value === 'string' ? nearest(value, known) : null;
    say('warning', key, `${key} is ${said(value)}`, near === null ? `write one of ${known.join(', ')}` : `write ${near}`);
  }
  if (data.updated !== undefined && data.updated !== null && !isDate(data.updated)) say('warning', 'updated', `updated is ${said(data.updated)}, which is no day`, 'write it as 2026-07-01');
  if (typeof data.title !== 'string' || data.title.trim() === '') say('note', 'title', 'the page has no title in its front matter; its file name stands for it', 'add a line title: …');
  return found;
}

/** The parser counts lines from the first `---`. */
function unreadable(broken: string): Pick<Remark, 'line' | 'message'> {
  const line = /\bat line (\d+)/.exec(broken)?.[1];
  return { line: Number(line ?? 1), message: `the front matter cannot be read: ${broken.replace(/:$/, '')}` };
}

function isDate(value: unknown): boolean {
  return value instanceof Date || (typeof value === 'string' && isDay(value.slice(0, 10)) && /^(?:$|[T ])/.test(value.slice(10)));
}

const said = (value: unknown): string => quote(typeof value === 'string' ? value : JSON.stringify(value));

function lineOfKey(text: string, key: string): number {
  return text.split('\n').findIndex((line, index) => index > 0 && line.startsWith(`${key}:`)) + 1 || 1;
}

function schemaHead({ schema }: LintInput): Remark[] {
  if (!schema || schema.parsed.broken === null || scriptOf(schema.text) !== null) return [];
  return [{ severity: 'error', path: schema.path, ...unreadable(schema.parsed.broken), fix: 'correct the lines between the two ---; no dream runs until then' }];
}
