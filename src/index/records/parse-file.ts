// The text of one file to its record, as the index keeps it in one text. Reads no file.
import { encodeText } from '../../markdown/bytes.ts';
import type { Fact } from '../../model/fact.ts';
import { dayOfPath } from './day-of-path.ts';
import { hashtagsIn } from './hashtags.ts';
import { parseLog } from './parse-log.ts';
import { parseNote } from './parse-note.ts';
import type { ClaimRow, FactRow, FileRecord } from './record.ts';

export interface Layout {
  readonly dailyDir: string;
  readonly zones: readonly string[];
}

export function parseFile(path: string, text: string, layout: Layout): FileRecord {
  const day = dayOfPath(path, layout.dailyDir);
  const bytes = encodeText(text);
  const { title, tags, facts, claims, texts } = day === null ? parseNote(path, bytes, layout.zones) : parseLog(path, bytes, day);
  return {
    day, title, aliases: [], tags,
    facts: facts.map(({ fact }) => rowOfFact(fact)),
    claims: claims.map((claim): ClaimRow => {
      const row = [claim.line, claim.past, claim.text, claim.cites] as const;
      return claim.held ? [...row, claim.held.from, claim.held.to] : row;
    }),
    texts: texts.map((one) => [one.line, one.id, one.text, one.headings, hashtagsIn(one.text)]),
  };
}

export function rowOfFact(fact: Fact): FactRow {
  return [fact.line, fact.id, fact.time, fact.session, fact.category, fact.text, fact.tags, fact.fields];
}
