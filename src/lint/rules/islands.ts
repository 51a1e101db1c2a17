// Pages hang together: no group of them links only among itself while most others are joined by links. Daily logs and
// what memvault generates join nothing, since they lead everywhere; the parts of a page are that page; a canvas, or an
// index.md of a person's own, joins what it shows without being a page. Notes that lint does not look at are no
// mainland as long as no page that it looks at is joined to them: what memvault writes into a vault of a person's own
// notes need not hang on those, and the largest group with a page that memvault made is a mainland of its own.
import { compareText } from '../../model/fact.ts';
import { LISTING_FILES } from '../../vault/own-files.ts';
import { targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { madePages } from '../own-pages.ts';
import { count, type Remark, type Rule, some } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
- [people] Ann likes tea ^m4w8y3bc5r
- [drink] Tea grows in China ^p0d4mm1z5k
== 2_Wiki/Tea.md
- Tea grows in China[^p0d4mm1z5k], see [[China]].
== 2_Wiki/China.md
A country in [[Asia]].
== 2_Wiki/Asia.md
Far away.
== 2_Wiki/Ann.md
- Ann likes tea[^m4w8y3bc5r], see [[Work]] and [[Tea]].
== 3_Personal/Work.md
- User works at Microsoft[^k3v9x2ab4q]
`;

export const islands: Rule = {
  name: 'islands',
  what: 'No group of pages links only among itself.',
  examples: { ok, notOk: ok.replace(' and [[Tea]]', ''), finds: ['note 2_Wiki/Ann.md:1'] },
  check: (input) => {
    const groups = groupsOf(input)
      .filter(({ paths }) => paths.some(input.looksAt))
      .sort((a, b) => b.units - a.units);
    const made = madePages(input);
    const isMade = ({ paths }: Group): boolean => paths.some((path) => made.has(path));
    const [mainland, ownMainland] = [groups[0]?.units ?? 0, groups.find(isMade)?.units ?? 0];
    return groups
      .filter((group) => group.units > 1 && group.units < (isMade(group) ? ownMainland : mainland))
      .flatMap(({ paths }): Remark[] => {
        const looked = paths.filter(input.looksAt);
        const [first, ...rest] = looked;
        if (first === undefined) return [];
        return [
          {
            severity: 'note',
            path: first,
            line: 1,
            message:
              `${count(paths.length, 'page')} know${paths.length === 1 ? 's' : ''} only each other: this one` +
              (rest.length === 0 ? '' : `, ${some(rest)}`),
            fix: 'link one of them to another page that it has to do with',
          },
        ];
      });
  },
};

interface Group {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Pages, a page with its parts counted as one. */
  readonly units: number;
}

function groupsOf({ notes, canvases, followed, dailyDir, listings }: LintInput): Group[] {
  const isJoined = (path: string): boolean =>
    canvases.has(path) || (notes.has(path) && !listings.has(path) && !path.startsWith(`${dailyDir}/`));
  const parents = new Map<string, string>();
  const rootOf = (path: string): string => {
    let root = path;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) {
      parents.set(root, parents.get(above) ?? above);
      root = above;
    }
    return root;
  };
  for (const { from, to } of followed) {
    if (!isJoined(from)) continue;
    for (const path of targetsOf(to))
      if (isJoined(path)) parents.set(rootOf(unitOf(notes, from)), rootOf(unitOf(notes, path)));
  }
  const groups = new Map<string, { paths: string[]; units: Set<string> }>();
  for (const path of [...notes.keys()].filter((one) => isJoined(one) && !LISTING_FILES.has(one)).sort(compareText)) {
    const unit = unitOf(notes, path);
    const root = rootOf(unit);
    const group = groups.get(root) ?? { paths: [], units: new Set() };
    group.paths.push(path);
    group.units.add(unit);
    groups.set(root, group);
  }
  return [...groups.values()].map(({ paths, units }) => ({ paths, units: units.size }));
}

/** The page that a part belongs to: `Name - part.md` beside `Name.md`. */
function unitOf(notes: LintInput['notes'], path: string): string {
  for (let at = path.indexOf(' - ', path.lastIndexOf('/') + 1); at >= 0; at = path.indexOf(' - ', at + 3))
    if (notes.has(`${path.slice(0, at)}.md`)) return `${path.slice(0, at)}.md`;
  return path;
}
