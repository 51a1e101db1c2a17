// A text as lines, and which of them stand inside a code fence. The scanner that everything that
// reads markdown line by line shares.

const MARK = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/** Lines without their line ends; a final line end adds no empty line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return !text.includes('\r') ? lines : lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The line end that a text uses: that of its first line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** What a log's own entries look like, for logs that are written by appending. */
export interface FenceRules {
  /** A line that begins an entry of any hand. */
  isHeader(line: string): boolean;
  /** An entry exactly as memvault writes it begins at this line. */
  isEntryAt(lines: readonly string[], index: number): boolean;
  /** A line that such an entry can end with. */
  endsEntry(line: string): boolean;
}

/** Of a text that nobody appends to. */
export const NO_ENTRIES: FenceRules = { isHeader: () => false, isEntryAt: () => false, endsEntry: () => false };

export interface Fence {
  /** Its opening mark, a 0-based line. */
  readonly start: number;
  /** First line behind it. */
  readonly end: number;
  readonly closed: boolean;
}

/**
 * The code fences of a text, in their order. A fence that is never closed ends before the next header. A fence that
 * holds an entry of memvault's counts as never closed, since its mark is that of a later fence, unless the mark stands
 * right below such an entry: then the entry is quoted. So what is appended later does not hide what was read before.
 */
export function fencesOf(lines: readonly string[], rules: FenceRules): Fence[] {
  const fences: Fence[] = [];
  const marks = fenceMarks(lines);
  const closing = closingMarks(marks);
  marks.forEach((mark, index) => {
    if (mark.line < (fences.at(-1)?.end ?? 0) || !mark.opens) return;
    const close = closing(index);
    const end = endOfFence(lines, mark.line, close, rules);
    fences.push({ start: mark.line, end, closed: close !== null && end === close + 1 });
  });
  return fences;
}

/** For each line whether it belongs to a code fence, its marks included. */
export function fencedLines(lines: readonly string[], rules: FenceRules = NO_ENTRIES): boolean[] {
  const fenced = new Array<boolean>(lines.length).fill(false);
  for (const { start, end } of fencesOf(lines, rules)) fenced.fill(true, start, end);
  return fenced;
}

/** First line behind a fence. */
function endOfFence(lines: readonly string[], open: number, close: number | null, rules: FenceRules): number {
  if (close !== null && rules.endsEntry(lines[close - 1] ?? '')) return close + 1;
  const last = close ?? lines.length;
  for (let i = open + 1; i < last; i++) {
    const line = lines[i] ?? '';
    if (close === null ? rules.isHeader(line) : rules.isEntryAt(lines, i)) return i;
  }
  return close === null ? lines.length : close + 1;
}

interface FenceMark {
  readonly line: number;
  readonly char: string;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

function fenceMarks(lines: readonly string[]): FenceMark[] {
  const marks: FenceMark[] = [];
  lines.forEach((line, index) => {
    if (!line.includes('```') && !line.includes('~~~')) return;
    const match = MARK.exec(line);
    const [mark, info] = [match?.[1], match?.[2] ?? ''];
    if (mark === undefined) return;
    const char = mark[0] ?? '';
    // A back-tick fence's info string has no back-tick: "```js``` in one line" is a code span.
    marks.push({
      line: index,
      char,
      length: mark.length,
      opens: char === '~' || !info.includes('`'),
      closes: info.trim() === '',
    });
  });
  return marks;
}

/**
 * Gives for a mark the line of the next that can close it, or null. Looks at each mark once for each length of opening.
 */
function closingMarks(marks: readonly FenceMark[]): (index: number) => number | null {
  const known = new Map<string, number>();
  return (index) => {
    const open = marks[index];
    if (!open) return null;
    const key = `${open.char}${open.length}`;
    let at = known.get(key) ?? 0;
    if (at <= index) {
      at = index + 1;
      for (
        let mark = marks[at];
        mark && !(mark.closes && mark.char === open.char && mark.length >= open.length);
        mark = marks[at]
      )
        at++;
      known.set(key, at);
    }
    return marks[at]?.line ?? null;
  };
}
