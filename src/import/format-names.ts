// The format names that `--format` accepts. Separate from the readers, since help needs only the names.

export const CONVERSATION_FORMATS = ['claude-code', 'codex', 'openai', 'anthropic', 'plain'] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

/** Formats of exports and notes. */
export const NOTE_FORMATS = [
  'claude-md',
  'agent-memory-folder',
  'basic-memory',
  'mem0',
  'chatgpt',
  'obsidian-daily',
  'older-vault',
] as const;
export type NoteFormat = (typeof NOTE_FORMATS)[number];

export const FORMAT_NAMES: readonly string[] = [...CONVERSATION_FORMATS, ...NOTE_FORMATS];
