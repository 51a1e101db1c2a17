// The names of all files of a vault that a link could lead to: notes and attachments. Reads names only. Obsidian also
// shows what lies behind a link to a folder elsewhere, so those names count too; nothing there is ever opened.
import { type Dirent, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compareText } from '../model/fact.ts';
import { isObject, isText } from '../model/json.ts';
import { readCached } from './confine.ts';
import { entriesIfAny, entriesIn, ifThere, isRealFolder, isWithin, orElse, ownStat, realPath, statAt } from './disk.ts';
import { absolute, CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from './vault.ts';

/** As many as anybody has behind links; a link to the whole disk must not take all day. */
const MOST_ELSEWHERE = 100_000;

/**
 * Every file that no dot-folder hides, from the root, in no order. A link to a file is one; a link to a folder out of
 * the vault stands for all in it, once; one to nowhere for nothing. Throws `io` for a folder of the vault that cannot
 * be read.
 */
export function readVaultFiles(vault: Vault): string[] {
  const paths: string[] = [];
  const links: string[] = [];
  const visit = (folder: string, list: (folder: string) => readonly Dirent[]): void => {
    for (const entry of list(folder === '' ? vault.root : absolute(vault, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path, list);
      else if (entry.isSymbolicLink()) links.push(path);
      else paths.push(path);
    }
  };
  visit('', entriesIn);
  const root = realPath(vault.root);
  const seen = [root];
  while (links.length > 0) {
    const found = links.splice(0).map((link) => ({ link, real: folderBehind(vault, link) ?? root }));
    paths.push(...found.flatMap(({ link, real }) => (real === 'file' ? [link] : [])));
    // The outer of two first: what is in both counts once.
    found.sort((a, b) => a.real.length - b.real.length || compareText(a.link, b.link));
    for (const { link, real } of found) {
      if (real === 'file' || isWithin(real, root) || seen.some((other) => isWithin(other, real))) continue;
      seen.push(real);
      visit(link, (folder) => (paths.length < MOST_ELSEWHERE ? (entriesIfAny(folder) ?? []) : []));
    }
  }
  return paths;
}

/** Its real path, or `file`; null for a link to nowhere. */
const folderBehind = (vault: Vault, link: string): string | null =>
  orElse(
    () => {
      const path = absolute(vault, link);
      const stat = statAt(path);
      return stat === undefined ? null : stat.isDirectory() ? realPath(path) : 'file';
    },
    () => null,
  );

// The folders that a person's Obsidian takes templates from, as its own settings say.

/** Obsidian's own templates, and the plugin that most people use in their place. */
const SETTINGS = [
  ['.obsidian/templates.json', 'folder'],
  ['.obsidian/plugins/templater-obsidian/data.json', 'templates_folder'],
] as const;

/** From the vault's root, with a `/` behind. */
export function readTemplateFolders(vault: Vault): string[] {
  return SETTINGS.flatMap(([path, key]) => {
    const settings = readCached(vault, path);
    const said = isObject(settings) && Object.hasOwn(settings, key) ? settings[key] : null;
    const folder = isText(said) ? said.replace(/^\/+|\/+$/g, '') : '';
    return folder === '' ? [] : [`${folder}/`];
  });
}

// Symlinks that lead out of the vault, where memvault reads or writes: in the zones, with the daily logs, in
// its own folder. Only looks at them; what refuses to follow them is `confined`.

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
  const zones = [inbox, projects, wiki, personal, archives];
  const root = realPath(vault.root);
  const found = new Map<string, StrayLink>();
  const take = (path: string): void => {
    const link = absolute(vault, path);
    const target = ifThere('reach', link, () => readlinkSync(link));
    if (target !== null && !isWithin(root, realTarget(link, target))) found.set(path, { path, target });
  };
  const walk = (folder: string): void => {
    // A folder that may not be read is reported by whoever needs what is in it.
    for (const entry of entriesIfAny(absolute(vault, folder)) ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) take(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') walk(path);
    }
  };
  for (const top of [...zones, vault.dailyDir, OWN, RUN_LOG_FILE, CATALOGUE_FILE, SUMMARY_FILE]) {
    // The first link on the way ends it.
    const way = top.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
    const link = way.find((path) => ownStat(absolute(vault, path))?.isSymbolicLink() === true);
    if (link !== undefined) take(link);
    else if (isRealFolder(absolute(vault, top))) walk(top);
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Where a link leads; of one that dangles, where it would. */
function realTarget(link: string, target: string): string {
  return orElse(
    () => realPath(link),
    () => resolve(realPath(dirname(link)), target),
  );
}
