// All matches of one expression in one line.

/**
 * In their order. As `matchAll` gives them, without the copy that it makes of the expression each time, which costs
 * more than the look itself where lines are short. `pattern` is global and matches no empty text.
 */
export function matchesIn(line: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) found.push(match);
  return found;
}
