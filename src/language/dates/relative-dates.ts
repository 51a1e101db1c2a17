// Adds absolute dates to relative ones: "yesterday" becomes "yesterday (2023-05-07)". Only inserts; every other
// character stays. Inserts nothing if the meaning is in doubt.
import { isDay } from '../../model/day.ts';
import { SEASON, SHORT_MONTH, SHORT_WEEKDAY, WEEKDAY } from './calendar.ts';
import { type DatePhrase, datePhrases } from './date-phrases.ts';

/** A cheap, generous test that rejects most texts. */
const MAX_PASSES = 5;
const TRIGGER = new RegExp(
  [
    String.raw`\b(?:yesterday|today|tomorrow|tonight|ago|from now|next week)\b`,
    String.raw`\b(?:last|next|this|past|coming) (?:week|month|year|night|morning|afternoon|evening|${SEASON}|` +
      `${SHORT_WEEKDAY}|${SHORT_MONTH})`,
    String.raw`\bin \w+ (?:day|week|month|year)|\bon (?:${WEEKDAY})\b`,
    '[昨今明前后後去上下这這本]',
  ].join('|'),
  'i',
);

const ISO = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`;
const OF_SEASON = String.raw`(?:${SEASON}) \d{4}(?:–\d\d)?`;
/** An earlier insertion by this module. */
const ANNOTATION = new RegExp(String.raw` ?\((?:(?:week of |weekend of )?${ISO}(?: 至 ${ISO})?|${OF_SEASON})\)`, 'g');

const MONTH = `(?:${SHORT_MONTH})[a-z]*`;
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

/** Ranges that are not the writer's own words: code, links, markup, titles and quotations. */
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
 * Inserts the absolute date in parentheses after each relative one, as seen from `day` (`YYYY-MM-DD`): a day,
 * `2023-04`, `2022`, `week of 2023-05-01` (its Monday), `weekend of 2023-05-06` (its Saturday), `summer 2022`.
 * Idempotent.
 */
export function annotateRelativeDates(text: string, day: string): string {
  let annotated = text;
  // Inserting one date can separate another phrase from what looked like its date.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = annotateOnce(annotated, day);
    if (next === annotated) break;
    annotated = next;
  }
  return annotated;
}

function annotateOnce(text: string, day: string): string {
  let result = '';
  let done = 0;
  for (const { at, gap, label } of findRelativeDates(text, day)) {
    result += `${text.slice(done, at)}${gap}(${label})`;
    done = at;
  }
  return result + text.slice(done);
}

/** A relative date without an absolute one, and its meaning. */
interface Undated {
  readonly phrase: string;
  readonly label: string;
  /** Offset of the end of the phrase. */
  readonly at: number;
  /** The separator between the phrase and its date. */
  readonly gap: string;
}

/** The relative dates that lack an absolute one, in text order. */
export function findRelativeDates(text: string, day: string): Undated[] {
  if (!TRIGGER.test(text) || !isDay(day)) return [];
  const { bare, inserts } = withoutAnnotations(text);
  const phrases = chooseLongest(datePhrases(bare, day));
  if (phrases.length === 0) return [];
  const opaque = opaqueRanges(bare);
  const undated: Undated[] = [];
  let shift = 0;
  let next = 0;
  for (const { start, end, label } of phrases) {
    // `shift`: by how much the text up to this phrase is longer than the bare text.
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

/** The text without annotations, and the positions and lengths of those removed. */
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

/** In text order and without overlaps; of two overlapping phrases the earlier, then the longer, wins. */
function chooseLongest(phrases: DatePhrase[]): DatePhrase[] {
  phrases.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return phrases.filter((phrase) => {
    if (phrase.start < end) return false;
    end = phrase.end;
    return true;
  });
}

/** Returns a test for ranges that touch an opaque one; it must be called in text order. */
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
