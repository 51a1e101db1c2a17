// The files that memvault keeps beside pages and daily logs, as texts: `log.md`, the generated files, `tags.yaml`,
// `schema.md`; all files of a vault, hidden ones too, and how large they are.
import { join } from 'node:path';
import { decodeBytes, decodeUtf16 } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { NO_TAGS, type TagTable } from '../model/tag-table.ts';
import { newPageProblem } from '../page/page-name.ts';
import { parseSchema, type Schema, schemaProse, templateRoutes } from '../page/schema.ts';
import { parseTagsFile, type TagsFile } from '../page/tags-file.ts';
import { isPagePath } from './confine.ts';
import { entriesIfAny, exists, isFolder, orElse, ownStat, readBytes, readPart, readText, statAt } from './disk.ts';
import { listJsonLines } from './ledger.ts';
import {
  absolute,
  CATALOGUE_FILE,
  LEDGER_DIR,
  OWN,
  RECALLS_DIR,
  RUN_LOG_FILE,
  SCHEMA_FILES,
  SUMMARY_FILE,
  TAGS_FILE,
  type Vault,
} from './vault.ts';

export interface FileText {
  /** From the vault's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The files at the top of a vault that memvault writes and that name its pages: that one of them links to a page says
 * nothing of that page.
 */
export const LISTING_FILES: ReadonlySet<string> = new Set([CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE]);

/** Those that exist, sorted by path. */
export function readOwnFiles(vault: Vault): FileText[] {
  const paths = [
    ...LISTING_FILES,
    TAGS_FILE,
    ...[OWN, LEDGER_DIR, RECALLS_DIR]
      .flatMap((folder) => listJsonLines(vault, folder))
      .filter((path) => !isFolder(absolute(vault, path))),
  ];
  return paths.sort(compareText).flatMap((path) => {
    const text = readText(absolute(vault, path));
    return text === null ? [] : [{ path, text }];
  });
}

// Every file of a vault, hidden ones and those that git ignores too, for who must not overlook one. git's own store is
// left out: what it keeps of former versions is another matter.

export interface AllFiles {
  /** From the vault's root, sorted. Links are files of their own name; where they lead is not followed. */
  readonly paths: readonly string[];
  /** Folders that could not be read. */
  readonly unread: readonly string[];
  /** There is a store of git's in the vault. */
  readonly hasGit: boolean;
}

export function listAllFiles(vault: Vault): AllFiles {
  const paths: string[] = [];
  const unread: string[] = [];
  let hasGit = false;
  const walk = (folder: string): void => {
    const entries = entriesIfAny(join(vault.root, folder));
    if (entries === null) unread.push(folder === '' ? '.' : folder);
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git') hasGit = true;
      else if (entry.isDirectory()) walk(path);
      else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    }
  };
  walk('');
  return { paths: paths.sort(compareText), unread, hasGit };
}

/** What is larger is no text that anybody wrote, and would fill the memory. */
const MOST_BYTES = 256 * 2 ** 20;

/** The bytes of a listed file; null where they cannot be read. A link to a folder has none. */
export function readAnyFile(vault: Vault, path: string): Buffer | null {
  return orElse(
    () => {
      const stat = statAt(absolute(vault, path));
      if (stat === undefined || stat.isDirectory()) return Buffer.alloc(0);
      return stat.size > MOST_BYTES || !stat.isFile() ? null : readBytes(absolute(vault, path));
    },
    () => null,
  );
}

const PLAN = '"memvault/plan"';
const HEAD_OF_PLAN = 4096;
/** Pages, and what nobody keeps a plan as. */
const NO_PLANS = /\.(?:md|png|jpe?g|gif|webp|svg|pdf|mp[34]|mov|zip|gz)$/i;

/** Files that say at their beginning that they are a plan, wherever in the vault; `.memvault` has none. */
export function listPlanFiles(vault: Vault): string[] {
  return listAllFiles(vault).paths.filter(
    (path) => !NO_PLANS.test(path) && !path.startsWith(`${OWN}/`) && isPlanFile(vault, path),
  );
}

/** A link may lead out of the vault, to what is not ours to change. */
export function isPlanFile(vault: Vault, path: string): boolean {
  const target = absolute(vault, path);
  const head = orElse(
    () => (ownStat(target)?.isFile() === true ? readPart(target, 0, HEAD_OF_PLAN) : null),
    () => null,
  );
  return head !== null && Buffer.from(head).includes(PLAN);
}

// Files that a person names, wherever they are: read as they are, never written.

/** Throws `not-found`, `bad-input` for what is no file, `io`. */
export function readOuterText(path: string, name: string): string {
  const stat = statAt(path);
  if (stat === undefined)
    throw new MemvaultError('not-found', `there is no file ${name}`, { hint: 'name a file; - stands for stdin' });
  if (stat.isDirectory())
    throw new MemvaultError('bad-input', `${name} is a folder`, {
      hint: `name its files: ${name.replace(/[/\\]+$/, '')}/*`,
    });
  if (!stat.isFile())
    throw new MemvaultError('bad-input', `${name} is no file`, { hint: 'name a file; - stands for stdin' });
  const large = tooLarge(stat.size, LIMITS.file);
  if (large !== null) throw new MemvaultError('bad-input', `${name} is too large: ${large}`, { hint: 'split it' });
  const bytes = readBytes(path) ?? Buffer.alloc(0);
  return decodeUtf16(bytes) ?? decodeBytes(bytes);
}

/** The routes in force. Throws `settings` where the schema cannot be read or routes out of the zones. */
export function readSchema(vault: Vault): Schema {
  const fallback = templateRoutes(vault.zones);
  const path = SCHEMA_FILES.find((name) => exists(absolute(vault, name)));
  if (path === undefined) return fallback;
  const schema = parseSchema(readText(absolute(vault, path)) ?? '', fallback);
  if (schema.broken !== null) {
    throw new MemvaultError('settings', `the front matter of ${path} cannot be read: ${schema.broken}`, {
      hint: `correct the lines between the two --- of ${path}; nothing was changed`,
    });
  }
  for (const [category, page] of schema.routes) {
    if (!isPagePath(vault, page)) {
      throw new MemvaultError('settings', `${path} routes ${category} to ${page}, which is no page in a zone`, {
        hint: `name a page such as ${vault.zones.personal}/Work.md`,
      });
    }
    const problem = newPageProblem(page);
    if (problem !== null && !exists(absolute(vault, page))) {
      throw new MemvaultError(
        'settings',
        `${path} routes ${category} to ${page}, which no new page can be called: ${problem}`,
        { hint: `name a page such as ${vault.zones.personal}/Work.md` },
      );
    }
  }
  return schema;
}

/** What the user wrote in the schema for people and models, empty for nothing. */
export function readConventions(vault: Vault): string {
  return schemaProse(SCHEMA_FILES.map((name) => readText(absolute(vault, name))).find((text) => text !== null) ?? '');
}

// `.memvault/tags.yaml`. Who asks a search for a tag reads it by tag-forms.ts, which costs less.

/** What it says, nothing where there is none; a broken one says why. Throws `io`. */
export function readTagsFile(vault: Vault): TagsFile & { readonly text: string | null } {
  const text = readText(absolute(vault, TAGS_FILE));
  return { ...parseTagsFile(text ?? ''), text };
}

/** What is declared; nothing where the file is broken, so that no dream stops for it. */
export function readTagTable(vault: Vault): TagTable {
  const text = readText(absolute(vault, TAGS_FILE));
  return text === null ? NO_TAGS : parseTagsFile(text).table;
}

/** The same for who is to write it. Throws `settings` with the line for a broken one. */
export function mustReadTagsFile(vault: Vault): TagsFile & { readonly text: string | null } {
  const file = readTagsFile(vault);
  if (file.broken === null) return file;
  throw new MemvaultError('settings', `${TAGS_FILE}:${file.broken.line}: ${file.broken.message}`, {
    hint: 'correct the YAML there; until then no alias holds',
    data: { file: TAGS_FILE, line: file.broken.line },
  });
}
