// Pages derived from experience: approved skills, lessons that several decisions share, and decisions with many others
// about the same. They follow from the facts, the ledger and the reviews alone, so the same input gives the same bytes
// whatever the clock says. Text that a person adds to them stays.
import { type Episode, entityKey, type OutcomeValue } from '../model/experience.ts';
import { compareText, eventDay, type Fact } from '../model/fact.ts';
import type { FileChange } from '../model/journal.ts';
import type { OverviewPart, Sentence } from '../model/page.ts';
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
import { type Procedure, skillsIn } from './skills.ts';
import type { Vault } from './vault.ts';
import { isLost, type PageText, toPageText, updateView, type View } from './view.ts';

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
