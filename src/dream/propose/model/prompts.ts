// The prompt files: memvault's own, or a person's from a trusted folder, each with its version for the ledger.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeBytes } from '../../../model/bytes.ts';
import { MemvaultError } from '../../../model/errors.ts';
import { readBytes } from '../../../vault/disk.ts';

export interface Prompt {
  /** For the ledger: `first-look-1`; for a person's own file `first-look-` and eight digits of its digest. */
  readonly version: string;
  readonly text: string;
}

const OF_DREAMS = ['first-look', 'second-look', 'memory', 'overview', 'pass', 'lessons'] as const;
export type Prompts = Readonly<Record<(typeof OF_DREAMS)[number], Prompt>>;

/** The prompts of a dream and of other uses of a model. */
export type PromptName = keyof Prompts | 'inbox' | 'contradictions' | 'extract';

/** The version of all built-in prompts. */
const VERSION = 1;
/** In characters. */
const LONGEST = 16_000;

/** `templates`: the folder of memvault's prompts. `own`: a folder whose files override them; null for none. */
export interface PromptFolders {
  readonly templates: string;
  readonly own: string | null;
}

/** Throws `settings` if a person's own file cannot be used. */
export function readPrompts(folders: PromptFolders): Prompts {
  return Object.fromEntries(OF_DREAMS.map((name) => [name, readPrompt(folders, name)])) as Record<
    keyof Prompts,
    Prompt
  >;
}

/** Reads one prompt. Throws like `readPrompts`. */
export function readPrompt({ templates, own }: PromptFolders, name: PromptName): Prompt {
  return (own === null ? null : readOwn(own, name)) ?? readTemplate(templates, name);
}

function readTemplate(templates: string, name: PromptName): Prompt {
  const version = `${name}-${VERSION}`;
  const bytes = readBytes(join(templates, 'prompts', `${version}.md`));
  if (bytes === null) throw new Error(`the prompt ${version} is missing`);
  return { version, text: decodeBytes(bytes).trim() };
}

/** Looks for the name with its version, as memvault's files have it, then without. */
function readOwn(folder: string, name: PromptName): Prompt | null {
  const file = [`${name}-${VERSION}.md`, `${name}.md`]
    .map((one) => join(folder, one))
    .find((path) => readBytes(path) !== null);
  if (file === undefined) return null;
  const text = decodeBytes(readBytes(file) ?? Buffer.alloc(0)).trim();
  const wrong = text === '' ? 'it is empty' : text.length > LONGEST ? `it is longer than ${LONGEST} characters` : null;
  if (wrong !== null)
    throw new MemvaultError('settings', `the prompt ${file} cannot be used: ${wrong}`, {
      hint: 'correct the file, or remove models.prompts from the settings',
    });
  return { version: `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
}
