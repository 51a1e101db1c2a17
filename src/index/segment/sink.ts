// Bytes that are written one after another, and numbers in seven bits a byte, low ones first.
import { CorruptSegment } from './format.ts';

export interface Sink {
  bytes: Uint8Array;
  length: number;
}

export const emptySink = (): Sink => ({ bytes: new Uint8Array(1024), length: 0 });

/** What was written, as a copy. */
export const takeSink = (sink: Sink): Uint8Array => sink.bytes.slice(0, sink.length);

function reserve(sink: Sink, more: number): void {
  if (sink.length + more <= sink.bytes.length) return;
  const bytes = new Uint8Array(Math.max(sink.bytes.length * 2, sink.length + more));
  bytes.set(sink.bytes.subarray(0, sink.length));
  sink.bytes = bytes;
}

/** Whole numbers from 0 to 2 ** 32 - 1. */
export function putVarint(sink: Sink, value: number): void {
  if (sink.length + 5 > sink.bytes.length) reserve(sink, 5);
  let left = value;
  while (left > 127) {
    sink.bytes[sink.length++] = (left & 127) | 128;
    left = Math.floor(left / 128);
  }
  sink.bytes[sink.length++] = left;
}

export function putBytes(sink: Sink, bytes: Uint8Array): void {
  reserve(sink, bytes.length);
  sink.bytes.set(bytes, sink.length);
  sink.length += bytes.length;
}

/** Bytes that are read one after another. */
export interface Spring {
  readonly bytes: Uint8Array;
  at: number;
}

export function takeVarint(spring: Spring): number {
  let byte = spring.bytes[spring.at++] ?? -1;
  if (byte >= 0 && byte < 128) return byte;
  let value = byte & 127;
  for (let scale = 128; byte > 127; scale *= 128) {
    byte = spring.bytes[spring.at++] ?? -1;
    value += (byte & 127) * scale;
  }
  if (byte < 0 || value >= 2 ** 32) throw new CorruptSegment('a number ends in the middle');
  return value;
}
