// How much two statements are alike in their words, and whether a person should look at the two. What is specific
// is compared before any likeness: two that differ in a number, a date or a name are never the same. Pure.
import states from '../../../templates/words/states.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { ReviewKind } from '../../model/review.ts';
import { tenseOf } from './tense.ts';
import type { Stem } from './terms.ts';

const STOP: ReadonlySet<string> = new Set(stopWords.words);
const ONE: ReadonlySet<string> = new Set(states.one);
const MANY: ReadonlySet<string> = new Set(states.many);
const EVENT: ReadonlySet<string> = new Set(states.event);
const TOKEN = /[\p{L}\p{N}]+(?:[.,:'’/+#_-][\p{L}\p{N}]+)*[+#%]*/gu;
const HAN = /\p{Script=Han}+/gu;
const OTHER_SCRIPT = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;
/** A perfect or a progressive, a past without its subject. */
const HAPPENS = /\b(?:is|are|am|['’]s|['’]re|['’]m)\s+(?:\p{Ll}+ly\s+)?\p{Ll}{2,}ing\b|\b(?:has|have|had|['’]ve)\s+(?:\p{Ll}+ly\s+|just\s+|already\s+)?\p{Ll}{2,}(?:ed|en|wn)\b|^\p{L}{2,}ed\b/iu;
const HAPPENS_ZH = /[了过過]|今天|昨天|明天|今晚|昨晚|正在|打算|计划|計劃|上周|下周/u;
const IS_NUMBER = /^[$€£¥]?\p{Nd}/u;
const LONGEST_VALUE = 4;
const LONGEST_TEXT = 400;

/** A statement as a set of words; of Chinese as pairs of characters. */
export interface Bag {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

export interface Alike {
  readonly kind: ReviewKind;
  readonly score: number;
  readonly reason: string;
}

export function bagOf(text: string, stem: Stem): Bag {
  const words = new Set<string>();
  const reach = text.slice(0, LONGEST_TEXT);
  for (const [run] of reach.matchAll(HAN)) for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2));
  for (const token of tokensOf(reach.replace(HAN, ' '))) if (!STOP.has(token)) words.add(stem(token));
  return { text, words };
}

/** 0 to 1: twice the words that both have, over the words of each. */
export function likeness(a: Bag, b: Bag): number {
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return a.words.size + b.words.size === 0 ? 0 : (2 * shared) / (a.words.size + b.words.size);
}

/** Should a person look at the two? `sameDay`: both speak of one day, so that they may tell of one event. */
export function compareBags(older: Bag, newer: Bag, sameDay: boolean): Alike | null {
  const like = likeness(older, newer);
  if (like < 0.5) return null;
  const states = isState(older.text) && isState(newer.text);
  if (!states && !(sameDay && like >= 0.85)) return null;
  const [dropped, added] = [missingSpecifics(older.text, newer.text), missingSpecifics(newer.text, older.text)];
  if (dropped.length + added.length === 0 && like >= 0.8) return { kind: 'merge', score: Math.min(0.95, like), reason: 'they are almost the same words' };
  if (!states || dropped.includes('not') || added.includes('not')) return null;
  return otherValue(older.text, newer.text);
}

/** One value differs at the same place of two sentences that are otherwise the same. */
function otherValue(older: string, newer: string): Alike | null {
  if (/\p{Script=Han}/u.test(older + newer)) return null;
  const [a, b] = [tokensOf(older), tokensOf(newer)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [was, is] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (was.length === 0 || is.length === 0 || was.length > LONGEST_VALUE || is.length > LONGEST_VALUE) return null;
  const head = a.slice(0, start);
  const tail = a.slice(a.length - end);
  const telling = [...head, ...tail].filter((word) => !STOP.has(word) && !ONE.has(word));
  if (telling.length < 2 || (start + end) * 5 < Math.max(a.length, b.length) * 3) return null;
  if (!head.slice(1).some((word) => ONE.has(word))) return null;
  const counts = was.length === is.length && was.every((word, at) => word === is[at] || (IS_NUMBER.test(word) && IS_NUMBER.test(is[at] ?? '')));
  if (counts) return { kind: 'supersede', score: 0.8, reason: 'they differ in a number alone' };
  if (head.some((word) => MANY.has(word)) || !tail.some((word) => !STOP.has(word))) return null;
  return { kind: 'supersede', score: 0.72, reason: 'they differ in one value alone' };
}

/** Does it tell what is, as far as its language is known, and not what happened or will? */
function isState(text: string): boolean {
  if (OTHER_SCRIPT.test(text) || text.includes('?')) return false;
  if (/\p{Script=Han}/u.test(text)) return !HAPPENS_ZH.test(text);
  const tokens = tokensOf(text);
  if (!tokens.some((token) => STOP.has(token) || ONE.has(token) || MANY.has(token)) || tokens.some((token) => EVENT.has(token))) return false;
  const { past, future } = tenseOf(text);
  return !past && !future && !HAPPENS.test(text);
}

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => token.toLowerCase().replaceAll('’', "'").replace(/'s$/, ''));
}
