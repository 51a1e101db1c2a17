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
