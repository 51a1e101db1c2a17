// Which notes rules of good editing look at: memvault's own pages and what the settings add, less what they take away.
// Daily logs and the lists that memvault writes are never among them, since nobody edits those for their style.
import { type Settings } from '../config/settings.ts';
import { CATALOGUE_MARKERS } from '../page/markers.ts';
import { findOwnPart } from '../page/markers.ts';
import { NO_MARKERS } from '../page/markers.ts';
import { SUMMARY_MARKERS } from '../page/markers.ts';
import { compilePatterns } from '../vault/notes.ts';
import { type FileText, LISTING_FILES } from '../vault/own-files.ts';
import { CATALOGUE_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { LintInput } from './input.ts';

/** What the settings say of rules of good editing. */
export interface LintScope {
  /** Patterns of notes that are checked besides memvault's own pages. */
  readonly include: readonly string[];
  /** Patterns of notes that are left alone, whatever else names them. */
  readonly exclude: readonly string[];
}

/** As without settings. */
export const OWN_PAGES_ALONE: LintScope = { include: [], exclude: [] };

/** The scope that the settings of a vault name. */
export function lintScope({ lint }: Pick<Settings, 'lint'>): LintScope {
  const [exclude, include] = [true, false].map((isOut) => lint.include.filter((one) => one.startsWith('!') === isOut));
  return { include: include ?? [], exclude: (exclude ?? []).map((pattern) => pattern.slice(1)) };
}

/**
 * The lists at the top of the vault that memvault writes: without an `index.md` or `MEMORY.md` that is a person's own,
 * with no part of memvault's.
 */
export function listingsAmong(files: readonly FileText[]): ReadonlySet<string> {
  const markers = new Map([
    [CATALOGUE_FILE, CATALOGUE_MARKERS],
    [SUMMARY_FILE, SUMMARY_MARKERS],
  ]);
  const isOwn = ({ path, text }: FileText): boolean => {
    const of = markers.get(path);
    return of !== undefined && findOwnPart(text, of) === NO_MARKERS;
  };
  const own = new Set(files.filter(isOwn).map(({ path }) => path));
  return new Set([...LISTING_FILES].filter((path) => !own.has(path)));
}

/** What decides which notes are looked at beside the settings. */
interface Known {
  readonly dailyDir: string;
  /** The paths of pages with claims of memvault. */
  readonly own: ReadonlySet<string>;
  readonly listings: ReadonlySet<string>;
}

/** Is the note of a path looked at? Patterns are those of .gitignore, from the vault's root. */
export function scopeOf(
  { dailyDir, own, listings }: Known,
  { include, exclude }: Pick<LintScope, 'include' | 'exclude'>,
): (path: string) => boolean {
  const isIncluded = compilePatterns(include);
  const isExcluded = compilePatterns(exclude);
  return (path) => {
    if (isExcluded(path)) return false;
    return own.has(path) || (isIncluded(path) && !listings.has(path) && !path.startsWith(`${dailyDir}/`));
  };
}

// What a person should hear about the scope of lint: patterns in the settings that have no effect, and notes that were
// left out. Pure.

/** A sentence for each pattern of `lint.include` that has no effect. */
export function remarksOnScope({
  scope,
  canvases,
  pages,
  lookedAt,
  looksAt,
}: Pick<LintInput, 'scope' | 'canvases' | 'pages' | 'lookedAt' | 'looksAt'>): string[] {
  const { include, exclude } = scope;
  if (
    include.length > 0 &&
    ![...canvases.keys()].some(looksAt) &&
    lookedAt.length === pages.filter(({ path }) => looksAt(path)).length
  )
    return [
      `lint.include (${include.join(', ')}) adds no note: what it names is not there` +
        (exclude.length === 0 ? '' : `, is left out by !${exclude.join(', !')}`) +
        ', or is looked at anyway.',
    ];
  return [];
}

/** How many of these notes lie in other folders than memvault's: in no zone, not with the logs, not at the root. */
export function countOthers({ zones, dailyDir }: Pick<Vault, 'zones' | 'dailyDir'>, paths: Iterable<string>): number {
  const folders = new Set(Object.values(zones));
  let count = 0;
  for (const path of paths)
    if (path.includes('/') && !path.startsWith(`${dailyDir}/`) && !folders.has(path.split('/')[0] ?? '')) count++;
  return count;
}
