// Any text on one line of markdown, and back. Numeric character references stand for what a line
// cannot hold, `<br>` for a line break; both render as what they mean in GitHub and Obsidian.

const REFERENCE = /&#(\d{1,3});/g;
// Control characters would make git call the file binary; a reference that is in the text itself
// loses its ampersand, so that decoding cannot mistake it.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F]|&(?=#\d{1,3};)|<(?=br>)/g;

const reference = (char: string): string => `&#${char.charCodeAt(0)};`;

/** Text to one line. `unescapeLine(escapeLine(x)) === x` for any `x`. */
export function escapeLine(text: string): string {
  return mayNeedEscape(text) ? escapeUnsafe(text) : text;
}

/** By hand, since most texts hold none of it and a log has no time to make the pattern. */
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

/** One line back to text. References above 127 are left as they stand: memvault writes none. */
export function unescapeLine(line: string): string {
  if (!line.includes('&#') && !line.includes('<br>')) return line;
  return line.replaceAll('<br>', '\n').replace(REFERENCE, (whole, digits: string) => {
    const code = Number(digits);
    return code < 128 ? String.fromCharCode(code) : whole;
  });
}

/** Escapes the given characters too, wherever they stand. */
export function escapeCharacters(text: string, characters: RegExp): string {
  return text.replace(characters, reference);
}

/**
 * A name, or somebody else's words, on one line of markdown such that nothing in it is markup: no link, citation, block
 * id, tag, comment or mark of memvault's. It renders as the same words, without control characters and bidi overrides.
 */
export function escapeWords(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/(?!\s)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      // memvault scans lines for tags and comments, and a backslash before them would not stop it.
      .replace(/<(?=[!/?a-z])|&(?=#?\w{1,32};)/gi, reference)
      .replace(/\\(?=[!-/:-@[-`{-~]|$)|[[\]`^|~]|\$(?!\d)|%(?=%)|(?<=%)%|=(?==)|(?<==)=/g, '\\$&')
      .replace(/(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}&])#/gu, '\\$&')
  );
}

/** What `escapeWords` wrote, back to text. */
export function unescapeWords(line: string): string {
  return unescapeLine(line.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
