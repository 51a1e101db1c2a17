// What goes into a prompt: a bundle for a question, a digest of what matters now, and the few facts relevant to a
// prompt. All read the index and can be limited to one project; the last two leave out private facts.
import { type Bundle, type BundleInput, makeBundle } from '../context/bundle.ts';
import { type Known, LASTING, lastingIn, overIn, privateIn, readCore } from '../context/core.ts';
import type { Budget } from '../context/found.ts';
import { knownBy, neighbourFinder } from '../context/hits.ts';
import { secretsIn } from '../context/secrets.ts';
import { openSkills } from '../context/skills.ts';
import type { OpenIndex } from '../index/view.ts';
import { coveredBy } from '../index/ranking/factors.ts';
import { normalForm } from '../language/normal-form.ts';
import { isPrivate } from '../model/fact.ts';
import { shortened } from '../model/text.ts';
import { find, findNow } from '../search/find.ts';
import { renderTime, type SearchHit, type SearchResult } from '../search/hit.ts';
import { NO_FILTERS, type SearchRequest } from '../search/request.ts';
import type { Context } from './context.ts';
import { vectorsBy } from './find.ts';
import { type Brought, readMemory, withIndex } from './refresh-index.ts';

/** The number of statements read for each part of a digest: about as many as fit. */
const MOST = 100;
/** The number of private statements read. No line of MEMORY.md may repeat one of them. */
const MOST_PRIVATE = 2000;
/** The number of a prompt's characters used as a query. */
const MOST_OF_PROMPT = 2000;

const EVERYTHING: Omit<SearchRequest, 'query'> = {
  ...NO_FILTERS,
  plain: true,
  limit: MOST,
  kinds: ['fact', 'claim'],
  project: null,
  all: false,
  mode: 'lexical',
  explain: false,
};

type Ask = (asked: Pick<SearchRequest, 'query'> & Partial<SearchRequest>) => Promise<readonly SearchHit[]>;

/** `work` may query the index any number of times. Private hits are left out unless the query names tags. */
async function asking<T>(
  context: Context,
  project: string | null,
  work: (ask: Ask, isDivided: boolean, current: () => OpenIndex) => Promise<T>,
): Promise<T> {
  const { vault, world } = context;
  return await withIndex(context, async (brought) => {
    const memory = readMemory(context);
    let { index } = brought;
    const ask: Ask = async (asked) => {
      const found = await find({ ...EVERYTHING, ...asked }, index, vault, memory, null, world.endsSoon);
      index = found.index;
      const hits = openSkills(vault, index).withoutPaths(found.result.hits);
      return hits.filter((hit) => asked.tags !== undefined || !isPrivate(hit));
    };
    try {
      const isDivided = project !== null && index.tables.keywords('project:').length > 0;
      return await work(ask, isDivided, () => index);
    } finally {
      if (index !== brought.index) index.close();
    }
  });
}

/** The digest of what matters now. `project`: null for all projects. */
export async function makeDigest(context: Context, project: string | null, budget: Budget): Promise<Bundle> {
  return await asking(context, project, async (ask, isDivided, current) => {
    const all = [...(await ask({ query: '*', ...(isDivided && { project }) }))];
    if (isDivided) all.push(...(await ask({ query: '*', noProject: 'only' })));
    const lasting = isDivided ? await ask({ query: '*', noProject: 'only', categories: LASTING }) : [];
    const said = [...all, ...lasting];
    const secret = await ask({ query: '*', tags: ['private'], all: true, limit: MOST_PRIVATE });
    const core = readCore(context.vault, isDivided ? () => said : null);
    for (const remark of core.remarks) context.answer.remark(remark);
    const { own, memory } = core;
    const hits = [...all.filter((hit) => !hit.faded), ...all.filter((hit) => hit.faded)].slice(0, MOST);
    return bundleOf(context, {
      budget,
      own,
      memory,
      hits,
      total: hits.length,
      heading: isDivided ? '## Newest first, of this project before the rest' : '## Newest first',
      knownOf: knownAmong(said),
      over: new Set([...overIn(current()), ...secret.map(({ text }) => normalForm(text))]),
    });
  });
}

const bundleOf = (context: Context, input: Omit<BundleInput, 'nearOf' | 'secrets'>): Bundle =>
  makeBundle({ ...input, nearOf: () => [], secrets: secretsIn(context.vault) });

/** Looks up the day and category of a MEMORY.md line from a statement with the same words. */
function knownAmong(hits: readonly SearchHit[]): (says: string) => Known | null {
  const known = new Map(hits.map((hit) => [normalForm(hit.text), hit]));
  return (says) => known.get(says) ?? null;
}

/** The minimum match between a fact and a prompt: the number of shared words, and the coverage weighted by rarity. */
const LEAST_WORDS = 2;
const LEAST_COVERED = 0.5;
/** As a fraction of the best score. */
const LEAST_PART = 0.5;
/** The number of best hits to consider; some may have been shown already. */
const CANDIDATES = 30;

/** Returns at most `most` facts relevant to the prompt, without those in `said`; null if there are none. */
export async function makeReminder(
  context: Context,
  project: string | null,
  {
    prompt,
    most,
    chars,
    said,
  }: {
    readonly prompt: string;
    readonly most: number;
    readonly chars: number;
    readonly said: ReadonlySet<string>;
  },
): Promise<Bundle | null> {
  return await asking(context, project, async (ask, isDivided) => {
    const query = shortened(prompt, MOST_OF_PROMPT);
    const scope = isDivided ? ({ project, noProject: 'too' } as const) : {};
    const ranked = await ask({ query, ...scope, limit: CANDIDATES, explain: true });
    const least = LEAST_PART * (ranked[0]?.score ?? 0);
    const hits = ranked.filter(({ id, score, parts }) => !said.has(id) && score >= least && fits(parts)).slice(0, most);
    if (hits.length === 0) return null;
    const bundle = bundleOf(context, {
      budget: { chars, tokens: null },
      own: [],
      memory: null,
      hits,
      total: hits.length,
    });
    return bundle.items.length === 0 ? null : bundle;
  });
}

const fits = (parts: SearchHit['parts']): boolean =>
  parts !== undefined && Object.keys(parts.terms).length >= LEAST_WORDS && coveredBy(parts.coverage) >= LEAST_COVERED;

// A bundle for a question.

/** Characters of the shortest expected hit. Decides how many hits to request for a budget. */
const SHORTEST = 60;
/** How many of a project's newest statements are searched for its lines of MEMORY.md. Each is read from its file. */
const OF_PROJECT = 10_000;

/** Hits that are compared with a line of MEMORY.md. */
const ALIKE = 5;

export interface Packed extends Pick<SearchResult, 'query' | 'total' | 'time'>, Pick<Brought, 'unread'> {
  readonly bundle: Bundle;
  /**
   * `notice`: why the search fell back to words. `remarks`: core files that were left out. `documents`: how many there
   * are to find, if nothing was found.
   */
  readonly notice: string | null;
  readonly remarks: readonly string[];
  readonly documents: number | null;
  readonly notLookedAt: number;
}

/** A search request for a natural-language question, in which quotes and dashes have no special meaning. */
export const requestFor = (
  query: string,
  filters: Omit<SearchRequest, 'query' | 'limit' | 'mode' | 'explain'>,
  { chars, tokens }: Budget,
): SearchRequest => ({
  query,
  plain: true,
  limit: Math.ceil((chars ?? (tokens ?? 0) * 4) / SHORTEST),
  ...filters,
  mode: 'lexical',
  explain: false,
});

/** Searches and packs the hits. Prints nothing, so that it can run again if the index is damaged. */
export async function packBundle(
  context: Context,
  asked: SearchRequest,
  budget: Budget,
  brought: Brought,
): Promise<Packed> {
  const { vault } = context;
  const { query } = asked;
  const memory = readMemory(context);
  const { vectorsOf, notice } = await vectorsBy(context, brought, null, query);
  const request: SearchRequest = {
    ...asked,
    limit: Math.min(asked.limit, brought.index.documents + 1),
    mode: vectorsOf === null ? 'lexical' : 'hybrid',
  };
  const { result, index } = await find(request, brought.index, vault, memory, vectorsOf, context.world.endsSoon);
  const { time } = result;
  try {
    const ask = (other: Partial<SearchRequest>): SearchResult =>
      findNow({ ...request, ...other }, index, vault, memory);
    const skills = openSkills(vault, index);
    const hits = skills.offer(result.hits);
    const total = result.total - (result.hits.length - hits.length);
    const core = readCore(
      vault,
      request.project === null
        ? null
        : () => ask({ query: '*', limit: Math.min(OF_PROJECT, index.documents + 1) }).hits,
    );
    const secrets = secretsIn(vault);
    const over = overIn(index);
    const bundle = makeBundle({
      budget,
      own: core.own,
      memory: core.memory,
      hits,
      total,
      ofTime: time === undefined ? null : renderTime(time),
      nearOf: neighbourFinder(vault, (day) =>
        skills.withoutPaths(ask({ query: '*', since: day, until: day, limit: index.documents + 1 }).hits),
      ),
      knownOf: knownBy((words) =>
        ask({ ...NO_FILTERS, query: words, limit: ALIKE }).hits.filter((hit) => !secrets.hit(hit)),
      ),
      secrets,
      over: request.open === true ? new Set([...over, ...privateIn(index)]) : over,
      lastingOf: () => lastingIn(index),
    });
    const documents = total === 0 ? ask({ ...NO_FILTERS, query: '*', limit: 1, project: null, all: true }).total : null;
    const { remarks } = core;
    const { notLookedAt } = index;
    const { unread } = brought;
    return { bundle, query, total, ...(time && { time }), unread, notice, remarks, documents, notLookedAt };
  } finally {
    if (index !== brought.index) index.close();
  }
}
