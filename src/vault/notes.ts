// The notes of a vault: every markdown file that git does not ignore and no dot-folder hides.
import ignore from 'ignore';
import { compareText } from '../model/fact.ts';
import type { FoundFile, Listing } from '../model/ports.ts';
import type { Vault } from './vault.ts';
import { type Compile, walkNotes } from './walk.ts';

/**
 * All notes with size and time, sorted by path; with `ignored` also those that git ignores. Links to
 * outside the vault are not followed. Throws `io` for a folder that cannot be read: what could not be
 * looked at must not pass for gone.
 */
export function listNotes(vault: Vault, { ignored = false } = {}): FoundFile[] {
  return [...walkByRules(vault, { ignored }).notes].sort((a, b) => compareText(a.path, b.path));
}

/** A walk by the rules of git. */
export function walkByRules(vault: Vault, { ignored = false } = {}): Listing {
  const listing = walkNotes(vault.root, compile, { ignored });
  if (listing === null) throw new Error('rules were left unread though there is who reads them');
  return listing;
}

const compile: Compile = (lines) => {
  const matcher = ignore().add(lines.join('\n'));
  return (path) => {
    const { ignored, unignored } = matcher.test(path);
    return ignored ? true : unignored ? false : null;
  };
};

/** Is a path one that patterns of .gitignore name? Without a pattern none is. */
export function compilePatterns(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add([...patterns]);
  return (path) => matcher.ignores(path);
}
