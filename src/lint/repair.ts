// Plans the repairs of `lint --fix`. Only certain repairs are made, only on pages of the zones, and any that would
// lower the health is rejected and reported. Pure.
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import { hasMergeMarkers } from '../page/page.ts';
import { noteFacts } from '../vault/note-files.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { toLintInput } from './follow.ts';
import type { LintInput } from './input.ts';
import { COST, lint, type LintResult } from './lint.ts';
import { type Finding, labelOf, type Place, type Rule } from './rule.ts';

// The vault as it would be after repairs, for the rules, and whether it would be healthier. Writes nothing.

/** The lint input with these pages replaced; derived values follow. `inStep`: with the future `index.md`, too. */
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
    readNotes: () =>
      new Map(
        [...input.notes].map(([path, note]) => {
          const text = texts.get(path);
          return [path, text === undefined ? note : noteFacts(path, text)];
        }),
      ),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

/** The cost of all findings, or of those in one file, as health counts it. */
export function costOf({ findings }: LintResult, path?: string): number {
  return findings.reduce((sum, one) => sum + (path === undefined || one.path === path ? COST[one.severity] : 0), 0);
}

/** The findings in `after` but not in `before`. Ignores differences in line numbers and in the numbers of messages. */
export function newlyFound(before: LintResult, after: LintResult): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before.findings) known.set(keyOfFinding(finding), (known.get(keyOfFinding(finding)) ?? 0) + 1);
  return after.findings.filter((finding) => {
    const left = known.get(keyOfFinding(finding)) ?? 0;
    known.set(keyOfFinding(finding), left - 1);
    return left <= 0;
  });
}

/** Identifies a finding before and after repairs. */
const keyOfFinding = (finding: Finding): string =>
  [labelOf(finding), finding.severity, finding.path, finding.message.replace(/\d+/g, '0')].join('\n');

/** The vault with some pages repaired. */
export interface Taken {
  /** The paths of the repaired pages. */
  readonly repaired: readonly string[];
  readonly after: LintResult;
}

/**
 * Rejects repairs of pages that make the vault less healthy, each with the first new finding. `take`: repairs all pages
 * except these.
 */
export function refuseHarmful<T extends Taken>(
  now: LintResult,
  take: (without: ReadonlySet<string>) => T,
): { readonly kept: T; readonly refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  for (;;) {
    const kept = take(new Set(refused.keys()));
    const harmful = harmfulPages(now, kept);
    if (harmful.size === 0) return { kept, refused };
    for (const [page, finds] of harmful) refused.set(page, finds);
  }
}

/**
 * The pages whose repairs do harm, each with the first new finding: those with costlier findings than before, or all of
 * them if the harm is elsewhere. Empty if the vault is no worse.
 */
function harmfulPages(now: LintResult, { repaired, after }: Taken): ReadonlyMap<string, string> {
  const open = newlyFound(now, after);
  const say = ({ path, line, message }: Finding): string => `${path}:${line} ${message}`;
  const harmful = new Map(
    repaired.flatMap((page) => {
      const found = costOf(after, page) > costOf(now, page) ? open.find(({ path }) => path === page) : undefined;
      return found === undefined ? [] : [[page, say(found)] as const];
    }),
  );
  if (harmful.size > 0 || costOf(after) <= costOf(now)) return harmful;
  const [first] = open;
  return new Map(repaired.map((page) => [page, first === undefined ? 'more findings' : say(first)]));
}

/** One repair, with the rule and kind of its finding. */
export interface Mended extends Place, Pick<Finding, 'rule' | 'kind'> {
  /**
   * What is done and why it is certain, such as `the link to Old/Work.md leads to 3_Personal/Work.md: no other page has
   * that name`.
   */
  readonly reason: string;
}

/** A page during repair. */
export interface PageNow {
  readonly path: string;
  /** Includes the effect of earlier repairs of this plan. */
  readonly text: string;
}

/** One kind of repair. */
export interface Repairer {
  readonly name: string;
  /** The labels of the checks whose findings it repairs. */
  readonly checks: readonly string[];
  /**
   * Inspects the vault once and returns a function that repairs one page: it returns the new text and the repairs made,
   * none if there is nothing to do.
   */
  readonly over: (input: LintInput) => (page: PageNow) => { readonly text: string; readonly mended: readonly Mended[] };
}

/** What would be written, and why. */
export interface RepairPlan {
  readonly pages: readonly FileChange[];
  readonly mended: readonly Mended[];
  /** Repairs rejected because they would cause new findings; `finds`: the first of them. */
  readonly refused: readonly (Mended & { readonly finds: string })[];
  /** The findings before and after. */
  readonly now: LintResult;
  readonly after: LintResult;
}

/** Plans everything that these repairers are certain of, in order, and checks the result with these rules. */
export function planRepairs(input: LintInput, rules: readonly Rule[], repairers: readonly Repairer[]): RepairPlan {
  const now = lint(input, rules);
  const open = [...input.view.pages.values()].filter(
    ({ path, text }) => input.looksAt(path) && !input.unmerged.has(path) && !hasMergeMarkers(text),
  );
  // The first attempt per page, to report what is rejected.
  const tried = new Map<string, readonly Mended[]>();
  const carry = (without: ReadonlySet<string>) => {
    const texts = new Map(open.filter(({ path }) => !without.has(path)).map(({ path, text }) => [path, text]));
    const mended: Mended[] = [];
    const written = (): FileChange[] =>
      open.flatMap(({ path, text: before }) => {
        const after = texts.get(path) ?? before;
        return after === before ? [] : [{ path, before, after }];
      });
    for (const repairer of repairers) {
      const repair = repairer.over(withPages(input, written()));
      for (const [path, text] of texts) {
        const done = repair({ path, text });
        if (done.text === text) continue;
        texts.set(path, done.text);
        mended.push(...done.mended);
      }
    }
    for (const [path, own] of groupBy(mended, (one) => one.path)) if (!tried.has(path)) tried.set(path, own);
    const pages = written();
    const repaired = pages.map(({ path }) => path);
    return { pages, mended, repaired, after: lint(withPages(input, pages, true), rules) };
  };
  const { kept, refused } = refuseHarmful(now, carry);
  return {
    pages: kept.pages,
    mended: kept.mended,
    refused: [...refused].flatMap(([path, finds]) => (tried.get(path) ?? []).map((one) => ({ ...one, finds }))),
    now,
    after: kept.after,
  };
}
