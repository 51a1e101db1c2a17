// The files that memvault keeps besides pages and daily logs: `log.md`, generated files, `tags.yaml`, `schema.md`.
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { NO_TAGS, type TagTable } from '../model/tag-table.ts';
import { newPageProblem } from '../page/page-name.ts';
import { parseSchema, type Schema, schemaProse, templateRoutes } from '../page/schema.ts';
import { parseTagsFile, type TagsFile } from '../page/tags-file.ts';
import { isPagePath } from './confine.ts';
import { exists, isFolder, readText } from './disk.ts';
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
  /** Relative to the vault's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * Files at the top of a vault in which memvault lists its pages: a link from one of them does not count as a reference
 * to a page.
 */
export const LISTING_FILES: ReadonlySet<string> = new Set([CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE]);

/** The existing ones, sorted by path. */
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

/** The routes in force. Throws `settings` if the schema cannot be parsed or routes out of the zones. */
export function readSchema(vault: Vault): Schema {
  const fallback = templateRoutes(vault.zones);
  const path = SCHEMA_FILES.find((name) => exists(absolute(vault, name)));
  if (path === undefined) return fallback;
  const schema = parseSchema(readText(absolute(vault, path)) ?? '', fallback);
  const refuse = (what: string, hint: string): never => {
    throw new MemvaultError('settings', what, { hint });
  };
  if (schema.broken !== null)
    refuse(
      `the front matter of ${path} cannot be read: ${schema.broken}`,
      `correct the lines between the two --- of ${path}; nothing was changed`,
    );
  for (const [category, page] of schema.routes) {
    const problem = newPageProblem(page);
    const what = `${path} routes ${category} to ${page}, which is not a`;
    const example = `name a page such as ${vault.zones.personal}/Work.md`;
    if (!isPagePath(vault, page)) refuse(`${what} page in a zone`, example);
    if (problem !== null && !exists(absolute(vault, page))) refuse(`${what} valid page name: ${problem}`, example);
  }
  return schema;
}

/** The prose of the schema, for people and models; empty if there is none. */
export function readConventions(vault: Vault): string {
  return schemaProse(SCHEMA_FILES.map((name) => readText(absolute(vault, name))).find((text) => text !== null) ?? '');
}

// `.memvault/tags.yaml`. Searches read it with tag-forms.ts, which is cheaper.

/** Its content; empty if it does not exist. A broken file says why. Throws `io`. */
export function readTagsFile(vault: Vault): TagsFile & { readonly text: string | null } {
  const text = readText(absolute(vault, TAGS_FILE));
  return { ...parseTagsFile(text ?? ''), text };
}

/** The declared tags; empty if the file is broken, so that it does not stop a dream. */
export function readTagTable(vault: Vault): TagTable {
  const text = readText(absolute(vault, TAGS_FILE));
  return text === null ? NO_TAGS : parseTagsFile(text).table;
}

/** The same for writing. Throws `settings` with the line if it is broken. */
export function mustReadTagsFile(vault: Vault): TagsFile & { readonly text: string | null } {
  const file = readTagsFile(vault);
  if (file.broken === null) return file;
  throw new MemvaultError('settings', `${TAGS_FILE}:${file.broken.line}: ${file.broken.message}`, {
    hint: 'fix the YAML; until then aliases are ignored',
    data: { file: TAGS_FILE, line: file.broken.line },
  });
}
