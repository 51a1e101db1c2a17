// `.memvault/tags.yaml` as a file. Who asks a search for a tag reads it by
// tag-forms.ts, which costs less.
import { MemvaultError } from '../model/errors.ts';
import { NO_TAGS, type TagTable } from '../model/tag-table.ts';
import { parseTagsFile, type TagsFile } from '../page/tags-file.ts';
import { readText } from './disk.ts';
import { absolute, TAGS_FILE, type Vault } from './vault.ts';

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
