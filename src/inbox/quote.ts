// Words of somebody else's as they stand on a page of memvault's: on one line, in quotation marks, and such that nothing
// in them is markup, a link, a tag, a footnote or a mark of memvault's. Rendered they are the same words. Pure.

export function renderQuote(text: string, isCut = false): string {
  return `“${plainWords(text)}”${isCut ? ' …' : ''}`;
}

const reference = (char: string): string => `&#${char.codePointAt(0) ?? 0};`;

/** The words alone, for where they stand without quotation marks, behind something else on the line. */
export function plainWords(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    // Footnotes and memvault's own marks are known by their letters, whatever stands before these.
    .replace(/\[(?=\^)|<(?=[!/?a-z])|&(?=#?\w{1,32};)/giu, reference)
    .replace(/\\(?=[!-/:-@[-`{-~])|[[\]`]|~~|==|%%|\$\$|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}&])#(?=[\p{L}\p{N}])/gu, (sign) => `\\${sign}`)
    // A space before it would make it the name of a block, at the end of a line.
    .replace(/(?<=^| )\^(?=[\w-]+$)/, '\\^');
}
