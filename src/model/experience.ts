// Experience: facts that say what was tried and how it ended. A path is a procedure that worked, an episode a decision,
// an outcome how an episode ended. No engine places them; what is known of them is folded from the facts alone.
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

// A path. Its text carries all of it, so that whatever finds, forgets or screens a text does so with a path, too:
//   release the package: `npm version 1.4.2` then `npm publish`; avoid `npm publish --force`

export interface Path {
  readonly goal: string;
  /** Commands that succeeded, in their order. Never empty. */
  readonly steps: readonly string[];
  /** Commands that failed. */
  readonly avoid: readonly string[];
}

const COMMANDS = (between: string): string => `\`[^\`]+\`(?:${between}\`[^\`]+\`)*`;
const PATH = new RegExp(`^([^\`]+?): (${COMMANDS(' then ')})(?:; avoid (${COMMANDS(', ')}))?$`);

const quoted = (commands: readonly string[], between: string): string =>
  commands.map((command) => `\`${command}\``).join(between);

/** The goal and the commands hold no back-ticks and no line breaks. */
export const renderPath = ({ goal, steps, avoid }: Path): string =>
  `${goal}: ${quoted(steps, ' then ')}${avoid.length === 0 ? '' : `; avoid ${quoted(avoid, ', ')}`}`;

/** Null for a fact that is no path, or whose text has another form. */
export function parsePath(fact: Pick<Statement, 'fields' | 'text'>): Path | null {
  if (experienceKind(fact) !== 'path') return null;
  const [, goal, steps, avoid = ''] = PATH.exec(fact.text) ?? [];
  if (goal === undefined || steps === undefined) return null;
  const commandsIn = (list: string): string[] => Array.from(list.matchAll(/`([^`]+)`/g), ([, command = '']) => command);
  return { goal, steps: commandsIn(steps), avoid: commandsIn(avoid) };
}

// Episodes and their outcomes. The text of an outcome carries its lesson, so that a search finds it.

const LESSON = '\nLesson: ';

/** How an episode ended, on one line, and what it taught. */
export const renderOutcome = (ended: string, lesson: string | null): string =>
  ended.replace(/\s+/g, ' ').trim() + (lesson === null ? '' : LESSON + lesson);

export interface Outcome {
  readonly fact: Fact;
  readonly value: OutcomeValue;
  readonly ended: string;
  /** As it was logged; null for none. */
  readonly lesson: string | null;
}

function toOutcome(fact: Fact): Outcome {
  const [ended = '', ...lesson] = fact.text.split(LESSON);
  return { fact, value: outcomeValue(fact.fields), ended, lesson: lesson.join(LESSON).trim() || null };
}

export interface Episode {
  readonly fact: Fact;
  readonly entities: readonly string[];
  /** The latest; null for one that is pending. */
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

/** Two spellings of one entity have one key. */
export const entityKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The id of the episode that an outcome names; null for any other fact. */
export const resolvedBy = (fact: Pick<Statement, 'fields'>): string | null =>
  experienceKind(fact) === 'outcome' ? (fact.fields.resolves?.trim().replace(/^\^/, '').toLowerCase() ?? '') : null;

const outcomeValue = ({ value }: Fields): OutcomeValue => {
  const said = value?.trim().toLowerCase();
  return OUTCOMES.find((one) => one === said) ?? 'unknown';
};

/** The episodes among these facts, in the order in which they were decided. */
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

/** Was it resolved so long before that day? A pending one never ages. */
export const isArchived = ({ outcome }: Episode, archiveDays: number, day: string): boolean =>
  outcome !== null && daysBetween(eventDay(outcome.fact), day) >= archiveDays;

/** Neither it nor how it ended is private. */
export const isOpen = ({ fact, outcome }: Episode): boolean =>
  !isPrivate(fact) && (outcome === null || !isPrivate(outcome.fact));
