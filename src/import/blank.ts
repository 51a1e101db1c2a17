// Takes whole parts of a note out of it, its other lines where they were. Pure.

/** `opens` and `closes` are tested on lines; a part that is never closed stays, and all behind it. */
export function withoutParts(text: string, opens: RegExp, closes: RegExp): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!opens.test(lines[at] ?? '')) continue;
    let end = at + 1;
    while (end < lines.length && !closes.test(lines[end] ?? '')) end++;
    if (end === lines.length) break;
    lines.fill('', at, end + 1);
    at = end;
  }
  return lines.join('\n');
}
