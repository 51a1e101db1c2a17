// Boilerplate that earlier versions wrote on every page: an overview line that counts claims, and a description that
// only repeats the title. Nothing writes it any more; it is recognised here so that it goes with the next write. Pure.
import { frontMatterLines, parseBlocks } from '../note/blocks.ts';
import { splitLines } from '../note/lines.ts';
import { titleFromPath } from './page.ts';
import { findSection, spliceAll, spliceLines } from './sections.ts';

/** An overview line in the form of earlier versions: `The user’s work: 4 claims from 5 facts, 2026-07-01.` */
export const isGeneratedOverview = (line: string): boolean =>
  /: \d+ claims? from \d+ facts?(?:, \d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?)?\.$/.test(line);

const DESCRIPTION = /^What is known (?:about(?: the project)?|under) (?=.)/;

/** Those of the pages of the template, which `schema.md` used to list under `about`. */
const OF_TEMPLATE: ReadonlySet<string> = new Set([
  'What the user likes, prefers and avoids',
  'Who the user is',
  'The people in the user’s life',
  'What the user has done and lived through',
  'What the user can do',
  'What the user wants to reach',
  'What the user must respect or cannot do',
  'What happened and what is planned',
  'The user’s work',
  'What was decided, and why',
  'How things are built and set up',
  'Who the user is, and what they like, can do, want and must respect',
  'What happened in the user’s life, by date',
]);

/** Would an earlier version have described a page with one of these titles like this? */
export const isGeneratedDescription = (description: string, titles: readonly string[]): boolean =>
  OF_TEMPLATE.has(description) ||
  (DESCRIPTION.test(description) && titles.includes(description.replace(DESCRIPTION, '')));

/**
 * The page without its boilerplate; every other byte stays. `path` adds the file's name to the titles that a generated
 * description may repeat; null where it is unknown.
 */
export function withoutBoilerplate(text: string, path: string | null): string {
  return withoutDescription(withoutOverview(text), path);
}

/** The heading goes too, unless a person wrote something else below it. Of the blank lines around a line, one stays. */
function withoutOverview(text: string): string {
  const section = text.includes('## Overview') ? findSection(text, 'Overview') : null;
  if (section === null) return text;
  const { blocks, lines } = parseBlocks(text);
  const isBlank = (line: number): boolean => (lines[line] ?? '').trim() === '';
  const isOwn = (line: number): boolean =>
    isGeneratedOverview(lines[line] ?? '') &&
    blocks.some(({ kind, start, end }) => kind === 'paragraph' && start <= line && line <= end);
  const inside = lines.flatMap((_, line) => (line > section.heading && line < section.end ? [line] : []));
  const gone = new Set<number>();
  let above = section.heading;
  for (const line of inside) {
    if (isOwn(line) || (isBlank(line) && gone.has(line - 1) && (above === section.heading || isBlank(above))))
      gone.add(line);
    else above = line;
  }
  if (gone.size === 0) return text;
  if (inside.every((line) => gone.has(line) || isBlank(line)))
    for (const line of [section.heading, ...inside]) gone.add(line);
  if (gone.has(lines.length - 1)) for (let at = lines.length - 1; gone.has(at) || isBlank(at); at--) gone.add(at);
  return spliceAll(
    text,
    [...gone].map((line) => ({ from: line, to: line + 1, lines: [] })),
  );
}

/** Line by line, since reading YAML would slow a merge down; a value on several lines was not generated. */
function withoutDescription(text: string, path: string | null): string {
  const lines = splitLines(text);
  const head = lines.slice(0, frontMatterLines(lines));
  const valueOf = (key: string): string | undefined =>
    head
      .find((line) => line.startsWith(`${key}: `))
      ?.slice(key.length + 2)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replaceAll('\\"', '"');
  const at = head.findIndex((line) => line.startsWith('description: '));
  const titles = [valueOf('title') ?? '', path === null ? '' : titleFromPath(path)];
  return at >= 0 && !/^[ \t]/.test(head[at + 1] ?? '') && isGeneratedDescription(valueOf('description') ?? '', titles)
    ? spliceLines(text, at, at + 1, [])
    : text;
}
