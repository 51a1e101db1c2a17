// Which notes editorial rules speak about: memvault's own pages and what the settings add, less what they take away.
// Daily logs and what memvault keeps beside them are none: nobody edits those for their style.
import { compilePatterns } from '../vault/notes.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';

const KEPT: ReadonlySet<string> = new Set([RUN_LOG_FILE, CATALOGUE_FILE, SUMMARY_FILE]);

/** Patterns as .gitignore has them, from the vault's root. `own`: the pages with claims of memvault. */
export function scopeOf(vault: Pick<Vault, 'dailyDir'>, { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] }, own: ReadonlySet<string>): (path: string) => boolean {
  const isIncluded = compilePatterns(include);
  const isExcluded = compilePatterns(exclude);
  return (path) => {
    if (isExcluded(path)) return false;
    return own.has(path) || (isIncluded(path) && !KEPT.has(path) && !path.startsWith(`${vault.dailyDir}/`));
  };
}
