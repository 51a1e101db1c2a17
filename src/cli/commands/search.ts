// `memvault search`: brings the index up to date, finds facts, claims and notes, notes what was shown.
import type { IndexState } from '../../index/state.ts';
import { MemvaultError } from '../../model/errors.ts';
import { dayOf } from '../../model/day.ts';
import { foldMarks } from '../../model/mark.ts';
import { nearest } from '../../model/nearest.ts';
import type { Memory } from '../../search/fading.ts';
import { renderRecalls } from '../../search/recalls.ts';
import { SEARCH_MODES, type SearchMode, type SearchRequest } from '../../search/request.ts';
import { search, type SearchHit, type SearchResult } from '../../search/search.ts';
import { readCloneId } from '../../vault/clone.ts';
import { readLastRecalls } from '../../vault/last-recalls.ts';
import { readMarks } from '../../vault/marks.ts';
import { appendRecalls } from '../../vault/recalls.ts';
import { openContext, type Context } from '../context.ts';
import { dayFlag } from '../day-flag.ts';
import { EXIT } from '../exit-codes.ts';
import { refreshIndex } from '../refresh-index.ts';
import { renderNothing, renderPaths, renderSearch } from '../render/search.ts';
import { isOn, listValue, textValue, type Command, type Invocation, type Values } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const { values } = invocation;
  const context = await openContext(world, invocation);
  const { answer, vault } = context;
  const request = toRequest(context, invocation);
  const state = await refreshIndex(context, 'cheap');
  const { notice, ...result } = search(request, state, vault, readMemory(context));
  if (notice !== null) answer.remark(notice);
  for (const reason of state.unread.values()) answer.remark(`${reason.message}; what it holds is not found`);
  answer.document('search', result);
  if (!answer.json) show(context, invocation, result, state);
  // Who asked has the answer by now.
  if (!isOn(values, 'no-recall')) noteRecalls(context, result.hits);
  return EXIT.done;
};

function show({ answer, world }: Context, { values }: Invocation, result: Omit<SearchResult, 'notice'>, state: IndexState): void {
  if (isOn(values, 'files')) world.stdout.write(renderPaths(result.hits, isOn(values, 'null') ? '\0' : '\n'));
  else if (result.hits.length === 0) answer.remark(renderNothing(result.query, state.documents.length));
  else {
    answer.print(renderSearch(result, state, answer.color));
    if (result.total > result.hits.length) answer.remark(`${result.hits.length} of ${result.total} hits; -n ${Math.min(result.total, 50)} shows more`);
  }
}

function noteRecalls({ vault, settings, world }: Context, hits: readonly SearchHit[]): void {
  const recalls = renderRecalls(hits, world.now());
  if (recalls.length === 0) return;
  appendRecalls(vault, recalls, settings.retrieve.recall_log_max_bytes);
  // Tracked counts tell clones apart; one that never logged a fact has no name yet.
  readCloneId(vault, world.random);
}

/** What tells how sure a fact is today, beside its line. */
function readMemory({ vault, settings, world }: Context): Memory {
  return { today: dayOf(world.now()), fading: settings.maintain, marks: foldMarks(readMarks(vault)), lastRecall: readLastRecalls(vault) };
}

function toRequest({ settings, world }: Context, { args, values }: Invocation): SearchRequest {
  const now = world.now();
  return {
    query: args.join(' '), limit: limitOf(values, settings.retrieve.limit),
    categories: listValue(values, 'category'), tags: listValue(values, 'tag'),
    zone: textValue(values, 'zone') ?? null, project: textValue(values, 'project') ?? null,
    since: dayFlag(values, 'since', now), until: dayFlag(values, 'until', now),
    all: isOn(values, 'all'), mode: modeOf(values), explain: isOn(values, 'explain'),
  };
}

function limitOf(values: Values, usual: number): number {
  const typed = textValue(values, 'limit');
  if (typed === undefined) return usual;
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw new MemvaultError('usage', `--limit ${JSON.stringify(typed)} is no number of hits`, { hint: 'give a whole number from 1 on' });
}

function modeOf(values: Values): SearchMode {
  const typed = textValue(values, 'mode') ?? 'lexical';
  const mode = SEARCH_MODES.find((known) => known === typed);
  if (mode !== undefined) return mode;
  const near = nearest(typed, SEARCH_MODES);
  throw new MemvaultError('usage', `there is no mode ${typed}`, { hint: near === null ? `one of ${SEARCH_MODES.join(', ')}` : `did you mean ${near}?` });
}
