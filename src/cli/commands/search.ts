// `memvault search`: brings the index up to date, finds facts, claims and notes, notes what was shown.
import { readOperators } from '../../index/query.ts';
import type { Memory } from '../../index/ranking/factors.ts';
import type { OpenIndex } from '../../index/view.ts';
import { own } from '../../model/controls.ts';
import { find, renderRecalls } from '../../search/find.ts';
import { matcherFor, type SearchHit, withMatchLine, writtenAs } from '../../search/hit.ts';
import { SEARCH_MODES, type SearchMode, type SearchRequest } from '../../search/request.ts';
import type { Near } from '../../search/suggest.ts';
import type { Context } from '../../tasks/context.ts';
import type { Asked } from '../../tasks/embed.ts';
import { type Brought, readMemory, tagTableFor, withIndex } from '../../tasks/refresh-index.ts';
import type { Stream, World } from '../../tasks/world.ts';
import { appendRecalls } from '../../vault/recalls.ts';
import { readCloneId } from '../../vault/vault.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Findings, renderNothing, renderSearch } from '../render/search.ts';
import { filtersOf, readPipedQuestion } from '../filter-flags.ts';
import { type Command, type Invocation, isOn, knownWord, numberValue, textValue, usage } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  // A pipe is read once, however often the index is asked.
  const query = await queryOf(world, invocation.args);
  const hits = await withIndex(context, (brought) => answer(context, { ...invocation, args: [query] }, brought));
  // Who asked has the answer by now.
  if (!isOn(invocation.values, 'no-recall')) noteRecalls(context, hits);
  return EXIT.done;
};

/** Asks, then says what was found, all at once: an index that is damaged is noticed before. */
async function answer(context: Context, invocation: Invocation, brought: Brought): Promise<readonly SearchHit[]> {
  const { answer: said, vault } = context;
  const memory = readMemory(context);
  const typedMode = textValue(invocation.values, 'mode');
  const mode = typedMode === undefined ? null : knownWord('mode', typedMode, SEARCH_MODES);
  const typed = toRequest(context, invocation);
  const tagTable = await tagTableFor(
    context,
    typed.query,
    typed.tags.length > 0 || typed.query.toLowerCase().includes('tag:'),
  );
  const words: SearchRequest = tagTable === undefined ? typed : { ...typed, tagTable };
  const { vectorsOf, notice: away } = await vectorsBy(context, brought, mode, words.query);
  const request: SearchRequest = vectorsOf === null ? words : { ...words, mode: mode ?? 'hybrid' };
  const {
    result: { notice: loosely, ...result },
    index,
  } = await find(request, brought.index, vault, memory, vectorsOf, context.world.endsSoon);
  try {
    const near =
      result.total === 0 && index.documents > 0 ? await nearOf(request, index, context, memory, vectorsOf) : null;
    const isList = isOn(invocation.values, 'files') || isOn(invocation.values, 'null');
    const findings = findingsOf(request, index);
    const hits = isList && !said.json ? result.hits : result.hits.map((hit) => withMatchLine(hit, findings.matchesIn));
    const text = !said.json && !isList && hits.length > 0 ? renderSearch(hits, findings, said.color) : null;
    const notices = [away, loosely].filter((notice) => notice !== null);
    for (const notice of notices) said.remark(notice);
    for (const reason of brought.unread.values()) said.remark(`${reason.message}; what it holds is not found`);
    said.document('search', {
      ...result,
      hits,
      ...(notices.length > 0 && { notice: notices.join(' ') }),
      ...(near && { near }),
      ...(index.notLookedAt > 0 && { notLookedAt: index.notLookedAt }),
    });
    if (text !== null) {
      said.print(text);
      if (result.total > result.hits.length)
        said.remark(`${result.hits.length} of ${result.total} hits; -n ${Math.min(result.total, 50)} shows more`);
    } else if (isList && !said.json)
      sayPaths(context.world.stdout, result.hits, isOn(invocation.values, 'null') ? own('\0') : '\n');
    else said.remark(renderNothing(result.query, index.documents, near, result.time));
  } finally {
    if (index !== brought.index) index.close();
  }
  return result.hits;
}

/** Each path once, in the order of the best hit; to a program as it is. */
function sayPaths(stdout: Stream, hits: readonly SearchHit[], end: string): void {
  const paths = [...new Set(hits.map(({ path }) => path))];
  stdout.write(paths.map((path) => `${stdout.isTerminal ? path : own(path)}${end}`).join(''));
}

/**
 * Words of the question are looked for in the index when the first text is: most hits are a line that is shown as it
 * is.
 */
function findingsOf({ query }: SearchRequest, index: OpenIndex): Findings {
  let matcher: ReturnType<typeof matcherFor> | null = null;
  return {
    matchesIn: (text) => (matcher ??= matcherFor(readOperators(query).question, index))(text),
    wordOf: ({ text, category, title, tags }, term) =>
      writtenAs(term, [text, category ?? '', ...tags, title, query], index.tokenizer) ?? term,
  };
}

/** Loaded only where embeddings are set up or asked for. */
async function vectorsBy(context: Context, { files }: Brought, mode: SearchMode | null, query: string): Promise<Asked> {
  if (mode === 'lexical' || (mode === null && context.settings.retrieve.embeddings === 'off'))
    return { vectorsOf: null, notice: null };
  const { vectorsFor } = await import('../../tasks/embed.ts');
  return await vectorsFor(context, { files, mode, query: readOperators(query).question });
}

/** What there is elsewhere is counted as this search looks for it. */
async function nearOf(
  request: SearchRequest,
  index: OpenIndex,
  { vault }: Context,
  memory: Memory,
  vectorsOf: Asked['vectorsOf'],
): Promise<Near> {
  const suggest = await import('../../search/suggest.ts');
  return await suggest.nearOf(
    request,
    index,
    vault,
    memory.today,
    async (other) => (await find(other, index, vault, memory, vectorsOf)).result.total,
  );
}

function noteRecalls({ vault, world }: Context, hits: readonly SearchHit[]): void {
  const recalls = renderRecalls(hits, world.now());
  if (recalls.length === 0) return;
  appendRecalls(vault, recalls);
  // Tracked counts tell clones apart; one that never logged a fact has no name yet.
  readCloneId(vault, world.random);
}

const USUAL_LIMIT = 10;

function toRequest({ world }: Context, { args, values }: Invocation): SearchRequest {
  const now = world.now();
  return {
    query: args.join(' '),
    limit: numberValue(values, 'limit') ?? USUAL_LIMIT,
    ...filtersOf(values, now),
    mode: 'lexical',
    explain: isOn(values, 'explain'),
  };
}

/** Typed, or with `-` from a pipe. */
async function queryOf(world: World, args: Invocation['args']): Promise<string> {
  if (args.length !== 1 || args[0] !== '-') return args.join(' ');
  if (world.stdinIsTerminal)
    throw usage('no question was given', 'pipe it in, or search for the character itself: memvault search \'"-"\'');
  return await readPipedQuestion(world);
}
