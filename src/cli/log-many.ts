// Many statements at once, under the days on which they were said: one append a day, the earliest first, as `log` does
// it. What was logged before Ctrl-C stands.
import { logFacts, type Logged } from '../log/log.ts';
import type { LogItem } from '../log/request.ts';
import { breath } from '../model/cancelled.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { readCloneId } from '../vault/clone.ts';
import type { Context } from './context.ts';

export interface ToLog {
  readonly item: LogItem;
  /** The id that its fact gets. */
  readonly id: string;
}

export interface ManyLogged {
  readonly facts: readonly Logged[];
  readonly interrupted: boolean;
}

export interface Watching {
  readonly now: Date;
  readonly progress: Progress;
  readonly cancel: Cancel;
}

/**
 * Throws `io` with `data.unsaved` when a day's log could not be written; the days before it stand. `facts` gets what is
 * logged, also where it ends so.
 */
export async function logMany(
  { vault, world }: Pick<Context, 'vault' | 'world'>,
  all: readonly ToLog[],
  { now, progress, cancel }: Watching,
  facts: Logged[] = [],
): Promise<ManyLogged> {
  const clone = readCloneId(vault, world.random);
  const days = [...groupBy(all, ({ item }) => item.day ?? dayOf(now))].sort(([a], [b]) => compareText(a, b));
  try {
    for (const [at, [, own]] of days.entries()) {
      if (cancel.requested) return { facts, interrupted: true };
      progress.update('logging', at, days.length);
      const ids = own.map(({ id }) => id);
      let next = 0;
      for (const fact of logFacts(
        own.map(({ item }) => item),
        { vault, now, clone, newId: () => ids[next++] ?? '' },
      ).facts)
        facts.push(fact);
      await breath();
    }
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    const saved = new Set(facts.map(({ id }) => id));
    const unsaved = days
      .flatMap(([, own]) => own)
      .filter(({ id }) => !saved.has(id))
      .map(({ item }) => item.statement.text);
    throw new MemvaultError(error.code, error.message, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      data: { ...error.data, saved: facts.length, unsaved },
    });
  } finally {
    progress.end();
  }
  return { facts, interrupted: false };
}
