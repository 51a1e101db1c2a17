// Works through the inbox: reads the texts, and carries out run by run what choose.ts says of the files. What writes a
// run is passed in.
import type { ModelReader } from '../../llm/port.ts';
import { dayOf } from '../../model/day.ts';
import { isCancelled } from '../../model/errors.ts';
import type { FileChange, Journal, Move } from '../../model/journal.ts';
import { tooMuch } from '../../model/limits.ts';
import { NO_USAGE, type Usage } from '../../model/plan.ts';
import type { Cancel, Progress } from '../../model/ports.ts';
import { foldedNamesIn, type InboxLeft, makeInboxRun, readInboxFile } from '../../vault/inbox.ts';
import { listAllFiles } from '../../vault/own-files.ts';
import type { Vault } from '../../vault/vault.ts';
import { toPageText, updateView, type View } from '../../vault/view.ts';
import { readByModel, type Reading } from './ask.ts';
import { Choosing } from './choose.ts';
import { type Extract, extract } from './extract.ts';
import { renderLiterature } from './page.ts';
import { decodeSource, digestOfBytes, nameOf } from './source.ts';
import { MOST_BYTES, type Ready } from './survey.ts';

// What a model finds in the texts of the inbox, where one is to be had, and what it cost since the last run.

/** The engine that is named where no model read a text. */
const EXTRACT = 'extract/1';

export interface ByModelDeps {
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that say what was forgotten. */
  readonly maySay: (text: string) => boolean;
  /** What reads texts; null: no model does. Called once there is a text to read. */
  readonly model: () => Promise<ModelReader | null>;
}

/** What was found in a text; `reading` is null where no model found anything that holds. */
export interface FoundByModel {
  readonly reading: Reading | null;
  readonly engine: string;
}

export class ByModel {
  /** What was not read or not taken, each a sentence for a person. */
  readonly notices: string[] = [];
  private readonly deps: ByModelDeps;
  private stopped = false;
  private told = NO_USAGE;
  private spent = NO_USAGE;

  constructor(deps: ByModelDeps) {
    this.deps = deps;
  }

  /** Null where it was stopped; then nothing more is to be read. */
  async read({ title, passages }: Extract): Promise<FoundByModel | null> {
    const { terms, maySay } = this.deps;
    const model = await this.deps.model();
    if (model === null) return { reading: null, engine: EXTRACT };
    const { reading, notices, stopped } = await readByModel({
      title,
      passages,
      system: model.system,
      asks: model.asks,
      terms,
      maySay,
    });
    this.spent = model.usage();
    this.notices.push(...notices);
    this.stopped ||= stopped;
    if (stopped) return null;
    return { reading, engine: reading === null ? EXTRACT : model.name };
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  /** What it cost since this was asked last. */
  tellCost(): Usage {
    const { told, spent } = this;
    this.told = spent;
    return { calls: spent.calls - told.calls, tokens: spent.tokens - told.tokens };
  }
}

/** What it works with. */
export interface InboxDeps extends ByModelDeps {
  readonly vault: Vault;
  /** Carries a run out, or only shows it. Gives what was done of it, and by page or file why that was left. */
  readonly carry: (journal: Journal) => { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> };
  readonly progress: Progress;
  readonly cancel: Cancel;
}

export interface InboxOptions {
  readonly start: Date;
  readonly commit: boolean;
}

/** What became of the files. */
export interface InboxDone {
  /** The runs as they were carried out. */
  readonly runs: readonly Journal[];
  /** Files that stay: somebody changed them in this very moment, or nothing in them can be read. */
  readonly left: readonly InboxLeft[];
  readonly notices: readonly string[];
  readonly interrupted: boolean;
}

/** What a file becomes. */
interface Step {
  readonly page: FileChange | null;
  readonly move: Move;
  readonly engine: string;
}

/**
 * Works through the files that the survey found ready, until all are done or it is interrupted. `view`: the vault as it
 * is before. Throws `io`, and what `carry` throws.
 */
export async function processInbox(
  deps: InboxDeps,
  ready: readonly Ready[],
  view: View,
  options: InboxOptions,
): Promise<InboxDone> {
  const work = new Work(deps, view, options);
  for (let at = 0; at < ready.length && !(await work.isOver());) at += await work.run(ready, at);
  deps.progress.end();
  return work.result();
}

/** Files of one run. What goes wrong loses no more than these, which counts above all where a model read them. */
const MOST_A_RUN = 50;

class Work {
  private readonly runs: Journal[] = [];
  private readonly left: InboxLeft[] = [];
  /**
   * Names in folders, as they were looked up since the last run. What comes there meanwhile is found when a run is
   * carried out.
   */
  private readonly listed = new Map<string, ReadonlySet<string>>();
  private readonly deps: InboxDeps;
  private readonly options: InboxOptions;
  private readonly byModel: ByModel;
  private readonly choosing: Choosing;
  private view: View;

  constructor(deps: InboxDeps, view: View, options: InboxOptions) {
    this.deps = deps;
    this.options = options;
    this.view = view;
    this.byModel = new ByModel(deps);
    this.choosing = new Choosing({
      vault: deps.vault,
      paths: listAllFiles(deps.vault).paths,
      namesIn: (folder) => this.namesIn(folder),
    });
  }

  async isOver(): Promise<boolean> {
    return (await isCancelled(this.deps.cancel)) || this.byModel.isStopped;
  }

  result(): InboxDone {
    const { runs, left, byModel } = this;
    return { runs, left, notices: byModel.notices, interrupted: byModel.isStopped || this.deps.cancel.requested };
  }

  /** Makes one run, of the files from index `from` on. Gives how many files it looked at. */
  async run(files: readonly Ready[], from: number): Promise<number> {
    const steps: Step[] = [];
    let done = 0;
    for (const file of files.slice(from)) {
      if (done === MOST_A_RUN || (await this.isOver())) break;
      this.deps.progress.update('Reading the inbox', from + done, files.length);
      const step = await this.step(file).catch((error: unknown) => {
        this.left.push({ path: file.path, why: tooMuch(error) });
        return null;
      });
      if (step !== null) steps.push(step);
      done++;
    }
    if (steps.length > 0) this.carryOut(steps);
    return done;
  }

  private carryOut(steps: readonly Step[]): void {
    const { vault, carry } = this.deps;
    const { start, commit } = this.options;
    const pages = steps.flatMap(({ page }) => page ?? []);
    const engine = steps.find((step) => step.page !== null && step.engine !== EXTRACT)?.engine ?? EXTRACT;
    this.listed.clear();
    const { journal, unwritten } = carry(
      makeInboxRun(vault, this.view, {
        start,
        commit,
        engine,
        pages,
        moves: steps.map(({ move }) => move),
        usage: this.byModel.tellCost(),
      }),
    );
    for (const { move } of steps)
      if (unwritten.has(move.from)) this.left.push({ path: move.from, why: unwritten.get(move.from) ?? '' });
    if ((journal.moves ?? []).length > 0) this.runs.push(journal);
    this.view = updateView(
      this.view,
      journal.pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])),
      [],
    );
  }

  /** What one file becomes; null where it stays. */
  private async step(file: Ready): Promise<Step | null> {
    const alone = this.choosing.moveAlone(file);
    if (alone !== null) return { page: null, move: alone, engine: EXTRACT };
    const text = extractOf(file, this.deps, MOST_BYTES);
    if (typeof text === 'string') {
      this.left.push({ path: file.path, why: text });
      return null;
    }
    const found = await this.byModel.read(text);
    if (found === null) return null;
    const move = this.choosing.moveWithPage(file, text.title);
    const after = renderLiterature({
      path: move.page,
      extract: text,
      ...found,
      source: { path: move.to, digest: file.digest },
      updated: dayOf(this.options.start),
    });
    return { page: { path: move.page, before: null, after }, move, engine: found.engine };
  }

  private namesIn(folder: string): ReadonlySet<string> {
    const names = this.listed.get(folder) ?? foldedNamesIn(this.deps.vault, folder);
    this.listed.set(folder, names);
    return names;
  }
}

/** What a text says, if it is still the one that was surveyed; else a string that says why it stays. Throws `io`. */
function extractOf({ path, digest }: Ready, { vault, maySay }: InboxDeps, maxBytes: number): Extract | string {
  const bytes = readInboxFile(vault, path, maxBytes);
  if (typeof bytes === 'string') return bytes;
  const source = decodeSource(path, bytes);
  if (typeof source === 'string') return source;
  if (digestOfBytes(bytes) !== digest) return 'it was edited in between';
  return extract(source, { name: nameOf(path), maySay }) ?? 'nothing in it can be read';
}
