// Which notes rules of good editing look at: memvault's own pages and what the settings add, less what they take away. Daily
// logs and the lists that memvault writes are never among them, since nobody edits those for their style.
import type { Settings } from '../model/settings.ts';
import { compilePatterns } from '../vault/notes.ts';
import { LISTING_FILES } from '../vault/own-files.ts';
import type { Vault } from '../vault/vault.ts';

/** What the settings say of rules of good editing. */
export interface LintScope {
  /** Patterns of notes that are looked at beside memvault's own pages. */
  readonly include: readonly string[];
  /** Patterns of notes that are left alone, whatever else names them. */
  readonly exclude: readonly string[];
  /** A page with so many claims is full. */
  readonly claimsPerPage: number;
}

/** As without settings. */
export const OWN_PAGES_ALONE: LintScope = { include: [], exclude: [], claimsPerPage: 200 };

/** The scope that the settings of a vault name. */
export function lintScope({ lint, consolidate }: Pick<Settings, 'lint' | 'consolidate'>): LintScope {
  return { include: lint.include, exclude: lint.exclude, claimsPerPage: consolidate.claims_per_page };
}

/** Is the note of a path looked at? Patterns are those of .gitignore, from the vault's root. `own`: the paths of pages with claims of memvault. */
export function scopeOf(vault: Pick<Vault, 'dailyDir'>, { include, exclude }: Pick<LintScope, 'include' | 'exclude'>, own: ReadonlySet<string>): (path: string) => boolean {
  const isIncluded = compilePatterns(include);
  const isExcluded = compilePatterns(exclude);
  return (path) => {
    if (isExcluded(path)) return false;
    return own.has(path) || (isIncluded(path) && !LISTING_FILES.has(path) && !path.startsWith(`${vault.dailyDir}/`));
  };
}
