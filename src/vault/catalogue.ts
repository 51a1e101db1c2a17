// `index.md` as a file: its part between the markers follows the pages.
import { decodeBytes, encodeText } from '../markdown/bytes.ts';
import { renderCatalogue, replaceCatalogue, type CatalogueEntry } from '../markdown/catalogue.ts';
import { confined } from './confine.ts';
import { readBytes, writeAtomic } from './disk.ts';
import { absolute, CATALOGUE_FILE, type Vault } from './vault.ts';
import { isOwnPage, type PageText, type View } from './view.ts';

/** Brings the catalogue in step; a file without markers is a person's own and stays. Says whether it wrote. */
export function writeCatalogue(vault: Vault, view: View): boolean {
  const bytes = readBytes(absolute(vault, CATALOGUE_FILE));
  if (bytes === null) return false;
  const before = decodeBytes(bytes);
  const entries = [...view.pages.values()].filter((page) => isOwnPage(page, view)).map(toEntry);
  const after = replaceCatalogue(before, renderCatalogue(entries));
  if (after === null || after === before) return false;
  writeAtomic(confined(vault, CATALOGUE_FILE), encodeText(after));
  return true;
}

function toEntry(page: PageText): CatalogueEntry {
  const { title, description } = page.head;
  return { path: page.path, title, description, claims: page.claims.length };
}
