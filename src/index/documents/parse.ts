// Parses the bytes of daily logs and notes, and resolves ids that several logs claim.
import { decodeBytes, encodeText } from '../../model/bytes.ts';
import { compareText, type Fact } from '../../model/fact.ts';
import { isId } from '../../model/ids.ts';
import { isHistory } from '../../model/page.ts';
import { type Block, type Blocks, parseBlocks } from '../../note/blocks.ts';
import { splitLines } from '../../note/lines.ts';
import { isGeneratedOverview } from '../../page/boilerplate.ts';
import { citationsIn } from '../../page/claim-text.ts';
import { parseDailyLog } from '../../page/daily-log.ts';
import { parseEntryHeader } from '../../page/fact-line.ts';
import { isOverview, readBlock } from '../../page/overview.ts';
import { holdsClaim, isQuote, parseClaims, sourceDigestOf, titleFromPath, withoutQuotes } from '../../page/page.ts';
import type { ReadFile } from '../delta.ts';
import { groupOfSession, idOf } from '../hash.ts';
import { type ByteLines, byteLinesOf, dayOfPath, endOfLine, textOfBytes } from '../read-document.ts';
import type { Cited, RowFile } from '../rows.ts';
import type { SegmentFile } from '../segment/build.ts';
import { parsePassages, type Passage } from './passages.ts';

// The searchable content of one file with its byte positions: a pure function of the file alone.

/** A fact of a daily log with its position. */
export interface LoggedFact {
  readonly fact: Fact;
  /** Byte range of its line, without the line ending. */
  readonly offset: number;
  readonly length: number;
  /** Equal for facts of the same session on that day. */
  readonly group: number;
  /** Its position among them, in line order. */
  readonly ordinal: number;
}

export interface ParsedClaim {
  /** Byte range of its block. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Its position among the claims of its block. */
  readonly part: number;
  readonly text: string;
  /** Never empty. */
  readonly cites: readonly string[];
  readonly past: boolean;
  /** A callout of conflicting claims. */
  readonly sides: boolean;
  readonly held: { readonly from: string; readonly to: string } | null;
  /** Its position among the claims of the page. */
  readonly ordinal: number;
}

export interface ParsedText {
  readonly offset: number;
  /** 0 if the text is the title of a note without other content. */
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Depends on the text, its headings and the path of the note. */
  readonly id: string;
  readonly text: string;
  /** The names of the note and the headings above the passage. */
  readonly headings: string;
  /** Its position among the claims and passages of the note, claims first. */
  readonly ordinal: number;
}

export interface ParsedFile {
  readonly path: string;
  /** The day of a daily log; null for other notes. */
  readonly day: string | null;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /**
   * For a daily log without code fences that ends with a newline, the number of its lines: appending changes nothing
   * above. Else null.
   */
  readonly lines: number | null;
  readonly facts: readonly LoggedFact[];
  readonly claims: readonly ParsedClaim[];
  readonly texts: readonly ParsedText[];
}

// What the index remembers of a daily log: other logs that share an id with it, and where to resume reading after it
// grew.

export interface Growth {
  /** Number of lines, all of them terminated. */
  readonly lines: number;
  /** Number of facts per session; facts without a session are counted under the empty string. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface LogNote {
  /** Paths of logs that share an id with this one, whichever keeps it. */
  readonly shares: readonly string[];
  /** Null if it must be read from the start. */
  readonly growth: Growth | null;
}

// Passages with their byte ranges in the file.

export interface TextsOf {
  readonly path: string;
  /** Title and aliases, which match every passage of a note; empty for a daily log. */
  readonly names: string;
  /** Description, summary and authors from the front matter, which match its first passage. */
  readonly about: string;
  /** The lines that the passages were cut from. */
  readonly lines: readonly string[];
  readonly bytes: ByteLines;
  /** How many claims the note has. */
  readonly claims: number;
}

/** Takes each text from its bytes, so that reading them again gives the same text. */
function placeTexts(passages: readonly Passage[], { path, names, about, lines, bytes, claims }: TextsOf): ParsedText[] {
  const seen = new Map<string, number>();
  const offsetOf = placing(lines, bytes);
  return passages.map((passage, index) => {
    const offset = offsetOf(passage.from);
    const length = offsetOf(passage.to) - offset;
    const text = length === 0 ? passage.text : textOfBytes(bytes.bytes.subarray(offset, offset + length));
    const headings = `${names} ${index === 0 && about !== '' ? `${about} ` : ''}${passage.headings}`.trim();
    const occurrence = (seen.get(text) ?? 0) + 1;
    seen.set(text, occurrence);
    return {
      offset,
      length,
      line: passage.line,
      id: idOf([path, text, occurrence, headings]),
      text,
      headings,
      ordinal: claims + index,
    };
  });
}

/** Expects places in ascending order. Scans a line once, because one paragraph may be as long as a book. */
function placing(lines: readonly string[], bytes: ByteLines): (place: Passage['from']) => number {
  let last = { line: -1, column: 0, offset: 0 };
  return ({ line, column }) => {
    const text = lines[line] ?? '';
    const goesOn = line === last.line && column >= last.column && column < text.length;
    const offset = goesOn
      ? last.offset + encodeText(text.slice(last.column, column)).length
      : byteAt(bytes, line, text, column);
    last = { line, column, offset };
    return offset;
  };
}

/** Byte offset of a column in a line with the given text; the end of the line if the column is beyond it. */
function byteAt(lines: ByteLines, line: number, text: string, column: number): number {
  const start = lines.starts[line] ?? 0;
  if (column === 0) return start;
  return column >= text.length ? endOfLine(lines, line) : start + encodeText(text.slice(0, column)).length;
}

/** Splits blocks at lines that were blanked. */
function withoutBlanked(
  blocks: readonly Block[],
  lines: readonly string[],
  isBlanked: (line: number) => boolean,
): Block[] {
  return blocks.flatMap((block) => {
    const parts: Block[] = [];
    let start = block.start;
    let isCut = false;
    for (let line = block.start; line <= block.end + 1; line++) {
      if (line <= block.end && !isBlanked(line)) continue;
      isCut ||= line <= block.end;
      if (line > start)
        parts.push(isCut ? { ...block, start, end: line - 1, text: lines.slice(start, line).join('\n') } : block);
      start = line + 1;
    }
    return parts;
  });
}

// Facts and prose of a daily log.

/** Parses the log of a day. `taken`: ids of facts of other days; a fact here with such an id gets a computed one. */
function parseLog(path: string, bytes: Uint8Array, day: string, taken: ReadonlySet<string> = new Set()): ParsedFile {
  const text = decodeBytes(bytes);
  const lines = byteLinesOf(bytes, { bom: 'left out' });
  const facts = parseDailyLog({ day, path, text }, new Set(taken));
  const isPlain = text.endsWith('\n') && !text.includes('```') && !text.includes('~~~');
  return {
    path,
    day,
    title: titleFromPath(path),
    tags: [],
    lines: isPlain ? lines.starts.length - 1 : null,
    facts: placeFacts(facts, lines),
    claims: [],
    texts: proseOf(path, text, day, facts, lines),
  };
}

function placeFacts(facts: readonly Fact[], lines: ByteLines): LoggedFact[] {
  const sessions = new Map<string | null, { group: number; size: number }>();
  return facts.map((fact) => {
    let session = sessions.get(fact.session);
    if (!session) sessions.set(fact.session, (session = { group: groupOfSession(fact.day, fact.session), size: 0 }));
    const offset = lines.starts[fact.line - 1] ?? 0;
    return {
      fact,
      offset,
      length: endOfLine(lines, fact.line - 1) - offset,
      group: session.group,
      ordinal: session.size++,
    };
  });
}

/** Blanks fact lines and headers, so that only the prose between them remains. */
function proseOf(path: string, text: string, day: string, facts: readonly Fact[], bytes: ByteLines): ParsedText[] {
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  const blanked = new Set<number>();
  for (const fact of facts) lines[fact.line - 1] = '';
  let isProse = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line === '') continue;
    if ((line.startsWith('## ') && parseEntryHeader(line)) || line === `# Daily Log - ${day}`) {
      lines[i] = '';
      blanked.add(i);
    } else isProse = true;
  }
  if (!isProse) return [];
  for (const fact of facts) blanked.add(fact.line - 1);
  const { blocks } = parseBlocks(lines.join('\n'));
  const passages = parsePassages(
    withoutBlanked(blocks, lines, (line) => blanked.has(line)),
    () => true,
  );
  return placeTexts(passages, { path, names: '', about: '', lines, bytes, claims: 0 });
}

// The few front matter keys that search needs (title, aliases, tags, description, authors), scanned line by line:
// loading a YAML library would cost more than a search may take. Anything it cannot parse is skipped.

export interface NoteKeys {
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** Description, summary and authors. */
  readonly about: readonly string[];
}

const KEY = /^(title|alias(?:es)?|tags?|description|summary|authors?):(?:\s+(.*?))?\s*$/;
const ITEM = /^\s*-\s+(.*?)\s*$/;

/** Expects the lines between the two `---`. */
function parseNoteKeys(lines: readonly string[]): NoteKeys {
  let title: string | null = null;
  const aliases: string[] = [];
  const tags: string[] = [];
  const about: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const match = KEY.exec(lines[i] ?? '');
    const key = match?.[1];
    if (key === undefined) continue;
    const value = match?.[2] ?? '';
    if (key === 'title') {
      title = scalarOf(value);
      continue;
    }
    if (key === 'description' || key === 'summary') {
      const text = textAt(lines, i, value);
      if (text !== null) about.push(text);
      continue;
    }
    const list = value === '' ? itemsAfter(lines, i + 1) : listOf(value);
    const isTags = key.startsWith('tag');
    const to = isTags ? tags : key.startsWith('author') ? about : aliases;
    for (const one of isTags
      ? list
          .flatMap((tag) => tag.split(/[\s,]+/))
          .map((tag) => tag.replace(/^#/, ''))
          .filter((tag) => tag !== '')
      : list)
      to.push(one);
  }
  return { title, aliases, tags, about };
}

/** A text that may continue on indented lines: folded (`>`), literal (`|`) or plain. */
function textAt(lines: readonly string[], at: number, value: string): string | null {
  const further: string[] = [];
  for (let i = at + 1; i < lines.length && /^\s|^$/.test(lines[i] ?? ''); i++) further.push((lines[i] ?? '').trim());
  const rest = further.filter((line) => line !== '').join(' ');
  if (/^[|>][-+\d]*(?:\s+#.*)?$/.test(value)) return rest || null;
  return scalarOf(`${value} ${rest}`.trim());
}

function itemsAfter(lines: readonly string[], start: number): string[] {
  const items: string[] = [];
  for (let i = start; i < lines.length; i++) {
    const item = ITEM.exec(lines[i] ?? '')?.[1];
    if (item === undefined) break;
    const value = scalarOf(item);
    if (value !== null) items.push(value);
  }
  return items;
}

function listOf(value: string): string[] {
  const inner = value.startsWith('[') ? value.replace(/^\[|\]\s*(?:#.*)?$/g, '') : null;
  const parts = inner === null ? [value] : inner.split(',');
  return parts.map((part) => scalarOf(part.trim())).filter((part) => part !== null);
}

/** A plain or quoted scalar on one line; null for anything else. */
function scalarOf(value: string): string | null {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
  if (quoted) return (quoted[1]?.replace(/\\(.)/g, '$1') ?? quoted[2]?.replaceAll("''", "'") ?? '').trim() || null;
  if (/^[[{|>&*!]/.test(value)) return null;
  return value.replace(/\s+#.*$/, '').trim() || null;
}

// Claims and prose of a note other than a daily log, without the text that memvault generated.

/** `zones`: folders whose notes are pages. */
export function parseNote(path: string, bytes: Uint8Array, zones: readonly string[]): ParsedFile {
  const text = decodeBytes(bytes);
  const hasMarkers = HAS_MARKERS.test(text);
  const blocks = parseBlocks(hasMarkers ? blankGenerated(text) : text);
  const lines = byteLinesOf(bytes, { bom: 'kept' });
  const keys = parseNoteKeys(blocks.lines.slice(1, Math.max(1, blocks.bodyStart - 1)));
  const title = keys.title ?? titleFromPath(path);
  const isPage = zones.some((zone) => path.startsWith(`${zone}/`));
  const quotes = new Set(isPage && sourceDigestOf(text) !== null ? blocks.blocks.filter(isQuote) : []);
  const claims = isPage ? placeClaims(path, blocks, lines, text) : [];
  const passages = passagesOf(blocks, {
    isPage,
    hasClaims: claims.length > 0,
    quotes,
    blanked: hasMarkers ? splitLines(text) : null,
  });
  // The title may be the only content of a note.
  const isBare = passages.length === 0 && claims.length === 0 && !hasMarkers;
  return {
    path,
    day: null,
    title,
    tags: keys.tags,
    lines: null,
    facts: [],
    claims,
    texts: placeTexts(isBare ? [nameOf(title)] : passages, {
      path,
      names: namesOf(path, title, keys),
      about: keys.about.join(' '),
      lines: blocks.lines,
      bytes: lines,
      claims: claims.length,
    }),
  };
}

const START = { line: 0, column: 0 };
const nameOf = (title: string): Passage => ({ line: 1, text: title, headings: '', from: START, to: START });

function namesOf(path: string, title: string, keys: NoteKeys): string {
  return [title, ...keys.aliases, ...(keys.title === null ? [] : [titleFromPath(path)])].join(' ');
}

interface Kind {
  readonly isPage: boolean;
  readonly hasClaims: boolean;
  /** Quotes on a literature page: prose, although they have footnotes. */
  readonly quotes: ReadonlySet<Block>;
  /** The original lines of the file if generated ones were blanked, else null. */
  readonly blanked: readonly string[] | null;
}

function passagesOf(blocks: Blocks, { isPage, hasClaims, quotes, blanked }: Kind): Passage[] {
  const isProse = (block: Block): boolean => {
    if (block.kind === 'definition') return !isId(/^\[\^([^\]]+)\]:/.exec(block.text)?.[1] ?? '');
    if (isPage && block.section === 'Overview' && isGeneratedOverview(block.text.trim())) return false;
    if (hasClaims && block.section === 'Related' && LINK_ITEM.test(block.text)) return false;
    return !(isPage && !quotes.has(block) && holdsClaim(block) && citationsIn(block.text).length > 0);
  };
  if (blanked !== null) {
    const left = withoutBlanked(
      blocks.blocks,
      blocks.lines,
      (line) => blocks.lines[line] === '' && blanked[line] !== '',
    );
    return parsePassages(left.filter((block) => block.kind !== 'heading').flatMap(withoutOverview), isProse);
  }
  const shown = isPage
    ? blocks.blocks.filter((block) => block.kind !== 'heading' || !GENERATED_HEADING.test(block.text))
    : blocks.blocks;
  return parsePassages(shown.flatMap(withoutOverview), isProse);
}

/** An overview that a person edited is their prose and loses only its markers; an unedited one is dropped. */
function withoutOverview(block: Block): Block[] {
  if (!isOverview(block)) return [block];
  if (!readBlock(block).isEdited) return [];
  const lines = block.text.split('\n');
  const end = /^<!-- \/memvault:overview -->\s*$/.test(lines.at(-1) ?? '') ? block.end - 1 : block.end;
  return [{ ...block, start: block.start + 1, end, text: lines.slice(1, end - block.start + 1).join('\n') }];
}

const LINK_ITEM = /^[-*+]\s+(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\s*$/;
const GENERATED_HEADING = /^##\s+(?:Overview|Key Facts|History|Related|Sources)\s*$/;
/** An overview is excluded here: it is a block of its own. */
const HAS_MARKERS = /<!-- memvault:(?!overview\b)/;
/** Markers are on lines of their own. */
const REGION = /^\uFEFF?[ \t]*<!-- (memvault:[\w-]+) -->[\s\S]*?<!-- \/\1 -->[ \t\r]*$/gm;

/** Blanks the lines between memvault's markers, so that all other lines keep their numbers. */
function blankGenerated(text: string): string {
  return text.replace(REGION, (region) => region.replace(/[^\n]+/g, ''));
}

function placeClaims(path: string, blocks: Blocks, lines: ByteLines, text: string): ParsedClaim[] {
  const claims = withoutQuotes(parseClaims(path, blocks), text);
  if (claims.length === 0) return [];
  const ends = new Map(blocks.blocks.map((block) => [block.start + 1, block.end]));
  let part = 0;
  return claims.map((claim, ordinal) => {
    const { line, text, facts, held, sides } = claim;
    part = claims[ordinal - 1]?.line === line ? part + 1 : 0;
    const offset = lines.starts[line - 1] ?? 0;
    const length = endOfLine(lines, ends.get(line) ?? line - 1) - offset;
    return {
      offset,
      length,
      line,
      part,
      text,
      cites: facts,
      past: isHistory(claim),
      sides: sides.length > 1,
      held,
      ordinal,
    };
  });
}

/** A parsed file. A log is parsed again if another log has one of its ids. */
export interface Parsed extends ParsedFile, RowFile, Pick<ReadFile, 'size' | 'mtimeMs' | 'digest'> {
  /** Paths of the logs that have an id of this one. */
  readonly shares: Set<string>;
}

export interface Layout {
  readonly dailyDir: string;
  readonly zones: readonly string[];
  readonly sources?: string;
  isForeign?(path: string): boolean;
}

export function parseBytes(
  { path, size, mtimeMs, digest }: ReadFile,
  bytes: Uint8Array,
  { dailyDir, zones, sources, isForeign }: Layout,
): Parsed {
  const day = dayOfPath(path, dailyDir);
  let parsed =
    day === null
      ? parseNote(path, bytes, sources !== undefined && path.startsWith(`${sources}/`) ? [] : zones)
      : parseLog(path, bytes, day);
  // Otherwise anyone who can put a file there could replace a fact by citing it in a footnote.
  if (parsed.claims.length > 0 && isForeign?.(path) === true) parsed = parseNote(path, bytes, []);
  return { ...parsed, size, mtimeMs, digest, number: -1, shares: new Set() };
}

/**
 * These files, by path, and the facts of the logs among them, by id. If several logs have one id, the earliest day
 * keeps it and the others get computed ids; to compute them, `read` returns their bytes again.
 */
export function keepFacts(
  all: readonly Parsed[],
  read: (path: string) => Uint8Array | null,
): { parsed: ReadonlyMap<string, Parsed>; facts: ReadonlyMap<string, Cited> } {
  const parsed = new Map(all.map((one) => [one.path, { ...one, shares: new Set<string>() }]));
  const facts = new Map<string, Cited>();
  const logs = [...parsed.values()].filter(({ day }) => day !== null);
  for (const one of logs.sort((a, b) => compareText(a.day ?? '', b.day ?? ''))) {
    const { path, day } = one;
    const taken = new Set<string>();
    for (let more = clashesOf(one, facts); more.length > 0; more = clashesOf(one, facts)) {
      for (const id of more) {
        taken.add(id);
        const owner = facts.get(id)?.log.path ?? '';
        one.shares.add(owner);
        parsed.get(owner)?.shares.add(path);
      }
      const bytes = read(path);
      // It was there a moment ago; the next refresh will notice that it is gone.
      Object.assign(
        one,
        bytes === null
          ? { facts: one.facts.filter(({ fact }) => !taken.has(fact.id)) }
          : parseLog(path, bytes, day ?? '', taken),
      );
    }
    for (const logged of one.facts) facts.set(logged.fact.id, { logged, log: one });
  }
  return { parsed, facts };
}

function clashesOf({ facts }: ParsedFile, known: ReadonlyMap<string, unknown>): string[] {
  const clashes: string[] = [];
  if (known.size > 0) for (const { fact } of facts) if (known.has(fact.id)) clashes.push(fact.id);
  return clashes;
}

/** What the index stores of a file. `latest`: from this day on, a log is likely to be appended to. */
export function segmentFileOf(file: Parsed, latest: string): SegmentFile {
  const { path, size, mtimeMs, digest, title, tags, day, facts, lines, shares } = file;
  const entry = { path, size, mtimeMs, digest, title, tags };
  const isGrowing = day !== null && day >= latest && shares.size === 0 && lines !== null;
  if (shares.size === 0 && !isGrowing) return { ...entry, note: null };
  const sessions = new Map<string, number>();
  for (const { fact } of facts) sessions.set(fact.session ?? '', (sessions.get(fact.session ?? '') ?? 0) + 1);
  const growth = isGrowing ? { lines, sessions: Object.fromEntries(sessions) } : null;
  return { ...entry, note: { shares: [...shares].sort(compareText), growth } };
}
