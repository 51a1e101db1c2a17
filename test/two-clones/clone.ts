// One clone: a folder with a real repository, in which the program runs in this process with a clock and ids of the
// history's. Git starts the merge driver: at first a process of its own, then answered by this one.
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import type { World } from '../../src/tasks/context.ts';
import { gitIn, type GitEnded } from '../../src/git/repository.ts';
import type { Ended, Place } from '../support/memvault.ts';
import { filesBelow } from '../support/files-below.ts';
import { serve } from '../support/served.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Setting {
  readonly place: Place;
  random(): number;
}

/** Runs the program on a vault, as a process of its own would run. */
export async function runHere(
  { place, random }: Setting,
  root: string,
  now: Date,
  args: readonly string[],
  input = '',
): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const stream = (texts: string[]): World['stdout'] => ({
    write: (text) => void texts.push(text),
    isTerminal: false,
    columns: 80,
    rows: 24,
  });
  const world: World = {
    argv: args,
    env: place.env,
    cwd: root,
    platform: process.platform,
    home: place.env['HOME'] ?? null,
    host: 'here',
    pid: process.pid,
    version: '0.0.0',
    ...(await serve(place)),
    templates: join(ROOT, 'templates'),
    stdout: stream(out),
    stderr: stream(err),
    stdinIsTerminal: false,
    stdin: (async function* () {})(),
    readStdin: () => Promise.resolve(input),
    ask: () => Promise.resolve(null),
    editFile: () => Promise.reject(new Error('nobody is there')),
    startInBackground: () => Promise.reject(new Error('nothing is started here')),
    openAddress: () => Promise.reject(new Error('nobody is there')),
    prompts: () => Promise.reject(new Error('nobody is there')),
    now: () => now,
    random,
    setTimeZone: () => undefined,
    endsSoon: () => undefined,
    processes: { isAlive: () => true, mark: () => null },
    cancellable: () => ({ requested: false }),
  };
  return { status: await run(world), stdout: out.join(''), stderr: err.join('') };
}

/** What a clone and its persons know, as plain data. */
export interface Knowledge {
  readonly facts: ReadonlySet<string>;
  readonly edits: ReadonlySet<HandEdit>;
  readonly forgettings: ReadonlySet<Forgetting>;
  readonly remembered: ReadonlySet<Forgetting>;
}

export class Clone {
  readonly name: string;
  readonly root: string;
  /** Its clock, in milliseconds. */
  time: number;
  /** Ids of the facts that it has. */
  facts = new Set<string>();
  /** What persons did to its pages, here or before a merge. */
  edits = new Set<HandEdit>();
  /** What was forgotten, here or before a merge, and which of these was taken back. */
  forgettings = new Set<Forgetting>();
  remembered = new Set<Forgetting>();
  private readonly setting: Setting;

  constructor(setting: Setting, name: string, time: number) {
    this.setting = setting;
    this.name = name;
    this.root = join(setting.place.root, name);
    this.time = time;
  }

  get now(): Date {
    return new Date(this.time);
  }

  async run(args: readonly string[], input?: string): Promise<Ended> {
    return await runHere(this.setting, this.root, this.now, args, input);
  }

  /** Fails where the program ends with another status. */
  async must(args: readonly string[], input?: string, allowed: readonly number[] = [0]): Promise<Ended> {
    const ended = await this.run(args, input);
    if (ended.status === null || !allowed.includes(ended.status))
      throw new Error(
        `${this.name}: memvault ${args.join(' ')} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`,
      );
    return ended;
  }

  async tryGit(...args: string[]): Promise<GitEnded> {
    const { env } = this.setting.place;
    const date = `${Math.floor(this.time / 1000)} +0000`;
    const who = {
      GIT_AUTHOR_NAME: this.name,
      GIT_AUTHOR_EMAIL: `${this.name}@example.org`,
      GIT_COMMITTER_NAME: this.name,
      GIT_COMMITTER_EMAIL: `${this.name}@example.org`,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    return await gitIn(this.root, { env, home: env['HOME'] ?? null, platform: process.platform })(args, {
      env: who,
      hooks: true,
    });
  }

  async git(...args: string[]): Promise<string> {
    const ended = await this.tryGit(...args);
    if (ended.status !== 0)
      throw new Error(
        `${this.name}: git ${args.join(' ')} ended with ${ended.status}\n${ended.stdout.toString()}${ended.stderr}`,
      );
    return ended.stdout.toString();
  }

  /** All that is in the folder, merged or settled, as a person commits it. */
  async commitAll(message: string): Promise<void> {
    await this.git('add', '-A');
    await this.git('commit', '-q', '--allow-empty', '-m', message);
  }

  /** The commit that it is at. */
  head(): string {
    const loose = join(this.root, '.git/refs/heads', this.branch);
    if (existsSync(loose)) return readFileSync(loose, 'utf8').trim();
    // Where git has tidied up.
    const packed = readFileSync(join(this.root, '.git/packed-refs'), 'utf8')
      .split('\n')
      .find((line) => line.endsWith(` refs/heads/${this.branch}`));
    if (packed === undefined) throw new Error(`${this.name}: there is no branch ${this.branch}`);
    return packed.split(' ')[0] ?? '';
  }

  private get branch(): string {
    return readFileSync(join(this.root, '.git/HEAD'), 'utf8').trim().replace('ref: refs/heads/', '');
  }

  /** Files that git has not merged. */
  async unmerged(): Promise<string[]> {
    const out = await this.git('diff', '--name-only', '--diff-filter=U', '-z');
    return [...new Set(out.split('\0').filter((path) => path !== ''))].sort();
  }

  copy(name: string): Clone {
    const copy = new Clone(this.setting, name, this.time);
    rmSync(copy.root, { recursive: true, force: true });
    const objects = join(this.root, '.git/objects');
    cpSync(this.root, copy.root, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => path !== objects,
    });
    // Nobody ever changes them, and there are many.
    for (const path of filesBelow(objects, /(?!)/)) {
      mkdirSync(dirname(join(copy.root, '.git/objects', path)), { recursive: true });
      linkSync(join(objects, path), join(copy.root, '.git/objects', path));
    }
    copy.know([this]);
    return copy;
  }

  get knowledge(): Knowledge {
    const { facts, edits, forgettings, remembered } = this;
    return { facts, edits, forgettings, remembered };
  }

  set knowledge({ facts, edits, forgettings, remembered }: Knowledge) {
    Object.assign(this, {
      facts: new Set(facts),
      edits: new Set(edits),
      forgettings: new Set(forgettings),
      remembered: new Set(remembered),
    });
  }

  /** What these know, beside what it knows itself, as after a merge. */
  know(sources: readonly Clone[]): void {
    const all = <T>(of: (clone: Clone) => ReadonlySet<T>): Set<T> =>
      new Set([this, ...sources].flatMap((clone) => [...of(clone)]));
    this.facts = all((clone) => clone.facts);
    this.edits = all((clone) => clone.edits);
    this.forgettings = all((clone) => clone.forgettings);
    this.remembered = all((clone) => clone.remembered);
  }

  /** A fact was forgotten by its id, and with it every other that says the same; or that was taken back. */
  forget(fact: string, text: string, undo: boolean): void {
    const words = fold(text);
    if (!undo) this.forgettings.add({ fact, words });
    else for (const one of this.forgettings) if (one.fact === fact || one.words === words) this.remembered.add(one);
  }

  isForgotten(fact: string, text: string): boolean {
    const words = this.forgettings.size === 0 ? '' : fold(text);
    return [...this.forgettings].some((one) => !this.remembered.has(one) && (one.fact === fact || one.words === words));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** One `forget` of a clone. */
interface Forgetting {
  readonly fact: string;
  readonly words: string;
}

/** What a person did to a page, and the parts of the page that this touched: facts of claims, keys, its text. */
export interface HandEdit {
  readonly does: string;
  readonly by: string;
  /** The page's title, which stays when its file gets another name. */
  readonly page: string;
  readonly touched: readonly string[];
  /** What was written, unlike all else that anybody writes; empty for none. */
  readonly words: string;
}
