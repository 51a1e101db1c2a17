// Lossless conversion of files to text. Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF, like
// Python's surrogateescape) and convert back to the same bytes, so that editing a page preserves them.
import { createHash } from 'node:crypto';
import { compareText, type Statement } from './fact.ts';
import { encodeBytes, ID_LENGTH } from './ids.ts';

/** Decodes bytes; `encodeText` restores any input unchanged. */
export function decodeBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\uFFFD') || buffer.equals(Buffer.from(text, 'utf8'))) return text;
  return decodeEscaping(buffer);
}

/**
 * Detects UTF-16, as written by some Windows editors and shells: by its byte order mark, or because every other byte at
 * the start is NUL.
 */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (bytes.length < 4 || (first === 0) === (second === 0)) return false;
  const end = Math.min(bytes.length, LOOKED_AT) & ~1;
  for (let i = 2; i < end; i += 2)
    if ((bytes[i] === 0) !== (first === 0) || (bytes[i + 1] === 0) !== (second === 0)) return false;
  return true;
}

/** Decodes UTF-16 without its byte order mark; null for anything else. */
export function decodeUtf16(bytes: Uint8Array): string | null {
  return isUtf16(bytes)
    ? new TextDecoder(bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
    : null;
}

const LOOKED_AT = 16;

/** Encodes text; lone surrogates from `decodeBytes` become the original bytes, others U+FFFD. */
export function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  // Every second part is an escaped byte.
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from([part.charCodeAt(0) - 0xdc00]))),
  );
}

function decodeEscaping(buffer: Buffer): string {
  // A run of valid UTF-8 (Unicode Standard, table 3-7), else a single invalid byte.
  const tail = '[\x80-\xbf]';
  const sequences = [
    '[\0-\x7f]',
    `[\xc2-\xdf]${tail}`,
    `(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef]${tail})${tail}`,
    `(?:\xf0[\x90-\xbf]|[\xf1-\xf3]${tail}|\xf4[\x80-\x8f])${tail}{2}`,
  ];
  const pieces = new RegExp(`((?:${sequences.join('|')}){1,4096})|[\x80-\xff]`, 'g');
  return buffer
    .toString('latin1')
    .replace(pieces, (bytes, valid: string | undefined) =>
      valid === undefined
        ? String.fromCharCode(0xdc00 + bytes.charCodeAt(0))
        : Buffer.from(valid, 'latin1').toString('utf8'),
    );
}

// Digests of a fact's content, to detect edited log lines, and of texts.

/** Sixteen hexadecimal digits over category, text, tags and fields; the order of fields in the line does not matter. */
export function factDigest(fact: Statement): string {
  const fields = Object.entries(fact.fields).sort(([a], [b]) => compareText(a, b));
  return textDigest(JSON.stringify([fact.category, fact.text, fact.tags, fields]));
}

/** Sixteen hexadecimal digits over the bytes of a text. */
export function textDigest(text: string): string {
  return createHash('sha256').update(encodeText(text)).digest('hex').slice(0, 16);
}

/** The id of a review: depends only on the set of facts, not on their order or the question. */
export function reviewId(facts: readonly string[]): string {
  return encodeBytes(
    createHash('sha256')
      .update([...facts].sort().join('\n'))
      .digest(),
    ID_LENGTH,
  );
}
