// The command line in this process: a world of its own, with a scripted person at the terminal where one is wanted.
import { join } from 'node:path';
import type { Choice, Prompts, World } from '../../src/tasks/context.ts';
import { run } from '../../src/cli/run.ts';
import type { Ended, Place } from './memvault.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Here {
  readonly place: Place;
  /** The vault, or another folder. */
  readonly cwd: string;
  readonly now: string;
  /** Of the terminal. */
  readonly columns?: number;
}

/**
 * What a person picks by its value, in order; `{edit}` types a text, a function is called before the next reply,
 * null presses Ctrl-C.
 */
export type Replies = readonly (string | null | { readonly edit: string | null } | (() => void))[];

/** Somebody who replies to whatever they are asked. */
export interface Person {
  choose(values: readonly string[]): string | null;
  type(initial: string): string | null;
}

/** Runs the program; with `replies`, or with a person, as at a terminal. */
export async function runHere(
  { place, cwd, now, columns = 80 }: Here,
  args: readonly string[],
  replies: Replies | Person | null = null,
): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const stream = (texts: string[]): World['stdout'] => ({
    write: (text) => void texts.push(text),
    isTerminal: replies !== null,
    columns,
    rows: 30,
  });
  const person = replies !== null && 'choose' in replies ? asPrompts(replies, err) : scripted(replies ?? [], err);
  const world: World = {
    argv: args,
    env: place.env,
    cwd,
    platform: process.platform,
    home: place.env['HOME'] ?? null,
    host: 'here',
    pid: process.pid,
    version: '0.0.0',
    execPath: process.execPath,
    script: join(ROOT, 'bin/memvault.js'),
    templates: join(ROOT, 'templates'),
    stdout: stream(out),
    stderr: stream(err),
    stdinIsTerminal: replies !== null,
    stdin: (async function* () {})(),
    readStdin: () => Promise.resolve(''),
    ask: (question) => {
      err.push(`? ${question}\n`);
      return Promise.resolve(null);
    },
    prompts: () => Promise.resolve(person),
    editFile: () => Promise.resolve('there is no editor here'),
    startInBackground: () => Promise.reject(new Error('nothing is started here')),
    openAddress: () => Promise.resolve('there is no program for addresses here'),
    now: () => new Date(now),
    random: Math.random,
    setTimeZone: () => undefined,
    endsSoon: () => undefined,
    processes: { isAlive: () => true, mark: () => null },
    cancellable: () => ({ requested: false }),
  };
  return { status: await run(world), stdout: out.join(''), stderr: err.join('') };
}

function asPrompts(person: Person, err: string[]): Prompts {
  return {
    choose: (question, choices) => {
      err.push([`? ${question}`, ...choices.map(({ label, hint = '' }) => `${label} ${hint}`), ''].join('\n'));
      const picked = person.choose(choices.map(({ value }) => value));
      return Promise.resolve(choices.find(({ value }) => value === picked)?.value ?? null);
    },
    edit: (question, initial) => {
      err.push(`? ${question} ${initial}\n`);
      return Promise.resolve(person.type(initial));
    },
  };
}

function scripted(replies: Replies, err: string[]): Prompts {
  const waiting = [...replies];
  const next = (): Exclude<Replies[number], () => void> => {
    if (waiting.length === 0) throw new Error('the person was asked more than the test replies to');
    const reply = waiting.shift() ?? null;
    if (typeof reply !== 'function') return reply;
    reply();
    return next();
  };
  return {
    choose: <T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | null> => {
      err.push(`? ${question} [${choices.map(({ value }) => value).join('|')}]\n`);
      const reply = next();
      const found = choices.find(({ value }) => value === reply);
      if (reply !== null && found === undefined)
        throw new Error(`${JSON.stringify(reply)} is no choice of ${choices.map(({ value }) => value).join(', ')}`);
      return Promise.resolve(found?.value ?? null);
    },
    edit: (question, initial) => {
      err.push(`? ${question} ${initial}\n`);
      const reply = next();
      return Promise.resolve(typeof reply === 'object' ? (reply?.edit ?? null) : reply);
    },
  };
}
