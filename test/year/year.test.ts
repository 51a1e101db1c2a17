// A year in the life of two clones, made short: logs, late ones and ones by hand, recalls, edits, moves, decisions, tags,
// the inbox, merges, a dream each night, and every invariant that the files show after each. `npm run bench -- year`
// lives through all of it.
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { liveYear } from './year.ts'

const env = process.env
const days = Number(env['MEMVAULT_YEAR_DAYS'] ?? 24)
const seed = Number(env['MEMVAULT_YEAR_SEED'] ?? 1)
const factsPerDay = Number(env['MEMVAULT_YEAR_FACTS'] ?? 4)
const processEvery = Number(env['MEMVAULT_YEAR_PROCESSES'] ?? 0)
const tryEvery = Number(env['MEMVAULT_YEAR_TRIES'] ?? 20)
const report = env['MEMVAULT_YEAR_REPORT']

it('a vault of two clones stays whole over the days, whatever happens in them', { timeout: 60_000 + 10_000 * days }, async () => {
  const soFar = (year: object): void => void (report !== undefined && writeFileSync(report, JSON.stringify(year)))
  const year = await liveYear({ soFar, days, seed, factsPerDay, processEvery, tryEvery, say: (line) => void (env['MEMVAULT_YEAR_SAY'] !== undefined && process.stderr.write(`${line}\n`)) })
  soFar(year)
  expect(year.nights).toHaveLength(days)
  expect(year.nights.filter(({ ran }) => ran).length).toBeGreaterThan(days / 2)
  // A short one of any seed may hold none of what is rarer.
  if (seed === 1) for (const what of ['logged', 'late', 'byHand', 'recalls', 'edits', 'moves', 'forgotten', 'aliases', 'inbox', 'repairs', 'merges', 'crosswise'] as const) expect(year.counts[what], what).toBeGreaterThan(0)
})
