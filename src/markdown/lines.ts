// A text as lines, and which of them stand inside a code fence. The scanner that everything that
// reads markdown line by line shares.

const OPENING = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Lines without their line ends; a final line end adds no empty line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The line end that a text uses: that of its first line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * For each line whether it belongs to a code fence (its marks included). A fence that is never closed
 * ends before the next line for which `breaks` holds, so that an open fence cannot swallow what follows.
 */
export function fencedLines(lines: readonly string[], breaks: (line: string) => boolean = () => false): boolean[] {
  const fenced = new Array<boolean>(lines.length).fill(false);
  let i = 0;
  while (i < lines.length) {
    const open = openingOf(lines[i] ?? '');
    if (open === null) {
      i++;
      continue;
    }
    const close = closingAfter(lines, i, open);
    const end = close ?? nextBreak(lines, i + 1, breaks) - 1;
    fenced.fill(true, i, end + 1);
    i = end + 1;
  }
  return fenced;
}

function openingOf(line: string): string | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const match = OPENING.exec(line);
  const mark = match?.[1];
  if (mark === undefined) return null;
  // A back-tick fence's info string has no back-tick: "```js``` in one line" is a code span.
  return mark.startsWith('`') && (match?.[2] ?? '').includes('`') ? null : mark;
}

function closingAfter(lines: readonly string[], start: number, open: string): number | null {
  for (let i = start + 1; i < lines.length; i++) {
    const line = (lines[i] ?? '').trim();
    if (line.length >= open.length && line === (open[0] ?? '').repeat(line.length) && /^ {0,3}\S/.test(lines[i] ?? '')) return i;
  }
  return null;
}

function nextBreak(lines: readonly string[], start: number, breaks: (line: string) => boolean): number {
  for (let i = start; i < lines.length; i++) if (breaks(lines[i] ?? '')) return i;
  return lines.length;
}
