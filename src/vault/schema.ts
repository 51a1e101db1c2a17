// The vault's `schema.md` as a file. Read, never rewritten.
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { newPageProblem } from '../page/page-name.ts';
import { parseSchema, type Schema, schemaProse, templateRoutes } from '../page/schema.ts';
import { isPagePath } from './confine.ts';
import { readBytes } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

export const SCHEMA_FILES = ['schema.md', 'SCHEMA.md'] as const;

/** The routes in force. Throws `settings` where the schema cannot be read or routes out of the zones. */
export function readSchema(vault: Vault): Schema {
  const fallback = templateRoutes(vault.zones);
  const path = SCHEMA_FILES.find((name) => readBytes(absolute(vault, name)) !== null);
  if (path === undefined) return fallback;
  const schema = parseSchema(decodeBytes(readBytes(absolute(vault, path)) ?? Buffer.alloc(0)), fallback);
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
    if (problem !== null && readBytes(absolute(vault, page)) === null) {
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
  const bytes = SCHEMA_FILES.map((name) => readBytes(absolute(vault, name))).find((one) => one !== null);
  return bytes == null ? '' : schemaProse(decodeBytes(bytes));
}
