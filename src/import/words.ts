// The words of a line of markdown as a statement of their own: without the mark of its item, without comments, and
// with links as what a reader sees of them. Code spans stay as they are.

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const TASK = /^\[(.)\]\s+/u;
const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)$/u;

export interface Words {
  readonly text: string;
  /** Of a checkbox; null where there is none. */
  readonly task: 'open' | 'done' | null;
}

/** Of an item or a paragraph of one or more lines. */
export function wordsOf(block: string): Words {
  const body = block.replace(ITEM, '');
  const mark = TASK.exec(body)?.[1];
  const text = plainWords(mark === undefined ? body : body.replace(TASK, ''));
  return { text, task: mark === undefined ? null : /[xX]/.test(mark) ? 'done' : 'open' };
}

function plainWords(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim().replace(/ \^[A-Za-z0-9-]+$/, '');
  return flat.split(/(`+[^`]*`+)/).map((part, at) => (at % 2 === 1 ? part : withoutLinks(part))).join('').replace(/ {2,}/g, ' ').trim();
}

function withoutLinks(text: string): string {
  return text
    .replace(/<!--.*?-->|%%.*?%%/g, ' ')
    .replace(/!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()\s]*\)/g, ' ')
    .replace(/\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g, (_, target: string, shown: string | undefined) => shown ?? target.replace(/#\^?/, ' '))
    .replace(/\[([^\][]+)\]\(<?([^()\s<>]+)>?(?: "[^"]*")?\)/g, (_, shown: string, target: string) => (/^[a-z][a-z0-9+.-]*:/i.test(target) && target !== shown ? `${shown} (${target})` : shown));
}

/** The hashtags at the end of a text, and the text before them. */
export function takeTags(text: string): { text: string; tags: string[] } {
  const tags: string[] = [];
  let rest = text;
  for (let match = TAG.exec(rest); match; match = TAG.exec(rest)) {
    tags.unshift(match[1] ?? '');
    rest = rest.slice(0, match.index).trimEnd();
  }
  return rest === '' ? { text, tags: [] } : { text: rest, tags };
}
