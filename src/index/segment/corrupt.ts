// What is thrown where the bytes of a segment cannot be what a build wrote. Says nothing to people: whoever
// opens segments builds them anew.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/index-files.ts';

export class CorruptSegment extends Error {
  constructor(what: string) {
    super(`The search index is damaged: ${what}`);
    this.name = 'CorruptSegment';
  }
}

/** Bytes of a segment's file. One that cannot be read is as good as damaged; no other `io` is. */
export function bytesOf(file: CacheFile, offset: number, length: number): Uint8Array {
  try {
    return file.read(offset, length);
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'io') throw new CorruptSegment(error.message);
    throw error;
  }
}
