// Digests: of a fact's content, so that an edited log line is noticed, and of a file's bytes.
import { createHash } from 'node:crypto';
import type { Statement } from '../model/fact.ts';
import { compareText } from '../model/fact.ts';
import { encodeBytes, ID_LENGTH } from '../model/ids.ts';
import { encodeText } from './bytes.ts';

/** Sixteen hexadecimal digits over category, text, tags and fields; their order in the line aside. */
export function factDigest(fact: Statement): string {
  const fields = Object.entries(fact.fields).sort(([a], [b]) => compareText(a, b));
  return textDigest(JSON.stringify([fact.category, fact.text, fact.tags, fields]));
}

/** Sixteen hexadecimal digits over the bytes of a text. */
export function textDigest(text: string): string {
  return createHash('sha256').update(encodeText(text)).digest('hex').slice(0, 16);
}

/** The id of a review: the same for the same facts, in whatever order and whatever is asked about them. */
export function reviewId(facts: readonly string[]): string {
  return encodeBytes(
    createHash('sha256')
      .update([...facts].sort().join('\n'))
      .digest(),
    ID_LENGTH,
  );
}
