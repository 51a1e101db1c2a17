// Which repairs of a plan do harm, found by looking at the vault with few sets of them: each look takes as long as lint
// itself. Decides by what is found alone; knows no rule and no repair. Pure.
import type { LintResult } from './lint.ts';
import { costOf, keyOfFinding, newlyFound } from './repaired.ts';
import type { Finding } from './rule.ts';

/** The vault with some steps of a plan. */
export interface Taken {
  /** The steps that did something, by key, and the page that each is made on. */
  readonly steps: ReadonlyMap<string, string>;
  readonly after: LintResult;
}

/** Steps that by themselves bring a finding: one, or several where only together they do. */
interface Cause {
  readonly steps: readonly string[];
  /** The keys of what they bring. */
  readonly brings: ReadonlySet<string>;
  /** How much more is found after them alone, as health counts it; negative for less. */
  readonly harm: number;
  readonly finds: string;
}

const TOGETHER = 'together with the other repairs';

/**
 * Refuses the steps that make things worse, each with what comes of it. `all`: the vault with every step; `take`: with all
 * but some.
 *
 * What is kept never makes the vault less healthy. Where nothing new is found after all steps nothing is refused, even if
 * one step only makes up for another. Else each new finding is led back to the steps that bring it by themselves, several
 * where only together they do, and these are refused if more comes of them than they put right, unless the vault with all
 * other steps is better with them. Then what is left is looked at again. That a set is the smallest is sure only where no
 * other step takes back what it brings. Where nothing of that heals, all steps are refused.
 *
 * One harmful step among n takes about twice the logarithm of n looks, fewer where the finding stands on a page that is
 * repaired; if every step brings a finding of its own, n and a few.
 */
export function refuseHarmful<T extends Taken>(now: LintResult, all: T, take: (without: ReadonlySet<string>) => T): { readonly kept: T; readonly refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  // Findings that stay, since what brings them puts more right.
  const borne = new Set<string>();
  let spared: readonly Cause[] = [];
  let maySpare = true;
  let kept = all;
  const without = (steps: Iterable<string>): T => take(new Set([...refused.keys(), ...steps]));
  for (;;) {
    const open = newlyFound(now, kept.after).filter((finding) => !borne.has(keyOfFinding(finding)));
    if (open.length === 0 && (costOf(kept.after) <= costOf(now) || kept.steps.size === 0)) return { kept, refused };
    let guilty: readonly Pick<Cause, 'steps' | 'finds'>[];
    if (open.length > 0) {
      const steps = [...kept.steps.keys()];
      const causes = causesOf(kept.steps, open, (some) => {
        const taken = new Set(some);
        const { after } = without(steps.filter((step) => !taken.has(step)));
        return { found: newlyFound(now, after), harm: costOf(after) - costOf(now) };
      });
      const harmful = causes.filter(({ harm }) => harm > 0);
      const proven = maySpare ? provenOf(harmful, costOf(kept.after), (some) => costOf(without(some).after)) : harmful;
      spared = [...spared, ...harmful.filter((cause) => !proven.includes(cause))];
      for (const { brings } of proven.length === 0 ? [{ brings: open.map(keyOfFinding) }] : causes.filter((cause) => !proven.includes(cause))) for (const key of brings) borne.add(key);
      guilty = proven;
    } else {
      // The vault is worse, though each cause seemed to be made up for.
      guilty = spared.length > 0 ? spared : [{ steps: [...kept.steps.keys()], finds: TOGETHER }];
      [spared, maySpare] = [[], false];
      borne.clear();
    }
    if (guilty.length === 0) continue;
    for (const { steps, finds } of guilty) for (const step of steps) if (!refused.has(step)) refused.set(step, finds);
    kept = without([]);
  }
}

/** The causes without which the vault is better. One look is enough where their harm adds up; else each is left out with all others that bring the same. */
function provenOf(causes: readonly Cause[], cost: number, costWithout: (steps: readonly string[]) => number): readonly Cause[] {
  if (causes.length === 0) return [];
  const sum = causes.reduce((harm, cause) => harm + cause.harm, 0);
  if (cost - costWithout(causes.flatMap(({ steps }) => steps)) === sum) return causes;
  return causes.filter(({ brings }) => {
    const same = causes.filter((other) => [...other.brings].some((key) => brings.has(key)));
    return costWithout(same.flatMap(({ steps }) => steps)) < cost;
  });
}

interface Look {
  readonly found: readonly Finding[];
  readonly harm: number;
}

/** What brings each of these findings, which are found after all steps; those on the pages of the findings are looked at first. `look`: what is found after some alone. */
function causesOf(steps: ReadonlyMap<string, string>, open: readonly Finding[], look: (steps: readonly string[]) => Look): Cause[] {
  const causes: Cause[] = [];
  const add = (some: readonly string[], { found, harm }: Look, brings: ReadonlySet<string>): void => {
    const [first] = found;
    causes.push({ steps: some, brings, harm, finds: some.length > 1 || first === undefined ? TOGETHER : `${first.path}:${first.line} ${first.message}` });
  };
  const pages = new Set(open.map(({ path }) => path));
  const near = [...steps].filter(([, path]) => pages.has(path)).map(([step]) => step);
  const far = [...steps].filter(([, path]) => !pages.has(path)).map(([step]) => step);
  divide([...near, ...far], new Set(open.map(keyOfFinding)), null, near.length > 0 && far.length > 0 ? [near, far] : null);
  return causes;

  /** `some` bring these keys. `seen`: how they were looked at; null for all steps. */
  function divide(some: readonly string[], keys: ReadonlySet<string>, seen: Look | null, parts: readonly (readonly string[])[] | null): void {
    if (some.length === 1) {
      add(some, seen ?? look(some), keys);
      return;
    }
    const left = new Set(keys);
    // As many parts as there are findings: where each step brings one, to halve them again and again would take twice as long.
    for (const part of parts ?? splitInto(some, Math.max(2, Math.min(keys.size, some.length)))) {
      // What stands on a page mostly comes of the steps on it.
      if (part === far && left.size === 0) break;
      const looked = look(part);
      const brought = keysAmong(looked.found, keys);
      if (brought.size === 0) continue;
      for (const key of brought) left.delete(key);
      divide(part, brought, looked, null);
    }
    // What no part brings by itself.
    for (const key of left) {
      const joint = smallest(some, (few) => keysAmong(look(few).found, new Set([key])).size > 0);
      const looked = look(joint);
      const brought = keysAmong(looked.found, keys);
      for (const other of brought) left.delete(other);
      add(joint, looked, brought);
    }
  }
}

/** A set of these steps that still brings it, and does not without its first: the shortest beginning that does, and so on with all but the last of that. */
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

function keysAmong(found: readonly Finding[], keys: ReadonlySet<string>): Set<string> {
  return new Set(found.map(keyOfFinding).filter((key) => keys.has(key)));
}

function splitInto(steps: readonly string[], parts: number): (readonly string[])[] {
  return Array.from({ length: parts }, (_, at) => steps.slice(Math.floor((at * steps.length) / parts), Math.floor(((at + 1) * steps.length) / parts)));
}
