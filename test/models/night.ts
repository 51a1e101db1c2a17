// A vault with pages and with facts that wait, nights in it with a scripted model, and what must hold after each.
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { runHere } from '../support/here.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';
import type { ModelServer } from '../support/model-server/script.ts';
import { makeRunner, type Runner } from '../support/runner.ts';

/** The same ids in each run, so that what is recorded of one fits another. */
const { randomOf } = createRequire(import.meta.url)('../docs/fixed-random.cjs') as {
  randomOf(args: readonly string[], home: string | undefined): () => number;
};

const NOW = '2026-07-01T12:00:00Z';
/** Stands in all that servers say of their failures, and may stand nowhere else. */
export const MARKER = 'quagga-7731';

const PAST = [
  ['2026-06-20', 'work', 'User works at Google'],
  ['2026-06-20', 'work', 'The nightly backup takes 40 minutes'],
  ['2026-06-21', 'work', 'Ingrid runs the release meeting on Mondays'],
  ['2026-06-21', 'preference', 'User prefers compact dashboards'],
] as const;
/** What waits: facts of four pages, with what is easily lost or changed. */
export const PENDING = [
  ['2026-06-29', 'work', 'Tomas asked for 3 changes to the release notes'],
  ['2026-06-29', 'work', 'The nightly backup does not run on Sundays'],
  ['2026-06-29', 'preference', 'User does not drink coffee after 16:00'],
  ['2026-06-30', 'preference', 'What User prefers is compact dashboards'],
  ['2026-06-30', 'event', 'User met Anna Berg in Lisbon at 18:30'],
  ['2026-06-30', 'health', 'User slept 7 hours and 40 minutes'],
] as const;
export interface Listed {
  readonly id: string;
  readonly date: string;
  readonly content: string;
  readonly disposition: { readonly as: string; readonly page?: string } | null;
}

export interface DreamOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How many times faster its clock runs; 1 is the real one. */
  readonly factor?: number;
  readonly onStart?: (child: ChildProcess) => void;
  readonly timeoutMs?: number;
}

export interface Night {
  readonly vault: string;
  /** `dream --batch --force` with a model; the first with each engine in a process of its own. */
  dream(url: string, options?: DreamOptions): Promise<Ended>;
  /** The vault as it was when it began. */
  before(): Night;
  /** Any command, in this process. */
  run(...args: string[]): Promise<Ended>;
  facts(): Promise<readonly Listed[]>;
}

export interface Nights {
  readonly place: Place;
  readonly memvault: Runner;
  /** A fresh copy of the vault; with more facts of the last day where a test needs them. */
  begin(more?: readonly (readonly [day: string, category: string, text: string])[]): Promise<Night>;
  remove(): void;
}

export async function makeNights(): Promise<Nights> {
  const place = makePlace();
  const prepared = join(place.root, 'prepared');
  const must = async (args: readonly string[], input = ''): Promise<void> => {
    const { status, stderr } = await memvaultHere(place, args, { input, random: randomOf(args, place.env['HOME']) });
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${status}\n${stderr}`);
  };
  await must(['init', '--no-git', prepared]);
  await must(['log', '--jsonl', '-q', '--vault', prepared], linesOf(PAST));
  await must(['dream', '--batch', '--force', '--engine', 'rules', '--vault', prepared]);
  await must(['log', '--jsonl', '-q', '--no-color', '--vault', prepared], linesOf(PENDING));
  let count = 0;
  const runner = makeRunner();
  return {
    place,
    memvault: runner,
    begin: async (more = []) => {
      const vault = join(place.root, `vault-${count++}`);
      cpSync(prepared, vault, { recursive: true, preserveTimestamps: true });
      if (more.length > 0) await must(['log', '--jsonl', '-q', '--vault', vault], linesOf(more));
      cpSync(vault, `${vault}-before`, { recursive: true, preserveTimestamps: true });
      return nightIn(place, vault, runner);
    },
    remove: () => place.remove(),
  };
}

export const FAST_CLOCK = join(import.meta.dirname, '../support/model-server/fast-clock.cjs');

function nightIn(place: Place, vault: string, runner: Runner): Night {
  const run = async (...args: string[]): Promise<Ended> => await runHere({ place, cwd: vault, now: NOW }, args);
  return {
    vault,
    run,
    before: () => nightIn(place, `${vault}-before`, runner),
    dream: async (url, { args = [], env = {}, factor = 60, onStart, timeoutMs } = {}) => {
      return await runner(place, [...dreamArgs(url), ...args], {
        cwd: vault,
        factor,
        env: { ...place.env, ...env },
        ...(onStart ? { onStart } : {}),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
    },
    facts: async () => (JSON.parse((await run('facts', '--json')).stdout) as { facts: Listed[] }).facts,
  };
}

export const dreamArgs = (url: string, engine: 'ollama' | 'openai' = 'ollama'): string[] => [
  'dream',
  '--batch',
  '--force',
  '--engine',
  engine,
  '--model',
  'm',
  '--set',
  `url=${url}`,
];

const linesOf = (facts: readonly (readonly [date: string, category: string, content: string])[]): string =>
  facts
    .map(([date, category, content]) => JSON.stringify({ date, time: '09:15', session: 'abcd1234', category, content }))
    .join('\n');

export interface Expected {
  readonly status: number;
  /** Facts that wait afterwards. */
  readonly waiting?: number;
  /** What a user reads of it. */
  readonly says?: RegExp;
}

/**
 * No fact lost, no error of lint, logs as they were, the right exit status, words that a user understands. Throws what
 * an `expect` throws.
 */
export async function expectWhole(
  night: Night,
  logs: Record<string, string>,
  { status, stderr, stdout }: Ended,
  { status: wanted, waiting = 0, says }: Expected,
): Promise<void> {
  const words = `${stdout}${stderr}`;
  expect({ status, words }).toEqual({ status: wanted, words });
  expect(hashFolder(join(night.vault, 'daily'))).toEqual(logs);
  const facts = await night.facts();
  const open = facts.filter(({ disposition }) => disposition === null);
  expect(facts.length).toBeGreaterThanOrEqual(PAST.length + PENDING.length);
  expect({ waiting: open.map(({ content }) => content), words }).toMatchObject({ waiting: { length: waiting } });
  // What could not begin says why, and nothing was lost by it.
  if (waiting > 0 && wanted !== 12) {
    expect(words).toMatch(new RegExp(`\\b${waiting} facts?\\b`));
    if (waiting <= 3 && wanted === 3) for (const { id } of open) expect(words).toContain(id);
  }
  expect(existsSync(join(night.vault, '.memvault/lock'))).toBe(false);
  const { findings } = JSON.parse((await night.run('lint', '--json')).stdout) as { findings: { severity: string }[] };
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (says) expect(words).toMatch(says);
  for (const alien of [
    MARKER,
    'undefined',
    '[object',
    'at async',
    'ECONN',
    'TypeError',
    'SyntaxError',
    'a defect of memvault',
  ])
    expect(words).not.toContain(alien);
  expect(filesWith(night.vault, MARKER)).toEqual([]);
}

/** Paths of files that hold these words. */
function filesWith(vault: string, words: string): string[] {
  return readdirSync(vault, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path).includes(words));
}

export const logsOf = ({ vault }: Night): Record<string, string> => hashFolder(join(vault, 'daily'));

export const read = ({ vault }: Night, path: string): string => readFileSync(join(vault, path), 'utf8');

/** All pages, one after the other. */
export function pages({ vault }: Night): string {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[0-5]_.*\.md$/.test(path))
    .sort()
    .map((path) => readFileSync(join(vault, path), 'utf8'))
    .join('\n');
}

/**
 * The nights and servers of one test file: made before its first test; servers end after each, the rest after its last.
 */
export function useNights(): { readonly nights: Nights; started(server: Promise<ModelServer>): Promise<ModelServer> } {
  const servers: ModelServer[] = [];
  let nights: Nights | undefined;
  beforeAll(async () => void (nights = await makeNights()));
  afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));
  afterAll(() => nights?.remove());
  return {
    get nights() {
      if (nights === undefined) throw new Error('the nights of a file are made before its first test');
      return nights;
    },
    started: async (server) => {
      servers.push(await server);
      return await server;
    },
  };
}
