// The files of the inbox that something can be done with, run after run: each text to a page, each file to where it goes.
// Decides names, and writes through who carries a run out.
import type { ModelReader } from '../llm/asks.ts';
import { titleFromPath } from '../markdown/page.ts';
import { foldName } from '../markdown/page-name.ts';
import { toFileName } from '../markdown/file-name.ts';
import { dayOf, isDay } from '../model/day.ts';
import type { FileChange, Journal, Move } from '../model/journal.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { type InboxLeft, readInboxFile } from '../vault/inbox.ts';
import { freePath, makeInboxRun, withSuffix } from '../vault/inbox-run.ts';
import { sourceFolder, type Vault } from '../vault/vault.ts';
import { toPageText, updateView, type View } from '../vault/view.ts';
import { createHash } from 'node:crypto';
import { readByModel } from './ask.ts';
import { extract, type Extract } from './extract.ts';
import { makeKnown } from './known.ts';
import { renderLiterature } from './page.ts';
import type { Reading } from './reading.ts';
import { decodeSource, nameOf } from './source.ts';
import type { Ready } from './survey.ts';

/** What reads a text: sentences of its own. */
const EXTRACT = 'extract/1';
/** Files of one run, at most: what goes wrong costs no more than these. */
const MOST_A_RUN = 50;

export interface InboxDeps {
  readonly vault: Vault;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words of what was forgotten. */
  readonly maySay: (text: string) => boolean;
  /** Null: without a model. Asked for once a text is there to be read. */
  readonly model: () => Promise<ModelReader | null>;
  /** Carries a run out, or only looks at it. By page or file why it was left. */
  readonly carry: (journal: Journal) => { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> };
  readonly progress: Progress;
  readonly cancel: Cancel;
}

export interface InboxOptions {
  readonly start: Date;
  readonly commit: boolean;
  readonly binaries: string | null;
  readonly maxBytes: number;
}

export interface InboxDone {
  /** As they were carried out. */
  readonly runs: readonly Journal[];
  /** What somebody changed in this very moment, and what has nothing in it to be read. */
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

export async function processInbox(deps: InboxDeps, ready: readonly Ready[], view: View, options: InboxOptions): Promise<InboxDone> {
  const work = new Work(deps, view, options);
  for (let at = 0; at < ready.length && !(await work.isOver()); at += MOST_A_RUN) await work.run(ready.slice(at, at + MOST_A_RUN), at, ready.length);
  deps.progress.end();
  return work.result();
}

class Work {
  private readonly runs: Journal[] = [];
  private readonly left: InboxLeft[] = [];
  private readonly notices: string[] = [];
  /** Paths that are as good as there. */
  private readonly taken = new Set<string>();
  /** What lies in the folders, since the run before. */
  private readonly listed = new Map<string, ReadonlySet<string>>();
  /** Names of pages, wherever they lie: a link by name leads to one of them. */
  private readonly names: Set<string>;
  /** Those of them that no source of the inbox may have beside its page. */
  private readonly kept: Set<string>;
  private readonly pages = new Map<string, string>();
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
    const paths = [...view.pages.keys()].filter((path) => !path.startsWith(inbox));
    this.names = new Set(paths.map(nameIn));
    this.kept = new Set(paths.filter((path) => !path.startsWith(sources)).map(nameIn));
    let known: ReturnType<typeof makeKnown> | null = null;
    this.known = (passages) => (known ??= makeKnown(view, deps.terms))(passages);
  }

  /** Lets a Ctrl-C that came meanwhile be heard: signals wait for the event loop. */
  async isOver(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.stopped || this.deps.cancel.requested;
  }

  result(): InboxDone {
    const { runs, left, notices, stopped } = this;
    return { runs, left, notices, interrupted: stopped || this.deps.cancel.requested };
  }

  async run(files: readonly Ready[], done: number, total: number): Promise<void> {
    const { vault, carry, progress } = this.deps;
    const steps: Step[] = [];
    for (const [at, file] of files.entries()) {
      if (await this.isOver()) break;
      progress.update('Reading the inbox', done + at, total);
      const step = await this.step(file);
      if (step !== null) steps.push(step);
    }
    if (steps.length === 0) return;
    const { start, commit } = this.options;
    const pages = steps.flatMap(({ page }) => page ?? []);
    const engine = steps.find((step) => step.page !== null && step.engine !== EXTRACT)?.engine ?? EXTRACT;
    this.listed.clear();
    const { journal, unwritten } = carry(makeInboxRun(vault, this.view, { start, commit, engine, pages, moves: steps.map(({ move }) => move), usage: this.spentNow() }));
    for (const { move } of steps) if (unwritten.has(move.from)) this.left.push({ path: move.from, why: unwritten.get(move.from) ?? '' });
    if ((journal.moves ?? []).length > 0) this.runs.push(journal);
    this.view = updateView(this.view, journal.pages.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])), []);
  }

  /** Since the run before. */
  private spentNow(): Usage {
    const { told, spent } = this;
    this.told = spent;
    return { calls: spent.calls - told.calls, tokens: spent.tokens - told.tokens };
  }

  /** Null where the file stays. */
  private async step(file: Ready): Promise<Step | null> {
    const known = this.pages.get(file.digest) ?? null;
    if (file.kind === 'other' || file.page !== null || known !== null) return this.take({ page: null, move: { from: file.path, to: this.placeFor(file, file.page ?? known), digest: file.digest, page: file.page === null ? known : null }, engine: EXTRACT });
    const read = await this.read(file);
    if (read === null) return null;
    this.pages.set(file.digest, read.page.path);
    return this.take({ page: read.page, move: { from: file.path, to: read.to, digest: file.digest, page: read.page.path }, engine: read.engine });
  }

  /** Where its bytes go. A note among them has no name of a page, least of all of its own: a link by that name leads to the page alone. */
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
    const isSame = typeof bytes !== 'string' && createHash('sha256').update(bytes).digest('hex') === file.digest;
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

  /** No page has its name, in any folder. */
  private pathFor(title: string): string {
    const { vault } = this.deps;
    const name = toFileName(title);
    for (let number = 1; ; number++) {
      const leaf = number === 1 ? name : `${name} ${number}`;
      const path = `${vault.zones.wiki}/Literature/${leaf}.md`;
      if (!this.names.has(foldName(leaf)) && freePath(vault, path, this.taken, this.listed) === path) return path;
    }
  }
}
