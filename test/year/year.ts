// A year of two clones, day by day and night by night. Throws with what does not hold, and with how to live it again.
import { makePlace } from '../support/memvault.ts';
import { checkLint } from '../two-clones/checks.ts';
import type { Check, Night } from './checks.ts';
import { type Counts, Life } from './life.ts';
import { nightOf, Nights, UNTRACKED } from './nights.ts';
import { checkForgotten } from './rarely.ts';
import { storyOf } from './story.ts';

export interface YearOptions {
  readonly days: number;
  readonly seed: number;
  /** About so many. */
  readonly factsPerDay: number;
  /** Each so-manieth night of the first clone is also a process of its own, on a copy; 0 is none. */
  readonly processEvery: number;
  /** Each so-manieth night is also tried killed and taken back, on copies. */
  readonly tryEvery: number;
  readonly check: Check;
  /** The days may be so many nights ahead of the checks. */
  readonly behind: number;
  readonly say: (line: string) => void;
}

export interface Year {
  readonly nights: readonly Night[];
  readonly counts: Counts;
  /** Of all that both clones hold at the end. */
  readonly digest: string;
}

const FIRST = '2026-01-01';

export async function liveYear({
  days,
  seed,
  factsPerDay,
  processEvery,
  tryEvery,
  check,
  behind,
  say,
}: YearOptions): Promise<Year> {
  const place = { ...makePlace() };
  const zone = process.env['TZ'];
  process.env['TZ'] = place.env['TZ'];
  const story = await storyOf({ days, seed, first: FIRST, factsPerDay });
  const life = new Life(
    { ...place, env: { ...place.env, GIT_CONFIG_GLOBAL: '/dev/null', ...NAME } },
    randomFrom(seed),
    say,
    FIRST,
  );
  const dreams = new Nights(life);
  const nights: Night[] = [];
  const checks = new Waiting(behind);
  let today = FIRST;
  try {
    await life.begin();
    const [first, second] = life.clones;
    for (const [index, day] of story.entries()) {
      today = day.day;
      say(`— ${today}`);
      await life.live(day);
      const every = (count: number, at: number): boolean => count > 0 && index % count === at;
      const asks = {
        process: every(processEvery, 0),
        twice: every(TWICE_EVERY, 0),
        tries: every(tryEvery, tryEvery - 1),
      };
      const left = await dreams.dream(first, today, asks);
      await checks.add(
        check(left).then((night) => {
          nights.push(night);
          say(
            `night after ${night.day}: ${night.dreamt} facts; ${night.facts} facts on ${night.pages} pages, MEMORY.md ${night.memory} bytes, index ${night.index} bytes`,
          );
        }),
      );
      if (day.bothDream)
        await checks.add(check(await dreams.dream(second, today, { process: false, twice: true, tries: false })));
    }
    await checks.end();
    await life.merge(true);
    for (const clone of life.clones) {
      clone.time = nightOf(today) + 86_400_000;
      await clone.must(['dream', '--batch', '--force']);
      await checkLint(clone);
      await checkForgotten(clone);
    }
    return {
      nights,
      counts: life.counts,
      digest: JSON.stringify(life.clones.map(({ root }) => life.digests(root, UNTRACKED))),
    };
  } catch (error) {
    throw new Error(
      `${today}, of seed ${seed}: ${error instanceof Error ? error.message : String(error)}${process.env['MEMVAULT_KEEP'] === undefined ? '' : `\nin ${place.root}`}`,
      { cause: error },
    );
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    if (process.env['MEMVAULT_KEEP'] === undefined) place.remove();
  }
}

/** What the days need not wait for, up to so many at a time. The first that fails ends the year at the next. */
class Waiting {
  private readonly most: number;
  private readonly open: Promise<unknown>[] = [];
  private failed: { readonly by: unknown } | null = null;

  constructor(most: number) {
    this.most = most;
  }

  async add(one: Promise<unknown>): Promise<void> {
    one.catch((error: unknown) => (this.failed ??= { by: error }));
    this.open.push(one);
    await this.leave(this.most);
  }

  async end(): Promise<void> {
    await this.leave(0);
  }

  private async leave(count: number): Promise<void> {
    if (this.failed !== null) throw this.failed.by;
    while (this.open.length > count) await this.open.shift();
  }
}

/** Of the nights what takes another run is looked at in so many: 3 meets all days of the week. */
const TWICE_EVERY = 3;
const NAME = {
  GIT_AUTHOR_NAME: 'You',
  GIT_AUTHOR_EMAIL: 'you@example.org',
  GIT_COMMITTER_NAME: 'You',
  GIT_COMMITTER_EMAIL: 'you@example.org',
};

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
