// Chooses, for each file of the inbox, its destination and the name of its page. A link by name leads to one note, so
// no page takes another note's name and no source takes a page's name. Never overwrites. Pure; the caller supplies what
// exists.
import { isDay } from '../../model/day.ts';
import type { Move } from '../../model/journal.ts';
import { firstFree, foldName, type Given, isFree, toFileName, withSuffix } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { sourceFolder, type Vault } from '../../vault/vault.ts';
import type { Ready } from './survey.ts';

/** What exists before anything is moved. */
export interface There {
  readonly vault: Pick<Vault, 'zones'>;
  /** The paths of all files in the vault. */
  readonly paths: readonly string[];
  /** The names in a folder, folded. */
  readonly namesIn: Given['namesIn'];
}

/** Chooses for one file at a time; choices are never reused. */
export class Choosing {
  private readonly taken = new Set<string>();
  /** Folded names of all notes in any folder. Links by name lead to one of them, so no page takes such a name. */
  private readonly names: Set<string>;
  /** The same without archived sources; no source takes such a name either. */
  private readonly kept: Set<string>;
  /** Pages chosen so far, by the digest of their text. */
  private readonly pages = new Map<string, string>();
  /** The last number used per folded title, so that many texts with one title do not try all numbers again. */
  private readonly numbers = new Map<string, number>();
  private readonly there: There;

  constructor(there: There) {
    this.there = there;
    const inbox = `${there.vault.zones.inbox}/`;
    const sources = `${sourceFolder(there.vault)}/`;
    const notes = there.paths.filter((path) => isNote(path) && !path.startsWith(inbox) && !/(?:^|\/)\./.test(path));
    this.names = new Set(notes.map(nameIn));
    this.kept = new Set(notes.filter((path) => !path.startsWith(sources)).map(nameIn));
  }

  /** The move of a file whose content already has a page. Null for a text that must be read first. */
  moveAlone(file: Ready): Move | null {
    const known = this.pages.get(file.digest) ?? null;
    if (file.page === null && known === null) return null;
    return this.take({
      from: file.path,
      to: this.placeFor(file, file.page ?? known),
      digest: file.digest,
      page: file.page === null ? known : null,
    });
  }

  /** The move of a text that was read, and its new page. */
  moveWithPage(file: Ready, title: string): Move & { readonly page: string } {
    const page = this.pageFor(title);
    const move = this.take({ from: file.path, to: this.placeFor(file, page), digest: file.digest, page });
    this.taken.add(foldName(page));
    this.names.add(nameIn(page));
    this.kept.add(nameIn(page));
    this.pages.set(file.digest, page);
    return move;
  }

  private take<T extends Move>(move: T): T {
    this.taken.add(foldName(move.to));
    return move;
  }

  /**
   * The destination of a file. A note never gets the name of a page, least of all its own, so that a link by name leads
   * to the page.
   */
  private placeFor({ path }: Ready, page: string | null): string {
    const { vault } = this.there;
    const within = path.slice(vault.zones.inbox.length + 1);
    const plainly = `${sourceFolder(vault)}/${within}`;
    const to = firstFree(plainly, this.given());
    const isMistakable =
      isNote(to) &&
      (this.kept.has(nameIn(to)) || isDay(titleFromPath(to)) || (page !== null && nameIn(page) === nameIn(to)));
    return isMistakable ? firstFree(withSuffix(plainly, ' (source)'), this.given()) : to;
  }

  /** The path of a new page, with a name that no note in any folder has and no daily log can get. */
  private pageFor(title: string): string {
    const name = toFileName(title);
    const folded = foldName(name);
    for (let number = (this.numbers.get(folded) ?? 0) + 1; ; number++) {
      const leaf = number === 1 ? name : `${name} ${number}`;
      const path = `${this.there.vault.zones.wiki}/Literature/${leaf}.md`;
      if (isDay(leaf) || this.names.has(foldName(leaf)) || !isFree(path, this.given())) continue;
      this.numbers.set(folded, number);
      return path;
    }
  }

  private given(): Given {
    return { namesIn: this.there.namesIn, taken: this.taken };
  }
}

const isNote = (path: string): boolean => /\.md$/i.test(path);
const nameIn = (path: string): string => foldName(titleFromPath(path));
