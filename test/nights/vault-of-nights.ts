// A vault that gets its facts day by day and its nights one by one, with what can go wrong in a night.
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, memvault, type Place, program } from '../support/memvault.ts';
import { MAX_WAIT_DAYS, MIN_FACTS, type Mishap, type Story } from './calendar.ts';

export interface NightVault {
  readonly root: string;
  /** One start of `dream --batch` at this moment. */
  night(now: Date, mishap: Mishap | null): Promise<Ended>;
  /** Puts so many facts more into the log of a day. */
  addFacts(day: string, count: number): void;
  memvault(now: Date, args: readonly string[]): Promise<Ended>;
  git(...args: string[]): Promise<string>;
  /** Days of the runs in log.md. */
  dreamtDays(): string[];
  remove(): void;
}

export async function makeNightVault({ zone, fromSettings, first, commits }: Story): Promise<NightVault> {
  const place = makePlace();
  const root = join(place.env['HOME'] ?? '', 'notebook');
  const base = { ...place.env, TZ: fromSettings ? 'Pacific/Kiritimati' : zone, GIT_CONFIG_GLOBAL: '/dev/null' };
  const at = (now: Date): Record<string, string> => ({ ...base, MEMVAULT_NOW: now.toISOString() });
  const run = async (now: Date, args: readonly string[]): Promise<Ended> =>
    await memvaultHere(place, [...args, '--vault', root], { env: at(now) });
  const dream = ['dream', '--batch', ...(commits ? ['--commit'] : []), '--vault', root];
  await memvault(place, ['init', root, '-q', ...(commits ? [] : ['--no-git'])], { env: at(new Date(first)) });
  const settings = `consolidate:\n  min_facts: ${MIN_FACTS}\n  max_wait_days: ${MAX_WAIT_DAYS}\n${fromSettings ? `write:\n  timezone: ${zone}\n` : ''}`;
  writeFileSync(join(root, '.memvault/config.yaml'), settings);
  const git = async (...args: string[]): Promise<string> =>
    (await program(place, 'git', args, { cwd: root, env: base })).stdout;
  if (commits) {
    await git('add', '-A');
    await git('-c', 'user.name=You', '-c', 'user.email=you@example.org', 'commit', '-qm', 'A new vault');
  }
  const unprivileged = await canLoseRights(place);
  let logged = 0;
  return {
    root,
    memvault: run,
    git,
    addFacts(day, count) {
      if (count === 0) return;
      const path = join(root, 'daily', `${day}.md`);
      const title = existsSync(path) ? '\n' : `# Daily Log - ${day}\n\n`;
      mkdirSync(join(root, 'daily'), { recursive: true });
      const lines = Array.from({ length: count }, () => factLine(logged++));
      appendFileSync(path, `${title}## 12:00 — by-hand${logged}\n\n${lines.join('')}`);
    },
    async night(now, mishap) {
      const env = at(now);
      if (mishap === null) return await memvaultHere(place, dream, { env });
      if (mishap === 'locked') return await whileLocked(root, now, () => memvaultHere(place, dream, { env }));
      if (mishap === 'unwritable')
        return unprivileged
          ? await whileUnwritable(root, () => program(place, 'unprivileged', ['memvault', ...dream], { env }))
          : OFF;
      const kill = {
        NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'kill.cjs'))}`,
        MEMVAULT_KILL: mishap === 'early' ? 'state.json' : '/3_Personal/',
      };
      return await memvault(place, dream, { env: { ...env, ...kill } });
    },
    dreamtDays: () =>
      [...readFileSync(join(root, 'log.md'), 'utf8').matchAll(/^## \[([\d-]+)\] ingest/gm)].map(([, day = '']) => day),
    remove: () => place.remove(),
  };
}

/** Of five facts two contradict each other where they are of one day, and one has another value each time. */
function factLine(number: number): string {
  if (number % 5 === 1 || number % 5 === 2)
    return `- [work] User works at ${['Initech', 'Globex', 'Hooli'][number % 3] ?? ''}\n`;
  if (number % 5 === 4) return `- [work] The port of the staging server is ${8000 + number}\n`;
  return `- [${number % 3 === 0 ? 'work' : 'event'}] User visited city number ${number + 1}\n`;
}

/** A night on which the machine was off, where no folder can be made unwritable. */
const OFF: Ended = { status: 2, stdout: '', stderr: '' };

async function whileLocked(root: string, now: Date, work: () => Promise<Ended>): Promise<Ended> {
  const lock = join(root, '.memvault/lock');
  writeFileSync(
    lock,
    `${JSON.stringify({ pid: process.pid, host: hostname(), start: now.toISOString(), verb: 'dream' })}\n`,
  );
  try {
    return await work();
  } finally {
    rmSync(lock);
  }
}

async function whileUnwritable(root: string, work: () => Promise<Ended>): Promise<Ended> {
  chmodSync(join(root, '.memvault'), 0o555);
  try {
    return await work();
  } finally {
    chmodSync(join(root, '.memvault'), 0o755);
  }
}

/** Root writes through every permission; where it cannot lay that down, a folder cannot be made unwritable. */
async function canLoseRights(place: Place): Promise<boolean> {
  return (await program(place, 'unprivileged', ['true'])).status === 0;
}
