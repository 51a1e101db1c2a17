// The notes of a vault: every markdown file that git does not ignore and no dot-folder hides.
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { compareText } from '../model/fact.ts';
import type { FoundFile } from '../model/ports.ts';
import { readBytes } from './disk.ts';
import type { Vault } from './vault.ts';

interface Rules {
  /** The folder the rules stand in, from the root, with a `/` behind; empty for the root. */
  readonly base: string;
  readonly matcher: Ignore;
}

/** All notes with size and time, sorted by path. Links to outside the vault are not followed. */
export function listNotes(vault: Vault): FoundFile[] {
  const found: FoundFile[] = [];
  walk(vault.root, '', rulesOf([join(vault.root, '.git', 'info', 'exclude')], ''), found, lazyRealRoot(vault.root));
  return found.sort((a, b) => compareText(a.path, b.path));
}

function walk(root: string, folder: string, inherited: readonly Rules[], found: FoundFile[], realRoot: () => string): void {
  const here = join(root, folder);
  const rules = [...inherited, ...rulesOf([join(here, '.gitignore')], folder === '' ? '' : `${folder}/`)];
  for (const entry of entriesOf(here)) {
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

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that went or may not be read holds no notes for us.
    return [];
  }
}

function statOf(path: string, entry: Dirent, realRoot: () => string): { size: number; mtimeMs: number } | null {
  if (entry.isSymbolicLink() && !isInside(realRoot(), path)) return null;
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat : null;
}

function isInside(root: string, path: string): boolean {
  try {
    const way = relative(root, realpathSync(path));
    return way !== '' && !way.startsWith('..') && !way.includes(`..${sep}`);
  } catch {
    return false;
  }
}

function lazyRealRoot(root: string): () => string {
  let real: string | null = null;
  return () => (real ??= realpathSync(root));
}

function rulesOf(files: readonly string[], base: string): Rules[] {
  const texts = files.map((file) => readBytes(file)?.toString('utf8')).filter((text) => text !== undefined);
  return texts.length === 0 ? [] : [{ base, matcher: ignore().add(texts.join('\n')) }];
}

/** The nearest rules that say something decide, as in git. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { base, matcher } = rules[i] ?? { base: '', matcher: ignore() };
    const verdict = matcher.test(path.slice(base.length));
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
