// What `lint --fix` puts right without a person, as a plan over what was read once. Only what is certain is repaired,
// only on pages of the zones, and what would leave the vault less healthy is refused and named. Pure.
import type { FileChange } from '../model/journal.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { type NoteFacts, noteFacts } from '../vault/note-facts.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { toLintInput } from './follow.ts';
import type { LintInput } from './input.ts';
import { COST, lint, type LintResult } from './lint.ts';
import { type Finding, labelOf, type Place, type Rule } from './rule.ts';

// The vault as it would be after repairs, for the rules to look at, and whether it would be better. Writes nothing.

/**
 * What the rules look at, with these pages in the place of those that are there: whatever follows from a page follows
 * from the new one. `inStep`: with `index.md` as it will be.
 */
export function withPages(input: LintInput, changes: readonly FileChange[], inStep = false): LintInput {
  if (changes.length === 0 && (!inStep || input.catalogue === null)) return input;
  const texts = new Map(changes.map(({ path, after }) => [path, after ?? '']));
  const view = updateView(
    input.view,
    [...texts].map(([path, text]) => toPageText(path, text)),
    [],
  );
  const catalogue = inStep ? input.readCatalogue(view) : null;
  if (catalogue !== null) texts.set(CATALOGUE_FILE, catalogue.after);
  return toLintInput({
    ...input.seen,
    view,
    contradictions: input.contradictions,
    textOf: (path) => texts.get(path) ?? input.textOf(path),
    files:
      catalogue === null
        ? input.files
        : input.files.map((file) => (file.path === CATALOGUE_FILE ? { ...file, text: catalogue.after } : file)),
    readNotes: () => new Map([...input.notes].map(([path, note]) => [path, rewritten(note, texts.get(path))])),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

function rewritten(note: NoteFacts, text: string | undefined): NoteFacts {
  return text === undefined ? note : noteFacts(note.path, text);
}

/** What all findings, or those of one file, cost together, as health counts it. */
export function costOf({ findings }: LintResult, path?: string): number {
  return findings.reduce((sum, one) => sum + (path === undefined || one.path === path ? COST[one.severity] : 0), 0);
}

/**
 * The findings of `after` that `before` does not have. Findings that differ in their line, or in a number of their
 * message, are the same.
 */
export function newlyFound(before: LintResult, after: LintResult): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before.findings) known.set(keyOfFinding(finding), (known.get(keyOfFinding(finding)) ?? 0) + 1);
  return after.findings.filter((finding) => {
    const left = known.get(keyOfFinding(finding)) ?? 0;
    known.set(keyOfFinding(finding), left - 1);
    return left <= 0;
  });
}

/** What tells one finding from another before and after repairs. */
const keyOfFinding = (finding: Finding): string =>
  [labelOf(finding), finding.severity, finding.path, finding.message.replace(/\d+/g, '0')].join('\n');

/** The vault with some steps of a plan. */
export interface Taken {
  /** The steps that did something, by key, and the page that each is made on. */
  readonly steps: ReadonlyMap<string, string>;
  readonly after: LintResult;
}

/**
 * Refuses the steps that make the vault less healthy, each with the first new finding. `take`: the vault with all steps
 * but some.
 */
export function refuseHarmful<T extends Taken>(
  now: LintResult,
  take: (without: ReadonlySet<string>) => T,
): { readonly kept: T; readonly refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  for (;;) {
    const kept = take(new Set(refused.keys()));
    const harmful = harmfulSteps(now, kept);
    if (harmful.size === 0) return { kept, refused };
    for (const [step, finds] of harmful) refused.set(step, finds);
  }
}

/**
 * Which steps make things worse, each with the first new finding: those on pages where more is found after all steps
 * than before; all of them where the harm is elsewhere. Empty if the vault is no worse.
 */
function harmfulSteps(now: LintResult, { steps, after }: Taken): ReadonlyMap<string, string> {
  const open = newlyFound(now, after);
  const worse = open.filter(({ path }) => costOf(after, path) > costOf(now, path));
  const say = ({ path, line, message }: Finding): string => `${path}:${line} ${message}`;
  const harmful = new Map(
    [...steps].flatMap(([step, page]) => {
      const found = worse.find(({ path }) => path === page);
      return found === undefined ? [] : [[step, say(found)] as const];
    }),
  );
  if (harmful.size > 0 || costOf(after) <= costOf(now)) return harmful;
  const [first] = open;
  return new Map([...steps.keys()].map((step) => [step, first === undefined ? 'more findings' : say(first)]));
}

/** One repair, with the rule and kind of the finding that it answers. */
export interface Mended extends Place, Pick<Finding, 'rule' | 'kind'> {
  /**
   * What is done and why it is certain, such as `the link to Old/Work.md leads to 3_Personal/Work.md: no other page has
   * that name`.
   */
  readonly reason: string;
}

/** A page while it is repaired. */
export interface PageNow {
  readonly path: string;
  /** With what earlier repairs of this plan did to it. */
  readonly text: string;
}

/** One kind of repair. */
export interface Repairer {
  readonly name: string;
  /** The labels of the checks whose findings it answers. */
  readonly checks: readonly string[];
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
  const open = [...input.view.pages.values()].filter(
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
  const { kept, refused: bad } = refuseHarmful(now, carry);
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

interface Carried extends Taken {
  readonly pages: readonly FileChange[];
  readonly mended: readonly (Mended & Step)[];
}

const keyOf = ({ repairer, path }: Step): string => `${repairer.name} ${path}`;
