// Plain text or markdown with speakers, and with days and times where they stand there. An event is one utterance; what
// follows it up to the next speaker belongs to it.
import type { Conversation, Turn } from '../conversation.ts';
import { type Label, labelOf, roleOf } from './plain-labels.ts';
import type { Moment } from './plain-times.ts';
import { saidIn } from './said.ts';
import { instantOf, nameOfBeginning, sessionName } from './shape.ts';

export const PLAIN = 'plain';

interface Line {
  readonly text: string;
  /** It stands in a fence, or is one of its marks. */
  readonly fenced: boolean;
  readonly label: Label | null;
}

/** Is it told who says what? */
export function hasSpeakers(text: string): boolean {
  return linesOf(bodyOf(text).body).some(({ label }) => label !== null && label.name !== null);
}

/** Without speakers all of it is one person's, paragraph by paragraph. */
export function readPlain(text: string): Conversation {
  const { front, body } = bodyOf(text);
  const lines = linesOf(body);
  const utterances = lines.some(({ label }) => label !== null && label.name !== null)
    ? spoken(lines, momentOfFront(front))
    : paragraphs(lines, momentOfFront(front));
  const turns = utterances.flatMap(({ role, ...utterance }, at): Turn[] => {
    const said = saidIn(utterance.lines.join('\n'));
    return role === 'program' || said === ''
      ? []
      : [{ event: at + 1, role, speaker: utterance.speaker, at: utterance.at, text: said }];
  });
  const named = front.get('session') ?? front.get('session_id');
  return {
    session: named === undefined ? nameOfBeginning(PLAIN, turns) : sessionName(named),
    format: PLAIN,
    project: front.get('project') ?? null,
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

/** The words for the one who talks to an assistant name nobody. */
const NOBODY = new Set(['user', 'you', 'human', 'me', 'you said', '用户', '我']);

function spoken(lines: readonly Line[], start: Clock): Utterance[] {
  const said: Utterance[] = [];
  let clock = start;
  /** Null behind a heading that says when: nobody speaks until a name stands there. */
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
        speaker: role === 'person' && !NOBODY.has(name.toLowerCase()) ? name : null,
        at: shown(clock),
        lines: open,
      });
  }
  return said;
}

function paragraphs(lines: readonly Line[], start: Clock): Utterance[] {
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

/** What is known of the time at a line. */
interface Clock {
  readonly day: string | null;
  readonly time: string | null;
  readonly instant: string | null;
}

/** A label's day holds for what follows, a heading's time too; a time alone is of the day that holds. */
function moved(clock: Clock, moment: Moment | null, isHeading: boolean): Clock {
  if (moment === null) return clock;
  if (moment.instant !== null) return { day: null, time: null, instant: moment.instant };
  if (moment.day !== null) return { day: moment.day, time: moment.time, instant: null };
  return clock.day === null && !isHeading ? clock : { day: clock.day, time: moment.time, instant: null };
}

const shown = ({ day, time, instant }: Clock): string | null =>
  instant ?? (day === null ? null : `${day}T${time ?? '00:00'}`);

function momentOfFront(front: ReadonlyMap<string, string>): Clock {
  const said = front.get('date') ?? front.get('created') ?? '';
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(said);
  const instant = instantOf(said);
  return {
    day: instant === null ? (match?.[1] ?? null) : null,
    time: instant === null ? (match?.[2] ?? null) : null,
    instant,
  };
}

/** Plain values of front matter, where there is one. */
function bodyOf(text: string): { readonly front: ReadonlyMap<string, string>; readonly body: string } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const close = plain.startsWith('---\n') ? plain.indexOf('\n---\n', 3) : -1;
  if (close < 0) return { front: new Map(), body: plain };
  const pairs = plain
    .slice(4, close)
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, key, value] = /^([a-z_]+): *["']?([^"'\n]+?)["']? *$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value]];
    });
  return { front: new Map(pairs), body: plain.slice(close + 5) };
}

function linesOf(body: string): Line[] {
  let fence: string | null = null;
  const lines = body.split('\n').map((text): Line => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    const isInside = fence !== null;
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const fenced = isInside || mark !== undefined;
    return { text, fenced, label: fenced ? null : labelOf(text) };
  });
  const stands = standing(lines);
  return lines.map((line) =>
    line.label === null || line.label.name === null || stands(line.label) ? line : { ...line, label: null },
  );
}

/**
 * Which labels the whole file bears out. It keeps to the way its first is written; a name that is not sure of itself
 * stands there more than once, or, where no word for a role is, before half of the lines.
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
