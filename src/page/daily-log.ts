// A daily log: its text to facts, and an entry for appending. Knows nothing of files.
import { createHash } from 'node:crypto';
import { encodeText } from '../model/bytes.ts';
import type { Fact } from '../model/fact.ts';
import { encodeBytes, ID_LENGTH } from '../model/ids.ts';
import { fencedLines, type FenceRules, splitLines } from '../note/lines.ts';
import { parseEntryHeader, parseFactLine } from './fact-line.ts';

interface DailyLogText {
  /** Local day of the log. */
  readonly day: string;
  /** The file, from the vault's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The facts of one daily log, in the order of its lines. A line whose id is in `taken` gets a computed
 * one, as does a line without; every id that is given out is added to `taken`. An entry that git's union left
 * twice, header and line the same, is one.
 */
export function parseDailyLog(log: DailyLogText, taken: Set<string> = new Set()): Fact[] {
  const facts: Fact[] = [];
  const seen = new Map<string, number>();
  const lines = splitLines(log.text.replace(/^\uFEFF/, ''));
  const fenced = fencedLines(lines, FENCES);
  /** Where each line stood first below a header that carries a mark of its own, and so is no other's. */
  const stood = new Map<string, number>();
  let headerLine = '';
  let headerAt = -1;
  let header: { time: string | null; session: string | null } = { time: null, session: null };
  lines.forEach((line, index) => {
    if (fenced[index]) return;
    if (line.startsWith('#')) {
      headerLine = line.trimEnd();
      headerAt = index;
      header = parseEntryHeader(line) ?? (/^#{1,2} /.test(line) ? { time: null, session: null } : header);
      return;
    }
    const parsed = parseFactLine(line);
    if (!parsed) return;
    if (parsed.id !== null && headerLine.endsWith('-->')) {
      const entry = `${headerLine}\n${line.trimEnd()}`;
      const first = stood.get(entry);
      if (first !== undefined && first !== headerAt) return;
      stood.set(entry, headerAt);
    }
    const own = parsed.id !== null && !taken.has(parsed.id) ? parsed.id : null;
    const id = own ?? computeId(log.day, line, seen, taken);
    taken.add(id);
    facts.push({
      id,
      computed: own === null,
      day: log.day,
      time: header.time,
      session: header.session,
      path: log.path,
      line: index + 1,
      category: parsed.category,
      text: parsed.text,
      tags: parsed.tags,
      fields: parsed.fields,
    });
  });
  return facts;
}

// An entry of memvault's own holds facts whatever the fences around it say: a fence left open above it must not hide
// them.
const FENCES: FenceRules = {
  isHeader: (line) => parseEntryHeader(line) !== null,
  isEntryAt: (lines, index) =>
    FENCES.isHeader(lines[index] ?? '') &&
    FENCES.endsEntry(lines[lines[index + 1] === '' ? index + 2 : index + 1] ?? ''),
  endsEntry: (line) => (parseFactLine(line)?.id ?? null) !== null,
};

/** The first ten base-32 characters of sha256 over day, LF, the line, LF, its number among equal lines of the day. */
function computeId(day: string, line: string, seen: Map<string, number>, taken: ReadonlySet<string>): string {
  const key = line.trimEnd();
  for (;;) {
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    const digest = createHash('sha256')
      .update(encodeText(`${day}\n${key}\n${occurrence}`))
      .digest();
    const id = encodeBytes(digest, ID_LENGTH);
    if (!taken.has(id)) return id;
  }
}
