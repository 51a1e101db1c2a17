// Splits text into lines and finds code fences. Shared by everything that reads markdown line by line.

const MARK = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/** Lines without line endings; a final newline adds no empty line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return !text.includes('\r') ? lines : lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The line ending of a text: that of its first line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** What entries look like, for logs written by appending. */
export interface FenceRules {
  /** A line that starts an entry, whoever wrote it. */
  isHeader(line: string): boolean;
  /** An entry exactly as memvault writes it starts at this line. */
  isEntryAt(lines: readonly string[], index: number): boolean;
  /** A line that can end such an entry. */
  endsEntry(line: string): boolean;
}

/** For texts that nobody appends to. */
export const NO_ENTRIES: FenceRules = { isHeader: () => false, isEntryAt: () => false, endsEntry: () => false };

export interface Fence {
  /** The 0-based line of its opening mark. */
  readonly start: number;
  /** The line after it. */
  readonly end: number;
  readonly closed: boolean;
}

/**
 * The code fences of a text, in order. An unclosed fence ends before the next header. A fence that contains a memvault
 * entry counts as unclosed, because its closing mark belongs to a later fence, unless the mark is directly below such
 * an entry: then the entry is quoted. This way an append never hides what was read before.
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

/** Whether each line belongs to a code fence, including its marks. */
export function fencedLines(lines: readonly string[], rules: FenceRules = NO_ENTRIES): boolean[] {
  const fenced = new Array<boolean>(lines.length).fill(false);
  for (const { start, end } of fencesOf(lines, rules)) fenced.fill(true, start, end);
  return fenced;
}

/** The line after a fence. */
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
    // The info string of a backtick fence contains no backtick: "```js``` in one line" is a code span.
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
 * Returns the line of the next mark that can close a given one, or null. Visits each mark once per length of opening
 * mark.
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
