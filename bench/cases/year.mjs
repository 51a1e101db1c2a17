// A year in the life of a vault on two clones, by the simulation of test/year: logs, recalls, edits by hand, merges, a
// dream each night, and after each night every invariant that the files can show. Any that does not hold fails the
// benchmark.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import buildIfStale from '../../scripts/build.mjs';
import { writeOneFile } from '../parts/one-file.mjs';
import { median } from '../parts/run-program.mjs';

export const about = 'a year of two clones, every invariant checked each night (--days 365)';

const ROOT = join(import.meta.dirname, '../..');
/** Files in memory, where the system has such a folder: a year syncs some ten thousand files. */
const MEMORY = '/dev/shm';
const TICKS_A_SECOND = 100;
const FACTS_PER_DAY = 4;
/** Each so-manieth night is lived once more as a process of its own, to be timed. */
const PROCESS_EVERY = 11;
const TRY_EVERY = 28;
const MINUTES = 5;
/** Both processes parse much and keep little of it. */
const HEAP = ['--max-semi-space-size=64'];
const WORDS = {
  logged: 'facts logged',
  late: 'of them late, under a day before',
  byHand: 'lines written into a log by hand',
  recalls: 'searches and contexts',
  edits: 'pages edited by hand',
  moves: 'pages moved',
  forgotten: 'facts forgotten',
  pins: 'pins set or taken off',
  aliases: 'aliases of tags',
  inbox: 'files put into the inbox',
  reviews: 'reviews decided',
  fixes: 'decisions put right with fix',
  repairs: 'repairs with lint --fix',
  merges: 'merges of the two clones',
  crosswise: 'of them crosswise',
  conflicts: 'files that a person had to settle',
};

export async function run({ seed, say, days }) {
  await buildIfStale();
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'memvault-year-'));
  const [module, checks, report] = ['year.mjs', 'checks.mjs', 'report.json'].map((name) => join(folder, name));
  try {
    await writeOneFile('test/year/year.ts', module);
    await writeOneFile('test/year/checks.ts', checks);
    say(`${days} days of seed ${seed}`);
    const [start, cpu] = [performance.now(), cpuOfChildren()];
    const options = { days, seed, factsPerDay: FACTS_PER_DAY, processEvery: PROCESS_EVERY, tryEvery: TRY_EVERY };
    const { status, stdout } = spawnSync(
      process.execPath,
      [...HEAP, join(ROOT, 'bench/parts/live-year.mjs'), module, checks, JSON.stringify(options), report],
      {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NO_COLOR: '1', TMPDIR: folder },
      },
    );
    if (status !== 0)
      throw new Error(
        `a year of seed ${seed} did not hold\n${stdout}\nto live it again: MEMVAULT_YEAR_DAYS=${days} MEMVAULT_YEAR_SEED=${seed} npx vitest run test/year`,
      );
    return rowsOf(JSON.parse(readFileSync(report, 'utf8')), {
      days,
      seconds: (performance.now() - start) / 1000,
      cpu: cpu === null ? null : cpuOfChildren() - cpu,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds that ended children and theirs have used; null where the system does not tell. */
function cpuOfChildren() {
  if (!existsSync('/proc/self/stat')) return null;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

function rowsOf({ nights, counts }, { days, seconds, cpu }) {
  const last = nights.at(-1);
  const most = (key) => Math.max(...nights.map((night) => night[key]));
  const curve = (name, unit, key, more = {}) => ({
    name,
    unit,
    points: nights.map((night) => ({ day: night.day, value: night[key] / (more.per ?? 1) })),
    ...more,
  });
  const timed = nights.filter(({ ran, processCpu }) => ran && processCpu !== null);
  const part = (list, key) => (list.length === 0 ? null : median(list.map((night) => night[key])));
  const quarter = Math.max(1, Math.floor(timed.length / 4));
  const [early, late] = [timed.slice(0, quarter), timed.slice(-quarter)];
  return [
    ...Object.entries(WORDS).map(([name, what]) => ({ what, value: counts[name], unit: '' })),
    { what: 'nights that dreamed', value: nights.filter(({ ran }) => ran).length, unit: '' },
    {
      what: 'nights that looked at the health of the vault',
      value: nights.filter(({ looked }) => looked).length,
      unit: '',
    },
    {
      what: 'nights also killed, and taken back, on a copy',
      value: nights.filter(({ tried }) => tried).length,
      unit: '',
    },
    { what: 'nights after which an invariant did not hold', value: 0, unit: '', most: 0 },
    {
      what: 'MEMORY.md, at its largest',
      value: most('memory'),
      unit: 'bytes',
      most: 25_000,
      curve: curve('MEMORY.md', 'bytes', 'memory', { limit: 25_000 }),
    },
    { what: 'MEMORY.md, at its longest', value: most('memoryLines'), unit: 'lines', most: 200 },
    { what: 'pages with claims at the end', value: last.pages, unit: '' },
    { what: 'of them parts of a page that was full', value: last.parts, unit: '' },
    {
      what: 'all pages at the end',
      value: last.pageBytes / 1000,
      unit: 'kB',
      curve: curve('all pages', 'kB', 'pageBytes', { per: 1000 }),
    },
    { what: 'the largest page', value: most('largest') / 1000, unit: 'kB' },
    { what: 'claims on the fullest page', value: most('mostClaims'), unit: '' },
    {
      what: 'the index at the end',
      value: last.index / 1000,
      unit: 'kB',
      curve: curve('the index of search', 'kB', 'index', { per: 1000 }),
    },
    {
      what: 'the index at the end, against logs and pages',
      value: last.index / (last.logs + last.pageBytes),
      unit: '×',
      most: 0.8,
    },
    {
      what: 'a night in the first quarter of the year, CPU',
      value: part(early, 'processCpu'),
      unit: 'ms',
      note: 'none',
    },
    {
      what: 'a night in the last quarter, CPU',
      value: part(late, 'processCpu'),
      unit: 'ms',
      note: 'none',
      ...(timed.length > 0 && {
        curve: {
          name: 'a night, from the start of its process',
          unit: 'ms of CPU',
          points: timed.map(({ day, processCpu }) => ({ day, value: processCpu })),
          dots: true,
        },
      }),
    },
    { what: 'a night in the last quarter, by the clock', value: part(late, 'processMs'), unit: 'ms', note: 'none' },
    {
      what: `${days} days with all checks, by the clock`,
      value: seconds,
      unit: 's',
      ...(days === 365 && { most: MINUTES * 60 }),
    },
    { what: `${days} days with all checks, CPU of all processes`, value: cpu, unit: 's', note: 'none' },
  ];
}
