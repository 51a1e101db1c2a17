// Reads a conversation with a model: in parts within its limits, each fact checked against what was said. If the model
// fails, the rules read that part. Error texts of a model or server are never stored.
import { askInParts, type Asks } from '../../../llm/port.ts';
import { fence, fillPrompt } from '../../../llm/prompt.ts';
import type { Candidate, Conversation } from '../conversation.ts';
import { nameOfSpeaker } from '../rules/rules.ts';
import type { Terms } from '../settle.ts';
import { FACTS_SCHEMA, parseFacts, type Refusal, verify } from './verify.ts';

export interface ModelLook extends RowWishes {
  readonly asks: Asks;
  /** The text of the prompt file. */
  readonly system: string;
  /** For the progress line. */
  readonly label: string;
  readonly terms: Terms;
  /**
   * Other conversations were already read: at a limit, this one is left for the next run. Otherwise the rules read the
   * rest of it.
   */
  readonly mayWait: boolean;
  /** Runs the rules on the whole conversation. */
  readonly byRules: () => readonly Candidate[];
}

export interface LookedAt {
  readonly candidates: readonly Candidate[];
  /** Those that came from the model. */
  readonly byModel: ReadonlySet<Candidate>;
  /** The model's facts that were rejected, by reason. */
  readonly refused: ReadonlyMap<Refusal, number>;
  readonly parts: number;
  /** The number of parts that the rules read, and why, in memvault's own words; null if none. */
  readonly ruled: number;
  readonly reason: string | null;
}

/** Room for twelve facts. */
const ANSWER_TOKENS = 1500;
const NO_ANSWER = 'the model gave no answer that can be read';
const NOTHING_SAID = 'nothing that the model noted down was said';
const TOO_LONG = 'a part is too long for the model';

/** Why the result for a conversation is dropped: interrupted, or a limit leaves it for later. */
export type NotRead = 'stopped' | 'limit';

/** Asks nothing if nobody said anything new. */
export async function lookByModel(conversation: Conversation, look: ModelLook): Promise<LookedAt | NotRead> {
  const { project, turns } = conversation;
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
    const { before, rows: own } = shownOf(rows, range);
    const shown = eventsOfPeople([...before, ...own]);
    const evidence = {
      turns: new Map(turns.flatMap((turn) => (shown.has(turn.event) ? [[turn.event, turn] as const] : []))),
      fresh: eventsOfPeople(own),
      project,
      dayOf: look.dayOf,
      terms: look.terms,
    };
    const judged = facts.map((fact) => verify(fact, evidence));
    // If every quote is made up, the model did not read the part.
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
    requestFor: (range) => {
      const { before, rows: own } = shownOf(rows, range);
      const data = `{"project":${JSON.stringify(project)},\n"before":${render(before)},\n"turns":${render(own)}}`;
      return {
        system: fillPrompt(look.system, {}),
        prompt: `${fence(data)}\n\nNote down the facts of "turns". Answer with JSON alone.`,
        name: 'extract',
        schema: FACTS_SCHEMA,
      };
    },
    halvesOf: (range) => halvesOf(range).filter((half) => hasPerson(rows, half)),
  });
  for await (const { part: range, asked } of requests) {
    if (asked.kind === 'stopped' || (asked.kind === 'limit' && look.mayWait)) return asked.kind;
    parts++;
    if (asked.kind === 'answer') take(asked.value, range);
    else leaveToRules(range, asked.kind === 'cut' ? TOO_LONG : asked.reason);
  }
  return { candidates, byModel, refused, parts, ruled, reason };
}

const eventsOfPeople = (rows: readonly Row[]): Set<number> =>
  new Set(rows.flatMap(({ event, isPerson }) => (isPerson ? [event] : [])));

/** One row per line, with the day where it changes. */
function render(rows: readonly Row[]): string {
  let last: string | null = null;
  const lines = rows.map(({ event, who, day, says }) => {
    const isOther = day !== last && day !== null;
    last = day ?? last;
    return JSON.stringify({ n: event, ...(isOther ? { day } : {}), who, says });
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
}

// Splits a conversation into parts that a model can read at once: whole turns, a little context before them, and
// nothing that must not be sent. Pure.

/** A turn as shown, or a piece of a long one. */
interface Row {
  readonly event: number;
  readonly isPerson: boolean;
  readonly who: string;
  /** Local; null if unknown. */
  readonly day: string | null;
  readonly says: string;
}

/** A range of rows. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface RowWishes {
  /** The last event already read, and the last complete one. */
  readonly after: number;
  readonly upTo: number;
  readonly dayOf: (at: string) => string | null;
  /** Removes from a text what must not leave this machine. */
  readonly maySend: (text: string) => string;
  /** Nothing may be extracted from these events any more. */
  readonly isClosed: (event: number) => boolean;
}

/** Characters shown of an assistant's turn, which is only context: its beginning, and its end for a question. */
const OF_ASSISTANT = 400;
/**
 * Longer turns are shown in pieces. In a talk with an assistant only the first and last piece, since the middle is
 * probably pasted.
 */
const PIECE = 2000;
const MOST_ROWS = 60;
const MOST_CHARS = 12_000;
const BEFORE_ROWS = 4;
const BEFORE_CHARS = 1500;

/** All rows that may be shown, in order, and the index of the first new one. */
export function rowsOf(
  { turns }: Pick<Conversation, 'turns'>,
  { after, upTo, dayOf, maySend, isClosed }: RowWishes,
): { readonly rows: readonly Row[]; readonly fresh: number } {
  const assisted = turns.some(({ role }) => role === 'assistant');
  const all = turns.flatMap((turn): Row[] => {
    const { event, role, at } = turn;
    const text = event > upTo || isClosed(event) ? '' : maySend(turn.text).trim();
    if (text === '') return [];
    const isPerson = role === 'person';
    const who = isPerson ? nameOfSpeaker(turn) : 'assistant';
    const day = at === null ? null : dayOf(at);
    return shownPieces(text, isPerson, assisted).map((says) => ({ event, isPerson, who, day, says }));
  });
  // Nobody answers the assistant's last words.
  const rows = all.slice(0, all.findLastIndex(({ isPerson }) => isPerson) + 1);
  const fresh = rows.findIndex(({ event }) => event > after);
  return { rows, fresh: fresh < 0 ? rows.length : fresh };
}

function shownPieces(text: string, isPerson: boolean, assisted: boolean): string[] {
  if (!isPerson)
    return text.length <= OF_ASSISTANT
      ? [text]
      : [`${text.slice(0, OF_ASSISTANT / 2).toWellFormed()} … ${text.slice(-OF_ASSISTANT / 2).toWellFormed()}`];
  const pieces = piecesOf(text);
  return assisted && pieces.length > 2 ? [pieces[0] ?? '', pieces.at(-1) ?? ''] : pieces;
}

/** Cuts at the end of a line, sentence or word. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== '';) {
    const part = rest.slice(0, PIECE);
    const ends = ['\n', '. ', '。', ' '].map(
      (mark) => part.lastIndexOf(mark) + (mark === '. ' || mark === '。' ? 1 : 0),
    );
    const end = rest.length <= PIECE ? rest.length : (ends.find((at) => at > PIECE / 2) ?? PIECE);
    pieces.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end);
  }
  return pieces;
}

/** Splits the rows from `fresh` on into parts that a model reads well. */
export function rangesOf(rows: readonly Row[], fresh: number): Range[] {
  const ranges: Range[] = [];
  let chars = 0;
  for (let at = fresh; at < rows.length; at++) {
    const { length } = rows[at]?.says ?? '';
    const last = ranges.at(-1);
    if (last !== undefined && at - last.start < MOST_ROWS && chars + length <= MOST_CHARS)
      [ranges[ranges.length - 1], chars] = [{ start: last.start, end: at + 1 }, chars + length];
    else chars = ranges.push({ start: at, end: at + 1 }) && length;
  }
  return ranges.filter((range) => hasPerson(rows, range));
}

const hasPerson = (rows: readonly Row[], { start, end }: Range): boolean =>
  rows.slice(start, end).some(({ isPerson }) => isPerson);

/** Empty if it cannot be split. */
export function halvesOf({ start, end }: Range): Range[] {
  const middle = start + Math.ceil((end - start) / 2);
  if (middle === end) return [];
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}

/** `before`: what was said just before, shown for context and not to be noted. */
export function shownOf(rows: readonly Row[], { start, end }: Range): Record<'before' | 'rows', readonly Row[]> {
  let [from, chars] = [start, 0];
  while (from > 0 && start - from < BEFORE_ROWS && chars + (rows[from - 1]?.says.length ?? 0) <= BEFORE_CHARS)
    chars += rows[--from]?.says.length ?? 0;
  return { before: rows.slice(from, start), rows: rows.slice(start, end) };
}
