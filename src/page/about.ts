// What memvault itself says a page is about, until somebody says it better: the descriptions that the rules give, and
// whether one is such.
import { toTitle } from './page-name.ts';
import { isTemplateAbout } from './schema.ts';

export const aboutProject = (title: string): string => `What is known about the project ${title}`;

/** Of a page that the schema names. */
export const aboutRoute = (title: string): string => `What is known under ${title}`;

export const aboutTopic = (title: string): string => `What is known about ${title}`;

export const aboutCategory = (category: string): string => `What was logged as ${category}`;

/** Of the pages that facts with a kind get. */
export const aboutPages = {
  profile: 'Who the user is, and what they like, can do, want and must respect',
  timeline: 'What happened in the user’s life, by date',
} as const;

/** Of a part of a page that grew too long. */
export const aboutPart = (about: string, part: string): string => `${about}, from ${part}`;

const CATEGORY = new RegExp(`^${aboutCategory('(.+)')}$`, 'u');

/** Would the rules describe a page of one of these titles so? */
export function isDefaultAbout(about: string, titles: readonly string[]): boolean {
  return titles.some((title) => {
    const cut = title.lastIndexOf(' - ');
    return (
      isDefaultOf(about, title) ||
      (cut > 0 &&
        about.endsWith(aboutPart('', title.slice(cut + 3))) &&
        isDefaultOf(about.slice(0, -aboutPart('', title.slice(cut + 3)).length), title.slice(0, cut)))
    );
  });
}

function isDefaultOf(about: string, title: string): boolean {
  return (
    [aboutProject, aboutRoute, aboutTopic].some((form) => form(title) === about) ||
    toTitle(CATEGORY.exec(about)?.[1] ?? '') === title ||
    isTemplateAbout(about, title) ||
    Object.values(aboutPages).some((form) => form === about)
  );
}
