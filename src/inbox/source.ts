// The bytes of a file of the inbox to a text, or why there is none. What it is called and what is in it decide; nothing of
// it is run, and no encoding is guessed.
import { isUtf16 } from '../markdown/bytes.ts';

export interface SourceText {
  /** Without byte order mark, lines ended by LF. */
  readonly text: string;
  readonly isMarkdown: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const PLAIN = /\.(?:txt|text)$/i;
/** `README`, `notes`: a name without an ending says nothing. */
const BARE = /(?:^|\/)[^./]+$/;

/** The name of its file without the ending of a text. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(MARKDOWN, '').replace(PLAIN, '');

/** Is a text meant, by its name? What else lies in the inbox goes where the user says, or stays. */
export const isTextName = (path: string): boolean => MARKDOWN.test(path) || PLAIN.test(path) || BARE.test(path);

/** Without an ending in its name it must look like a text, too. */
export const isBareName = (path: string): boolean => BARE.test(path);

/** A text says why it is none, as the end of a sentence. */
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
