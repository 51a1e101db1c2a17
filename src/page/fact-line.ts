// One fact line of a daily log, to a statement and back:
//   - [category] text [field:: value] `tag tag` ^id
// Parsing what was rendered gives back what was logged, for any text.
import { withoutControls } from '../model/controls.ts';
import type { Statement } from '../model/fact.ts';
import { ID_LENGTH, isId } from '../model/ids.ts';
import { escapeCharacters, escapeLine, unescapeLine } from '../note/escape.ts';

// A letter with its combining marks counts once, so that composed and decomposed accents read alike.
const CATEGORY = String.raw`[\p{L}\p{N}]\p{M}*(?:[\p{L}\p{N}_ \-]\p{M}*)*[\p{L}\p{N}_\-]\p{M}*`;
const START = '- [';
/** Stands between a text and what follows where the text's own end would read as a tag or a field. */
const END_OF_TEXT = ' <!-- -->';

export interface ParsedFactLine extends Statement {
  /** The block id that the line carries, or null. */
  readonly id: string | null;
}

/** Two or more letters, digits, `_`, `-` or inner spaces. */
export const isCategory = (text: string): boolean =>
  // Nearly all are plain words, and a pattern with classes of Unicode takes a millisecond to compile.
  /^[A-Za-z0-9][\w -]*[\w-]$/.test(text) || new RegExp(`^${CATEGORY}$`, 'u').test(text);

/** A name that can stand before `::`. */
export const isFieldName = (text: string): boolean => /^[A-Za-z][\w-]*$/.test(text);

/** A line without its line end, or null where it is no fact line: a checkbox, a link, prose. */
export function parseFactLine(line: string): ParsedFactLine | null {
  if (!line.startsWith(START)) return null;
  const whole = trimTail(line);
  const close = whole.indexOf(']');
  const category = whole.slice(START.length, close);
  if (close < 0 || whole[close + 1] !== ' ' || !isCategory(category)) return null;
  let rest = whole.slice(close + 2);
  const id = idAtEnd(rest);
  if (id !== null) rest = rest.slice(0, -(id.length + 2));
  const { text, tags, fields } = takeTrailer(rest, id === null);
  const content = unescapeLine(id === null ? text.trim() : text);
  return content.trim() === '' ? null : { id, category, text: content, tags, fields };
}

/** Of ` ^k3v9x2ab4q`, or null. */
function idAtEnd(rest: string): string | null {
  const mark = rest.length - ID_LENGTH - 1;
  if (mark < 0 || rest[mark] !== '^' || (mark > 0 && rest[mark - 1] !== ' ')) return null;
  const id = rest.slice(mark + 1);
  return isId(id) ? id : null;
}

/** Without white space at the end, and without the NUL bytes that a power cut leaves there: memvault writes none. */
function trimTail(line: string): string {
  let tail = line.trimEnd();
  while (tail.endsWith('\0')) {
    let end = tail.length;
    while (tail[end - 1] === '\0') end--;
    tail = tail.slice(0, end).trimEnd();
  }
  return tail;
}

/**
 * Looks at the end of what is left only, so that a long line takes no longer than it must. `byHand`: behind a field,
 * where no text can stand, each code span holds tags.
 */
function takeTrailer(rest: string, byHand: boolean): { text: string; tags: string[]; fields: Record<string, string> } {
  let text = rest;
  let tags: string[] | null = null;
  const fields: [string, string][] = [];
  while (!text.endsWith(END_OF_TEXT)) {
    const open = text.endsWith(']') ? text.lastIndexOf(' [') : -1;
    const field = open < 0 ? null : parseField(text.slice(open + 2, -1));
    if (field !== null) {
      fields.push(field);
      text = text.slice(0, open);
      continue;
    }
    const mayBeTags: boolean = tags === null || (byHand && fields.length === 0 && isBehindField(text));
    const span: number = mayBeTags && text.endsWith('`') ? text.lastIndexOf(' `', text.length - 2) : -1;
    const words: string = span < 0 ? '' : text.slice(span + 2, -1);
    if (words.trim() === '' || words.includes('`')) break;
    tags = [...words.split(/\s+/).filter((tag) => tag !== ''), ...(tags ?? [])];
    text = text.slice(0, span);
  }
  if (text.endsWith(END_OF_TEXT)) text = text.slice(0, -END_OF_TEXT.length);
  return { text, tags: tags ?? [], fields: Object.fromEntries(fields.reverse()) };
}

/** Are the code spans at its end behind a field? */
function isBehindField(text: string): boolean {
  let end = text.length;
  while (text.charAt(end - 1) === '`') {
    const mark = text.lastIndexOf('`', end - 2);
    if (mark < 1 || mark === end - 2 || text.charAt(mark - 1) !== ' ') return false;
    end = mark - 1;
  }
  const open = text.charAt(end - 1) === ']' ? text.lastIndexOf(' [', end) : -1;
  return open >= 0 && parseField(text.slice(open + 2, end - 1)) !== null;
}

/** `name:: value`, or null. */
function parseField(text: string): [name: string, value: string] | null {
  const colons = text.indexOf(':: ');
  const [name, value] = [text.slice(0, Math.max(0, colons)), text.slice(colons + 3)];
  return isFieldName(name) && !value.includes('[') && !value.includes(']') ? [name, unescapeLine(value)] : null;
}

/** A statement as a fact line without line end. Tags must be words, field names `isFieldName`. */
export function renderFactLine(statement: Statement, id: string): string {
  const fields = Object.entries(statement.fields).map(
    ([name, value]) => ` [${name}:: ${escapeCharacters(escapeLine(value), /[[\]]/g)}]`,
  );
  const tags = statement.tags.length > 0 ? ` \`${statement.tags.join(' ')}\`` : '';
  const text = escapeLine(statement.text);
  const line = (end: string): string => `- [${statement.category}] ${text}${end}${fields.join('')}${tags} ^${id}`;
  const plain = line('');
  // Only these ends can read as a tag, a field or the end of a text.
  const last = text.charAt(text.length - 1);
  if (text.charAt(0).trim() !== '' && last.trim() !== '' && !']`>'.includes(last)) return plain;
  return isSame(parseFactLine(plain), statement) ? plain : line(END_OF_TEXT);
}

function isSame(parsed: ParsedFactLine | null, statement: Statement): boolean {
  return (
    parsed !== null &&
    parsed.text === statement.text &&
    parsed.tags.length === statement.tags.length &&
    Object.keys(parsed.fields).length === Object.keys(statement.fields).length
  );
}

/**
 * A tag as it can stand in a code span: no white space, no control character, no back-tick, no leading `#`. Empty where
 * nothing is left.
 */
export function toTag(text: string): string {
  return withoutControls(text.replace(/\s+/g, ' '))
    .replaceAll('`', '')
    .replace(/^[\s#]+/, '')
    .trim()
    .replace(/\s+/g, '-');
}

// What `log` appends to a daily log: a header and fact lines. Light, because `log` must start in no time.

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
