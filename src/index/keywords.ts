// The exact words that documents are filtered by, such as `tag:ui`: how they are written, for whoever indexes and
// whoever asks.

/**
 * `kind` is the fact's field of that name; `field` takes `name=value`; `logged` a day on which one of several facts was
 * logged, `replaces` a fact that another one on no page supersedes.
 */
export type KeywordOf = 'tag' | 'category' | 'project' | 'kind' | 'person' | 'entity' | 'field' | 'logged' | 'replaces';

/** One exact word: in lower case, white space collapsed, accents composed. */
export function keyword(of: KeywordOf, value: string): string {
  const plain = value.trim().toLowerCase();
  // Nearly all are one word of plain letters.
  return `${of}:${isPlainWord(plain) ? plain : plain.normalize('NFC').replace(/\s+/g, ' ')}`;
}

/** By hand: a search asks it of a few words, and to make a pattern takes longer. */
function isPlainWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x21 || code > 0x7e) return false;
  }
  return true;
}
