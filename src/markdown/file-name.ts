// A title as a file name that every system takes: Linux, macOS, Windows, a git checkout, an Obsidian link.

/** In no name. */
export const FORBIDDEN = /[/\\:*?"<>|#^[\]`\u0000-\u001F\u007F\u2028\u2029]+/g;
/** Seen by nobody, so that two names would look alike: soft hyphens, marks of direction, zero widths. */
export const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069]+/g;
/** Devices of Windows, whatever ending they have. */
export const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MAX_BYTES = 120;

/** A name without ending; never empty, never hidden, never a step upward. */
export function toFileName(title: string): string {
  const flat = title
    .normalize('NFC')
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .replace(FORBIDDEN, '-');
  let name = flat.slice(0, MAX_BYTES).toWellFormed();
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('');
  name = name.replace(/^[.\s-]+|[.\s-]+$/g, '');
  return name === '' ? 'Unnamed' : name.replace(RESERVED, '$1-');
}

/** The first letter in upper case, the rest as it is. */
export function toTitle(text: string): string {
  const [first = '', ...rest] = [...text.trim()];
  return first.toUpperCase() + rest.join('');
}
