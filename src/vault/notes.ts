// The notes of a vault: every markdown file that is neither ignored by git nor in a hidden folder.
import ignore from 'ignore';
import { compareText } from '../model/fact.ts';
import type { FoundFile, Listing } from '../model/ports.ts';
import type { Vault } from './vault.ts';
import { type Compile, walkNotes } from './walk.ts';

/**
 * All notes with size and time, sorted by path; with `ignored` also those that git ignores. Follows no symlink out of
 * the vault. Throws `io` if a folder cannot be read: its notes must not seem to be gone.
 */
export function listNotes(vault: Vault, { ignored = false } = {}): FoundFile[] {
  return [...walkByRules(vault, { ignored }).notes].sort((a, b) => compareText(a.path, b.path));
}

/** Walks the vault by git's ignore rules. */
export function walkByRules(vault: Vault, { ignored = false } = {}): Listing {
  const listing = walkNotes(vault.root, compile, { ignored });
  if (listing === null) throw new Error('rules were not read although a reader was passed');
  return listing;
}

const compile: Compile = (lines) => {
  const matcher = ignore().add(lines.join('\n'));
  return (path) => {
    const { ignored, unignored } = matcher.test(path);
    return ignored ? true : unignored ? false : null;
  };
};

/** Returns a test for paths that match .gitignore patterns. Without patterns nothing matches. */
export function compilePatterns(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add([...patterns]);
  return (path) => matcher.ignores(path);
}
