// From what an engine proposes to a plan. Pure: it validates, decides, gives reasons, and refuses to lose a
// fact. Whatever an engine says, every fact of the batch leaves here with exactly one disposition, or is named as left.
import type { Fact } from '../../model/fact.ts';
import type { Change, PageProposal, Plan, Proposal, Proposals } from '../../model/plan.ts';
import { isGeneratedDescription } from '../../page/boilerplate.ts';
import { makeNamePage, newPageProblem } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { pendingIds } from '../../vault/pending.ts';
import type { PlanInput } from '../engine.ts';
import { daysOf } from '../run.ts';
import { Draft } from './draft.ts';
import { mayBeAbout, mayBeTitle } from './topic-names.ts';

// Proposals with each page by the name that it has: one that differs from a page that is there only by case or by the
// form of its letters means that page, and of two new ones that differ so the first counts.

/** The same, with pages by their names, and no new page of a name that none may have. */
function withPageNames(input: PlanInput): PlanInput {
  const {
    view: { pages },
    isPagePath,
    proposals,
  } = input;
  return {
    ...input,
    proposals: spelledAsThere(proposals, input),
    isPagePath: (path) => isPagePath(path) && (pages.has(path) || newPageProblem(path) === null),
  };
}

/** What no page can be called stays as it was said. */
function spelledAsThere(
  proposals: Proposals,
  { view: { pages }, isPagePath }: Pick<PlanInput, 'view' | 'isPagePath'>,
): Proposals {
  const nameOf = makeNamePage(pages, isPagePath);
  const spell = (page: string): string => {
    const named = nameOf(page);
    return 'page' in named ? named.page : (named.near[0] ?? page);
  };
  const said = proposals.proposals.map((one) => (one.page === undefined ? one : { ...one, page: spell(one.page) }));
  const described = proposals.pages.map((one) => ({ ...one, page: spell(one.page) }));
  const unique = (paths: readonly string[]): string[] => [...new Set(paths)];
  return {
    ...proposals,
    proposals: said,
    pages: described.filter(({ page }, at) => described.findIndex((one) => one.page === page) === at),
    heads: byPage(proposals.heads, spell, (one, other) => ({ ...other, ...one })),
    tags: byPage(proposals.tags, spell, (one, other) => unique([...one, ...other])),
    related: byPage(
      Object.fromEntries(Object.entries(proposals.related).map(([page, to]) => [page, to.map(spell)])),
      spell,
      (one, other) => unique([...one, ...other]),
    ),
    ...(proposals.words === undefined ? {} : { words: byPage(proposals.words, spell, (one) => one) }),
  };
}

function byPage<T>(
  values: Readonly<Record<string, T>>,
  spell: (page: string) => string,
  join: (one: T, other: T) => T,
): Record<string, T> {
  const all = new Map<string, T>();
  for (const [page, value] of Object.entries(values)) {
    const [name, known] = [spell(page), all.get(spell(page))];
    all.set(name, known === undefined ? value : join(known, value));
  }
  return Object.fromEntries(all);
}

/** Throws where a fact would be lost or counted twice: that is a defect of the program, never of an engine. */
export function makePlan(given: PlanInput): Plan {
  const input = withPageNames({ ...given, engine: deciderOf(given) });
  const { batch, failing, view } = input;
  const draft = new Draft(input);
  const open = new Set(pendingIds(batch));
  const each = (id: string, work: (fact: Fact) => void): void => {
    const fact = view.factById.get(id);
    if (!fact || !open.delete(id)) return;
    const failed = failing.get(id);
    const wait = waits.get(id);
    if (input.secret.has(id)) draft.holdBack(fact);
    else if (wait !== undefined && failed === undefined) draft.wait(fact, wait);
    else if (failed === undefined) work(fact);
    else draft.fail(fact, failed);
  };
  const said = proposalsByFact(input, draft);
  const waits = new Map((input.proposals.waits ?? []).map((left) => [left.fact, left]));
  for (const words of input.proposals.notices ?? []) draft.notice(words);
  const edited = new Set(batch.facts.map((fact) => fact.id));
  for (const [id, doubled] of batch.doubled)
    if (!edited.has(id)) each(id, (fact) => draft.recordDoubled(fact, doubled));
  for (const [id, page] of batch.cited) each(id, (fact) => draft.recordCited(fact, page));
  for (const { id } of batch.removed) each(id, (fact) => draft.recordRemoved(fact));
  for (const [id, page] of batch.unsaid) each(id, (fact) => draft.recordUnsaid(fact, page));
  for (const [id, restated] of batch.restated) each(id, (fact) => draft.recordRestated(fact, restated));
  // One that was settled along with another is not open any more by its own: what is to become of it is done all the
  // same.
  for (const [id, clash] of batch.clashes) each(id, (fact) => draft.recordClash(fact, clash));
  // Corrections first: what is new is held against the words that a claim will have.
  for (const { id } of batch.facts.filter((fact) => draft.isCorrection(fact)))
    each(id, (fact) => draft.correct(fact, said.get(id)));
  const visited = new Set<string>();
  const take = (id: string): void => {
    if (visited.has(id)) return;
    visited.add(id);
    // What it repeats, replaces, corrects, contradicts or came before is decided first, be it later in order.
    for (const other of namedBy(said.get(id))) if (edited.has(other)) take(other);
    each(id, (fact) => draft.take(fact, said.get(id)));
  };
  for (const { id } of batch.facts) take(id);
  // One that waits for the other half of an undone decision need not once that half is on another page.
  for (let waiting = Infinity; draft.left.size < waiting;) {
    waiting = draft.left.size;
    const again = batch.facts.filter((fact) => draft.left.get(fact.id)?.why === 'undone' && !draft.isCorrection(fact));
    for (const { id } of again) if (draft.left.delete(id) && visited.delete(id)) open.add(id);
    for (const { id } of again) take(id);
  }
  for (const move of input.proposals.moves ?? []) draft.recordMove(move);
  for (const one of input.proposals.agreed ?? []) draft.recordAgreed(one);
  for (const pair of input.proposals.apart ?? []) draft.keepApart(pair);
  return finish(input, draft);
}

/** What decided the facts: the engine, or the one that decided each of them in its place. */
function deciderOf({ engine, proposals: { proposals, by = {} } }: PlanInput): string {
  const [first, ...others] = new Set(proposals.map(({ fact }) => by[fact] ?? engine));
  return first === undefined || others.length > 0 ? engine : first;
}

function namedBy(proposal: Proposal | undefined): readonly string[] {
  if (proposal?.as === 'placed')
    return proposal.corrects === undefined ? (proposal.supersedes ?? []) : [proposal.corrects];
  const named =
    proposal?.as === 'superseded'
      ? [proposal.by, proposal.after, proposal.with, ...(proposal.ends ?? [])]
      : proposal?.as === 'conflict'
        ? [proposal.with]
        : proposal?.as === 'duplicate'
          ? [proposal.of]
          : [];
  return named.filter((id) => id !== undefined);
}

/** One proposal a fact: an unknown fact is dropped, of two the first counts. Each is noted. */
function proposalsByFact({ batch, proposals }: PlanInput, draft: Draft): Map<string, Proposal> {
  const ids = new Set(batch.facts.map((fact) => fact.id));
  const said = new Map<string, Proposal>();
  for (const proposal of proposals.proposals) {
    if (!ids.has(proposal.fact)) draft.notice(`the engine spoke of ${proposal.fact}, which is not in this batch`);
    else if (said.has(proposal.fact)) draft.notice(`the engine decided ${proposal.fact} twice; the first counts`);
    else said.set(proposal.fact, proposal);
  }
  return said;
}

function finish(input: PlanInput, draft: Draft): Plan {
  const { batch, engine, view } = input;
  const decisions = [...draft.decisions.values()];
  for (const id of pendingIds(batch)) {
    if (draft.decisions.has(id) === draft.left.has(id)) throw new Error(`the plan does not account for ${id}`);
  }
  const changes = allChanges(input, draft);
  const pages = Object.fromEntries(
    [...new Set(changes.map((change) => change.page))]
      .sort()
      .map((page) => [page, view.pages.get(page)?.digest ?? null]),
  );
  return {
    version: 1,
    engine,
    days: daysOf(decisions),
    decisions,
    changes,
    pages,
    left: [...draft.left.values()],
    notices: [...new Set(draft.notices)],
    reviews: draft.reviews(),
    updates: draft.updates,
  };
}

/** In the order in which they are carried out on each page. */
function allChanges(input: PlanInput, draft: Draft): Change[] {
  const { proposals, view } = input;
  const adds = draft.additions();
  // A fact may go off one claim and get another: it goes first, so that its name tells which is meant.
  const edits = { words: draft.wordings(), moves: draft.moves() };
  const touched = new Set([...adds, ...edits.words, ...edits.moves].map((change) => change.page));
  const pageWords = nameNewPages(input, draft, touched);
  return [
    ...proposals.pages
      .filter(({ page }) => touched.has(page) && !view.pages.has(page))
      .map((page): Change => ({
        kind: 'create',
        ...page,
        ...pageWords.get(page.page),
        facts: factsOn(page.page, adds),
        reason: `first fact for ${page.title}`,
      })),
    ...describe(input, draft, touched),
    ...Object.entries(proposals.heads)
      .filter(([page]) => touched.has(page))
      .map(([page, heads]): Change => ({
        kind: 'arrange',
        page,
        heads,
        facts: Object.keys(heads),
        reason: 'more than twelve claims stand under heads',
      })),
    ...edits.words,
    ...adds,
    ...edits.moves,
    ...Object.entries(proposals.tags)
      .filter(([page, tags]) => touched.has(page) && tags.length > 0)
      .map(([page, tags]): Change => ({ kind: 'tag', page, tags, facts: [], reason: 'its facts carry these tags' })),
    ...relations(input, touched),
  ];
}

// Words of an engine for a page: its title and what it is about. Taken only as far as the claims of the page bear
// them out, and never in the place of what a person wrote.

/** Titles and descriptions of new pages, by page. */
function nameNewPages(
  { proposals, view }: PlanInput,
  draft: Draft,
  touched: ReadonlySet<string>,
): Map<string, Pick<PageProposal, 'title' | 'about'>> {
  const lower = (text: string): string => text.toLowerCase();
  const taken = new Set(
    [
      ...[...view.pages.values()].flatMap(({ path, head }) => [titleFromPath(path), head.title, ...head.aliases]),
      ...proposals.pages.map(({ title }) => title),
    ].map(lower),
  );
  const named = new Map<string, Pick<PageProposal, 'title' | 'about'>>();
  for (const { page, title, about } of proposals.pages) {
    const words = proposals.words?.[page];
    if (words === undefined || !touched.has(page) || view.pages.has(page)) continue;
    const newTitle = words.title === undefined ? title : plainLine(words.title);
    const newAbout = words.about === undefined ? about : plainLine(words.about);
    const isFree = lower(newTitle) === lower(title) || !taken.has(lower(newTitle));
    const isTitle = newTitle === title || (isFree && mayBeTitle(newTitle, [title, titleFromPath(page)]));
    const isAbout = newAbout === about || mayBeAbout(newAbout, title, textsOn(draft, page));
    if (!isTitle) draft.notice(notTaken('title', page));
    if (!isAbout) draft.notice(notTaken('description', page));
    named.set(page, { title: isTitle ? newTitle : title, about: isAbout ? newAbout : about });
    taken.add(lower(isTitle ? newTitle : title));
  }
  return named;
}

/** A page without a description gets that of the engine. */
function describe({ proposals, view }: PlanInput, draft: Draft, touched: ReadonlySet<string>): Change[] {
  return Object.entries(proposals.words ?? {}).flatMap(([path, words]): Change[] => {
    const page = view.pages.get(path);
    if (page === undefined || !touched.has(path) || words.about === undefined || page.head.broken !== null) return [];
    const { title, description } = page.head;
    const about = plainLine(words.about);
    const isOpen = description === '' || isGeneratedDescription(description, [title, titleFromPath(path)]);
    if (!isOpen || about === description) return [];
    if (!mayBeAbout(about, title, textsOn(draft, path))) {
      draft.notice(notTaken('description', path));
      return [];
    }
    const facts = [...new Set(draft.sayingsOn(path).flatMap((said) => said.facts))];
    return [{ kind: 'describe', page: path, about, facts, reason: 'it had no description' }];
  });
}

const textsOn = (draft: Draft, page: string): string[] => draft.sayingsOn(page).map(({ text }) => text);

const notTaken = (what: 'title' | 'description', page: string): string =>
  `the ${what} for ${page} was not taken: its claims do not say so, or it is no plain line`;

/** One line without the point at its end. */
const plainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');

/**
 * Links only between pages that exist or come into being, one of which gets something, and never on a page that is
 * closed.
 */
function relations({ proposals, view, closed, isPagePath }: PlanInput, touched: ReadonlySet<string>): Change[] {
  const exists = (page: string): boolean => view.pages.has(page) || touched.has(page);
  return Object.entries(proposals.related).flatMap(([page, targets]): Change[] => {
    const to = targets.filter(
      (target) => exists(target) && target !== page && (touched.has(page) || touched.has(target)),
    );
    if (!exists(page) || closed.has(page) || !isPagePath(page) || to.length === 0) return [];
    return [{ kind: 'relate', page, to, facts: [], reason: 'its claims mention what these pages are about' }];
  });
}

function factsOn(page: string, adds: readonly Change[]): string[] {
  return adds.filter((add) => add.page === page).flatMap((add) => add.facts);
}
