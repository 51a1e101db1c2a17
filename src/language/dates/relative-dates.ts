// Relative dates get their absolute date beside them: "yesterday" becomes "yesterday (2023-05-07)".
// Only inserts; every other character stays. Where the meaning is in doubt it inserts nothing.
import { addDays, isDay } from '../../model/day.ts';
import { dayAway, mondayOf, monthLabel, yearLabel, yearOf } from './calendar.ts';
import { type DatePhrase, englishDatePhrases } from './date-phrases.ts';

// Chinese words that mean a date as seen from a day. A match counts only where it begins and ends with
// words: 聪明天才 holds no 明天. Knows nothing of markdown and inserts nothing.

const CHINESE_TRIGGER = /[昨今明前后後去上下这這本][天日晚早夜年周週星礼禮月个個]|[天周週期拜月年]之?前/;
const PART = '(?:早上|上午|中午|下午|晚上|夜里|凌晨|早|晚)?';
const WEEK = '[个個]?(?:周|週|星期|礼拜|禮拜)';
const DIGITS = '零一二三四五六七八九';

interface Rule {
  pattern: RegExp;
  resolve: (groups: Record<string, string | undefined>, day: string) => string | null;
  /** The match must end with a word too: 前天线 holds no 前天. Else it is enough that it begins with one. */
  whole?: true;
}

const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<word>大[前后後][天日]|[昨今明][天日])${PART}|(?<short>[昨今明][晚早夜])`, 'gu'),
    resolve: dayWord,
  },
  { pattern: new RegExp(`(?<word>[前后後]天)${PART}`, 'gu'), resolve: dayWord, whole: true },
  { pattern: /(?<word>[去今明]年)/gu, resolve: yearWord },
  { pattern: /(?<word>[前后後]年)/gu, resolve: yearWord, whole: true },
  {
    pattern: new RegExp(`(?<turn>上|这|這|本|下)${WEEK}(?<weekday>[一二三四五六日天末])?${PART}`, 'gu'),
    resolve: weekWord,
    whole: true,
  },
  { pattern: /(?<turn>[上这這下][个個]|本)月/gu, resolve: ({ turn = '' }, day) => monthLabel(day, turnStep(turn)) },
  {
    pattern:
      /(?<![第每\d.几幾半多数數])(?<count>\d{1,3}|[一二两兩三四五六七八九十]{1,3})(?<unit>天|周|週|[个個]?星期|[个個]月|年)(?:之前|前(?![往后後夕提进進沿]))/gu,
    resolve: spanBefore,
  },
];

const DAYS_AWAY: Record<string, number> = { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 };
const YEARS: Record<string, number> = { 前: -2, 去: -1, 今: 0, 明: 1, 后: 2, 後: 2 };

/** To make one takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** Every phrase that is surely a date as seen from `day`, in no order; phrases may overlap. */
function chineseDatePhrases(text: string, day: string): DatePhrase[] {
  if (!CHINESE_TRIGGER.test(text)) return [];
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words = segmenter;
  const phrases: DatePhrase[] = [];
  for (const { pattern, resolve, whole } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const edges = wordEdges(words, text, match.index, end);
      if (!edges.has(match.index) || (whole && !edges.has(end))) continue;
      const label = resolve(match.groups ?? {}, day);
      if (label !== null) phrases.push({ start: match.index, end, label });
    }
  }
  return phrases;
}

/** Where words begin near a match; a few characters around it decide, so that a long text stays linear. */
function wordEdges(words: Intl.Segmenter, text: string, start: number, end: number): Set<number> {
  const from = Math.max(0, start - 10);
  const near = text.slice(from, end + 10);
  return new Set([from + near.length, ...Array.from(words.segment(near), ({ index }) => from + index)]);
}

function yearWord({ word = '' }: Record<string, string | undefined>, day: string): string {
  return yearLabel(yearOf(day) + (YEARS[word[0] ?? ''] ?? 0));
}

function turnStep(turn: string): number {
  return { 上: -1, 下: 1 }[turn[0] ?? ''] ?? 0;
}

function dayWord({ word, short }: Record<string, string | undefined>, day: string): string {
  const plain = (word ?? short ?? '').replace('後', '后');
  return addDays(day, DAYS_AWAY[plain.slice(0, plain.startsWith('大') ? 2 : 1)] ?? 0);
}

/** A week runs from Monday to Sunday. */
function weekWord({ turn = '', weekday }: Record<string, string | undefined>, day: string): string | null {
  const monday = addDays(mondayOf(day), 7 * turnStep(turn));
  if (weekday === undefined) return `${monday} 至 ${addDays(monday, 6)}`;
  if (weekday === '末') return `${addDays(monday, 5)} 至 ${addDays(monday, 6)}`;
  return addDays(monday, weekday === '日' || weekday === '天' ? 6 : DIGITS.indexOf(weekday) - 1);
}

function spanBefore({ count = '', unit = '' }: Record<string, string | undefined>, day: string): string | null {
  const plain = { 天: 'day', 月: 'month', 年: 'year' }[unit.at(-1) ?? ''] ?? 'week';
  const number = countOf(count);
  const there = number === null ? null : dayAway(-number, plain, day);
  if (there === null || plain === 'day') return there;
  if (plain !== 'week') return there.slice(0, plain === 'year' ? 4 : 7);
  return `${mondayOf(there)} 至 ${addDays(mondayOf(there), 6)}`;
}

/** `12`, 三, 十, 十二, 二十, 三十五; null for other digits. */
function countOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const [, tens, ten, ones] =
    /^(?:([二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(text.replace(/[两兩]/, '二')) ?? [];
  const digit = (one: string | undefined, otherwise: number): number =>
    one === undefined ? otherwise : DIGITS.indexOf(one);
  const number = (ten === undefined ? 0 : digit(tens, 1) * 10) + digit(ones, 0);
  return number === 0 ? null : number;
}

/** Cheap and generous: most texts end here. */
const MAX_PASSES = 5;
const TRIGGER = new RegExp(
  [
    String.raw`\b(?:yesterday|today|tomorrow|tonight|ago|from now|next week)\b`,
    String.raw`\b(?:last|next|this|past|coming) (?:week|month|year|night|morning|afternoon|evening|spring|summer|` +
      String.raw`autumn|fall|winter|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`,
    String.raw`\bin \w+ (?:day|week|month|year)|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b`,
    '[昨今明前后後去上下这這本]',
  ].join('|'),
  'i',
);

const ISO = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`;
const SEASON = String.raw`(?:spring|summer|autumn|fall|winter) \d{4}(?:–\d\d)?`;
/** What this module inserts, in a text that already has it. */
const ANNOTATION = new RegExp(String.raw` ?\((?:(?:week of |weekend of )?${ISO}(?: 至 ${ISO})?|${SEASON})\)`, 'g');

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const ABSOLUTE =
  String.raw`(?:${ISO}\b|\d{1,2}[./]\d{1,2}\b|${MONTH}\.?\s+\d{1,2}|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b|` +
  String.raw`\d{1,2}\s+(?:of\s+)?${MONTH}|\d{1,4}\s*年|\d{1,2}\s*月)`;
/** "yesterday, May 7", "last year, 2022", "yesterday (Monday, 2023-05-07)", "last Friday the 5th" */
const DATE_AFTER = new RegExp(
  String.raw`^\s*(?:[,:;=–—-]\s*|[(（[]\s*(?:[^()（）\d\n]{1,20}\s)?|on\s+)?${ABSOLUTE}`,
  'iu',
);
/** "2023-05-07 (yesterday)", "May 7, yesterday" */
const DATE_BEFORE = new RegExp(
  String.raw`(?:${ISO}|${MONTH}\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?|` +
    String.raw`\d{1,2}\s+${MONTH}(?:\s+\d{4})?)(?:\s*[(（[,–—-]\s*|\s*[,;]?\s+i\.e\.,?\s*)$`,
  'iu',
);

/** Stretches that are not the writer's own words here: code, links, mark-up, titles and quoted speech. */
const QUOTED = new RegExp(
  [
    '(?<!`)(`+)(?!`)[\\s\\S]*?(?<!`)\\1(?!`)',
    String.raw`\[\[[^\]\n]{0,300}\]\]|\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)|<[^<>\n]{0,300}>`,
    String.raw`"[^"\n]{1,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|[「『《〈][^」』》〉\n]{0,300}[」』》〉]`,
    String.raw`(?<![\p{L}\p{N}])['‘][^'’\n]{1,80}['’](?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
);
const TOKEN = /[^\s\p{Script=Han}，。！？、；：（）]+/gu;
/** An address, a path or a file name. */
const ADDRESS = /:\/\/|^www\.|@.+\.|[\\/]|\.[a-z][a-z0-9]{0,4}[^\p{L}\p{N}_]*$/iu;

/**
 * The text with the absolute date in parentheses after each relative one, as seen from `day`
 * (`YYYY-MM-DD`): a day, `2023-04`, `2022`, `week of 2023-05-01` (its Monday), `weekend of 2023-05-06`
 * (its Saturday), `summer 2022`. Doing it twice equals doing it once.
 */
export function annotateRelativeDates(text: string, day: string): string {
  let annotated = text;
  // A date set beside one phrase can part another from what had looked like its date.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = annotateOnce(annotated, day);
    if (next === annotated) break;
    annotated = next;
  }
  return annotated;
}

/** The relative dates that lack the absolute one beside them, in the order of the text, each with what it means. */
export function findRelativeDates(text: string, day: string): { readonly phrase: string; readonly label: string }[] {
  return undatedIn(text, day).map(({ phrase, label }) => ({ phrase, label }));
}

function annotateOnce(text: string, day: string): string {
  let result = '';
  let done = 0;
  for (const { at, gap, label } of undatedIn(text, day)) {
    result += `${text.slice(done, at)}${gap}(${label})`;
    done = at;
  }
  return result + text.slice(done);
}

interface Undated {
  readonly phrase: string;
  readonly label: string;
  /** Offset behind the phrase. */
  readonly at: number;
  /** What stands between the phrase and its date. */
  readonly gap: string;
}

function undatedIn(text: string, day: string): Undated[] {
  if (!TRIGGER.test(text) || !isDay(day)) return [];
  const { bare, inserts } = withoutAnnotations(text);
  const phrases = chooseLongest([...englishDatePhrases(bare, day), ...chineseDatePhrases(bare, day)]);
  if (phrases.length === 0) return [];
  const opaque = opaqueRanges(bare);
  const undated: Undated[] = [];
  let shift = 0;
  let next = 0;
  for (const { start, end, label } of phrases) {
    // `shift` is how much longer the text is up to the phrase than the bare text.
    let insert = inserts[next];
    while (insert && insert.at < start) {
      shift += insert.length;
      insert = inserts[++next];
    }
    if ((insert && insert.at <= end) || opaque(start, end)) continue;
    const at = end + shift;
    if (DATE_AFTER.test(text.slice(at, at + 60)) || DATE_BEFORE.test(bare.slice(Math.max(0, start - 60), start)))
      continue;
    const phrase = bare.slice(start, end);
    undated.push({ phrase, label, at, gap: /\p{Script=Han}$/u.test(phrase) ? '' : ' ' });
  }
  return undated;
}

/** The text before any annotation, and where in it which length was taken out. */
function withoutAnnotations(text: string): { bare: string; inserts: { at: number; length: number }[] } {
  const inserts: { at: number; length: number }[] = [];
  let taken = 0;
  const bare = text.replace(ANNOTATION, (match, offset: number) => {
    inserts.push({ at: offset - taken, length: match.length });
    taken += match.length;
    return '';
  });
  return { bare, inserts };
}

/** In the order of the text, none overlapping another; of two the earlier, then the longer stays. */
function chooseLongest(phrases: DatePhrase[]): DatePhrase[] {
  phrases.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return phrases.filter((phrase) => {
    if (phrase.start < end) return false;
    end = phrase.end;
    return true;
  });
}

/** A test, to be asked in the order of the text, whether a stretch touches an opaque one. */
function opaqueRanges(text: string): (start: number, end: number) => boolean {
  const ranges = Array.from(text.matchAll(QUOTED), (match) => [match.index, match.index + match[0].length] as const);
  for (const match of text.matchAll(TOKEN)) {
    if (ADDRESS.test(match[0])) ranges.push([match.index, match.index + match[0].length]);
  }
  ranges.sort((a, b) => a[1] - b[1]);
  let next = 0;
  return (start, end) => {
    while ((ranges[next]?.[1] ?? Infinity) <= start) next++;
    return ranges.slice(next, next + 8).some(([from]) => from < end);
  };
}
