// The notes of a vault: every markdown file that git does not ignore and no dot-folder hides.
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { compareText } from '../model/fact.ts';
import type { FoundFile } from '../model/ports.ts';
import { systemCode } from '../model/errors.ts';
import { explainIo, readBytes, realPath } from './disk.ts';
import type { Vault } from './vault.ts';

interface Rules {
  /** The folder the rules stand in, from the root, with a `/` behind; empty for the root. */
  readonly base: string;
  readonly matcher: Ignore;
}

/**
 * All notes with size and time, sorted by path; with `ignored` also those that git ignores. Links to
 * outside the vault are not followed. Throws `io` for a folder that cannot be read: what could not be
 * looked at must not pass for gone.
 */
export function listNotes(vault: Vault, { ignored = false } = {}): FoundFile[] {
  const found: FoundFile[] = [];
  const rules = ignored ? null : rulesOf([join(vault.root, '.git', 'info', 'exclude')], '');
  walk(vault.root, '', rules, found, lazyRealRoot(vault.root));
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** `inherited`: the ignore rules of the folders above, null to ignore nothing. */
function walk(root: string, folder: string, inherited: readonly Rules[] | null, found: FoundFile[], realRoot: () => string): void {
  const here = join(root, folder);
  const entries = entriesOf(root, here);
  const hasRules = inherited !== null && entries.some((entry) => entry.name === '.gitignore');
  const rules = hasRules ? [...inherited, ...rulesOf([join(here, '.gitignore')], folder === '' ? '' : `${folder}/`)] : inherited;
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !isIgnored(`${path}/`, rules)) walk(root, path, rules, found, realRoot);
    } else if (entry.name.endsWith('.md') && !isIgnored(path, rules)) {
      const stat = statOf(join(here, entry.name), entry, realRoot);
      if (stat) found.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
    }
  }
}

function entriesOf(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A folder that went since its parent was read; the vault itself has none.
    if (systemCode(error) === 'ENOENT' && folder !== root) return [];
    throw explainIo(error, 'read the folder', folder);
  }
}

function statOf(path: string, entry: Dirent, realRoot: () => string): { size: number; mtimeMs: number } | null {
  if (entry.isSymbolicLink() && !isInside(realRoot(), path)) return null;
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat : null;
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}

function isInside(root: string, path: string): boolean {
  try {
    const way = relative(root, realpathSync(path));
    return way !== '' && !way.startsWith('..') && !way.includes(`..${sep}`);
  } catch (error) {
    // A link to nowhere, or around in a circle, or through a file or a folder that is not ours to read.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw explainIo(error, 'reach', path);
  }
}

function lazyRealRoot(root: string): () => string {
  let real: string | null = null;
  return () => (real ??= realPath(root));
}

/**
 * Comments, and rules whose paths begin with a dot: they say nothing of notes, which are in no dot-folder.
 * memvault's own block is nothing else, and reading its rules took a small search two milliseconds of its fifty.
 */
const NO_RULE = /^(?:#|!?\/?\.|\s*$)/;

function rulesOf(files: readonly string[], base: string): Rules[] {
  const lines = files.flatMap((file) => readBytes(file)?.toString('utf8').split(/\r?\n/) ?? []).filter((line) => !NO_RULE.test(line));
  return lines.length === 0 ? [] : [{ base, matcher: ignore().add(lines.join('\n')) }];
}

/** The nearest rules that say something decide, as in git. */
function isIgnored(path: string, rules: readonly Rules[] | null): boolean {
  if (rules === null) return false;
  for (let i = rules.length - 1; i >= 0; i--) {
    const { base, matcher } = rules[i] ?? { base: '', matcher: ignore() };
    const verdict = matcher.test(path.slice(base.length));
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
