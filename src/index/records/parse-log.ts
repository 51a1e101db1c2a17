// The bytes of a daily log to its facts and its prose. Reads no file.
import { parseBlocks } from '../../markdown/blocks.ts';
import { decodeBytes } from '../../markdown/bytes.ts';
import { parseEntryHeader } from '../../markdown/daily-entry.ts';
import { parseDailyLog } from '../../markdown/daily-log.ts';
import { splitLines } from '../../markdown/lines.ts';
import { titleFromPath } from '../../markdown/page.ts';
import type { Fact } from '../../model/fact.ts';
import { groupOfSession } from '../hash.ts';
import { byteLinesOf, type ByteLines, endOfLine } from './byte-lines.ts';
import type { LoggedFact, ParsedFile, ParsedText } from './parsed.ts';
import { parsePassages } from './passages.ts';
import { placeTexts, withoutBlanked } from './texts.ts';

/** The log of a day. Ids in `taken` belong to facts of other days: whoever has one here gets a computed one. */
export function parseLog(
  path: string,
  bytes: Uint8Array,
  day: string,
  taken: ReadonlySet<string> = new Set(),
): ParsedFile {
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

/** A fact line and a header become blank, so that the prose between them stands alone. */
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
