// "May" is a month where a month can stand; everywhere else it says nothing.

const BEFORE = new RegExp(
  String.raw`(?:\b(?:in|of|since|until|till|by|last|next|this|during|from|before|after|between|early|mid|late|` +
    String.raw`around|for|and)|\d|[,–-])\s*$`,
  'i',
);
const AFTER = /^\s*,?\s*\d/;

/** Is the "May" at this offset of the text the month? */
export function isMonthMay(text: string, start: number): boolean {
  return BEFORE.test(text.slice(Math.max(0, start - 12), start)) || AFTER.test(text.slice(start + 3, start + 7));
}
