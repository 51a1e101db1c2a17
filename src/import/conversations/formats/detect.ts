// Detects a text's format from its content and reads its conversations. Never throws on a broken line: it is counted
// and reported.
import { MemvaultError } from '../../../model/errors.ts';
import { CONVERSATION_FORMATS, type ConversationFormat } from '../../format.ts';
import type { Conversation } from '../conversation.ts';
import { jsonEvents } from '../../values.ts';
import { isAnthropic, messageLists, readMessages } from './messages.ts';
import { hasSpeakers, readPlain } from './plain.ts';
import { CLAUDE_CODE, CODEX, readSessionFile } from './sessions.ts';

const READERS: Readonly<Record<ConversationFormat, (text: string) => readonly Conversation[]>> = {
  'claude-code': (text) => [readSessionFile(CLAUDE_CODE, text)],
  codex: (text) => [readSessionFile(CODEX, text)],
  openai: (text) => readMessages('openai', text),
  anthropic: (text) => readMessages('anthropic', text),
  plain: (text) => [readPlain(text)],
};

/** The number of lines tried, since a file may begin with useless ones, such as a torn line. */
const LOOKED_AT = 50;

/** Null for text that is not clearly a conversation. `sure`: a name before a colon is not enough for a speaker. */
export function detectConversation(text: string, sure = false): ConversationFormat | null {
  if (/^\uFEFF?\s*[[{]/.test(text)) {
    let seen = 0;
    for (const { value } of jsonEvents(text)) {
      if (value !== null && CODEX.isEvent(value)) return 'codex';
      if (value !== null && CLAUDE_CODE.isEvent(value)) return 'claude-code';
      if (++seen >= LOOKED_AT) break;
    }
    const lists = messageLists(text);
    if (lists !== null) return isAnthropic(lists) ? 'anthropic' : 'openai';
  }
  return hasSpeakers(text, sure) ? 'plain' : null;
}

/** The conversations of a text. Throws `bad-input` if there are none. */
export function readConversations(text: string, format: ConversationFormat | null = null): readonly Conversation[] {
  const known = format ?? detectConversation(text);
  if (known === null)
    throw new MemvaultError('bad-input', text.trim() === '' ? 'it is empty' : 'unknown conversation format', {
      hint:
        `known: ${CONVERSATION_FORMATS.join(', ')}; --format plain reads a text without speakers as one person's ` +
        'words',
    });
  const found = READERS[known](text);
  if (!found.some(({ turns }) => turns.length > 0) && detectConversation(text) !== known)
    throw new MemvaultError('bad-input', `not a ${known} conversation`, {
      hint: 'leave --format out to detect it, and check that the file is complete',
    });
  return found;
}
