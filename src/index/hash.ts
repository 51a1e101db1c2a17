// 32-bit hashes of texts and documents. They detect changes, not tampering, and are equal on all machines.
import { encodeBytes, ID_LENGTH } from '../model/ids.ts';
import type { FoundDocument } from './document.ts';

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, followed by a terminator, so that concatenated texts stay distinct. */
function add(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return Math.imul(hash ^ 0x10000, PRIME);
}

/** Mixes the last bits into the first. */
function finish(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (half ^ (half >>> 13)) >>> 0;
}

export function hashOfText(text: string): number {
  return finish(add(START, text));
}

/** Hash shared by the facts of one session on one day. */
export function groupOfSession(day: string, session: string | null): number {
  return hashOfText(`${day} ${session ?? ''}`);
}

/** Covers everything read from the document's words and from the facts it cites, but not its position. */
export function hashOfDocument({
  id,
  date,
  time,
  text,
  category,
  tags,
  project,
  superseded,
  held,
  sources,
  facts,
}: FoundDocument): number {
  let hash = add(add(add(START, text), id), category ?? '');
  for (const tag of tags) hash = add(hash, tag);
  hash = add(add(add(add(hash, date ?? ''), time ?? ''), project ?? ''), superseded ? 'past' : '');
  if (held !== null) hash = add(add(hash, held.from), held.to);
  for (const source of sources) hash = add(hash, source.id);
  for (const fact of facts) {
    hash = add(add(add(hash, fact.id), fact.category), fact.day);
    for (const name of Object.keys(fact.fields)) hash = add(add(hash, name), fact.fields[name] ?? '');
  }
  return finish(hash);
}

// Digests of file bytes and of the manifest, and ids computed from content. They detect changes and damage, not
// tampering, and need no library to be loaded for a search.

/** 64 bits over UTF-16 units: murmur-like mixing after bryc's cyrb53 (public domain). */
function mix(text: string): [high: number, low: number] {
  let a = 0xdeadbeef ^ text.length;
  let b = 0x41c6ce57 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return finishDigest(a, b);
}

function finishDigest(a: number, b: number): [high: number, low: number] {
  const c = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const d = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [c >>> 0, d >>> 0];
}

const hex = ([a, b]: [number, number]): string => a.toString(16).padStart(8, '0') + b.toString(16).padStart(8, '0');

/**
 * Sixteen hexadecimal digits; they depend on the byte order of the machine. Reads eight bytes per iteration, because a
 * search runs this before the code is compiled by the JIT.
 */
export function digestOfBytes(bytes: Uint8Array): string {
  const size = bytes.length & ~7;
  const aligned = (bytes.byteOffset & 3) === 0 ? bytes : new Uint8Array(bytes);
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, size / 4);
  let a = 0xdeadbeef ^ bytes.length;
  let b = 0x41c6ce57 ^ bytes.length;
  for (let i = 0; i < words.length; i += 2) {
    a = Math.imul(a ^ (words[i] as number), 2654435761);
    b = Math.imul(b ^ (words[i + 1] as number), 1597334677);
    a ^= b >>> 15;
    b ^= a >>> 13;
  }
  for (let i = size; i < bytes.length; i++) {
    a = Math.imul(a ^ (bytes[i] as number), 2654435761);
    b = Math.imul(b ^ (bytes[i] as number), 1597334677);
  }
  return hex(finishDigest(a, b));
}

/** Ten base-32 characters computed from the parts. */
export function idOf(parts: readonly (string | number)[]): string {
  return encodeBytes(
    Uint8Array.from(
      mix(parts.join('\n')).flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]),
    ),
    ID_LENGTH,
  );
}
