// A conversation read by a model: part after part within its limits, each fact held against what was said. Where the
// model fails, the rules read that part. Nothing that a model or its server says of a failure is taken.
import { askInParts, type Asks, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt } from '../../../llm/prompt.ts';
import type { Candidate, Conversation, Turn } from '../conversation.ts';
import { nameOfSpeaker } from '../rules/rules.ts';
import type { Terms } from '../slots.ts';
import { factsSchema, parseFacts } from './schema.ts';
import { type Evidence, type Refusal, verify } from './verify.ts';

// A part of a conversation as a model reads it: what it is to do, and apart from that the turns, as JSON between two
// marks that occur nowhere in it. Pure: the same part gives the same prompt.

/** `system`: the text of the prompt file. */
function requestFor(
  { before, rows }: Shown,
  { system, project }: { readonly system: string; readonly project: string | null },
): ModelRequest {
  const data = `{"project":${JSON.stringify(project)},\n"before":${render(before)},\n"turns":${render(rows)}}`;
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nNote down the facts of "turns". Answer with JSON alone.`,
    name: 'extract',
    schema: factsSchema(),
  };
}

/** One a line; the day where it is another than that of the one before. */
function render(rows: readonly Row[]): string {
  let last: string | null = null;
  const lines = rows.map(({ event, who, day, says }) => {
    const isOther = day !== last && day !== null;
    last = day ?? last;
    return JSON.stringify({ n: event, ...(isOther ? { day } : {}), who, says });
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
}

export interface ModelLook extends RowWishes {
  readonly asks: Asks;
  /** The text of the prompt file. */
  readonly system: string;
  /** For the progress line. */
  readonly label: string;
  readonly terms: Terms;
  /**
   * Others were read before it: where a limit ends them, it has its turn the next time. Else the rules read what is
   * left of it.
   */
  readonly mayWait: boolean;
  /** What the rules find in all of it. */
  readonly byRules: () => readonly Candidate[];
}

export interface LookedAt {
  readonly candidates: readonly Candidate[];
  /** Those of them that a model gave. */
  readonly byModel: ReadonlySet<Candidate>;
  /** Facts of the model that were not taken. */
  readonly refused: ReadonlyMap<Refusal, number>;
  readonly parts: number;
  /** Parts that the rules read, and why, in memvault's own words; null where there are none. */
  readonly ruled: number;
  readonly reason: string | null;
}

/** Twelve facts of that form. */
const ANSWER_TOKENS = 1500;
const NO_ANSWER = 'the model gave no answer that can be read';
const NOTHING_SAID = 'nothing that the model noted down was said';
const TOO_LONG = 'a part is too long for the model';

/** Why nothing of a conversation counts: interrupted, or a limit leaves it to another time. */
export type NotRead = 'stopped' | 'limit';

/** Asks nothing where nobody said anything new. */
export async function lookByModel(conversation: Conversation, look: ModelLook): Promise<LookedAt | NotRead> {
  const { project } = conversation;
  const { rows, fresh } = rowsOf(conversation, look);
  const candidates: Candidate[] = [];
  const byModel = new Set<Candidate>();
  const refused = new Map<Refusal, number>();
  let [parts, ruled]: [number, number] = [0, 0];
  let reason: string | null = null;
  let rules: readonly Candidate[] | null = null;

  const leaveToRules = (range: Range, why: string): void => {
    const events = eventsOfPeople(rows.slice(range.start, range.end));
    rules ??= look.byRules();
    candidates.push(...rules.filter((candidate) => candidate.events.every((event) => events.has(event))));
    ruled++;
    reason ??= why;
  };
  const take = (value: unknown, range: Range): void => {
    const facts = parseFacts(value);
    if (facts === null) return leaveToRules(range, NO_ANSWER);
    const evidence = evidenceFor(conversation, shownOf(rows, range), look);
    const judged = facts.map((fact) => verify(fact, evidence));
    // Who makes all of it up has not read it.
    if (judged.length > 0 && judged.every((one) => one === 'evidence')) return leaveToRules(range, NOTHING_SAID);
    for (const one of judged)
      if (typeof one === 'string') refused.set(one, (refused.get(one) ?? 0) + 1);
      else {
        candidates.push(one);
        byModel.add(one);
      }
  };

  const requests = askInParts(rangesOf(rows, fresh), {
    asks: look.asks,
    answerTokens: ANSWER_TOKENS,
    labelFor: () => look.label,
    requestFor: (range) => requestFor(shownOf(rows, range), { system: look.system, project }),
    halvesOf: (range) =>
      halvesOf(range).filter(({ start, end }) => rows.slice(start, end).some(({ isPerson }) => isPerson)),
  });
  for await (const { part: range, asked } of requests) {
    if (asked.kind === 'stopped' || (asked.kind === 'limit' && look.mayWait)) return asked.kind;
    parts++;
    if (asked.kind === 'answer') take(asked.value, range);
    else leaveToRules(range, asked.kind === 'cut' ? TOO_LONG : asked.reason);
  }
  return { candidates, byModel, refused, parts, ruled, reason };
}

function evidenceFor(
  { turns, project }: Conversation,
  { before, rows }: Shown,
  { dayOf, terms }: Pick<ModelLook, 'dayOf' | 'terms'>,
): Evidence {
  const shown = eventsOfPeople([...before, ...rows]);
  return {
    turns: new Map(turns.flatMap((turn) => (shown.has(turn.event) ? [[turn.event, turn] as const] : []))),
    fresh: eventsOfPeople(rows),
    project,
    dayOf,
    terms,
  };
}

const eventsOfPeople = (rows: readonly Row[]): Set<number> =>
  new Set(rows.flatMap(({ event, isPerson }) => (isPerson ? [event] : [])));

// A conversation in parts that a model can read at once: whole turns, a little of what was said before, and nothing
// that may not be sent. Pure.

/** A turn as it is shown, or a piece of a long one. */
export interface Row {
  readonly event: number;
  readonly isPerson: boolean;
  readonly who: string;
  /** Local; null where nobody knows. */
  readonly day: string | null;
  readonly says: string;
}

/** Some rows of a list, from one up to another. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Shown {
  /** What was said just before: shown for the sense, not to be noted down. */
  readonly before: readonly Row[];
  readonly rows: readonly Row[];
}

export interface RowWishes {
  /** The last event that needs no look any more, and the last that is whole. */
  readonly after: number;
  readonly upTo: number;
  readonly dayOf: (at: string) => string | null;
  /** The part of a text that may leave this machine. */
  readonly maySend: (text: string) => string;
  /** Nothing of these events may be read any more. */
  readonly isClosed: (event: number) => boolean;
}

/** What an assistant said is there for the sense alone. */
const OF_ASSISTANT = 400;
/** Longer turns are shown in pieces. With an assistant their middle was pasted. */
const PIECE = 2000;
const MOST_ROWS = 60;
const MOST_CHARS = 12_000;
const BEFORE_ROWS = 4;
const BEFORE_CHARS = 1500;

/** All that may be shown, in order, and from which row on it is new. */
export function rowsOf(
  { turns }: Pick<Conversation, 'turns'>,
  wishes: RowWishes,
): { readonly rows: readonly Row[]; readonly fresh: number } {
  const assisted = turns.some(({ role }) => role === 'assistant');
  const all = turns
    .filter(({ event }) => event <= wishes.upTo && !wishes.isClosed(event))
    .flatMap((turn) => rowsOfTurn(turn, assisted, wishes));
  // What an assistant says last is followed by nobody's word.
  const rows = all.slice(0, all.findLastIndex(({ isPerson }) => isPerson) + 1);
  const fresh = rows.findIndex(({ event }) => event > wishes.after);
  return { rows, fresh: fresh < 0 ? rows.length : fresh };
}

function rowsOfTurn({ event, role, speaker, at, text }: Turn, assisted: boolean, { dayOf, maySend }: RowWishes): Row[] {
  const isPerson = role === 'person';
  const sent = maySend(text).trim();
  if (sent === '') return [];
  const pieces = isPerson ? piecesOf(sent) : [clipped(sent)];
  const shown = isPerson && assisted && pieces.length > 2 ? [pieces[0] ?? '', pieces.at(-1) ?? ''] : pieces;
  const day = at === null ? null : dayOf(at);
  return shown.map((says) => ({
    event,
    isPerson,
    who: isPerson ? nameOfSpeaker({ speaker }) : 'assistant',
    day,
    says,
  }));
}

/** Its beginning and its end, where a question stands. */
function clipped(text: string): string {
  if (text.length <= OF_ASSISTANT) return text;
  return `${text.slice(0, OF_ASSISTANT / 2).toWellFormed()} … ${text.slice(-OF_ASSISTANT / 2).toWellFormed()}`;
}

/** Cut where a line, a sentence or a word ends. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const rest = text.slice(start, start + PIECE);
    const end =
      start + rest.length === text.length
        ? rest.length
        : ([rest.lastIndexOf('\n'), rest.lastIndexOf('. ') + 1, rest.lastIndexOf('。') + 1, rest.lastIndexOf(' ')].find(
            (at) => at > PIECE / 2,
          ) ?? rest.length);
    pieces.push(text.slice(start, start + end).toWellFormed());
    start += end;
  }
  return pieces;
}

/** The rows from `fresh` on, in parts of a size that one reads well. */
export function rangesOf(rows: readonly Row[], fresh: number): Range[] {
  const ranges: Range[] = [];
  for (let start = fresh; start < rows.length;) {
    let [end, chars] = [start, 0];
    while (
      end < rows.length &&
      end - start < MOST_ROWS &&
      (end === start || chars + (rows[end]?.says.length ?? 0) <= MOST_CHARS)
    )
      chars += rows[end++]?.says.length ?? 0;
    ranges.push({ start, end });
    start = end;
  }
  return ranges.filter((range) => rows.slice(range.start, range.end).some(({ isPerson }) => isPerson));
}

/** Nothing where it cannot be smaller. */
export function halvesOf({ start, end }: Range): Range[] {
  const middle = start + Math.ceil((end - start) / 2);
  return middle === end
    ? []
    : [
        { start, end: middle },
        { start: middle, end },
      ];
}

export function shownOf(rows: readonly Row[], { start, end }: Range): Shown {
  let [from, chars] = [start, 0];
  while (from > 0 && start - from < BEFORE_ROWS && chars + (rows[from - 1]?.says.length ?? 0) <= BEFORE_CHARS)
    chars += rows[--from]?.says.length ?? 0;
  return { before: rows.slice(from, start), rows: rows.slice(start, end) };
}
