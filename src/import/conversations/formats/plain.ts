// Plain text or markdown with speakers, and with days and times if given. An event is one utterance, which continues to
// the next speaker.
import notNames from '../../../../templates/words/not-names.json';
import { firstDate } from '../../../language/dates/written-dates.ts';
import { isDay, isTime } from '../../../model/day.ts';
import { frontMatterLines } from '../../../note/blocks.ts';
import { fencedLines } from '../../../note/lines.ts';
import { headOf, instantOf } from '../../values.ts';
import { type Conversation, nameOfBeginning, type Turn } from '../conversation.ts';
import { saidIn } from './messages.ts';

/** A local day, a local time, or both; or an instant with its zone. */
interface Moment {
  readonly day: string | null;
  readonly time: string | null;
  /** ISO in UTC. */
  readonly instant: string | null;
}

const UNKNOWN: Moment = { day: null, time: null, instant: null };
const TIME = /(?<![\d:])(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?(?![\d:])/i;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;

/**
 * The time in a heading or label, and the rest of the text; null if there is none. Only unambiguous forms: in
 * `03/04/2026` the month is unclear.
 */
function momentIn(text: string): { readonly moment: Moment; readonly rest: string } | null {
  const zoned = INSTANT.exec(text)?.[0] ?? '';
  const instant = instantOf(zoned);
  if (instant !== null) return { moment: { ...UNKNOWN, instant }, rest: text.replace(zoned, ' ') };
  const date = firstDate(text);
  const day = date !== null && isDay(date.label) ? date.label : null;
  let rest =
    date === null || day === null
      ? text
      : `${text.slice(0, date.start)} ${text.slice(date.end).replace(/^T(?=\d)/, ' ')}`;
  const match = TIME.exec(rest);
  const time = match === null ? null : timeOf(match);
  if (match !== null && time !== null) rest = rest.replace(match[0], ' ');
  return day === null && time === null ? null : { moment: { day, time, instant: null }, rest };
}

function timeOf([, hours = '', minutes = '', half]: RegExpExecArray): string | null {
  const typed = Number(hours);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}

/** The time in a text that says nothing else, apart from words such as a weekday. */
function onlyMoment(text: string): Moment | null {
  const found = momentIn(text);
  const isOnly = /^[\s,.;|–—-]*(?:at|on|um|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?[\s,.;|–—-]*$/i.test(
    found?.rest ?? 'no time',
  );
  return isOnly ? (found?.moment ?? null) : null;
}

// Lines of a plain transcript that name the speaker, the time, or both: `Ann: …`, `**Ann** (2026-07-01 14:05): …`,
// `[14:05] Ann: …`, `### Ann — 14:05`, `## User`, `# 2026-07-01`. Returns what a line may be; the whole file decides.

type Role = 'person' | 'assistant' | 'program';

interface Label {
  /** As written; null for a heading with only a time. */
  readonly name: string | null;
  readonly role: Role;
  readonly moment: Moment | null;
  /** The text on the same line. */
  readonly text: string;
  /** The style; a file uses only one. */
  readonly kind: 'heading' | 'after-time' | 'bold' | 'plain';
  /** Unambiguous, because it has a time or a role word. */
  readonly sure: boolean;
}

/** Words for a role. They name nobody. */
const ROLES: Readonly<Record<Role, readonly string[]>> = {
  person: ['user', 'you', 'human', 'me', 'you said', '用户', '我'],
  assistant: [
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
  ],
  program: ['system', 'developer', 'tool', 'function', 'tool result', 'tool call', '系统', '工具'],
};
/** Words before a colon that are not names. */
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
    'mailto 注意 备注 日期 时间 地点 主题 例如'
  )
    .split(' ')
    .concat(notNames.calendar),
);
/** One to four capitalised words, or characters of a script without capitals. */
const NAME = new RegExp(
  String.raw`^(?:\p{Lu}[\p{L}\p{M}\p{N}.'’_-]*|[\p{Lo}][\p{L}\p{N}·]*|` +
    String.raw`@[\w.-]+)(?: (?:\p{Lu}[\p{L}\p{M}\p{N}.'’_-]*|\p{Lo}[\p{L}\p{N}·]*|de|da|van|von|der|di|el|al|bin|` +
    String.raw`la|le|\([^()\n]{1,20}\))){0,3}$`,
  'u',
);

const roleOf = (name: string): Role | null =>
  (Object.keys(ROLES) as Role[]).find((role) => ROLES[role].includes(name.toLowerCase())) ?? null;

const isName = (name: string): boolean => name.length <= 40 && NAME.test(name) && !NO_NAMES.has(name.toLowerCase());

const HEADING = /^#{1,6} +(.+?)[ #]*$/;
const BOLD = /^(?:[-*] +)?(?:\*\*|__)([^*_\n]{1,60}?)(:?)(?:\*\*|__) *(?:[([]([^)\]\n]{1,40})[)\]])? *([:：]?) *(.*)$/u;
const BEFORE = new RegExp(
  String.raw`^(?:[-*] +)?(?:[[(]([^\])\n]{4,40})[\])]|` +
    String.raw`(\d{4}-\d\d-\d\d[T ,]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|` +
    String.raw`\d{1,2}:\d\d(?::\d\d)?)(?: *[-–—])?) +([^:：\n]{1,40})[:：](?: +(.*)|$)`,
  'u',
);
const PLAIN_LABEL =
  /^([^\s:：([{<>"'`|#*+-][^:：()[\]\n]{0,39}?) *(?:[([]([^)\]\n]{1,40})[)\]])? *(?::(?= |$)|：) *(.*)$/u;

/** Null if the line is not a label. */
function labelOf(line: string): Label | null {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return headingLabel(heading);
  const when =
    line.length <= 60 && /\d{4}/.test(line) ? onlyMoment(line.replace(/\*\*|__|^[-=~ ]+|[-=~ ]+$/g, '')) : null;
  if (when !== null && (when.day ?? when.instant) !== null) return headed(null, 'person', when);
  const before = BEFORE.exec(line);
  const after = before === null ? null : speaker('after-time', before[3] ?? '', before[1] ?? before[2], before[4]);
  if (after !== null) return after;
  const bold = BOLD.exec(line);
  if (bold !== null && `${bold[2] ?? ''}${bold[4] ?? ''}` !== '')
    return speaker('bold', bold[1] ?? '', bold[3], bold[5]);
  const plain = PLAIN_LABEL.exec(line);
  return plain === null ? null : speaker('plain', plain[1] ?? '', plain[2], plain[3]);
}

/** `when`: the text before the name or in brackets after it, which may be only a time. */
function speaker(kind: Label['kind'], raw: string, when: string | undefined, text = ''): Label | null {
  const name = raw.replace(/\*\*|__/g, '').trim();
  const role = roleOf(name);
  const moment = when === undefined ? null : onlyMoment(when);
  if ((when !== undefined && moment === null) || (role === null && !isName(name))) return null;
  return { name, role: role ?? 'person', moment, text, kind, sure: moment !== null || role !== null };
}

const headed = (name: string | null, role: Role, moment: Moment | null): Label => ({
  name,
  role,
  moment,
  text: '',
  kind: 'heading',
  sure: true,
});

/** A heading gives a time, a role word, or a name and a time. */
function headingLabel(heading: string): Label | null {
  const plain = heading
    .replace(/\*\*|__/g, '')
    .replace(/[:：]$/, '')
    .trim();
  const role = roleOf(plain);
  if (role !== null) return headed(plain, role, null);
  const found = momentIn(plain);
  if (found === null) return null;
  const name = found.rest
    .replace(/[()[\],|·@—–-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const isSpeaker = roleOf(name) !== null || (isName(name) && found.moment.time !== null && !/\s/.test(name));
  return headed(isSpeaker ? name : null, roleOf(name) ?? 'person', found.moment);
}

interface Line {
  readonly text: string;
  /** Inside a fence, or one of its marks. */
  readonly fenced: boolean;
  readonly label: Label | null;
}

const hasName = ({ label }: Line): boolean => label !== null && label.name !== null;

/** Whether the text names speakers. `sure`: only labels with a time or a role word count. */
export const hasSpeakers = (text: string, sure = false): boolean =>
  linesOf(text).some((line) => hasName(line) && (!sure || line.label?.sure === true));

/** Without speakers, the whole text is one person's, split into paragraphs. */
export function readPlain(text: string): Conversation {
  const head = headOf({ path: '', text });
  const start = momentIn(head.text('date') || head.text('created'))?.moment ?? UNKNOWN;
  const utterances = utterancesOf(linesOf(text), start);
  const turns = utterances.flatMap(({ role, speaker, at, lines }, index): Turn[] => {
    const said = saidIn(lines.join('\n'));
    return role === 'program' || said === '' ? [] : [{ event: index + 1, role, speaker, at, text: said }];
  });
  const session = nameOfBeginning('plain', turns);
  return { session, format: 'plain', project: null, turns, events: utterances.length, broken: [] };
}

interface Utterance {
  readonly role: Role;
  readonly speaker: string | null;
  readonly at: string | null;
  readonly lines: string[];
}

function utterancesOf(lines: readonly Line[], start: Moment): Utterance[] {
  const isSpoken = lines.some(hasName);
  const said: Utterance[] = [];
  let clock = start;
  /** Null after a heading with only a time: nobody speaks until the next name or paragraph. */
  let open: string[] | null = null;
  const begin = (role: Role, speaker: string | null, text: string): void => {
    open = text === '' ? [] : [text];
    said.push({
      role,
      speaker,
      at: clock.instant ?? (clock.day && `${clock.day}T${clock.time ?? '00:00'}`),
      lines: open,
    });
  };
  for (const { text, label } of lines) {
    if (label !== null) {
      const { name, role, moment } = label;
      clock = moved(clock, moment);
      open = null;
      if (name !== null) begin(role, role === 'person' && roleOf(name) === null ? name : null, label.text);
    } else if (!isSpoken && (text.trim() === '' || /^#{1,6} /.test(text))) open = null;
    else if (open !== null) (open as string[]).push(text);
    else if (!isSpoken) begin('person', null, text);
  }
  return said;
}

/** A label's day applies to what follows. A time alone is on the current day. */
function moved(clock: Moment, moment: Moment | null): Moment {
  if (moment === null || (moment.day ?? moment.instant) !== null) return moment ?? clock;
  return clock.day === null ? clock : { ...clock, time: moment.time };
}

/** Without front matter. */
function linesOf(text: string): Line[] {
  const all = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const body = all.slice(frontMatterLines(all));
  const fences = fencedLines(body);
  const lines = body.map((line, at): Line => {
    const fenced = fences[at] === true;
    return { text: line, fenced, label: fenced ? null : labelOf(line) };
  });
  const stands = standing(lines);
  return lines.map((line) =>
    line.label === null || line.label.name === null || stands(line.label) ? line : { ...line, label: null },
  );
}

/**
 * Decides which labels are real, from the whole file. All have the style of the first. A name without a time must
 * appear more than once, or, if there are no role words, labels must precede half of the lines.
 */
function standing(lines: readonly Line[]): (label: Label) => boolean {
  const labels = lines.flatMap(({ label }) => (label !== null && label.name !== null ? [label] : []));
  const opening = lines.find(
    ({ text, label }) => text.trim() !== '' && !/^#{1,6} /.test(text) && (label === null || label.name !== null),
  );
  const kind = labels[0]?.kind;
  const own = labels.filter((label) => label.kind === kind);
  const counts = new Map<string | null, number>();
  for (const { name } of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  const hasRoles = own.some(({ name }) => name !== null && roleOf(name) !== null);
  const isDialogue =
    !hasRoles &&
    own.length > 1 &&
    own.length * 2 >= lines.filter(({ text, fenced }) => !fenced && text.trim() !== '').length;
  const isLed = hasRoles || (opening?.label ?? null) !== null;
  return (label) => label.kind === kind && (label.sure || isDialogue || (isLed && (counts.get(label.name) ?? 0) > 1));
}
