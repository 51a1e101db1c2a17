// `MEMORY.md`, the always-visible summary. memvault owns the part between its markers and nothing else: plain
// statements under headings, few enough to stand at the head of every prompt. Pure.
import headings from '../../templates/words/headings.json';
import { wordsOf } from '../language/forgotten-words.ts';
import { normalForm } from '../language/normal-form.ts';
import { affirmsDenied, missingSpecifics, negationsIn } from '../language/specifics.ts';
import { groupBy } from '../model/group-by.ts';
import type { SummaryLine } from '../model/plan.ts';
import { escapeCharacters, escapeWords } from '../note/escape.ts';
import { lineEndOf } from '../note/lines.ts';
import { checkSentence, mayName, type SentenceFault } from './check-sentence.ts';
import { renderClaimText } from './claim-text.ts';
import { findOwnPart, SUMMARY_MARKERS } from './own-part.ts';
import { hasMergeMarkers } from './page.ts';

// Lines of an engine, held against the claims on which they rest.

export interface SummaryClaim extends CitedClaim {
  readonly page: string;
  /** The facts that it cites. */
  readonly facts: readonly string[];
  /** It stands there whatever an engine leaves out. */
  readonly must: boolean;
  /** Where the rules put it. */
  readonly heading: string;
}

/** A line with the claims that it stands for, under a heading of the engine or, for null, of the rules. */
export interface HeldLine {
  readonly group: string | null;
  readonly text: string;
  readonly claims: readonly SummaryClaim[];
}

/** `unknown`: a fact of it is none of a current claim; `twice`: other lines have its claims; `title`: its heading. */
export type Refused = LineFault | 'unknown' | 'twice' | 'title';

interface HeldLines {
  readonly lines: readonly HeldLine[];
  /** How often what was not taken, and why. */
  readonly refused: Readonly<Partial<Record<Refused, number>>>;
}

const MOST_GROUPS = 12;
export const OPEN = 'Open';

/** Where a line may not stand, those of its claims that are known do, in their own words under its heading. */
export function holdLines(lines: readonly SummaryLine[], claims: readonly SummaryClaim[]): HeldLines {
  const claimsOf = new Map<string, SummaryClaim[]>();
  for (const claim of claims)
    for (const fact of claim.facts) claimsOf.set(fact, [...(claimsOf.get(fact) ?? []), claim]);
  const refused: Partial<Record<Refused, number>> = {};
  const refuse = (why: Refused): void => void (refused[why] = (refused[why] ?? 0) + 1);
  const musts = claims.filter(({ must }) => must).map(({ text }) => text);
  const said = new Set<SummaryClaim>();
  const held = lines.flatMap((line): HeldLine[] => {
    const own = [...new Set(line.facts.flatMap((fact) => claimsOf.get(fact) ?? []))];
    const fresh = own.filter((claim) => !said.has(claim));
    const isKnown = own.length > 0 && line.facts.every((fact) => claimsOf.has(fact));
    const fault = !isKnown ? 'unknown' : fresh.length === 0 ? 'twice' : lineFault(line.text, own, musts);
    for (const claim of fresh) said.add(claim);
    if (fault === null) return [{ group: line.group, text: line.text, claims: own }];
    refuse(fault);
    return fresh.map((claim) => ({ group: line.group, text: claim.text, claims: [claim] }));
  });
  const known = [...new Set(claims.flatMap(({ title, heading }) => [title, heading]))];
  const groups = new Map<string, boolean>();
  const isTitle = (title: string): boolean => {
    const below = held.filter(({ group }) => group === title).flatMap((line) => line.claims);
    return keyOf(title) !== keyOf(OPEN) && groups.size < MOST_GROUPS && mayHead(title, below, known);
  };
  const titled = held.map((line): HeldLine => {
    const group = line.group?.trim() ?? '';
    if (!groups.has(group)) groups.set(group, isTitle(group));
    if (groups.get(group) === true) return { ...line, group };
    refuse('title');
    return { ...line, group: null };
  });
  return { lines: titled, refused };
}

const keyOf = (title: string): string => title.trim().toLowerCase();

/** The lines as a plan keeps them. */
export function toSummaryLines(lines: readonly HeldLine[]): SummaryLine[] {
  return lines.map(({ group, text, claims }) => ({
    group: group ?? claims[0]?.heading ?? '',
    text,
    facts: [...new Set(claims.flatMap(({ facts }) => facts))],
  }));
}

/** Claims that must stand there and that no line says whole. */
export const notSaid = (claims: readonly SummaryClaim[], lines: readonly HeldLine[]): SummaryClaim[] =>
  claims.filter(
    (claim) => claim.must && !lines.some((line) => line.claims.includes(claim) && keepsAll(line.text, claim.text)),
  );

// The part as text.

const { start: START, end: END } = SUMMARY_MARKERS;

interface Room {
  readonly lines: number;
  readonly chars: number;
}

/** What the whole file does not pass, as far as a person's own parts leave room. */
export const DEFAULT_ROOM: Room = { lines: 60, chars: 6000 };
/** Of what the file may have at most, whatever the settings say. */
export const MOST_ROOM: Room = { lines: 200, chars: 100_000 };
/** memvault's part has so much in any case, its markers included. */
export const LEAST_ROOM: Room = { lines: 20, chars: 2000 };

/** One line of the part, under its heading. */
export interface SummaryItem {
  readonly heading: string;
  /** The statement, any text. */
  readonly text: string;
  /** Where it stands; the items themselves come the most worth knowing first. */
  readonly order: number;
}

/**
 * The text with memvault's part made of these items, as many as have room; one that is too long for what is left is
 * left out whole. Null where the text does not have one pair of markers, so that it is a person's own, and where one of
 * git's hunks may lie across it. `taken` hears of each item that has room.
 */
export function replaceSummary<I extends SummaryItem>(
  text: string,
  items: Iterable<I>,
  room: Room = DEFAULT_ROOM,
  taken: (item: I) => void = () => {},
): string | null {
  const part = findOwnPart(text, SUMMARY_MARKERS);
  if (typeof part === 'string') return null;
  const [before, after] = [text.slice(0, part.start), text.slice(part.end)];
  if (hasMergeMarkers(`${before}\n${after}`)) return null;
  const lineEnd = lineEndOf(text);
  const rendered = renderItems(items);
  const fitted = fit(rendered, lineEnd.length, roomBeside(before + after, room));
  for (const { item } of fitted) taken(item);
  return before + [START, ...layOut(fitted), END].join(lineEnd) + after;
}

/** The lines between the markers, without blank ones, each with the heading above it; none without one pair. */
export function summaryStatements(text: string): { readonly heading: string; readonly line: string }[] {
  const part = findOwnPart(text, SUMMARY_MARKERS);
  if (typeof part === 'string') return [];
  let heading = '';
  return text
    .slice(part.start, part.end)
    .split(/\r?\n/)
    .flatMap((line) => {
      if (line.startsWith('## ')) heading = line;
      return line.startsWith('- ') ? [{ heading, line }] : [];
    });
}

/** What a person's own parts leave of the whole. */
function roomBeside(own: string, most: Room): Room {
  const lines = own.split('\n').length - 1;
  return {
    lines: Math.max(Math.min(LEAST_ROOM.lines, most.lines), most.lines + (own.endsWith('\n') ? 1 : 0) - lines),
    chars: Math.max(Math.min(LEAST_ROOM.chars, most.chars), most.chars - own.length),
  };
}

function* renderItems<I extends SummaryItem>(items: Iterable<I>) {
  const said = new Set<string>();
  for (const item of items) {
    const key = normalForm(item.text);
    if (item.text.trim() === '' || item.text.length > MOST_ROOM.chars || said.has(key)) continue;
    said.add(key);
    yield { item, heading: renderTitle(item.heading), line: renderLine(item.text), order: item.order };
  }
}

/** A statement as a line of the summary. */
export function renderLine(text: string): string {
  // A list has no full stops, unless an item is of several sentences.
  const shown = /^[^.!?]*(?:\d[.]\d[^.!?]*)*[^.!?\s]\.$/u.test(text) ? text.slice(0, -1) : text;
  // No footnote stands behind it here: what looks like a block id at its end would be one. No comment begins or ends in
  // it, not even memvault's own markers, where a statement quotes them.
  return `- ${renderClaimText(shown)
    .replaceAll('<!--', '&#60;!--')
    .replace(/(^|\s)\^(?=[A-Za-z0-9-]+$)/, (_, before: string) => `${before}${escapeCharacters('^', /./g)}`)}`;
}

/** The first that have room. `lineEnd`: characters of a line end. */
function fit<T extends { readonly heading: string; readonly line: string }>(
  items: Iterable<T>,
  lineEnd: number,
  room: Room,
): T[] {
  const taken: T[] = [];
  const headings = new Map<string, Set<string>>();
  const left = { lines: room.lines - 2, chars: room.chars - START.length - END.length - 2 * lineEnd };
  for (const item of items) {
    if (left.lines < 1) break;
    const { heading, line } = item;
    const known = headings.get(heading);
    if (known?.has(line)) continue;
    const added = known ? [line] : [...(headings.size > 0 ? [''] : []), heading, '', line];
    const chars = added.reduce((sum, one) => sum + one.length + lineEnd, 0);
    if (added.length > left.lines || chars > left.chars) continue;
    left.lines -= added.length;
    left.chars -= chars;
    headings.set(heading, (known ?? new Set()).add(line));
    taken.push(item);
  }
  return taken;
}

/** Under their headings, these in the order of their first item. */
function layOut(
  items: readonly { readonly heading: string; readonly line: string; readonly order: number }[],
): string[] {
  const sorted = [...items].sort((a, b) => a.order - b.order);
  return [...groupBy(sorted, ({ heading }) => heading)].flatMap(([heading, below], index) => [
    ...(index > 0 ? [''] : []),
    heading,
    '',
    ...below.map(({ line }) => line),
  ]);
}

/** Lines as they stand in a file, under their headings, as many as a file may have at most: for a merge. */
export function uniteLines(items: readonly { readonly heading: string; readonly line: string }[]): string[] {
  return layOut(
    fit(
      items.map((item, order) => ({ ...item, order })),
      '\r\n'.length,
      MOST_ROOM,
    ),
  );
}

/** A heading of the second level. */
export function renderTitle(title: string): string {
  return `## ${escapeWords(title)}`;
}

/** The file as `init` makes it. */
export function renderNewSummary(): string {
  return `# Memory\n\n${START}\n${END}\n`;
}

// May a line in an engine's words stand in `MEMORY.md` for its claims? It may leave out and combine; what it says has
// to be theirs. Pure.

const LONGEST_LINE = 400;
const LONGEST_TITLE = 40;
const FORM: ReadonlySet<SentenceFault> = new Set<SentenceFault>(['form', 'instruction']);

/** Code spans, words with a digit such as `1b`, names behind a title: they stand in the claims as they are. */
const VERBATIM = new RegExp(
  '`[^`]+`|' +
    String.raw`(?:(?=[\p{L}-]*\p{N})(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+)|` +
    String.raw`(?<=\b(?:Mrs?|Ms|Dr|St|Prof)\. )\p{Lu}[\p{L}\p{M}'’-]*`,
  'gu',
);

export interface CitedClaim {
  readonly title: string;
  readonly text: string;
  /** The local days that its facts speak of. */
  readonly days: readonly string[];
}

/** `form`: it is no plain line, or an order to the reader; `words`: a specific of it is none of its claims'. */
type LineFault = 'form' | 'words';

/**
 * Null where it may stand: the check of a sentence of an overview, against claims of several pages. `others`: texts of
 * claims on which it does not rest and which it must not contradict.
 */
export function lineFault(
  line: string,
  claims: readonly CitedClaim[],
  others: readonly string[] = [],
): LineFault | null {
  if (claims.some(({ text }) => text === line)) return null;
  if (line !== line.trim() || line.length > LONGEST_LINE) return 'form';
  const fault = checkSentence(
    { text: line, facts: claims.map((_, at) => String(at)) },
    {
      title: claims.map(({ title }) => title).join(', '),
      claims: claims.map(({ text }, at) => ({ text, facts: [String(at)], past: false, held: null, sides: [] })),
      daysOf: (at) => claims[Number(at)]?.days ?? [],
      isPrivate: () => false,
    },
  );
  if (fault !== null) return FORM.has(fault.fault) ? 'form' : 'words';
  if (affirmsDenied(line, [...claims.map(({ text }) => text), ...others])) return 'words';
  const known = claims
    .flatMap(({ title, text, days }) => [text, title, ...days])
    .join('\n')
    .toLowerCase();
  return (line.match(VERBATIM) ?? []).every((one) => known.includes(one.toLowerCase())) ? null : 'words';
}

/** Does the line still say all that the claim says, whatever it says beside? For what must not get lost. */
export function keepsAll(line: string, text: string): boolean {
  const stems = wordsOf(line).map(stemOf);
  return (
    missingSpecifics(text, line).every((one) => one === 'not') &&
    negationsIn(text) <= negationsIn(line) &&
    wordsOf(text).every((word) => word.length < 4 || word === 'user' || stems.includes(stemOf(word)))
  );
}

const stemOf = (word: string): string => (/^[a-z]/.test(word) ? word.slice(0, Math.max(4, word.length - 3)) : word);

const TOPICS: ReadonlySet<string> = new Set([...headings.words, 'and', 'the', 'of']);

/** May it head these claims? It names a topic in general words, or in words that they have. */
export function mayHead(title: string, claims: readonly CitedClaim[], known: readonly string[]): boolean {
  if ([...title].length > LONGEST_TITLE || negationsIn(title) > 0) return false;
  if (known.includes(title)) return true;
  const said = claims.flatMap((claim) => [claim.title, claim.text]);
  const words = new Set(said.flatMap(wordsOf));
  return mayName(title, said) && wordsOf(title).every((word) => words.has(word) || TOPICS.has(word));
}
