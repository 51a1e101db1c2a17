// Extracts paths from a recorded session: what the person asked for and the commands that did it. Only if the last
// command exited with 0 or the person confirms, and never if the person objects. Pure.
import { renderPath } from '../../../model/experience.ts';
import type { Candidate, Conversation, RanCommand, Turn } from '../conversation.ts';

/** Fewer commands are not a procedure, more are a day's work. */
const LEAST_STEPS = 2;
const MOST_STEPS = 12;
const MOST_AVOIDED = 5;
const LONGEST_GOAL = 120;
const LONGEST_COMMAND = 160;

/** Commands that only look around. */
const LOOKS = new RegExp(
  '^(?:cat|cd|df|diff|du|echo|env|file|find|grep|head|less|ls|man|ps|pwd|rg|sed -n|sort|stat|tail|tree|type|wc|which|' +
    String.raw`git (?:blame|branch|diff|log|remote|show|status))\b`,
);
const DENIES = new RegExp(
  String.raw`\b(?:no|nope|not|wrong|(?:do|does|did|is|was|has|have)n['’]?t|broken?|breaks|fail(?:s|ed|ing)?|still|` +
    String.raw`undo|revert|rollback|stop)\b`,
  'i',
);
const CONFIRMS = new RegExp(
  '^(?:yes|yep|ok(?:ay)?|great|perfect|thanks|thank you|(?:it |that |this )?work(?:s|ed)|done|nice|good|lgtm|' +
    String.raw`awesome|excellent)\b`,
  'i',
);

/** The command as a path stores it; null if it only looks around, is too long or has several lines. */
function commandOf({ command }: RanCommand): string | null {
  const own = command.trim().replace(/^cd [^&;|]+ && /, '');
  return own === '' || own.length > LONGEST_COMMAND || /[\n\r`]/.test(own) || LOOKS.test(own) ? null : own;
}

const SENTENCE = /(?<=[.!?])\s|\n/;

/** The first sentence that is not a thank-you; null if it is not a short request. */
function goalOf(text: string): string | null {
  const [line = ''] = text.trim().split('\n');
  const sentence = line.split(SENTENCE).find((one) => !CONFIRMS.test(one)) ?? '';
  const goal = sentence
    .replaceAll('`', '')
    .trim()
    .replace(/[.!?:;,\s]+$/, '');
  return goal.length > LONGEST_GOAL || !/\p{L}\S*\s+\S*\p{L}/u.test(goal) ? null : goal;
}

/** The part of an answer that says whether it worked. */
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
  /** The next turn of the person. */
  readonly next: Turn | undefined;
  readonly ran: readonly RanCommand[];
  /** The last turn before that. */
  readonly last: Turn | undefined;
  readonly project: string | null;
}

/** In the order of the requests. */
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
