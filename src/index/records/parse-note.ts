// The bytes of a note that is no daily log to its claims and its prose. What memvault generated from claims
// is left out. Reads no file.
import { type Block, type Blocks, parseBlocks } from '../../markdown/blocks.ts';
import { decodeBytes } from '../../markdown/bytes.ts';
import { citationsIn } from '../../markdown/claim-text.ts';
import { splitLines } from '../../markdown/lines.ts';
import { isGeneratedOverview } from '../../markdown/overview.ts';
import { holdsClaim, parseClaims, titleFromPath } from '../../markdown/page.ts';
import { isId } from '../../model/ids.ts';
import { isHistory } from '../../model/page.ts';
import { byteLinesOf, type ByteLines, endOfLine } from './byte-lines.ts';
import { type NoteKeys, parseNoteKeys } from './note-keys.ts';
import type { ParsedClaim, ParsedFile } from './parsed.ts';
import { parsePassages, type Passage } from './passages.ts';
import { placeTexts, withoutBlanked } from './texts.ts';

/** `zones`: folders whose notes are pages. */
export function parseNote(path: string, bytes: Uint8Array, zones: readonly string[]): ParsedFile {
  const text = decodeBytes(bytes);
  const hasMarkers = text.includes('<!-- memvault:');
  const blocks = parseBlocks(hasMarkers ? blankGenerated(text) : text);
  const lines = byteLinesOf(bytes, { bom: 'kept' });
  const keys = parseNoteKeys(blocks.lines.slice(1, Math.max(1, blocks.bodyStart - 1)));
  const title = keys.title ?? titleFromPath(path);
  const isPage = zones.some((zone) => path.startsWith(`${zone}/`));
  const claims = isPage ? placeClaims(path, blocks, lines) : [];
  const passages = passagesOf(blocks, {
    isPage,
    hasClaims: claims.length > 0,
    blanked: hasMarkers ? splitLines(text) : null,
  });
  // A note may say all it has to say in its name.
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
  /** The lines as they are in the file where generated ones became blank, else null. */
  readonly blanked: readonly string[] | null;
}

function passagesOf(blocks: Blocks, { isPage, hasClaims, blanked }: Kind): Passage[] {
  const isProse = (block: Block): boolean => {
    if (block.kind === 'definition') return !isId(/^\[\^([^\]]+)\]:/.exec(block.text)?.[1] ?? '');
    if (isPage && block.section === 'Overview' && isGeneratedOverview(block.text.trim())) return false;
    if (hasClaims && block.section === 'Related' && LINK_ITEM.test(block.text)) return false;
    return !(isPage && holdsClaim(block) && citationsIn(block.text).length > 0);
  };
  if (blanked !== null) {
    const left = withoutBlanked(
      blocks.blocks,
      blocks.lines,
      (line) => blocks.lines[line] === '' && blanked[line] !== '',
    );
    return parsePassages(
      left.filter((block) => block.kind !== 'heading'),
      isProse,
    );
  }
  return parsePassages(
    isPage
      ? blocks.blocks.filter((block) => block.kind !== 'heading' || !GENERATED_HEADING.test(block.text))
      : blocks.blocks,
    isProse,
  );
}

const LINK_ITEM = /^[-*+]\s+(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\s*$/;
const GENERATED_HEADING = /^##\s+(?:Overview|Key Facts|History|Related|Sources)\s*$/;
/** Markers stand on lines of their own. */
const REGION = /^\uFEFF?[ \t]*<!-- (memvault:[\w-]+) -->[\s\S]*?<!-- \/\1 -->[ \t\r]*$/gm;

/** The parts between memvault's own markers become blank lines: every other line keeps its number. */
function blankGenerated(text: string): string {
  return text.replace(REGION, (region) => region.replace(/[^\n]+/g, ''));
}

function placeClaims(path: string, blocks: Blocks, lines: ByteLines): ParsedClaim[] {
  const claims = parseClaims(path, blocks);
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
