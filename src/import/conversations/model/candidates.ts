// A conversation read by a model: part after part within its limits, each fact held against what was said. Where the
// model fails, the rules read that part. Nothing that a model or its server says of a failure is taken.
import type { Asks, ModelRequest } from '../../../llm/port.ts';
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
  const { rows, fresh } = rowsOf(conversation, look);
  const reading = new Reading(conversation, look, rows);
  const waiting = rangesOf(rows, fresh);
  for (let range = waiting.shift(); range !== undefined; range = waiting.shift()) {
    const outcome = await reading.read(range);
    if (outcome === 'stopped' || outcome === 'limit') return outcome;
    if (outcome === 'cut') {
      const halves = halvesOf(range);
      if (halves.length === 0) reading.leaveToRules(range, TOO_LONG);
      else
        waiting.unshift(...halves.filter(({ start, end }) => rows.slice(start, end).some(({ isPerson }) => isPerson)));
    }
  }
  return reading.result();
}

class Reading {
  private readonly candidates: Candidate[] = [];
  private readonly byModel = new Set<Candidate>();
  private readonly refused = new Map<Refusal, number>();
  private parts = 0;
  private ruled = 0;
  private reason: string | null = null;
  private rules: readonly Candidate[] | null = null;
  private readonly conversation: Conversation;
  private readonly look: ModelLook;
  private readonly rows: readonly Row[];

  constructor(conversation: Conversation, look: ModelLook, rows: readonly Row[]) {
    this.conversation = conversation;
    this.look = look;
    this.rows = rows;
  }

  async read(range: Range): Promise<'done' | 'cut' | NotRead> {
    const { asks, system, label, mayWait } = this.look;
    const request = requestFor(shownOf(this.rows, range), { system, project: this.conversation.project });
    if (!asks.fits(request, ANSWER_TOKENS)) return 'cut';
    const asked = await asks.ask(request, { label, answerTokens: ANSWER_TOKENS });
    if (asked.kind === 'stopped' || asked.kind === 'cut' || (asked.kind === 'limit' && mayWait)) return asked.kind;
    if (asked.kind === 'answer') this.take(asked.value, range);
    else this.leaveToRules(range, asked.reason);
    return 'done';
  }

  leaveToRules(range: Range, reason: string): void {
    const events = this.freshIn(range);
    this.rules ??= this.look.byRules();
    this.candidates.push(...this.rules.filter((candidate) => candidate.events.every((event) => events.has(event))));
    this.parts++;
    this.ruled++;
    this.reason ??= reason;
  }

  result(): LookedAt {
    const { candidates, byModel, refused, parts, ruled, reason } = this;
    return { candidates, byModel, refused, parts, ruled, reason };
  }

  private take(value: unknown, range: Range): void {
    const facts = parseFacts(value);
    if (facts === null) return this.leaveToRules(range, NO_ANSWER);
    const evidence = this.evidenceFor(range);
    const judged = facts.map((fact) => verify(fact, evidence));
    // Who makes all of it up has not read it.
    if (judged.length > 0 && judged.every((one) => one === 'evidence')) return this.leaveToRules(range, NOTHING_SAID);
    for (const one of judged) {
      if (typeof one === 'string') this.refused.set(one, (this.refused.get(one) ?? 0) + 1);
      else {
        this.candidates.push(one);
        this.byModel.add(one);
      }
    }
    this.parts++;
  }

  private evidenceFor(range: Range): Evidence {
    const { before, rows } = shownOf(this.rows, range);
    const shown = new Set([...before, ...rows].flatMap(({ event, isPerson }) => (isPerson ? [event] : [])));
    const { turns, project } = this.conversation;
    return {
      turns: new Map(turns.flatMap((turn) => (shown.has(turn.event) ? [[turn.event, turn] as const] : []))),
      fresh: this.freshIn(range),
      project,
      dayOf: this.look.dayOf,
      terms: this.look.terms,
    };
  }

  private freshIn({ start, end }: Range): Set<number> {
    return new Set(this.rows.slice(start, end).flatMap(({ event, isPerson }) => (isPerson ? [event] : [])));
  }
}
