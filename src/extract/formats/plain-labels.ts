// Lines of a plain transcript that say who speaks, when, or both: `Ann: …`, `**Ann** (2026-07-01 14:05): …`,
// `[14:05] Ann: …`, `### Ann — 14:05`, `## User`, `# 2026-07-01`. Says what a line may be; the whole file decides.
import { momentIn, type Moment } from './plain-times.ts';

export type Role = 'person' | 'assistant' | 'program';

export interface Label {
  /** As it stands there; null for a heading that only says when. */
  readonly name: string | null;
  readonly role: Role;
  readonly moment: Moment | null;
  /** What was said on the same line. */
  readonly text: string;
  /** How it is written; a file keeps to one way. */
  readonly kind: 'heading' | 'after-time' | 'bold' | 'plain';
  /** Nothing else can be meant: with a time, or a word for a role. */
  readonly sure: boolean;
}

const ROLES: Readonly<Record<string, Role>> = {
  ...Object.fromEntries(
    ['user', 'you', 'human', 'me', 'you said', '用户', '我'].map((name) => [name, 'person'] as const),
  ),
  ...Object.fromEntries(
    [
      'assistant',
      'ai',
      'bot',
      'model',
      'agent',
      'chatgpt',
      'chatgpt said',
      'gpt',
      'claude',
      'gemini',
      'copilot',
      'codex',
      '助手',
      '模型',
    ].map((name) => [name, 'assistant'] as const),
  ),
  ...Object.fromEntries(
    ['system', 'developer', 'tool', 'function', 'tool result', 'tool call', '系统', '工具'].map(
      (name) => [name, 'program'] as const,
    ),
  ),
};
/** Words before a colon that are nobody's name. */
const NO_NAMES = new Set(
  (
    'note notes nb todo fixme warning caution important tip hint info example examples e.g i.e date time day ' +
    'subject re fwd from to cc bcc ps summary title topic agenda attendees participants present location ' +
    'place ' +
    'status result results error errors question questions answer answers q a step steps problem solution ' +
    'cause reason goal goals update updates edit source sources see also link links file files usage output ' +
    'input version ' +
    'ingredients directions pros cons yes no ok okay so and but also then first second third finally however ' +
    'remember conclusion action actions next done decision decisions context background http https file ftp ' +
    'mailto ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july ' +
    'august september october november december 注意 备注 日期 时间 地点 主题 例如'
  ).split(' '),
);
/** One to four words that begin as names do, or signs without capitals. */
const NAME = new RegExp(
  String.raw`^(?:\p{Lu}[\p{L}\p{M}\p{N}.'’_-]*|[\p{Lo}][\p{L}\p{N}·]*|` +
    String.raw`@[\w.-]+)(?: (?:\p{Lu}[\p{L}\p{M}\p{N}.'’_-]*|\p{Lo}[\p{L}\p{N}·]*|de|da|van|von|der|di|el|al|bin|` +
    String.raw`la|le|\([^()\n]{1,20}\))){0,3}$`,
  'u',
);

export function roleOf(name: string): Role | null {
  return Object.hasOwn(ROLES, name.toLowerCase()) ? (ROLES[name.toLowerCase()] ?? null) : null;
}

const isName = (name: string): boolean => name.length <= 40 && NAME.test(name) && !NO_NAMES.has(name.toLowerCase());

const HEADING = /^#{1,6} +(.+?)[ #]*$/;
const BOLD = /^(?:[-*] +)?(?:\*\*|__)([^*_\n]{1,60}?)(:?)(?:\*\*|__) *(?:[([]([^)\]\n]{1,40})[)\]])? *([:：]?) *(.*)$/u;
const BEFORE = new RegExp(
  String.raw`^(?:[-*] +)?(?:[[(]([^\])\n]{4,40})[\])]|` +
    String.raw`(\d{4}-\d\d-\d\d[T ,]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|` +
    String.raw`\d{1,2}:\d\d(?::\d\d)?)(?: *[-–—])?) +([^:：\n]{1,40})[:：](?: +(.*)|$)`,
  'u',
);
const PLAIN = /^([^\s:：([{<>"'`|#*+-][^:：()[\]\n]{0,39}?) *(?:[([]([^)\]\n]{1,40})[)\]])? *(?::(?= |$)|：) *(.*)$/u;

/** Null for a line that is none. */
export function labelOf(line: string): Label | null {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return headingLabel(heading);
  const when =
    line.length <= 60 && /\d{4}/.test(line) ? momentIn(line.replace(/\*\*|__|^[-=~ ]+|[-=~ ]+$/g, '')) : null;
  if (when !== null && (when.day !== null || when.instant !== null) && isOnly(when.rest))
    return { name: null, role: 'person', moment: when, text: '', kind: 'heading', sure: true };
  const before = BEFORE.exec(line);
  if (before !== null) {
    const moment = momentIn(before[1] ?? before[2] ?? '');
    if (moment !== null && isOnly(moment.rest)) return named('after-time', before[3] ?? '', moment, before[4] ?? '');
  }
  const bold = BOLD.exec(line);
  if (bold !== null && ((bold[2] ?? '') !== '' || (bold[4] ?? '') !== ''))
    return timed('bold', bold[1] ?? '', bold[3], bold[5] ?? '');
  const plain = PLAIN.exec(line);
  return plain === null ? null : timed('plain', plain[1] ?? '', plain[2], plain[3] ?? '');
}

/** With what stands in brackets behind the name, which may only be a time. */
function timed(kind: Label['kind'], name: string, brackets: string | undefined, text: string): Label | null {
  const moment = brackets === undefined ? null : momentIn(brackets);
  if (brackets !== undefined && (moment === null || !isOnly(moment.rest))) return null;
  return named(kind, name, moment, text);
}

function named(kind: Label['kind'], raw: string, moment: Moment | null, text: string): Label | null {
  const name = raw.replace(/\*\*|__/g, '').trim();
  const role = roleOf(name);
  if (role === null && !isName(name)) return null;
  return { name, role: role ?? 'person', moment, text, kind, sure: moment !== null || role !== null };
}

/** A heading says when, who by a word for a role, or who and when. */
function headingLabel(heading: string): Label | null {
  const plain = heading
    .replace(/\*\*|__/g, '')
    .replace(/[:：]$/, '')
    .trim();
  const role = roleOf(plain);
  if (role !== null) return { name: plain, role, moment: null, text: '', kind: 'heading', sure: true };
  const moment = momentIn(plain);
  if (moment === null) return null;
  const name = moment.rest
    .replace(/[()[\],|·@—–-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const isSpeaker = roleOf(name) !== null || (isName(name) && moment.time !== null && !/\s/.test(name));
  return {
    name: isSpeaker ? name : null,
    role: roleOf(name) ?? 'person',
    moment,
    text: '',
    kind: 'heading',
    sure: true,
  };
}

/** Besides a time there stands nothing but a word such as a weekday. */
const isOnly = (rest: string): boolean =>
  /^[\s,.;|–—-]*(?:at|on|um|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?[\s,.;|–—-]*$/i.test(rest);
