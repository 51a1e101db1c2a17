// Thirty nights through the real program, over both changes of the clock and with nights that go wrong: a dream
// on each local day that has enough to do, never two on one, and a failed attempt delays nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import {
  dayBefore,
  daysTo,
  enoughToDo,
  factsOn,
  LATE_FACTS,
  localDay,
  type Mishap,
  MISHAPS,
  NIGHTS,
  startsOf,
  STORIES,
  type Story,
} from './calendar.ts';
import { makeNightVault, type NightVault } from './vault-of-nights.ts';

const STATUS: Readonly<Record<Mishap, number | null>> = { early: null, late: null, locked: 11, unwritable: 2 };

/** What the nights should come to, told from the calendar while they are lived through. */
interface Tale {
  readonly waiting: Map<string, number>;
  readonly dreamt: string[];
  /** The starts that commit, in seconds. */
  readonly commits: number[];
  mishaps: number;
  /** Nights with something to do since the last mishap. */
  well: number;
  /** Starts with enough to do on a day that had its dream. */
  refused: number;
  /** The night before was killed among its pages: the next says that it finished that run. */
  cut: boolean;
}

async function live(vault: NightVault, story: Story, tale: Tale): Promise<void> {
  const starts = startsOf(story);
  const days = starts.map((now) => localDay(now, story.zone));
  const add = (day: string, count: number): void => {
    vault.addFacts(day, count);
    if (count > 0) tale.waiting.set(day, (tale.waiting.get(day) ?? 0) + count);
  };
  let twice = 0;
  for (const [night, now] of starts.entries()) {
    const today = days[night] ?? '';
    for (const day of daysTo(days[night - 1] ?? dayBefore(today), today).slice(1)) add(day, factsOn(day));
    const isTwice = days[night + 1] === today;
    if (isTwice) add(dayBefore(today), LATE_FACTS);
    const first = isTwice ? (story.twice[twice++ % story.twice.length] ?? null) : undefined;
    await liveNight(vault, tale, now, today, night === NIGHTS - 1 ? null : first);
    // What had its dream today gets more to do before the second start.
    if (isTwice && tale.dreamt.at(-1) === today) add(dayBefore(today), LATE_FACTS);
  }
}

/** `chosen`: how the night goes where it has something to do; undefined leaves that to the tale. */
async function liveNight(
  vault: NightVault,
  tale: Tale,
  now: Date,
  today: string,
  chosen: Mishap | null | undefined,
): Promise<void> {
  const enough = enoughToDo(tale.waiting, today);
  const due = enough && tale.dreamt.at(-1) !== today;
  if (enough && !due) tale.refused++;
  // Of the other nights with something to do every third goes wrong, each time in another way; quiet ones cannot.
  // The night after one that was killed among its pages goes well, so that one can tell whose run was finished.
  const mishap =
    !due || tale.cut
      ? null
      : chosen !== undefined
        ? chosen
        : tale.well >= 2
          ? (MISHAPS[tale.mishaps++ % MISHAPS.length] ?? null)
          : null;
  if (due) tale.well = mishap === null ? tale.well + 1 : 0;
  const ended = await vault.night(now, mishap);
  const what = `${now.toISOString()}, ${today}, ${mishap ?? 'well'}: ${JSON.stringify(ended)}`;
  expect(ended.status, what).toBe(mishap === null ? 0 : STATUS[mishap]);
  if (!due || tale.cut)
    expect(ended, what).toMatchObject({
      stderr: tale.cut ? expect.stringMatching(/^Finished the interrupted run r-[\w-]+\.\n$/) : '',
    });
  if (!due && !tale.cut) expect(ended.stdout, what).toBe('');
  if (mishap === null && (due || tale.cut)) tale.commits.push(now.getTime() / 1000);
  tale.cut = mishap === 'late';
  // A night killed among its pages is finished by the next, as the run that it was.
  if (due && (mishap === null || mishap === 'late')) {
    tale.dreamt.push(today);
    for (const day of tale.waiting.keys()) if (day < today) tale.waiting.delete(day);
  }
  if (mishap !== 'late') expect(vault.dreamtDays(), what).toEqual(tale.dreamt);
}

/** A person reads these in the morning: a line a night, and what stands behind the last. */
const LOG = `2026-03-16 00:00  dream: 5 facts, 1 superseded (Work)
2026-03-17 00:00  dream: 4 facts, 1 superseded, 2 in conflict (Events, Work)
2026-03-19 00:00  dream: 7 facts, 3 superseded (Events, Work)
2026-03-22 23:59  dream: 5 facts, 2 superseded, 2 in conflict (Work)
2026-03-23 23:59  dream: 4 facts, 1 superseded (Events, Work)
2026-03-30 00:59  dream: 13 facts, 6 superseded, 2 in conflict (Events, Work)
2026-03-31 00:59  dream: 7 facts, 3 superseded, 2 in conflict (Work)
2026-04-05 00:58  dream: 7 facts, 3 superseded (Events, Work)
2026-04-10 00:58  dream: 6 facts, 2 superseded (Events, Work)
2026-04-12 00:58  dream: 8 facts, 4 superseded (Events, Work)
`;
const LATEST = `memvault

dream: 8 facts, 4 superseded (Events, Work)

r-20260412-0058-<plan>, rules/2: 8 facts: 4 placed, 4 superseded; updated Events, Work; sources 2026-04-10 to 2026-04-11

Memvault-Run: r-20260412-0058-<plan>

`;

/** Two stories at a time: more processes at once only wait for each other. */
let free = 2;
const queue: (() => void)[] = [];
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
  else free--;
  try {
    await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else free++;
  }
}

test.concurrent.each(STORIES)('$name', { timeout: 300_000 }, async (story) => {
  await inTurn(async () => {
    const vault = await makeNightVault(story);
    try {
      const tale: Tale = {
        waiting: new Map(),
        dreamt: [],
        commits: [],
        mishaps: 0,
        well: 0,
        refused: 0,
        cut: false,
      };
      await live(vault, story, tale);
      expect(tale.dreamt).toEqual([...new Set(tale.dreamt)]);
      const starts = startsOf(story);
      const days = starts.map((now) => localDay(now, story.zone));
      const twice = days.filter((day, night) => day === days[night + 1]);
      expect([tale.dreamt.length > 8, tale.mishaps >= 3, tale.refused > 0]).toEqual([
        true,
        true,
        twice.length > 0 && story.twice.some((first) => first !== 'early'),
      ]);
      expect(tale.dreamt).toEqual(expect.arrayContaining(twice));
      const last = starts.at(-1) ?? new Date(0);
      const lint = await vault.memvault(last, ['lint']);
      expect(lint, lint.stdout).toMatchObject({ status: 0 });
      await checkJudged(vault, last);
      const pending = JSON.parse((await vault.memvault(last, ['facts', '--pending', '--json'])).stdout) as {
        facts: { date: string }[];
      };
      const waiting = [...tale.waiting].filter(([day]) => day < localDay(last, story.zone));
      expect(pending.facts.map(({ date }) => date).sort()).toEqual(
        waiting.flatMap(([day, facts]) => Array.from({ length: facts }, () => day)).sort(),
      );
      if (story.commits) await checkCommits(vault, story, tale);
    } finally {
      vault.remove();
    }
  });
});

/**
 * Old values went to History, what contradicts itself waits for a person, and a second dream of the night writes
 * nothing.
 */
async function checkJudged(vault: NightVault, last: Date): Promise<void> {
  const ledger = join(vault.root, '.memvault/ledger');
  const lines = readdirSync(ledger)
    .map((month) => readFileSync(join(ledger, month), 'utf8'))
    .join('');
  const count = (as: string): number => lines.split(`"as":"${as}"`).length - 1;
  expect(
    [count('superseded') > 5, count('conflict') > 2],
    `${count('superseded')} superseded, ${count('conflict')} in conflict`,
  ).toEqual([true, true]);
  const page = readFileSync(join(vault.root, '3_Personal/Work.md'), 'utf8');
  expect(page.match(/^(?!- ~~).*The port of the staging server is \d+/gm)).toHaveLength(1);
  await vault.memvault(last, ['dream', '--batch', '--force']);
  const before = hashFolder(vault.root, NOT_MEMORY);
  expect((await vault.memvault(last, ['dream', '--batch', '--force'])).status).toBe(0);
  expect(hashFolder(vault.root, NOT_MEMORY)).toEqual(before);
}

const NOT_MEMORY = /^(\.git|\.memvault\/(lock|state\.json))(\/|$)/;

async function checkCommits(vault: NightVault, story: Story, tale: Tale): Promise<void> {
  const times = (await vault.git('log', '--reverse', '--format=%at')).trim().split('\n').map(Number);
  expect(times.slice(1)).toEqual(tale.commits);
  const runs = (await vault.git('log', '--reverse', '--format=%(trailers:key=Memvault-Run,valueonly)'))
    .split('\n')
    .filter((line) => line !== '');
  expect(runs.map((run) => run.replace(/^r-(\d{4})(\d\d)(\d\d)-.*/, '$1-$2-$3'))).toEqual(tale.dreamt);
  if (story.name.startsWith('Berlin')) {
    expect(
      await vault.git('log', '--reverse', '--format=%ad  %s', '--date=format-local:%Y-%m-%d %H:%M', '--grep=^dream'),
    ).toBe(LOG);
    const latest = await vault.git('log', '-1', '--format=%an%n%n%B');
    expect(latest.replace(/(?<=r-\d{8}-\d{4}-)\w{6}/g, '<plan>')).toBe(LATEST);
  }
}
