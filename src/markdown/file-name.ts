// A title as a file name that every system takes: Linux, macOS, Windows, a git checkout, an Obsidian link.

const FORBIDDEN = /[/\\:*?"<>|#^[\]`\u0000-\u001F\u007F\u2028\u2029]+/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_BYTES = 120;

/** A name without ending; never empty, never hidden, never a step upward. */
export function toFileName(title: string): string {
  let name = title.normalize('NFC').toWellFormed().replace(FORBIDDEN, '-').replace(/\s+/g, ' ');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('');
  name = name.replace(/^[.\s-]+|[.\s-]+$/g, '');
  if (name === '') return 'Unnamed';
  return RESERVED.test(name) ? `${name}-` : name;
}

/** The first letter in upper case, the rest as it is. */
export function toTitle(text: string): string {
  const [first = '', ...rest] = [...text.trim()];
  return first.toUpperCase() + rest.join('');
}
