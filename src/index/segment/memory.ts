// A segment that no file holds: bytes that are read as if they were one.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/index-files.ts';

/** What is read are views of `bytes`, which must not change. */
export function memoryFile(bytes: Uint8Array): CacheFile {
  return {
    size: bytes.length,
    identity: 'memory',
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > bytes.length)
        throw new MemvaultError('io', 'The bytes end before what was asked for');
      return bytes.subarray(offset, offset + length);
    },
    close() {},
  };
}
