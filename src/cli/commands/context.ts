// `memvault context`: brings the index up to date and prints one bundle for a prompt; notes what was shown.
import { type Bundle, makeBundle, LEAST_CHARS, LEAST_TOKENS } from '../../context/bundle.ts';
import { readCore } from '../../context/read-core.ts';
import { neighbourFinder } from '../../context/read-day.ts';
import type { Budget } from '../../context/room.ts';
import { dayOf } from '../../model/day.ts';
import { MemvaultError } from '../../model/errors.ts';
import { renderRecalls } from '../../search/recalls.ts';
import type { SearchRequest } from '../../search/request.ts';
import { findNow } from '../../search/find.ts';
import type { SearchResult } from '../../search/hit.ts';
import { readCloneId } from '../../vault/clone.ts';
import { appendRecalls } from '../../vault/recalls.ts';
import { openContext, type Context } from '../context.ts';
import { dayFlag } from '../day-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { type Brought, withIndex } from '../open-index.ts';
import { renderEmpty } from '../render/context.ts';
import { isOn, listValue, textValue, type Command, type Invocation, type Values } from '../spec.ts';

/** Hits that are asked for: a short one takes so many characters. */
const SHORTEST = 60;
const MOST_HITS = 2000;

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const context = await openContext(world, invocation);
  const { vault, settings } = context;
  const budget = budgetOf(values);
  const query = await readQuestion(context, invocation.args);
  const request = toRequest(context, values, query, Math.min(MOST_HITS, Math.ceil((budget.chars ?? (budget.tokens ?? 0) * 4) / SHORTEST)));
  const asked = { query, request, budget };
  const shown = await withIndex(context, async (brought) => bundleOf(context, asked, brought));
  const recalls = isOn(values, 'no-recall') ? [] : renderRecalls(shown, world.now());
  if (recalls.length > 0) {
    appendRecalls(vault, recalls, settings.retrieve.recall_log_max_bytes);
    readCloneId(vault, world.random);
  }
  return EXIT.done;
};

interface Asked {
  readonly query: string;
  readonly request: SearchRequest;
  readonly budget: Budget;
}

/** Asks, then says what comes of it, all at once: an index that is damaged is noticed before. Gives what it showed. */
function bundleOf({ answer, vault, world }: Context, { query, request, budget }: Asked, { index, unread }: Brought): Bundle['shown'] {
  const today = dayOf(world.now());
  // What fits best comes first, also where nobody has looked at it for long: a list of ten can be paged, a bundle cannot.
  const ask = (other: Partial<SearchRequest>): SearchResult => findNow({ ...request, ...other }, index, vault, today);
  const { hits, total } = ask({});
  const core = readCore(vault, request.project === null ? null : () => ask({ query: '*', limit: MOST_HITS }).hits);
  const near = neighbourFinder(vault, (day) => ask({ query: '*', since: day, until: day, limit: MOST_HITS }).hits);
  const bundle = makeBundle({ budget, own: core.own, memory: core.memory, hits, total, nearOf: near });
  const hint = total === 0 ? renderEmpty(query, ask({ query: '*', limit: 1, categories: [], tags: [], kinds: [], persons: [], entities: [], fields: [], zone: null, project: null, since: null, until: null, all: true }).total) : null;
  for (const reason of unread.values()) answer.remark(`${reason.message}; what it holds is not found`);
  for (const remark of core.remarks) answer.remark(remark);
  const unit = budget.tokens === null ? 'chars' : 'tokens';
  const { text, size, truncated, missing, items } = bundle;
  answer.document('context', { query, text, used: size[unit], budget: budget[unit], unit, chars: size.chars, tokens: size.tokens, truncated, missing, total, items });
  answer.print(text);
  if (hint !== null) answer.remark(hint);
  return bundle.shown;
}

function toRequest({ world }: Context, values: Values, query: string, limit: number): SearchRequest {
  const now = world.now();
  return {
    // It is a question to somebody, and may hold quotes and dashes: what is to be filtered by is said by flags.
    query, plain: true, limit, categories: listValue(values, 'category'), tags: listValue(values, 'tag'),
    kinds: listValue(values, 'kind'), persons: listValue(values, 'person'), entities: listValue(values, 'entity'), fields: listValue(values, 'field'),
    zone: textValue(values, 'zone') ?? null, project: textValue(values, 'project') ?? null,
    since: dayFlag(values, 'since', now), until: dayFlag(values, 'until', now),
    all: isOn(values, 'all'), mode: 'lexical', explain: false,
  };
}

/** Typed, or with `-` or nothing from a pipe. */
async function readQuestion({ world }: Context, args: Invocation['args']): Promise<string> {
  const isPiped = args.length === 0 || (args.length === 1 && args[0] === '-');
  if (isPiped && world.stdinIsTerminal) throw noQuestion('give the question as an argument: memvault context what does the user prefer');
  const text = isPiped ? await world.readStdin() : args.join(' ');
  const question = text.replace(/^\uFEFF/, '').replace(/\s+/g, ' ').trim();
  if (question === '') throw noQuestion('give some words, or * for the newest');
  return question;
}

const noQuestion = (hint: string): MemvaultError => new MemvaultError('usage', 'there is no question to look for', { hint });

const USUAL_CHARS = 8000;

/** Tokens alone, where they alone are named. */
function budgetOf(values: Values): Budget {
  const chars = numberOf(values, 'max-chars', LEAST_CHARS);
  const tokens = numberOf(values, 'max-tokens', LEAST_TOKENS);
  return { chars: chars ?? (tokens === null ? USUAL_CHARS : null), tokens };
}

function numberOf(values: Values, name: string, least: number): number | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  if (/^\d{1,9}$/.test(typed) && Number(typed) >= least) return Number(typed);
  throw new MemvaultError('usage', `--${name} ${JSON.stringify(typed)} is no budget`, { hint: `give a whole number from ${least} on` });
}
