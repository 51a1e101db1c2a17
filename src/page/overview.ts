// The overview of a page: prose over its claims, between two markers below `## Overview`, each sentence with the
// footnotes of the facts that it rests on. The opening marker has the digest of the text: where it does not match, a
// person has edited it, and the text is theirs. Text to sentences and back. Pure.
import { textDigest } from '../model/bytes.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { momentIn } from '../language/profile.ts';
import { eventDay, type Fact, isPrivate } from '../model/fact.ts';
import type { OverviewPart, Sentence } from '../model/page.ts';
import { type Block, parseBlocks } from '../note/blocks.ts';
import { checkSentence, type Evidence, type SentenceFault } from './check-sentence.ts';
import { renderCitations, renderClaimText, textOf, withCitations } from './claim-text.ts';
import { parseClaims, parseSources } from './page.ts';
import { findSection, spliceLines, withSection } from './sections.ts';

export interface Overview {
  readonly parts: readonly OverviewPart[];
  /** A person changed the text. */
  readonly isEdited: boolean;
  /** What stands between the markers, with LF as its line ends. */
  readonly body: string;
  /** 0-based line of the first marker. */
  readonly start: number;
  /** First line behind the second marker. */
  readonly end: number;
}

const START = /^<!-- memvault:overview(?: ([0-9a-f]+))? -->\s*$/;
const END_MARKER = '<!-- /memvault:overview -->';
const DIGITS = 8;
const NOTES = String.raw`(?:\[\^${ID_PATTERN}\])+`;
const SENTENCE = new RegExp(String.raw`(.*?)(${NOTES}|$)`, 'gs');
const NOTE = new RegExp(String.raw`\[\^(${ID_PATTERN})\]`, 'g');
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const isOverview = ({ kind }: Pick<Block, 'kind'>): boolean => kind === 'overview';

/** The first of a page; null where it has none. */
export function parseOverview(text: string): Overview | null {
  if (!text.includes('<!-- memvault:overview')) return null;
  const block = parseBlocks(text).blocks.find(isOverview);
  return block === undefined ? null : { ...readBlock(block), start: block.start, end: block.end + 1 };
}

/** What stands between the markers of a block. */
export function readBlock({ text }: Pick<Block, 'text'>): Pick<Overview, 'parts' | 'isEdited' | 'body'> {
  const [first = '', ...lines] = text.split('\n');
  const isClosed = lines.at(-1)?.trim() === END_MARKER;
  const body = (isClosed ? lines.slice(0, -1) : lines).join('\n').trim();
  const isEdited = !isClosed || START.exec(first)?.[1] !== digestOf(body);
  return { parts: parseOverviewBody(body), isEdited, body };
}

const digestOf = (body: string): string => textDigest(body).slice(0, DIGITS);

/** The parts of what stands between the markers. */
export function parseOverviewBody(body: string): OverviewPart[] {
  const parts: OverviewPart[] = [];
  let heading: string | null = null;
  for (const block of body.split(/\n{2,}/)) {
    let lines = block.split('\n').filter((line) => line.trim() !== '');
    const [, title] = /^###\s+(.+?)\s*$/.exec(lines[0] ?? '') ?? [];
    if (title !== undefined) {
      heading = title;
      lines = lines.slice(1);
    }
    if (lines.length === 0) continue;
    const isList = lines.every((line) => line.startsWith('- '));
    const sentences = isList
      ? lines.flatMap((line) => sentencesIn(line.slice(2), true))
      : sentencesIn(lines.join(' '), false);
    parts.push({ heading, as: isList ? 'list' : 'text', sentences });
    heading = null;
  }
  return parts;
}

/** An item is one sentence, whatever stands behind its notes. */
function sentencesIn(line: string, isItem: boolean): Sentence[] {
  if (isItem) return [toSentence(line.replace(NOTE, ''), line)];
  return Array.from(line.matchAll(SENTENCE)).flatMap(([, words = '', notes = '']) =>
    words.trim() === '' && notes === '' ? [] : [toSentence(words, notes)],
  );
}

const toSentence = (words: string, notes: string): Sentence => ({
  text: textOf(words),
  facts: [...new Set(Array.from(notes.matchAll(NOTE), ([, fact = '']) => fact))],
});

const renderSentence = ({ text, facts }: Sentence): string =>
  withCitations(renderClaimText(text.replace(/\s+/g, ' ').trim()), renderCitations(facts));

/** What stands between the markers. */
export function renderOverviewBody(parts: readonly OverviewPart[]): string {
  return parts
    .map(({ heading, as, sentences }) => {
      const lines =
        as === 'list'
          ? sentences.map((sentence) => `- ${renderSentence(sentence)}`)
          : [
              sentences
                .map(renderSentence)
                .reduce((all, one) => (all === '' ? one : `${all}${UNSPACED.test(one) ? '' : ' '}${one}`), ''),
            ];
      return [...(heading === null ? [] : [`### ${heading}`]), ...lines].join('\n');
    })
    .join('\n\n');
}

/** The lines of an overview with both markers. `parseOverview` gives the same parts back. */
export function renderOverview(parts: readonly OverviewPart[]): string[] {
  const body = renderOverviewBody(parts);
  return [`<!-- memvault:overview ${digestOf(body)} -->`, ...body.split('\n'), END_MARKER];
}

/** May memvault write the overview? A person's own text below that heading, and an edited overview, are theirs. */
export function mayWriteOverview(text: string): boolean {
  const overview = parseOverview(text);
  if (overview !== null) return !overview.isEdited;
  const section = findSection(text, 'Overview');
  return (
    section === null ||
    parseBlocks(text)
      .lines.slice(section.heading + 1, section.end)
      .join('')
      .trim() === ''
  );
}

/** The page with this overview in the place of the one that it has. A person's text stays; without parts, it goes. */
export function setOverview(text: string, given: readonly OverviewPart[]): string {
  const parts = given.filter(({ sentences }) => sentences.length > 0);
  if (!mayWriteOverview(text)) return text;
  const overview = parseOverview(text);
  if (parts.length === 0) return overview === null ? text : removeOverview(text, overview);
  const lines = renderOverview(parts);
  return overview === null ? putOverview(text, lines) : spliceLines(text, overview.start, overview.end, lines);
}

/** The lines of the first overview with its markers, and the page without it; null where there is none. */
export function takeOverview(text: string): { readonly lines: readonly string[]; readonly rest: string } | null {
  const overview = parseOverview(text);
  return overview === null
    ? null
    : {
        lines: parseBlocks(text).lines.slice(overview.start, overview.end),
        rest: removeOverview(text, overview),
      };
}

/** The page, which has none, with an overview of these lines as the first of its section. */
export function putOverview(text: string, lines: readonly string[]): string {
  const whole = withSection(text, 'Overview');
  const section = findSection(whole, 'Overview');
  if (section === null) return text;
  const all = parseBlocks(whole).lines;
  let end = section.heading + 1;
  while (end < section.end && (all[end] ?? '').trim() === '') end++;
  return spliceLines(whole, section.heading + 1, end, end >= all.length ? lines : [...lines, '']);
}

/** With its heading, unless a person wrote something else below it. */
function removeOverview(text: string, { start, end }: Overview): string {
  const section = findSection(text, 'Overview');
  const { lines } = parseBlocks(text);
  const isBlank = (line: number): boolean => (lines[line] ?? '').trim() === '';
  const isAlone =
    section !== null &&
    section.heading < start &&
    end <= section.end &&
    lines.every((_, at) => at <= section.heading || at >= section.end || (at >= start && at < end) || isBlank(at));
  if (isAlone) return spliceLines(text, section.heading, section.end, []);
  return spliceLines(text, start, isBlank(end) && end < lines.length ? end + 1 : end, []);
}

/** The page with only those sentences of memvault's overview that `keeps` says; an edited one stays as it is. */
export function keepSentences(text: string, keeps: (sentence: Sentence) => boolean): string {
  const overview = parseOverview(text);
  if (overview === null || overview.isEdited) return text;
  const parts = withSentences(overview.parts, keeps);
  return parts.every((part, at) => part.sentences.length === overview.parts[at]?.sentences.length) &&
    parts.length === overview.parts.length
    ? text
    : setOverview(text, parts);
}

/** The parts with those sentences; a heading over nothing goes with its part. */
export function withSentences(
  parts: readonly OverviewPart[],
  keeps: (sentence: Sentence) => boolean,
): readonly OverviewPart[] {
  const kept: OverviewPart[] = [];
  let open: string | null = null;
  for (const part of parts) {
    const sentences = part.sentences.filter(keeps);
    // A heading stands for the parts below it up to the next one.
    const heading: string | null = part.heading ?? open;
    open = sentences.length === 0 ? heading : null;
    if (sentences.length > 0) kept.push({ ...part, heading, sentences });
  }
  return kept;
}

/** What a change of its claims alone makes of a sentence. */
const OF_CLAIMS: ReadonlySet<SentenceFault> = new Set<SentenceFault>(['uncited', 'elsewhere', 'conflict', 'past']);

/** The same where the facts are not at hand: without those whose claims are gone, contested or over. */
export function thinOverview(text: string): string {
  const evidence = evidenceOf(text, '', () => undefined);
  return keepSentences(text, (sentence) => {
    const fault = checkSentence(sentence, evidence)?.fault;
    return fault === undefined || !OF_CLAIMS.has(fault);
  });
}

/** What the sentences of a page are held against: its claims as they stand in this text. */
export function evidenceOf(text: string, title: string, factOf: (fact: string) => Fact | undefined): Evidence {
  const page = parseBlocks(text);
  const sources = parseSources(page);
  return {
    title,
    claims: parseClaims('', page),
    daysOf: (id) => {
      const fact = factOf(id);
      const moment = fact === undefined ? null : momentIn(fact);
      return [
        ...new Set([
          (sources.get(id) ?? '').slice(0, 10),
          ...(fact === undefined ? [] : [fact.day, eventDay(fact)]),
          moment ?? '',
        ]),
      ].filter((day) => day !== '');
    },
    isPrivate: (id) => {
      const fact = factOf(id);
      return fact !== undefined && isPrivate(fact);
    },
  };
}

/** The page without the sentences that the claims on it no longer bear out. */
export function pruneOverview(text: string, evidence: Evidence): string {
  return keepSentences(text, (sentence) => checkSentence(sentence, evidence) === null);
}

/** The page without the sentences of its overview that cite one of these facts, also where a person has edited it. */
export function forgetSentences(text: string, isForgotten: (fact: string) => boolean): string {
  const overview = parseOverview(text);
  if (overview === null || !citedIn(overview).some(isForgotten)) return text;
  if (!overview.isEdited) return keepSentences(text, ({ facts }) => !facts.some(isForgotten));
  const { lines } = parseBlocks(text);
  const kept = lines.slice(overview.start, overview.end).flatMap((line): string[] => {
    if (!Array.from(line.matchAll(NOTE)).some(([, fact = '']) => isForgotten(fact))) return [line];
    if (/^\s*[-*+]\s/.test(line)) return [];
    const left = line.replace(SENTENCE, (sentence) =>
      Array.from(sentence.matchAll(NOTE)).some(([, fact = '']) => isForgotten(fact)) ? '' : sentence,
    );
    return left.trim() === '' ? [] : [left.trimStart()];
  });
  return spliceLines(text, overview.start, overview.end, kept);
}

/** The facts that the sentences of an overview cite, each once. */
export const citedIn = ({ parts }: Pick<Overview, 'parts'>): string[] => [
  ...new Set(parts.flatMap(({ sentences }) => sentences.flatMap(({ facts }) => facts))),
];
