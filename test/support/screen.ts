// What stands on a terminal in the end, lines that scrolled away included: the few movements of the cursor that prompts
// use, and nothing more. Throws at any other, so that no screen is taken for another.

/** The lines of the screen, without blanks at their ends. Colours are left out. */
export function screenOf(output: string): string {
  const lines: string[][] = [[]];
  let [row, column] = [0, 0];
  const lineAt = (at: number): string[] => {
    while (lines.length <= at) lines.push([]);
    return lines[at] ?? [];
  };
  const pattern = /\u001B\[\?\d+[hl]|\u001B\[([\d;]*)([A-Za-z])|\u001B.|[\s\S]/gu;
  for (const [all, numbers = '', command] of output.matchAll(pattern)) {
    const count = Number(numbers === '' ? 1 : numbers);
    if (command === 'm' || all.startsWith('\u001B[?')) continue;
    if (command === 'A') row = Math.max(0, row - count);
    else if (command === 'B') row += count;
    else if (command === 'C') column += count;
    else if (command === 'D') column = Math.max(0, column - count);
    else if (command === 'G') column = count - 1;
    else if (command === 'K') lineAt(row).splice(column);
    else if (command === 'J') {
      lineAt(row).splice(column);
      lines.splice(row + 1);
    } else if (all === '\n') row += 1;
    else if (all === '\r') column = 0;
    else if (all === '\b') column = Math.max(0, column - 1);
    else if (all.startsWith('\u001B')) throw new Error(`a terminal was told ${JSON.stringify(all)}`);
    else {
      const line = lineAt(row);
      while (line.length < column) line.push(' ');
      line[column] = all;
      column += 1;
    }
    lineAt(row);
  }
  return `${lines
    .map((line) => line.join('').trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}
