// What an engine said in words of its own, as journals keep it: lines of `MEMORY.md` and what a page is about. It cites
// nothing, and may say what is forgotten in other words. Pure.
import { renderClaimText } from '../markdown/claim-text.ts';
import { tellsOf } from '../markdown/forget/about.ts';
import { FORGOTTEN_WORDS } from '../markdown/forget/page.ts';
import { withoutEscapes, wordsOf } from '../markdown/forget/words.ts';
import { parsePageHead } from '../markdown/page-head.ts';
import { renderScalar } from '../markdown/yaml-value.ts';
import { linesResting } from '../markdown/summary-line.ts';

/** What is forgotten, in the words of facts and pages, and what is logged still. */
export interface Said {
  readonly phrases: readonly string[];
  readonly others: readonly string[];
  /** What pages were said to be about, and must not be any more. */
  readonly abouts: readonly string[];
}

/** The text of a `MEMORY.md` without lines that may rest on what is forgotten; the same text where there are none. */
export function withoutResting(
  text: string | null,
  { phrases, others }: Pick<Said, 'phrases' | 'others'>,
): string | null {
  if (text === null) return null;
  const lines = text.split('\n');
  const resting = linesResting(
    lines.filter((line) => line.startsWith('- ')),
    phrases,
    () => others,
  );
  if (resting.size === 0 && !text.includes(FORGOTTEN_WORDS)) return text;
  const left = lines.map((line) => (resting.has(line) ? `- ${FORGOTTEN_WORDS}` : line));
  // A heading may tell what stood below it.
  return left
    .map((line, index) => (line.startsWith('## ') && isGone(left, index + 1) ? `## ${FORGOTTEN_WORDS}` : line))
    .join('\n');
}

/** Is nothing left of the lines below a heading? */
function isGone(lines: readonly string[], from: number): boolean {
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith('- ') && line.trim() !== '');
  const below = lines.slice(from, end < 0 ? undefined : end).filter((line) => line.startsWith('- '));
  return below.length > 0 && below.every((line) => line === `- ${FORGOTTEN_WORDS}`);
}

/** Might a text say one of these in other words? Seen without taking it apart. */
export function holdsAllWords(statements: readonly string[]): (text: string) => boolean {
  const lists = statements.map((statement) => wordsOf(withoutEscapes(statement)).filter((word) => word.length > 3));
  return (text) => {
    const folded = withoutEscapes(text).normalize('NFKC').toLowerCase();
    return lists.some((words) => words.length > 0 && words.every((word) => folded.includes(word)));
  };
}

/** What pages that cite the forgotten say of themselves, where it speaks of that. */
export function tellingAbouts(
  pages: readonly { readonly path: string; readonly text: string }[],
  { phrases, others }: Pick<Said, 'phrases' | 'others'>,
): string[] {
  const heads = new Map(
    pages.map(({ path, text }) => parsePageHead(path, text)).map((head) => [head.description, head.title]),
  );
  return [...heads].filter(([about, title]) => tellsOf(about, phrases, [title, ...others])).map(([about]) => about);
}

/** Lines with one of them: the front matter and the overview of a page, and `index.md`. */
export function withoutAbouts(text: string | null, { abouts }: Pick<Said, 'abouts'>): string | null {
  const found = abouts
    .flatMap((about) => [about, renderClaimText(about), renderScalar(about)])
    .filter((form) => text?.includes(form));
  if (text === null || found.length === 0) return text;
  return text
    .split('\n')
    .map((line) => found.reduce((left, form) => left.replaceAll(form, FORGOTTEN_WORDS), line))
    .join('\n');
}
