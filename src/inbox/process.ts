// Turns the files of the inbox into runs: each text into a literature page, each file moved to its place. Decides names and
// what belongs into one run; what writes a run is passed in.
import type { ModelReader } from '../llm/asks.ts';
import { titleFromPath } from '../markdown/page.ts';
import { foldName } from '../markdown/page-name.ts';
import { toFileName } from '../markdown/file-name.ts';
import { isCancelled } from '../model/cancelled.ts';
import { dayOf, isDay } from '../model/day.ts';
import type { FileChange, Journal, Move } from '../model/journal.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { listAllFiles } from '../vault/all-files.ts';
import { type InboxLeft, readInboxFile } from '../vault/inbox.ts';
import { freePath, makeInboxRun, withSuffix } from '../vault/inbox-run.ts';
import { sourceFolder, type Vault } from '../vault/vault.ts';
import { toPageText, updateView, type View } from '../vault/view.ts';
import { readByModel } from './ask.ts';
import { extract, type Extract } from './extract.ts';
import { makeKnown } from './known.ts';
import { renderLiterature } from './page.ts';
import type { Reading } from './reading.ts';
import { decodeSource, digestOfBytes, nameOf } from './source.ts';
import type { Ready } from './survey.ts';

/** The engine that is named where no model read a text. */
const EXTRACT = 'extract/1';
/** Files of one run. What goes wrong loses no more than these, which counts above all where a model read them. */
const MOST_A_RUN = 50;
/** Runs of one night without a model, at most, since each run looks at all pages for the catalogue. */
const MOST_RUNS = 20;

/** What it works with. */
export interface InboxDeps {
  readonly vault: Vault;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that say what was forgotten. */
  readonly maySay: (text: string) => boolean;
  /** What reads texts; null: no model does. Called once there is a text to read. */
  readonly model: () => Promise<ModelReader | null>;
  /** Carries a run out, or only shows it. Gives what was done of it, and by page or file why that was left. */
  readonly carry: (journal: Journal) => { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> };
  readonly progress: Progress;
  readonly cancel: Cancel;
}

export interface InboxOptions {
  readonly start: Date;
  readonly commit: boolean;
  /** The folder for files that are no texts; null: the survey has left all such files where they are. */
  readonly binaries: string | null;
  readonly maxBytes: number;
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

const nameIn = (path: string): string => foldName(titleFromPath(path));

/** Works through the files that the survey found ready, until all are done or it is interrupted. `view`: the vault as it is before. Throws `io`, and what `carry` throws. */
export async function processInbox(deps: InboxDeps, ready: readonly Ready[], view: View, options: InboxOptions): Promise<InboxDone> {
  const work = new Work(deps, view, options);
  for (let at = 0; at < ready.length && !(await work.isOver()); ) at += await work.run(ready, at);
  deps.progress.end();
  return work.result();
}

class Work {
  private readonly runs: Journal[] = [];
  private readonly left: InboxLeft[] = [];
  private readonly notices: string[] = [];
  /** Folded paths that this work has given to a file or page already. */
  private readonly taken = new Set<string>();
  /** Names in folders, as they were looked up since the last run. */
  private readonly listed = new Map<string, ReadonlySet<string>>();
  /** Folded names of all notes, in whatever folder: a link by name leads to one of them, so no page takes such a name. */
  private readonly names: Set<string>;
  /** Those of them that are no archived sources: no source may be called so either. */
  private readonly kept: Set<string>;
  private readonly pages = new Map<string, string>();
  /** By folded title the number that its last page got, so that many texts of one title need not try all numbers anew. */
  private readonly numbers = new Map<string, number>();
  private readonly deps: InboxDeps;
  private readonly options: InboxOptions;
  private readonly known: ReturnType<typeof makeKnown>;
  private view: View;
  private stopped = false;
  private told = NO_USAGE;
  private spent = NO_USAGE;

  constructor(deps: InboxDeps, view: View, options: InboxOptions) {
    this.deps = deps;
    this.options = options;
    this.view = view;
    const inbox = `${deps.vault.zones.inbox}/`;
    const sources = `${sourceFolder(deps.vault)}/`;
    const paths = listAllFiles(deps.vault).paths.filter((path) => /\.md$/i.test(path) && !path.startsWith(inbox) && !/(?:^|\/)\./.test(path));
    this.names = new Set(paths.map(nameIn));
    this.kept = new Set(paths.filter((path) => !path.startsWith(sources)).map(nameIn));
    let known: ReturnType<typeof makeKnown> | null = null;
    this.known = (passages) => (known ??= makeKnown(view, deps.terms))(passages);
  }

  async isOver(): Promise<boolean> {
    return (await isCancelled(this.deps.cancel)) || this.stopped;
  }

  result(): InboxDone {
    const { runs, left, notices, stopped } = this;
    return { runs, left, notices, interrupted: stopped || this.deps.cancel.requested };
  }

  /** Makes one run, of the files from index `from` on. Gives how many files it looked at. */
  async run(files: readonly Ready[], from: number): Promise<number> {
    const steps: Step[] = [];
    const most = Math.max(MOST_A_RUN, Math.ceil(files.length / MOST_RUNS));
    let done = 0;
    for (const file of files.slice(from, from + most)) {
      if ((done >= MOST_A_RUN && this.spent.calls > this.told.calls) || (await this.isOver())) break;
      this.deps.progress.update('Reading the inbox', from + done, files.length);
      const step = await this.step(file);
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
    const { journal, unwritten } = carry(makeInboxRun(vault, this.view, { start, commit, engine, pages, moves: steps.map(({ move }) => move), usage: this.spentNow() }));
    for (const { move } of steps) if (unwritten.has(move.from)) this.left.push({ path: move.from, why: unwritten.get(move.from) ?? '' });
    if ((journal.moves ?? []).length > 0) this.runs.push(journal);
    this.view = updateView(this.view, journal.pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])), []);
  }

  /** What a model cost since the last run. */
  private spentNow(): Usage {
    const { told, spent } = this;
    this.told = spent;
    return { calls: spent.calls - told.calls, tokens: spent.tokens - told.tokens };
  }

  /** What one file becomes; null where it stays. */
  private async step(file: Ready): Promise<Step | null> {
    const known = this.pages.get(file.digest) ?? null;
    if (file.kind === 'other' || file.page !== null || known !== null) return this.take({ page: null, move: { from: file.path, to: this.placeFor(file, file.page ?? known), digest: file.digest, page: file.page === null ? known : null }, engine: EXTRACT });
    const read = await this.read(file);
    if (read === null) return null;
    this.pages.set(file.digest, read.page.path);
    return this.take({ page: read.page, move: { from: file.path, to: read.to, digest: file.digest, page: read.page.path }, engine: read.engine });
  }

  /** Where a file goes. A note never gets the name of a page, least of all its own page's, so that a link by name leads to the page. */
  private placeFor({ path, kind }: Ready, page: string | null): string {
    const { vault } = this.deps;
    const { binaries } = this.options;
    const within = path.slice(vault.zones.inbox.length + 1);
    if (kind === 'other') return freePath(vault, `${binaries ?? sourceFolder(vault)}/${within}`, this.taken, this.listed);
    const to = freePath(vault, `${sourceFolder(vault)}/${within}`, this.taken, this.listed);
    if (!/\.md$/i.test(to) || (!this.kept.has(nameIn(to)) && !isDay(titleFromPath(to)) && (page === null || nameIn(page) !== nameIn(to)))) return to;
    return freePath(vault, withSuffix(`${sourceFolder(vault)}/${within}`, ' (source)'), this.taken, this.listed);
  }

  private take(step: Step): Step {
    this.taken.add(foldName(step.move.to));
    if (step.page !== null) {
      this.taken.add(foldName(step.page.path));
      this.names.add(nameIn(step.page.path));
      this.kept.add(nameIn(step.page.path));
    }
    return step;
  }

  private async read(file: Ready): Promise<{ readonly page: FileChange; readonly to: string; readonly engine: string } | null> {
    const { vault, terms, maySay } = this.deps;
    const bytes = readInboxFile(vault, file.path, this.options.maxBytes);
    const source = typeof bytes === 'string' ? bytes : decodeSource(file.path, bytes);
    const found = typeof source === 'string' ? source : extract(source, { name: nameOf(file.path), terms, maySay });
    const isSame = typeof bytes !== 'string' && digestOfBytes(bytes) === file.digest;
    if (typeof found === 'string' || found === null || !isSame) {
      this.left.push({ path: file.path, why: typeof found === 'string' ? found : isSame ? 'nothing in it can be read' : 'it was edited in between' });
      return null;
    }
    const { reading, engine } = await this.readingOf(found);
    if (this.stopped) return null;
    const path = this.pathFor(found.title);
    const to = this.placeFor(file, path);
    const after = renderLiterature({ path, extract: found, reading, engine, source: { path: to, digest: file.digest }, updated: dayOf(this.options.start) });
    return { page: { path, before: null, after }, to, engine };
  }

  private async readingOf(found: Extract): Promise<{ readonly reading: Reading | null; readonly engine: string }> {
    const model = await this.deps.model();
    if (model === null) return { reading: null, engine: EXTRACT };
    const { terms, maySay } = this.deps;
    const { reading, notices, stopped } = await readByModel({ title: found.title, passages: found.passages, known: this.known(found.passages), system: model.system, asks: model.asks, terms, maySay });
    this.spent = model.usage();
    this.notices.push(...notices);
    this.stopped ||= stopped;
    return reading === null ? { reading, engine: EXTRACT } : { reading, engine: model.name };
  }

  /** The path of a new page, by a name that no note has in any folder and no daily log will have. */
  private pathFor(title: string): string {
    const { vault } = this.deps;
    const name = toFileName(title);
    const folded = foldName(name);
    for (let number = (this.numbers.get(folded) ?? 0) + 1; ; number++) {
      const leaf = number === 1 ? name : `${name} ${number}`;
      const path = `${vault.zones.wiki}/Literature/${leaf}.md`;
      if (isDay(leaf) || this.names.has(foldName(leaf)) || freePath(vault, path, this.taken, this.listed) !== path) continue;
      this.numbers.set(folded, number);
      return path;
    }
  }
}
