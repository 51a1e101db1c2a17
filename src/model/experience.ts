// Experience: facts about what was tried and how it ended. A path is a procedure that worked, an episode is a decision,
// an outcome is how an episode ended. Engines do not place them; all state is folded from the facts.
import { daysBetween } from './day.ts';
import { compareFacts, eventDay, type Fact, type Fields, isPrivate, type Statement } from './fact.ts';

export const EXPERIENCE_KINDS = ['path', 'episode', 'outcome'] as const;
export type ExperienceKind = (typeof EXPERIENCE_KINDS)[number];

export const OUTCOMES = ['success', 'failure', 'partial', 'unknown'] as const;
export type OutcomeValue = (typeof OUTCOMES)[number];

/** Null for every other fact. */
export function experienceKind({ fields }: Pick<Statement, 'fields'>): ExperienceKind | null {
  if (fields.kind === undefined) return null;
  const kind = fields.kind.trim().toLowerCase();
  return EXPERIENCE_KINDS.find((one) => one === kind) ?? null;
}

// A path. Everything is in its text, so that search, forget and the secret guard work as for any fact:
//   release the package: `npm version 1.4.2` then `npm publish`; avoid `npm publish --force`

export interface Path {
  readonly goal: string;
  /** The commands that succeeded, in order. Never empty. */
  readonly steps: readonly string[];
  /** The commands that failed. */
  readonly avoid: readonly string[];
}

const COMMANDS = (between: string): string => `\`[^\`]+\`(?:${between}\`[^\`]+\`)*`;
const PATH = new RegExp(`^([^\`]+?): (${COMMANDS(' then ')})(?:; avoid (${COMMANDS(', ')}))?$`);

const quoted = (commands: readonly string[], between: string): string =>
  commands.map((command) => `\`${command}\``).join(between);

/** Neither the goal nor a command may contain a backtick or a line break. */
export const renderPath = ({ goal, steps, avoid }: Path): string =>
  `${goal}: ${quoted(steps, ' then ')}${avoid.length === 0 ? '' : `; avoid ${quoted(avoid, ', ')}`}`;

/** Null if the fact is not a path or its text has another form. */
export function parsePath(fact: Pick<Statement, 'fields' | 'text'>): Path | null {
  if (experienceKind(fact) !== 'path') return null;
  const [, goal, steps, avoid = ''] = PATH.exec(fact.text) ?? [];
  if (goal === undefined || steps === undefined) return null;
  const commandsIn = (list: string): string[] => Array.from(list.matchAll(/`([^`]+)`/g), ([, command = '']) => command);
  return { goal, steps: commandsIn(steps), avoid: commandsIn(avoid) };
}

// Episodes and outcomes. The lesson is part of the outcome's text, so that search finds it.

const LESSON = '\nLesson: ';

/** How an episode ended, on one line, with the lesson below. */
export const renderOutcome = (ended: string, lesson: string | null): string =>
  ended.replace(/\s+/g, ' ').trim() + (lesson === null ? '' : LESSON + lesson);

export interface Outcome {
  readonly fact: Fact;
  readonly value: OutcomeValue;
  readonly ended: string;
  /** As logged; null for none. */
  readonly lesson: string | null;
}

function toOutcome(fact: Fact): Outcome {
  const [ended = '', ...lesson] = fact.text.split(LESSON);
  return { fact, value: outcomeValue(fact.fields), ended, lesson: lesson.join(LESSON).trim() || null };
}

export interface Episode {
  readonly fact: Fact;
  readonly entities: readonly string[];
  /** The latest outcome; null while pending. */
  readonly outcome: Outcome | null;
}

/** The names in a field such as `entities`. */
export const namesIn = (field: string | undefined): string[] => [
  ...new Map(
    (field ?? '')
      .split(/[,，、]/u)
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => [entityKey(name), name]),
  ).values(),
];

/** The same for all spellings of an entity. */
export const entityKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The episode that an outcome names; null if the fact is not an outcome. */
export const resolvedBy = (fact: Pick<Statement, 'fields'>): string | null =>
  experienceKind(fact) === 'outcome' ? (fact.fields.resolves?.trim().replace(/^\^/, '').toLowerCase() ?? '') : null;

const outcomeValue = ({ value }: Fields): OutcomeValue => {
  const said = value?.trim().toLowerCase();
  return OUTCOMES.find((one) => one === said) ?? 'unknown';
};

/** The episodes among these facts, in chronological order. */
export function foldEpisodes(facts: readonly Fact[]): Episode[] {
  const outcomes = new Map<string, Fact>();
  const episodes: Fact[] = [];
  for (const fact of facts) {
    const kind = experienceKind(fact);
    if (kind === 'episode') episodes.push(fact);
    const id = kind === 'outcome' ? resolvedBy(fact) : null;
    const held = id === null ? undefined : outcomes.get(id);
    if (id !== null && (held === undefined || compareFacts(held, fact) < 0)) outcomes.set(id, fact);
  }
  return episodes.sort(compareFacts).map((fact) => {
    const outcome = outcomes.get(fact.id);
    return {
      fact,
      entities: namesIn(fact.fields.entities),
      outcome: outcome === undefined ? null : toOutcome(outcome),
    };
  });
}

/** The default of `episodes.archive_days`. */
export const ARCHIVE_DAYS = 365;

/** Was it resolved `archiveDays` or more before that day? A pending episode never is. */
export const isArchived = ({ outcome }: Episode, archiveDays: number, day: string): boolean =>
  outcome !== null && daysBetween(eventDay(outcome.fact), day) >= archiveDays;

/** Are neither the episode nor its outcome private? */
export const isOpen = ({ fact, outcome }: Episode): boolean =>
  !isPrivate(fact) && (outcome === null || !isPrivate(outcome.fact));
