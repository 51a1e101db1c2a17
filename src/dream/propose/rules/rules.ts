// The embedded engine, `rules/2`: deterministic, with nothing else installed. It places each fact on its one home
// page, folds what says the same, replaces what has another value now, and asks where it is not sure; it rewords
// nothing but relative dates.
import { annotateRelativeDates } from '../../../language/dates/relative-dates.ts';
import { buildNameIndex, mentionsOf, subjectOf } from '../../../language/names.ts';
import { statementKey } from '../../../language/slots/equal.ts';
import { statementWithoutLabel } from '../../../language/slots/sentence.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareText, eventDay, type Fact } from '../../../model/fact.ts';
import type { PageProposal, Proposal, Proposals } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import { canonicalTags, NO_TAGS, type TagTable } from '../../../model/tag-table.ts';
import type { Schema } from '../../../page/schema.ts';
import type { Zones } from '../../../vault/vault.ts';
import type { View } from '../../../vault/view.ts';
import type { Engine } from '../../engine.ts';
import { arrangeHeads } from './arrange.ts';
import { createDecide } from './decide.ts';
import { findHome, type Home, type HomeContext, Profile, type ProfileOptions, relatePages } from './home.ts';
import { type KnownClaim, senseOf as senseOfStatement } from './known-claims.ts';
import { createMemory, type Memory } from './memory.ts';
import { countSpread, createNear, type Near, type Spread } from './near.ts';
import { isSmallTalk } from './terms.ts';
import { hubOf, pageWithRoom, readExplicit } from './timeline.ts';

export interface RulesOptions {
  readonly zones: Zones;
  readonly schema: Schema;
  readonly claimsPerPage: number;
  readonly entityFacts: number;
  /** Whose profile it is; null for none. */
  readonly profile?: ProfileOptions | null;
  /** Other names of tags, where there are any. */
  readonly tagTable?: TagTable;
}

const RULES = 'rules/2';

/** The engine for one invocation. `facts` are all facts before today: what is common is counted over them. */
export function createRules(facts: readonly Fact[], options: RulesOptions): Engine {
  const names = buildNameIndex(facts.map((fact) => fact.text));
  const subjects = new Map(facts.map((fact) => [fact.id, subjectOf(fact.text, names)]));
  const tagsOf = ({ tags }: Pick<Fact, 'tags'>): readonly string[] => canonicalTags(tags, options.tagTable ?? NO_TAGS);
  const spread = countSpread(
    facts.map((fact) => ({ subject: subjects.get(fact.id) ?? null, tags: tagsOf(fact), day: fact.day })),
  );
  const profile = new Profile({
    zones: options.zones,
    schema: options.schema,
    options: options.profile === undefined ? { names: [] } : options.profile,
    subjectOf: ({ id }) => subjects.get(id) ?? null,
    pagesOfType: (type) => memory.pagesOfType(type),
  });
  const datedOf = remembering(
    (fact: Fact) => annotateRelativeDates(saidBy(fact), eventDay(fact)),
    ({ id }) => id,
  );
  const wordingOf = remembering(
    (fact: Fact) => profile.wordsOf(fact, datedOf(fact)),
    ({ id }) => id,
  );
  const keyOf = remembering(
    (fact: Fact) => statementKey(datedOf(fact), fact),
    ({ id }) => id,
  );
  const mentionsIn = remembering(
    (text: string) => mentionsOf(text, names),
    (text) => text,
  );
  const senseOf = remembering(
    (fact: Fact) => senseOfStatement(withoutLabel(fact)),
    ({ id }) => id,
  );
  const near: Near = createNear((fact) => memory.claims.citing(fact));
  const memory: Memory = createMemory({
    wordingOf,
    keyOf,
    senseOf,
    mentionsIn,
    isWaiting: ({ path, claims }) => claims.length === 0 && path.startsWith(`${options.zones.inbox}/`),
    learned: (claim: KnownClaim) => near.learn(claim),
  });
  const parts = new Map<string, Set<string>>();
  const addPart = (page: string): void => {
    const hub = hubOf(page);
    if (hub !== null) parts.set(hub, (parts.get(hub) ?? new Set()).add(page));
  };

  const context: HomeContext = {
    zones: options.zones,
    schema: options.schema,
    entityFacts: options.entityFacts,
    spread,
    profile,
    tagsOf,
    pageNamed: (name) => memory.pageNamed(name),
  };
  const fill = {
    claimsOn: (page: string) => memory.claimsOn(page),
    partsOf: (hub: string) => [...(parts.get(hub) ?? [])],
    limit: options.claimsPerPage,
  };

  let pages = new Map<string, PageProposal>();
  const homeOf = (fact: Fact, view: View): { page: string; reason: string } => {
    const home = findHome(fact, subjects.get(fact.id) ?? null, context);
    const page = pageWithRoom(home.page, fact, fill);
    addPart(page);
    if (!view.pages.has(page) && !pages.has(page)) {
      pages.set(page, newPage(page, home, options.schema));
      memory.name(home.title, home.page);
    }
    return { page, reason: home.reason };
  };
  const decide = createDecide({
    memory,
    near,
    findings: { wordingOf, keyOf, senseOf },
    explicit: readExplicit(facts),
    homeOf,
    isEmpty: (fact) => isBare(fact, options.schema) && isSmallTalk(fact.text),
  });

  return {
    name: RULES,
    propose: (batch, view, progress) => {
      memory.follow(view, batch);
      for (const path of view.pages.keys()) addPart(path);
      pages = new Map();
      const reviews: ReviewProposal[] = [];
      let count = 0;
      const decided = new Map<string, Proposal>();
      const settle = (fact: Fact): void => {
        if (count++ % 500 === 0) progress.update('placing facts', count - 1, batch.length);
        const { proposal, reviews: asked } = decide(fact, view);
        reviews.push(...asked);
        decided.set(fact.id, proposal);
      };
      // What is new is held against what a corrected line says now.
      for (const fact of batch) if (view.citedOn.has(fact.id)) settle(fact);
      for (const fact of batch) if (!view.citedOn.has(fact.id)) settle(fact);
      const proposals = batch.flatMap(({ id }) => decided.get(id) ?? []);
      const subject = (id: string): string | null => subjects.get(id) ?? null;
      const { heads, headOf } = arrangeHeads(proposals, view, pages, {
        subjectOf: subject,
        tagsOf,
        headOn: (page, fact) => profile.headOn(page, fact),
      });
      const related = relatePages(proposals, pages, {
        mentionsIn,
        pageNamed: (name) => memory.pageNamed(name),
        pagesMentioning: (name) => memory.pagesMentioning(name),
        besides: (page) => profile.besides(page),
      });
      const placed = proposals.map((proposal): Proposal =>
        proposal.as === 'placed' ? { ...proposal, head: headOf.get(proposal.fact) ?? null } : proposal,
      );
      const tags = topicTags(placed, view, spread, tagsOf);
      return Promise.resolve({
        proposals: placed,
        pages: [...pages.values()],
        heads,
        tags,
        related,
        reviews,
      } satisfies Proposals);
    },
  };
}

/** What was found out about a fact or a text holds for the whole invocation: every batch asks again. */
function remembering<In, Out>(find: (input: In) => Out, keyOf: (input: In) => string): (input: In) => Out {
  const known = new Map<string, Out>();
  return (input) => {
    const key = keyOf(input);
    const held = known.get(key);
    if (held !== undefined) return held;
    const found = find(input);
    known.set(key, found);
    return found;
  };
}

/** Its words without "Correction:", unless that takes something with it. */
function saidBy({ text }: Fact): string {
  const rest = statementWithoutLabel(text);
  return rest === text || missingSpecifics(text, rest).length > 0 ? text : rest;
}

/** The same fact where it has no label, so that what was found of it is found again. */
function withoutLabel(fact: Fact): Fact {
  const text = statementWithoutLabel(fact.text);
  return text === fact.text ? fact : { ...fact, text };
}

/** Nothing but its text: no page, project or pin that somebody chose for it. */
function isBare(fact: Fact, schema: Schema): boolean {
  return Object.keys(fact.fields).length === 0 && !schema.routes.has(fact.category.toLowerCase());
}

/** The topics among the tags of what goes to a page, the most frequent first. */
function topicTags(
  proposals: readonly Proposal[],
  view: View,
  spread: Spread,
  tagsOf: (fact: Pick<Fact, 'tags'>) => readonly string[],
): Record<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { page, fact } of proposals) {
    if (page === undefined) continue;
    const row = counts.get(page) ?? new Map<string, number>();
    const cited = view.factById.get(fact);
    for (const tag of cited === undefined ? [] : tagsOf(cited))
      if (spread.isTopic(tag)) row.set(tag, (row.get(tag) ?? 0) + 1);
    counts.set(page, row);
  }
  return Object.fromEntries(
    [...counts].map(([page, row]) => [
      page,
      [...row].sort(([a, x], [b, y]) => y - x || compareText(a, b)).map(([tag]) => tag),
    ]),
  );
}

function newPage(page: string, home: Home, schema: Schema): PageProposal {
  // A part of a page that is full has the title of that page and its own ending: ` - 2026-07`.
  const title = home.title + page.slice(home.page.length - '.md'.length, -'.md'.length);
  return { page, type: home.type, title, about: schema.about.get(page) ?? '' };
}
