// Words of an engine for a page: its title and what it is about. Taken only as far as the claims of the page bear them
// out, and never in the place of what a person wrote. Pure.
import { isDefaultAbout } from '../markdown/about.ts';
import { titleFromPath } from '../markdown/page.ts';
import type { PageProposal, PageWords } from '../model/plan.ts';
import type { PageText } from '../vault/view.ts';
import { mayBeAbout, mayBeTitle } from './topic-names.ts';

/** What a page will say. */
export interface PageGround {
  /** Its current statements. */
  readonly said: readonly string[];
  /** Is there another page of that title? */
  readonly isTaken: (title: string) => boolean;
}

export type Worded = Pick<PageProposal, 'title' | 'about'> & {
  /** What could not be taken. */ readonly refused: readonly ('title' | 'about')[];
};

/** Pages whose words could not be taken, by what they were to be. */
export type Refusals = Readonly<Record<'title' | 'description', string[]>>;

/** What is said of them: a line each, however many there are. */
export function refusedWords(refusals: Refusals): string[] {
  return Object.entries(refusals).flatMap(([what, [page, ...more]]) => {
    if (page === undefined) return [];
    return more.length === 0
      ? [`the ${what} for ${page} was not taken: its claims do not say so, or it is no plain line`]
      : [
          `the ${what}s for ${page} and ${more.length} more were not taken: their claims do not say so, or ` +
            'they are no plain lines',
        ];
  });
}

/** A new page, in the engine's words where they can be taken. */
export function nameNewPage(
  { page, title, about }: PageProposal,
  words: PageWords,
  { said, isTaken }: PageGround,
): Worded {
  const [newTitle, newAbout] = [
    words.title === undefined ? title : plainLine(words.title),
    words.about === undefined ? about : plainLine(words.about),
  ];
  const takesTitle = newTitle === title || (mayBeTitle(newTitle, [title, titleFromPath(page)]) && !isTaken(newTitle));
  const takesAbout = newAbout === about || mayBeAbout(newAbout, title, said);
  return {
    title: takesTitle ? newTitle : title,
    about: takesAbout ? newAbout : about,
    refused: [...(takesTitle ? [] : (['title'] as const)), ...(takesAbout ? [] : (['about'] as const))],
  };
}

/** What a page is about, where memvault's own words still stand; null where somebody's do. */
export function describePage(
  { path, head }: Pick<PageText, 'path' | 'head'>,
  words: PageWords,
  said: readonly string[],
): { about: string | null } | null {
  const { title, description, broken } = head;
  if (words.about === undefined || broken !== null || !isDefaultAbout(description, [title, titleFromPath(path)]))
    return null;
  const about = plainLine(words.about);
  return about === description ? null : { about: mayBeAbout(about, title, said) ? about : null };
}

/** One line without the point at its end. */
const plainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
