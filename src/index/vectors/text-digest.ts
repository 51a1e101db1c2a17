// Sixty-four bits of a text, as two words. They tell texts apart, not malice.
import { digestOfBytes } from '../digest.ts';
import type { Digest } from './chunk.ts';

export function digestOfText(text: string): Digest {
  const digest = digestOfBytes(Buffer.from(text));
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8), 16)];
}
