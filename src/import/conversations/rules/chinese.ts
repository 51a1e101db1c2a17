// Extracts facts that speakers of a Chinese sentence state about themselves, by templates/extract/zh.json. Pure; the
// sentence must be the speaker's own and not a question.
import data from '../../../../templates/extract/zh.json';
import { hanNumber } from '../../../language/dates/calendar.ts';
import { type Dated, withDates } from './day-words.ts';
import { chineseEnding, compiledOnce, fillIn, type Found, type Teller, ZH } from './words.ts';

// Writes out relative days in a Chinese sentence, in Chinese notation: 昨天 as 2026年5月19日. Pure.

/** 五月, but neither 三月前 nor 五月天. */
const MONTH_WORD = new RegExp(
  String.raw`(?<![一二三四五六七八九十两个正\d])(十[一二]?|[一二三四五六七八九])月(?=$|[份底初里末我，,]|中旬|[一二三]?十?[一二三四五六七八九十]?[日号]|(?:搬|从|和|` +
    String.raw`跟|去|到|离|入|加|结|辞|参|买|毕|开|换))`,
  'gu',
);

/** Relative to `day`, `YYYY-MM-DD`; null if unknown. `at` is as from `withDates`. */
function chineseDates(text: string, day: string | null): Dated {
  const said = text.replace(MONTH_WORD, (_all, month: string) => `${hanNumber(month) ?? month}月`);
  const yearly = /生日|每年/u.test(text);
  const dated = withDates(
    yearly ? said : said.replace(/(?<![\d年])(\d{1,2})月/gu, (all, month: string) => monthOf(all, month, day)),
    day,
  );
  const plain = dated.text
    .replace(
      /(\d{4})-(\d\d)-(\d\d) 至 (\d{4})-(\d\d)-(\d\d)/gu,
      (_all, ...parts: string[]) => `${written(parts.slice(0, 3))}至${written(parts.slice(3, 6))}`,
    )
    .replace(/(\d{4})-(\d\d)(?:-(\d\d))?/gu, (_all, ...parts: (string | undefined)[]) => written(parts.slice(0, 3)))
    .replace(/(?<![\d.])((?:19|20)\d{2})(?![\d年.-])/gu, '$1年');
  return { ...dated, text: plain };
}

const written = ([year, month, date]: readonly (string | undefined)[]): string =>
  `${year ?? ''}年${Number(month)}月${date === undefined ? '' : `${Number(date)}日`}`;

/** A month without a year is the most recent one. */
function monthOf(all: string, month: string, day: string | null): string {
  if (day === null) return all;
  const year = Number(day.slice(0, 4));
  return `${Number(month) > Number(day.slice(5, 7)) ? year - 1 : year}年${month}月`;
}

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  readonly says: readonly string[];
  readonly event?: boolean;
}

const rulesOf = compiledOnce<Row>(ZH, data.rules);

/** Statements about one's own people and favourite things. */
interface OwnRow extends Omit<Row, 'event'> {
  /** Placeholders: the pattern's groups, `name` and `kinKey`, as in `key`. */
  readonly text: string;
  /** The value is a person's name. */
  readonly person?: boolean;
  /** An event if it names a day. */
  readonly dated?: boolean;
}

const ownRulesOf = compiledOnce<OwnRow>(ZH, data.own);

const OPENER = ZH.pattern('^(?:{openers}[ ，,。！!：:]*)+(?=(?:{W}|{whens})?我|[^，]*我|[早午晚]|$)');
const ASIDE = ZH.pattern('^(?:{openers}[ ，,。！!：:]*)+$');
const HYPOTHETICAL = ZH.pattern('{hypothetical}|{questions}|{opinions}');
/** "They" and "this", but not inside 吉他, 其他 or 这周. */
const DEICTIC = ZH.pattern('(?<![吉其])(?:{deictic})(?!个?月|年|周|个?周末|个?星期)');
const VAGUE = ZH.pattern('^{vague}');
const NO_NAME = ZH.pattern('{noName}');
const KIN = new Map(Object.entries(data.kin).flatMap(([key, words]) => words.map((word) => [word, key] as const)));
/** "My wife is a teacher", with "my" left out after another statement about oneself. */
const BARE_KIN = ZH.pattern('^(?:{kin})(?:{kinVerb})');
const NEXT_OF_KIN = ZH.pattern('^(?:现在|目前|也)?{kinVerb}');
const STARTS_WITH_KIN = ZH.pattern('^{my}(?<kin>{kin})');
const HEAD = /^(?<lead>[^我，]{0,14}?)我(?<many>们)?(?<home>家(?=[养有住里]))?(?<rest>.+)$/u;
const IS_TIME = ZH.pattern('^{W}$');
const IS_WHEN = ZH.pattern('^(?:{whens}|每周[一二三四五六日末天])$');
const ONLY_TIME = ZH.pattern('^{onlyTime}$');
/** Predicates that may continue without another 我. */
const CARRIED = ZH.pattern('^我{carried}');
/** A second turning point after the first: "离开了西门子，加入了博世". */
const TURNING = ZH.pattern('^我{turning}');
const AGE = ZH.pattern('今年(?={ofThisYear})', 'gu');
const EVENT_OFF = ZH.pattern('{eventOff}');
/** The comparison comes before the subject: 比起茶我更喜欢咖啡. */
const COMPARED = /^((?:比起|相比|与其)[^我]{1,12})我(?=更|还是|宁)/u;
const CLAUSE = /(?:[，,；;]|——)\s*/u;
const LONGEST = 60;

export function chineseFacts(sentence: string, teller: Teller): Found[] {
  const name = teller.name === 'User' ? '用户' : teller.name;
  const said = sentence.trim().replace(/[。.!！…~～\s]+$/u, '');
  if (said.length > 3 * LONGEST || HYPOTHETICAL.test(said)) return [];
  const facts: Found[] = [];
  let when = '';
  let about: 'me' | 'kin' | 'others' | null = null;
  let kin = '';
  let turned = false;
  for (const piece of said.split(CLAUSE)) {
    const opened = piece.replace(OPENER, '');
    const clause = opened
      .replace(COMPARED, '我$1')
      .replace(/\s+(?=\p{Script=Han})|(?<=\p{Script=Han})\s+/gu, '')
      .replace(/[了啦呀啊哦呢]+$/u, (end) => (end.startsWith('了') ? '了' : ''));
    if (ASIDE.test(clause)) continue;
    // Only a time, which applies to the next clause.
    if (ONLY_TIME.test(clause)) {
      when = clause;
      continue;
    }
    const own = /^.{0,12}?我/u.test(clause);
    const isOfKin = BARE_KIN.test(clause);
    const isNext = about === 'kin' && !isOfKin && NEXT_OF_KIN.test(clause);
    const isMine = isNext || about === 'me' || opened !== piece || (about !== null && isOfKin);
    const full: string = own || !isMine ? clause : `我${isNext ? kin : ''}${clause}`;
    const found = clauseFacts(when === '' || !own ? full : full.replace('我', `我${when}`), name, teller);
    if (own || isOfKin || CARRIED.test(full) || (turned && TURNING.test(full)) || about === 'kin' || opened !== piece)
      facts.push(...found);
    turned = found.some(({ kind }) => kind === 'event');
    const subject: string | undefined = STARTS_WITH_KIN.exec(full)?.groups?.kin;
    about = subject === undefined ? (own || about === 'me' ? 'me' : about) : 'kin';
    kin = subject ?? kin;
    // After an introduction, "three years old" or "called Bean" is about that person.
    if (about === 'me' && found.some(({ kind }) => kind === 'relationship')) about = 'others';
  }
  return facts;
}

function clauseFacts(clause: string, name: string, teller: Teller): Found[] {
  if (clause.length > LONGEST) return [];
  const ofOthers = ofTheirOwn(clause, name, teller);
  if (ofOthers) return ofOthers;
  const [, over = ''] = /^我((?:现在|已经|早就)?(?:再也)?不.+)$/u.exec(clause) ?? [];
  const end = ended(chineseEnding(over), /不再|再也不/u.test(over), name);
  if (end !== null) return [end];
  const head = HEAD.exec(clause.replace(/^(我(?:们)?)(?:自己|其实|确实|真的|也|还)+/u, '$1'))?.groups;
  if (!head || DEICTIC.test(clause)) return [];
  const { lead = '', rest = '' } = head;
  if (lead !== '' && !IS_TIME.test(chineseDates(lead, teller.day).text) && !IS_WHEN.test(lead)) return [];
  const dated = chineseDates(`${lead}${rest}`.replace(AGE, ''), teller.day);
  if (dated.unclear) return [];
  for (const rule of rulesOf()) {
    const groups = rule.pattern.exec(dated.text)?.groups;
    const value = groups?.O?.replace(/了$/u, '').replace(/(?:很|特别|非常)?感兴趣$/u, '') ?? '';
    if (value === '' || VAGUE.test(value) || (rule.key === 'name' && NO_NAME.test(value))) continue;
    if (rule.event && (dated.at === null || EVENT_OFF.test(value.slice(0, 3)))) continue;
    const many = head.many === undefined || head.home !== undefined ? name : `${name}等人`;
    const key = rule.key === '{kin}' ? kinKey(value) : (groups?.k ?? rule.key);
    return [
      {
        kind: rule.kind,
        key,
        value,
        text: `${many}${head.home ?? ''}${dated.text.replaceAll('我', name)}`,
        at: rule.kind === 'event' ? dated.at : null,
        confidence: rule.confidence,
      },
    ];
  }
  return [];
}

/** States that ended. 不喝酒了 alone is not enough for most kinds, since it lacks 不再. */
function ended(was: string | null, isSure: boolean, name: string): Found | null {
  if (was === null || DEICTIC.test(was) || VAGUE.test(was)) return null;
  for (const said of isSure ? [was, `不${was}`] : [was]) {
    const rule = rulesOf().find(({ kind, pattern }) => kind !== 'event' && kind !== 'goal' && pattern.test(said));
    if (!rule || !(isSure || rule.kind === 'identity')) continue;
    const text = `${name}不再${was.replaceAll('我', name)}`;
    return { kind: rule.kind, key: 'ended', value: was, text, confidence: rule.confidence - 0.05 };
  }
  return null;
}

function ofTheirOwn(clause: string, name: string, teller: Teller): Found[] | null {
  for (const { pattern, kind, key, text, person = false, dated = false, confidence } of ownRulesOf()) {
    const groups = pattern.exec(clause)?.groups;
    if (!groups || (person && NO_NAME.test(groups.O ?? ''))) continue;
    const said = chineseDates((groups.O ?? '').replace(AGE, ''), teller.day);
    if (said.unclear || DEICTIC.test(said.text)) return [];
    const value = said.text;
    const values = {
      ...groups,
      name,
      O: value.replaceAll('我', name),
      kinKey: KIN.get(groups.kin ?? '') ?? groups.kin,
    };
    const isEvent = dated && said.at !== null;
    return [
      {
        kind: isEvent ? 'event' : kind,
        key: fillIn(key, values),
        value,
        text: fillIn(text, values),
        at: isEvent ? said.at : null,
        persons: person ? [value] : [],
        confidence,
      },
    ];
  }
  return null;
}

/** By the longest word for kin that it has. */
function kinKey(value: string): string {
  const words = [...KIN.keys()].filter((word) => value.includes(word)).toSorted((a, b) => b.length - a.length);
  return KIN.get(words[0] ?? '') ?? 'pet';
}
