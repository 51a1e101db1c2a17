// Checks on text from a model: plain text, quotes that occur verbatim in what it read, and instructions to an
// assistant.
import { languageOf } from './event-time.ts';

/** Characters with a meaning in markdown, HTML or Obsidian. */
const MARKS = /[`*_~<>[\]{}|#^$\\=]|%%|--|!\[|\p{Extended_Pictographic}/gu;
/** Control characters, line ends, and invisible characters. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
/** The start of a line that is not plain text. */
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

/** True if the text has more marks than the words that it stands for, a line end, or invisible characters. */
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

/** True if the text uses letters of a script that the other does not. */
export function isOtherScript(text: string, beside: string): boolean {
  return (
    KNOWN.some((script) => script.test(text) && !script.test(beside)) ||
    (LETTER_OF_NO_KNOWN.test(text) && !LETTER_OF_NO_KNOWN.test(beside))
  );
}

/** Characters that models replace, each with one character. */
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
/** A grapheme: a character with its combining marks. */
const CLUSTER = /\s+|[\s\S]\p{M}*/gu;

export interface QuoteLength {
  /** Minimum length in letters; anything shorter occurs in any text. */
  readonly least: number;
  /** The same for scripts without spaces. */
  readonly leastUnspaced: number;
  readonly most: number;
}

interface FoundQuote {
  /** Index of the passage that contains it. */
  readonly passage: number;
  /** As written there. */
  readonly quote: string;
}

/**
 * Returns a function that finds words verbatim within one passage, ignoring white space and Unicode forms. It returns
 * null if they do not occur, cut a word in half, or are too short or too long for a quote.
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
        // Not in the middle of a character that was folded into several.
        if (!standsAlone(text, at, end) || starts[at] === starts[at - 1] || starts[end] === starts[end - 1]) continue;
        return { passage, quote: (passages[passage] ?? '').slice(starts[at], starts[end]).trimEnd() };
      }
    }
    return null;
  };
}

interface Folded {
  readonly text: string;
  /** For each folded character its offset in the original; one more for the end. */
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

/** A quote must start and end at word boundaries. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isInWord = (at: number): boolean =>
    /^[\p{L}\p{M}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1)) && !UNSPACED.test(text.slice(at - 1, at + 1));
  return (start === 0 || !isInWord(start)) && (end === text.length || !isInWord(end));
}

const TO_ASSISTANT =
  String.raw`^\W*(?:(?:please|now|also|hey|hi|ok|okay|and|then|from now on|assistant|dear assistant|` +
  String.raw`ai)[\s,:!-]+)*`;
/**
 * Sentences that are themselves orders to an assistant. People may write that they hate rules, or write about prompts.
 */
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

/** True if a sentence on its own is an order to an assistant. */
export const isAssistantOrder = (sentence: string): boolean => ORDERS.some((order) => order.test(sentence));

/** Beginnings of sentences that tell the reader to do something or address them, in several languages. */
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

/** True if a sentence instructs or addresses its reader, unless one of the other texts does too. */
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
