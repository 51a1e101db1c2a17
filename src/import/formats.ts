// Every format and how it is detected from content, and the reader of conversations. Never throws on a broken line: it
// is counted and reported.
import { MemvaultError } from '../model/errors.ts';
import type { Conversation } from './conversations/conversation.ts';
import { isAnthropic, messageLists, readMessages } from './conversations/formats/messages.ts';
import { hasSpeakers, readPlain } from './conversations/formats/plain.ts';
import { CLAUDE_CODE, CODEX, readSessionFile } from './conversations/formats/sessions.ts';
import { CHATGPT, MEM0, OLDER_VAULT } from './exports/memories.ts';
import { CONVERSATION_FORMATS, type ConversationFormat, type Format, type Given } from './format.ts';
import { AGENT_MEMORY_FOLDER, BASIC_MEMORY, CLAUDE_MD } from './notes/agent-memory.ts';
import { OBSIDIAN_DAILY } from './notes/obsidian-daily.ts';
import { jsonEvents } from './values.ts';

/** Formats of exports and notes, the most specific first. */
const FORMATS: readonly Format[] = [
  CLAUDE_MD,
  MEM0,
  OLDER_VAULT,
  OBSIDIAN_DAILY,
  BASIC_MEMORY,
  AGENT_MEMORY_FOLDER,
  CHATGPT,
];

/** Null for an unknown format. */
export const detectFormat = (given: Given): Format | null => FORMATS.find((format) => format.detect(given)) ?? null;

export const formatNamed = (name: string): Format | null => FORMATS.find((format) => format.name === name) ?? null;

/**
 * Also detects conversations, which may look like a list with days. In a folder, for a file not named itself, a name
 * before a colon is not enough for a speaker.
 */
export function recognizeFormat(given: Given, isNamed: boolean): Format | ConversationFormat | null {
  const format = detectFormat(given);
  return format !== null && format !== CHATGPT ? format : (detectConversation(given.text, !isNamed) ?? format);
}

export const anyFormatNamed = (name: string): Format | ConversationFormat | null =>
  formatNamed(name) ?? CONVERSATION_FORMATS.find((format) => format === name) ?? null;

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
