// What `lint --fix` puts right without a person, as a plan over what was read once. Only what is certain is repaired,
// only on pages and canvases of the zones, and what would leave the vault less healthy is refused and named. Pure.
import type { FileChange } from '../model/journal.ts';
import { isCanvasPath } from '../page/page-name.ts';
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
    readNotes: () =>
      new Map([...input.notes, ...input.canvases].map(([path, note]) => [path, rewritten(note, texts.get(path))])),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

function rewritten(note: NoteFacts, text: string | undefined): NoteFacts {
  return text === undefined ? note : noteFacts(note.path, text);
}

/** What all findings cost together, as health counts it. */
export function costOf({ counts }: LintResult): number {
  return counts.error * COST.error + counts.warning * COST.warning + counts.note * COST.note;
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

// Which of many steps bring what is found after all of them: found by looking at few sets of them, since each look
// takes as long as lint itself. Knows neither steps nor findings but by their keys. Pure.

/** Steps that by themselves bring something: one, or several where only together they do. */
export interface Cause {
  readonly steps: readonly string[];
  /** What they bring of what was sought. */
  readonly brings: ReadonlySet<string>;
}

/** What is found after these steps alone. */
export type Look = (steps: readonly string[]) => ReadonlySet<string>;

/**
 * The causes of what is sought, all of which is found after all steps; `far` are looked at only for what `near` do not
 * bring.
 *
 * One cause among n steps takes about twice the logarithm of n looks; if every step brings something of its own, n and
 * a few. That a set is the smallest is sure only where no other step takes back what it brings.
 */
export function causesOf(
  near: readonly string[],
  far: readonly string[],
  sought: ReadonlySet<string>,
  look: Look,
): Cause[] {
  const causes: Cause[] = [];
  divide([...near, ...far], sought, near.length > 0 && far.length > 0 ? [near, far] : null);
  return causes;

  /** `some` bring all of `keys`. */
  function divide(
    some: readonly string[],
    keys: ReadonlySet<string>,
    parts: readonly (readonly string[])[] | null,
  ): void {
    if (some.length === 1) {
      causes.push({ steps: some, brings: keys });
      return;
    }
    const left = new Set(keys);
    // As many parts as there are keys: where each step brings one, to halve them again and again would take twice as
    // long.
    for (const part of parts ?? splitInto(some, Math.max(2, Math.min(keys.size, some.length)))) {
      if (part === far && left.size === 0) break;
      const brought = common(look(part), keys);
      if (brought.size === 0) continue;
      for (const key of brought) left.delete(key);
      divide(part, brought, null);
    }
    // What no part brings by itself.
    for (const key of left) {
      const joint = smallest(some, (few) => look(few).has(key));
      const brought = common(look(joint), keys);
      for (const other of brought) left.delete(other);
      causes.push({ steps: joint, brings: brought });
    }
  }
}

/**
 * A set of these steps that still brings it, and does not without its first: the shortest beginning that does, and so
 * on with all but the last of that.
 */
function smallest(steps: readonly string[], brings: (steps: readonly string[]) => boolean): readonly string[] {
  let needed: readonly string[] = [];
  let others = steps;
  while (others.length > 0 && (needed.length === 0 || !brings(needed))) {
    let [tooFew, enough] = [0, others.length];
    while (enough - tooFew > 1) {
      const middle = (tooFew + enough) >> 1;
      if (brings([...others.slice(0, middle), ...needed])) enough = middle;
      else tooFew = middle;
    }
    needed = [...others.slice(enough - 1, enough), ...needed];
    others = others.slice(0, enough - 1);
  }
  return needed;
}

const common = (found: ReadonlySet<string>, keys: ReadonlySet<string>): Set<string> =>
  new Set([...found].filter((key) => keys.has(key)));

function splitInto(steps: readonly string[], parts: number): (readonly string[])[] {
  return Array.from({ length: parts }, (_, at) =>
    steps.slice(Math.floor((at * steps.length) / parts), Math.floor(((at + 1) * steps.length) / parts)),
  );
}

// Which repairs of a plan do harm, so that they are not made. Decides by what is found in the vault with few and with
// most of them; knows no rule and no repair. Pure.

/** The vault with some steps of a plan. */
export interface Taken {
  /** The steps that did something, by key, and the page that each is made on. */
  readonly steps: ReadonlyMap<string, string>;
  readonly after: LintResult;
}

/** A cause of findings, weighed by itself. */
interface Weighed extends Cause {
  /** How much more is found after its steps alone, as health counts it; negative for less. */
  readonly harm: number;
  readonly finds: string;
}

/** The vault with all steps but those that were refused and these. */
type Without = (steps: readonly string[]) => LintResult;

const TOGETHER = 'together with the other repairs';

/**
 * Refuses the steps that make things worse, each with what comes of it. `all`: the vault with every step; `take`: with
 * all but some.
 *
 * What is kept never makes the vault less healthy. Where nothing new is found after all steps nothing is refused, even
 * if one step only makes up for another. Else each new finding is led back to the steps that bring it by themselves,
 * several where only together they do, and these are refused if more comes of them than they put right, unless the
 * vault with all other steps is better with them. Then what is left is looked at again. Where the vault is worse though
 * each seems to be made up for, all of these are refused, and where there are none, all steps.
 *
 * For the number of looks see `causesOf`; each round of refusals takes as many again.
 */
export function refuseHarmful<T extends Taken>(
  now: LintResult,
  all: T,
  take: (without: ReadonlySet<string>) => T,
): { readonly kept: T; readonly refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  for (let kept = all; ; kept = take(new Set(refused.keys()))) {
    const open = newlyFound(now, kept.after);
    if (open.length === 0 || kept.steps.size === 0) return { kept, refused };
    const without: Without = (steps) => take(new Set([...refused.keys(), ...steps])).after;
    const harmful = weigh(now, kept.steps, open, without).filter(({ harm }) => harm > 0);
    const guilty = guiltyOf(harmful, costOf(kept.after), without);
    if (guilty.length === 0 && costOf(kept.after) <= costOf(now)) return { kept, refused };
    const whole = [{ steps: kept.steps.keys(), finds: TOGETHER }];
    for (const { steps, finds } of [guilty, harmful, whole].find((causes) => causes.length > 0) ?? []) {
      for (const step of steps) if (!refused.has(step)) refused.set(step, finds);
    }
  }
}

/** What brings each of these findings; it is looked for first among the steps on their pages. */
function weigh(
  now: LintResult,
  steps: ReadonlyMap<string, string>,
  open: readonly Finding[],
  without: Without,
): Weighed[] {
  const all = [...steps.keys()];
  const looks = new Map<string, Looked>();
  const look = (some: readonly string[]): Looked => {
    const key = some.join('\n');
    const taken = new Set(some);
    const looked = looks.get(key) ?? lookAt(now, without(all.filter((step) => !taken.has(step))));
    looks.set(key, looked);
    return looked;
  };
  const pages = new Set(open.map(({ path }) => path));
  const isNear = (step: string): boolean => pages.has(steps.get(step) ?? '');
  const [near, far] = [all.filter(isNear), all.filter((step) => !isNear(step))];
  return causesOf(near, far, new Set(open.map(keyOfFinding)), (some) => look(some).keys).map((cause) => {
    const {
      found: [first],
      harm,
    } = look(cause.steps);
    return {
      ...cause,
      harm,
      finds: cause.steps.length > 1 || first === undefined ? TOGETHER : `${first.path}:${first.line} ${first.message}`,
    };
  });
}

interface Looked extends Pick<Weighed, 'harm'> {
  readonly found: readonly Finding[];
  readonly keys: ReadonlySet<string>;
}

function lookAt(now: LintResult, after: LintResult): Looked {
  const found = newlyFound(now, after);
  return { found, keys: new Set(found.map(keyOfFinding)), harm: costOf(after) - costOf(now) };
}

/**
 * Those without which the vault is better. One look is enough where their harm adds up; else each is left out with all
 * others that bring the same.
 */
function guiltyOf(harmful: readonly Weighed[], cost: number, without: Without): readonly Weighed[] {
  const costWithout = (some: readonly Cause[]): number => costOf(without(some.flatMap(({ steps }) => steps)));
  if (harmful.length === 0 || cost - costWithout(harmful) === harmful.reduce((sum, { harm }) => sum + harm, 0))
    return harmful;
  return harmful.filter(
    ({ brings }) => costWithout(harmful.filter((other) => [...other.brings].some((key) => brings.has(key)))) < cost,
  );
}

/** One repair, with the rule and kind of the finding that it answers. */
export interface Mended extends Place, Pick<Finding, 'rule' | 'kind'> {
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
  /** The labels of the checks whose findings it answers. */
  readonly checks: readonly string[];
  /** It repairs canvases, and no pages. */
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
