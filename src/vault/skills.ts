// Skills: paths with the same goal, gathered into one procedure in which each line cites its paths. Which skills are
// proposed and published follows from the facts and the reviews alone. Pure.
import stopWords from '../../templates/words/stop-words.en.json';
import { wordsOf } from '../language/forgotten-words.ts';
import { reviewId } from '../model/bytes.ts';
import { type Path, parsePath } from '../model/experience.ts';
import { compareFacts, type Fact, isPrivate, projectOf } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Sentence } from '../model/page.ts';
import type { ReviewLine, ReviewProposal } from '../model/review.ts';
import { toFileName, toTitle } from '../page/page-name.ts';
import { isForgotten, type View } from './view.ts';

/** The number of paths from which a skill is proposed. */
export const LEAST_PATHS = 3;

interface KnownPath extends Path {
  readonly fact: Fact;
}

export interface Procedure {
  readonly name: string;
  readonly projects: readonly string[];
  readonly steps: readonly Sentence[];
  readonly avoid: readonly Sentence[];
  /** Ids of the paths, in chronological order. */
  readonly paths: readonly string[];
}

/** What is known about one goal. */
export interface Skill {
  readonly name: string;
  /** Ids of all paths, in chronological order. */
  readonly paths: readonly string[];
  /** The approved procedure, if any. */
  readonly published: Procedure | null;
  /** The id of the pending review, if any. */
  readonly review: string | null;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  stopWords.words.concat('please again now then new next version can could would let lets go ahead'.split(' ')),
);

/** Requests with the same key have the same goal: stemmed content words in any order, without numbers. */
function goalKey(goal: string): string {
  const words = wordsOf(goal).filter((word) => !/\p{N}/u.test(word) && !STOP_WORDS.has(word));
  const stems = words.map((word) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(?:es|s|ing|ed|e)$/, '') : word));
  return [...new Set(stems)].sort().join(' ');
}

const DATE = /\b\d{4}-\d\d-\d\d\b/g;
const VERSION = /\b(v?)\d+\.\d+(?:\.\d+)*(?:[-+][\w.]+)?\b/g;
const VARYING = new RegExp(`(?:\\bversion )?${VERSION.source}|${DATE.source}`, 'gi');

/** Replaces what differs each time: `npm version 1.4.2` becomes `npm version VERSION`. */
const generic = (text: string): string => text.replace(DATE, 'DATE').replace(VERSION, '$1VERSION');

/** Decided paths by goal, in chronological order, without private and forgotten ones. */
function pathsByGoal(view: View, isDecided: (id: string) => boolean): Map<string, KnownPath[]> {
  const known = view.facts.flatMap((fact): KnownPath[] => {
    if (fact.fields.kind === undefined || isPrivate(fact) || isForgotten(fact.id, view) || !isDecided(fact.id))
      return [];
    const path = parsePath(fact);
    return path === null ? [] : [{ fact, ...path }];
  });
  return new Map(
    [...groupBy(known, ({ goal }) => goalKey(goal))]
      .filter(([key]) => key !== '')
      .map(([key, paths]) => [key, paths.sort((a, b) => compareFacts(a.fact, b.fact))]),
  );
}

/** Has the fact a disposition that counts? */
export function isDecided({ ledger }: Pick<View, 'ledger'>, id: string): boolean {
  const as = ledger.get(id)?.as ?? 'pending';
  return as !== 'pending' && as !== 'quarantined' && as !== 'forgotten';
}

interface Command {
  readonly words: readonly string[];
  readonly done: readonly string[];
  readonly failed: readonly string[];
  /** It failed in the newest path that contains it. */
  readonly isAvoided: boolean;
  /** Its average position in its paths, 0 to 1. */
  readonly place: number;
}

function commandsOf(paths: readonly KnownPath[]): Command[] {
  const uses = paths.flatMap(({ fact, steps, avoid }) => [
    ...steps.map((words, at) => ({ words, fact: fact.id, failed: false, place: at / steps.length })),
    ...avoid.map((words) => ({ words, fact: fact.id, failed: true, place: 0 })),
  ]);
  return [...groupBy(uses, ({ words }) => generic(words)).values()].map((all) => {
    const of = (failed: boolean): string[] => [
      ...new Set(all.flatMap((use) => (use.failed === failed ? [use.fact] : []))),
    ];
    const done = all.filter(({ failed }) => !failed);
    return {
      words: [...new Set(all.map(({ words }) => words))],
      done: of(false),
      failed: of(true),
      isAvoided: all.at(-1)?.failed === true,
      place: done.reduce((sum, { place }) => sum + place, 0) / Math.max(1, done.length),
    };
  });
}

const toLine = (words: readonly string[], facts: readonly string[]): Sentence => {
  const [first = ''] = words;
  return { text: `\`${words.length === 1 ? first : generic(first)}\``, facts };
};

/**
 * The commands that most paths share, in their usual order, and those that failed. If a command failed in one path and
 * worked in another, the newest path decides. Null if the paths share nothing.
 */
function draft(paths: readonly KnownPath[]): Procedure | null {
  const least = Math.min(paths.length, Math.max(2, Math.ceil(paths.length / 2)));
  const commands = commandsOf(paths);
  const steps = commands.filter(
    ({ done, failed, isAvoided }) => !isAvoided && (done.length >= least || failed.length > 0),
  );
  const [first] = paths;
  if (first === undefined || steps.length === 0) return null;
  return {
    name: nameOf(first.goal),
    projects: [...new Set(paths.flatMap(({ fact }) => projectOf(fact) ?? []))].sort(),
    steps: steps.sort((a, b) => a.place - b.place).map(({ words, done }) => toLine(words, done)),
    avoid: commands.filter(({ isAvoided }) => isAvoided).map(({ words, failed }) => toLine(words, failed)),
    paths: paths.map(({ fact }) => fact.id),
  };
}

const LONGEST_NAME = 60;

/** The goal as a title and a file name, without what differs each time. */
function nameOf(goal: string): string {
  const plain = goal
    .replace(VARYING, ' ')
    .replace(/^(?:(?:please|kindly|now|then|next|(?:can|could|would) you|let['’]?s|go ahead and)\b[\s,]*)+/i, '')
    .replace(/[\s,]+(?:please|again|now)$/i, '')
    .replace(/\s+/g, ' ');
  return toFileName(toTitle(plain.slice(0, LONGEST_NAME).replace(/[.!?,;:\s]+$/, '')));
}

/** Did the path succeed with what the procedure avoids, or fail with one of its steps? */
function contradicts({ steps, avoid }: KnownPath, procedure: Procedure): boolean {
  const said = (lines: readonly Sentence[]): Set<string> =>
    new Set(lines.map(({ text }) => generic(text.slice(1, -1))));
  const [done, avoided] = [said(procedure.steps), said(procedure.avoid)];
  return steps.some((words) => avoided.has(generic(words))) || avoid.some((words) => done.has(generic(words)));
}

interface Goal {
  readonly paths: readonly KnownPath[];
  readonly approved: readonly KnownPath[];
  readonly rejected: ReadonlySet<string>;
  readonly waiting: ReviewLine | null;
}

function goalsIn(view: View, isKnown: (id: string) => boolean): Goal[] {
  const reviews = [...view.reviews.values()].filter(({ kind }) => kind === 'skill');
  return [...pathsByGoal(view, isKnown).values()].map((paths) => {
    const own = new Set(paths.map(({ fact }) => fact.id));
    const about = reviews.filter(({ facts }) => facts.some((id) => own.has(id)));
    const factsOf = (status: ReviewLine['status']): Set<string> =>
      new Set(about.filter((one) => one.status === status).flatMap(({ facts }) => facts));
    const approved = factsOf('approved');
    return {
      paths,
      approved: paths.filter(({ fact }) => approved.has(fact.id)),
      rejected: new Set([...factsOf('rejected')].filter((id) => !approved.has(id))),
      waiting: about.find(({ status }) => status === 'pending') ?? null,
    };
  });
}

/** All goals, published or not, sorted by name. */
export function skillsIn(view: View): Skill[] {
  return goalsIn(view, (id) => isDecided(view, id))
    .map(({ paths, approved, waiting }) => {
      const published = draft(approved);
      const name = published?.name ?? nameOf(paths[0]?.goal ?? '');
      return { name, paths: paths.map(({ fact }) => fact.id), published, review: waiting?.id ?? null };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The procedure that approving these paths publishes; null if they share nothing. */
export function procedureOf(view: View, ids: readonly string[]): Procedure | null {
  const wanted = new Set(ids);
  const goals = [...pathsByGoal(view, (id) => wanted.has(id)).values()];
  return goals.length === 1 ? draft(goals[0] ?? []) : null;
}

/** New questions about skills, each asked once. `isKnown`: has a path a disposition, perhaps by this plan? */
export function proposeSkills(view: View, isKnown: (id: string) => boolean): (ReviewProposal & { id: string })[] {
  return goalsIn(view, isKnown).flatMap(({ paths, approved, rejected, waiting }) => {
    const procedure = draft(approved);
    const open = paths.filter(({ fact }) => !rejected.has(fact.id));
    const isDue =
      procedure === null
        ? rejected.size === 0 && open.length >= LEAST_PATHS && draft(open) !== null
        : open.some((path) => !procedure.paths.includes(path.fact.id) && contradicts(path, procedure));
    const facts = open.map(({ fact }) => fact.id);
    const id = reviewId(facts);
    if (waiting !== null || !isDue || (view.reviews.get(id)?.status ?? 'withdrawn') !== 'withdrawn') return [];
    return [
      {
        id,
        kind: 'skill',
        facts,
        reason: procedure === null ? `${facts.length} paths have one goal` : 'a later path contradicts the skill',
        score: procedure === null ? 0.5 : 0.9,
      },
    ];
  });
}
