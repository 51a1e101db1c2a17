// `memvault context`: refreshes the index, prints one bundle for a prompt, and records what was shown.
import { type Bundle, LEAST_CHARS, LEAST_TOKENS, makeBundle } from '../../context/bundle.ts';
import { lastingIn, neighbourFinder, overIn, privateIn, readCore } from '../../context/core.ts';
import type { Budget } from '../../context/found.ts';
import { knownBy } from '../../context/hits.ts';
import { secretsIn } from '../../context/secrets.ts';
import { openSkills } from '../../context/skills.ts';
import { find, findNow } from '../../search/find.ts';
import { renderTime, type SearchResult } from '../../search/hit.ts';
import { NO_FILTERS, type SearchRequest } from '../../search/request.ts';
import type { Context } from '../../tasks/context.ts';
import { makeDigest } from '../../tasks/digest.ts';
import { type Brought, readMemory, tagTableFor, withIndex } from '../../tasks/refresh-index.ts';
import { filtersOf, NOTHING_LOGGED, readPipedQuestion } from '../filter-flags.ts';
import { noteRecalls, remarkUnread, renderNothing, vectorsBy } from './search.ts';
import { type Command, EXIT, type Invocation, isOn, numberValue, usage, type Values } from '../spec.ts';

/** Characters of the shortest expected hit. Decides how many hits to request for a budget. */
const SHORTEST = 60;
/** How many of a project's newest statements are searched for its lines of MEMORY.md. Each is read from its file. */
const OF_PROJECT = 10_000;

/** Hits that are compared with a line of MEMORY.md. */
const ALIKE = 5;

export const run: Command = async (context, { args, values }) => {
  const budget = budgetOf(values, context.settings.retrieve.context_chars);
  const query = await readQuestion(context, args);
  if (query === null) {
    await sayDigest(context, values, budget);
    return EXIT.done;
  }
  const tagTable = await tagTableFor(context, query, values.tag !== undefined);
  const request: SearchRequest = {
    ...requestFor(query, filtersOf(values, context.world.now()), budget),
    ...(tagTable && { tagTable }),
  };
  const packed = await withIndex(context, async (brought) => await packBundle(context, request, budget, brought));
  say(context, packed, budget);
  if (!isOn(values, 'no-recall')) noteRecalls(context, packed.bundle.shown);
  return EXIT.done;
};

/** Without a question: what matters now, in all projects or in one. */
async function sayDigest(context: Context, values: Values, budget: Budget): Promise<void> {
  const { project, ...others } = filtersOf(values, context.world.now());
  if (
    Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== false))
  )
    throw usage('no question was given', 'give some words, or * for the newest; a digest takes --project alone');
  const bundle = await makeDigest(context, project, budget);
  const total = bundle.items.length;
  const found = { query: '', total, unread: new Map(), notice: null, remarks: [], notLookedAt: 0 };
  say(context, { ...found, bundle, hint: total === 0 ? NOTHING_LOGGED : null }, budget);
}

interface Packed extends Pick<SearchResult, 'query' | 'total' | 'time'>, Pick<Brought, 'unread'> {
  readonly bundle: Bundle;
  /**
   * `notice`: why the search fell back to words. `remarks`: core files that were left out. `hint`: set if nothing was
   * found.
   */
  readonly notice: string | null;
  readonly remarks: readonly string[];
  readonly hint: string | null;
  readonly notLookedAt: number;
}

/** A search request for a natural-language question, in which quotes and dashes have no special meaning. */
export const requestFor = (
  query: string,
  filters: ReturnType<typeof filtersOf>,
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
    const hint =
      total === 0
        ? renderNothing(query, ask({ ...NO_FILTERS, query: '*', limit: 1, project: null, all: true }).total)
        : null;
    const { remarks } = core;
    const { notLookedAt } = index;
    return { bundle, query, total, ...(time && { time }), unread: brought.unread, notice, remarks, hint, notLookedAt };
  } finally {
    if (index !== brought.index) index.close();
  }
}

function say({ answer }: Context, packed: Packed, budget: Budget): void {
  const { query, total, time, notice, hint, notLookedAt } = packed;
  const { text, size, truncated, missing, items } = packed.bundle;
  if (notice !== null) answer.remark(notice);
  remarkUnread(answer, packed);
  for (const remark of packed.remarks) answer.remark(remark);
  const unit = budget.tokens === null ? 'chars' : 'tokens';
  answer.document('context', {
    query,
    text,
    used: size[unit],
    budget: budget[unit],
    unit,
    chars: size.chars,
    tokens: size.tokens,
    truncated,
    missing,
    total,
    ...(time && { time }),
    ...(notice !== null && { notice }),
    ...(notLookedAt > 0 && { notLookedAt }),
    items,
  });
  answer.print(text);
  if (hint !== null) answer.remark(hint);
}

/** Reads the question from the arguments, or from a pipe with `-` or without arguments; null if there is neither. */
async function readQuestion({ world }: Context, args: Invocation['args']): Promise<string | null> {
  const isDash = args.length === 1 && args[0] === '-';
  if (isDash && world.stdinIsTerminal) throw usage('no question was given', 'pipe it, or give it as an argument');
  if (args.length === 0 && world.stdinIsTerminal) return null;
  const isPiped = isDash || args.length === 0;
  const question = isPiped ? await readPipedQuestion(world) : args.join(' ').replace(/\s+/g, ' ').trim();
  if (question === '' && args.length === 0) return null;
  if (question === '') throw usage('no question was given', 'give some words, or * for the newest');
  return question;
}

/** In tokens only if only --max-tokens is given. */
function budgetOf(values: Values, usual: number): Budget {
  const chars = numberValue(values, 'max-chars', LEAST_CHARS) ?? null;
  const tokens = numberValue(values, 'max-tokens', LEAST_TOKENS) ?? null;
  return { chars: chars ?? (tokens === null ? usual : null), tokens };
}
