// Leaves V8's compiled code beside the files that log, search, context, mcp and dream load, as <file>.<mark>.cache. It is
// taken after a command has run, because only then V8 has compiled what that command needs: so the vault has what a
// search mostly meets, pages with claims, a note, a recall, and a fact that was logged since the last index.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const keeper = join(import.meta.dirname, 'keep-code.cjs');

/** Runs the program of `dist` by its starter, in a vault of its own. Gives the paths of the caches. */
export function makeCodeCaches(starter, dist) {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-build-'));
  const env = { PATH: process.env.PATH, HOME: folder, SystemRoot: process.env.SystemRoot, TZ: 'UTC' };
  const runWith = (more, ...args) =>
    execFileSync(process.execPath, args, {
      cwd: folder,
      env: { ...env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const run = (...args) => runWith({}, ...args);
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
    run(keeper, starter, 'log', 'User prefers tabs over spaces');
    logAll(CLAIMED);
    run(starter, 'dream', '--batch', '--force', '--quiet');
    logAll(WAITING);
    writeFileSync(join(folder, 'Notes.md'), '# Notes\n\nWhich editor prefers tabs over spaces?\n');
    run(starter, 'index', '--quiet');
    run(starter, 'search', 'tabs', '--quiet');
    run(starter, 'log', 'User prefers tabs in Makefiles', '--quiet');
    for (const line of ASKED) run(keeper, starter, ...line.split(' '), '--quiet');
    execFileSync(process.execPath, [keeper, starter, 'mcp'], {
      cwd: folder,
      env: { ...env, KEEP: 'missing' },
      input: ASKED_BY_AGENTS.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''),
    });
    // Few facts are enough.
    rmSync(join(folder, 'daily'), { recursive: true });
    run(starter, 'log', 'User works at Microsoft', '--date', '2026-03-01', '--quiet');
    // Chunks that a search loads too must not contain code that only a dream calls.
    try {
      runWith({ KEEP: 'missing' }, keeper, starter, 'dream', '--batch', '--force', '--commit');
    } catch {
      // Without git nothing is committed; the code that ran before is kept.
    }
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

const ASKED_BY_AGENTS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'memory_search', arguments: { query: 'tabs' } } },
];

/** Facts that a dream puts on pages, and such that wait in a log: more than a search ranks among its best. */
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
