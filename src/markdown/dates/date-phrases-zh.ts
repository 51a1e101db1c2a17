// Chinese words that mean a date as seen from a day. A match counts only where it begins and ends with
// words: 聪明天才 holds no 明天. Knows nothing of markdown and inserts nothing.
import { parse as parseChinese } from 'chrono-node/zh/hans';
import { addDays } from '../../model/day.ts';
import { mondayOf, monthLabel, monthOf, yearLabel, yearOf } from './calendar.ts';
import type { DatePhrase } from './date-phrases.ts';

const TRIGGER = /[昨今明前后後去上下这這本][天日晚早夜年周週星礼禮月个個]|[天周週期拜月年]之?前/;
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

const YEARS: Record<string, number> = { 前: -2, 去: -1, 今: 0, 明: 1, 后: 2, 後: 2 };

/** To make one takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** Every phrase that is surely a date as seen from `day`, in no order; phrases may overlap. */
export function chineseDatePhrases(text: string, day: string): DatePhrase[] {
  if (!TRIGGER.test(text)) return [];
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

function dayWord({ word, short }: Record<string, string | undefined>, day: string): string | null {
  const plain = word ? word.replace('日', '天').replace('後', '后') : short?.replace('夜', '晚');
  return chronoDay(plain ?? '', day);
}

/** A week runs from Monday to Sunday here, which chrono reads otherwise. */
function weekWord({ turn = '', weekday }: Record<string, string | undefined>, day: string): string | null {
  const monday = addDays(mondayOf(day), 7 * turnStep(turn));
  if (weekday === undefined) return `${monday} 至 ${addDays(monday, 6)}`;
  if (weekday === '末') return `${addDays(monday, 5)} 至 ${addDays(monday, 6)}`;
  return addDays(monday, weekday === '日' || weekday === '天' ? 6 : DIGITS.indexOf(weekday) - 1);
}

function spanBefore({ count = '', unit = '' }: Record<string, string | undefined>, day: string): string | null {
  const plain = unit
    .replace('個', '个')
    .replace(/[周週]/, '个星期')
    .replace(/^星期/, '个星期');
  const rough = plain.endsWith('月') || plain === '年';
  const there = chronoDay(`${count.replace('兩', '两')}${plain}前`, rough ? `${monthLabel(day)}-15` : day);
  if (there === null) return null;
  if (plain === '天') return there;
  if (rough) return there.slice(0, plain === '年' ? 4 : 7);
  return `${mondayOf(there)} 至 ${addDays(mondayOf(there), 6)}`;
}

function chronoDay(fragment: string, day: string): string | null {
  const found = parseChinese(fragment, new Date(yearOf(day), monthOf(day) - 1, Number(day.slice(8)), 12));
  const start = found[0]?.start;
  if (found.length !== 1 || found[0]?.text !== fragment || !start) return null;
  const two = (part: 'month' | 'day'): string => String(start.get(part)).padStart(2, '0');
  return `${yearLabel(start.get('year') ?? 0)}-${two('month')}-${two('day')}`;
}
