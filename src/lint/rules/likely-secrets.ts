// No page or daily log contains a likely key or password: both are in git and are sent to models. `log` refuses such
// text, but a line written by hand or by an older version may contain it. A finding never shows the secret.
import { secretLines } from '../../language/secrets/secrets.ts';
import type { LintInput } from '../input.ts';
import { type Remark, type Rule, warning } from '../rule.ts';

/**
 * The key in the example is split, so that no scanner reports this file.
 *
 * @example
 *   == daily/2026-07-01.md
 * - - [technical] The key of the service lies in the keyring ^k3v9x2ab4q
 * + - [technical] The key of the service is ghp_\
 * + 16C7e42F292c6912E7710c838347Ae178B4a ^k3v9x2ab4q
 *   == 2_Wiki/Technical.md
 * - - The key of the service lies in the keyring[^k3v9x2ab4q]
 * + - The key of the service is ghp_\
 * + 16C7e42F292c6912E7710c838347Ae178B4a[^k3v9x2ab4q]
 * @finds warning 2_Wiki/Technical.md:1
 * @finds warning daily/2026-07-01.md:1
 */
export const likelySecrets: Rule = {
  name: 'likely-secrets',
  what: 'Nothing on a page or in a daily log looks like a key or a password.',
  check: (input) => [
    ...inLogs(input),
    ...input.lookedAt.flatMap((path) =>
      secretsIn(input, path, 'remove it here and from git’s history, and change it where it is in use'),
    ),
  ],
};

/** A secret in a fact is best forgotten by its id, which also removes it from pages and index. */
function inLogs(input: LintInput): Remark[] {
  const remarks = input.logs.flatMap(({ path }) =>
    secretsIn(input, path, 'remove it from the log, and change it where it is in use'),
  );
  if (remarks.length === 0) return remarks;
  const factAt = new Map(input.view.facts.map((fact) => [`${fact.path}:${fact.line}`, fact]));
  return remarks.map((remark) => {
    const fact = factAt.get(`${remark.path}:${remark.line}`);
    return fact === undefined
      ? remark
      : { ...remark, fix: `memvault forget ${fact.id} --purge removes it everywhere; change it where it is in use` };
  });
}

/** One finding per line. Notes were scanned when they were read; other files are scanned now. */
function secretsIn({ notes, textOf }: LintInput, path: string, fix: string): Remark[] {
  const secrets = notes.get(path)?.secrets ?? secretLines(textOf(path) ?? '');
  return secrets.map(({ line, rule }) => warning({ path, line }, `this looks like a secret (${rule})`, fix));
}
