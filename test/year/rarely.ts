// What is tried now and then, on a copy of a clone: a night that is killed, a night that is taken back, a look at what a
// night would do. The year itself goes on as if nothing had been tried.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CITED } from '../../src/model/disposition.ts'
import { readView } from '../../src/vault/view.ts'
import { memvault } from '../support/memvault.ts'
import type { Clone } from '../two-clones/clone.ts'
import { vaultAt } from '../two-clones/state.ts'
import type { Life } from './life.ts'
import { differing, DREAM, UNTRACKED, whoIs } from './nights.ts'

const CACHE = /^\.git(\/|$)|^\.memvault\/cache(\/|$)/

/** 13.: a dry run writes nothing. */
export async function checkDryRuns(life: Life, clone: Clone): Promise<void> {
  const before = life.digests(clone.root, CACHE)
  await clone.must(['dream', '--dry-run'])
  await clone.must(['lint', '--fix', '--dry-run'], '', [0, 1])
  await clone.must(['inbox', '--dry-run'])
  const written = differing(before, life.digests(clone.root, CACHE))
  if (written.length > 0) throw new Error(`dry runs wrote ${written.join(', ')}`)
}

/** 9.: what was forgotten stands in no file but the logs, and in what somebody else wrote: texts of the inbox and their pages, which are a person's. */
export async function checkForgotten(clone: Clone): Promise<void> {
  const { remaining } = JSON.parse((await clone.must(['forget', '--verify', '--json'], '', [0, 1, 3])).stdout) as { remaining: { path: string; what: string }[] }
  const wrong = remaining.filter(({ path }) => !/^(?:0_Inbox|2_Wiki\/Literature|5_Archives\/Inbox)\//.test(path))
  if (wrong.length > 0) throw new Error(`${clone.name}: what is forgotten stands there still: ${wrong.map(({ path, what }) => `${path} ${what}`).join(', ')}`)
}

/** What an undo brings back: pages, `index.md` and `MEMORY.md` byte for byte, and what the ledger says of each fact, as far as its page says so, too. */
export function stateOfMemory(life: Life, root: string): Record<string, string> {
  const view = readView(vaultAt(root))
  const decided = [...view.ledger].filter(([id, { as, page }]) => as !== 'pending' && (!CITED.has(as) || (view.citedOn.get(id) ?? []).includes(page ?? '')))
  return { ...life.digests(root, /^\.git(\/|$)|^\.memvault(\/|$)|^log\.md$/), ...Object.fromEntries(decided.map(([id, { as, page }]) => [`ledger of ${id}`, `${as} ${page ?? ''}`])) }
}

/** 11.: the runs of the night before are taken back, the last first, on a copy. */
export async function checkUndo(life: Life, clone: Clone, before: Readonly<Record<string, string>>, runs: number): Promise<void> {
  const copy = clone.copy('undone')
  try {
    for (let run = 0; run < runs; run++) {
      copy.time += 60_000
      await copy.must(['dream', '--undo', '--batch', '--commit'])
    }
    const wrong = differing(before, stateOfMemory(life, copy.root))
    if (wrong.length > 0) throw new Error(`an undo of the night left ${wrong.join(', ')} otherwise than before`)
    life.checkOwn(copy)
  } finally {
    copy.remove()
  }
}

/** 6.: a night that is killed among its pages, and the next start, end with the bytes of the night that nobody disturbed. */
export async function dreamKilled(life: Life, clone: Clone): Promise<(undisturbed: Clone) => void> {
  const { place } = life.setting
  const copy = clone.copy('killed')
  const env = { ...place.env, ...whoIs(clone), MEMVAULT_NOW: copy.now.toISOString() }
  const kill = { NODE_OPTIONS: `--require ${join(import.meta.dirname, '../nights/kill.cjs')}`, MEMVAULT_KILL: '.md' }
  const killed = await memvault(place, [...DREAM, '--vault', copy.root], { env: { ...env, ...kill } })
  const ended = await memvault(place, [...DREAM, '--vault', copy.root], { env })
  if (ended.status !== 0) throw new Error(`after a kill the night ended with ${ended.status}: ${ended.stdout}${ended.stderr}`)
  return (undisturbed) => {
    const wrong = differing(life.digests(undisturbed.root, UNTRACKED), life.digests(copy.root, UNTRACKED))
    if (wrong.length > 0) throw new Error(`a night that was killed (${killed.status ?? 'killed'}) ended otherwise: ${wrong.join(', ')}`)
    copy.remove()
    if (existsSync(copy.root)) throw new Error('the copy is still there')
  }
}
