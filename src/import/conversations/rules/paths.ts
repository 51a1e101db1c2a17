// Paths of a recorded session: what a person asked for, and the commands by which an agent did it. Only where the last
// command exited with 0 or the person says that it worked, and never where they say that it did not. Pure.
import { renderPath } from '../../../model/experience.ts';
import type { Candidate, Conversation, RanCommand, Turn } from '../conversation.ts';

/** Fewer commands are no procedure, more are a day's work. */
const LEAST_STEPS = 2;
const MOST_STEPS = 12;
const MOST_AVOIDED = 5;
const LONGEST_GOAL = 120;
const LONGEST_COMMAND = 160;

/** What only looks does nothing for the goal. */
const LOOKS =
  /^(?:cat|cd|df|diff|du|echo|env|file|find|grep|head|less|ls|man|ps|pwd|rg|sed -n|sort|stat|tail|tree|type|wc|which|git (?:blame|branch|diff|log|remote|show|status))\b/;
const DENIES =
  /\b(?:no|nope|not|wrong|(?:do|does|did|is|was|has|have)n['’]?t|broken?|breaks|fail(?:s|ed|ing)?|still|undo|revert|rollback|stop)\b/i;
const CONFIRMS =
  /^(?:yes|yep|ok(?:ay)?|great|perfect|thanks|thank you|(?:it |that |this )?work(?:s|ed)|done|nice|good|lgtm|awesome|excellent)\b/i;

/** A command on one line as a path holds it; null for one that cannot stand there, or only looks. */
function commandOf({ command }: RanCommand): string | null {
  const own = command.trim().replace(/^cd [^&;|]+ && /, '');
  return own === '' || own.length > LONGEST_COMMAND || /[\n\r`]/.test(own) || LOOKS.test(own) ? null : own;
}

const SENTENCE = /(?<=[.!?])\s|\n/;

/** What was asked for, in its first words behind a thank-you; null where that is no short request. */
function goalOf(text: string): string | null {
  const [line = ''] = text.trim().split('\n');
  const sentence = line.split(SENTENCE).find((one) => !CONFIRMS.test(one)) ?? '';
  const goal = sentence
    .replaceAll('`', '')
    .trim()
    .replace(/[.!?:;,\s]+$/, '');
  return goal.length > LONGEST_GOAL || !/\p{L}\S*\s+\S*\p{L}/u.test(goal) ? null : goal;
}

/** The first sentence of an answer tells how it was taken. */
const firstOf = (text: string): string => text.trim().split(SENTENCE)[0] ?? '';

function pathOf(request: Turn, { next, ran, last, project }: Done): Candidate[] {
  const goal = goalOf(request.text);
  const commands = ran.flatMap((one) => {
    const command = commandOf(one);
    return command === null ? [] : [{ command, isDone: one.isDone }];
  });
  const answer = firstOf(next?.text ?? '');
  const isConfirmed = CONFIRMS.test(answer);
  if (goal === null || DENIES.test(answer) || (!isConfirmed && commands.at(-1)?.isDone !== true)) return [];
  const steps = [...new Set(commands.flatMap(({ command, isDone }) => (isDone ? [command] : [])))];
  const failed = commands.flatMap(({ command, isDone }) => (isDone || steps.includes(command) ? [] : [command]));
  if (steps.length < LEAST_STEPS || steps.length > MOST_STEPS) return [];
  const text = renderPath({ goal, steps, avoid: [...new Set(failed)].slice(-MOST_AVOIDED) });
  const end = isConfirmed ? next : last;
  return [
    {
      statement: { category: 'path', text, tags: [], fields: { kind: 'path', ...(project !== null && { project }) } },
      events: end === undefined ? [request.event] : [request.event, end.event],
      quote: goal,
      confidence: isConfirmed ? 0.9 : 0.8,
    },
  ];
}

interface Done {
  /** What the person said next. */
  readonly next: Turn | undefined;
  readonly ran: readonly RanCommand[];
  /** The last that was said before that. */
  readonly last: Turn | undefined;
  readonly project: string | null;
}

/** In the order of their requests. */
export function pathsOf({ turns, commands = [], project }: Conversation): Candidate[] {
  if (commands.length === 0) return [];
  const requests = turns.filter(({ role }) => role === 'person');
  return requests.flatMap((request, at) => {
    const next = requests[at + 1];
    const isIn = ({ event }: { readonly event: number }): boolean =>
      event > request.event && event < (next?.event ?? Infinity);
    return pathOf(request, { next, ran: commands.filter(isIn), last: turns.filter(isIn).at(-1), project });
  });
}
