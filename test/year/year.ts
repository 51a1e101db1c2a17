// A year of two clones, day by day and night by night. Throws with what does not hold, and with how to live it again.
import { makePlace } from '../support/memvault.ts'
import { checkLint } from '../two-clones/checks.ts'
import { type Counts, Life } from './life.ts'
import { type Night, night, UNTRACKED } from './nights.ts'
import { checkDryRuns, checkForgotten, checkUndo, dreamKilled, stateOfMemory } from './rarely.ts'
import { storyOf } from './story.ts'

export interface YearOptions {
  readonly days: number
  readonly seed: number
  /** About so many. */
  readonly factsPerDay: number
  /** Each so-manieth night of the first clone is a process of its own; 0 is none. */
  readonly processEvery: number
  /** Each so-manieth night is also tried killed and taken back, on copies. */
  readonly tryEvery: number
  /** So many claims make a page full; without it, as many as by default. */
  readonly claimsPerPage?: number
  readonly say: (line: string) => void
}

export interface Year {
  readonly nights: readonly Night[]
  readonly counts: Counts
  readonly tried: number
  /** Of all that both clones hold at the end. */
  readonly digest: string
}

const FIRST = '2026-01-01'

export async function liveYear({ days, seed, factsPerDay, processEvery, tryEvery, claimsPerPage, say }: YearOptions): Promise<Year> {
  const place = { ...makePlace() }
  const zone = process.env['TZ']
  process.env['TZ'] = place.env['TZ']
  const story = await storyOf({ days, seed, first: FIRST, factsPerDay })
  const life = new Life({ ...place, env: { ...place.env, GIT_CONFIG_GLOBAL: '/dev/null', ...NAME } }, randomFrom(seed), say, FIRST)
  const nights: Night[] = []
  let tried = 0
  let today = FIRST
  try {
    await life.begin(claimsPerPage)
    const [first, second] = life.clones
    for (const [index, day] of story.entries()) {
      today = day.day
      say(`— ${today}`)
      await life.live(day)
      const tries = tryEvery > 0 && index % tryEvery === tryEvery - 1
      if (tries) await checkDryRuns(life, first)
      const before = tries ? stateOfMemory(life, first.root) : {}
      first.time = nightOf(today)
      const compare = tries ? await dreamKilled(life, first) : null
      const one = await night(life, first, today, { process: processEvery > 0 && index % processEvery === 0, twice: index % TWICE_EVERY === 0, compare })
      nights.push(one)
      say(`night: ${one.dreamt} facts in ${Math.round(one.ms)} ms; ${one.facts} facts on ${one.pages} pages, MEMORY.md ${one.memory} bytes, index ${one.index} bytes`)
      if (tries && one.runs > 0) {
        await checkUndo(life, first, before, one.runs)
        tried++
      }
      if (day.bothDream) await night(life, second, today, { twice: true })
    }
    await life.merge(true)
    for (const clone of life.clones) {
      clone.time = nightOf(today) + 86_400_000
      await clone.must(['dream', '--batch', '--force'])
      await checkLint(clone)
      await checkForgotten(clone)
    }
    return { nights, counts: life.counts, tried, digest: JSON.stringify(life.clones.map(({ root }) => life.digests(root, UNTRACKED))) }
  } catch (error) {
    throw new Error(`${today}, of seed ${seed}: ${error instanceof Error ? error.message : String(error)}${process.env['MEMVAULT_KEEP'] === undefined ? '' : `\nin ${place.root}`}`, { cause: error })
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    if (process.env['MEMVAULT_KEEP'] === undefined) place.remove()
  }
}

/** Of the nights what takes another run is looked at in so many: 3 meets all days of the week. */
const TWICE_EVERY = 3
const NAME = { GIT_AUTHOR_NAME: 'You', GIT_AUTHOR_EMAIL: 'you@example.org', GIT_COMMITTER_NAME: 'You', GIT_COMMITTER_EMAIL: 'you@example.org' }

/** Early in the morning after a day, by the clock of Berlin. */
const nightOf = (day: string): number => Date.parse(`${day}T23:50:00Z`) + 2 * 3_600_000

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
