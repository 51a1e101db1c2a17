// The prompt files: what each is called in the ledger, and its text. memvault's own, or a person's from a folder that
// they trust. Reads them, and checks that they have the places that are filled.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeBytes } from '../../../model/bytes.ts';
import { MemvaultError } from '../../../model/errors.ts';
import { readBytes } from '../../../vault/disk.ts';

export interface Prompt {
  /** For the ledger: `first-look-1`, of a person's own `first-look-` and eight digits of its digest. */
  readonly version: string;
  readonly text: string;
}

const OF_DREAMS = ['first-look', 'second-look', 'memory', 'overview', 'pass'] as const;
export type Prompts = Readonly<Record<(typeof OF_DREAMS)[number], Prompt>>;

/** Those of a dream, and what else asks a model. */
export type PromptName = keyof Prompts | 'inbox' | 'contradictions' | 'extract';

/** Of all that there are. */
const VERSION = 1;
/** More than that is no prompt. */
const LONGEST = 16_000;

/**
 * `templates`: of memvault's own. `own`: a folder whose files take their place, those that it lacks excepted; null for
 * none.
 */
export interface PromptFolders {
  readonly templates: string;
  readonly own: string | null;
}

/** Throws `settings` where a file of a person's own cannot be used. */
export function readPrompts(folders: PromptFolders): Prompts {
  return Object.fromEntries(OF_DREAMS.map((name) => [name, readPrompt(folders, name)])) as Record<
    keyof Prompts,
    Prompt
  >;
}

/** One of them. Throws the same. */
export function readPrompt({ templates, own }: PromptFolders, name: PromptName): Prompt {
  return (own === null ? null : readOwn(own, name)) ?? readTemplate(templates, name);
}

function readTemplate(templates: string, name: PromptName): Prompt {
  const version = `${name}-${VERSION}`;
  const bytes = readBytes(join(templates, 'prompts', `${version}.md`));
  if (bytes === null) throw new Error(`the prompt ${version} is missing`);
  return { version, text: decodeBytes(bytes).trim() };
}

/** By its name with the version, as memvault calls it, or without. */
function readOwn(folder: string, name: PromptName): Prompt | null {
  const file = [`${name}-${VERSION}.md`, `${name}.md`]
    .map((one) => join(folder, one))
    .find((path) => readBytes(path) !== null);
  if (file === undefined) return null;
  const text = decodeBytes(readBytes(file) ?? Buffer.alloc(0)).trim();
  const wrong = text === '' ? 'it is empty' : text.length > LONGEST ? `it is longer than ${LONGEST} characters` : null;
  if (wrong !== null)
    throw new MemvaultError('settings', `the prompt ${file} cannot be used: ${wrong}`, {
      hint: 'correct the file, or take models.prompts out of the settings',
    });
  return { version: `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
}
