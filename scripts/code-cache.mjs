// Leaves V8's compiled code beside the files that log, search, context and dream load, for bin/memvault.js to read:
// <file>.<mark>.cache, and for the quick verbs <file>.<mark>.<verb>.cache, which holds what that verb calls and no
// more. What such a verb always needs is with its code in one file, <verb>.<mark>.cache (start-file.cjs). It is taken
// after a command has run, because only then V8 has compiled what that command needs: so the vault has all that a
// search mostly meets, more facts than it reads at once or ranks among its best, pages with claims, a note, a recall, a
// fact that was logged since the last index and says what it supersedes.
import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markOf, renderStart } from './start-file.cjs';

const keeper = join(import.meta.dirname, 'keep-code.cjs');

/**
 * Runs the program of `dist` by its starter, in a vault of its own. `starts`: by quick verb the files that it always
 * needs, the program first. Gives the paths of the caches that it leaves beside what it loads.
 */
export function makeCodeCaches(starter, dist, starts) {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-build-'));
  const env = { PATH: process.env.PATH, HOME: folder, SystemRoot: process.env.SystemRoot, TZ: 'UTC' };
  const run = (...args) =>
    execFileSync(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const logAll = (facts) =>
    execFileSync(process.execPath, [starter, 'log', '--jsonl', '--quiet'], {
      cwd: folder,
      env,
      input: facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''),
    });
  try {
    run(starter, 'init', '--quiet');
    // Its compiled copy counts only where the config is older than a tick of the clock.
    utimesSync(join(folder, '.memvault', 'config.yaml'), 1, 1);
    run(starter, 'log', 'User prefers tabs', '--quiet');
    for (const [verb, files] of Object.entries(starts)) putStart(dist, verb, files);
    run(keeper, starter, 'log', 'User prefers tabs over spaces');
    logAll(CLAIMED);
    run(starter, 'dream', '--batch', '--force', '--quiet');
    logAll(WAITING);
    writeFileSync(join(folder, 'Notes.md'), '# Notes\n\nWhich editor prefers tabs over spaces?\n');
    run(starter, 'index', '--quiet');
    run(starter, 'search', 'tabs', '--quiet');
    const [, claimed = ''] =
      /\^([0-9a-z]{10})$/m.exec(readFileSync(join(folder, 'daily', `${CLAIMED[0].date}.md`), 'utf8')) ?? [];
    run(starter, 'log', 'User prefers tabs in Makefiles', '--supersedes', claimed, '--quiet');
    for (const line of ASKED) run(keeper, starter, ...line.split(' '), '--quiet');
    // Last, for what no cache of its own verb is of takes that of another. Few facts are enough.
    rmSync(join(folder, 'daily'), { recursive: true });
    run(starter, 'log', 'User works at Microsoft', '--date', '2026-03-01', '--quiet');
    run(keeper, starter, 'dream', '--batch', '--force');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return cachesBelow(dist);
}

const ASKED = [
  'search which person of the team prefers tabs in the editor',
  'search what happened last week',
  'context which person of the team prefers tabs since January',
];

/** Without code, which is kept when the verb has run. */
function putStart(dist, verb, files) {
  const text = `[${files.map((file) => readFileSync(join(dist, file), 'latin1')).join(',\n')}]`;
  const path = join(dist, `${verb}.${markOf(statSync(process.execPath))}.cache`);
  writeFileSync(`${path}.${process.pid}`, renderStart(files, text, Buffer.alloc(0)));
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * Facts that a dream puts on pages, the best hits of the search, and such that wait in a log: of these some are the
 * next best, of equal worth.
 */
const CLAIMED = ['work', 'preference', 'relationship'].map((category, i) => ({
  text: `The person of team ${i} prefers tabs`,
  category,
  tags: ['editor'],
  date: `2026-01-0${1 + i}`,
}));
const WAITING = Array.from({ length: 4500 }, (_, n) => ({
  text: `Word${n} ${n % 6 === 0 ? 'has tabs' : 'has spaces'} in file ${n}`,
  category: 'event',
  tags: ['editor'],
  date: `2026-02-0${1 + (n % 9)}`,
}));

export function cachesBelow(dist) {
  return readdirSync(dist, { recursive: true })
    .filter((path) => path.endsWith('.cache'))
    .map((path) => join(dist, path));
}

export function startFilesIn(dist) {
  return readdirSync(dist)
    .filter((name) => name.endsWith('.cache') && !name.includes('.cjs.'))
    .map((name) => join(dist, name));
}
