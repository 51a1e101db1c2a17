// The hashtags in a passage.

const PLAIN = /(?<=^|\s)#([\w/-]*[A-Za-z_][\w/-]*)/g;

/** In their order, each once, without the `#`. */
export function hashtagsIn(text: string): string[] {
  if (!text.includes('#')) return [];
  // The classes of Unicode take half a millisecond to make: not before somebody needs them.
  const pattern = /[^\x00-\x7F]/.test(text) ? /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu : PLAIN;
  return [...new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))];
}
