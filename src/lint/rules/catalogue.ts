// `index.md` lists the pages as they are. A hand edit of a page makes it outdated until the next dream. A file without
// memvault's markers is a person's own and not checked.
import { plural } from '../../model/text.ts';
import { unescapeWords } from '../../note/escape.ts';
import { CATALOGUE_FILE } from '../../vault/vault.ts';
import { note, type Rule, some } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 *   == index.md
 *   # Index
 *
 *   <!-- memvault:index -->
 *   ## 3_Personal
 *
 * - - [Work](3_Personal/Work.md): 1 claim
 * + - [Work](3_Personal/Work.md): 2 claims
 *   <!-- /memvault:index -->
 * @finds note index.md:3
 */
export const catalogue: Rule = {
  name: 'catalogue',
  what: 'The catalogue in index.md is up to date.',
  check: ({ catalogue: change, unmerged }) => {
    if (change === null || unmerged.has(CATALOGUE_FILE)) return [];
    const [before, after] = [rowsOf(change.before), rowsOf(change.after)];
    const wrong = [...new Set([...before, ...after])].filter((row) => before.has(row) !== after.has(row)).map(titleIn);
    const titles = [...new Set(wrong)];
    const line = change.before.split('\n').findIndex((text) => text.includes('<!-- memvault:index')) + 1;
    return [
      note(
        { path: CATALOGUE_FILE, line: Math.max(1, line) },
        titles.length === 0 ? 'it is outdated' : `it is outdated for ${plural(titles.length, 'page')}: ${some(titles)}`,
        'the next dream that writes updates it; so does memvault lint --fix',
      ),
    ];
  },
};

const rowsOf = (text: string): Set<string> => new Set(text.split(/\r?\n/).filter((line) => line.startsWith('- [')));
const titleIn = (row: string): string => unescapeWords(/^- \[((?:[^\]\\]|\\.)*)\]/.exec(row)?.[1] ?? row);
