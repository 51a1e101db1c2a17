// A small vault in which everything waits that a dream can meet: new pages and old ones, two months, duplicates, an
// update, a conflict, what a person is asked about, an edited log line, a claim that a hand removed, prose between
// claims, a recall. Made once and copied for each crash.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { memvaultHere } from './in-process.ts';
import { type Ended, makePlace, type Place } from './memvault.ts';
import { makeOwnPages } from './own-pages.ts';

/** Every preparation gives the same ids, so that the same operation has the same number each time. */
const { randomOf } = createRequire(import.meta.url)('../docs/fixed-random.cjs') as {
  randomOf(args: readonly string[], home: string | undefined): () => number;
};

/** When the dream that crashes starts; two nights before it another one went well. */
export const NIGHT = '2026-07-04T03:00:00Z';
const EARLIER = '2026-07-01T03:00:00Z';

const earlier = [
  ['2026-06-28', 'preference', 'User prefers compact dashboards', 'ui'],
  ['2026-06-28', 'work', 'User works at Google', 'career'],
  ['2026-06-29', 'work', 'The nightly backup takes 40 minutes', 'career'],
  ['2026-06-29', 'event', 'User met Anna Berg in Lisbon at 18:30', 'travel'],
  ['2026-06-29', 'work', 'User asked Tomas for 3 changes to the release notes', 'career'],
  ['2026-06-30', 'preference', 'User takes no sugar in green tea', 'food'],
] as const;
const later = [
  ['2026-06-30', 'preference', 'user prefers COMPACT dashboards.', 'ui'],
  ['2026-06-30', 'preference', 'User does not prefer compact dashboards', 'ui'],
  ['2026-06-30', 'health', 'User slept 7 hours and 40 minutes', 'sleep'],
  ['2026-07-01', 'work', 'User now works at Microsoft', 'career'],
  ['2026-07-01', 'decision', 'The team decided to ship with SQLite because it costs less', 'atlas'],
  ['2026-07-02', 'work', 'The nightly backup takes 55 minutes', 'career'],
  ['2026-07-02', 'event', 'User met Anna Berg again on 2026-07-02', 'travel'],
  ['2026-07-02', 'health', 'User slept 7 hours and 40 minutes', 'sleep'],
] as const;

export interface CrashVault {
  readonly place: Place;
  /** The prepared vault, never changed by a test. */
  readonly prepared: string;
  /** A copy of the prepared vault, or of another folder; beside it, or at an absolute path. */
  copy(name: string, from?: string): string;
  /** The program on a vault, with the clock of the night. */
  run(
    vault: string,
    args: readonly string[],
    more?: { input?: string; env?: Readonly<Record<string, string>>; random?: () => number },
  ): Promise<Ended>;
  remove(): void;
}

export async function makeCrashVault(): Promise<CrashVault> {
  const base = makePlace();
  const place = { ...base, env: { ...base.env, MEMVAULT_NOW: NIGHT } };
  const prepared = join(place.root, 'prepared');
  const run: CrashVault['run'] = async (vault, args, more = {}) =>
    await memvaultHere(place, [...args, '--vault', vault], { ...more, env: { ...place.env, ...more.env } });
  const copy = (name: string, from = prepared): string => {
    const vault = resolve(place.root, name);
    rmSync(vault, { recursive: true, force: true });
    cpSync(from, vault, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return vault;
  };
  const vault: CrashVault = { place, prepared, copy, run, remove: () => place.remove() };
  await prepare(vault);
  return vault;
}

async function prepare({ place, prepared, run }: CrashVault): Promise<void> {
  const must = async (args: readonly string[], more: { input?: string; now?: string } = {}): Promise<void> => {
    const { status, stderr } = await run(prepared, args, {
      ...(more.input === undefined ? {} : { input: more.input }),
      random: randomOf(args, undefined),
      env: more.now === undefined ? {} : { MEMVAULT_NOW: more.now },
    });
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${status}\n${stderr}`);
  };
  const { status, stderr } = await memvaultHere(place, ['init', '--no-git', prepared]);
  if (status !== 0) throw new Error(`memvault init: ${status}\n${stderr}`);
  makeOwnPages(prepared, 'Events', 'Preferences', 'Work');
  await must(['log', '--jsonl', '-q'], { input: linesOf(earlier), now: EARLIER });
  await must(['dream', '--batch', '--force'], { now: EARLIER });
  await must(['search', 'Lisbon'], { now: '2026-07-02T10:00:00Z' });
  edit(prepared, 'daily/2026-06-29.md', 'for 3 changes', 'for 5 changes');
  edit(prepared, '3_Personal/Preferences.md', /^- User takes no sugar.*\n/m, '');
  edit(prepared, '3_Personal/Work.md', '## Key Facts\n', '## Key Facts\n\nWhat matters at work, in my own words.\n');
  // Other words of the command, else other facts with the same ids.
  await must(['log', '--jsonl', '-q', '--no-color'], { input: linesOf(later) });
  await must(['index']);
}

const linesOf = (facts: readonly (readonly [date: string, category: string, content: string, tag: string])[]): string =>
  facts
    .map(([date, category, content, tag]) =>
      JSON.stringify({ date, time: '09:15', session: 'abcd1234', category, content, tags: [tag] }),
    )
    .join('\n');

function edit(vault: string, path: string, from: string | RegExp, to: string): void {
  const whole = join(vault, ...path.split('/'));
  const text = readFileSync(whole, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${path} in ${dirname(whole)} does not hold ${String(from)}`);
  writeFileSync(whole, edited);
}
