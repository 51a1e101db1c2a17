// The hashtags in a passage.

const PLAIN = /(?<=^|\s)#([\w/-]*[A-Za-z_][\w/-]*)/g;
const ANY = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

/** In their order, each once, without the `#`. */
export function hashtagsIn(text: string): string[] {
  if (!text.includes('#')) return [];
  // The classes of Unicode take a millisecond to compile.
  const pattern = /[^\x00-\x7F]/.test(text) ? ANY : PLAIN;
  return [...new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))];
}
