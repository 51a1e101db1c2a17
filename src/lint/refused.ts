// Which repairs of a plan do harm, so that they are not made. Decides by what is found in the vault with few and with
// most of them; knows no rule and no repair. Pure.
import { type Cause, causesOf } from './causes.ts';
import type { LintResult } from './lint.ts';
import { costOf, keyOfFinding, newlyFound } from './repaired.ts';
import type { Finding } from './rule.ts';

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
 * How many looks that takes causes.ts says; with what is refused it is done once more.
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
