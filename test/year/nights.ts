// One night of a clone: the dream, how long it took, and every invariant of docs/design.md that the files can show.
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CITED } from '../../src/model/disposition.ts'
import { dayOf } from '../../src/model/day.ts'
import { readView, type View } from '../../src/vault/view.ts'
import { type Ended, memvault, type Place } from '../support/memvault.ts'
import { checkLint } from '../two-clones/checks.ts'
import { clashes } from '../two-clones/clashes.ts'
import type { Clone } from '../two-clones/clone.ts'
import { stillSaid } from '../two-clones/decided.ts'
import { factsOf, vaultAt } from '../two-clones/state.ts'
import type { Life } from './life.ts'
import { type Sizes, sizesOf } from './sizes.ts'

export interface Night extends Sizes {
  readonly day: string
  /** It dreamed, and so many facts. */
  readonly ran: boolean
  readonly dreamt: number
  /** Runs, those of the inbox and of lint among them. */
  readonly runs: number
  /** It looked at the health of the vault. */
  readonly looked: boolean
  /** Milliseconds of the dream: of the whole process where it is one, null where it is not. */
  readonly ms: number
  readonly processMs: number | null
  readonly processCpu: number | null
}

interface Said {
  readonly ran: boolean
  readonly runs: readonly { readonly run: string; readonly facts: Readonly<Record<string, number>> }[]
  readonly left: readonly unknown[]
  readonly closed?: readonly unknown[]
  readonly inbox: { readonly runs: readonly unknown[] } | null
  readonly lint: { readonly run: string } | null
  readonly forgot?: string | null
  readonly commit: { readonly status: string } | null
}

/** What a dream may write; journals and caches aside. */
const WRITES = /^(?:daily\/|log\.md$|MEMORY\.md$|index\.md$|\.memvault\/(?:ledger|recalls)\/|\.memvault\/(?:reviews|tombstones|marks|recall)\.jsonl$|(?:0_Inbox|1_Projects|2_Wiki|3_Personal|5_Archives)\/)/
const MOST_SAID = 12
export const UNTRACKED = /^\.git(\/|$)|^\.memvault\/(cache|lock|runs|state\.json)(\/|$)/
export const DREAM = ['dream', '--batch', '--commit', '--json']

/** `process`: in a process of its own, as a scheduler starts it. */
async function dreamBy(clone: Clone, place: Place, process: boolean): Promise<{ ended: Ended; ms: number; processMs: number | null; processCpu: number | null }> {
  const start = performance.now()
  if (!process) return { ended: await clone.run(DREAM), ms: performance.now() - start, processMs: null, processCpu: null }
  const usage = join(place.env['HOME'] ?? '', 'usage.json')
  const env = { ...place.env, ...whoIs(clone), MEMVAULT_NOW: clone.now.toISOString(), NODE_OPTIONS: `--require ${join(import.meta.dirname, '../../bench/parts/report-usage.cjs')}`, MEMVAULT_BENCH_USAGE: usage }
  const ended = await memvault(place, [...DREAM, '--vault', clone.root], { env })
  const ms = performance.now() - start
  const { userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as { userCPUTime: number; systemCPUTime: number }
  return { ended, ms, processMs: ms, processCpu: (userCPUTime + systemCPUTime) / 1000 }
}

export function whoIs(clone: Clone): Record<string, string> {
  return { GIT_AUTHOR_NAME: clone.name, GIT_AUTHOR_EMAIL: `${clone.name}@example.org`, GIT_COMMITTER_NAME: clone.name, GIT_COMMITTER_EMAIL: `${clone.name}@example.org` }
}

export interface NightOptions {
  /** The dream is a process of its own. */
  readonly process?: boolean
  /** Also what takes another run: a second dream, an index from nothing. */
  readonly twice?: boolean
  /** Looks at the clone right behind the dream. */
  readonly compare?: ((clone: Clone) => void) | null
}

/** The night after `day`, at an hour at which it is the next day already. Throws with what does not hold. */
export async function night(life: Life, clone: Clone, day: string, { process = false, twice = false, compare = null }: NightOptions): Promise<Night> {
  clone.time = Date.parse(`${day}T23:50:00Z`) + 2 * 3_600_000
  const { root } = clone
  const before = life.digests(root, UNTRACKED)
  const { ended, ms, processMs, processCpu } = await dreamBy(clone, life.setting.place, process)
  if (ended.status !== 0) throw new Error(`the night ended with ${ended.status}: ${ended.stdout}${ended.stderr}`)
  const said = JSON.parse(ended.stdout) as Said
  const after = life.digests(root, UNTRACKED)
  compare?.(clone)
  const wrong: string[] = []
  const written = differing(before, after)
  const did = said.runs.length > 0 || (said.inbox?.runs.length ?? 0) > 0 || said.lint !== null || (said.forgot ?? null) !== null
  // 3. and 12.: logs are untouched, and nothing outside of what a dream may write.
  wrong.push(...written.filter((path) => path.startsWith('daily/')).map((path) => `the dream changed ${path}`))
  wrong.push(...written.filter((path) => !WRITES.test(path)).map((path) => `the dream wrote ${path}`))
  // 7.: no file changes only because a day passed.
  if (!did && written.length > 0) wrong.push(`nothing was to do, and the night wrote ${written.join(', ')}`)
  if (said.left.length > 0 || (said.closed ?? []).length > 0) wrong.push(`the dream left ${ended.stdout}${ended.stderr}`)
  life.checkOwn(clone)
  const view = readView(vaultAt(root))
  wrong.push(...checkFacts(life, clone, view, said.ran), ...stillSaid(clone, view), ...(said.ran ? clashes(clone, view) : []))
  const sizes = sizesOf(root, view)
  if (sizes.memoryLines > 200 || sizes.memory > 25_000) wrong.push(`MEMORY.md has ${sizes.memoryLines} lines and ${sizes.memory} bytes`)
  wrong.push(...await checkSearch(clone, view, twice))
  if (wrong.length > 0) throw new Error(wrong.slice(0, MOST_SAID).join('\n'))
  await checkLint(clone)
  if (said.ran && twice) await checkAgain(life, clone, after)
  return { day, ran: said.ran, dreamt: said.runs.reduce((sum, { facts }) => sum + Object.values(facts).reduce((a, b) => a + b, 0), 0), runs: said.runs.length + (said.inbox?.runs.length ?? 0), looked: said.lint !== null, ms, processMs, processCpu, ...sizes }
}

/** 1., 4., 9. and 15.: all that was logged is there, and each fact that is over has one disposition, which its page shows. */
function checkFacts(life: Life, clone: Clone, view: View, ran: boolean): string[] {
  const today = dayOf(clone.now)
  const found = factsOf(view)
  const removed = life.removedOf(clone)
  const wrong = [...clone.facts].flatMap((id) => (found[id] === life.known.get(id) ? [] : [`${id} was logged as ${life.known.get(id) ?? ''}, and is ${found[id] ?? 'lost'}`]))
  for (const { id, day, text } of view.facts) {
    if (!clone.facts.has(id)) wrong.push(`${id} is a fact that nobody logged`)
    if (clone.isForgotten(id, text) !== view.forgotten.has(id)) wrong.push(`${id} is ${view.forgotten.has(id) ? '' : 'not '}forgotten`)
    if (view.forgotten.has(id)) continue
    const line = view.ledger.get(id)
    if (line === undefined) {
      if (ran && day < today) wrong.push(`${id} of ${day} is pending`)
      continue
    }
    if (day >= today) wrong.push(`${id} of today is ${line.as}`)
    if (CITED.has(line.as)) {
      const pages = view.citedOn.get(id) ?? []
      // Between a merge or an edit and the next dream the ledger may lag behind.
      if (ran && !pages.includes(line.page ?? '')) wrong.push(`${id} is ${line.as} on ${line.page ?? ''}, which does not cite it`)
    } else if (line.as === 'set-aside' ? !removed.has(id) : true) wrong.push(`${id} is ${line.as}: ${'reason' in line ? line.reason : ''}`)
    else if (view.citedOn.has(id)) wrong.push(`${id} is ${line.as} and cited on ${(view.citedOn.get(id) ?? []).join(', ')}`)
  }
  return wrong
}

interface Hits {
  readonly hits: readonly { readonly id: string; readonly kind: string; readonly sources?: readonly { readonly id: string }[] }[]
}

/** 5. and 10.: each fact is found once, itself or as a source of a claim; an index from nothing answers the same. */
async function checkSearch(clone: Clone, view: View, fromNothing: boolean): Promise<string[]> {
  const all = async (): Promise<string> => (await clone.must(['search', '*', '--all', '-n', '1000000', '--no-recall', '--json'])).stdout
  // A search alone looks at older logs once a minute, and a day takes less here.
  await clone.must(['index', '-q'])
  const refreshed = await all()
  const wrong = fromNothing && hitsIn(refreshed) !== hitsIn(await searchFromNothing(clone, all)) ? ['the index that was refreshed answers otherwise than one from nothing'] : []
  const { hits } = JSON.parse(refreshed) as Hits
  const itself = new Set<string>()
  const asSource = new Set<string>()
  for (const { id, kind, sources = [] } of hits) {
    if (kind === 'fact') {
      if (itself.has(id)) wrong.push(`${id} is found twice`)
      itself.add(id)
    }
    if (kind === 'claim') for (const source of sources) asSource.add(source.id)
  }
  for (const { id } of view.facts) {
    const times = Number(itself.has(id)) + Number(asSource.has(id))
    if (times !== (view.forgotten.has(id) ? 0 : 1)) wrong.push(`${id}${view.forgotten.has(id) ? ', forgotten,' : ''} is found ${times} times`)
  }
  return wrong
}

/** Beside them it says how many files it did not look at, which a new index does not. */
const hitsIn = (document: string): string => JSON.stringify((JSON.parse(document) as Hits).hits)

async function searchFromNothing(clone: Clone, search: () => Promise<string>): Promise<string> {
  const cache = join(clone.root, '.memvault/cache/search')
  renameSync(cache, `${cache}.kept`)
  const found = await search()
  rmSync(cache, { recursive: true })
  renameSync(`${cache}.kept`, cache)
  return found
}

/** 7.: a second dream with nothing new writes nothing. */
async function checkAgain(life: Life, clone: Clone, dreamt: Readonly<Record<string, string>>): Promise<void> {
  clone.time += 60_000
  await clone.must(['dream', '--batch', '--force'])
  const written = differing(dreamt, life.digests(clone.root, UNTRACKED))
  if (written.length > 0) throw new Error(`a second dream wrote ${written.join(', ')}`)
}

export function differing(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => a[path] !== b[path])
}
