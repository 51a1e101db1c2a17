// Boilerplate that earlier versions wrote on every page: an overview line that counts claims, and a description that
// only repeats the title. Nothing writes it any more; it is recognised here so that it goes with the next write. Pure.
import { frontMatterLines, parseBlocks } from '../note/blocks.ts';
import { splitLines } from '../note/lines.ts';
import { toTitle } from './page-name.ts';
import { titleFromPath } from './page.ts';
import { findSection, spliceLines } from './sections.ts';

const OVERVIEW = /: \d+ claims? from \d+ facts?(?:, \d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?)?\.$/;
const BY_TITLE = ['What is known about ', 'What is known about the project ', 'What is known under '];
const BY_CATEGORY = 'What was logged as ';
/** By the title of the page; `schema.md` used to list them under `about`. */
const BY_TEMPLATE: ReadonlyMap<string, string> = new Map([
  ['Preferences', 'What the user likes, prefers and avoids'],
  ['Identity', 'Who the user is'],
  ['Relationships', 'The people in the user’s life'],
  ['Experiences', 'What the user has done and lived through'],
  ['Skills', 'What the user can do'],
  ['Goals', 'What the user wants to reach'],
  ['Constraints', 'What the user must respect or cannot do'],
  ['Events', 'What happened and what is planned'],
  ['Work', 'The user’s work'],
  ['Decisions', 'What was decided, and why'],
  ['Technical', 'How things are built and set up'],
]);
/** On whatever page, since a profile and a timeline may be moved and renamed. */
const OF_A_PERSON: ReadonlySet<string> = new Set([
  'Who the user is, and what they like, can do, want and must respect',
  'What happened in the user’s life, by date',
]);

/** An overview line in the form of earlier versions: `The user’s work: 4 claims from 5 facts, 2026-07-01.` */
export const isGeneratedOverview = (line: string): boolean => OVERVIEW.test(line);

/** Would an earlier version have described a page with one of these titles like this? */
export function isGeneratedDescription(description: string, titles: readonly string[]): boolean {
  return titles.some((title) => {
    if (isDescriptionOf(description, title)) return true;
    // A part of a page that had grown too long: `Work - 2026-07`.
    const cut = title.lastIndexOf(' - ');
    const end = `, from ${title.slice(cut + 3)}`;
    return (
      cut > 0 && description.endsWith(end) && isDescriptionOf(description.slice(0, -end.length), title.slice(0, cut))
    );
  });
}

const isDescriptionOf = (description: string, title: string): boolean =>
  BY_TITLE.some((words) => words + title === description) ||
  (description.startsWith(BY_CATEGORY) && toTitle(description.slice(BY_CATEGORY.length)) === title) ||
  BY_TEMPLATE.get(title) === description ||
  OF_A_PERSON.has(description);

/**
 * The page without its boilerplate; every other byte stays. `path` adds the file's name to the titles that a generated
 * description may repeat; null where it is unknown.
 */
export function withoutBoilerplate(text: string, path: string | null): string {
  return withoutDescription(withoutOverview(text), path);
}

/** The heading goes too, unless a person wrote something else below it. */
function withoutOverview(text: string): string {
  const section = text.includes('## Overview') ? findSection(text, 'Overview') : null;
  if (section === null) return text;
  const { blocks, lines } = parseBlocks(text);
  const isBlank = (line: number): boolean => (lines[line] ?? '').trim() === '';
  const isProse = (line: number): boolean =>
    blocks.some(({ kind, start, end }) => kind === 'paragraph' && start <= line && line <= end);
  const inside = lines.flatMap((_, line) =>
    line > section.heading && line < section.end && !isBlank(line) ? [line] : [],
  );
  const own = inside.find((line) => isGeneratedOverview(lines[line] ?? '') && isProse(line));
  if (own === undefined) return text;
  let [from, to] = inside.length === 1 ? [section.heading, section.end] : [own, own + 1];
  // Of the blank lines around what goes, one stays.
  if (inside.length > 1 && isBlank(to) && (own === inside[0] || isBlank(from - 1))) to++;
  if (to >= lines.length) while (from > 0 && isBlank(from - 1)) from--;
  return withoutOverview(spliceLines(text, from, to, []));
}

const ENTRY = /^(title|description):[ \t]+(\S.*?)[ \t]*$/;

/** Line by line, since reading YAML would slow a merge down; a value on several lines was not generated. */
function withoutDescription(text: string, path: string | null): string {
  const lines = splitLines(text);
  const values = new Map<string, { readonly value: string; readonly line: number }>();
  for (const [index, line] of lines.slice(0, frontMatterLines(lines)).entries()) {
    const [, key, raw] = ENTRY.exec(line) ?? [];
    if (key !== undefined && raw !== undefined && !/^[ \t]/.test(lines[index + 1] ?? ''))
      values.set(key, { value: unquote(raw), line: index });
  }
  const description = values.get('description');
  const titles = [values.get('title')?.value, path === null ? undefined : titleFromPath(path)];
  return description !== undefined &&
    isGeneratedDescription(
      description.value,
      titles.filter((title) => title !== undefined),
    )
    ? spliceLines(text, description.line, description.line + 1, [])
    : text;
}

function unquote(raw: string): string {
  if (/^'.*'$/.test(raw)) return raw.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(raw)) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}
