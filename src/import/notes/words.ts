// The words of a line of markdown as a statement of their own: without the mark of its item, without comments, and
// with links as what a reader sees of them. Code spans stay as they are.

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;
/** An item that an outliner shows as a heading. */
const HEADING_MARK = /^#{1,6}\s+/;
const TASK = /^\[([ xX/<>?!*"ilbSIpcfkwud-])\]\s+/;
const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)$/u;
/** Nothing but a link within the notes. */
const ONLY_LINK = /^(?:\*\*|__)?(?:\[\[[^\]]*\]\]|\[[^\]]*\]\((?![a-z][a-z0-9+.-]*:)[^()\s]*\))(?:\*\*|__)?[.,;]?$/i;
/** A line of tags, or one that says where a link leads. */
const NO_WORDS = new RegExp(
  String.raw`^\s*(?:(?:<summary>[^<]*<\/summary>|<\/?(?!summary\b)[a-z][\w-]*(?:\s[^<>]*)?\/?>)\s*)+$|` +
    String.raw`^\s{0,3}\[[^\]]+\]:\s+\S+(?:\s+["'(].*)?$`,
  'i',
);
const STRUCK = /^~~(?:(?!~~).)+~~[.,;]?$/;
/** Characters; what is longer is no statement, and is not looked at. */
export const NO_STATEMENT = 20_000;
/** Stand for a code span while links are looked for; no text has them. */
const [CODE, END] = ['\u{F0000}', '\u{F0001}'];

export interface Words {
  readonly text: string;
  /** Of a checkbox; null where there is none, or one that only marks a kind of note. */
  readonly task: 'open' | 'done' | null;
  /** It leads elsewhere and says nothing itself. */
  readonly isLink: boolean;
}

/** Of an item or a paragraph of one or more lines. What is struck out has none. */
export function wordsOf(block: string): Words {
  if (block.length > NO_STATEMENT) return { text: block.trim(), task: null, isLink: false };
  const isItem = ITEM.test(block);
  const body = block
    .replace(ITEM, '')
    .split('\n')
    .filter((line) => !NO_WORDS.test(line))
    .join('\n');
  const mark = isItem ? TASK.exec(body)?.[1] : undefined;
  const words = (mark === undefined ? body : body.replace(TASK, '')).replace(isItem ? HEADING_MARK : '', '');
  const text = plainWords(words);
  return { text: STRUCK.test(text) ? '' : text, task: taskOf(mark), isLink: ONLY_LINK.test(words.trim()) };
}

function taskOf(mark: string | undefined): Words['task'] {
  if (mark === undefined) return null;
  if (/[xX]/.test(mark)) return 'done';
  return /[ /<>?-]/.test(mark) ? 'open' : null;
}

function plainWords(text: string): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ \^[A-Za-z0-9-]+$/, '');
  const codes: string[] = [];
  const bare = flat.replace(/`+[^`]*`+/g, (code) => `${CODE}${codes.push(code) - 1}${END}`);
  return withoutLinks(bare)
    .replace(/\u{F0000}(\d+)\u{F0001}/gu, (same, at: string) => codes[Number(at)] ?? same)
    .replace(/ {2,}/g, ' ')
    .trim();
}

function withoutLinks(text: string): string {
  return text
    .replace(/<!--.*?-->|%%.*?%%/g, ' ')
    .replace(/!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()\s]*\)/g, ' ')
    .replace(
      /\[\[([^\][|]+)(?:\|([^\][]+))?\]\]/g,
      (_, target: string, shown: string | undefined) =>
        shown ??
        target
          .replace(/#\^.*$/, '')
          .replaceAll('#', ' ')
          .trim(),
    )
    .replace(/(?<=^|[\s(*_])\[([^\][]+)\]\[[^\][]*\](?!\()/g, '$1')
    .replace(/\[([^\][]+)\]\(<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?: "[^"]*")?\)/g, (_, shown: string, target: string) =>
      /^[a-z][a-z0-9+.-]*:/i.test(target) && target !== shown ? `${shown} (${target})` : shown,
    );
}

/** The hashtags at the end of a text, and the text before them. */
export function takeTags(text: string): { text: string; tags: string[] } {
  const tags: string[] = [];
  if (text.length > NO_STATEMENT) return { text, tags };
  let rest = text;
  for (let match = TAG.exec(rest); match; match = TAG.exec(rest)) {
    tags.unshift(match[1] ?? '');
    rest = rest.slice(0, match.index).trimEnd();
  }
  return rest === '' ? { text, tags: [] } : { text: rest, tags };
}
