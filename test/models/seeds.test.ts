// A model that answers at random, right by the schema and by nothing else: every invariant holds each time.
// MEMVAULT_SEEDS says how many; the suite has time for a few.
import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashFolder } from '../support/folder-hash.ts'
import { runHere } from '../support/here.ts'
import { makePlace, memvault, type Place, program } from '../support/memvault.ts'
import { randomFor } from '../support/model-server/answers.ts'
import { startOllama } from '../support/model-server/ollama.ts'
import { dreamArgs, type Listed } from './night.ts'

const SEEDS = Number(process.env['MEMVAULT_SEEDS'] ?? 4)
/** Lives of the bench's generator; each seed of answers goes to one of them. */
const LIVES = Math.min(4, SEEDS)
const [FACTS, DAYS, PENDING_DAYS] = [120, 12, 4]
const NOW = '2026-07-01T03:00:00Z'

let place: Place
beforeAll(async () => {
  place = makePlace()
  for (let life = 0; life < LIVES; life++) await prepare(join(place.root, `life-${life}`), life)
})
afterAll(() => place.remove())

/** Pages from the first days, and the last days waiting. */
async function prepare(vault: string, life: number): Promise<void> {
  const must = async (args: readonly string[]): Promise<void> => {
    const { status, stderr } = await memvault(place, args)
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${stderr}`)
  }
  await must(['init', vault])
  const { status, stderr } = await program(place, process.execPath, [join(import.meta.dirname, '../../bench/generate.mjs'), join(vault, 'daily'), '--facts', String(FACTS), '--days', String(DAYS), '--seed', String(100 + life)])
  if (status !== 0) throw new Error(stderr)
  const logs = readdirSync(join(vault, 'daily')).filter((name) => /^\d.*\.md$/.test(name)).sort().slice(-PENDING_DAYS)
  const aside = `${vault}-aside`
  mkdirSync(aside)
  for (const name of logs) renameSync(join(vault, 'daily', name), join(aside, name))
  await must(['dream', '--batch', '--force', '--engine', 'rules', '--vault', vault])
  for (const name of logs) renameSync(join(aside, name), join(vault, 'daily', name))
}

/** What an undo brings back. */
const pagesIn = (vault: string): string => JSON.stringify(hashFolder(vault, /^(?:daily|log\.md|\.memvault)(?:\/|$)/))

test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('answers by chance, seed %i', { timeout: 60_000 }, async (seed) => {
  const vault = join(place.root, `seed-${seed}`)
  cpSync(join(place.root, `life-${seed % LIVES}`), vault, { recursive: true })
  const logs = hashFolder(join(vault, 'daily'))
  const untouched = pagesIn(vault)
  const here = { place, cwd: vault, now: NOW }
  const server = await startOllama((call) => ({ says: randomFor(call, seed) }))
  try {
    const ended = await runHere(here, dreamArgs(server.url))
    expect(ended).toMatchObject({ status: 0 })
    expect(server.calls.length).toBeGreaterThan(3)
    expect(hashFolder(join(vault, 'daily'))).toEqual(logs)
    const { facts } = JSON.parse((await runHere(here, ['facts', '--json'])).stdout) as { facts: Listed[] }
    expect(facts).toHaveLength(FACTS)
    expect(facts.filter(({ disposition }) => disposition === null)).toEqual([])
    const { findings } = JSON.parse((await runHere(here, ['lint', '--json'])).stdout) as { findings: { severity: string }[] }
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])

    const [calls, before] = [server.calls.length, hashFolder(vault)]
    expect((await runHere(here, dreamArgs(server.url))).status).toBe(0)
    expect(server.calls.length).toBe(calls)
    expect(hashFolder(vault)).toEqual(before)

    for (let run = facts.length; run > 0 && pagesIn(vault) !== untouched; run--) expect(await runHere(here, ['dream', '--undo', '-q'])).toMatchObject({ status: 0 })
    expect(pagesIn(vault)).toBe(untouched)
  } finally {
    await server.close()
  }
})
