// Reads the prose of markdown as its reader sees it: words without markup, web links, sentences. Every pattern is
// bounded, since a hostile text could otherwise keep it busy. Pure.

export interface Link {
  readonly text: string;
  /** http or https. */
  readonly address: string;
}

/** A piece of text on one line. */
export interface Inline {
  readonly words: string;
  readonly links: readonly Link[];
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)|%%[\s\S]*?%%/g;
const CODE = /(?<!`)(`{1,9})(?!`)([^`](?:.{0,500}?[^`])??)\1(?!`)/gs;
const PICTURE = /!\[[^\]]{0,300}\]\([^()]{0,800}(?:\([^()]{0,300}\)[^()]{0,300}){0,3}\)|!\[\[[^\]]{0,300}\]\]/g;
const LINK = new RegExp(
  String.raw`\[((?:\\.|[^\\\]]){0,300})\]\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|` +
    String.raw`\([^\s()]{0,300}\)){0,2000}))(?:\s{1,9}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\)))?\s{0,9}\)`,
  'g',
);
const REFERENCE = /(?<=^|[\s(*_])\[([^\][]{1,300})\]\[[^\][]{0,300}\](?!\()/g;
const WIKI = /\[\[([^\]|]{0,200})(?:\|([^\]]{0,200}))?\]\]/g;
const FOOTNOTE = /\[\^[^\]\s]{1,60}\]/g;
const ANGLE = /<(https?:\/\/[^\s<>]{1,2000})>/gi;
/** Scripts and styles with their content, up to the end of the text if never closed. */
const SCRIPT = /<(script|style)\b[^<>]{0,1000}>[\s\S]*?(?:<\/\1\s{0,9}>|$)/gi;
const TAG = /<\/?[a-z][^<>]{0,1000}>/gi;
const BARE = /https?:\/\/[^\s<>"'`）」』】]{1,2000}/gi;
const BLOCK_ID = /\s\^[A-Za-z0-9-]{1,60}$/;
const STRONG = /(\*\*|__|~~|==)(?=\S)(.{1,500}?)(?<=\S)\1/gs;
const SLANTED = /(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_]{1,500})(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Placeholder for code spans, delimited by private-use characters, so that their content is not changed. */
const HELD = /\uE000(\d+)\uE001/g;

/**
 * The words and links of a paragraph, heading or the like, without comments and pictures. `marked`: emphasis, code
 * marks and HTML stay, and the address of a link follows its words; otherwise only the words, with each web link apart.
 */
export function readInline(markdown: string, marked = false): Inline {
  const links: Link[] = [];
  const held: string[] = [];
  const hold = (text: string): string => `\uE000${held.push(text) - 1}\uE001`;
  const bare = marked ? (text: string): string => text : withoutMarks;
  let words = markdown
    .trimEnd()
    .replace(/[\uE000\uE001]/g, '')
    .replace(CODE, (span, _, code: string) => hold(marked ? span : code))
    .replace(COMMENT, ' ')
    .replace(BLOCK_ID, '');
  if (!marked) words = words.replace(SCRIPT, ' ').replace(FOOTNOTE, '');
  words = words
    .replace(PICTURE, ' ')
    .replace(
      WIKI,
      (_, target: string, alias: string | undefined) =>
        alias ?? (target.replace(/^.*\//, '').replace(/[#^].*$/, '') || target),
    )
    .replace(REFERENCE, '$1')
    .replace(LINK, (_, text: string, angle: string | undefined, plain: string | undefined) => {
      const address = angle ?? plain ?? '';
      if (/^https?:\/\//i.test(address)) links.push({ text: flat(bare(text)), address });
      return marked && /^[a-z][a-z0-9+.-]*:/i.test(address) && address !== text ? `${text} (${address})` : text;
    });
  if (!marked) words = words.replace(ANGLE, (_, address: string) => hold(address)).replace(TAG, ' ');
  words = bare(words).replace(HELD, (_, number: string) => held[Number(number)] ?? '');
  for (const [address] of words.matchAll(BARE)) {
    const whole = address.replace(/[.,;:!?)\]}。，；：！？]+$/, '');
    if (!links.some((link) => link.address === whole)) links.push({ text: whole, address: whole });
  }
  return { words: flat(words), links };
}

/** Removes emphasis marks and backslash escapes. */
function withoutMarks(text: string): string {
  return text
    .replace(STRONG, '$2')
    .replace(SLANTED, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-〟！-～]`;
const BREAK_WITHOUT_SPACE = new RegExp(String.raw`(${UNSPACED})\s*\n\s*(?=${UNSPACED})`, 'gu');

/** A text on one line. Lines in scripts without spaces are joined without one. */
export function flat(text: string): string {
  return text.replace(BREAK_WITHOUT_SPACE, '$1').replace(/\s+/g, ' ').trim();
}

/** Abbreviations and initials, whose full stop does not end a sentence. */
const SHORT = new RegExp(
  String.raw`(?:^|[\s(“"])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|no|No|Nr|vol|Vol|pp?|Fig|fig|Eq|eq|` +
    String.raw`Sec|sec|ch|al|cf|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$`,
  'u',
);
const END = /(?<![。！？｡])[。！？｡]{1,9}[”’」』）]{0,4}|(?<![.!?…])[.!?…]{1,9}["'”’»)\]*_]{0,4}(?=\s)/gu;

/** The sentences in order, trimmed; none for a blank passage. */
export function splitSentences(passage: string): string[] {
  const ends = [...passage.matchAll(END)].flatMap(({ 0: mark, index }) => {
    const end = index + mark.length;
    if (/^[。！？｡]/.test(mark)) return [end];
    // A lower-case letter continues the sentence.
    const goesOn = /^\s+\p{Ll}/u.test(passage.slice(end, end + 3));
    return goesOn || (mark === '.' && SHORT.test(passage.slice(Math.max(0, index - 12), end))) ? [] : [end];
  });
  return [0, ...ends].map((start, at) => passage.slice(start, ends[at]).trim()).filter((sentence) => sentence !== '');
}
