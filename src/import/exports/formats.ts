// The formats of exports and notes, and which format a file has. The order counts: the most specific come first.
import { CONVERSATION_FORMATS, type ConversationFormat, detectConversation } from '../conversations/formats/detect.ts';
import { AGENT_MEMORY_FOLDER, CLAUDE_MD } from '../notes/agent-memory.ts';
import { BASIC_MEMORY } from '../notes/basic-memory.ts';
import { OBSIDIAN_DAILY } from '../notes/obsidian-daily.ts';
import { OLDER_VAULT } from '../notes/older-vault.ts';
import { CHATGPT } from './chatgpt.ts';
import { MEM0 } from './mem0.ts';
import { type Format, type Given } from '../format.ts';

export const FORMATS: readonly Format[] = [
  CLAUDE_MD,
  MEM0,
  OLDER_VAULT,
  OBSIDIAN_DAILY,
  BASIC_MEMORY,
  AGENT_MEMORY_FOLDER,
  CHATGPT,
];

export const NOTE_FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name);
export const FORMAT_NAMES: readonly string[] = [...NOTE_FORMAT_NAMES, ...CONVERSATION_FORMATS];

/** Null for a file that is none of them. */
export function detectFormat(given: Given): Format | null {
  return FORMATS.find((format) => format.detect(given)) ?? null;
}

export const formatNamed = (name: string): Format | null => FORMATS.find((format) => format.name === name) ?? null;

/**
 * Also knows conversations. A list of days and words may be one. In a folder, where nobody named this file, a name
 * before a colon does not make a speaker.
 */
export function recognizeFormat(given: Given, isNamed: boolean): Format | ConversationFormat | null {
  const format = detectFormat(given);
  return format !== null && format !== CHATGPT ? format : (detectConversation(given.text, !isNamed) ?? format);
}

export const anyFormatNamed = (name: string): Format | ConversationFormat | null =>
  formatNamed(name) ?? CONVERSATION_FORMATS.find((format) => format === name) ?? null;
