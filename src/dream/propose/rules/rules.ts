// The embedded engine, `rules/2`: deterministic, without dependencies. It places each fact on one home page, folds
// repetitions, replaces outdated values, and asks if in doubt; it rewords only relative dates.
import { annotateRelativeDates } from '../../../language/dates/relative-dates.ts';
import { buildNameIndex, mentionsOf, subjectOf } from '../../../language/names.ts';
import type { Neighbours } from '../../../language/neighbours.ts';
import { statementKey } from '../../../language/slots/compare.ts';
import { statementWithoutLabel } from '../../../language/slots/sentence.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareText, eventDay, type Fact } from '../../../model/fact.ts';
import { defined } from '../../../model/json.ts';
import type { Move, PageProposal, Proposal, Proposals } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import { canonicalTags, NO_TAGS, type TagTable } from '../../../model/tag-table.ts';
import { toFileName, toTitle } from '../../../page/page-name.ts';
import { titleFromPath } from '../../../page/page.ts';
import { type Schema, templateRoutes } from '../../../page/schema.ts';
import type { Zones } from '../../../vault/vault.ts';
import type { View } from '../../../vault/view.ts';
import type { Engine } from '../../engine.ts';
import { arrangeHeads } from './arrange.ts';
import { decide } from './decide.ts';
import type { DecideContext } from './decision.ts';
import {
  collectedHome,
  findHome,
  type Home,
  type HomeContext,
  isUsualHome,
  NO_CATEGORY,
  relatePages,
  scatteredPages,
  wordsOn,
} from './home.ts';
import { type Findings, KnownClaims, senseOf } from './known-claims.ts';
import { countSpread, createNear, type Found, type Near } from './near.ts';
import { isSmallTalk } from './terms.ts';
import { hubOf, pageWithRoom, readExplicit } from './timeline.ts';

/** From this score on a fact goes to the page of the claim that it may repeat or replace. */
const KIN_FROM = 0.5;
/** Pages with more claims than this lose a fifth at a time. */
const MANY = 20;

export interface RulesOptions {
  readonly zones: Zones;
  readonly schema: Schema;
  readonly claimsPerPage: number;
  /** The owner's names besides "User". */
  readonly names?: readonly string[];
  /** Words with similar use. */
  readonly neighbours?: Neighbours;
  /** Tag aliases, if any. */
  readonly tagTable?: TagTable;
}

/** The engine for one invocation. `facts`: all facts before today, for the frequencies. */
export function createRules(facts: readonly Fact[], options: RulesOptions): Engine {
  const rules = new Rules(facts, options);
  return {
    name: 'rules/2',
    propose: (batch, view) => Promise.resolve(rules.propose(batch, view)),
  };
}

class Rules {
  private readonly options: RulesOptions;
  private readonly home: HomeContext;
  private readonly memory: KnownClaims;
  private readonly near: Near;
  private readonly context: DecideContext;
  /** Pages by category that this batch does not make; null until its first fact is placed. */
  private scattered: ReadonlySet<string> | null = null;
  /** By hub, its parts. */
  private readonly parts = new Map<string, Set<string>>();
  /** New pages of this batch. */
  private pages = new Map<string, PageProposal>();

  constructor(facts: readonly Fact[], options: RulesOptions) {
    const { zones, schema, tagTable = NO_TAGS } = options;
    const names = buildNameIndex(facts.map((fact) => fact.text));
    const subjects = new Map(facts.map((fact) => [fact.id, subjectOf(fact.text, names)]));
    const tagsOf: HomeContext['tagsOf'] = ({ tags }) => canonicalTags(tags, tagTable);
    const mentionsIn = remembering(
      (text: string) => mentionsOf(text, names),
      (text) => text,
    );
    const idOf = ({ id }: Fact): string => id;
    const datedOf = remembering((fact: Fact) => annotateRelativeDates(saidBy(fact), eventDay(fact)), idOf);
    const findings: Findings = {
      wordingOf: remembering((fact) => wordsOn(fact, datedOf(fact), this.home), idOf),
      keyOf: remembering((fact) => statementKey(datedOf(fact), fact), idOf),
      senseOf: remembering((fact) => senseOf(withoutLabel(fact)), idOf),
    };
    const near = createNear((fact) => memory.citing(fact), options.neighbours);
    const memory = new KnownClaims({
      ...findings,
      mentionsIn,
      isWaiting: ({ path, claims }) => claims.length === 0 && path.startsWith(`${zones.inbox}/`),
      near,
    });
    [this.options, this.near, this.memory] = [options, near, memory];
    this.home = {
      zones,
      schema,
      template: templateRoutes(zones).routes,
      names: options.names ?? [],
      spread: countSpread(
        facts.map((fact) => ({ subject: subjects.get(fact.id) ?? null, tags: tagsOf(fact), day: fact.day })),
      ),
      subjectOf: (fact) => subjects.get(fact) ?? null,
      tagsOf,
      pageNamed: (name) => memory.pageNamed(name),
      pageLike: (fact) => this.pageLike(fact),
      pageMentioned: (text) => this.pageMentioned(text),
      pagesOfType: (type) => memory.pagesOfType(type),
      mentionsIn,
      pagesMentioning: (name, moving) => memory.pagesMentioning(name, moving),
      pageCiting: (fact) => memory.citing(fact)?.page ?? null,
      isScattered: (page) => {
        this.scattered ??= scatteredPages(facts, this.home);
        return this.scattered.has(page) && memory.titleOf(page) === null;
      },
    };
    this.context = {
      memory,
      near,
      findings,
      explicit: readExplicit(facts),
      homeOf: (fact, like) => this.homeOf(fact, like),
      isEmpty: (fact) => isBare(fact, schema) && isSmallTalk(fact.text),
    };
  }

  propose(batch: readonly Fact[], view: View): Proposals {
    const { memory, home } = this;
    memory.follow(view, batch);
    for (const path of view.pages.keys()) this.addPart(path);
    this.pages = new Map();
    // By batch: a dream that goes on after a crash begins with the vault alone.
    this.scattered = null;
    const reviews: ReviewProposal[] = [];
    const decided = new Map<string, Proposal>();
    const settle = (fact: Fact): void => {
      const { proposal, reviews: asked } = decide(fact, view, this.context);
      reviews.push(...asked);
      decided.set(fact.id, proposal);
    };
    // Corrections first, so that new facts are compared with the corrected lines.
    for (const fact of batch) if (view.citedOn.has(fact.id)) settle(fact);
    for (const fact of batch) if (!view.citedOn.has(fact.id)) settle(fact);
    const proposals = batch.flatMap(({ id }) => decided.get(id) ?? []);
    const { heads, headOf } = arrangeHeads(proposals, view, this.pages, home);
    const moves = this.collect(proposals, view);
    const moving = new Map(moves.map(({ fact, page }) => [fact, page]));
    const related = { ...relatePages(proposals, { pages: this.pages, moving }, home), ...wayToMoved(view, moving) };
    const placed = proposals.map((proposal): Proposal => {
      if (proposal.as !== 'placed') return proposal;
      // A claim that was placed before another moves with it.
      const page = proposal.isLoose === true ? moving.get(proposal.beside ?? '') : undefined;
      return page === undefined
        ? { ...proposal, head: headOf.get(proposal.fact) ?? null }
        : { ...proposal, page, head: null };
    });
    const tags = topicTags(placed, view, home);
    const asked = [...queuedReviews(view), ...reviews];
    return { proposals: placed, pages: [...this.pages.values()], heads, tags, related, reviews: asked, moves };
  }

  /** Moves for claims that were placed on a general page and whose subject or tag now has a page of its own. */
  private collect(proposals: readonly Proposal[], view: View): Move[] {
    const wanted = new Set(proposals.flatMap(({ as, page }) => (as === 'placed' && page !== undefined ? [page] : [])));
    const moves: Move[] = [];
    for (const [path, { claims }] of view.pages) {
      const own: Move[] = [];
      for (const { text, facts, held, sides } of claims) {
        const fact = view.factById.get(facts[0] ?? '');
        const isRules = facts.every((id) => view.ledger.get(id)?.engine.includes('/'));
        if (!fact || held !== null || sides.length > 0 || !isRules) continue;
        if (!isUsualHome(path, fact, this.home)) continue;
        const { page = null, reason = '' } = collectedHome(path, fact, text, this.home) ?? {};
        if (page !== null && page !== path && (wanted.has(page) || view.pages.has(page)))
          own.push({ fact: fact.id, page, reason });
      }
      // Of a long page only a part at a time; the rest follows later.
      moves.push(...own.slice(0, claims.length > MANY ? Math.floor(claims.length / 5) : own.length));
    }
    return moves;
  }

  /** The page of the only thing that it mentions, else the page with the most similar claims. */
  private pageLike(fact: Fact): { page: string; title: string } | null {
    const general = `/${toFileName(toTitle(NO_CATEGORY))}.md`;
    const like = this.near.pageLike(fact, fact.text, (page) => !(hubOf(page) ?? page).endsWith(general));
    return this.pageMentioned(fact.text) ?? (like === null ? null : this.titled(like));
  }

  private pageMentioned(text: string): { page: string; title: string } | null {
    const pages = new Set(this.home.mentionsIn(text).flatMap((name) => this.memory.pageNamed(name) ?? []));
    const [only] = pages;
    return only === undefined || pages.size > 1 ? null : this.titled(only);
  }

  private titled(of: string): { page: string; title: string } {
    const page = hubOf(of) ?? of;
    return { page, title: this.memory.titleOf(page) ?? this.pages.get(page)?.title ?? titleFromPath(page) };
  }

  private homeOf(fact: Fact, like?: Found): ReturnType<DecideContext['homeOf']> {
    const { memory, parts } = this;
    const usual = findHome(fact, this.home);
    const isKin = usual.isLoose === true && like !== undefined && like.score >= KIN_FROM;
    const kin = isKin ? this.titled(like.claim.page) : usual;
    const reason = kin.page === usual.page ? usual.reason : `is like a claim of ${kin.title}`;
    const home = { ...usual, ...kin, reason };
    const page = pageWithRoom(home.page, fact, {
      parts: [...(parts.get(home.page) ?? [])],
      hasRoom: (path) => memory.claimsOn(path) < this.options.claimsPerPage,
    });
    this.addPart(page);
    if (memory.titleOf(page) === null && !this.pages.has(page)) {
      this.pages.set(page, newPage(page, home, this.options.schema));
      memory.name(home.title, home.page);
    }
    return { page, reason, ...defined({ isLoose: usual.isLoose }) };
  }

  private addPart(page: string): void {
    const hub = hubOf(page);
    if (hub !== null) this.parts.set(hub, (this.parts.get(hub) ?? new Set()).add(page));
  }
}

/** Links from a page that all its claims leave to the pages they go to. */
const wayToMoved = (view: View, moving: ReadonlyMap<string, string>): Record<string, string[]> =>
  Object.fromEntries(
    [...view.pages.values()].flatMap(({ path, claims }): [string, string[]][] => {
      const to = claims.flatMap(({ facts: [first = ''] }) => moving.get(first) ?? []);
      return to.length > 0 && to.length === claims.length ? [[path, [...new Set(to)].sort()]] : [];
    }),
  );

/** Questions left over from earlier nights. */
const queuedReviews = ({ reviews }: View): ReviewProposal[] =>
  [...reviews.values()].filter(({ status }) => status === 'queued');

/** Caches results for the whole invocation, since every batch asks again. */
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

/** The text without "Correction:", unless a specific would be lost. */
function saidBy({ text }: Fact): string {
  const rest = statementWithoutLabel(text);
  return rest === text || missingSpecifics(text, rest).length > 0 ? text : rest;
}

/** The same object if there is no label, so that caches still work. */
function withoutLabel(fact: Fact): Fact {
  const text = statementWithoutLabel(fact.text);
  return text === fact.text ? fact : { ...fact, text };
}

/** Only a text, without a page, project or pin. */
function isBare(fact: Fact, schema: Schema): boolean {
  return Object.keys(fact.fields).length === 0 && !schema.routes.has(fact.category.toLowerCase());
}

/** The topic tags of what goes to each page, most frequent first. */
function topicTags(
  proposals: readonly Proposal[],
  view: View,
  { spread, tagsOf }: HomeContext,
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
  // A part of a full page is titled like that page plus its suffix: ` - 2026-07`.
  const title = home.title + page.slice(home.page.length - '.md'.length, -'.md'.length);
  return { page, type: home.type, title, about: schema.about.get(page) ?? '' };
}
