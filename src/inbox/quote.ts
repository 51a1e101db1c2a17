// Words of somebody else as they stand on a page of memvault's: on one line, and such that nothing in them is markup, a
// link, a tag, a footnote or a mark of memvault's. Rendered they are the same words. Pure.

/** In quotation marks. `isCut`: more followed in the text, which an ellipsis says. */
export function renderQuote(text: string, isCut = false): string {
  return `“${plainWords(text)}”${isCut ? ' …' : ''}`;
}

const reference = (char: string): string => `&#${char.codePointAt(0) ?? 0};`;

/** The words without quotation marks, for a place behind something else on the line. */
export function plainWords(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    // A backslash would not keep footnotes, HTML and memvault's own marks from being read, so their first sign becomes a reference.
    .replace(/\[(?=\^)|<(?=[!/?a-z])|&(?=#?\w{1,32};)/giu, reference)
    .replace(/\\(?=[!-/:-@[-`{-~])|[[\]`]|~~|==|%%|\$\$|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}&])#(?=[\p{L}\p{N}])/gu, (sign) => `\\${sign}`)
    // At the end of a line and behind a space it would name a block.
    .replace(/(?<=^| )\^(?=[\w-]+$)/, '\\^');
}
