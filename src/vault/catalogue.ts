// `index.md` as a file: its part between the markers follows the pages.
import { dirname } from 'node:path';
import { decodeBytes, encodeText } from '../markdown/bytes.ts';
import { renderCatalogue, replaceCatalogue, type CatalogueEntry } from '../markdown/catalogue.ts';
import { sourceDigestOf } from '../markdown/literature.ts';
import { holdsStatements, isTagPage } from '../markdown/tag-page.ts';
import { isHistory } from '../model/page.ts';
import { confined } from './confine.ts';
import { readBytes, replaceFile, syncFolder } from './disk.ts';
import { withTagPagesThere, writeTagPages } from './tag-pages.ts';
import { absolute, CATALOGUE_FILE, type Vault } from './vault.ts';
import { isOwnPage, type PageText, type View } from './view.ts';

/**
 * Brings the catalogue and the pages of tags in step; a file without markers is a person's own and stays. Says whether
 * it wrote.
 */
export function writeCatalogue(vault: Vault, view: View): boolean {
  const isOfTags = writeTagPages(vault, view);
  const change = catalogueChange(vault, withTagPagesThere(vault, view));
  if (change === null) return isOfTags;
  const target = confined(vault, change.path);
  // One that a person saves just now stays; the next dream brings it in step.
  const isWritten = replaceFile(
    target,
    encodeText(change.after),
    () => decodeBytes(readBytes(target) ?? Buffer.alloc(0)) === change.before,
  );
  syncFolder(dirname(target));
  return isWritten || isOfTags;
}

/** What the catalogue becomes for these pages; null where it stays as it is. */
export function catalogueChange(vault: Vault, view: View): { path: string; before: string; after: string } | null {
  const bytes = readBytes(absolute(vault, CATALOGUE_FILE));
  if (bytes === null) return null;
  const before = decodeBytes(bytes);
  const entries = [...view.pages.values()]
    .filter((page) => isOwnPage(page, view) || isLiterature(vault, page) || holdsStatements(page.text))
    .map((page) => toEntry(page, view));
  const after = replaceCatalogue(before, renderCatalogue(entries));
  return after === null || after === before ? null : { path: CATALOGUE_FILE, before, after };
}

/** A page that was made of a text of the inbox, wherever a person has put it. */
function isLiterature({ zones }: Vault, { path, text }: PageText): boolean {
  return sourceDigestOf(text) !== null && !path.startsWith(`${zones.inbox}/`);
}

function toEntry(page: PageText, view: View): CatalogueEntry {
  const { title, description } = page.head;
  return {
    path: page.path,
    title,
    description,
    ...(isTagPage(page.text) && { made: 'made of other pages' }),
    claims: isOwnPage(page, view) ? page.claims.filter((claim) => !isHistory(claim)).length : null,
  };
}
