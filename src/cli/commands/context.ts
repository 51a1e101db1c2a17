// `memvault context`: refreshes the index, prints one bundle for a prompt, and records what was shown.
import { LEAST_CHARS, LEAST_TOKENS } from '../../context/bundle.ts';
import type { Budget } from '../../context/found.ts';
import type { SearchRequest } from '../../search/request.ts';
import type { Context } from '../../tasks/context.ts';
import { makeDigest, packBundle, type Packed, requestFor } from '../../tasks/digest.ts';
import { noteRecalls } from '../../tasks/find.ts';
import { tagTableFor, withIndex } from '../../tasks/refresh-index.ts';
import { EXIT } from '../exit-codes.ts';
import { filtersOf, readPipedQuestion } from '../filter-flags.ts';
import { type Command, type Invocation, isOn, numberValue, usage, type Values } from '../spec.ts';
import { remarkUnread, renderNothing } from './search.ts';

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
  say(context, { ...found, bundle, documents: total === 0 ? 0 : null }, budget);
}

function say({ answer }: Context, packed: Packed, budget: Budget): void {
  const { query, total, time, notice, documents, notLookedAt } = packed;
  const { text, size, truncated, missing, items } = packed.bundle;
  if (notice !== null) answer.remark(notice);
  remarkUnread(answer, packed);
  for (const remark of packed.remarks) answer.remark(remark);
  const unit = budget.tokens === null ? 'chars' : 'tokens';
  answer.document({
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
  if (documents !== null) answer.remark(renderNothing(query, documents));
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
