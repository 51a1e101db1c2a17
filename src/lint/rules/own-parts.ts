// `MEMORY.md` and `index.md` have one pair of markers, between which memvault writes. Without markers the file is a
// person's own and no longer updated.
import { faultOf } from '../../vault/generated.ts';
import { type Remark, type Rule, warning } from '../rule.ts';

/**
 * @example
 *   == MEMORY.md
 *   # Memory
 *
 *   `<!-- memvault:memory -->` in a line of prose is none.
 *
 *   <!-- memvault:memory -->
 * - <!-- /memvault:memory -->
 *   == index.md
 *   <!-- memvault:index -->
 * + <!-- memvault:index -->
 *   <!-- /memvault:index -->
 * @finds warning MEMORY.md:1
 * @finds warning index.md:1
 */
export const ownParts: Rule = {
  name: 'own-parts',
  what: 'MEMORY.md and index.md have the markers that memvault writes between.',
  check: ({ files }) =>
    files.flatMap(({ path, text }): Remark[] => {
      const found = faultOf(path, text);
      return found === null
        ? []
        : [warning({ path }, `memvault cannot bring it up to date: ${found.fault}`, found.fix)];
    }),
};
