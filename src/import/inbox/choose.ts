// What becomes of each file of the inbox: where it goes, what its page is called, and how many of them make one run. A
// link by name leads to one note, so no page takes the name of another note, and no source the name of a page. Nothing
// is written over. Pure: what is there is told.
import { isDay } from '../../model/day.ts';
import type { Move } from '../../model/journal.ts';
import { firstFree, foldName, type Given, isFree, toFileName, withSuffix } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { sourceFolder, type Vault } from '../../vault/vault.ts';
import type { Ready } from './survey.ts';

/** What is there before anything is moved. */
export interface There {
  readonly vault: Pick<Vault, 'zones'>;
  /** The paths of all its files. */
  readonly paths: readonly string[];
  /** The names in a folder, folded. */
  readonly namesIn: Given['namesIn'];
}

/** Chooses for one file after the other; what was chosen for one no other gets. */
export class Choosing {
  private readonly taken = new Set<string>();
  /**
   * Folded names of all notes, in whatever folder: a link by name leads to one of them, so no page takes such a name.
   */
  private readonly names: Set<string>;
  /** Those of them that are no archived sources: no source may be called so either. */
  private readonly kept: Set<string>;
  /** Pages that were chosen for texts, by the digest of these. */
  private readonly pages = new Map<string, string>();
  /**
   * By folded title the number that its last page got, so that many texts of one title need not try all numbers anew.
   */
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

  /**
   * The move of a file that needs no page of its own: its content has one. Null for a text that is to be read.
   */
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
   * Where a file goes. A note never gets the name of a page, least of all its own page's, so that a link by name leads
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

  /** The path of a new page, by a name that no note has in any folder and no daily log will have. */
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
