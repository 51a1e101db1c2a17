// Plain text or markdown with speakers, and with days and times if given. An event is one utterance, which continues to
// the next speaker.
import notNames from '../../../../templates/words/not-names.json';
import { firstDate } from '../../../language/dates/written-dates.ts';
import { isDay, isTime } from '../../../model/day.ts';
import { frontMatterLines } from '../../../note/blocks.ts';
import { fencedLines } from '../../../note/lines.ts';
import { headOf } from '../../format.ts';
import { type Conversation, nameOfBeginning, type Turn } from '../conversation.ts';
import { asText, instantOf } from '../../json.ts';
import { saidIn } from './said.ts';

// Days and times in headings and labels of plain transcripts. Only unambiguous forms: in `03/04/2026` the month is
// unclear.

/** A local day, a local time, or both; or an instant with its zone. */
interface Moment {
  readonly day: string | null;
  readonly time: string | null;
  /** ISO in UTC. */
  readonly instant: string | null;
}

const TIME = /(?<![\d:])(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?(?![\d:])/i;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;

/** The time in a short text, and the rest of the text; null if there is none. */
function momentIn(text: string): (Moment & { readonly rest: string }) | null {
  const zoned = INSTANT.exec(text)?.[0];
  const instant = zoned === undefined ? null : instantOf(zoned);
  if (zoned !== undefined && instant !== null)
    return { day: null, time: null, instant, rest: text.replace(zoned, ' ') };
  const date = firstDate(text);
  const day = date !== null && isDay(date.label) ? date.label : null;
  let rest =
    date === null || day === null
      ? text
      : `${text.slice(0, date.start)} ${text.slice(date.end).replace(/^T(?=\d)/, ' ')}`;
  const match = TIME.exec(rest);
  const time = match === null ? null : timeOf(match);
  if (match !== null && time !== null)
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  return day === null && time === null ? null : { day, time, instant: null, rest };
}

function timeOf([, hours = '', minutes = '', half]: RegExpExecArray): string | null {
  const typed = Number(hours);
  const isHalf = asText(half) !== null;
  if (isHalf && (typed < 1 || typed > 12)) return null;
  const hour = isHalf ? (typed % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : typed;
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
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
  const plain = PLAIN_LABEL.exec(line);
  return plain === null ? null : timed('plain', plain[1] ?? '', plain[2], plain[3] ?? '');
}

/** Checks the brackets after the name, which may contain only a time. */
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

/** A heading gives a time, a role word, or a name and a time. */
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

/** Nothing but a time, apart from words such as a weekday. */
const isOnly = (rest: string): boolean =>
  /^[\s,.;|–—-]*(?:at|on|um|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?[\s,.;|–—-]*$/i.test(rest);

const PLAIN = 'plain';

interface Line {
  readonly text: string;
  /** Inside a fence, or one of its marks. */
  readonly fenced: boolean;
  readonly label: Label | null;
}

/** Whether the text names speakers. `sure`: only labels with a time or a role word count. */
export function hasSpeakers(text: string, sure = false): boolean {
  return linesOf(text).some(({ label }) => label !== null && label.name !== null && (!sure || label.sure));
}

/** Without speakers, the whole text is one person's, split into paragraphs. */
export function readPlain(text: string): Conversation {
  const head = headOf({ path: '', text });
  const start = momentIn(head.text('date') || head.text('created')) ?? { day: null, time: null, instant: null };
  const lines = linesOf(text);
  const utterances = lines.some(({ label }) => label !== null && label.name !== null)
    ? spoken(lines, start)
    : paragraphs(lines, start);
  const turns = utterances.flatMap(({ role, ...utterance }, at): Turn[] => {
    const said = saidIn(utterance.lines.join('\n'));
    return role === 'program' || said === ''
      ? []
      : [{ event: at + 1, role, speaker: utterance.speaker, at: utterance.at, text: said }];
  });
  return {
    session: nameOfBeginning(PLAIN, turns),
    format: PLAIN,
    project: null,
    turns,
    events: utterances.length,
    broken: [],
  };
}

interface Utterance {
  readonly role: Label['role'];
  readonly speaker: string | null;
  readonly at: string | null;
  readonly lines: string[];
}

function spoken(lines: readonly Line[], start: Moment): Utterance[] {
  const said: Utterance[] = [];
  let clock = start;
  /** Null after a heading with only a time: nobody speaks until the next name. */
  let open: string[] | null = null;
  for (const { text, label } of lines) {
    if (label === null) {
      open?.push(text);
      continue;
    }
    const { name, role, moment } = label;
    clock = moved(clock, moment, name === null);
    open = name === null ? null : label.text === '' ? [] : [label.text];
    if (name !== null && open !== null)
      said.push({
        role,
        speaker: role === 'person' && roleOf(name) === null ? name : null,
        at: shown(clock),
        lines: open,
      });
  }
  return said;
}

function paragraphs(lines: readonly Line[], start: Moment): Utterance[] {
  const said: Utterance[] = [];
  let clock = start;
  let isOpen = false;
  for (const { text, label } of lines) {
    if (label !== null) clock = moved(clock, label.moment, true);
    const isBreak = label !== null || text.trim() === '' || /^#{1,6} /.test(text);
    if (!isBreak && isOpen) said.at(-1)?.lines.push(text);
    else if (!isBreak) said.push({ role: 'person', speaker: null, at: shown(clock), lines: [text] });
    isOpen = !isBreak;
  }
  return said;
}

/** A label's day applies to what follows, and so does a heading's time. A time alone is on the current day. */
function moved(clock: Moment, moment: Moment | null, isHeading: boolean): Moment {
  if (moment === null) return clock;
  if (moment.instant !== null) return { day: null, time: null, instant: moment.instant };
  if (moment.day !== null) return { day: moment.day, time: moment.time, instant: null };
  return clock.day === null && !isHeading ? clock : { day: clock.day, time: moment.time, instant: null };
}

const shown = ({ day, time, instant }: Moment): string | null =>
  instant ?? (day === null ? null : `${day}T${time ?? '00:00'}`);

/** Without front matter. */
function linesOf(text: string): Line[] {
  const all = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const body = all.slice(frontMatterLines(all));
  const fenced = fencedLines(body);
  const lines = body.map((line, at): Line => {
    const isFenced = fenced[at] === true;
    return { text: line, fenced: isFenced, label: isFenced ? null : labelOf(line) };
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
