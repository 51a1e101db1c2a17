// A run of the program that is watched while it applies, and one that is killed at a moment of it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv, PROGRAM } from './run-program.mjs';

/**
 * Runs the program to its end, or to SIGKILL so many milliseconds after it has begun to apply (negative: before, as far
 * as the start of the program goes back). `applies` says whether it has; it is asked about every millisecond.
 * Gives `{status, killed, stderr, began, milliseconds}`: when it began and how long it took, in milliseconds.
 */
export function runUntil(args, { applies, usual = 0, killAfter }) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: childEnv(), stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => child.kill('SIGKILL');
    let stderr = '';
    let began = null;
    child.stderr.on('data', (data) => (stderr += data));
    const timers = killAfter < 0 ? [setTimeout(kill, Math.max(0, usual + killAfter))] : [];
    const watch = setInterval(() => {
      if (!applies()) return;
      began = performance.now() - start;
      clearInterval(watch);
      if (killAfter >= 0) timers.push(setTimeout(kill, killAfter));
    }, 1);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(watch);
      for (const timer of timers) clearTimeout(timer);
      resolve({ status, killed: signal === 'SIGKILL', stderr, began, milliseconds: performance.now() - start });
    });
  });
}

/**
 * The folders of runs, with or without a journal: asked a thousand times a second, beside the program that is watched.
 */
export function countFolders(vault) {
  const folder = join(vault, '.memvault', 'runs');
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** The runs of a vault whose journal stands: how many are open, how many done. */
export function countRuns(vault) {
  const folder = join(vault, '.memvault', 'runs');
  const runs = existsSync(folder)
    ? readdirSync(folder).filter((run) => existsSync(join(folder, run, 'journal.json')))
    : [];
  const done = runs.filter((run) => existsSync(join(folder, run, 'done'))).length;
  return { open: runs.length - done, done };
}

/** Files that a crash may leave and the next run must not: temporary ones, and the lock. */
export function leftovers(vault) {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tmp$|^\.memvault\/lock|journal\.damaged$/.test(path.replaceAll('\\', '/')),
  );
}
