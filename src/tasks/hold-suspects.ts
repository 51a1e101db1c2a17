// What becomes of input that looks like a secret: one text is refused; of a pipe such items go to the quarantine, so
// that the rest can be logged. Loaded only where there is one.
import { renderSuspect, type Screened } from '../log/screen.ts';
import { dayOf, timeOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { quoteForShell } from '../model/text.ts';
import { appendQuarantined } from '../vault/sessions.ts';
import { absolute, type Vault } from '../vault/vault.ts';

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
    if (!(error instanceof MemvaultError)) throw error;
    throw new MemvaultError(error.code, error.message, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      data: { saved: 0, unsaved },
    });
  }
}
