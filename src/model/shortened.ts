// Long texts of others within our own sentences.

const MOST = 200;

/** At most 200 characters of a text, the cut marked; never half a character. */
export function shortened(text: string, most = MOST): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
