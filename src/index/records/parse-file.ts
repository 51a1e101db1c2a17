// The text of one file to its record: a daily log's facts and prose, a page's claims, a note's passages.
// What memvault generated from claims is left out. Reads no file.
import { type Block, parseBlocks } from '../../markdown/blocks.ts';
import { citationsIn } from '../../markdown/claim-text.ts';
import { parseDailyLog } from '../../markdown/daily-log.ts';
import { parseEntryHeader } from '../../markdown/daily-entry.ts';
import { splitLines } from '../../markdown/lines.ts';
import { isGeneratedOverview } from '../../markdown/overview.ts';
import { parseClaims, titleFromPath } from '../../markdown/page.ts';
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import { isId } from '../../model/ids.ts';
import { idOf } from '../digest.ts';
import { parseNoteKeys } from './note-keys.ts';
import { type Passage, parsePassages } from './passages.ts';
import type { ClaimRow, FactRow, FileRecord, TextRow } from './record.ts';

export interface Layout {
  readonly dailyDir: string;
  readonly zones: readonly string[];
}

/** The day of a daily log by its path, or null. */
function dayOfPath(path: string, dailyDir: string): string | null {
  const name = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1) : '';
  return name.endsWith('.md') && isDay(name.slice(0, -3)) ? name.slice(0, -3) : null;
}

export function parseFile(path: string, text: string, layout: Layout): FileRecord {
  const day = dayOfPath(path, layout.dailyDir);
  return day === null ? parseNote(path, text, layout) : parseDaily(path, text, day);
}

export function rowOfFact(fact: Fact): FactRow {
  return [fact.line, fact.id, fact.time, fact.session, fact.category, fact.text, fact.tags, fact.fields];
}

function parseDaily(path: string, text: string, day: string): FileRecord {
  const facts = parseDailyLog({ day, path, text });
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  // A fact line and a header become blank, so that the prose between them stands alone.
  for (const fact of facts) lines[fact.line - 1] = '';
  const prose = lines.map((line) => (parseEntryHeader(line) || line === `# Daily Log - ${day}` ? '' : line)).join('\n');
  const passages = parsePassages(parseBlocks(prose).blocks, () => true);
  return { day, title: titleFromPath(path), aliases: [], tags: [], facts: facts.map(rowOfFact), claims: [], texts: textRows(path, passages) };
}

function parseNote(path: string, text: string, layout: Layout): FileRecord {
  const blocks = parseBlocks(blankGenerated(text));
  const keys = parseNoteKeys(blocks.lines.slice(1, Math.max(1, blocks.bodyStart - 1)));
  const isPage = layout.zones.some((zone) => path.startsWith(`${zone}/`));
  const claims = isPage ? parseClaims(path, blocks) : [];
  const hasClaims = claims.length > 0;
  const isProse = (block: Block): boolean => {
    if (block.kind === 'definition') return !isId(/^\[\^([^\]]+)\]:/.exec(block.text)?.[1] ?? '');
    if (isPage && block.section === 'Overview' && isGeneratedOverview(block.text.trim())) return false;
    if (hasClaims && block.section === 'Related' && LINK_ITEM.test(block.text)) return false;
    return !(isPage && citationsIn(block.text).length > 0 && ['item', 'paragraph', 'quote'].includes(block.kind));
  };
  const hasMarkers = text.includes('<!-- memvault:');
  const own = hasMarkers ? blocks.blocks.filter((block) => block.kind !== 'heading') : isPage ? blocks.blocks.filter((block) => block.kind !== 'heading' || !GENERATED_HEADING.test(block.text)) : blocks.blocks;
  const title = keys.title ?? titleFromPath(path);
  const passages = parsePassages(own, isProse);
  // A note may say all it has to say in its name.
  if (passages.length === 0 && !hasClaims && !hasMarkers) passages.push({ line: 1, text: title, headings: '' });
  return {
    day: null,
    title,
    aliases: keys.title === null ? keys.aliases : [...keys.aliases, titleFromPath(path)],
    tags: keys.tags,
    facts: [],
    claims: claims.map((claim): ClaimRow => {
      const row = [claim.line, isHistory(claim), claim.text, claim.facts] as const;
      return claim.held ? [...row, claim.held.from, claim.held.to] : row;
    }),
    texts: textRows(path, passages),
  };
}

const LINK_ITEM = /^[-*+]\s+(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\s*$/;
const GENERATED_HEADING = /^##\s+(?:Overview|Key Facts|History|Related|Sources)\s*$/;
const REGION = /<!-- (memvault:[\w-]+) -->[\s\S]*?<!-- \/\1 -->/g;

/** The parts between memvault's own markers become blank lines: every other line keeps its number. */
function blankGenerated(text: string): string {
  return text.includes('<!-- memvault:') ? text.replace(REGION, (region) => region.replace(/[^\n]+/g, '')) : text;
}

function textRows(path: string, passages: readonly Passage[]): TextRow[] {
  const seen = new Map<string, number>();
  return passages.map(({ line, text, headings }) => {
    const occurrence = (seen.get(text) ?? 0) + 1;
    seen.set(text, occurrence);
    return [line, idOf([path, text, occurrence]), text, headings, hashtagsOf(text)];
  });
}

const HASHTAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

function hashtagsOf(text: string): string[] {
  return text.includes('#') ? [...new Set(Array.from(text.matchAll(HASHTAG), (match) => match[1] ?? ''))] : [];
}
