// Encodes any text on one line of markdown, and decodes it. Characters that a line cannot contain become numeric
// references and line breaks become `<br>`; both render correctly in GitHub and Obsidian.

const REFERENCE = /&#(\d{1,3});/g;
// Control characters would make git treat the file as binary; a reference in the text itself loses its ampersand, so
// that decoding is unambiguous.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F]|&(?=#\d{1,3};)|<(?=br>)/g;

const reference = (char: string): string => `&#${char.charCodeAt(0)};`;

/** Encodes a text. `unescapeLine(escapeLine(x)) === x` for any `x`. */
export function escapeLine(text: string): string {
  return mayNeedEscape(text) ? escapeUnsafe(text) : text;
}

/** A hand-written loop, because most texts need no escape and `log` has no time to compile the regular expression. */
function mayNeedEscape(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 127 || code === 38 || code === 60) return true;
  }
  return false;
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, reference).replaceAll('\n', '<br>');
}

/** Decodes a line. References above 127 are kept: memvault never writes any. */
export function unescapeLine(line: string): string {
  if (!line.includes('&#') && !line.includes('<br>')) return line;
  return line.replaceAll('<br>', '\n').replace(REFERENCE, (whole, digits: string) => {
    const code = Number(digits);
    return code < 128 ? String.fromCharCode(code) : whole;
  });
}

/** Also escapes the given characters everywhere. */
export function escapeCharacters(text: string, characters: RegExp): string {
  return text.replace(characters, reference);
}

/**
 * Renders a name or someone else's words on one line of markdown so that nothing in it is markup: no link, citation,
 * block id, tag, comment or memvault marker. It renders as the same words, without control characters and bidirectional
 * overrides.
 */
export function escapeWords(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/(?!\s)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      // memvault scans lines for tags and comments, and ignores a backslash before them.
      .replace(/<(?=[!/?a-z])|&(?=#?\w{1,32};)/gi, reference)
      .replace(/\\(?=[!-/:-@[-`{-~]|$)|[[\]`^|~]|\$(?!\d)|%(?=%)|(?<=%)%|=(?==)|(?<==)=/g, '\\$&')
      .replace(/(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}&])#/gu, '\\$&')
  );
}

/** Decodes the result of `escapeWords`. */
export function unescapeWords(line: string): string {
  return unescapeLine(line.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
