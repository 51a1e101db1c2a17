// Which notes editorial rules speak about: memvault's own pages and what the settings add, less what they take away.
// Daily logs and what memvault keeps beside them are none: nobody edits those for their style.
import type { Settings } from '../model/settings.ts';
import { compilePatterns } from '../vault/notes.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';

/** What the settings say of how far editorial rules look. */
export interface LintScope {
  /** Patterns of notes beside memvault's own pages. */
  readonly include: readonly string[];
  /** Patterns of notes that are left alone; they win. */
  readonly exclude: readonly string[];
  /** Claims from which a page is full. */
  readonly claimsPerPage: number;
}

export const OWN_PAGES_ALONE: LintScope = { include: [], exclude: [], claimsPerPage: 200 };

/** As the settings of a vault say it. */
export function lintScope({ lint, consolidate }: Pick<Settings, 'lint' | 'consolidate'>): LintScope {
  return { include: lint.include, exclude: lint.exclude, claimsPerPage: consolidate.claims_per_page };
}

const KEPT: ReadonlySet<string> = new Set([RUN_LOG_FILE, CATALOGUE_FILE, SUMMARY_FILE]);

/** Patterns as .gitignore has them, from the vault's root. `own`: the pages with claims of memvault. */
export function scopeOf(vault: Pick<Vault, 'dailyDir'>, { include, exclude }: Pick<LintScope, 'include' | 'exclude'>, own: ReadonlySet<string>): (path: string) => boolean {
  const isIncluded = compilePatterns(include);
  const isExcluded = compilePatterns(exclude);
  return (path) => {
    if (isExcluded(path)) return false;
    return own.has(path) || (isIncluded(path) && !KEPT.has(path) && !path.startsWith(`${vault.dailyDir}/`));
  };
}
