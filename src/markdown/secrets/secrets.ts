// Finds what is very likely a secret in a text: tokens of known form, private keys, passwords in URLs and in
// sentences. Pure; rather silent than wrong, since a person whose ordinary note is refused is annoyed. Brings the
// rules along: load it only where `mayHoldSecret` says so, or where start-up does not matter.
import { findAssignments } from './assignment.ts';
import type { Finding } from './finding.ts';
import { findKeyBlocks } from './key-block.ts';
import { hasLookAlikes, toPlain } from './look-alike.ts';
import { mayHoldSecret, partsOf, type Searched } from './may-hold.ts';
import { findRecoveryPhrases } from './recovery-phrase.ts';
import { findTokens } from './tokens.ts';
import { findUrlPasswords } from './url-password.ts';

/** Pictures in a text are long and random, and no secret; and a footnote belongs to no word before it. */
const EMBEDDED = /data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,[\w+/=-]+|\[\^[\w-]{1,40}\]/g;

/** What is likely a secret, in the order of the text, none within another. */
export function findSecrets(text: string): Finding[] {
  if (!mayHoldSecret(text)) return [];
  if (!hasLookAlikes(text)) return findInPlain(text);
  const { text: plain, placeOf } = toPlain(text);
  return findInPlain(plain).map(({ rule, start, end }) => ({ rule, start: placeOf(start), end: placeOf(end - 1) + 1 }));
}

function findInPlain(text: string): Finding[] {
  const plain = text.replace(EMBEDDED, (embedded) => ' '.repeat(embedded.length));
  const found = [...findKeyBlocks(plain), ...findRecoveryPhrases(plain)];
  let at = 0;
  for (const line of plain.split('\n')) {
    if (mayHoldSecret(line))
      for (const { rule, start, end } of findInLine(line)) found.push({ rule, start: at + start, end: at + end });
    at += line.length + 1;
  }
  return withoutOverlaps(found);
}

const findInLine = (line: string): Finding[] => [
  ...findTokens(line),
  ...findUrlPasswords(line),
  ...findAssignments(line),
];

/** Of what overlaps the first found stays: the rules stand in the order of how much they know. */
function withoutOverlaps(found: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const one of found) if (kept.every(({ start, end }) => one.end <= start || end <= one.start)) kept.push(one);
  return kept.sort((a, b) => a.start - b.start);
}

/** True for a fact that looks like a secret, in its text, its category, a tag or a field. */
export function isSecret(statement: Searched): boolean {
  return partsOf(statement).some((part) => findSecrets(part).length > 0);
}
