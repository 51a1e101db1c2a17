// What `log` does with many facts, and where something was forgotten: such a statement is logged all the same, stays
// forgotten, and its new line gets a tombstone of its own.
import { logFacts, type Logged, withUnsaved } from '../log/log.ts';
import type { LogItem } from '../log/request.ts';
import { renderSuspect, type Screened } from '../log/screen.ts';
import { dayOf, timeOf } from '../model/day.ts';
import { breath, MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { LOGGED_AGAIN, type Tombstone } from '../model/tombstone.ts';
import { quoteForShell } from '../model/text.ts';
import { confined } from '../vault/confine.ts';
import { appendLines } from '../vault/disk.ts';
import { appendQuarantined } from '../vault/sessions.ts';
import { digestsBySalt, needsScrub, statementDigest, readStanding } from '../vault/tombstones.ts';
import { absolute, readCloneId, TOMBSTONE_FILE, type Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

// Many statements at once, under the days on which they were said: one append a day, the earliest first, as `log` does
// it. What was logged before Ctrl-C stands.

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

interface JustLogged {
  readonly id: string;
  readonly statement: { readonly text: string };
}

/**
 * The ids of those that say what is forgotten. Known by its digest, each is forgotten also where no line can be
 * written.
 */
export function forgetAgain(vault: Vault, facts: readonly JustLogged[], now: Date): string[] {
  const bySalt = digestsBySalt(readStanding(vault));
  const stones = facts.flatMap(({ id, statement }): Tombstone[] => {
    for (const [salt, digests] of bySalt) {
      const digest = statementDigest(salt, statement.text);
      if (digests.has(digest)) return [{ fact: id, salt, digest, at: now.toISOString(), run: LOGGED_AGAIN }];
    }
    return [];
  });
  try {
    appendLines(
      confined(vault, TOMBSTONE_FILE),
      stones.map((stone) => JSON.stringify(stone)),
    );
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
  return stones.map(({ fact }) => fact);
}

export function renderForgottenAgain(ids: readonly string[]): string {
  return (
    `${ids.join(', ')} ${ids.length === 1 ? 'says' : 'say'} what was forgotten: it was logged, and is forgotten, ` +
    `too. memvault forget --undo ${ids[0] ?? ''} brings it back.`
  );
}

/** The facts are in the log by then, so that a lock that somebody holds keeps none of them out. */
export async function followIfPulled(context: Context): Promise<void> {
  if (needsScrub(context.vault)) await (await import('./hold-lock.ts')).followPulled(context, 'log');
}

// What becomes of input that looks like a secret: one text is refused; of a pipe such items go to the quarantine, so
// that the rest can be logged.

/** Why one text was not logged; `masked` shows no more of it than may be shown. */
export function renderRefusal(masked: string, rules: readonly string[]): string {
  return `nothing was logged, because this looks like a secret: ${masked} (${rules.join(', ')})`;
}

/** What was put aside, where it is, and how it is logged all the same. `file`: quoted for a shell. */
export function renderSuspects({ count, path, rules }: Quarantined, total: number, file: string): string[] {
  return [
    `memvault: not logged: ${count} of ${total} ` +
      (count === 1 ? 'looks like a secret' : 'look like secrets') +
      ` (${rules.join(', ')})`,
    `  kept in ${path}, which git ignores; to log what is no secret after all (then remove the file):`,
    `  memvault log --jsonl --allow-secret < ${file}`,
  ];
}

/** As `log --json` tells it. */
export interface Quarantined {
  readonly count: number;
  /** From the vault's root. */
  readonly path: string;
  readonly rules: readonly string[];
}

export interface Held {
  readonly quarantined: Quarantined;
  /** For stderr. */
  readonly warning: readonly string[];
}

/**
 * Writes them down where they are from a pipe, before the rest is logged. Throws `refused` for a text that was typed;
 * `io` with `data.unsaved`.
 */
export function holdSuspects(
  vault: Vault,
  { clean, suspects }: Screened,
  { piped, now }: { readonly piped: boolean; readonly now: Date },
): Held {
  const rules = [...new Set(suspects.flatMap((suspect) => suspect.rules))].toSorted();
  if (!piped)
    throw new MemvaultError('refused', renderRefusal(suspects[0]?.masked ?? '', rules), {
      hint: 'take it out, or log it all the same with --allow-secret',
      data: { rules },
    });
  const path = append(
    vault,
    suspects.map(({ item }) => renderSuspect(item, dayOf(now), timeOf(now))),
    clean.map(({ statement }) => statement.text),
  );
  const quarantined = { count: suspects.length, path, rules };
  return {
    quarantined,
    warning: renderSuspects(quarantined, suspects.length + clean.length, quoteForShell(absolute(vault, path))),
  };
}

function append(vault: Vault, lines: readonly string[], unsaved: readonly string[]): string {
  try {
    return appendQuarantined(vault, lines);
  } catch (error) {
    throw withUnsaved(error, 0, unsaved);
  }
}
