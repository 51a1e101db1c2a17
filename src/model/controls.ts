// Characters that no name should hold and no terminal should get: control characters, line separators and what changes
// the direction of writing.

/** The inside of a character class. */
export const CONTROLS = String.raw`\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069`;

const CONTROL = new RegExp(`[${CONTROLS}]`);
/** In JSON only its own layout has line feeds. */
const ESCAPED = new RegExp(`(?!\\n)[${CONTROLS}]`, 'g');
const ALL = new RegExp(`[${CONTROLS}]`, 'g');

export const hasControls = (text: string): boolean => CONTROL.test(text);

export const withoutControls = (text: string): string => text.replace(ALL, '');

/** Controls are escaped, so a terminal may show it and a program reads the same value. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
