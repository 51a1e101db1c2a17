// A little colour for terminals: five styles, nothing else.

const CODES = { bold: [1, 22], dim: [2, 22], green: [32, 39], yellow: [33, 39], cyan: [36, 39], red: [31, 39] } as const;
export type Style = keyof typeof CODES;
export type Paint = (style: Style, text: string) => string;

/** Paints, or with `color` off gives the text as it is. */
export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001B[${CODES[style][0]}m${text}\u001B[${CODES[style][1]}m` : text);
}

/** What a terminal must not be told: control characters of a logged text become visible or vanish, and so does what turns the direction of what follows. */
export function plain(text: string): string {
  if (isHarmless(text)) return text;
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '').replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replace(/[\u0000-\u001F\u007F-\u009F]/g, ' ').toWellFormed();
}

/** Most texts are, and the patterns take longer to make than ten of them to read. */
function isHarmless(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code > 0x7e && (code < 0xa0 || (code >= 0x202a && code <= 0x2069) || (code >= 0xd800 && code < 0xe000)))) return false;
  }
  return true;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
