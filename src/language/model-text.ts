// What words of a model are checked for: plain text, quotes that stand word for word in what it read, and orders to
// an assistant.
import { languageOf } from './past-markers.ts';

/** What markdown, HTML or Obsidian could take for more than words. */
const MARKS = /[`*_~<>[\]{}|#^$\\=]|%%|--|!\[|\p{Extended_Pictographic}/gu;
/** Control characters, line ends, and what nobody sees. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
/** How a line begins that is no plain text. */
const BLOCK_START = /^(?:[-+>]|\d{1,9}[.)]\s|:{3}|https?:\/\/\S+$)/u;
const SCRIPTS = [
  'Latin',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
].map((script) => `\\p{Script=${script}}`);
const KNOWN = SCRIPTS.map((script) => new RegExp(script, 'u'));
const LETTER_OF_NO_KNOWN = new RegExp(`[^${SCRIPTS.join('')}\\P{L}]`, 'u');

/** More marks than the words it stands for have, a line end, or what nobody sees. */
export function isMarkedUp(text: string, beside: string): boolean {
  if (UNSEEN.test(text) || !text.isWellFormed() || (BLOCK_START.test(text) && !BLOCK_START.test(beside))) return true;
  const own = marksOf(beside);
  return [...marksOf(text)].some(([mark, count]) => count > (own.get(mark) ?? 0));
}

function marksOf(text: string): Map<string, number> {
  const marks = new Map<string, number>();
  for (const [mark] of text.matchAll(MARKS)) marks.set(mark, (marks.get(mark) ?? 0) + 1);
  return marks;
}

/** Does it use letters of a script that the other does not? */
export function isOtherScript(text: string, beside: string): boolean {
  return (
    KNOWN.some((script) => script.test(text) && !script.test(beside)) ||
    (LETTER_OF_NO_KNOWN.test(text) && !LETTER_OF_NO_KNOWN.test(beside))
  );
}

/** Signs that a model writes in another way, each for one. */
const SIGNS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
};
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What one sees as a letter: with the marks above and below it. */
const CLUSTER = /\s+|[\s\S]\p{M}*/gu;

export interface QuoteLength {
  /** Letters; fewer are in any text. */
  readonly least: number;
  /** The same in scripts that put no blank between words. */
  readonly leastUnspaced: number;
  readonly most: number;
}

export interface FoundQuote {
  /** Which of the passages has it. */
  readonly passage: number;
  /** As it stands there. */
  readonly quote: string;
}

/**
 * Finds words in passages, in one of them each: white space and Unicode forms aside, letter by letter. Null where they
 * are not there, are half a word, or are too few or too many to be a quote.
 */
export function makeFindQuote(
  passages: readonly string[],
  { least, leastUnspaced, most }: QuoteLength,
): (words: string) => FoundQuote | null {
  const hays = passages.map(fold);
  return (words) => {
    const bare = words
      .trim()
      .replace(/^["“„«](?=[^"”“»]*["”“»]?$)|["”“»]$/g, '')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim();
    const wanted = fold(bare).text;
    if (wanted.length > most || wanted.length < (UNSPACED.test(wanted) ? leastUnspaced : least)) return null;
    for (const [passage, { text, starts }] of hays.entries()) {
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        const end = at + wanted.length;
        // Not in the midst of a letter that became several.
        if (!standsAlone(text, at, end) || starts[at] === starts[at - 1] || starts[end] === starts[end - 1]) continue;
        return { passage, quote: (passages[passage] ?? '').slice(starts[at], starts[end]).trimEnd() };
      }
    }
    return null;
  };
}

interface Folded {
  readonly text: string;
  /** For each letter of it where in the original that one begins; one more for the end. */
  readonly starts: readonly number[];
}

function fold(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const folded = /^\s/.test(cluster) ? ' ' : (SIGNS[cluster] ?? cluster.normalize('NFKC'));
    text += folded;
    for (let at = 0; at < folded.length; at++) starts.push(index);
  }
  starts.push(original.length);
  return { text, starts };
}

/** Half a word is no quote. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isInWord = (at: number): boolean =>
    /^[\p{L}\p{M}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1)) && !UNSPACED.test(text.slice(at - 1, at + 1));
  return (start === 0 || !isInWord(start)) && (end === text.length || !isInWord(end));
}

const TO_ASSISTANT =
  String.raw`^\W*(?:(?:please|now|also|hey|hi|ok|okay|and|then|from now on|assistant|dear assistant|` +
  String.raw`ai)[\s,:!-]+)*`;
/** Sentences that are themselves an order to an assistant; people may hate rules, and write of prompts. */
const ORDERS = [
  new RegExp(
    String.raw`${TO_ASSISTANT}(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|these|those|of|` +
      String.raw`previous|above|earlier|prior|other|system)\s+)*(?:(?:previous|above|earlier|prior)\s+messages|` +
      String.raw`your\s+(?:rules|guidelines|training)|(?:(?:previous|above|earlier|prior)\s+rules)|instructions?|` +
      String.raw`prompts?)(?=\W*$|[,;:]|\s+(?:and|above|you were given|given above|so far)\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`${TO_ASSISTANT}(?:reveal|print|show|repeat|output|leak)\s+(?:me\s+)?(?:(?:all|of|the|your|whole|` +
      String.raw`full|hidden)\s+)*system prompt\W*$`,
    'iu',
  ),
  new RegExp(String.raw`${TO_ASSISTANT}you are now in \S+ mode\W*$`, 'iu'),
];

/** Is a sentence by itself an order to an assistant? */
export const isAssistantOrder = (sentence: string): boolean => ORDERS.some((order) => order.test(sentence));

/** How a sentence begins that tells its reader to do something, and how one speaks to them, in several languages. */
const INSTRUCTIONS = [
  new RegExp(
    String.raw`^(?:please|always|never|remember|don['’]t|do not|make sure|be sure|ensure|ignore|disregard|forget|` +
      String.raw`answer|reply|respond|tell|ask|send|delete|remove|run|execute|follow|visit|click|write|use|` +
      String.raw`call|note that|treat|assume|pretend|act as|keep in mind|avoid|stop)` +
      String.raw`(?:\s+(?!(?:is|are|was|were|has|have|had|of|and|or|in|on)\b)|[:,])`,
    'iu',
  ),
  new RegExp(
    '^(?:bitte|ignoriere|vergiss|antworte|denke? daran|beachte|merke? dir|nutze|verwende|lösche|sende|veuillez|' +
      "ignore[zr]|oublie[zr]?|réponds|répondez|n['’]oublie|por favor|ignora|olvida|responde|recuerda|usa|envía|borra)" +
      String.raw`(?![\p{L}\p{N}])`,
    'iu',
  ),
  /^(?:请|請|务必|不要|别|記得|记得|必须|忽略|忘记|切勿|一定要|千万|始终|永远|总是|回答|回复)/u,
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:assistants?|ai|the reader|the model|readers)\s+` +
      String.raw`(?:must|should|shall|has to|have to|needs? to|will|is to|are to)(?![\p{L}\p{N}])`,
    'iu',
  ),
  /助手(?:必须|应该|应当|需要|要|请|不得)/u,
];
const SPOKEN_TO = /(?<![\p{L}\p{N}])(?:you|your|yours|yourself|vous|votre|usted|ustedes|tú)(?![\p{L}\p{N}])|[你您]/iu;
const GERMAN_SPOKEN_TO = /(?<![\p{L}\p{N}])(?:du|dich|dir|dein(?:e[nmrs]?)?)(?![\p{L}\p{N}])/iu;

/** Does a sentence tell its reader what to do, or speak to them, where none of these texts does? */
export function isInstruction(sentence: string, beside: readonly string[]): boolean {
  const bare = sentence.trim();
  if (
    isAssistantOrder(bare) ||
    ORDERS.some((order) => bare.split(/[.!?;:。！？；：]\s*/u).some((part) => order.test(part)))
  )
    return true;
  const isOne = (text: string): boolean => INSTRUCTIONS.some((pattern) => pattern.test(text.trim()));
  if (
    bare.split(/[.!?。！？]\s+|[。！？]/u).some(isOne) &&
    !beside.some((text) => text.split(/[.;:!?。]\s*/u).some(isOne))
  )
    return true;
  const speaks = (text: string): boolean =>
    SPOKEN_TO.test(text) || (languageOf(text) === 'de' && GERMAN_SPOKEN_TO.test(text));
  return speaks(bare) && !beside.some(speaks);
}
