// The one line of `## Overview` that memvault writes: what a page is about, how many current claims it holds,
// from when to when. A line of any other form is a person's and stays.
import { isHistory } from '../model/page.ts';
import { parseBlocks } from './blocks.ts';
import { withoutMarks } from './claim-text.ts';
import { escapeWords } from './escape.ts';
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
