// What `log` does where something was forgotten: a statement that is forgotten is logged all the same, stays forgotten,
// and its new line gets a tombstone of its own. Loaded only where there are tombstones.
import { MemvaultError } from '../model/errors.ts';
import { LOGGED_AGAIN, standingTombstones, type Tombstone } from '../model/tombstone.ts';
import { confined } from '../vault/confine.ts';
import { appendLines } from '../vault/disk-append.ts';
import { digestsBySalt, needsScrub, readTombstones, statementDigest } from '../vault/tombstones.ts';
import { TOMBSTONE_FILE, type Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

interface JustLogged {
  readonly id: string;
  readonly statement: { readonly text: string };
}

/**
 * The ids of those that say what is forgotten. Known by its digest, each is forgotten also where no line can be
 * written.
 */
export function forgetAgain(vault: Vault, facts: readonly JustLogged[], now: Date): string[] {
  const bySalt = digestsBySalt(standingTombstones(readTombstones(vault)));
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
