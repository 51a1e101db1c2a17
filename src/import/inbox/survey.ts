// Surveys the inbox: which files to read, move or leave, and why. Reads the vault, writes nothing, calls no model.
import { findSecrets } from '../../language/secrets/secrets.ts';
import type { FoundFile } from '../../model/ports.ts';
import { sourceDigestOf, titleFromPath } from '../../page/page.ts';
import { type RunEntry, undoneRuns } from '../../page/run-log.ts';
import { type InboxLeft, listInbox, readInboxFile, shortDigest, tooLarge } from '../../vault/inbox.ts';
import type { Vault } from '../../vault/vault.ts';
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
  for (const { kind, run, summary } of entries) {
    if (kind !== 'inbox' || run === null) continue;
    const sources = /; sources ([0-9a-f, ]+)$/.exec(summary)?.[1]?.split(', ') ?? [];
    for (const source of sources)
      if (undone.has(run)) contents.add(source);
      else contents.delete(source);
  }
  return contents;
}
