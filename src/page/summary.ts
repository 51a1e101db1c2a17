// `MEMORY.md`, the always-visible summary. memvault owns the part between its markers and nothing else: plain
// statements under the titles of their pages, in few enough lines and bytes to stand at the head of every prompt.
import { encodeText } from '../model/bytes.ts';
import type { SummaryLine } from '../model/plan.ts';
import { escapeCharacters, escapeWords } from '../note/escape.ts';
import { lineEndOf } from '../note/lines.ts';
import { mayName } from './check-sentence.ts';
import { renderClaimText } from './claim-text.ts';
import { findOwnPart, SUMMARY_MARKERS } from './markers.ts';
import { hasMergeMarkers } from './page.ts';
import { type LineFault, lineFault } from './summary-line.ts';

// `MEMORY.md` in an engine's words: lines that may stand for their claims, under the headings of the engine; claims
// whose line may not, as they are. What is worth knowing most comes first, whatever the engine says. Pure.

/** More claims than have room are not looked at for the lines of an engine. */
export const MOST_CLAIMS = 400;
/** A heading costs the room of three statements. */
const MOST_GROUPS = 12;
const LONGEST_TITLE = 40;

/**
 * A line with the claims that it stands for; under a heading of the engine, or under that of the page of its first
 * claim.
 */
export interface HeldLine {
  readonly group: string | null;
  readonly text: string;
  readonly claims: readonly SummaryClaim[];
}

/** `unknown`: no such claim, or one that stands in its own words always. `twice`: another line has it. */
export type Refused = LineFault | 'unknown' | 'twice' | 'title';

export interface HeldLines {
  readonly lines: readonly HeldLine[];
  /** How often what was not taken, and why. */
  readonly refused: Readonly<Partial<Record<Refused, number>>>;
}

/**
 * Those for which a line in other words may stand. What is pinned stays as it is, and so does what contradicts itself.
 */
export function rewordable(ranked: readonly SummaryClaim[]): SummaryClaim[] {
  const meant = new Set(claimsByFact(ranked).values());
  return ranked.filter((claim) => meant.has(claim));
}

const mayBeReworded = ({ pinned, conflicting }: SummaryClaim): boolean => !pinned && !conflicting;

/**
 * Holds each line against the claims that its facts stand for, of the first so many of `ranked`. A claim is in one line
 * at most. Where a line may not stand, its claims do, under its heading.
 */
export function holdLines(lines: readonly SummaryLine[], ranked: readonly SummaryClaim[]): HeldLines {
  const claimOf = claimsByFact(ranked);
  const refused: Partial<Record<Refused, number>> = {};
  const refuse = (why: Refused): void => void (refused[why] = (refused[why] ?? 0) + 1);
  const taken = new Set<SummaryClaim>();
  const held = lines.flatMap((line): HeldLine[] => {
    const named = [...new Set(line.facts.map((fact) => claimOf.get(fact) ?? null))].filter(
      (claim) => claim !== 'several',
    );
    const known = named.filter((claim) => claim !== null);
    const claims = known.filter((claim) => !taken.has(claim));
    for (const claim of claims) taken.add(claim);
    const fault =
      known.length < named.length || known.length === 0
        ? 'unknown'
        : claims.length < known.length
          ? 'twice'
          : lineFault(
              line.text,
              claims.map(({ text }) => text),
            );
    if (fault === null) return [{ group: line.group, text: line.text, claims }];
    refuse(fault);
    return claims.map((claim) => ({ group: line.group, text: claim.text, claims: [claim] }));
  });
  const titles = new Set<string>();
  // A heading that stands there anyway costs nothing.
  const pages = new Set(ranked.map(({ title }) => keyOf(title)));
  const isTitle = rememberTitles(held);
  const under = held.flatMap((line): HeldLine[] => {
    const group = line.group === null || !isTitle(line.group) ? null : line.group.trim();
    if (group !== null && titles.size < MOST_GROUPS) titles.add(keyOf(group));
    if (group !== null && (titles.has(keyOf(group)) || pages.has(keyOf(group)))) return [{ ...line, group }];
    refuse('title');
    return [{ ...line, group: null }];
  });
  return { lines: under, refused };
}

/** Claims by their facts; `several` where a fact does not tell which is meant. */
function claimsByFact(ranked: readonly SummaryClaim[]): Map<string, SummaryClaim | 'several'> {
  const cited = new Map<string, SummaryClaim | 'several'>();
  for (const claim of ranked) for (const fact of claim.facts) cited.set(fact, cited.has(fact) ? 'several' : claim);
  return new Map([...cited].filter(([, claim]) => claim === 'several' || mayBeReworded(claim)));
}

const keyOf = (title: string): string => title.trim().toLowerCase();

/** A heading is a few plain words that name what its claims are about. */
function rememberTitles(lines: readonly HeldLine[]): (title: string) => boolean {
  const below = new Map<string, SummaryClaim[]>();
  for (const { group, claims } of lines) {
    const key = keyOf(group ?? '');
    below.set(key, [...(below.get(key) ?? []), ...claims]);
  }
  const known = new Map<string, boolean>();
  return (title) => {
    const name = title.trim();
    const isOne = known.get(name) ?? isHeading(name, below.get(keyOf(title)) ?? []);
    known.set(name, isOne);
    return isOne;
  };
}

/**
 * It stands at the head of all that an agent reads, so no other words are taken than those of which nothing can be
 * made.
 */
function isHeading(title: string, claims: readonly SummaryClaim[]): boolean {
  return (
    [...title].length <= LONGEST_TITLE &&
    mayName(title, [...claims.map((claim) => claim.title), ...claims.map(({ text }) => text)])
  );
}

export interface Arranged {
  readonly group: string;
  readonly title: string;
  readonly text: string;
}

/**
 * What the summary says, in the order in which it is taken as long as there is room: a line comes when the first of its
 * claims would.
 */
export function* arrange(ranked: Iterable<SummaryClaim>, lines: readonly SummaryLine[]): Generator<Arranged> {
  const rest = ranked[Symbol.iterator]();
  const first: SummaryClaim[] = [];
  while (lines.length > 0 && first.length < MOST_CLAIMS) {
    const next = rest.next();
    if (next.done === true) break;
    first.push(next.value);
  }
  const lineOf = new Map(
    holdLines(lines, first).lines.flatMap((line) =>
      line.claims.map((claim): [SummaryClaim, HeldLine] => [claim, line]),
    ),
  );
  const said = new Set<HeldLine>();
  for (const claim of first) {
    const line = lineOf.get(claim);
    if (line === undefined) yield asItIs(claim);
    else if (!said.has(line)) {
      said.add(line);
      yield line.group === null
        ? { ...asItIs(line.claims[0] ?? claim), text: line.text }
        : { ...groupOf(line.group, first), text: line.text };
    }
  }
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield asItIs(next.value);
}

const asItIs = ({ page, title, text }: SummaryClaim): Arranged => ({ group: page, title, text });

/** A heading that is the title of a page is that page's. */
function groupOf(title: string, ranked: readonly SummaryClaim[]): Pick<Arranged, 'group' | 'title'> {
  const page = ranked.find((claim) => keyOf(claim.title) === keyOf(title));
  return page ? { group: page.page, title: page.title } : { group: `## ${keyOf(title)}`, title };
}

/** The lines as a plan keeps them. */
export function toSummaryLines(lines: readonly HeldLine[]): SummaryLine[] {
  return lines.map(({ group, text, claims }) => ({
    group: group ?? claims[0]?.title ?? '',
    text,
    facts: claims.flatMap(({ facts }) => facts),
  }));
}

const { start: START, end: END } = SUMMARY_MARKERS;

/** What the whole file does not pass, as far as a person's own parts leave room. */
export const MAX_LINES = 200;
export const MAX_BYTES = 25_000;
/** memvault's part has so much in any case, its markers included. */
export const MIN_LINES = 20;
const MIN_BYTES = 2_500;

/** What memvault's part may have. */
interface Room {
  readonly lines: number;
  readonly bytes: number;
}

export interface SummaryClaim {
  readonly page: string;
  /** The page's title. */
  readonly title: string;
  /** The statement, any text. */
  readonly text: string;
  /** The facts that it cites. */
  readonly facts: readonly string[];
  readonly pinned: boolean;
  /** The sides of a conflict, in one statement. */
  readonly conflicting: boolean;
}

/**
 * The text with memvault's part made of the first of these claims, as many as have room; one that is too long for what
 * is left is left out whole. Pages come in the order of their first claim. `lines`: an engine's words, each taken as
 * far as it says what its claims say. Null where the text does not have one pair of markers, so that it is a person's
 * own, and where one of git's hunks may lie across it.
 */
export function replaceSummary(
  text: string,
  ranked: Iterable<SummaryClaim>,
  lines: readonly SummaryLine[] = [],
  bytes = MAX_BYTES,
): string | null {
  const part = findOwnPart(text, SUMMARY_MARKERS);
  if (typeof part === 'string') return null;
  const [before, after] = [text.slice(0, part.start), text.slice(part.end)];
  if (hasMergeMarkers(`${before}\n${after}`)) return null;
  const lineEnd = lineEndOf(text);
  const made = [
    START,
    ...fitLines(itemsOf(arrange(ranked, lines)), lineEnd.length, roomBeside(before + after, bytes)),
    END,
  ];
  return before + made.join(lineEnd) + after;
}

/** What a person's own parts leave of the whole. */
function roomBeside(own: string, most: number): Room {
  const lines = own.split('\n').length - 1;
  return {
    lines: Math.max(MIN_LINES, MAX_LINES + (own.endsWith('\n') ? 1 : 0) - lines),
    bytes: Math.max(MIN_BYTES, most - encodeText(own).length),
  };
}

/** One line of the part, under its heading. */
export interface SummaryItem {
  readonly group: string;
  /** The line of the group's heading. */
  readonly heading: string;
  readonly line: string;
}

function* itemsOf(arranged: Iterable<Arranged>): Generator<SummaryItem> {
  for (const { group, title, text } of arranged) {
    if (text.trim() !== '' && text.length < MAX_BYTES)
      yield { group, heading: renderTitle(title), line: renderStatement(text) };
  }
}

/** The lines between the markers, of the first items that have room. `lineEnd`: bytes of a line end. */
export function fitLines(
  items: Iterable<SummaryItem>,
  lineEnd: number,
  room: Room = { lines: MAX_LINES, bytes: MAX_BYTES },
): string[] {
  const groups = new Map<string, Set<string>>();
  const left = { lines: room.lines - 2, bytes: room.bytes - START.length - END.length - 2 * lineEnd };
  for (const { group, heading, line } of items) {
    if (left.lines < 1) break;
    const known = groups.get(group);
    if (line.length > left.bytes || known?.has(line)) continue;
    const added = known ? [line] : [...(groups.size > 0 ? [''] : []), heading, '', line];
    const bytes = added.reduce((sum, one) => sum + encodeText(one).length + lineEnd, 0);
    if (added.length > left.lines || bytes > left.bytes) continue;
    left.lines -= added.length;
    left.bytes -= bytes;
    if (known) known.add(line);
    else groups.set(group, new Set([heading, '', line]));
  }
  return [...groups.values()].flatMap((lines, index) => [...(index > 0 ? [''] : []), ...lines]);
}

/** A statement as one item of a list, whatever it holds. */
function renderStatement(text: string): string {
  // No footnote stands behind it here: what looks like a block id at its end would be one.
  return (
    '- ' +
    withoutComments(renderClaimText(text)).replace(
      /(^|\s)\^(?=[A-Za-z0-9-]+$)/,
      (_, before: string) => `${before}${escapeCharacters('^', /./g)}`,
    )
  );
}

/** A heading of the second level. */
export function renderTitle(title: string): string {
  return `## ${escapeWords(title)}`;
}

/** None begins or ends in it: not even memvault's own markers, where a statement quotes them. */
const withoutComments = (line: string): string => line.replaceAll('<!--', '&#60;!--');

/** The file as `init` makes it. */
export function renderNewSummary(): string {
  return `# Memory\n\n${START}\n${END}\n`;
}
