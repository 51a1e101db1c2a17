// The formats, and which of them a file is. The order counts: the more a file must have to be one, the earlier.
import { AGENT_MEMORY_FOLDER, CLAUDE_MD } from '../notes/agent-memory.ts';
import { BASIC_MEMORY } from '../notes/basic-memory.ts';
import { OBSIDIAN_DAILY } from '../notes/obsidian-daily.ts';
import { OLDER_VAULT } from '../notes/older-vault.ts';
import { CHATGPT } from './chatgpt.ts';
import { MEM0 } from './mem0.ts';
import type { Format, Given } from './types.ts';

export const FORMATS: readonly Format[] = [
  CLAUDE_MD,
  MEM0,
  OLDER_VAULT,
  OBSIDIAN_DAILY,
  BASIC_MEMORY,
  AGENT_MEMORY_FOLDER,
  CHATGPT,
];

export const FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name);

/** Null for a file that is none of them. */
export function detectFormat(given: Given): Format | null {
  return FORMATS.find((format) => format.detect(given)) ?? null;
}

export const formatNamed = (name: string): Format | null => FORMATS.find((format) => format.name === name) ?? null;
