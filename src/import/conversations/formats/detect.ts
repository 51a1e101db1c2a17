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

export const CONVERSATION_FORMATS = [CLAUDE_CODE, CODEX, OPENAI, ANTHROPIC, PLAIN] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

const READERS: Readonly<Record<ConversationFormat, (text: string) => readonly Conversation[]>> = {
  [CLAUDE_CODE]: (text) => [readClaudeCode(text)],
  [CODEX]: (text) => [readCodex(text)],
  [OPENAI]: readOpenAi,
  [ANTHROPIC]: readAnthropic,
  [PLAIN]: (text) => [readPlain(text)],
};

/** Is anything of the format in a text in which nobody says a word? */
const IS_OF: Readonly<Record<ConversationFormat, (text: string) => boolean>> = {
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

/** A file begins with lines that tell nothing, such as one that was torn. */
const LOOKED_AT = 50;

/** Null for text that is not clearly a conversation. `sure`: a name before a colon does not make a speaker. */
export function detectConversation(text: string, sure = false): ConversationFormat | null {
  if (/^\uFEFF?\s*[[{]/.test(text)) {
    let seen = 0;
    for (const { value } of jsonEvents(text)) {
      if (value !== null && isCodex(value)) return CODEX;
      if (value !== null && isClaudeCode(value)) return CLAUDE_CODE;
      if (++seen >= LOOKED_AT) break;
    }
    if (messageLists(text) !== null) return isAnthropic(text) ? ANTHROPIC : OPENAI;
  }
  return hasSpeakers(text, sure) ? PLAIN : null;
}

/** The conversations of a text. Throws `bad-input` where there is none to be found. */
export function readConversations(text: string, format: ConversationFormat | null = null): readonly Conversation[] {
  const known = format ?? detectConversation(text);
  if (known === null)
    throw new MemvaultError('bad-input', text.trim() === '' ? 'it is empty' : 'unknown conversation format', {
      hint:
        `known: ${CONVERSATION_FORMATS.join(', ')}; --format plain reads a text without speakers as one person's ` +
        'words',
    });
  const found = READERS[known](text);
  if (!found.some(({ turns }) => turns.length > 0) && !IS_OF[known](text))
    throw new MemvaultError('bad-input', `not a ${known} conversation`, {
      hint: 'leave --format out to detect it, and check that the file is complete',
    });
  return found;
}
