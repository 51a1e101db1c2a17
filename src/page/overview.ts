// The one line of `## Overview` that memvault writes: what a page is about, how many current claims it holds,
// from when to when. A line of any other form is a person's and stays.
import { isHistory } from '../model/page.ts';
import { parseBlocks } from '../note/blocks.ts';
import { escapeWords } from '../note/escape.ts';
import { withoutMarks } from './claim-text.ts';
import { parseClaims, parseSources } from './page.ts';
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

// The part of a file that memvault owns: it stands between two markers, each on a line of its own and in no code
// fence. A file without one such pair is a person's, and why that is so can be said.

export interface Markers {
  /** What both of them say. */
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

export const SUMMARY_MARKERS: Markers = {
  name: 'memvault:memory',
  start: '<!-- memvault:memory -->',
  end: '<!-- /memvault:memory -->',
};
export const CATALOGUE_MARKERS: Markers = {
  name: 'memvault:index',
  start: '<!-- memvault:index -->',
  end: '<!-- /memvault:index -->',
};
export const TAG_MARKERS: Markers = {
  name: 'memvault:tag',
  start: '<!-- memvault:tag -->',
  end: '<!-- /memvault:tag -->',
};

/** What is wrong with a text in which no marker stands on a line of its own. */
export const NO_MARKERS = 'its markers are missing';

/** Positions in the text: of the first marker, and behind the second. */
export interface OwnPart {
  readonly start: number;
  readonly end: number;
}

/** What is wrong, in words, where there is not one pair. */
export function findOwnPart(text: string, { start, end }: Markers): OwnPart | string {
  const [starts, ends] = [start, end].map((marker) => marksOf(text, marker, [start, end]));
  const [first, second] = [starts?.[0], ends?.[0]];
  if (text.trim() === '') return 'the file is empty';
  if (first === undefined && second === undefined) return NO_MARKERS;
  if (first === undefined) return `the marker ${start} is missing`;
  if (second === undefined) return `the marker ${end} is missing`;
  if ((starts?.length ?? 0) > 1 || (ends?.length ?? 0) > 1) return 'its markers stand there twice';
  return second < first ? 'its markers are the wrong way round' : { start: first, end: second + end.length };
}

/** Which lines, from 0 on, stand between the markers or hold one. None where there is not one pair. */
export function ownLines(text: string, markers: Markers): (index: number) => boolean {
  const part = findOwnPart(text, markers);
  if (typeof part === 'string') return () => false;
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length - 1;
  const [first, last] = [lineOf(part.start), lineOf(part.end)];
  return (index) => index >= first && index <= last;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Positions of a marker, on lines that hold nothing but markers. */
function marksOf(text: string, marker: string, markers: readonly string[]): number[] {
  if (!text.includes(marker)) return [];
  const found: number[] = [];
  let fence: string | null = null;
  let at = 0;
  for (const line of text.split('\n')) {
    const [, marks, rest = ''] = FENCE.exec(line.replace(/\r$/, '')) ?? [];
    if (fence !== null) {
      if (marks?.startsWith(fence) === true && rest.trim() === '') fence = null;
    } else if (marks !== undefined && !(marks.startsWith('`') && rest.includes('`'))) fence = marks;
    else if (
      line.includes(marker) &&
      markers.reduce((left, one) => left.replaceAll(one, ''), line.replace('\uFEFF', '')).trim() === ''
    ) {
      for (let index = line.indexOf(marker); index >= 0; index = line.indexOf(marker, index + 1))
        found.push(at + index);
    }
    at += line.length + 1;
  }
  return found;
}
