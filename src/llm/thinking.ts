// Takes away what a model thought aloud before its answer. Pure; never touches the answer itself, whatever stands in
// it.

/** The marks between which models think, as their templates have them. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
];
const OPEN = MARKS.map(([open]) => open);
const CLOSE = MARKS.map(([, close]) => close);

/** Before the answer itself where each part of a message names its channel. */
const FINAL = '<|channel|>final<|message|>';

/**
 * The text without its thoughts: marked ones before the answer, those whose first mark the template kept for itself,
 * and those that never end, after which nothing is left. An answer begins with a brace or a fence; marks in it are its
 * own words.
 */
export function dropThinking(text: string): string {
  const final = text.lastIndexOf(FINAL);
  let rest = final === -1 ? text : (text.slice(final + FINAL.length).split('<|', 1)[0] ?? '');
  while (!/^\s*(?:\{|```)/.test(rest)) {
    const open = firstOf(OPEN, rest);
    const close = firstOf(CLOSE, rest);
    const answer = rest.indexOf('{');
    if (close !== null && (open === null || close.at < open.at)) rest = rest.slice(close.at + close.mark.length);
    else if (open !== null && (answer === -1 || open.at < answer))
      rest = rest.slice(0, open.at) + afterThought(rest.slice(open.at), open.mark);
    else break;
  }
  return rest.trim();
}

function afterThought(text: string, open: string): string {
  const close = CLOSE[OPEN.indexOf(open)] ?? '';
  const end = text.indexOf(close);
  return end === -1 ? '' : text.slice(end + close.length);
}

function firstOf(marks: readonly string[], text: string): { readonly at: number; readonly mark: string } | null {
  const found = marks.map((mark) => ({ at: text.indexOf(mark), mark })).filter(({ at }) => at !== -1);
  return found.sort((a, b) => a.at - b.at)[0] ?? null;
}
