// What `log` appends to a daily log: a header and fact lines. Light, because `log` must start in no time.
import { withoutControls } from '../model/controls.ts';
import type { Statement } from '../model/fact.ts';
import { renderFactLine } from './fact-line.ts';

/** Characters of the first fact's id that make a header unlike every other. */
const MARK_LENGTH = 5;

const MARK = /\s<!-- [0-9a-hjkmnp-tv-z]+ -->$/;

const HEADER = /^## ([01]\d|2[0-3]):([0-5]\d)(?:\s+[—–-]\s+(\S.*))?$/s;

/** A line that begins an entry: `## 14:05 — session <!-- mark -->`, the latter two optional; or null. */
export function parseEntryHeader(line: string): { time: string; session: string | null } | null {
  if (!line.startsWith('## ')) return null;
  const match = HEADER.exec(line.trimEnd().replace(MARK, '').trimEnd());
  return match ? { time: `${match[1]}:${match[2]}`, session: match[3] ?? null } : null;
}

/** The first line of a new daily log. */
export function renderDayTitle(day: string): string {
  return `# Daily Log - ${day}\n`;
}

/** A session as it stands in a header: its first eight characters, on one line; `cli-<clone>` without one. */
export function sessionLabel(session: string | null, clone: string): string {
  if (session === null) return `cli-${clone}`;
  const flat = withoutControls(session.replace(/\s+/g, ' ')).trim();
  return flat === '' ? `cli-${clone}` : [...flat].slice(0, 8).join('').trim();
}

/** Was it logged in this session, however long its name was typed? */
export const isOfSession = ({ session }: { readonly session: string | null }, typed: string): boolean =>
  session !== null && (session === typed || session === sessionLabel(typed, ''));

export interface EntryFact {
  readonly id: string;
  readonly statement: Statement;
}

/**
 * One entry of at least one fact. It begins with a line end, which also ends a line that a power cut tore.
 * No line of it stands in any other entry: git's union merge takes equal lines (a header of the same
 * session and minute, a blank line below it) for the same place and would put facts under another's header.
 */
export function renderEntry(time: string, session: string, facts: readonly EntryFact[]): string {
  const mark = facts[0]?.id.slice(-MARK_LENGTH) ?? '';
  const lines = facts.map(({ id, statement }) => renderFactLine(statement, id));
  return `\n## ${time} — ${session} <!-- ${mark} -->\n${lines.join('\n')}\n`;
}
