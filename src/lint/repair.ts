// What `lint --fix` puts right without a person: a plan over what was read once, page by page. A repair is certain or it
// is none, it touches pages of the zones alone, and one after which the vault would be less healthy is refused and named.
import { hasMergeMarkers } from '../markdown/page.ts';
import type { FileChange } from '../model/journal.ts';
import type { LintInput } from './input.ts';
import { lint, type LintResult } from './lint.ts';
import type { Place, Rule } from './rule.ts';
import { costOf, newlyFound, withPages } from './repaired.ts';

/** One thing that is put right. */
export interface Mended extends Place {
  /** The rule whose finding it answers. */
  readonly rule: string;
  /** What is done and why it is certain, such as `the link to Old/Work.md leads to 3_Personal/Work.md: no other page has that name`. */
  readonly reason: string;
}

export interface PageNow {
  readonly path: string;
  /** With what other repairs did to it. */
  readonly text: string;
}

/** One kind of repair. */
export interface Repairer {
  readonly name: string;
  /** The rules whose findings it answers. */
  readonly rules: readonly string[];
  /** Looks at the vault once; what it gives is asked for each page. The page with its repairs, and what they are; none where nothing is to be done. */
  readonly over: (input: LintInput) => (page: PageNow) => { readonly text: string; readonly mended: readonly Mended[] };
}

export interface RepairPlan {
  readonly pages: readonly FileChange[];
  readonly mended: readonly Mended[];
  /** What was not done, since findings would come of it; `finds`: the first of them. */
  readonly refused: readonly (Mended & { readonly finds: string })[];
  /** As the vault is, and as it will be. */
  readonly now: LintResult;
  readonly after: LintResult;
}

/** What one repairer does to one page. */
interface Step {
  readonly repairer: Repairer;
  readonly path: string;
}

export function planRepairs(input: LintInput, rules: readonly Rule[], repairers: readonly Repairer[]): RepairPlan {
  const now = lint(input, rules);
  const open = [...input.view.pages.values()].filter(({ path, text }) => input.looksAt(path) && !input.unmerged.has(path) && !hasMergeMarkers(text));
  const carry = (without: ReadonlySet<string>): Carried => {
    const texts = new Map(open.map(({ path, text }) => [path, text]));
    const mended: (Mended & Step)[] = [];
    const written = (): FileChange[] => open.flatMap(({ path, text: before }) => (texts.get(path) === before ? [] : [{ path, before, after: texts.get(path) ?? before }]));
    for (const repairer of repairers) {
      const repair = repairer.over(withPages(input, written()));
      for (const [path, text] of texts) {
        const done = without.has(keyOf({ repairer, path })) ? null : repair({ path, text });
        if (done === null || done.text === text) continue;
        texts.set(path, done.text);
        mended.push(...done.mended.map((one) => ({ ...one, repairer })));
      }
    }
    const pages = written();
    return { pages, mended, after: lint(withPages(input, pages, true), rules) };
  };
  const all = carry(new Set());
  const bad = refusedOf(now, all, carry);
  const kept = bad.size === 0 ? all : carry(new Set(bad.keys()));
  const refused = all.mended.flatMap(({ repairer, ...one }) => {
    const finds = bad.get(keyOf({ repairer, path: one.path }));
    return finds === undefined ? [] : [{ ...one, finds }];
  });
  return { pages: kept.pages, mended: kept.mended.map(({ repairer: _, ...one }) => one), refused, now, after: kept.after };
}

interface Carried {
  readonly pages: readonly FileChange[];
  readonly mended: readonly (Mended & Step)[];
  readonly after: LintResult;
}

const keyOf = ({ repairer, path }: Step): string => `${repairer.name} ${path}`;

/** The steps after each of which, alone, more would be found than before; by key with the first such finding. */
function refusedOf(now: LintResult, all: Carried, carry: (without: ReadonlySet<string>) => Carried): Map<string, string> {
  const bad = new Map<string, string>();
  // Most plans make nothing worse, and to look at one step by itself takes as long as lint.
  const worse = new Set(newlyFound(now, all.after).map(({ path }) => path));
  if (worse.size === 0) return bad;
  const steps = new Map(all.mended.map((one) => [keyOf(one), one]));
  const isNear = [...steps.values()].some(({ path }) => worse.has(path));
  for (const [key, { path }] of steps) {
    if (isNear && !worse.has(path)) continue;
    const alone = carry(new Set([...steps.keys()].filter((other) => other !== key)));
    const [first] = newlyFound(now, alone.after);
    if (first !== undefined && costOf(alone.after) > costOf(now)) bad.set(key, `${first.path}:${first.line} ${first.message}`);
  }
  // Each is well by itself, and all of them together are not.
  if (bad.size === 0 && costOf(all.after) > costOf(now)) for (const key of steps.keys()) bad.set(key, 'together with the other repairs');
  return bad;
}
