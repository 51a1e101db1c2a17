// The names of all files of a vault that a link could lead to: notes and attachments. Reads names only. Obsidian also
// shows what lies behind a link to a folder elsewhere, so those names count too; nothing there is ever opened.
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { explainIo, realPath } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

/** As many as anybody has behind links; a link to the whole disk must not take all day. */
const MOST_ELSEWHERE = 100_000;

/**
 * Every file that no dot-folder hides, from the root, in no order. Throws `io` for a folder of the vault that cannot be
 * read.
 */
export function readVaultFiles(vault: Vault): string[] {
  const paths: string[] = [];
  const links: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder === '' ? vault.root : absolute(vault, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(entry)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isSymbolicLink()) links.push(path);
      else paths.push(path);
    }
  };
  visit('');
  return links.length === 0 ? paths : [...paths, ...filesBehind(vault, links)];
}

/**
 * A link to a file is one; a link to a folder out of the vault stands for all in it, once; one to nowhere for nothing.
 */
function filesBehind(vault: Vault, links: readonly string[]): string[] {
  const paths: string[] = [];
  const root = realPath(vault.root);
  const seen = [root];
  for (let waiting = [...links]; waiting.length > 0;) {
    const folders = waiting.flatMap((link) => {
      const real = folderBehind(vault, link);
      if (real === 'file') paths.push(link);
      return real === null || real === 'file' || isWithin(root, real) ? [] : [{ link, real }];
    });
    waiting = [];
    // The outer of two first: what is in both counts once.
    for (const { link, real } of folders.sort((a, b) => a.real.length - b.real.length || compareText(a.link, b.link))) {
      if (seen.some((other) => isWithin(real, other))) continue;
      seen.push(real);
      waiting.push(...listInto(paths, vault, link));
    }
  }
  return paths;
}

/** Adds the files below a folder. Gives the links there. */
function listInto(paths: string[], vault: Vault, folder: string): string[] {
  const links: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && paths.length < MOST_ELSEWHERE; at = open.pop()) {
    for (const entry of entriesIfAny(absolute(vault, at))) {
      const path = `${at}/${entry.name}`;
      if (isHidden(entry)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isSymbolicLink()) links.push(path);
      else paths.push(path);
    }
  }
  return links;
}

const isHidden = ({ name }: Dirent): boolean => name.startsWith('.') || name === 'node_modules';
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Its real path; null for a link to nowhere. */
function folderBehind(vault: Vault, link: string): string | null {
  try {
    return statSync(absolute(vault, link)).isDirectory() ? realpathSync.native(absolute(vault, link)) : 'file';
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function entriesIfAny(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw explainIo(error, 'read the folder', folder);
  }
}
