// The one line of `## Overview` that memvault writes: what a page is about, how many current claims it holds,
// from when to when. A line of any other form is a person's and stays.
import { isHistory } from '../model/page.ts';
import { parseBlocks } from '../note/blocks.ts';
import { escapeWords } from '../note/escape.ts';
import { withoutMarks } from './claim-text.ts';
import { toTitle } from './page-name.ts';
import { parseClaims, parseSources } from './page.ts';
import { isTemplateAbout } from './schema.ts';
import { findSection, spliceLines, withSection } from './sections.ts';

const GENERATED = /: \d+ claims? from \d+ facts?(?:, \d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?)?\.$/;

export function isGeneratedOverview(line: string): boolean {
  return GENERATED.test(line);
}

/** Sets the overview line from the current claims of the page; a person's own overview is kept. */
export function setOverview(text: string, about: string): string {
  const whole = withSection(text, 'Overview');
  const section = findSection(whole, 'Overview');
  if (!section) return whole;
  const blocks = parseBlocks(whole);
  const line = renderOverview(about, whole);
  const own = blocks.lines.findIndex(
    (candidate, index) => index > section.heading && index < section.end && isGeneratedOverview(candidate),
  );
  if (own >= 0) return blocks.lines[own] === line ? whole : spliceLines(whole, own, own + 1, [line]);
  const byHand = blocks.lines.slice(section.heading + 1, section.end).some((candidate) => candidate.trim() !== '');
  if (byHand) return whole;
  return spliceLines(whole, section.heading + 1, section.end, section.end < blocks.lines.length ? [line, ''] : [line]);
}

function renderOverview(about: string, text: string): string {
  const blocks = parseBlocks(text);
  const claims = parseClaims('', blocks).filter((claim) => !isHistory(claim));
  const sources = parseSources(blocks);
  const facts = new Set(claims.flatMap((claim) => claim.facts));
  const days = [...facts]
    .map((fact) => (sources.get(fact) ?? '').slice(0, 10))
    .filter((day) => day !== '')
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  const span = first === undefined || last === undefined ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  return (
    `${withoutMarks(escapeWords(about.trim().replace(/[.:]$/, '')))}: ${count(claims.length, 'claim')} from ` +
    `${count(facts.size, 'fact')}${span}.`
  );
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

// What memvault itself says a page is about, until somebody says it better: the descriptions that the rules give, and
// whether one is such.

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
