// Creates a vault, or completes one. Never overwrites a file and never changes a byte of a note: existing files stay,
// missing ones are created.
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { renderNewCatalogue } from '../page/own-part.ts';
import { RUN_LOG_TITLE } from '../page/run-log.ts';
import { renderSchema, templateRoutes } from '../page/schema.ts';
import { renderNewSummary } from '../page/memory-file.ts';
import { attributeBlocks, IGNORE_BLOCK, lackOf, putBlock } from '../vault/attributes.ts';
import { confined } from '../vault/confine.ts';
import { createOnce, isFolder, makeFolder, readBytes } from '../vault/disk.ts';
import { sweep } from '../vault/journal.ts';
import { readVaultFiles } from '../vault/note-files.ts';
import { absolute, CATALOGUE_FILE, CONFIG_FILE, OWN, RUN_LOG_FILE, SCHEMA_FILES, type Vault } from '../vault/vault.ts';

export interface InitOptions {
  readonly vault: Vault;
  /** The content of a new `config.yaml`. */
  readonly config: string;
  /** Also create .gitattributes files. */
  readonly attributes?: boolean;
  readonly dryRun: boolean;
}

export interface InitResult {
  /** Paths relative to the vault's root. */
  readonly created: readonly string[];
  readonly kept: readonly string[];
  /** The user's files to which memvault appended a block. */
  readonly extended: readonly string[];
  /** New notes that share their name with existing ones: `[[name]]` leads to the new one at the top. */
  readonly namesakes: readonly { readonly path: string; readonly others: readonly string[] }[];
}

export function initVault({ vault, config, attributes = false, dryRun }: InitOptions): InitResult {
  const schema = SCHEMA_FILES.find((name) => exists(vault, name)) ?? SCHEMA_FILES[0];
  const files: readonly (readonly [path: string, text: string])[] = [
    [CONFIG_FILE, config],
    [schema, renderSchema(templateRoutes(vault.zones))],
    [CATALOGUE_FILE, renderNewCatalogue()],
    [RUN_LOG_FILE, RUN_LOG_TITLE],
    ['MEMORY.md', renderNewSummary()],
  ];
  const created: string[] = [];
  const kept: string[] = [];
  const notes = notesThere(vault);
  if (!dryRun) makeFolder(absolute(vault, OWN));
  for (const [path, text] of files) {
    if (exists(vault, path)) kept.push(path);
    else {
      if (!dryRun) createOnce(confined(vault, path), text);
      created.push(path);
    }
  }
  const extended: string[] = [];
  for (const block of [IGNORE_BLOCK, ...(attributes ? attributeBlocks(vault) : [])]) {
    const isWhole = lackOf(vault, block) === 'nothing';
    (isWhole ? kept : exists(vault, block.path) ? extended : created).push(block.path);
    if (!isWhole && !dryRun) putBlock(vault, block);
  }
  if (!dryRun) sweep(vault, []);
  const namesakes = created.flatMap((path) => {
    const others = notes.filter((note) => note.toLowerCase().endsWith(`/${path.toLowerCase()}`));
    return path.endsWith('.md') && others.length > 0 ? [{ path, others }] : [];
  });
  return { created, kept, extended, namesakes };
}

/** The notes in the vault's folders; none if a folder cannot be read, which must not prevent init. */
function notesThere(vault: Vault): string[] {
  try {
    return isFolder(vault.root)
      ? readVaultFiles(vault)
          .filter((path) => path.endsWith('.md'))
          .sort(compareText)
      : [];
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'io') return [];
    throw error;
  }
}

const exists = (vault: Vault, path: string): boolean => readBytes(absolute(vault, path)) !== null;
