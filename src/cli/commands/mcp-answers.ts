// The answers of the tools of `memvault mcp`: without private facts, and with vault text only between markers. Loaded
// with the first question.
import type { Answers, Asked } from '../../agents/mcp.ts';
import { once, piecesOf, readCore, renderPieces, takePieces } from '../../context/core.ts';
import { harmless, inMarks, roomOf } from '../../context/found.ts';
import { SECRET_WORDS, secretsIn } from '../../context/secrets.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { readLines } from '../../log/log.ts';
import { checkItem, refuseControls } from '../../log/request.ts';
import { MemvaultError, mustBeExpected } from '../../model/errors.ts';
import type { Fact } from '../../model/fact.ts';
import { sessionLabel } from '../../page/fact-line.ts';
import { bestPlace, cutAround, withMatchLine } from '../../search/hit.ts';
import type { Context } from '../../tasks/context.ts';
import { packBundle, requestFor } from '../../tasks/digest.ts';
import { findIn, findingsOf, noteRecalls } from '../../tasks/find.ts';
import { withIndex } from '../../tasks/refresh-index.ts';
import { readStatus } from '../../tasks/status.ts';
import { confined } from '../../vault/confine.ts';
import { readText } from '../../vault/disk.ts';
import { listNotes } from '../../vault/notes.ts';
import { outletOf } from '../../vault/outlet.ts';
import { readCloneId, SUMMARY_FILE } from '../../vault/vault.ts';
import { readView, type View } from '../../vault/view.ts';
import { refuseWithinDream } from '../context.ts';
import { filtersOf } from '../filter-flags.ts';
import { failure } from '../spec.ts';
import { logItems } from './log.ts';

/** Characters of a hit, ellipses included. */
const HIT = 200;
/** The most characters of facts or of a file in one answer. */
const READ = 16_000;

/** `open`: opens the vault for each question, since settings, time zone and files may have changed. */
export const answersFrom = (open: () => Promise<Context>): Answers => ({
  memory_search: async (asked) => await search(await open(), asked),
  memory_get: async ({ path, ...asked }) => {
    const context = await open();
    if (path !== undefined) return readPart(context, path, asked);
    if (asked.ids === undefined) throw failure('usage', 'nothing was named', 'give ids, or a path');
    return readFacts(context, asked.ids);
  },
  memory_context: async ({ question, budget: tokens, project }) => {
    const context = await open();
    const budget = { chars: null, tokens };
    const filters = filtersOf({ project }, context.world.now());
    const request = { ...requestFor(question.replace(/\s+/g, ' ').trim(), filters, budget), open: true };
    const { bundle } = await withIndex(context, async (brought) => await packBundle(context, request, budget, brought));
    noteRecalls(context, bundle.shown);
    return bundle.text;
  },
  memory_log: async (asked, client) => await log(await open(), asked, client),
  memory_status: async () => {
    const { facts, pages, pending, today, quarantined, reviews, due, dueReason, lastRun, failures, git } =
      await readStatus(await open());
    // Leaves out the summary, which names pages.
    const last = lastRun && { run: lastRun.run, day: lastRun.day };
    const conflicts = git.conflicts.length;
    const counts = { facts, pages, pending, today, quarantined, reviews, conflicts, failures };
    return JSON.stringify({ ...counts, due, dueReason, lastRun: last });
  },
  summary: async () => summary(await open()),
});

/** Wraps vault text in markers. Each text is JSON, which keeps them apart. */
const renderData = (data: string): string => inMarks(`${harmless(data)}\n`);

async function search(context: Context, asked: Asked<'memory_search'>): Promise<string> {
  const { query, limit, category, tag, ...others } = asked;
  const words = {
    query,
    limit,
    ...filtersOf({ ...others, ...(category && { category }), ...(tag && { tag }) }, context.world.now()),
    open: true,
    mode: 'lexical' as const,
    explain: false,
  };
  const secrets = secretsIn(context.vault);
  const { shown, text } = await withIndex(context, async (brought) => {
    const { request, found } = await findIn(context, brought, words, null);
    const { result, index } = found;
    try {
      const { matchesIn } = findingsOf(request, index);
      const hits = result.hits.map((hit) => {
        const { id, kind, date, category: of, path, line, matchLine, superseded } = withMatchLine(hit, matchesIn);
        const cut = cutAround(hit.text, bestPlace(matchesIn(hit.text)), HIT - 2);
        return JSON.stringify({
          ...(kind !== 'text' && { id }),
          day: date,
          path: `${path}:${matchLine ?? line}`,
          ...(of !== null && of !== 'general' && { category: of }),
          ...(superseded && { superseded }),
          text: secrets.hit(hit) ? SECRET_WORDS : cut,
        });
      });
      if (hits.length === 0) return { shown: [], text: `{"total":0,"hits":[]}\n${renderNothing(index.documents)}` };
      return { shown: result.hits, text: renderData(`{"total":${result.total},"hits":[\n${hits.join(',\n')}]}`) };
    } finally {
      if (index !== brought.index) index.close();
    }
  });
  noteRecalls(context, shown);
  return text;
}

const renderNothing = (documents: number): string =>
  documents === 0 ? 'Nothing has been logged yet.' : 'Nothing in memory was found. Other or fewer words may find it.';

/** Treats private and forgotten facts as unknown. */
function readFacts(context: Context, ids: readonly string[]): string {
  const view = readView(context.vault);
  const outlet = outletOf(view);
  const secrets = secretsIn(context.vault);
  const say = (fact: Fact): string =>
    isSecret(fact) || secrets.hit({ kind: 'fact', ...fact, sources: [] }) ? SECRET_WORDS : fact.text;
  const facts = ids.map((id) => {
    const fact = view.factById.get(id.replace(/^\^/, ''));
    return fact !== undefined && outlet.fact(fact) ? fact : null;
  });
  const most = Math.floor(READ / ids.length);
  const missing = ids.filter((_, at) => facts[at] === null);
  if (missing.length === ids.length)
    throw failure('not-found', 'no fact has such an id', 'memory_search shows the ids of facts');
  const found = facts.flatMap((fact) => fact ?? []).map((fact) => JSON.stringify(toShown(fact, view, say(fact), most)));
  return renderData(`{"facts":[\n${found.join(',\n')}]${missing.length > 0 ? `,"missing":${missing.length}` : ''}}`);
}

function toShown(fact: Fact, { ledger }: View, words: string, most: number) {
  const { id, day, time, path, line, category, tags, fields, session } = fact;
  const { as = 'pending', page, by, of } = ledger.get(id) ?? {};
  const became = { as, page, by, of };
  return {
    id,
    day,
    time,
    path: `${path}:${line}`,
    category,
    tags,
    fields,
    session,
    ...became,
    text: cutAround(words, null, most),
  };
}

function readPart(context: Context, asked: string, { line, lines: most }: Asked<'memory_get'>): string {
  const { vault } = context;
  const [, path = asked, named] = /^(.+):(\d{1,9})$/s.exec(asked) ?? [];
  const text = listNotes(vault).some((note) => note.path === path) ? readText(confined(vault, path)) : null;
  const lines = text === null ? [] : outletOf(readView(vault)).lines(path, text);
  if (text === null || lines.every((one) => one === null))
    throw failure('not-found', 'there is no such note', 'memory_search shows paths that can be read');
  const first = Math.min(line ?? Number(named ?? 1), lines.length);
  const secrets = secretsIn(vault);
  const shown: string[] = [];
  let left = READ;
  for (const [at, one] of lines.slice(first - 1, first - 1 + most).entries()) {
    const words = one ?? '';
    const said = secrets.piece({ path, line: first + at, text: words, heads: [] }) ? SECRET_WORDS : words;
    if (shown.length > 0 && said.length > left) break;
    shown.push(cutAround(said, null, READ));
    left -= said.length + 1;
  }
  return renderData(`${path}:${first}-${first - 1 + shown.length} of ${lines.length} lines\n\n${shown.join('\n')}`);
}

async function log(context: Context, asked: Asked<'memory_log'>, client: string): Promise<string> {
  const { vault, world } = context;
  refuseWithinDream(world, 'memory_log');
  const { text, category, tags, project, at } = asked;
  const session = asked.session ?? client;
  const fields = { ...(project !== undefined && { project }), ...(at !== undefined && { at }) };
  const item = { text, category, tags, session, fields };
  refuseControls({ ...item, session: asked.session });
  const now = world.now();
  const { result, again, follow } = await logItems(context, { items: [checkItem(item, now)], piped: false }, now).catch(
    (error: unknown) => {
      mustBeExpected(error);
      throw error.code === 'refused' ? new MemvaultError('refused', error.message, { hint: LEAVE_OUT }) : error;
    },
  );
  await follow();
  const [fact] = result.facts;
  if (fact === undefined) throw new Error('what was logged is not there');
  const cited = `${fact.path}:${readLines(vault, result.facts).get(fact.id) ?? 1}`;
  const logged = { id: fact.id, path: cited, session: sessionLabel(session, readCloneId(vault, world.random)) };
  return (
    JSON.stringify(logged) + (again.length > 0 ? '\nIt says what a person had forgotten, and is forgotten, too.' : '')
  );
}

const LEAVE_OUT = 'leave the secret out; only a person may log one';

/** MEMORY.md without secrets and without lines that a person has marked private since it was written. */
function summary(context: Context): string {
  const { vault, settings } = context;
  const { memory } = readCore(vault, null);
  const lines = memory === null ? [] : outletOf(readView(vault)).lines(SUMMARY_FILE, memory.text);
  const secrets = secretsIn(vault);
  const pieces =
    memory === null
      ? []
      : once(piecesOf(memory)).filter((piece) => lines[piece.line - 1] != null && !secrets.piece(piece));
  const room = roomOf({ chars: settings.retrieve.context_chars, tokens: null });
  return inMarks(pieces.length === 0 ? 'Nothing yet.\n' : renderPieces(takePieces(pieces, room).taken));
}
