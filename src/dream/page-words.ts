// Words of an engine for a page: its title and what it is about. Taken only as far as the claims of the page bear them
// out, and never in the place of what a person wrote. Pure.
import headings from '../../templates/words/headings.json';
import notNames from '../../templates/words/not-names.json';
import { isDefaultAbout } from '../markdown/about.ts';
import { wordsOf } from '../markdown/forget/words.ts';
import { isGeneratedOverview } from '../markdown/overview.ts';
import { titleFromPath } from '../markdown/page.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import { denies } from '../markdown/summary-line.ts';
import type { PageProposal, PageWords } from '../model/plan.ts';
import type { PageText } from '../vault/view.ts';

const LONGEST_ABOUT = 240;
const LONGEST_TITLE = 60;
/** With a capital at the beginning of a sentence, they are no names. */
const NO_NAMES: ReadonlySet<string> = new Set([...headings.words, ...notNames.starters, 'user', 'details', 'facts', 'information', 'notes', 'things', 'statements', 'everything']);

/** What a page will say. */
export interface PageGround {
  /** Its current statements. */
  readonly said: readonly string[];
  /** Is there another page of that title? */
  readonly isTaken: (title: string) => boolean;
}

export type Worded = Pick<PageProposal, 'title' | 'about'> & { /** What could not be taken. */ readonly refused: readonly ('title' | 'about')[] };

/** Pages whose words could not be taken, by what they were to be. */
export type Refusals = Readonly<Record<'title' | 'description', string[]>>;

/** What is said of them: a line each, however many there are. */
export function refusedWords(refusals: Refusals): string[] {
  return Object.entries(refusals).flatMap(([what, [page, ...more]]) => {
    if (page === undefined) return [];
    return more.length === 0 ? [`the ${what} for ${page} was not taken: its claims do not say so, or it is no plain line`]
      : [`the ${what}s for ${page} and ${more.length} more were not taken: their claims do not say so, or they are no plain lines`];
  });
}

/** A new page, in the engine's words where they can be taken. */
export function nameNewPage({ page, title, about }: PageProposal, words: PageWords, { said, isTaken }: PageGround): Worded {
  const [newTitle, newAbout] = [words.title === undefined ? title : plainLine(words.title), words.about === undefined ? about : plainLine(words.about)];
  const takesTitle = newTitle === title || (mayBeTitle(newTitle, [title, titleFromPath(page)]) && !isTaken(newTitle));
  const takesAbout = newAbout === about || mayBeAbout(newAbout, [title, ...said]);
  return {
    title: takesTitle ? newTitle : title, about: takesAbout ? newAbout : about,
    refused: [...(takesTitle ? [] : ['title'] as const), ...(takesAbout ? [] : ['about'] as const)],
  };
}

/** What a page is about, where memvault's own words still stand; null where somebody's do. */
export function describePage({ path, head }: Pick<PageText, 'path' | 'head'>, words: PageWords, said: readonly string[]): { about: string | null } | null {
  const { title, description, broken } = head;
  if (words.about === undefined || broken !== null || !isDefaultAbout(description, [title, titleFromPath(path)])) return null;
  const about = plainLine(words.about);
  return about === description ? null : { about: mayBeAbout(about, [title, ...said]) ? about : null };
}

/** One line without the point at its end. */
const plainLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/(?<!\.)\.$/, '');

/** It names what the rules call the page, and may say it better: facts are routed by the names of pages, and no name outlives what is forgotten. */
function mayBeTitle(title: string, names: readonly string[]): boolean {
  if ([...title].length > LONGEST_TITLE || !/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ,.'’&()+-]*$/u.test(title) || denies(title)) return false;
  const words = wordsOf(title);
  const known = new Set(names.flatMap(wordsOf));
  return names.some((name) => wordsOf(name).length > 0 && wordsOf(name).every((word) => words.includes(word))) && words.every((word) => known.has(word) || NO_NAMES.has(word));
}

function mayBeAbout(about: string, said: readonly string[]): boolean {
  const length = [...about].length;
  if (length < 3 || length > LONGEST_ABOUT || !/\p{L}/u.test(about) || isGeneratedOverview(`${about}.`) || about.endsWith(':')) return false;
  // Marks that mean something on a page or in a file, and what nobody would see.
  if (/[`*_#<>[\]{}|~\\^$%@=\p{C}]|:\/\//u.test(about) || denies(about)) return false;
  return bringsNothing(about, said);
}

/** No name, number or other specific but those of what is said. */
function bringsNothing(text: string, said: readonly string[]): boolean {
  const all = said.join('\n');
  if (missingSpecifics(text, all).some((specific) => specific !== 'not')) return false;
  const known = new Set(wordsOf(all));
  // A name may open a sentence, where a capital tells nothing.
  return text.split(/(?<=[.!?;:–—])\s+/u).every((sentence) => {
    const first = /^\P{L}*([\p{L}\p{M}\p{N}]+)/u.exec(sentence)?.[1] ?? '';
    return !/^\p{Lu}/u.test(first) || wordsOf(first).every((word) => known.has(word) || NO_NAMES.has(word) || isForm(word, known));
  });
}

const SAME = 4;

/** Another form of a word that is known, such as `swimming` of `swims`. */
function isForm(word: string, known: ReadonlySet<string>): boolean {
  return word.length > SAME && [...known].some((one) => one.startsWith(word.slice(0, SAME)));
}
