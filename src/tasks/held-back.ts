// What a commit would bring into the repository for good: the new lines of files are searched for secrets, and what
// holds one is left out. Reads; changes nothing.
import { maskSecret } from '../language/secrets/finding.ts';
import { mayHoldSecret } from '../language/secrets/may-hold.ts';
import { findSecrets } from '../language/secrets/secrets.ts';
import { unescapeLine } from '../note/escape.ts';
import { splitLines } from '../note/lines.ts';
import { readText } from '../vault/disk.ts';
import { absolute, type Vault } from '../vault/vault.ts';

/** A line that keeps its file out of a commit. */
export interface HeldBack {
  /** From the vault's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly rule: string;
  /** What may be shown of the secret. */
  readonly masked: string;
}

/** The likely secrets in what is new in these files. `before`: the texts that the last commit has. */
export function findHeldBack(vault: Vault, paths: readonly string[], before: ReadonlyMap<string, string>): HeldBack[] {
  return paths.flatMap((path) => {
    const text = readText(absolute(vault, path));
    return text === null || !mayHoldSecret(unescapeLine(text))
      ? []
      : secretsInNewLines(before.get(path) ?? '', text).map((found) => ({ path, ...found }));
  });
}

/** The likely secrets in the lines of a text that its former text lacks, at most one a line. */
function secretsInNewLines(before: string, after: string): Omit<HeldBack, 'path'>[] {
  const lines = newLines(before, after);
  const found = new Map<number, Omit<HeldBack, 'path'>>();
  // By line, as memvault reads it; then all of them as they stand, for a key that goes over several.
  for (const { line, text } of lines) {
    const plain = unescapeLine(text);
    const [first] = findSecrets(plain);
    if (first) found.set(line, { line, rule: first.rule, masked: maskSecret(plain.slice(first.start, first.end)) });
  }
  const whole = lines.map(({ text }) => text).join('\n');
  for (const { rule, start, end } of findSecrets(whole)) {
    const line = lines[whole.slice(0, start).split('\n').length - 1]?.line;
    if (line !== undefined && !found.has(line))
      found.set(line, { line, rule, masked: maskSecret(whole.slice(start, end)) });
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** Lines that moved are not new; one that stands there once more is. */
function newLines(before: string, after: string): { readonly line: number; readonly text: string }[] {
  const known = new Map<string, number>();
  for (const line of splitLines(before)) known.set(line, (known.get(line) ?? 0) + 1);
  return splitLines(after).flatMap((text, index) => {
    const left = known.get(text) ?? 0;
    if (left > 0) known.set(text, left - 1);
    return left > 0 ? [] : [{ line: index + 1, text }];
  });
}

/** Why files were left out of a commit, and what to do. `runs`: how many wait with them. */
export function renderHeldBack(
  held: readonly HeldBack[],
  runs: number,
): { readonly message: string; readonly hint: string } {
  const files = [...new Set(held.map(({ path }) => path))];
  const names = files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
  const waiting =
    runs === 0
      ? ''
      : ', nor ' +
        (runs === 1 ? 'the run that depends' : `the ${runs} runs that depend`) +
        ` on ${files.length === 1 ? 'it' : 'them'}`;
  return {
    message: `${names}, which ${files.length === 1 ? 'seems' : 'seem'} to hold a secret${waiting}`,
    hint: 'take it out; or, if it is none, commit the file yourself with git add and git commit',
  };
}
