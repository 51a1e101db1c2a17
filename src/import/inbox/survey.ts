// Surveys the inbox: which files to read, move or leave, and why; and where each goes. Reads the vault, writes nothing,
// calls no model.
import { findSecrets } from '../../language/secrets/secrets.ts';
import { isDay } from '../../model/day.ts';
import type { Move } from '../../model/journal.ts';
import type { FoundFile } from '../../model/ports.ts';
import { firstFree, foldName, type Given, isFree, toFileName, withSuffix } from '../../page/page-name.ts';
import { sourceDigestOf, titleFromPath } from '../../page/page.ts';
import { type RunEntry, undoneRuns } from '../../page/run-log.ts';
import { type InboxLeft, listInbox, readInboxFile, shortDigest, tooLarge } from '../../vault/inbox.ts';
import { sourceFolder, type Vault } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import { canBeRead, decodeSource, digestOfBytes, isTextName } from './extract.ts';

/** A file to process. */
export interface Ready {
  /** Relative to the vault's root. */
  readonly path: string;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  /** The page already made from the same content; null for none. */
  readonly page: string | null;
}

/** The inbox files, sorted by what happens to them. */
export interface Survey {
  readonly ready: readonly Ready[];
  readonly left: readonly InboxLeft[];
  /** Paths of files saved a moment ago, which may be incomplete. */
  readonly young: readonly string[];
}

export interface SurveyOptions {
  readonly now: Date;
  /** Milliseconds; a younger file may still be being written. 0 if nothing will be moved. */
  readonly settledMs: number;
  /** Pages that the schema routes categories to. */
  readonly routed: ReadonlySet<string>;
  /** Short digests of what a person undid, which no night reads again. Empty if a person asks. */
  readonly takenBack: ReadonlySet<string>;
}

/** Larger files stay where they are. */
export const MOST_BYTES = 2_000_000;

/** Examines every file of the inbox. Throws `io`. */
export function surveyInbox(
  vault: Vault,
  view: Pick<View, 'pages' | 'ledger' | 'ledgerRead'>,
  options: SurveyOptions,
): Survey {
  const listing = listInbox(vault);
  if (listing.files.length + listing.left.length === 0) return { ready: [], left: [], young: [] };
  // Pages that this dream just wrote are only in the folded ledger.
  const own = new Set([...view.ledgerRead.lines, ...view.ledger.values()].flatMap(({ page }) => page ?? []));
  const pages = pagesByDigest(view, vault);
  const ready: Ready[] = [];
  const left: InboxLeft[] = [...listing.left];
  const young: string[] = [];
  for (const file of listing.files) {
    // A page of memvault's that somebody keeps in this zone.
    if (own.has(file.path) || options.routed.has(file.path)) continue;
    if (isYoung(file, options.now, options.settledMs)) {
      young.push(file.path);
      continue;
    }
    const found = lookAt(vault, file);
    if ('why' in found) left.push(found);
    else if (!options.takenBack.has(shortDigest(found.digest)))
      ready.push({ ...found, page: pages.get(found.digest) ?? null });
  }
  return { ready, left, young };
}

/** Whether an inbox file was saved a moment ago. Reads no content. */
export function isBeingFilled(vault: Vault, now: Date, settledMs: number): boolean {
  return listInbox(vault).files.some((file) => isYoung(file, now, settledMs));
}

const isYoung = ({ mtimeMs }: FoundFile, now: Date, settledMs: number): boolean =>
  Math.abs(now.getTime() - mtimeMs) < settledMs;

function lookAt(vault: Vault, { path, size }: FoundFile): Omit<Ready, 'page'> | InboxLeft {
  if (!isTextName(path)) return { path, why: 'not a text file' };
  if (size > MOST_BYTES) return { path, why: tooLarge(size, MOST_BYTES) };
  const bytes = readInboxFile(vault, path, MOST_BYTES);
  if (typeof bytes === 'string') return { path, why: bytes };
  const source = decodeSource(path, bytes);
  if (typeof source === 'string') return { path, why: source };
  // A text with a secret is never copied or sent to a model.
  if (findSecrets(source.text).length + findSecrets(titleFromPath(path)).length > 0)
    return { path, why: 'it seems to contain a secret; remove it, or file it yourself' };
  if (!canBeRead(source)) return { path, why: 'it has no readable text' };
  return { path, digest: digestOfBytes(bytes) };
}

/** Literature pages by the digest of their text. Ignores files in the inbox itself. */
function pagesByDigest({ pages }: Pick<View, 'pages'>, { zones }: Vault): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of pages.values()) {
    const digest = path.startsWith(`${zones.inbox}/`) ? null : sourceDigestOf(text);
    if (digest !== null && !found.has(digest)) found.set(digest, path);
  }
  return found;
}

/** Short digests of the texts whose latest run was undone. */
export function takenBack(entries: readonly RunEntry[]): Set<string> {
  const undone = undoneRuns(entries);
  const contents = new Set<string>();
  for (const { kind, run, summary } of entries)
    if (kind === 'inbox' && run !== null)
      for (const source of /; sources ([0-9a-f, ]+)$/.exec(summary)?.[1]?.split(', ') ?? [])
        contents[undone.has(run) ? 'add' : 'delete'](source);
  return contents;
}

// Chooses, for each file, its destination and the name of its page. A link by name leads to one note, so no page takes
// another note's name and no source takes a page's name. Never overwrites.

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
