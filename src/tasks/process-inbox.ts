// Processes the inbox: decides what happens to each file, reads texts, and applies this run by run under the lock, or
// only shows it.
import { renderLiterature } from '../import/inbox/page.ts';
import { decodeSource, digestOfBytes, type Extract, extract, nameOf } from '../import/inbox/extract.ts';
import { Choosing, MOST_BYTES, type Ready, type Survey, surveyInbox, takenBack } from '../import/inbox/survey.ts';
import { openTokenizer } from '../index/tokenizer.ts';
import type { ModelReader } from '../llm/port.ts';
import { dayOf } from '../model/day.ts';
import { isCancelled, mustBeExpected } from '../model/errors.ts';
import type { FileChange, Journal, Move } from '../model/journal.ts';
import { tooMuch } from '../model/limits.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { carryOutInboxRun, foldedNamesIn, type InboxLeft, makeInboxRun, readInboxFile } from '../vault/inbox.ts';
import { listAllFiles } from '../vault/notes.ts';
import { readSchema } from '../vault/own-files.ts';
import { readRunLog } from '../vault/record-run.ts';
import { maySay } from '../vault/scrub.ts';
import type { Vault } from '../vault/vault.ts';
import { toPageText, updateView, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

export interface InboxWishes {
  readonly commit: boolean;
  readonly dryRun: boolean;
  /** Not requested by a person: files that a person took back are not read again. */
  readonly isNight: boolean;
  /** What the dream before it has used of the model limits. */
  readonly spent?: Usage;
}

/** The result for the files. */
export interface InboxDone {
  /** The runs as carried out. */
  readonly runs: readonly Journal[];
  /** Files left in the inbox because somebody changed them at the same moment or they are unreadable. */
  readonly left: readonly InboxLeft[];
  /** What was not read or not accepted; one sentence each. */
  readonly notices: readonly string[];
  readonly interrupted: boolean;
}

export interface InboxRead extends InboxDone {
  readonly survey: Survey;
  /** The model's usage. */
  readonly usage: Usage;
}

/** Milliseconds. A younger file may still be being written. */
export const SETTLED_MS = 2000;

/** Surveys what can be done with the inbox files. Writes nothing. */
export function lookAtInbox(
  { vault, world }: Context,
  view: Pick<View, 'pages' | 'ledger' | 'ledgerRead'>,
  isNight: boolean,
  settledMs = SETTLED_MS,
): Survey {
  return surveyInbox(vault, view, {
    now: world.now(),
    settledMs,
    routed: new Set(readSchema(vault).routes.values()),
    takenBack: isNight ? takenBack(readRunLog(vault)) : new Set(),
  });
}

/** Whether a night would find something to do in the inbox. */
export function waitsForNight(context: Context, view: Pick<View, 'pages' | 'ledger' | 'ledgerRead'>): boolean {
  return lookAtInbox(context, view, true).ready.length > 0;
}

/** Processes the inbox. The caller holds the lock, unless `dryRun`. Throws what `chooseReader` throws, and `io`. */
export async function readInboxNow(
  context: Context,
  view: View,
  start: Date,
  { commit, dryRun, isNight, spent = NO_USAGE }: InboxWishes,
): Promise<InboxRead> {
  const { vault, settings, world, answer } = context;
  const survey = lookAtInbox(context, view, isNight, dryRun ? 0 : SETTLED_MS);
  const [progress, cancel] = [await answer.progress(), world.cancellable()];
  const tokenizer = await openTokenizer(settings.retrieve.languages);
  const asked: { reader: Promise<ModelReader | null> | null } = { reader: null };
  const model = async (): Promise<ModelReader | null> => {
    if (dryRun || settings.consolidate.engine === 'rules') return null;
    return await (asked.reader ??= import('./model-engine.ts').then(async ({ chooseReader }) => {
      const without = 'what is in the inbox is read without a model';
      return (await chooseReader(context, without, { prompt: 'inbox', progress, cancel, spent })?.open()) ?? null;
    }));
  };
  const done = await processInbox(
    {
      vault,
      progress,
      cancel,
      model,
      terms: (text) => tokenizer.terms(text),
      maySay: maySay(view),
      carry: (journal) => (dryRun ? { journal, unwritten: new Map() } : carryOutInboxRun(vault, journal)),
    },
    survey.ready,
    view,
    { start, commit },
  );
  return { ...done, survey, usage: (await asked.reader)?.usage() ?? NO_USAGE };
}

/**
 * The inbox step of a dream; also refreshes the index. An unreadable inbox does not fail the dream: it prints a
 * warning, returns null, and the next night tries again.
 */
export async function readInboxByNight(
  context: Context,
  view: View,
  start: Date,
  wishes: Omit<InboxWishes, 'dryRun' | 'isNight'>,
): Promise<InboxRead | null> {
  const inbox = await readInboxNow(context, view, start, { ...wishes, dryRun: false, isNight: true }).catch(
    (error: unknown) => {
      mustBeExpected(error);
      context.answer.warn(`memvault: the inbox was not read: ${error.message}`);
      return null;
    },
  );
  if (inbox !== null && inbox.runs.length > 0) await (await import('./refresh-index.ts')).refreshIndex(context);
  return inbox;
}

/** What the processing depends on. */
export interface InboxDeps {
  readonly vault: Vault;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for text that says what was forgotten. */
  readonly maySay: (text: string) => boolean;
  /** Opens the model that reads texts; null without one. Called only once there is a text to read. */
  readonly model: () => Promise<ModelReader | null>;
  /** Carries a run out, or only shows it. Returns what was done, and by page or file why it was skipped. */
  readonly carry: (journal: Journal) => { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> };
  readonly progress: Progress;
  readonly cancel: Cancel;
}

/** What happens to a file. */
interface Step {
  readonly page: FileChange | null;
  readonly move: Move;
  readonly engine: string;
}

/** The engine name if no model read the text. */
const EXTRACT = 'extract/1';
/** The most files per run. A failure loses at most this many, which matters most when a model read them. */
const MOST_A_RUN = 50;
/** The most runs per night without a model, because each run reads all pages for the catalogue. */
const MOST_RUNS = 20;

/**
 * Processes the files that the survey found ready, until all are done or it is interrupted. `view`: the vault before.
 * Throws `io`, and what `carry` throws.
 */
export async function processInbox(
  deps: InboxDeps,
  ready: readonly Ready[],
  view: View,
  { start, commit }: { readonly start: Date; readonly commit: boolean },
): Promise<InboxDone> {
  const { vault, progress, cancel } = deps;
  // Folder listings since the last run. Files that appear later are detected when the run is carried out.
  const listed = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string): ReadonlySet<string> => {
    const names = listed.get(folder) ?? foldedNamesIn(vault, folder);
    listed.set(folder, names);
    return names;
  };
  const choosing = new Choosing({ vault, paths: listAllFiles(vault).paths, namesIn });
  const mostByRules = Math.max(MOST_A_RUN, Math.ceil(ready.length / MOST_RUNS));
  const runs: Journal[] = [];
  const left: InboxLeft[] = [];
  const notices: string[] = [];
  let [spent, told, current, isStopped] = [NO_USAGE, NO_USAGE, view, false];
  const isOver = async (): Promise<boolean> => isStopped || (await isCancelled(cancel));
  for (let at = 0; at < ready.length && !(await isOver());) {
    const steps: Step[] = [];
    const from = at;
    const isFull = (): boolean => at - from >= (spent.calls > told.calls ? MOST_A_RUN : mostByRules);
    for (; at < ready.length && !isFull() && !(await isOver()); at++) {
      progress.update('Reading the inbox', at, ready.length);
      const file = ready[at] as Ready;
      const step = await stepOf(file, choosing, deps, dayOf(start));
      if ('why' in step) left.push({ path: file.path, why: step.why });
      else if ('move' in step) steps.push(step);
      notices.push(...(step.notices ?? []));
      spent = step.spent ?? spent;
      isStopped ||= 'stopped' in step;
    }
    if (steps.length === 0) continue;
    const { journal, unwritten } = deps.carry(
      makeInboxRun(vault, current, {
        start,
        commit,
        engine: steps.find(({ engine }) => engine !== EXTRACT)?.engine ?? EXTRACT,
        pages: steps.flatMap(({ page }) => page ?? []),
        moves: steps.map(({ move }) => move),
        usage: { calls: spent.calls - told.calls, tokens: spent.tokens - told.tokens },
      }),
    );
    told = spent;
    listed.clear();
    left.push(
      ...steps.flatMap(({ move: { from: path } }) => {
        const why = unwritten.get(path);
        return why === undefined ? [] : [{ path, why }];
      }),
    );
    if ((journal.moves ?? []).length > 0) runs.push(journal);
    const written = journal.pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)]));
    current = updateView(current, written, []);
  }
  progress.end();
  return { runs, left, notices, interrupted: isStopped || cancel.requested };
}

/** With the model's usage so far and its notices. `stopped`: read nothing more. */
type Stepped = (Step | { readonly why: string } | { readonly stopped: true }) & {
  readonly notices?: readonly string[];
  readonly spent?: Usage;
};

async function stepOf(file: Ready, choosing: Choosing, deps: InboxDeps, today: string): Promise<Stepped> {
  const alone = choosing.moveAlone(file);
  if (alone !== null) return { page: null, move: alone, engine: EXTRACT };
  try {
    const text = extractOf(file, deps);
    if (typeof text === 'string') return { why: text };
    const { title, passages } = text;
    const { terms, maySay: mayBeSaid } = deps;
    const model = await deps.model();
    const read =
      model &&
      (await (
        await import('../import/inbox/ask.ts')
      ).readByModel({ title, passages, system: model.system, asks: model.asks, terms, maySay: mayBeSaid }));
    const said = { notices: read?.notices ?? [], spent: model?.usage() ?? NO_USAGE };
    if (read?.stopped) return { stopped: true, ...said };
    const engine = (read?.reading ? model?.name : null) ?? EXTRACT;
    const move = choosing.moveWithPage(file, title);
    const after = renderLiterature({
      path: move.page,
      extract: text,
      reading: read?.reading ?? null,
      engine,
      source: { path: move.to, digest: file.digest },
      updated: today,
    });
    return { page: { path: move.page, before: null, after }, move, engine, ...said };
  } catch (error) {
    return { why: tooMuch(error) };
  }
}

/** Extracts a text if it is unchanged since the survey; otherwise returns the reason to skip it. Throws `io`. */
function extractOf({ path, digest }: Ready, { vault, maySay: mayBeSaid }: InboxDeps): Extract | string {
  const bytes = readInboxFile(vault, path, MOST_BYTES);
  if (typeof bytes === 'string') return bytes;
  const source = decodeSource(path, bytes);
  if (typeof source === 'string') return source;
  if (digestOfBytes(bytes) !== digest) return 'it was edited in between';
  return extract(source, { name: nameOf(path), maySay: mayBeSaid }) ?? 'it has no readable text';
}
