// What lies in the inbox: its files with size and time, and why one is no file to be read. Follows no link, runs
// nothing, and changes nothing but that it makes the folder where that is asked for.
import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import type { FoundFile } from '../model/ports.ts';
import { confined, makeFolderFor } from './confine.ts';
import { explainIo, ownStat } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

/** A file or folder that stays, and why, as the end of a sentence. */
export interface InboxLeft {
  /** From the vault's root. */
  readonly path: string;
  readonly why: string;
}

export interface InboxListing {
  /** Sorted by path. */
  readonly files: readonly FoundFile[];
  readonly left: readonly InboxLeft[];
}

/** What programs write beside a file that is not whole yet, or keep for themselves. */
const PASSING =
  /^~\$|\.(?:crdownload|part|partial|download|tmp|temp|swp|swo|lock)$|~$|^(?:desktop\.ini|Thumbs\.db)$|^Icon\r$/i;

/** Every file of the inbox and its folders; hidden ones and those that are not whole yet are not there. */
export function listInbox(vault: Vault): InboxListing {
  const files: FoundFile[] = [];
  const left: InboxLeft[] = [];
  visit(vault, vault.zones.inbox, files, left);
  return {
    files: files.sort((a, b) => compareText(a.path, b.path)),
    left: left.sort((a, b) => compareText(a.path, b.path)),
  };
}

/** Is anything there by the name of the inbox? */
export function hasInbox(vault: Vault): boolean {
  return ownStat(absolute(vault, vault.zones.inbox)) !== undefined;
}

/** Makes the folder of the inbox. Throws `io`, and `refused` where it would lie outside of the vault. */
export function makeInbox(vault: Vault): void {
  makeFolderFor(vault, join(confined(vault, vault.zones.inbox), 'text'));
}

function visit(vault: Vault, folder: string, files: FoundFile[], left: InboxLeft[]): void {
  const entries = entriesOf(absolute(vault, folder));
  if (typeof entries === 'string') {
    left.push({ path: folder, why: entries });
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.') || PASSING.test(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') visit(vault, path, files, left);
    } else if (entry.isSymbolicLink()) left.push({ path, why: 'it is a link; put the file itself there' });
    else if (!entry.isFile()) left.push({ path, why: 'it is no file' });
    else if (/[\\\p{Cc}\uFFFD]/u.test(entry.name))
      left.push({ path, why: 'its name has a character that not every system takes; give it another name' });
    else {
      const stat = ownStat(absolute(vault, path));
      if (stat?.isFile() === true) files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
    }
  }
}

/** Why a folder cannot be read, or what is in it; nothing where there is none. */
function entriesOf(folder: string): Dirent[] | string {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (stat.isSymbolicLink()) return 'it is a link; memvault reads no folder that lies elsewhere';
    return stat.isDirectory() ? readdirSync(folder, { withFileTypes: true }) : 'it is no folder';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return [];
    if (code === 'EACCES' || code === 'EPERM') return 'you may not read it';
    throw explainIo(error, 'read the folder', folder);
  }
}

/**
 * The bytes of such a file; a text says why there are none, as the end of a sentence. Throws `io` where the disk fails.
 */
export function readInboxFile(vault: Vault, path: string, mostBytes: number): Buffer | string {
  try {
    const file = openSync(
      join(absolute(vault, path)),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return 'it is no file';
      if (stat.size > mostBytes) return tooLarge(stat.size, mostBytes);
      const bytes = readFileSync(file);
      return bytes.length > mostBytes ? tooLarge(bytes.length, mostBytes) : bytes;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') return 'you may not read it';
    if (code === 'ENOENT') return 'it is gone';
    if (code === 'ELOOP') return 'it is a link; put the file itself there';
    throw error instanceof MemvaultError ? error : explainIo(error, 'read', path);
  }
}

export function tooLarge(size: number, mostBytes: number): string {
  return `it has ${size.toLocaleString('en')} bytes, more than inbox.max_bytes (${mostBytes.toLocaleString('en')})`;
}
