// What reaches a terminal: five styles, and text without control characters.
import { own } from '../../model/controls.ts';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  red: [31, 39],
} as const;
export type Style = keyof typeof CODES;
export type Paint = (style: Style, text: string) => string;

/** Paints, or with `color` off gives the text as it is. */
export function painter(color: boolean): Paint {
  return (style, text) =>
    color ? `${own(`\u001B[${CODES[style][0]}m`)}${text}${own(`\u001B[${CODES[style][1]}m`)}` : text;
}
