// The bytes of a file in the inbox as a text, or why they are none. Its name and its bytes decide; nothing in it is
// run, and no encoding is guessed.
import { createHash } from 'node:crypto';
import { isUtf16 } from '../../model/bytes.ts';

export interface SourceText {
  /** Without byte order mark, lines ended by LF. */
  readonly text: string;
  readonly isMarkdown: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const PLAIN = /\.(?:txt|text)$/i;
/** A name without an ending, such as `README`: it does not say what is in the file. */
const BARE = /(?:^|\/)[^./]+$/;

/** The name of its file without the ending of a text. */
export const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(MARKDOWN, '')
    .replace(PLAIN, '');

/** Is a file a text, by its name? What else lies in the inbox stays. */
export const isTextName = (path: string): boolean => MARKDOWN.test(path) || PLAIN.test(path) || BARE.test(path);

/** SHA-256 in hex, by which a content is known again under another name. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file; else a string that says why it is none, such as `it is empty`. */
export function decodeSource(path: string, bytes: Uint8Array): SourceText | string {
  if (isUtf16(bytes)) return 'it is UTF-16; save it as UTF-8';
  if (bytes.includes(0)) return 'it is no text, whatever its name says';
  const text = decode(bytes);
  if (text === null) return 'it is not UTF-8; save it as UTF-8';
  return text.trim() === '' ? 'it is empty' : { text, isMarkdown: MARKDOWN.test(path) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

// What a model found in a text and the text bears out. Types alone.

/** One thing that the text says. */
export interface Said {
  /** In the model's own words; null where the quote is to stand alone. */
  readonly text: string | null;
  /** Word for word from the text. */
  readonly quote: string;
}

export type Reading = readonly Said[];
