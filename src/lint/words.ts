// How findings write numbers, lists and quotations.

/** A number with its noun, such as `1 fact` or `2 facts`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The first three of a list, and how many more there are. */
export function some(items: readonly string[]): string {
  const more = items.length - 3;
  return items.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A statement in quotation marks and on one line, cut after 70 characters. */
export function quote(text: string): string {
  const flat = text.replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim();
  const points = Array.from(flat.slice(0, 200));
  return `“${points.length > 70 ? `${points.slice(0, 69).join('')}…` : flat}”`;
}
