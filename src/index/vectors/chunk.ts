// A file of vectors in the cache: written once, never changed. Each vector stands beside the hash of the row of the
// index that it is of, and a digest of the words that it was made from. Keeps no words.
import type { CacheFile } from '../../model/ports.ts';
import { MOST_DIMENSIONS, pack } from './similar.ts';

/** Words of 32 bits: magic, version, checksum, count, dimensions, the store's two, and one that is free. */
const HEAD_BYTES = 32;
/** In the machine's byte order: another machine's file is none. */
const MAGIC = 0x4d565631;
const VERSION = 1;

/** A vector and what it is of. */
export interface Entry {
  /** 32 bits: the row's. */
  readonly hash: number;
  /** 64 bits over the words that were sent. */
  readonly digest: Digest;
  /** Its bytes, and what to multiply them by. */
  readonly bytes: Int8Array;
  readonly scale: number;
}

export type Digest = readonly [number, number];

export interface Chunk {
  /** In the cache. */
  readonly name: string;
  readonly count: number;
  readonly dimensions: number;
  readonly hashes: Uint32Array;
  readonly scales: Float32Array;
  /** Two words each. Read when they are first asked for. */
  digests(): Uint32Array;
  /** Bytes of the vectors from one up to another. Throws `io` as the file does. */
  bytes(from: number, to: number): Int8Array;
  /** Whether every byte is as it was written; reads all of it. */
  isWhole(): boolean;
  close(): void;
}

/** Vectors of one dimension, of the store with that digest. */
export function renderChunk(store: Digest, dimensions: number, entries: readonly Entry[]): Uint8Array {
  const { length: count } = entries;
  const places = placesOf(count, dimensions);
  const buffer = new ArrayBuffer(places.end);
  const head = new Uint32Array(buffer, 0, HEAD_BYTES / 4);
  head.set([MAGIC, VERSION, 0, count, dimensions, store[0], store[1]]);
  const hashes = new Uint32Array(buffer, places.hashes, count);
  const scales = new Float32Array(buffer, places.scales, count);
  const digests = new Uint32Array(buffer, places.digests, count * 2);
  const bytes = new Int8Array(buffer, places.bytes, count * dimensions);
  entries.forEach((entry, at) => {
    hashes[at] = entry.hash;
    scales[at] = entry.scale;
    digests.set(entry.digest, at * 2);
    bytes.set(entry.bytes, at * dimensions);
  });
  head[2] = sumOf(new Uint32Array(buffer));
  return new Uint8Array(buffer);
}

/** Null for a file that is none, or of another store. */
export function openChunk(name: string, file: CacheFile, store: Digest | null): Chunk | null {
  if (file.size < HEAD_BYTES) return null;
  const head = words(file, 0, HEAD_BYTES);
  const [magic, version, checksum, count = 0, dimensions = 0, high, low] = head;
  if (magic !== MAGIC || version !== VERSION || dimensions < 1 || dimensions > MOST_DIMENSIONS) return null;
  if (store !== null && (store[0] !== high || store[1] !== low)) return null;
  const places = placesOf(count, dimensions);
  if (places.end !== file.size) return null;
  const front = file.read(places.hashes, places.digests - places.hashes);
  const aligned = front.byteOffset % 4 === 0 ? front : front.slice();
  return {
    name,
    count,
    dimensions,
    hashes: new Uint32Array(aligned.buffer, aligned.byteOffset, count),
    scales: new Float32Array(aligned.buffer, aligned.byteOffset + count * 4, count),
    digests: () => words(file, places.digests, count * 8),
    bytes: (from, to) => {
      const read = file.read(places.bytes + from * dimensions, (to - from) * dimensions);
      return new Int8Array(read.buffer, read.byteOffset, read.byteLength);
    },
    isWhole: () => {
      const all = words(file, 0, file.size).slice();
      all[2] = 0;
      return sumOf(all) === checksum;
    },
    close: () => file.close(),
  };
}

/** The vectors of a chunk, with all that stands beside them, that `keeps` says yes to. */
export function entriesOf(chunk: Chunk, keeps: (hash: number, at: number) => boolean): Entry[] {
  const digests = chunk.digests();
  const bytes = chunk.bytes(0, chunk.count);
  const { dimensions } = chunk;
  const entries: Entry[] = [];
  for (let at = 0; at < chunk.count; at++) {
    const hash = chunk.hashes[at] as number;
    if (keeps(hash, at))
      entries.push({
        hash,
        digest: [digests[at * 2] as number, digests[at * 2 + 1] as number],
        scale: chunk.scales[at] as number,
        bytes: bytes.subarray(at * dimensions, (at + 1) * dimensions),
      });
  }
  return entries;
}

/** One vector of a chunk, with all that stands beside it. */
export function entryAt(chunk: Chunk, at: number): Entry {
  const digests = chunk.digests();
  return {
    hash: chunk.hashes[at] as number,
    digest: [digests[at * 2] as number, digests[at * 2 + 1] as number],
    scale: chunk.scales[at] as number,
    bytes: chunk.bytes(at, at + 1),
  };
}

export function entryOf(hash: number, digest: Digest, vector: Float32Array): Entry {
  const bytes = new Int8Array(vector.length);
  const scale = pack(vector, bytes, 0);
  return { hash, digest, bytes, scale };
}

interface Places {
  readonly hashes: number;
  readonly scales: number;
  readonly digests: number;
  readonly bytes: number;
  readonly end: number;
}

function placesOf(count: number, dimensions: number): Places {
  const scales = HEAD_BYTES + count * 4;
  const digests = scales + count * 4;
  const bytes = digests + count * 8;
  return { hashes: HEAD_BYTES, scales, digests, bytes, end: Math.ceil((bytes + count * dimensions) / 4) * 4 };
}

function words(file: CacheFile, offset: number, length: number): Uint32Array {
  const read = file.read(offset, length);
  const aligned = read.byteOffset % 4 === 0 ? read : read.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length / 4);
}

/** Notices damage, not malice. */
function sumOf(all: Uint32Array): number {
  let a = all.length | 0;
  let b = 0x811c9dc5 | 0;
  for (let at = 0; at < all.length; at++) {
    a = Math.imul(a ^ (all[at] as number), 0x9e3779b1);
    a ^= a >>> 15;
    b = (b + a) | 0;
  }
  return (a ^ b) >>> 0;
}
