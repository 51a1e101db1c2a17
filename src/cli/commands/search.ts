// `memvault search`: refreshes the index, finds facts, claims and notes, and records what was shown. For people: the
// place of each hit, then the statement with matches highlighted.
import { own, plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { shortened } from '../../model/text.ts';
import {
  bestPlace,
  cutAround,
  type Range,
  rangesOf,
  renderTime,
  type SearchHit,
  type SearchResult,
  withMatchLine,
} from '../../search/hit.ts';
import { SEARCH_MODES, type SearchRequest } from '../../search/request.ts';
import type { Near } from '../../search/suggest.ts';
import type { Answer, Context, Stream, World } from '../../tasks/context.ts';
import { findIn, findingsOf, nearOf, noteRecalls } from '../../tasks/find.ts';
import { type Brought, readMemory, withIndex } from '../../tasks/refresh-index.ts';
import { EXIT } from '../exit-codes.ts';
import { filtersOf, NOTHING_LOGGED, readPipedQuestion } from '../filter-flags.ts';
import { type Command, type Invocation, isOn, knownWord, numberValue, textValue, usage } from '../spec.ts';
import { linesOf, type Paint, painter, wrapFor } from '../terminal/face.ts';

export const run: Command = async (context, invocation) => {
  // A pipe can be read only once, but a search may run again.
  const query = await queryOf(context.world, invocation.args);
  const hits = await withIndex(context, (brought) => answer(context, { ...invocation, args: [query] }, brought));
  // The answer is already printed.
  if (!isOn(invocation.values, 'no-recall')) noteRecalls(context, hits);
  return EXIT.done;
};

/** Searches, then prints everything at once, so that a damaged index is detected before anything is printed. */
async function answer(context: Context, { args, values }: Invocation, brought: Brought): Promise<readonly SearchHit[]> {
  const { answer: said, world } = context;
  const memory = readMemory(context);
  const typedMode = textValue(values, 'mode');
  const mode = typedMode === undefined ? null : knownWord('mode', typedMode, SEARCH_MODES);
  const [query = ''] = args;
  const words: SearchRequest = {
    query,
    limit: numberValue(values, 'limit') ?? USUAL_LIMIT,
    ...filtersOf(values, world.now()),
    mode: 'lexical',
    explain: isOn(values, 'explain'),
  };
  const { request, vectorsOf, away, found } = await findIn(context, brought, words, mode, memory);
  const { index } = found;
  const { notice: loosely, ...result } = found.result;
  try {
    const near =
      result.total === 0 && index.documents > 0 ? await nearOf(request, index, context, memory, vectorsOf) : null;
    const isList = !said.json && (isOn(values, 'files') || isOn(values, 'null'));
    const findings = findingsOf(request, index);
    const hits = isList ? result.hits : result.hits.map((hit) => withMatchLine(hit, findings.matchesIn));
    const text = !said.json && !isList && hits.length > 0 ? renderSearch(hits, findings, said.color) : null;
    const notices = [away, loosely].filter((notice) => notice !== null);
    for (const notice of notices) said.remark(notice);
    remarkUnread(said, brought);
    said.document({
      ...result,
      hits,
      ...(notices.length > 0 && { notice: notices.join(' ') }),
      ...(near && { near }),
      ...(index.notLookedAt > 0 && { notLookedAt: index.notLookedAt }),
    });
    if (text !== null) {
      said.print(wrapFor(world.stdout, text));
      if (result.total > result.hits.length)
        said.remark(`${result.hits.length} of ${result.total} hits; -n ${Math.min(result.total, 50)} shows more`);
    } else if (isList) sayPaths(world.stdout, result.hits, isOn(values, 'null') ? own('\0') : '\n');
    else said.remark(renderNothing(result.query, index.documents, near, result.time));
  } finally {
    if (index !== brought.index) index.close();
  }
  return result.hits;
}

export function remarkUnread({ remark }: Answer, { unread }: Pick<Brought, 'unread'>): void {
  for (const reason of unread.values()) remark(`${reason.message}; its content is not searched`);
}

/** Prints each path once, in the order of its best hit, unescaped for programs. */
function sayPaths(stdout: Stream, hits: readonly SearchHit[], end: string): void {
  const paths = [...new Set(hits.map(({ path }) => path))];
  stdout.write(paths.map((path) => `${stdout.isTerminal ? path : own(path)}${end}`).join(''));
}

const USUAL_LIMIT = 10;

/** Reads the query from the arguments, or from a pipe with `-`. */
async function queryOf(world: World, args: Invocation['args']): Promise<string> {
  if (args.length !== 1 || args[0] !== '-') return args.join(' ');
  if (world.stdinIsTerminal)
    throw usage('no question was given', 'pipe it in, or search for the character itself: memvault search \'"-"\'');
  return await readPipedQuestion(world);
}

const MAX_TEXT = 600;

function renderSearch(
  hits: readonly SearchHit[],
  { matchesIn, wordOf }: ReturnType<typeof findingsOf>,
  color: boolean,
): string {
  const paint = painter(color);
  return hits
    .flatMap((hit) => {
      const text = plain(
        hit.text.length > MAX_TEXT ? cutAround(hit.text, bestPlace(matchesIn(hit.text)), MAX_TEXT) : hit.text,
      );
      const about = linesOf(
        hit.logged === undefined ? hit.date : `${hit.date}, logged ${hit.logged}`,
        hit.category !== null && `[${hit.category}]`,
        hit.tags.map((tag) => `#${tag}`),
        hit.superseded && (hit.held ? `superseded, ${renderSpan(hit.held)}` : 'superseded'),
        hit.open && 'open question: may be replaced by a later statement',
        hit.pinned && 'pinned',
        hit.faded && 'faded',
      );
      return linesOf(
        `${paint('cyan', `${hit.path}:${hit.matchLine ?? hit.line}`)}  ${paint('dim', about.join(' '))}`.trimEnd(),
        `  ${color ? marked(text, rangesOf(matchesIn(text)), paint) : text}`,
        hit.parts !== undefined && paint('dim', `  ${explain(hit, hit.parts, (term) => wordOf(hit, term))}`),
      );
    })
    .join('\n');
}

function marked(text: string, ranges: readonly Range[], paint: Paint): string {
  let at = 0;
  let result = '';
  for (const [start, end] of ranges) {
    result += text.slice(at, start) + paint('bold', text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

function explain(
  { score, confidence }: SearchHit,
  { terms, match, ...factors }: NonNullable<SearchHit['parts']>,
  wordOf: (term: string) => string,
): string {
  const found = Object.entries(terms).map(([term, fields]) => `${plain(wordOf(term))} (${fields.join(', ')})`);
  return linesOf(
    `score ${score}: match ${match}`,
    Object.entries(factors).map(([name, value]) => `${name} ${String(value)}`),
    found.length > 0 && `found ${found.join(', ')}`,
    confidence !== undefined && `confidence ${confidence}`,
  ).join('; ');
}

/** `near`: null if the vault is empty or no suggestions were looked up. */
export function renderNothing(
  query: string,
  documents: number,
  near: Near | null = null,
  time?: SearchResult['time'],
): string {
  if (documents === 0) return NOTHING_LOGGED;
  const { without = [], superseded = 0, words: meant = [] } = near ?? {};
  return linesOf(
    `No hits for ${JSON.stringify(shortened(query))}${time === undefined ? '' : `: nothing of ${renderTime(time)}`}.`,
    without.map(({ filter, hits }) => `  ${hits === 1 ? '1 hit' : `${hits} hits`} without ${shortened(filter)}`),
    superseded > 0 &&
      (superseded === 1
        ? '  1 hit is superseded; --all shows it'
        : `  ${superseded} hits are superseded; --all shows them`),
    meant.map(
      ({ asked, near: words }) =>
        `  ${shortened(asked)}: did you mean ` +
        `${words.map(({ word, documents: holding }) => `${word} (${holding})`).join(', ')}?`,
    ),
  ).join('\n');
}
