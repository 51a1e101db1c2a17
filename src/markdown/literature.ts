// How a literature page says which text it was made of: a line of its front matter. Pure.

/** Of the bytes of the text: SHA-256, in hexadecimal digits. Null for any other page. */
export function sourceDigestOf(text: string): string | null {
  if (!text.startsWith('---')) return null;
  const end = text.indexOf('\n---', 3);
  if (end < 0) return null;
  return /^source_digest: ([0-9a-f]{64})\r?$/m.exec(text.slice(0, end))?.[1] ?? null;
}
