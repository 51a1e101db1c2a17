// What very likely is a key or a password stands neither on a page nor in a daily log: both are in git, and go to
// models. `log` refuses it; a line written by hand, or before that, may hold one. Never says the secret.
import { secretLines } from '../../markdown/secrets/secret-lines.ts';
import type { LintInput } from '../input.ts';
import type { Remark, Rule } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [technical] The key of the service lies in the keyring ^k3v9x2ab4q
== 2_Wiki/Technical.md
- The key of the service lies in the keyring[^k3v9x2ab4q]
`;
// In two parts, so that no scanner takes this file for a leak.
const LIKE_A_KEY = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('');

export const likelySecrets: Rule = {
  name: 'likely-secrets',
  what: 'Nothing on a page or in a daily log looks like a key or a password.',
  examples: { ok, notOk: ok.replaceAll('lies in the keyring', `is ${LIKE_A_KEY}`), finds: ['warning 2_Wiki/Technical.md:1', 'warning daily/2026-07-01.md:1'] },
  check: (input) => [...inLogs(input), ...input.lookedAt.flatMap((path) => secretsIn(input, path, 'take it out here, change it where it is in use, and out of git’s history'))],
};

function inLogs(input: LintInput): Remark[] {
  return input.logs.flatMap(({ path }) => secretsIn(input, path, 'take it out of the log, and change it where it is in use').map((found) => {
    const fact = input.view.facts.find((one) => one.path === path && one.line === found.line);
    return fact === undefined ? found : { ...found, fix: `memvault forget ${fact.id} --purge takes it out everywhere; change it where it is in use` };
  }));
}

/** One finding a line. What no list of notes holds is looked at now. */
function secretsIn({ notes, textOf }: LintInput, path: string, fix: string): Remark[] {
  const secrets = notes.get(path)?.secrets ?? secretLines(textOf(path) ?? '');
  return secrets.map(({ line, rule }) => ({ severity: 'warning', path, line, message: `this looks like a secret (${rule})`, fix }));
}
