// Which `###` heads of Key Facts are one in the three versions: a head that one side gave a new name is still
// the head under which the other side added something.
import { isMonth } from '../key-facts.ts';
import type { Page, Piece } from './pieces.ts';
import { SIDES, type Versions } from './three-way.ts';
import type { Unit } from './units.ts';

export interface Heads {
  /** The name in the base of what stands under this head, or the head's own. */
  keyOf(version: keyof Versions<unknown>, head: string): string;
  /** The name that a head has after the merge. */
  titleOf(key: string): string;
}

export function matchHeads(pages: Versions<Page>, units: readonly Unit[]): Heads {
  const renamed = {
    base: new Map<string, string>(),
    first: new Map<string, string>(),
    second: new Map<string, string>(),
  };
  const titles = new Map<string, string>();
  const before = titlesOf(pages.base);
  for (const side of SIDES) {
    const now = titlesOf(pages[side]);
    for (const head of before) {
      if (now.has(head) || isMonth(head)) continue;
      const moved = new Set(
        units.flatMap((unit) =>
          isUnder(unit.base, head) && unit[side] ? [inKeyFacts(unit[side]) ? (unit[side].head ?? '') : ''] : [],
        ),
      );
      const [to = ''] = moved;
      if (moved.size !== 1 || to === '' || before.has(to) || isMonth(to) || renamed[side].has(to)) continue;
      renamed[side].set(to, head);
      if (!titles.has(head)) titles.set(head, to);
    }
  }
  return { keyOf: (version, head) => renamed[version].get(head) ?? head, titleOf: (key) => titles.get(key) ?? key };
}

const inKeyFacts = (piece: Piece): boolean => piece.section === 'Key Facts';
const isUnder = (piece: Piece | null, head: string): boolean =>
  piece !== null && inKeyFacts(piece) && piece.head === head;

function titlesOf(page: Page): Set<string> {
  return new Set(
    page.headings.flatMap(({ level, section, title }) => (level === 3 && section === 'Key Facts' ? [title] : [])),
  );
}
