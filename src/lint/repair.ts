// What `lint --fix` puts right without a person, as a plan over what was read once. Only what is certain is repaired,
// only on pages and canvases of the zones, and what would leave the vault less healthy is refused and named. Pure.
import { hasMergeMarkers } from '../markdown/page.ts';
import { isCanvasPath } from '../markdown/page-name.ts';
import type { FileChange } from '../model/journal.ts';
import type { LintInput } from './input.ts';
import { lint, type LintResult } from './lint.ts';
import type { Place, Rule } from './rule.ts';
import { refuseHarmful, type Taken } from './refused.ts';
import { withPages } from './repaired.ts';

/** One thing that is put right. */
export interface Mended extends Place {
  /** The rule whose finding it answers. */
  readonly rule: string;
  /**
   * What is done and why it is certain, such as `the link to Old/Work.md leads to 3_Personal/Work.md: no other page has
   * that name`.
   */
  readonly reason: string;
}

/** A page or canvas while it is repaired. */
export interface PageNow {
  readonly path: string;
  /** With what earlier repairs of this plan did to it. */
  readonly text: string;
}

/** One kind of repair. */
export interface Repairer {
  readonly name: string;
  /** The rules whose findings it answers. */
  readonly rules: readonly string[];
  /** It is asked for canvases, and for no page. */
  readonly ofCanvases?: true;
  /**
   * Looks at the vault once, and gives what repairs one page after the other: it gives the page's text with its
   * repairs, and a list of them, empty where there is nothing to do.
   */
  readonly over: (input: LintInput) => (page: PageNow) => { readonly text: string; readonly mended: readonly Mended[] };
}

/** What would be written and why. */
export interface RepairPlan {
  readonly pages: readonly FileChange[];
  readonly mended: readonly Mended[];
  /** Repairs that are not made, since more would be found after them; `finds`: the first such finding. */
  readonly refused: readonly (Mended & { readonly finds: string })[];
  /** What is found in the vault as it is, and as it would be. */
  readonly now: LintResult;
  readonly after: LintResult;
}

/** What one repairer does to one page. */
interface Step {
  readonly repairer: Repairer;
  readonly path: string;
}

/** Plans all that these repairers are certain of, in their order, and looks at it with these rules. */
export function planRepairs(input: LintInput, rules: readonly Rule[], repairers: readonly Repairer[]): RepairPlan {
  const now = lint(input, rules);
  const open = [...input.view.pages.values(), ...canvasesIn(input)].filter(
    ({ path, text }) => input.looksAt(path) && !input.unmerged.has(path) && !hasMergeMarkers(text),
  );
  // A step may have something to do only where another is not made.
  const known = new Map<string, readonly Mended[]>();
  const carry = (without: ReadonlySet<string>): Carried => {
    const texts = new Map(open.map(({ path, text }) => [path, text]));
    const mended: (Mended & Step)[] = [];
    const written = (): FileChange[] =>
      open.flatMap(({ path, text: before }) =>
        texts.get(path) === before ? [] : [{ path, before, after: texts.get(path) ?? before }],
      );
    for (const repairer of repairers) {
      const repair = repairer.over(withPages(input, written()));
      for (const [path, text] of texts) {
        if (isCanvasPath(path) !== (repairer.ofCanvases === true)) continue;
        const done = without.has(keyOf({ repairer, path })) ? null : repair({ path, text });
        if (done === null || done.text === text) continue;
        texts.set(path, done.text);
        mended.push(...done.mended.map((one) => ({ ...one, repairer })));
        if (!known.has(keyOf({ repairer, path }))) known.set(keyOf({ repairer, path }), done.mended);
      }
    }
    const pages = written();
    return {
      pages,
      mended,
      steps: new Map(mended.map((one) => [keyOf(one), one.path])),
      after: lint(withPages(input, pages, true), rules),
    };
  };
  const { kept, refused: bad } = refuseHarmful(now, carry(new Set()), carry);
  const refused = [...known].flatMap(([key, mended]) => {
    const finds = bad.get(key);
    return finds === undefined ? [] : mended.map((one) => ({ ...one, finds }));
  });
  return {
    pages: kept.pages,
    mended: kept.mended.map(({ repairer: _, ...one }) => one),
    refused,
    now,
    after: kept.after,
  };
}

/** Those that can be read, where memvault writes. */
function canvasesIn({ canvases, mayTurn, looksAt, textOf }: LintInput): PageNow[] {
  return [...canvases.values()]
    .filter(({ path, broken }) => broken === null && mayTurn(path) && looksAt(path))
    .flatMap(({ path }) => {
      const text = textOf(path);
      return text === null ? [] : [{ path, text }];
    });
}

interface Carried extends Taken {
  readonly pages: readonly FileChange[];
  readonly mended: readonly (Mended & Step)[];
}

const keyOf = ({ repairer, path }: Step): string => `${repairer.name} ${path}`;
