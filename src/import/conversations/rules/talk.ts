// Splits a turn into sentences that the person may have meant: without code, quoted lines, pasted output and texts that
// are handed over for work. Pure; does not judge statements.
import { LIMITS } from '../../../model/limits.ts';
import { fencedLines } from '../../../note/lines.ts';
import { either, EN, ZH } from './words.ts';

/** Lines of code, a shell, a diff, a table, a stack trace or a quotation. */
const NO_TALK = new RegExp(
  [
    String.raw`^\s*>`,
    String.raw`^\t`,
    String.raw`^ {4,}\S`,
    String.raw`^\s*[$%#|+@]`,
    String.raw`^\s*-{2,}`,
    String.raw`^\s*at \S+ \(`,
    String.raw`^\s*(?:const|let|var|import|export|function|def|class|return|public|private|from \S+ import|npm|` +
      String.raw`pnpm|git|SELECT|INSERT) \S+.*[({;=]`,
    String.raw`^.*[{};]\s*$`,
    String.raw`^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d`,
    String.raw`^\s*\[?(?:INFO|WARN|ERROR|DEBUG|TRACE)\b`,
    String.raw`^\s*<\/?[\w-]+[^<>]*>`,
  ].join('|'),
  'u',
);
/** Announces somebody's text to work on, or a role to play. */
const HANDED = either(String.raw`\b{handed}\b`, '{handed}|{handedText}');
/** Announces a list about oneself, not another's text. */
const OF_ONESELF = either(String.raw`\b{ofOneself}\b`, '{ofOneself}');
const JOKE = either(String.raw`\b{joke}\b`, '{joke}');
const LAUGHED = either(String.raw`\b{laughed}\b`, '{laughed}');
const MAIL_HEAD = new RegExp(
  String.raw`^[\s>*_]*(?:${EN.source('{mailHead}')}|${ZH.source('{mailHead}')})[*_]*\s?[:：]`,
  'iu',
);
const STAGE = /\[[^\]\n]{0,300}\](?!\()|<[^<>\n]{0,200}>|https?:\/\/\S+/gu;
/** A Chinese full stop always ends a sentence; an English one may be part of a number or a name. */
const END = new RegExp(
  String.raw`[.!?…]*[。！？][.!?…。！？]*["'”’)\]]*|[.!?…]+["'”’)\]]*(?=\s|$|[\p{Script=Han}「“])|` +
    String.raw`[\p{Extended_Pictographic}\u{FE0F}]+|\n+`,
  'gu',
);
const SHORT = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|approx|No|[A-Z])\.$/u;
const LONGEST = 600;

/** The sentences of a turn, in order and as said; none if the turn jokes or hands over a text. */
export function sentencesOf(text: string): string[] {
  if (JOKE.test(text)) return [];
  const talk = aboveMail(outsideFences(text))
    .filter((line) => line.length <= LIMITS.line && !NO_TALK.test(line))
    .join('\n')
    .replace(STAGE, '\n');
  const sentences: string[] = [];
  for (const sentence of cut(talk)) {
    // The rest may be another's text.
    if (HANDED.test(sentence) || (/[:：]$/u.test(sentence) && !OF_ONESELF.test(sentence))) break;
    if (sentence.length <= LONGEST && !LAUGHED.test(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** Text below a mail header is quoted. A single header line does not count. */
function aboveMail(lines: readonly string[]): readonly string[] {
  const head = lines.findIndex(
    (line, at) => MAIL_HEAD.test(line) && lines.slice(at + 1, at + 3).some((next) => MAIL_HEAD.test(next)),
  );
  return head < 0 ? lines : lines.slice(0, head);
}

/** The lines outside code blocks; an unclosed block extends to the end. */
function outsideFences(text: string): string[] {
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  return lines.map((line, at) => (fenced[at] ? '' : line));
}

function cut(talk: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    const sentence = talk
      .slice(start, end)
      .trim()
      .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '');
    if (sentence !== '') sentences.push(sentence);
    start = end;
  };
  for (const match of talk.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && SHORT.test(talk.slice(Math.max(start, end - 12), end))) continue;
    take(end);
  }
  take(talk.length);
  return sentences;
}

const SPOKEN = new RegExp(
  `["“「『][^"”」』]*(?:[.!?。！？,，]|${EN.source(String.raw`\b{speakers}\b`)}|${ZH.source('{speakers}')})[^"”」』]*["”」』]`,
  'u',
);
const REPORT = either(String.raw`\b{reports}\b`, '{others}们?{reports}');
const MOCKED = either(String.raw`\b{sarcasm}`, '{sarcasm}');

/** Words of another person or not meant: a quotation, a report, irony. */
export function isQuoted(sentence: string): boolean {
  return (
    SPOKEN.test(sentence) ||
    REPORT.test(sentence) ||
    MOCKED.test(sentence) ||
    /^["“「『'‘].*["”」』'’][.!?。！？]?$/u.test(sentence)
  );
}

const HAN = /\p{Script=Han}/u;
/** English with Chinese names: "I live in 杭州 with my wife". */
const ENGLISH_FIRST = /^(?:[\p{Script=Latin}'’]+[ ,]+){0,6}(?:I|[Mm]y|[Ww]e|[Oo]ur)(?:['’]\p{Ll}+)? /u;
const CHINESE_WORDS = /[我你的了是也和在有吗]/u;

/** Whether the sentence is Chinese, not English with Chinese names. */
export function isChinese(sentence: string): boolean {
  return HAN.test(sentence) && (!ENGLISH_FIRST.test(sentence) || CHINESE_WORDS.test(sentence));
}

/** A question after a statement: "I'm vegan, what can I cook?" */
const ASKS = either('{asksEnd}', '{asksEnd}');
const STATES = new RegExp(`${EN.source('{statesFirst}')}|^我`, 'iu');

/** The stating part of a sentence: all of it, the part before its question, or nothing. */
export function statedPart(sentence: string): string {
  if (!/[?？]["'”’)\]]*$/u.test(sentence)) return sentence;
  const stated = sentence.replace(ASKS, '');
  return stated === sentence || !STATES.test(stated) ? '' : stated;
}
