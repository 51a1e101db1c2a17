// Detects secrets that must not be in a bundle, because a bundle goes to a model. Uses the rules of `log`, and also
// reads the surrounding file, because a private key is longer than a passage. Reports no content.
import { findKeyBlocks } from '../language/secrets/may-hold.ts';
import { isSecret } from '../language/secrets/secrets.ts';
import { mustBeExpected } from '../model/errors.ts';
import { withoutNotes } from '../page/claim-text.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { parseEntryHeader } from '../page/fact-line.ts';
import { confined } from '../vault/confine.ts';
import { dailyPath } from '../vault/daily.ts';
import { readText } from '../vault/disk.ts';
import type { Vault } from '../vault/vault.ts';
import type { Piece } from './core.ts';
import { type Found, harmless } from './found.ts';

/** Shown in place of a likely secret. */
export const SECRET_WORDS = '(looks like a secret, and is not shown)';

export interface Secrets {
  readonly hit: (found: Pick<Found, 'kind' | 'text' | 'category' | 'tags' | 'path' | 'line' | 'sources'>) => boolean;
  readonly piece: (piece: Pick<Piece, 'path' | 'line' | 'text' | 'heads'>) => boolean;
}

/** Typical of the lines of a key. */
const KEY_DATA = /[A-Za-z0-9+/=]{20}/;

/** Reads each file at most once, and only for text that may be part of a key. */
export function secretsIn(vault: Vault): Secrets {
  const known = new Map<string, ReadonlySet<number>>();
  const keyLines = (path: string): ReadonlySet<number> => {
    const lines = known.get(path) ?? keyLinesOf(readOrNothing(vault, path), dayOf(vault, path));
    known.set(path, lines);
    return lines;
  };
  const isOfKey = (text: string, path: string, line: number): boolean => {
    if (!KEY_DATA.test(text)) return false;
    const lines = keyLines(path);
    return lines.size > 0 && text.split('\n').some((_, index) => lines.has(line + index));
  };
  return {
    hit: ({ kind, text, category, tags, path, line, sources }) =>
      formsOf(text).some((form) => isSecret({ text: form, category: category ?? '', tags, fields: {} })) ||
      (kind !== 'claim' && isOfKey(text, path, line)) ||
      sources.some((source) => source.path !== null && source.line !== null && isOfKey(text, source.path, source.line)),
    piece: ({ path, line, text, heads }) =>
      [...formsOf(text), ...heads].some((form) => isSecret({ text: form, category: '', tags: [], fields: {} })) ||
      isOfKey(text, path, line),
  };
}

/** The text as written, and as the bundle would render it: removed markup may be what splits a secret. */
function formsOf(text: string): readonly string[] {
  const said = withoutNotes(harmless(text));
  return said === text ? [text] : [text, said];
}

function dayOf(vault: Vault, path: string): string | null {
  const day = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  return path === dailyPath(vault, day) ? day : null;
}

/** A file that cannot be read now is either reported elsewhere or not in the bundle. */
function readOrNothing(vault: Vault, path: string): string {
  try {
    return readText(confined(vault, path)) ?? '';
  } catch (error) {
    mustBeExpected(error);
    return '';
  }
}

/** The 1-based lines of a file that belong to a private key. In a daily log each of its lines may be a fact. */
export function keyLinesOf(text: string, day: string | null): ReadonlySet<number> {
  const found = new Set<number>();
  if (!/PRIVATE KEY/i.test(text)) return found;
  const lines = text.split('\n');
  if (day !== null) {
    for (const [index, line] of lines.entries()) if (parseEntryHeader(line)) lines[index] = '';
    for (const fact of parseDailyLog({ day, path: '', text }))
      lines[fact.line - 1] = fact.text.replaceAll('\n', String.raw`\n`);
  }
  let at = 0;
  const starts = lines.map((line) => (at += line.length + 1) - line.length - 1);
  const blocks = findKeyBlocks(lines.join('\n'));
  for (const [index, start] of starts.entries())
    if (blocks.some((block) => block.start < start + (lines[index] ?? '').length && start < block.end))
      found.add(index + 1);
  return found;
}
