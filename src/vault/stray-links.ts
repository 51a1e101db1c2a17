// Symlinks that lead out of the vault, where memvault reads or writes: in the zones, with the daily logs, in
// its own folder. Only looks at them; what refuses to follow them is `confined`.
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { explainIo, ownStat, realPath } from './disk.ts';
import { absolute, CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from './vault.ts';

export interface StrayLink {
  /** The link, from the vault's root. */
  readonly path: string;
  /** Where it points, as it says itself. */
  readonly target: string;
}

/**
 * Those that lead out of the vault, dangling ones too, sorted by path. Nothing behind a link is visited. Throws `io`.
 */
export function readStrayLinks(vault: Vault): StrayLink[] {
  const { inbox, projects, wiki, personal, archives } = vault.zones;
  const root = realPath(vault.root);
  const found = new Map<string, StrayLink>();
  for (const top of [
    inbox,
    projects,
    wiki,
    personal,
    archives,
    vault.dailyDir,
    OWN,
    RUN_LOG_FILE,
    CATALOGUE_FILE,
    SUMMARY_FILE,
  ]) {
    visit(vault, root, top.split('/'), found);
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** The first link on the way ends it. */
function visit(vault: Vault, root: string, parts: readonly string[], found: Map<string, StrayLink>): void {
  for (let count = 1; count <= parts.length; count++) {
    const path = parts.slice(0, count).join('/');
    const stat = ownStat(absolute(vault, path));
    if (stat?.isSymbolicLink()) return take(vault, root, path, found);
    if (stat?.isDirectory() && count === parts.length) walk(vault, root, path, found);
  }
}

function walk(vault: Vault, root: string, folder: string, found: Map<string, StrayLink>): void {
  for (const entry of entriesOf(absolute(vault, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isSymbolicLink()) take(vault, root, path, found);
    else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      walk(vault, root, path, found);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be read is reported by whoever needs what is in it.
    return [];
  }
}

function take(vault: Vault, root: string, path: string, found: Map<string, StrayLink>): void {
  const link = absolute(vault, path);
  const target = targetOf(link);
  if (target === null) return;
  const way = relative(root, realTarget(link, target));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) found.set(path, { path, target });
}

/** As a link says itself where it points; null for one that went since it was seen. */
function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes(systemCode(error) ?? '')) return null;
    throw explainIo(error, 'reach', link);
  }
}

/** Where a link leads; of one that dangles, where it would. */
function realTarget(link: string, target: string): string {
  try {
    return realpathSync.native(link);
  } catch {
    const folder = realPath(dirname(link));
    return isAbsolute(target) ? resolve(target) : join(folder, target);
  }
}
