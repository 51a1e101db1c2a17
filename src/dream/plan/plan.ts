// From what an engine proposes to a plan. Pure: it validates, decides, gives reasons, and refuses to lose a
// fact. Whatever an engine says, every fact of the batch leaves here with exactly one disposition, or is named as left.
import { eventDay, type Fact, isPrivate } from '../../model/fact.ts';
import type { OverviewPart } from '../../model/page.ts';
import type { Change, PageProposal, Plan, Proposal, Proposals } from '../../model/plan.ts';
import { isGeneratedDescription } from '../../page/boilerplate.ts';
import { checkSentence, mayName } from '../../page/check-sentence.ts';
import { parsePageHead } from '../../page/edit-page.ts';
import {
  citedIn,
  evidenceOf,
  mayWriteOverview,
  parseOverview,
  setOverview,
  withSentences,
} from '../../page/overview.ts';
import { makeNamePage, newPageProblem } from '../../page/page-name.ts';
import { titleFromPath } from '../../page/page.ts';
import { pendingIds } from '../../vault/pending.ts';
import { renderPages } from '../../vault/render-pages.ts';
import type { PlanInput } from '../engine.ts';
import { daysOf } from '../run.ts';
import { Draft } from './draft.ts';

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
    ...(proposals.overviews === undefined ? {} : { overviews: byPage(proposals.overviews, spell, (one) => one) }),
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
  const claims = allChanges(input, draft);
  const changes = [...claims, ...overviewChanges(input, draft, claims)];
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
    ...(input.proposals.pass === undefined ? {} : { pass: input.proposals.pass }),
  };
}

/** Pages that are there and may be touched. Claims that are folded or go in the same plan are no matter. */
function outlined({ proposals: { outlines = [] }, view, closed, isPagePath }: PlanInput): Change[] {
  return outlines.flatMap(({ page, groups, fixed }): Change[] =>
    !view.pages.has(page) || closed.has(page) || !isPagePath(page)
      ? []
      : [
          {
            kind: 'outline',
            page,
            groups,
            fixed,
            facts: groups.flatMap(({ facts }) => facts),
            reason: 'a look at the whole page put its claims in order',
          },
        ],
  );
}

/** In the order in which they are carried out on each page. */
function allChanges(input: PlanInput, draft: Draft): Change[] {
  const { proposals, view } = input;
  const adds = draft.additions();
  // A fact may go off one claim and get another: it goes first, so that its name tells which is meant.
  const edits = { words: draft.wordings(), moves: draft.moves() };
  const outlines = outlined(input);
  const touched = new Set([...adds, ...edits.words, ...edits.moves, ...outlines].map((change) => change.page));
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
    ...outlines,
    ...Object.entries(proposals.tags)
      .filter(([page, tags]) => touched.has(page) && tags.length > 0)
      .map(([page, tags]): Change => ({ kind: 'tag', page, tags, facts: [], reason: 'its facts carry these tags' })),
    ...relations(input, touched),
  ];
}

// Words of an engine for a page: its title and what it is about. Any words, but for numbers, dates and names that the
// claims of the page lack, and never in the place of what a person wrote.

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
    const { texts, days } = saidOn(draft, page, view);
    const said = [title, titleFromPath(page), ...texts];
    const isTitle = newTitle === title || (isFree && mayName(newTitle, said, days));
    const isAbout = newAbout === about || mayName(newAbout, said, days);
    if (!isTitle) draft.notice(notTaken('title', page));
    if (!isAbout) draft.notice(notTaken('description', page));
    named.set(page, { title: isTitle ? newTitle : title, about: isAbout ? newAbout : about });
    taken.add(lower(isTitle ? newTitle : title));
  }
  return named;
}

/** A page without a description gets that of the engine, and one that this dream has made its title. */
function describe(
  { proposals, view, created, closed }: PlanInput,
  draft: Draft,
  touched: ReadonlySet<string>,
): Change[] {
  const titles = new Set(
    [...view.pages.values()].flatMap(({ path, head }) => [titleFromPath(path), head.title, ...head.aliases]),
  );
  return Object.entries(proposals.words ?? {}).flatMap(([path, words]): Change[] => {
    const page = view.pages.get(path);
    const isWritten = touched.has(path) || (proposals.overviews?.[path] !== undefined && !closed.has(path));
    if (page === undefined || !isWritten || page.head.broken !== null) return [];
    const { title, description } = page.head;
    const isOpen = description === '' || isGeneratedDescription(description, [title, titleFromPath(path)]);
    const about = isOpen ? plainLine(words.about ?? '') : '';
    const newTitle = created?.has(path) === true ? plainLine(words.title ?? '') : '';
    const { texts, days, facts } = saidOn(draft, path, view);
    const said = [title, titleFromPath(path), ...texts];
    const taken = {
      ...(newTitle !== '' && newTitle !== title && !titles.has(newTitle) && mayName(newTitle, said, days)
        ? { title: newTitle }
        : {}),
      ...(about !== '' && about !== description && mayName(about, said, days) ? { about } : {}),
    };
    if (about !== '' && about !== description && taken.about === undefined) draft.notice(notTaken('description', path));
    if (newTitle !== '' && newTitle !== title && taken.title === undefined) draft.notice(notTaken('title', path));
    return Object.keys(taken).length === 0
      ? []
      : [
          {
            kind: 'describe',
            page: path,
            ...taken,
            facts,
            reason: taken.title === undefined ? 'it had no description' : 'it was made in this dream',
          },
        ];
  });
}

/** What a page will say that holds and is not private, the facts of that, and their days. */
function saidOn(
  draft: Draft,
  page: string,
  { factById }: PlanInput['view'],
): { readonly texts: string[]; readonly facts: string[]; readonly days: string[] } {
  const isOpen = (id: string): boolean => {
    const fact = factById.get(id);
    return fact === undefined || !isPrivate(fact);
  };
  const sayings = draft.sayingsOn(page).filter(({ facts }) => facts.every(isOpen));
  const facts = [...new Set(sayings.flatMap((said) => said.facts))];
  const days = facts.flatMap((id) => factById.get(id) ?? []).flatMap((fact) => [fact.day, eventDay(fact)]);
  return { texts: sayings.map(({ text }) => text), facts, days: [...new Set(days)] };
}

/** Only for reading what the page will say. */
const NO_DAY = '1970-01-01';

/** Overviews of the engine, with the sentences that the pages as they will be bear out. */
function overviewChanges(
  { proposals, view, closed, isPagePath }: PlanInput,
  draft: Draft,
  changes: readonly Change[],
): Change[] {
  const wanted = Object.entries(proposals.overviews ?? {}).filter(([page]) => !closed.has(page) && isPagePath(page));
  if (wanted.length === 0) return [];
  const pages = Object.fromEntries(changes.map(({ page }) => [page, view.pages.get(page)?.digest ?? null]));
  const after = new Map(renderPages({ changes, pages }, view, NO_DAY).map(({ path, after: text }) => [path, text]));
  return wanted.flatMap(([path, parts]): Change[] => {
    const text = after.get(path) ?? view.pages.get(path)?.text;
    if (text === undefined || !mayWriteOverview(text)) return [];
    const evidence = evidenceOf(text, parsePageHead(path, text).title, (id) => view.factById.get(id));
    const kept = withSentences(parts, (sentence) => checkSentence(sentence, evidence) === null);
    const lost = count(parts) - count(kept);
    if (lost > 0)
      draft.notice(`sentences of the overview of ${path} that its claims do not bear out, left out: ${lost}`);
    if (kept.length === 0 || setOverview(text, kept) === text) return [];
    const reason = parseOverview(text) === null ? 'it had no overview' : 'a fifth of its claims changed';
    return [{ kind: 'overview', page: path, parts: kept, facts: citedIn({ parts: kept }), reason }];
  });
}

const count = (parts: readonly OverviewPart[]): number =>
  parts.reduce((sum, { sentences }) => sum + sentences.length, 0);

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
