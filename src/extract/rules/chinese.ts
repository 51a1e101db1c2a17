// One Chinese sentence to the facts that its speaker states of themselves, by templates/extract/zh.json. Pure; the
// sentence is known to be theirs and no question.
import data from '../../../templates/extract/zh.json';
import { withDates, type Dated } from './day-words.ts';
import { anyOf } from './plain-words.ts';
import type { Found, Teller } from './types.ts';

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  readonly says: readonly string[];
  readonly event?: boolean;
}

interface Rule extends Omit<Row, 'says'> {
  readonly pattern: RegExp;
}

const WHEN = String.raw`(?<when>(?:(?:在|从|就|于)?(?:\d{4}年\d{1,2}月\d{1,2}日至\d{4}年\d{1,2}月\d{1,2}日|\d{4}年?(?:\d{1,2}月)?(?:\d{1,2}[日号])?|\d{1,2}月(?:\d{1,2}[日号])?|[一二两三四五六七八九十\d]+年前|最近|刚刚?|已经|今早|当天|早上|上午|中午|下午|晚上|的时候|终于)(?:的|里|底|初|中|就)?)*)`;
const NAME = String.raw`(?<O>[\p{Script=Han}A-Za-z·]{1,12}?)`;
const TOOL = String.raw`(?<O>[A-Za-z][\w.+# -]*(?:[^，]{0,12})?|Mac|苹果[^，]{1,8})`;
const OPENER = new RegExp(String.raw`^(?:(?:${anyOf(data.openers)})[，,。！!：: ]*)+(?=(?:${WHEN})?我|[^，]*我)`, 'u');
const HYPOTHETICAL = new RegExp(`${anyOf(data.hypothetical)}|我想(?:问|知道|请|了解|让|看|找|要一个)|我(?:觉得|认为|以为|猜|怀疑)|吗$|呢$|吧$|[?？]`, 'u');
const DEICTIC = new RegExp(`(?:${anyOf(data.deictic.filter((word) => word !== '他'))})(?!个月|年)|(?<![吉其])他`, 'u');
const VAGUE = new RegExp(`^(?:${anyOf(data.vague)})`, 'u');
const KIN_WORDS = anyOf(Object.values(data.kin).flat());
const KIN = new Map(Object.entries(data.kin).flatMap(([key, words]) => words.map((word) => [word, key] as const)));
const PERSON = String.raw`(?<name>[\p{Script=Han}]{2,4}|[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?)`;
const IS_KIN = new RegExp(`^${PERSON}是我的?(?<kin>${KIN_WORDS})$`, 'u');
const KIN_IS = new RegExp(`^我的?(?<kin>${KIN_WORDS})(?:的名字)?(?:是|叫做?|名叫)${PERSON}$`, 'u');
const OF_KIN = new RegExp(`^我的?(?<kin>${KIN_WORDS})(?<verb>(?:(?:今年)?[\\d一二三四五六七八九十]+岁|住在|在[^，]{1,12}(?:工作|上班|上学|读书)|是(?:一?[名个位])?[^，]{0,10}(?:老师|医生|师|生|人|员|家|医生|护士|警察)|(?:今年|去年|昨天|上周|上个?月|\\d{4}年?\\S{0,8})?[^，]{0,6}(?:去世|出生|结婚|毕业|退休|怀孕|生病|住院|考上|搬)|对[^，]{1,8}过敏|喜欢|不喜欢)[^，]*)$`, 'u');
const FAVOURITE = /^我(?:最)?(?:喜欢|爱)的(?<what>[^，是]{1,10})(?:是|叫){1,2}(?<value>[^，]{1,24})$/u;
/** Chinese calls many people by a word of two characters that is none of a name. */
const NO_NAME = /^(?:他|她|它|这|那|谁|什么|一[个位名]|医生|老师|工程师|护士|警察|律师|我|你|个|最|好|很|真|不)|(?:的人|人|师|员|的)$/u;
const WHO = /^(?:\{kin\})$/u;
const CLAUSE = /(?:[，,；;]|——)\s*/u;
const LONGEST = 60;

let rules: readonly Rule[] | undefined;

function rulesOf(): readonly Rule[] {
  rules ??= (data.rules as readonly Row[]).flatMap(({ says, ...rest }) => says.map((text) => ({ ...rest, pattern: new RegExp(`^(?:${text.replace('{O}', '(?<O>.+?)').replace('{N}', NAME).replace('{W}', WHEN).replace('{T}', TOOL)})$`, 'u') })));
  return rules;
}

export function chineseFacts(sentence: string, teller: Teller): Found[] {
  const name = teller.name === 'User' ? '用户' : teller.name;
  const said = sentence.trim().replace(/[。.!！…~～\s]+$/u, '');
  if (said.length > 3 * LONGEST || HYPOTHETICAL.test(said)) return [];
  const facts: Found[] = [];
  let when = '';
  let subject = false;
  for (const piece of said.split(CLAUSE)) {
    const clause = piece.replace(OPENER, '').replace(/\s+(?=\p{Script=Han})|(?<=\p{Script=Han})\s+/gu, '').replace(/[了啦呀啊哦呢]+$/u, (end) => (end.startsWith('了') ? '了' : ''));
    // A time of its own, or a further thing of the same subject: "我叫王敏，住在杭州".
    if (/^(?:(?:\d{4}年)?\d{1,2}月(?:\d{1,2}[日号])?|\d{4}年|[昨今前][天年晚]|上[个]?(?:周|月|星期)[一二三四五六日天末]?)$/u.test(clause)) { when = clause; continue; }
    const own = /^.{0,12}?我/u.test(clause);
    const full = own ? clause : subject ? `我${clause}` : clause;
    const found = clauseFacts(when === '' || !own ? full : full.replace('我', `我${when}`), name, teller);
    facts.push(...(own || /^我(?:叫|住|在|是|今年|有|对|喜欢|不|擅长|会|养|的|家)/u.test(full) || !subject ? found : []));
    subject = own && !/^我的?[^，]{0,3}(?:妻子|丈夫|老婆|老公|妈|爸|儿子|女儿|哥|姐|弟|妹|朋友|同事|老板|家人)/u.test(clause);
  }
  return facts;
}

function clauseFacts(clause: string, name: string, teller: Teller): Found[] {
  if (clause.length > LONGEST) return [];
  const kin = ofKin(clause, name, teller);
  if (kin) return kin;
  const head = /^(?<lead>[^我，]{0,14}?)我(?:们(?<many>))?(?<rest>.+)$/u.exec(clause)?.groups;
  if (!head || DEICTIC.test(clause.replace(/这(?:周|个?月|个?周末|个?星期)/gu, ''))) return [];
  const { lead = '', rest = '' } = head;
  if (lead !== '' && !new RegExp(`^${WHEN}$`, 'u').test(datesOf(lead, teller.day).text) && !/^(?:以前|曾经|现在|目前|平时|每天|周末|小时候|大学时|从小|一直|毕业后|每周[一二三四五六日末天]?|今年|明年|将来)$/u.test(lead)) return [];
  const dated = datesOf(`${lead}${rest}`.replace(/今年(?=[\d一二三四五六七八九十]+岁)/u, '').replace(/(?<![\d年])(\d{1,2})月/u, (all, month: string) => (/生日|每年/u.test(rest) ? all : monthOf(all, month, teller.day))), teller.day);
  if (dated.unclear) return [];
  for (const rule of rulesOf()) {
    const groups = rule.pattern.exec(dated.text)?.groups;
    const value = groups?.O?.replace(/了$/u, '').replace(/感兴趣$/u, '') ?? '';
    if (value === '' || VAGUE.test(value) || (rule.key === 'name' && NO_NAME.test(value))) continue;
    if (rule.event && (dated.at === null || /不|没|想|打算|计划/u.test(value.slice(0, 3)))) continue;
    const many = head.many === undefined ? name : `${name}等人`;
    return [{ kind: rule.kind, key: WHO.test(rule.key) ? kinKey(value) : groups?.k ?? rule.key, value, text: `${many}${dated.text.replaceAll('我', name)}`, at: rule.kind === 'event' ? dated.at : null, persons: [], confidence: rule.confidence }];
  }
  return [];
}

/** Dates as Chinese writes them; `at` stays as it is. */
function datesOf(text: string, day: string | null): Dated {
  const dated = withDates(text, day);
  const plain = dated.text
    .replace(/(\d{4})-(\d\d)-(\d\d) 至 (\d{4})-(\d\d)-(\d\d)/gu, (_all, ...parts: string[]) => `${written(parts.slice(0, 3))}至${written(parts.slice(3, 6))}`)
    .replace(/(\d{4})-(\d\d)(?:-(\d\d))?/gu, (_all, ...parts: (string | undefined)[]) => written(parts.slice(0, 3)))
    .replace(/(?<![\d.])((?:19|20)\d{2})(?![\d年.-])/gu, '$1年');
  return { ...dated, text: plain };
}

const written = ([year, month, date]: readonly (string | undefined)[]): string => `${year ?? ''}年${Number(month)}月${date === undefined ? '' : `${Number(date)}日`}`;

function monthOf(all: string, month: string, day: string | null): string {
  if (day === null) return all;
  const year = Number(day.slice(0, 4));
  return `${Number(month) > Number(day.slice(5, 7)) ? year - 1 : year}年${month}月`;
}

function ofKin(clause: string, name: string, teller: Teller): Found[] | null {
  const named = (IS_KIN.exec(clause) ?? KIN_IS.exec(clause))?.groups;
  if (named && !NO_NAME.test(named.name ?? '')) {
    const { kin = '', name: person = '' } = named;
    return [{ kind: 'relationship', key: KIN.get(kin) ?? kin, value: person, text: `${name}的${kin}是${person}`, at: null, persons: [person], confidence: .9 }];
  }
  const favourite = FAVOURITE.exec(clause)?.groups;
  if (favourite) {
    const { what = '', value = '' } = favourite;
    return DEICTIC.test(value) ? [] : [{ kind: 'preference', key: `favorite ${what}`, value, text: `${name}${clause.startsWith('我最') ? '最' : ''}喜欢的${what}是${value}`, at: null, persons: [], confidence: .85 }];
  }
  const { kin, verb = '' } = OF_KIN.exec(clause)?.groups ?? {};
  if (kin === undefined) return null;
  const dated = datesOf(verb, teller.day);
  if (dated.unclear || DEICTIC.test(dated.text)) return [];
  return [{ kind: dated.at === null ? 'relationship' : 'event', key: `of ${KIN.get(kin) ?? kin}`, value: dated.text, text: `${name}的${kin}${dated.text.replaceAll('我', name)}`, at: dated.at, persons: [], confidence: .78 }];
}

function kinKey(value: string): string {
  for (const [word, key] of KIN) if (word.length > 1 && value.includes(word)) return key;
  for (const [word, key] of KIN) if (value.includes(word)) return key;
  return 'relation';
}
