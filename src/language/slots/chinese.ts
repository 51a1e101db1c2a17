// Chinese statements of how something is: the phrases and nouns of templates/slots/zh.json. Without capitals
// a name cannot be told from a word, so a value is short, holds no clause and is no quality.
import data from '../../../templates/slots/zh.json';
import { findChineseFigure } from './definite.ts';
import { findChineseUse } from './negation.ts';
import type { Found } from './parse-slot.ts';
import { kindOf, type Relation, relationsById } from './relations.ts';
import { withoutLabel } from './sentence.ts';
import type { Kind } from './slots.ts';
import { datePartsOf, levelOf, valueForm } from './value.ts';

interface Phrase {
  readonly relation: Relation;
  readonly pattern: RegExp;
  /** What must stand in the text for it to fit. */
  readonly cue: string;
  readonly single: boolean;
  readonly changed: boolean;
}

const LONGEST = 80;
const NOT_STATE = new RegExp(
  String.raw`[?？吗吧呢]|如果|要是|假如|假设|除非|可能|也许|或许|大概|打算|计划|想要?|希望|觉得|认为|以为|据说|听说|说过?[:：,，]|告诉|以前|曾经?|原来|过去|之前|从前|当时|` +
    String.raw`那时|小时候|将|准备|快要|即将|下个?[月周年]|明[天年]|昨天|今天|也|还在|每[天周月年]|周末|暂时|临时|有时|经常|常常|偶尔|差点|几乎|似乎|好像|应该|必须|能够|可以|` +
    String.raw`其中|之一|(?<!首)都是|不仅|不但|不只|不得不|不是不|没有不|一起|出差|旅游|度假|的时候|因为|所以|但是?|虽然|然后|梦见|一些|另一`,
);
const CHANGE = /现在|如今|从今年起|从[^，,]{1,8}起|今年起|最近|已经|改为|换成|改成|改用|不再|现(?=居|任|住)/;
const CHANGE_WORDS = /(?:现在已经|现在|如今|从今年起|最近|已经|目前|当前|仍然|依然|现(?=任|住))(?!的)/g;
const BAD_SUBJECT =
  /^(?:他|她|它|牠|这|那|该|此|其|谁|哪|什么|有人|大家|某|一个|有个|别人|昨|今|明|在|从|和|跟|因|当|不|没)|[，,。；;、！!：:]|是|有|说|想|觉得|喜欢|的$/;
const BAD_VALUE = new RegExp(
  String.raw`[，,。；;！!：:]|^(?:很|非常|太|最|不|好|挺|比较|更|在|从|和|跟|把|被|为|因|由|一家|一个|一所|家$|.*家$|家里$|公司$|学校$|医院$|国外$|外地$|` +
    String.raw`外面$|办公室$|工厂$|晚上|白天|夜里|早上|下午|上午|夏天|冬天|春天|秋天|开源|免费|付费|收费|自托管|自建|离线|线上$|网上$|远程$|咖啡馆$|图书馆$|户外|海边|国内$|` +
    String.raw`宾馆$|酒店$|宿舍$|这|那|哪|谁|什么|我们|他|她|它|自己|前任|空的|红的)|(?:的|了|着|过|中|里面|期间)$|因为|所以|但|并且|而且|的是|不|没`,
);
/** What somebody is, not who. */
const CALLING =
  /(?:医生|老师|教师|护士|工程师|律师|会计|程序员|设计师|经理|学生|公务员|司机|警察|农民|工人|演员|歌手|作家|记者|厨师|销售|军人|退休|人|岁)$/;
/** Who, by a family name: 李医生. */
const NAMED_CALLING = new RegExp(
  String.raw`^[王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺` +
    String.raw`顾毛郝龚邵万钱严覃武戚莫孔向汤](?:医生|` +
    String.raw`老师|教师|律师|会计|经理)$`,
);
const VERSION =
  /^(.+?)(?:使用|采用|运行在|跑在|用的是|用|(?<up>升级到|升级为|升到))了?(?<P>[A-Za-z][A-Za-z.+#]*) ?v?(?<V>\d[\w.-]*)$/u;
const NP = /^(.*?)的?([^的]{1,10})$/;
const AS = /^(.+?)(?:使用|采用|用|以)(.+?)(?:作为|当作|当|做)(?:(?:它|其|自己)的|主要)?(.{2,8})$/;
const SET =
  /^(.+?)(?:从(.+?))?(?:改为|改成|换成|变成|变更为|调整为|更新为|升级到|升级为|提高到|降低到|涨到|改到|推迟到|延期到|提前到)了?(.+)$/;
const PREFERS = [
  /^(.+?)(?:更喜欢|更喜爱|更偏好|偏好|宁愿用)(.+?)(?:而不是|而非|胜过|多于)(.+)$/,
  /^(?:比起|与|和|跟)(?<Y>.+?)(?:相比)?[,，]?(?<S>用户|我|[^,，]{2,6}?)更(?:喜欢|喜爱|偏好)(?<X>.+)$/,
];

/** Who of them is meant is not said. */
const SEVERAL = data.several;
let phrases: Phrase[] | undefined;
let nouns: Map<string, Relation> | undefined;

/** `project`: as for `findDefinite`. */
export function findChinese(statement: string, project: boolean): { found: Found; changed: boolean } | null {
  let text = withoutLabel(statement.trim())
    .replace(/[。.!！\s]+$/u, '')
    .replace(/(?<=\p{Script=Han}) (?=\S)|(?<=\S) (?=\p{Script=Han})/gu, '');
  if (text.length > LONGEST || text.includes('\n') || NOT_STATE.test(text)) return null;
  const changed = CHANGE.test(text);
  text = text.replace(CHANGE_WORDS, '');
  const choice = findPreference(text);
  if (choice) return { found: choice, changed };
  const gone = text.includes('不再');
  if (gone) text = text.replace('不再', '');
  const denied = gone ? null : /^(.+?)(?:不(?=住|在|是|用|叫|信)|没有?(?=住|在))(.+)$/.exec(text);
  const plain = denied ? `${denied[1] ?? ''}${denied[2] ?? ''}` : text;
  const found =
    findVersion(plain) ??
    findPhrase(plain) ??
    findAs(plain) ??
    findCopula(plain, project) ??
    findSet(plain, project) ??
    findTime(plain) ??
    (denied === null && !gone ? known(findChineseUse(plain) ?? findChineseFigure(plain)) : null);
  return found && { found: { ...found, negated: gone || denied !== null }, changed };
}

const known = (found: Found | null): Found | null => (found && BAD_SUBJECT.test(found.subject) ? null : found);

function findPhrase(text: string): Found | null {
  for (const { relation, pattern, cue, single, changed } of phraseTable()) {
    if (!text.includes(cue)) continue;
    const groups = pattern.exec(text)?.groups;
    const found = groups ? foundOf(groups.S ?? '', relation, groups.O ?? '', { single, changed }) : null;
    if (found) return { ...found, form: 'table' };
  }
  return null;
}

/** "S的R是O", "O是S的R". */
function findCopula(text: string, project: boolean): Found | null {
  const match = /^(.+?)(是|叫|为|[:：])(.+)$/.exec(text);
  if (!match) return null;
  const [, left = '', , right = ''] = match;
  const ahead = readPhrase(left, project);
  if (ahead) return foundOf(ahead.subject, ahead.relation, right, { single: true, changed: false });
  const behind = right.includes('的') && match[2] === '是' ? readPhrase(right, false) : null;
  return behind ? foundOf(behind.subject, behind.relation, left, { single: true, changed: false }) : null;
}

function findAs(text: string): Found | null {
  const match = AS.exec(text);
  const relation = match ? nounOf(match[3] ?? '') : null;
  return match && relation ? foundOf(match[1] ?? '', relation, match[2] ?? '', { single: true, changed: false }) : null;
}

function findSet(text: string, project: boolean): Found | null {
  const match = SET.exec(text);
  const ahead = match ? readPhrase((match[1] ?? '').replace(/[把由已]$/, ''), project) : null;
  return match && ahead
    ? foundOf(ahead.subject, ahead.relation, match[3] ?? '', { single: true, changed: true })
    : null;
}

/** "会议时间是十点". */
function findTime(text: string): Found | null {
  const [, subject = '', change, value = ''] =
    /^(.{2,12}?)时间(?:是|为|在|定在|[:：]|(改到|改成|改为|调整到|调整为|推迟到|提前到)了?)(.+)$/u.exec(text) ?? [];
  return subject === ''
    ? null
    : foundOf(subject, relationNamed(relationsById(), 'scheduled'), value, {
        single: change !== undefined,
        changed: change !== undefined,
      });
}

function findVersion(text: string): Found | null {
  const match = VERSION.exec(text);
  const [subject, product, version] = [match?.[1] ?? '', match?.groups?.P ?? '', match?.groups?.V ?? ''];
  if (!match || BAD_SUBJECT.test(subject)) return null;
  const changed = match.groups?.up !== undefined;
  return {
    subject,
    relation: { id: `${valueForm(product, 'word')} version`, label: 'version', kind: 'number', single: true },
    value: { form: valueForm(version, 'number'), label: null },
    negated: false,
    changed,
    single: changed || !/^(?:用户|我)$/.test(subject),
    form: 'table',
  };
}

function findPreference(text: string): Found | null {
  const [first, second] = PREFERS.map((pattern) => pattern.exec(text));
  const [subject, chosen, other] = first ? first.slice(1) : [second?.groups?.S, second?.groups?.X, second?.groups?.Y];
  if (
    subject === undefined ||
    chosen === undefined ||
    other === undefined ||
    BAD_SUBJECT.test(subject) ||
    chosen.length > 12 ||
    other.length > 12
  )
    return null;
  const pair = [valueForm(chosen, 'word'), valueForm(other, 'word')];
  return {
    subject,
    relation: { id: `prefers ${[...pair].sort().join(' or ')}`, label: 'choice', kind: 'text', single: true },
    value: { form: pair[0] ?? '', label: null },
    negated: false,
    changed: false,
    single: true,
    form: 'table',
  };
}

function foundOf(
  subject: string,
  relation: Relation,
  raw: string,
  { single, changed }: { single: boolean; changed: boolean },
): Found | null {
  const value = raw.trim().replace(/^["“「『]|["”」』]$/g, '');
  const who = subject
    .trim()
    .replace(/的$/, '')
    .replace(relation.id === 'scheduled' ? /(?<=..)时间$/ : /^$/, '');
  if (
    who === '' ||
    who.length > 24 ||
    BAD_SUBJECT.test(who) ||
    value === '' ||
    value.length > 24 ||
    (relation.kind !== 'date' && BAD_VALUE.test(value)) ||
    !fits(value, relation.kind)
  )
    return null;
  // "在北京工作" tells a place, "在谷歌工作" an employer.
  if (relation.id === 'employer' && levelOf(valueForm(value, 'place')) !== null)
    return foundOf(subject, { id: 'workplace', label: 'place of work', kind: 'place', single: true }, raw, {
      single,
      changed,
    });
  if (
    relation.id === 'residence' &&
    changed &&
    levelOf(valueForm(value, 'place')) === null &&
    !/[市县区省镇村州国]$/.test(value)
  )
    return null;
  const oneOfSeveral = relation.id !== 'scheduled' && SEVERAL.some((noun) => who === noun || who.endsWith(`的${noun}`));
  return {
    subject: who,
    relation,
    value: { form: valueForm(value, relation.kind), label: null },
    negated: false,
    changed,
    single: single && !oneOfSeveral,
    form: 'definite',
  };
}

function fits(value: string, kind: Kind): boolean {
  if (kind === 'date') return datePartsOf(value) !== null;
  if (kind === 'number') return /[\d一二三四五六七八九十百千万]/.test(value);
  if (kind === 'code') return /[@./:\\A-Za-z]/.test(value);
  if (kind === 'person')
    return !/[\d的]/.test(value) && value.length <= 16 && (!CALLING.test(value) || NAMED_CALLING.test(value));
  return !(kind === 'birthplace' || kind === 'place' || kind === 'country') || datePartsOf(value) === null;
}

/** "项目的默认分支" as subject and relation. */
function readPhrase(phrase: string, project: boolean): { subject: string; relation: Relation } | null {
  const at = phrase.lastIndexOf('的');
  if (at > 0) {
    const relation = nounOf(phrase.slice(at + 1));
    return relation && { subject: phrase.slice(0, at), relation };
  }
  const bare = NP.exec(phrase)?.[2] === phrase ? nounOf(phrase) : null;
  return bare && project ? { subject: 'project', relation: bare } : null;
}

function nounOf(phrase: string): Relation | null {
  const all = nounTable();
  const text = phrase.trim().replace(/^(?:新|当前|目前)/, '');
  const exact = all.get(text);
  if (exact) return exact;
  for (let start = 1; start < Math.min(text.length - 1, 6); start++) {
    const tail = all.get(text.slice(start));
    if (tail && text.length - start >= 2) return /前|旧|老|下|上|第/.test(text[0] ?? '') ? null : { ...tail, id: text };
  }
  return null;
}

function nounTable(): Map<string, Relation> {
  if (nouns) return nouns;
  const byId = relationsById();
  nouns = new Map();
  for (const [value, { label, nouns: list }] of Object.entries(data.nouns))
    for (const noun of list) nouns.set(noun, { id: noun, label, kind: kindOf(value), single: true });
  for (const row of data.relations) for (const noun of row.nouns ?? []) nouns.set(noun, relationNamed(byId, row.id));
  return nouns;
}

function phraseTable(): Phrase[] {
  if (phrases) return phrases;
  const byId = relationsById();
  const rows = data.relations.flatMap((row) => {
    const relation = relationNamed(byId, row.id);
    const of = (list: readonly string[] | undefined, single: boolean, changed: boolean): Phrase[] =>
      (list ?? []).map((text) => ({
        relation,
        single,
        changed,
        cue: text.split(/\{.\}/).sort((a, b) => b.length - a.length)[0] ?? '',
        pattern: patternOf(text),
      }));
    return [...of(row.says, true, false), ...of(row.also, false, false), ...of(row.changed, true, true)];
  });
  phrases = rows.sort((a, b) => b.pattern.source.length - a.pattern.source.length);
  return phrases;
}

function patternOf(text: string): RegExp {
  const source = text
    .replace('{S}', text.startsWith('{S}{O}') ? String.raw`(?<S>\D+?)` : '(?<S>.+?)')
    .replace('{X}', '(?<X>.+?)')
    .replace('{O}', text.startsWith('{S}{O}') ? String.raw`(?<O>\d+)` : '(?<O>.+)');
  return new RegExp(`^${source}$`, 'u');
}

function relationNamed(byId: ReadonlyMap<string, Relation>, id: string): Relation {
  const relation = byId.get(id);
  if (!relation) throw new Error(`no relation ${id} in the table`);
  return relation;
}
