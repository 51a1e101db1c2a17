// Which format a text has, by its content, and its conversations. Never throws for what stands in a line: a broken one
// is counted and named.
import { MemvaultError } from '../../../model/errors.ts';
import type { Conversation } from '../conversation.ts';
import { ANTHROPIC, isAnthropic, readAnthropic } from './anthropic.ts';
import { CLAUDE_CODE, isClaudeCode, readClaudeCode } from './claude-code.ts';
import { CODEX, isCodex, readCodex } from './codex.ts';
import { type Fields, jsonEvents } from './fields.ts';
import { messageLists, OPENAI, readOpenAi } from './messages.ts';
import { hasSpeakers, PLAIN, readPlain } from './plain.ts';

export const FORMATS = [CLAUDE_CODE, CODEX, OPENAI, ANTHROPIC, PLAIN] as const;
export type FormatName = (typeof FORMATS)[number];

const READERS: Readonly<Record<FormatName, (text: string) => readonly Conversation[]>> = {
  [CLAUDE_CODE]: (text) => [readClaudeCode(text)],
  [CODEX]: (text) => [readCodex(text)],
  [OPENAI]: readOpenAi,
  [ANTHROPIC]: readAnthropic,
  [PLAIN]: (text) => [readPlain(text)],
};

/** Is anything of the format in a text in which nobody says a word? */
const IS_OF: Readonly<Record<FormatName, (text: string) => boolean>> = {
  [CLAUDE_CODE]: (text) => hasEvent(text, isClaudeCode),
  [CODEX]: (text) => hasEvent(text, isCodex),
  [OPENAI]: (text) => messageLists(text) !== null,
  [ANTHROPIC]: (text) => messageLists(text) !== null,
  [PLAIN]: (text) => text.trim() !== '',
};

function hasEvent(text: string, isOne: (event: Fields) => boolean): boolean {
  for (const { value } of jsonEvents(text)) if (value !== null && isOne(value)) return true;
  return false;
}

/** Throws `usage` for a name that is none. */
export function checkFormat(name: string): FormatName {
  const format = FORMATS.find((one) => one === name);
  if (format === undefined)
    throw new MemvaultError('usage', `there is no format ${JSON.stringify(name)}`, {
      hint: `one of ${FORMATS.join(', ')}`,
    });
  return format;
}

/** A file begins with lines that tell nothing, such as one that was torn. */
const LOOKED_AT = 50;

/** Null where it is no conversation that can be known. */
export function detectFormat(text: string): FormatName | null {
  if (/^\uFEFF?\s*[[{]/.test(text)) {
    let seen = 0;
    for (const { value } of jsonEvents(text)) {
      if (value !== null && isCodex(value)) return CODEX;
      if (value !== null && isClaudeCode(value)) return CLAUDE_CODE;
      if (++seen >= LOOKED_AT) break;
    }
    if (messageLists(text) !== null) return isAnthropic(text) ? ANTHROPIC : OPENAI;
  }
  return hasSpeakers(text) ? PLAIN : null;
}

/** The conversations of a text. Throws `bad-input` where there is none to be found. */
export function readConversations(text: string, format: FormatName | null = null): readonly Conversation[] {
  const known = format ?? detectFormat(text);
  if (known === null) {
    throw new MemvaultError(
      'bad-input',
      text.trim() === '' ? 'it is empty' : 'this is no conversation in a format that memvault knows',
      {
        hint: `it knows ${FORMATS.join(', ')}; --format plain takes a text without speakers as one person's words`,
      },
    );
  }
  const found = READERS[known](text);
  if (!found.some(({ turns }) => turns.length > 0) && !IS_OF[known](text))
    throw new MemvaultError('bad-input', `nothing in it can be read as ${known}`, {
      hint: 'without --format the content tells; is the file whole?',
    });
  return found;
}
