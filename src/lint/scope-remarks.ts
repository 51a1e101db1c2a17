// What a person should hear about the scope of lint: patterns in the settings that have no effect, and notes that were
// left out. Pure.
import { compilePatterns } from '../vault/notes.ts';
import type { Vault } from '../vault/vault.ts';
import type { LintInput } from './input.ts';

/** A sentence for each pattern of `lint.include` that has no effect. */
export function remarksOnScope({
  scope,
  notes,
  canvases,
  pages,
  lookedAt,
  looksAt,
}: Pick<LintInput, 'scope' | 'notes' | 'canvases' | 'pages' | 'lookedAt' | 'looksAt'>): string[] {
  const { include, exclude } = scope;
  if (
    include.length > 0 &&
    ![...canvases.keys()].some(looksAt) &&
    lookedAt.length === pages.filter(({ path }) => looksAt(path)).length
  )
    return [
      `lint.include (${include.join(', ')}) adds no note: what it names is not there` +
        (exclude.length === 0 ? '' : `, is left out by lint.exclude (${exclude.join(', ')})`) +
        ', or is looked at anyway.',
    ];
  const [all, taken] = [
    include.filter((pattern) => !pattern.startsWith('!')),
    include.filter((pattern) => pattern.startsWith('!')),
  ];
  const [isNamed, isIncluded] = [compilePatterns(all), compilePatterns(include)];
  const isInVain = taken.length > 0 && ![...notes.keys()].some((path) => isNamed(path) && !isIncluded(path));
  return isInVain
    ? [
        `In lint.include ${taken.join(', ')} takes nothing away: as in .gitignore, it cannot where the folder ` +
          'itself is named before. lint.exclude can.',
      ]
    : [];
}

/** How many of these notes lie in other folders than memvault's: in no zone, not with the logs, not at the root. */
export function countOthers({ zones, dailyDir }: Pick<Vault, 'zones' | 'dailyDir'>, paths: Iterable<string>): number {
  const folders = new Set(Object.values(zones));
  let count = 0;
  for (const path of paths)
    if (path.includes('/') && !path.startsWith(`${dailyDir}/`) && !folders.has(path.split('/')[0] ?? '')) count++;
  return count;
}
