// Finds English and Chinese phrases that mean a date relative to a day, resolves them, and adds the absolute date:
// "yesterday" becomes "yesterday (2023-05-07)". Skips a phrase if readers would disagree: a wrong date is worse than
// none.
import words from '../../../templates/words/tense.json';
import { addDays, daysBetween, isDay } from '../../model/day.ts';
import {
  countOf,
  hanNumber,
  isWeekend,
  mondayOf,
  MONTH,
  monthOf,
  MONTHS,
  NUMBER_WORDS,
  phraseSpan,
  SEASON,
  seasonLabel,
  type SeasonTurn,
  SHORT_MONTH,
  SHORT_WEEKDAY,
  type Span,
  WEEKDAY,
  weekdayOf,
  WEEKDAYS,
} from './calendar.ts';

// Whether a sentence is about the past or the future, by a few plain cues. It readily says neither, because a date is
// computed from the answer.

const word = (list: readonly string[]): string => list.map((item) => item.replace(/['’]/g, "['’]")).join('|');

/** After these words a past form is a participle: "is held", "to be won". */
const NOT_PARTICIPLE =
  String.raw`(?<!\b(?:is|are|am|be|been|being|get|gets|getting|has|have|to)\s)` + String.raw`(?<!['’](?:s|re|m|ve)\s)`;
const PAST = new RegExp(String.raw`${NOT_PARTICIPLE}\b(?:${word(words.past)})\b(?!\s+to\b)`, 'i');
const PAST_ED = /\b(?:I|we|he|she|they|you|it|\p{Lu}[\p{L}'’-]+)\s+(?:\p{Ll}+ly\s+|just\s+|also\s+)?\p{Ll}{2,}ed\b/u;
const FUTURE = new RegExp(String.raw`\b(?:${word(words.future)})\b|['’]ll\b`, 'i');
const UNCLEAR = new RegExp(String.raw`\b(?:${word(words.unclear)})\b|['’]d\b`, 'i');

interface Tense {
  past: boolean;
  future: boolean;
  /** Reported, planned, habitual or conditional: the tense of the verb does not date the event. */
  unclear: boolean;
}

export function tenseOf(sentence: string): Tense {
  return {
    past: PAST.test(sentence) || PAST_ED.test(sentence),
    future: FUTURE.test(sentence),
    unclear: UNCLEAR.test(sentence),
  };
}

/** A range of the text and its meaning: `2023-05-07`, `2023-04`, `2022`, `summer 2022`, `week of …`. */
interface DatePhrase {
  start: number;
  end: number;
  label: string;
}

interface Found {
  groups: Record<string, string | undefined>;
  before: string;
  after: string;
  sentence: string;
  day: string;
}

/** A pattern, and the label of the date that a match certainly means; null if in doubt. */
type Resolve = (found: Found) => string | null;

const COUNT = String.raw`\d{1,3}|${NUMBER_WORDS.join('|')}`;
const NAMED = new RegExp(`^(?:${WEEKDAY}|${MONTH}|${SHORT_WEEKDAY})\\b`, 'i');
const PART_OF_DAY = '(?:morning|afternoon|evening|night)';
const TURN = '(?<turn>last|next|this(?: past| coming)?)';

const OWNED = new RegExp(
  String.raw`(?:\b(?:the|my|his|her|its|our|their|your|whose|every|each|an?|one|no|very|these|those|last|next|` +
    String.raw`better|brighter)|['’]s)\s+$`,
  'i',
);
/** Inside a longer expression that means another day: "a week after last Friday", "two years ago today". */
const SHIFTED =
  /\b(?:ago|(?:days?|weeks?|months?|years?|nights?|mornings?|weekends?)\s+(?:before|after|from|prior\s+to))\s+$/i;
/** Counts that are not exact: "2-3 weeks ago", "over a year ago", "a year and two months ago". */
const VAGUE = new RegExp(
  String.raw`(?:\b(?:or|over|under|almost|nearly|than|least|most|up to|some|couple|few|several|hundred|thousand|` +
    String.raw`every|within|point|another|first|last|next|past)|\b(?:${COUNT})\s+(?:to|and)|\b(?:days?|weeks?|` +
    String.raw`months?|years?),?(?:\s+and)?|\d\s*[-–]|[<>~+])\s*$|[.,]$`,
  'i',
);
/** "It feels like yesterday" is not a date. */
const LIKENED = /\blike\s+(?:it\s+(?:was|were)\s+)?(?:just\s+|only\s+)*$/i;
const ABOUT = /\b(?:about|around|roughly|approximately|maybe|perhaps|like|probably)\s+$/i;
const OPEN_ENDED = new RegExp(
  String.raw`^\s+(?:of\b|(?:and|or)\s+(?:a\s+half|so|two)\b|(?:after|by|to)\s+(?:week|month|year|day))`,
  'i',
);

const wordsLike = (source: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}$#@/.'’-]|[\p{L}\p{N}]_+)(?:${source})(?<owner>['’]s)?(?![\p{L}\p{N}-]|` +
      String.raw`_+[\p{L}\p{N}]|['’]\p{L}|\.\w)`,
    'giu',
  );

const SOURCES: readonly (readonly [source: string, resolve: Resolve])[] = [
  [`(?<phrase>(?:the )?day (?:before yesterday|after tomorrow))`, ({ groups, day }) => read(groups.phrase, day)],
  [
    `(?<phrase>yesterday|today|tomorrow|tonight|last night|this ${PART_OF_DAY})(?: ${PART_OF_DAY})?`,
    ({ groups, before, day }) => {
      const isOwner = groups.owner !== undefined && groups.phrase?.toLowerCase() === 'today';
      // "At the notary's this afternoon": a possessive before "this" does not own it.
      const isOwned = OWNED.test(before) && !(/^this /i.test(groups.phrase ?? '') && /['’]s\s+$/.test(before));
      return isOwned || LIKENED.test(before) || isOwner ? null : read(groups.phrase, day);
    },
  ],
  [
    `${TURN} (?<what>week|month|year|weekend|${SEASON}|${MONTH}|${WEEKDAY}|${SHORT_WEEKDAY})(?: ${PART_OF_DAY})?`,
    turned,
  ],
  [`(?:on )?(?<weekday>${WEEKDAY})(?: ${PART_OF_DAY})?,?(?: of)? (?<which>last|this|next) week`, weekdayOfWeek],
  [`(?<which>last|next) week,?(?: on)? (?<weekday>${WEEKDAY})`, weekdayOfWeek],
  [`on (?<weekday>${WEEKDAY})(?: ${PART_OF_DAY})?`, bareWeekday],
  [
    String.raw`(?<count>${COUNT}) (?<unit>day|week|weekend|month|year)s? ago`,
    ({ groups, before, after, day }) => {
      const label = counted(groups, 'ago', day);
      if (ABOUT.test(before)) return groups.unit === 'year' && !VAGUE.test(before.replace(ABOUT, '')) ? label : null;
      if (VAGUE.test(before)) return null;
      return new RegExp(
        String.raw`^\s+(?:yesterday|today|tomorrow|(?:this|last|next|on)?\s*(?:${WEEKDAY}))\b`,
        'i',
      ).test(after)
        ? null
        : label;
    },
  ],
  [
    `(?<count>${COUNT}) (?<unit>day|week|month|year)s? from (?:now|today)`,
    ({ groups, before, day }) => (VAGUE.test(before) || ABOUT.test(before) ? null : counted(groups, 'from now', day)),
  ],
  [`in (?<count>${COUNT}) (?<unit>day|week|month|year)s?['’]?(?: time)?`, inSpan],
];
const RULES = SOURCES.map(([source, resolve]) => [wordsLike(source), resolve] as const);

/** How many characters around a phrase are considered; keeps the work linear for lines of any length. */
const REACH = 240;

function englishPhrases(text: string, day: string): DatePhrase[] {
  const phrases: DatePhrase[] = [];
  for (const [pattern, resolve] of RULES) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - REACH), match.index);
      if (SHIFTED.test(before) || isTitle(match[0], before)) continue;
      const after = text.slice(end, end + REACH);
      const sentence = `${before.slice(sentenceStart(before))}${match[0]}${/^[^.!?\n]*/.exec(after)?.[0] ?? ''}`;
      const label = resolve({ groups: match.groups ?? {}, before, after, sentence, day });
      if (label !== null) phrases.push({ start: match.index, end, label });
    }
  }
  return phrases;
}

// Chinese phrases for a relative date, each with the equivalent English phrase. A match must start and end at word
// boundaries: 聪明天才 does not contain 明天.

const CHINESE_TRIGGER = /[昨今明前后後去上下这這本][天日晚早夜年周週星礼禮月个個]|[天周週期拜月年]之?前/;
const PART = '(?:早上|上午|中午|下午|晚上|夜里|凌晨|早|晚)?';
const WEEK = '[个個]?(?:周|週|星期|礼拜|禮拜)';
const HAN_DIGIT = '一二两兩三四五六七八九';
const HAN_DAYS: Words = {
  大前: '3 days ago',
  前: '2 days ago',
  昨: 'yesterday',
  今: 'today',
  明: 'tomorrow',
  后: 'in 2 days',
  大后: 'in 3 days',
};
const HAN_YEARS: Words = { 前: '2 years ago', 去: 'last year', 今: 'this year', 明: 'next year', 后: 'in 2 years' };
const HAN_TURNS: Words = { 上: 'last', 下: 'next' };
const HAN_UNITS: Words = { 天: 'days', 月: 'months', 年: 'years' };

type Words = Readonly<Record<string, string>>;

const inWeek = (weekday: string | undefined, which: string): string => {
  if (weekday === undefined) return `${which} week`;
  const at = '一二三四五六日'.indexOf(weekday.replace('天', '日'));
  return at < 0 ? `${which} weekend` : `${WEEKDAYS[at] ?? ''} ${which} week`;
};

/**
 * `whole`: the match must also end at a word boundary: 前天线 does not contain 前天. Otherwise only its start must be one.
 */
const CHINESE_RULES: readonly {
  readonly pattern: RegExp;
  readonly phrase: (word: string, groups: Found['groups']) => string | undefined;
  readonly whole?: true;
}[] = [
  {
    pattern: new RegExp(`(?<word>大[前后]|[昨今明])(?:[天日]${PART}|(?<!大.)[晚早夜])`, 'gu'),
    phrase: (word) => HAN_DAYS[word],
  },
  { pattern: new RegExp(`(?<word>[前后])天${PART}`, 'gu'), phrase: (word) => HAN_DAYS[word], whole: true },
  { pattern: /(?<word>[去今明])年/gu, phrase: (word) => HAN_YEARS[word] },
  { pattern: /(?<word>[前后])年/gu, phrase: (word) => HAN_YEARS[word], whole: true },
  {
    pattern: new RegExp(`(?<word>[上这這本下])${WEEK}(?<weekday>[一二三四五六日天末])?${PART}`, 'gu'),
    phrase: (word, { weekday }) => inWeek(weekday, HAN_TURNS[word] ?? 'this'),
    whole: true,
  },
  {
    pattern: /(?<word>[上这這下](?=[个個])|本)[个個]?月/gu,
    phrase: (word) => `${HAN_TURNS[word] ?? 'this'} month`,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![第每\d.几幾半多数數十${HAN_DIGIT}])(?<word>\d{1,3}|[${HAN_DIGIT}]?十[${HAN_DIGIT}]?|[${HAN_DIGIT}])` +
        '(?:个|個)?(?<unit>天|周|週|星期|(?<=[个個])月|年)(?:之前|前(?![往后後夕提进進沿]))',
      'gu',
    ),
    phrase: (word, { unit = '' }) => `${hanNumber(word) ?? ''} ${HAN_UNITS[unit] ?? 'weeks'} ago`,
  },
];

/** Created on first use, because that takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

function chinesePhrases(text: string, day: string): DatePhrase[] {
  if (!CHINESE_TRIGGER.test(text)) return [];
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words = segmenter;
  const plain = text.replaceAll('後', '后');
  return CHINESE_RULES.flatMap(({ pattern, phrase, whole }) =>
    Array.from(plain.matchAll(pattern)).flatMap(({ 0: match, index: start, groups = {} }): DatePhrase[] => {
      const end = start + match.length;
      const edges = wordEdges(words, text, start, end);
      const label =
        edges.has(start) && (!whole || edges.has(end)) ? read(phrase(groups.word ?? '', groups), day) : null;
      return label === null ? [] : [{ start, end, label: chineseLabel(label) }];
    }),
  );
}

/**
 * Word boundaries near a match; only a few surrounding characters are segmented, so that a long text takes linear time.
 */
function wordEdges(words: Intl.Segmenter, text: string, start: number, end: number): Set<number> {
  const from = Math.max(0, start - 10);
  const near = text.slice(from, end + 10);
  return new Set([from + near.length, ...Array.from(words.segment(near), ({ index }) => from + index)]);
}

/** `2026-07-06 至 2026-07-12` for `week of 2026-07-06`. */
const chineseLabel = (label: string): string =>
  label.replace(
    /^(week|weekend) of (.+)$/,
    (_, unit, from: string) => `${from} 至 ${addDays(from, unit === 'week' ? 6 : 1)}`,
  );

/** Every phrase that is certainly a date as seen from `day`, unordered; phrases may overlap. */
const datePhrases = (text: string, day: string): DatePhrase[] => [
  ...englishPhrases(text, day),
  ...chinesePhrases(text, day),
];

/** The label of a phrase at its own precision: a day, `2023-04`, `2022`, or the week or weekend of a day. */
function read(phrase: string | undefined, day: string): string | null {
  const span = phraseSpan((phrase ?? '').toLowerCase(), day, true);
  return span && labelOf(span);
}

function labelOf({ from, to }: Span): string {
  const days = daysBetween(from, to) + 1;
  if (days === 1) return from;
  if (days === 2) return `weekend of ${from}`;
  // For seven days around a day, take the week of the middle one.
  if (days === 7) return `week of ${mondayOf(addDays(from, 3))}`;
  return from.slice(0, days > 31 ? 4 : 7);
}

/** Larger counts are not dates. */
const MOST: Readonly<Record<string, number>> = { day: 366, week: 52, weekend: 8, month: 36, year: 100 };

/** A count of units before or after the day, at the precision of the unit. */
function counted({ count, unit = '' }: Found['groups'], way: 'ago' | 'from now', day: string): string | null {
  const number = countOf(count?.toLowerCase()) ?? 0;
  return number < 1 || number > (MOST[unit.toLowerCase()] ?? 0) ? null : read(`${number} ${unit} ${way}`, day);
}

const HAPPENS =
  /(?:\b(?:is|are|starts?|begins?|opens?|launch(?:es)?|leaves?|arrives?|expires?|ends?|returns?)|['’](?:s|re))\s+$/i;

/** "in three days" is a date only if the sentence says that something happens then; it may also be a duration. */
function inSpan({ groups, before, after, sentence, day }: Found): string | null {
  const tense = tenseOf(sentence);
  const happens = HAPPENS.test(before);
  if (tense.past || tense.unclear || !(tense.future || happens) || /^\s+(?:of|or)\b/i.test(after)) return null;
  const amount = new RegExp(String.raw`\b(?:\d+|${NUMBER_WORDS.filter((one) => one.length > 2).join('|')})\b`, 'i');
  return amount.test(before.slice(sentenceStart(before))) ? null : counted(groups, 'from now', day);
}

type Turn = SeasonTurn | 'coming';

/** "last week", "this past weekend", "next summer", "this Friday". */
function turned({ groups, before, after, sentence, day }: Found): string | null {
  const turn = (groups.turn ?? '').toLowerCase().split(/\s+/).at(-1) as Turn;
  const what = groups.what ?? '';
  const small = what.toLowerCase();
  if (OWNED.test(before)) return null;
  if (new RegExp(`^(?:${WEEKDAY}|${SHORT_WEEKDAY})$`).test(small)) {
    const isAnother = new RegExp(String.raw`^\s+(?:of\b|in\s+(?:${MONTH})\b)`).test(after);
    const isWord = !small.endsWith('day') && small === what;
    return isAnother || isWord ? null : turnedWeekday(turn, small, sentence, day);
  }
  if (MONTHS.includes(what)) return /^\s+(?:\d|be\b|not\b|have\b)/i.test(after) ? null : turnedMonth(turn, what, day);
  if (OPEN_ENDED.test(after)) return null;
  if (small === 'weekend') return turnedWeekend(turn, sentence, day);
  if (['week', 'month', 'year'].includes(small))
    return /\s/.test(groups.turn ?? '') ? null : read(`${turn} ${small}`, day);
  return turn !== 'coming' && SEASON.includes(small) ? seasonLabel(turn, small, day) : null;
}

function turnedWeekend(turn: Turn, sentence: string, day: string): string | null {
  const onWeekend = isWeekend(day);
  if (turn === 'last') return read('last weekend', day);
  if (turn === 'past') return weekdayOf(day) === 0 ? null : read('last weekend', day);
  if (turn === 'next' || onWeekend) return onWeekend ? read(`${turn === 'coming' ? 'next' : turn} weekend`, day) : null;
  const tense = tenseOf(sentence);
  return turn === 'this' && tense.past && !tense.future ? null : read('this weekend', day);
}

function turnedMonth(turn: Turn, month: string, day: string): string | null {
  const ahead = MONTHS.indexOf(month) + 1 - monthOf(day);
  const isUnclear = {
    this: ahead < -6,
    coming: ahead === 0,
    past: ahead === 0,
    next: ahead > 0,
    last: ahead < 0 && ahead > -3,
  }[turn];
  return isUnclear ? null : read(`${turn === 'past' ? 'last' : turn} ${month}`, day);
}

/** "this Friday" is the one of this week, unless the tense points to the other side of today. */
function turnedWeekday(turn: Turn, name: string, sentence: string, day: string): string | null {
  const weekday = WEEKDAYS.find((one) => one.startsWith(name)) ?? '';
  const label = read(`${turn === 'past' ? 'last' : turn} ${weekday}`, day);
  if (turn !== 'this' || label === null) return label;
  const { past, future } = tenseOf(sentence);
  return label !== day && (past && !future) === label > day ? null : label;
}

/** "Friday last week", but not Sunday, which some count to the week before. */
function weekdayOfWeek({ groups, before, day }: Found): string | null {
  const weekday = (groups.weekday ?? '').toLowerCase();
  if (weekday === 'sunday' || OWNED.test(before.replace(/\bthe\s+$/i, ''))) return null;
  return read(`${weekday} ${groups.which} week`, day);
}

/** "on Friday" is a date only if the sentence is clearly in the past or the future. */
function bareWeekday({ groups, after, sentence, day }: Found): string | null {
  const weekday = groups.weekday ?? '';
  const { past, future, unclear } = tenseOf(sentence);
  const several = (sentence.match(new RegExp(String.raw`\b(?:${WEEKDAY})s?\b`, 'gi')) ?? []).length > 1;
  if (unclear || several || past === future || read(`this ${weekday}`, day) === day) return null;
  if (/^\s*(?:[/–-]|(?:and|or|of|after|before|following|last|next|this)\b)/i.test(after)) return null;
  return read(`${past ? 'last' : 'coming'} ${weekday}`, day);
}

/** Where the last sentence in `before` starts. */
function sentenceStart(before: string): number {
  const match = /[.!?:;…\n\])—–]["”’*_]*\s+(?=[^.!?:;…\n\])—–]*$)|[\n([](?=[^.!?:;…\n\])—–]*$)/.exec(before);
  return match ? match.index + match[0].length : 0;
}

/** Unexpected capitals: "Yesterday" the song, "Last Week Tonight" the show. */
function isTitle(phrase: string, before: string): boolean {
  const capitals = phrase.split(/\s+/).map((word) => /^\p{Lu}/u.test(word) && !NAMED.test(word));
  return (
    capitals.slice(1).includes(true) ||
    (capitals[0] === true && /[\p{L}\p{N}]/u.test(before.slice(sentenceStart(before))))
  );
}

// The absolute dates in a text. Only inserts; every other character stays.

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

const ANY_MONTH = `(?:${SHORT_MONTH})[a-z]*`;
const ABSOLUTE =
  String.raw`(?:${ISO}\b|\d{1,2}[./]\d{1,2}\b|${ANY_MONTH}\.?\s+\d{1,2}|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b|` +
  String.raw`\d{1,2}\s+(?:of\s+)?${ANY_MONTH}|\d{1,4}\s*年|\d{1,2}\s*月)`;
/** "yesterday, May 7", "last year, 2022", "yesterday (Monday, 2023-05-07)", "last Friday the 5th" */
const DATE_AFTER = new RegExp(
  String.raw`^\s*(?:[,:;=–—-]\s*|[(（[]\s*(?:[^()（）\d\n]{1,20}\s)?|on\s+)?${ABSOLUTE}`,
  'iu',
);
/** "2023-05-07 (yesterday)", "May 7, yesterday" */
const DATE_BEFORE = new RegExp(
  String.raw`(?:${ISO}|${ANY_MONTH}\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?|` +
    String.raw`\d{1,2}\s+${ANY_MONTH}(?:\s+\d{4})?)(?:\s*[(（[,–—-]\s*|\s*[,;]?\s+i\.e\.,?\s*)$`,
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
