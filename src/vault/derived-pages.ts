// Pages derived from experience: approved skills, lessons that several decisions share, and decisions with many others
// about the same. They follow from the facts, the ledger and the reviews alone, so the same input gives the same bytes
// whatever the clock says. Text that a person adds to them stays.
import { wordsOf } from '../language/forgotten-words.ts';
import { reviewId } from '../model/bytes.ts';
import { entityKey, type Episode, type OutcomeValue, parsePath, type Path } from '../model/experience.ts';
import { compareFacts, compareText, eventDay, type Fact, isPrivate, projectOf } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import type { OverviewPart, Sentence } from '../model/page.ts';
import type { ReviewLine, ReviewProposal } from '../model/review.ts';
import { plural } from '../model/text.ts';
import { parseBlocks } from '../note/blocks.ts';
import { setFrontMatter } from '../note/front-matter.ts';
import { citationsIn } from '../page/claim-text.ts';
import { addSources, removeSources } from '../page/edit-page.ts';
import { isNothingLeft } from '../page/forget.ts';
import { forgetSentences, mayWriteOverview, parseOverview, setOverview } from '../page/overview.ts';
import { firstFree, foldName, toFileName, toTitle } from '../page/page-name.ts';
import { hasMergeMarkers, parseSources } from '../page/page.ts';
import { countedEpisodes, LEAST_EPISODES, type LessonGroup, lessonGroups } from './lessons.ts';
import { renderNewPage } from './render-pages.ts';
import type { Vault } from './vault.ts';
import { isDecided, isForgotten, isLost, type PageText, toPageText, updateView, type View } from './view.ts';

/** The folder of the wiki for each type in the front matter. */
const FOLDERS = { skill: 'Skills', lessons: 'Lessons', episode: 'Episodes' } as const;
export type DerivedType = keyof typeof FOLDERS;

interface Wanted {
  readonly path: string;
  readonly type: DerivedType;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly OverviewPart[];
}

const list = (heading: string, sentences: readonly Sentence[]): OverviewPart => ({ heading, as: 'list', sentences });

/** Ends with `/`. */
export const skillFolder = (wiki: string): string => `${wiki}/${FOLDERS.skill}/`;

/** Null for every other page, including other notes in these folders. */
export function derivedType(wiki: string, { path, head }: PageText): DerivedType | null {
  const types = Object.keys(FOLDERS) as DerivedType[];
  return types.find((type) => path.startsWith(`${wiki}/${FOLDERS[type]}/`) && head.type === type) ?? null;
}

// What the pages should be.

const HEADINGS: Readonly<Record<OutcomeValue, string>> = {
  failure: 'What failed',
  partial: 'What half worked',
  success: 'What worked',
  unknown: 'Nobody knows how it ended',
};

/** The lesson word for word, and why: the decision, its day and how it ended. */
function lessonOf({ fact, outcome }: Episode): Sentence {
  const { ended = '', lesson = null } = outcome ?? {};
  const why = lesson === null ? '; no lesson was logged' : `: ${ended}`;
  return {
    text: `${lesson ?? ended} (${fact.text}, ${eventDay(fact)}${why})`,
    facts: [outcome?.fact.id ?? '', fact.id],
  };
}

/** The heading over the lines that a person approved. */
export const APPROVED_HEADING = 'In short';

function lessonPage(folder: string, { name, episodes, approved }: LessonGroup): Wanted {
  const newest = [...episodes].sort((a, b) => compareText(dayOf(b), dayOf(a)));
  return {
    path: `${folder}/${toFileName(toTitle(name))}.md`,
    type: 'lessons',
    title: toTitle(name),
    description: `What ${plural(episodes.length, 'decision')} about ${name} taught`,
    parts: [
      list(APPROVED_HEADING, approved),
      ...(Object.keys(HEADINGS) as OutcomeValue[]).map((value) =>
        list(HEADINGS[value], newest.filter(({ outcome }) => outcome?.value === value).map(lessonOf)),
      ),
    ],
  };
}

const dayOf = ({ fact, outcome }: Episode): string => eventDay(outcome?.fact ?? fact);

const LONGEST_TITLE = 80;

function episodePage(folder: string, { fact, entities, outcome }: Episode, others: readonly Episode[]): Wanted {
  const title = toTitle(fact.text.replace(/\s+/g, ' ').slice(0, LONGEST_TITLE).trim());
  return {
    path: `${folder}/${toFileName(title)}.md`,
    type: 'episode',
    title,
    description: `A decision about ${entities.join(', ')}`,
    parts: [
      list('Decision', [{ text: `${fact.text} (${eventDay(fact)})`, facts: [fact.id] }]),
      list(
        'Outcome',
        outcome === null
          ? []
          : [
              { text: `${toTitle(outcome.value)}: ${outcome.ended}`, facts: [outcome.fact.id] },
              ...(outcome.lesson === null ? [] : [{ text: `Lesson: ${outcome.lesson}`, facts: [outcome.fact.id] }]),
            ],
      ),
      list(
        'Other decisions about it',
        others.map((other) => ({
          text: `${eventDay(other.fact)}: ${other.fact.text} (${other.outcome?.value ?? 'pending'})`,
          facts: [other.fact.id, ...(other.outcome === null ? [] : [other.outcome.fact.id])],
        })),
      ),
    ],
  };
}

/** Pages of the episodes each of whose entities occurs in three or more others. */
function episodePages(folder: string, episodes: readonly Episode[]): Wanted[] {
  return episodes.flatMap((episode) => {
    const sharing = episode.entities.map((name) =>
      episodes.filter((other) => other !== episode && other.entities.some((one) => entityKey(one) === entityKey(name))),
    );
    if (sharing.length === 0 || sharing.some((others) => others.length < LEAST_EPISODES)) return [];
    const others = new Set(sharing.flat());
    return [
      episodePage(
        folder,
        episode,
        episodes.filter((other) => others.has(other)),
      ),
    ];
  });
}

function skillPage(folder: string, { name, projects, steps, avoid, paths }: Procedure): Wanted {
  return {
    path: `${folder}/${name}.md`,
    type: 'skill',
    title: name,
    description: `Worked ${plural(paths.length, 'time')}${projects.length === 0 ? '' : ` in ${projects.join(', ')}`}`,
    parts: [list('Steps', steps), list('Avoid', avoid)],
  };
}

function wantedPages(vault: Vault, view: View): Wanted[] {
  const folder = (type: DerivedType): string => `${vault.zones.wiki}/${FOLDERS[type]}`;
  const episodes = countedEpisodes(view);
  const taken = new Set<string>();
  const pages = [
    ...skillsIn(view).flatMap(({ published }) => (published === null ? [] : [skillPage(folder('skill'), published)])),
    ...lessonGroups(view, episodes, vault).map((group) => lessonPage(folder('lessons'), group)),
    ...episodePages(folder('episode'), episodes),
  ];
  return pages.map((page) => {
    const path = firstFree(page.path, { namesIn: () => new Set(), taken });
    taken.add(foldName(path));
    return { ...page, path };
  });
}

// What has to change for that.

/** The page as it should be; the same text if a person edited the derived part. */
function renderWanted({ path, type, title, description, parts }: Wanted, before: string | null, view: View): string {
  const cited = [...new Set(parts.flatMap(({ sentences }) => sentences.flatMap(({ facts }) => facts)))];
  const facts = cited.flatMap((id) => view.factById.get(id) ?? []);
  const updated =
    facts
      .map(({ day }) => day)
      .sort(compareText)
      .at(-1) ?? '';
  if (before !== null && !mayWriteOverview(before)) return withoutForgotten(before, type, view);
  const fresh = before ?? renderNewPage({ type, title, description, tags: [], updated, isDerived: true });
  const text = setOverview(withoutSources(fresh), parts);
  return setFrontMatter(addSources(text, path, facts.map(toSource)), { title, description, updated });
}

const toSource = ({ id, day, time, path, computed }: Fact) => ({ fact: id, day, time, path, anchored: !computed });

/** Removes all sources, so that they can be added again in a fixed order. */
const withoutSources = (text: string): string => removeSources(text, [...parseSources(parseBlocks(text)).keys()]);

/**
 * Takes forgotten facts out of a part that a person edited. A line of a skill says what each of its paths says, so it
 * stays if one is left; any other line goes.
 */
function withoutForgotten(before: string, type: DerivedType | null, view: View): string {
  const gone = [...view.forgotten].filter((id) => before.includes(`[^${id}]`));
  if (gone.length === 0) return before;
  const uncite = (line: string): string =>
    type !== 'skill' || citationsIn(line).every((id) => gone.includes(id))
      ? line
      : gone.reduce((rest, id) => rest.replaceAll(`[^${id}]`, ''), line);
  const shared = before.replace(/^- .*$/gm, uncite);
  return removeSources(
    forgetSentences(shared, (id) => gone.includes(id)),
    gone,
  );
}

/** Removes the derived part; null if a person wrote nothing else on the page. */
function withoutDerived(text: string, type: DerivedType | null, view: View): string | null {
  if (parseOverview(text)?.isEdited === true) return withoutForgotten(text, type, view);
  const bare = withoutSources(setOverview(text, []));
  return isNothingLeft(bare) ? null : bare;
}

/** Brings derived pages up to date: the changes and the view after them. `mayWrite`: false leaves a page alone. */
export function bringDerived(
  vault: Vault,
  view: View,
  mayWrite: (change: FileChange) => boolean = () => true,
): { readonly changes: readonly FileChange[]; readonly view: View } {
  const isClosed = (path: string, text: string | null): boolean =>
    view.merge?.paths.has(path) === true || isLost(view, path) || hasMergeMarkers(text ?? '');
  const wanted = new Map(wantedPages(vault, view).map((page) => [page.path, page]));
  const standing = [...view.pages.values()].filter((page) => derivedType(vault.zones.wiki, page) !== null);
  if (wanted.size === 0 && standing.length === 0) return { changes: [], view };
  const gone = standing.filter(({ path }) => !wanted.has(path));
  const changes = [
    ...[...wanted.values()].flatMap((page): FileChange[] => {
      const there = view.pages.get(page.path);
      // A person's own note of that name stays.
      if (there !== undefined && derivedType(vault.zones.wiki, there) !== page.type) return [];
      const before = there?.text ?? null;
      return [{ path: page.path, before, after: renderWanted(page, before, view) }];
    }),
    ...gone.map((page): FileChange => {
      const { path, text: before } = page;
      return { path, before, after: withoutDerived(before, derivedType(vault.zones.wiki, page), view) };
    }),
  ]
    .filter((change) => change.before !== change.after && !isClosed(change.path, change.before) && mayWrite(change))
    .sort((a, b) => compareText(a.path, b.path));
  return { changes, view: changes.length === 0 ? view : withPages(view, changes) };
}

function withPages(view: View, changes: readonly FileChange[]): View {
  const pages = new Map(view.pages);
  for (const { path, after } of changes) if (after === null) pages.delete(path);
  const kept = changes.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)]));
  return updateView({ ...view, pages }, kept, []);
}

// Skills: paths with the same goal, gathered into one procedure in which each line cites its paths. Which skills are
// proposed and published follows from the facts and the reviews alone. Pure.

import stopWords from '../../templates/words/stop-words.en.json';

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
