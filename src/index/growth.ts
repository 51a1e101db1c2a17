// The rows of daily logs that grew by entries as memvault writes them, which is most of what a search finds changed:
// read from where the log ended, with none of the parsers that whole files need. Whatever else it sees it leaves to
// those.
import { decodeBytes } from '../markdown/bytes.ts';
import { parseEntryHeader, renderDayTitle } from '../markdown/daily-entry.ts';
import { parseFactLine } from '../markdown/fact-line.ts';
import { splitLines } from '../markdown/lines.ts';
import { titleFromPath } from '../markdown/page.ts';
import type { Delta } from './delta.ts';
import { digestOfBytes } from './digest.ts';
import { groupOfSession } from './hash.ts';
import { byteLinesOf, endOfLine } from './records/byte-lines.ts';
import { dayOfPath } from './records/day-of-path.ts';
import { type Growth, parseLogNote, renderLogNote } from './records/log-note.ts';
import type { LoggedFact } from './records/parsed.ts';
import { compareRows, createSaying, type PlacedRow, type RowFile, rowOfFact } from './rows.ts';
import type { SegmentFact, SegmentFile } from './segment/row.ts';
import type { Tables } from './view.ts';
import type { DocumentOptions, ReadFile } from './whole.ts';

/** What `deltaOf` would give, or null where only that can tell. */
export function growthOf(
  tables: Tables,
  changed: readonly ReadFile[],
  { files: { dailyDir }, forgotten, turned, tokenizer }: DocumentOptions,
): Delta | null {
  if (turned.size > 0) return null;
  const saying = createSaying(tokenizer);
  const files: SegmentFile[] = [];
  const facts: SegmentFact[] = [];
  const rows: PlacedRow[] = [];
  const seen = new Set<string>(forgotten);
  for (const file of [...changed].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const day = dayOfPath(file.path, dailyDir);
    const end = day === null ? null : endOf(tables.file(file.path), file);
    const grown = day === null || end === null ? null : readTail(file, day, end);
    if (grown === null || day === null) return null;
    const { path, size, mtimeMs, digest } = file;
    const slot: RowFile = { path, day, title: titleFromPath(path), tags: [], number: files.length };
    files.push({
      path,
      size,
      mtimeMs,
      digest,
      title: slot.title,
      tags: [],
      note: renderLogNote({ shares: [], growth: grown.growth }),
    });
    for (const logged of grown.facts) {
      const {
        fact: { id, line },
        offset,
      } = logged;
      if (seen.has(id) || tables.fact(id) !== null || tables.citing(id).length > 0) return null;
      seen.add(id);
      facts.push({ id, file: slot.number, offset, line });
      rows.push(rowOfFact(logged, slot, saying));
    }
  }
  return { dead: [], input: { files, facts, rows: rows.sort(compareRows) } };
}

interface End extends Growth {
  readonly size: number;
}

/**
 * Where the log ended when it was read last, with nothing above that changed since. A new one ends at its beginning.
 */
function endOf(before: SegmentFile | null, { bytes }: ReadFile): End | null {
  if (before === null) return { size: 0, lines: 0, sessions: {} };
  const { growth } = parseLogNote(before.note);
  if (growth === null || bytes === null || bytes.length < before.size) return null;
  return digestOfBytes(bytes.subarray(0, before.size)) === before.digest ? { ...growth, size: before.size } : null;
}

/** Null where anything but whole entries stands there. */
function readTail(
  { path, bytes }: ReadFile,
  day: string,
  { size, lines: before, sessions }: End,
): { facts: LoggedFact[]; growth: Growth } | null {
  if (bytes === null) return null;
  const tail = bytes.subarray(size);
  const text = decodeBytes(tail);
  if ((text !== '' && !text.endsWith('\n')) || text.includes('```') || text.includes('~~~')) return null;
  const places = byteLinesOf(tail, { bom: 'kept' });
  const counts = new Map(Object.entries(sessions));
  const facts: LoggedFact[] = [];
  const lines = splitLines(text);
  let header: ReturnType<typeof parseEntryHeader> = null;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line === '' || (size === 0 && i === 0 && `${line}\n` === renderDayTitle(day))) continue;
    const entry = parseEntryHeader(line);
    if (entry) {
      header = entry;
      continue;
    }
    const parsed = header && parseFactLine(line);
    if (!header || !parsed || parsed.id === null) return null;
    const { id, category, text: words, tags, fields } = parsed;
    const { time, session } = header;
    const offset = places.starts[i] ?? 0;
    const ordinal = counts.get(session ?? '') ?? 0;
    counts.set(session ?? '', ordinal + 1);
    const fact = {
      id,
      computed: false,
      day,
      time,
      session,
      path,
      line: before + i + 1,
      category,
      text: words,
      tags,
      fields,
    };
    facts.push({
      fact,
      offset: size + offset,
      length: endOfLine(places, i) - offset,
      group: groupOfSession(day, session),
      ordinal,
    });
  }
  return { facts, growth: { lines: before + lines.length, sessions: Object.fromEntries(counts) } };
}
