// What a person accepted of lint's findings, as a file: `.memvault/baseline.jsonl`, tracked and append-only.
import { confined, requireVault } from './confine.ts';
import { appendLines } from './disk.ts';
import { readJsonLines } from './ledger.ts';
import { absolute, BASELINE_FILE, type Vault } from './vault.ts';

// Findings of lint that a person accepted, as lines of `.memvault/baseline.jsonl`: how many of one kind in one file.

export interface BaselineLine {
  /** The name of a rule, or for rules with kinds `rule/kind`. */
  readonly rule: string;
  /** The file, from the vault's root. */
  readonly path: string;
  /** What the finding says, as a digest. */
  readonly key: string;
  /** How many of them are accepted from now on; none takes it back. */
  readonly count: number;
  /** ISO in UTC. */
  readonly at: string;
}

/**
 * By `subjectOf`, what was last accepted. Of two at one moment the smaller: nothing is hidden that one of them shows.
 */
export function foldBaseline(lines: Iterable<BaselineLine>): Map<string, BaselineLine> {
  const latest = new Map<string, BaselineLine>();
  for (const line of lines) {
    const subject = subjectOf(line);
    const held = latest.get(subject);
    if (
      held === undefined ||
      Date.parse(line.at) > Date.parse(held.at) ||
      (Date.parse(line.at) === Date.parse(held.at) && line.count < held.count)
    )
      latest.set(subject, line);
  }
  return latest;
}

export const subjectOf = ({ rule, path, key }: Pick<BaselineLine, 'rule' | 'path' | 'key'>): string =>
  `${rule}\n${path}\n${key}`;

/** By subject the line that holds; one that says nothing of the kind is passed over. */
export function readBaseline(vault: Vault): Map<string, BaselineLine> {
  return foldBaseline(
    readJsonLines(absolute(vault, BASELINE_FILE)).flatMap(({ value }) =>
      value !== null && isBaselineLine(value) ? [value] : [],
    ),
  );
}

/** Appends them in one write, without the lock, as marks are. Throws `io`, `refused`. */
export function appendBaseline(vault: Vault, lines: readonly BaselineLine[]): void {
  if (lines.length === 0) return;
  requireVault(vault);
  appendLines(
    confined(vault, BASELINE_FILE),
    lines.map((line) => JSON.stringify(line)),
  );
}

export function isBaselineLine(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & BaselineLine {
  const { rule, path, key, count, at } = value;
  const areTexts = [rule, path, key].every((text) => typeof text === 'string' && text !== '' && !text.includes('\n'));
  return (
    areTexts &&
    Number.isSafeInteger(count) &&
    Number(count) >= 0 &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}
