// A conversation read by a model: part after part within its limits, each fact held against what was said. Where the
// model fails, the rules read that part. Nothing that a model or its server says of a failure is taken.
import { askInParts, type Asks, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt } from '../../../llm/prompt.ts';
import type { Candidate, Conversation } from '../conversation.ts';
import type { Terms } from '../slots.ts';
import { factsSchema, parseFacts } from './schema.ts';
import { type Evidence, type Refusal, verify } from './verify.ts';
import { halvesOf, type Range, rangesOf, type Row, rowsOf, type RowWishes, type Shown, shownOf } from './windows.ts';

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
    label: look.label,
    answerTokens: ANSWER_TOKENS,
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
