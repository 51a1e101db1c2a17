// Leaves V8's compiled code beside the files that log, search and dream load, for bin/memvault.js to read: <file>.<mark>.cache,
// and for the quick verbs <file>.<mark>.<verb>.cache, which holds what that verb calls and no more.
// It is taken after a command has run, because only then V8 has compiled what that command needs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const keeper = join(import.meta.dirname, 'keep-code.cjs')

/** Runs the program of `dist` by its starter, in a vault of its own. Gives the paths of the caches that it leaves beside what it loads. */
export function makeCodeCaches(starter, dist) {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-build-'))
  const env = { PATH: process.env.PATH, HOME: folder, SystemRoot: process.env.SystemRoot, TZ: 'UTC' }
  const run = (...args) => execFileSync(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    run(starter, 'init', '--quiet')
    // Its compiled copy counts only where the config is older than a tick of the clock.
    utimesSync(join(folder, '.memvault', 'config.yaml'), 1, 1)
    run(starter, 'log', 'User prefers tabs', '--quiet')
    run(keeper, starter, 'log', 'User prefers tabs over spaces')
    run(starter, 'search', 'tabs', '--quiet')
    run(keeper, starter, 'search', 'prefers tabs')
    run(starter, 'log', 'User works at Microsoft', '--date', '2026-01-01', '--quiet')
    run(keeper, starter, 'dream', '--batch', '--force')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return cachesBelow(dist)
}

export function cachesBelow(dist) {
  return readdirSync(dist, { recursive: true }).filter((path) => path.endsWith('.cache')).map((path) => join(dist, path))
}
