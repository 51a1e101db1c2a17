// `log` for many facts, and for statements that were forgotten before: these are logged but stay forgotten, with a
// tombstone for the new line.
import { logFacts, type Logged, renderSuspect, type Screened, withUnsaved } from '../log/log.ts';
import type { LogItem } from '../log/request.ts';
import { dayOf, timeOf } from '../model/day.ts';
import { breath, MemvaultError, mustBeExpected } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { LOGGED_AGAIN, type Tombstone } from '../model/disposition.ts';
import { quoteForShell } from '../model/text.ts';
import { confined } from '../vault/confine.ts';
import { appendLines } from '../vault/disk.ts';
import { appendQuarantined } from '../vault/sessions.ts';
import { digestsBySalt, needsScrub, statementDigest, readStanding } from '../vault/tombstones.ts';
import { absolute, readCloneId, TOMBSTONE_FILE, type Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

// Logs many statements under the days on which they were said, one append per day, earliest first. What was logged
// before Ctrl-C stays.

export interface ToLog {
  readonly item: LogItem;
  /** The id of the new fact. */
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
 * Throws `io` with `data.unsaved` if a day's log could not be written; earlier days stay. `facts` receives what was
 * logged, even if this throws.
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
      const ids = own.values();
      const newId = (): string => ids.next().value?.id ?? '';
      const items = own.map(({ item }) => item);
      facts.push(...logFacts(items, { vault, now, clone, newId }).facts);
      await breath();
    }
  } catch (error) {
    const saved = new Set(facts.map(({ id }) => id));
    const unsaved = days.flatMap(([, own]) => own).filter(({ id }) => !saved.has(id));
    throw withUnsaved(
      error,
      facts.length,
      unsaved.map(({ item }) => item.statement.text),
    );
  } finally {
    progress.end();
  }
  return { facts, interrupted: false };
}

/**
 * Returns the ids of facts that repeat forgotten ones, and writes tombstones for them. They are recognised by digest,
 * so they stay forgotten even if no tombstone could be written.
 */
export function forgetAgain(vault: Vault, facts: readonly Pick<Logged, 'id' | 'statement'>[], now: Date): string[] {
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
    mustBeExpected(error);
  }
  return stones.map(({ fact }) => fact);
}

export function renderForgottenAgain(ids: readonly string[]): string {
  const what =
    ids.length === 1
      ? 'repeats a forgotten fact: it was logged, but stays forgotten'
      : 'repeat forgotten facts: they were logged, but stay forgotten';
  const restored = ids.length === 1 ? 'it' : 'the first';
  return `${ids.join(', ')} ${what}. memvault forget --undo ${ids[0] ?? ''} restores ${restored}.`;
}

/** The facts are logged first, so a held lock cannot keep them out. */
export async function followIfPulled(context: Context): Promise<void> {
  if (needsScrub(context.vault)) await (await import('./hold-lock.ts')).followPulled(context, 'log');
}

// Handles input that looks like a secret: typed text is refused; piped items go to the quarantine and the rest is
// logged.

/** As in `log --json`. */
export interface Quarantined {
  readonly count: number;
  /** Relative to the vault's root. */
  readonly path: string;
  readonly rules: readonly string[];
}

/**
 * Writes piped suspects to the quarantine before the rest is logged. `warning`: lines for stderr. Throws `refused` for
 * typed text, `io` with `data.unsaved`.
 */
export function holdSuspects(
  vault: Vault,
  { clean, suspects }: Screened,
  { piped, now }: { readonly piped: boolean; readonly now: Date },
): { readonly quarantined: Quarantined; readonly warning: readonly string[] } {
  const rules = [...new Set(suspects.flatMap((suspect) => suspect.rules))].toSorted();
  const byRules = `(${rules.join(', ')})`;
  if (!piped)
    throw new MemvaultError(
      'refused',
      `nothing was logged, because this looks like a secret: ${suspects[0]?.masked ?? ''} ${byRules}`,
      { hint: 'remove it, or log it anyway with --allow-secret', data: { rules } },
    );
  const count = suspects.length;
  const lines = suspects.map(({ item }) => renderSuspect(item, dayOf(now), timeOf(now)));
  try {
    const path = appendQuarantined(vault, lines);
    return {
      quarantined: { count, path, rules },
      warning: [
        `memvault: not logged: ${count} of ${count + clean.length} ` +
          `${count === 1 ? 'looks like a secret' : 'look like secrets'} ${byRules}`,
        `  kept in ${path}, which git ignores; to log items that are not secrets (then remove the file):`,
        `  memvault log --jsonl --allow-secret < ${quoteForShell(absolute(vault, path))}`,
      ],
    };
  } catch (error) {
    throw withUnsaved(
      error,
      0,
      clean.map(({ statement }) => statement.text),
    );
  }
}
