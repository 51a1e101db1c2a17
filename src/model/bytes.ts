// Files as text without loss. Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF,
// as Python's surrogateescape does) and turn back into the same bytes, so that editing a page keeps them.
import { createHash } from 'node:crypto';
import { compareText, type Statement } from './fact.ts';
import { encodeBytes, ID_LENGTH } from './ids.ts';

/** Decodes bytes; every input comes back unchanged through `encodeText`. */
export function decodeBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\uFFFD') || buffer.equals(Buffer.from(text, 'utf8'))) return text;
  return decodeEscaping(buffer);
}

/**
 * UTF-16, as some editors and shells of Windows write it: by its mark, or since every other byte at the beginning is
 * NUL.
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

/** UTF-16 without its mark, or null for what is none. */
export function decodeUtf16(bytes: Uint8Array): string | null {
  return isUtf16(bytes)
    ? new TextDecoder(bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
    : null;
}

const LOOKED_AT = 16;

/** Encodes text; lone surrogates of `decodeBytes` become the bytes they stand for, others U+FFFD. */
export function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const alone = unit >= 0xdc80 && unit <= 0xdcff && !isHigh(text.charCodeAt(i - 1));
    if (!alone) continue;
    parts.push(Buffer.from(text.slice(start, i), 'utf8'), Buffer.from([unit - 0xdc00]));
    start = i + 1;
  }
  parts.push(Buffer.from(text.slice(start), 'utf8'));
  return Buffer.concat(parts);
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function decodeEscaping(buffer: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  let i = 0;
  while (i < buffer.length) {
    const length = sequenceLength(buffer, i);
    if (length > 0) {
      i += length;
      continue;
    }
    parts.push(buffer.toString('utf8', start, i), String.fromCharCode(0xdc00 + (buffer[i] ?? 0)));
    i++;
    start = i;
  }
  parts.push(buffer.toString('utf8', start));
  return parts.join('');
}

/** Length of the valid UTF-8 sequence at `i`, 0 where there is none (Unicode Standard, table 3-7). */
function sequenceLength(buffer: Buffer, i: number): number {
  const lead = buffer[i] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || i + length > buffer.length) return 0;
  for (let k = i + 1; k < i + length; k++) if (((buffer[k] ?? 0) & 0xc0) !== 0x80) return 0;
  const next = buffer[i + 1] ?? 0;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  const wrong =
    (lead === 0xe0 && next < 0xa0) ||
    (lead === 0xed && next > 0x9f) ||
    (lead === 0xf0 && next < 0x90) ||
    (lead === 0xf4 && next > 0x8f);
  return wrong ? 0 : length;
}

// Digests: of a fact's content, so that an edited log line is noticed, and of a file's bytes.

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
