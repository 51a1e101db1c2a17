// Ctrl-C in the middle of a long dream: what was done stands, the rest waits, nothing is half written.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashFolder } from '../support/folder-hash.ts'
import { makePlace, memvault } from '../support/memvault.ts'

const DAYS = 60
const runsIn = (vault: string): number => readFileSync(join(vault, 'log.md'), 'utf8').split('\n').filter((line) => line.includes('] ingest |')).length

const BIRDS = ['heron', 'robin', 'swift', 'finch', 'crane', 'goose', 'raven', 'eagle']
const facts = Array.from({ length: DAYS * 8 }, (_, i) => JSON.stringify({
  content: `User saw ${i + 1} birds, ${BIRDS[i % 8]} first, at the lake of ward ${i % 13}`, category: ['event', 'work', 'skill'][i % 3], tags: [`trip${i % 7}`],
  date: new Date(Date.UTC(2026, 3, 1 + Math.floor(i / 8))).toISOString().slice(0, 10),
})).join('\n')

test('SIGINT ends it with 130 after a whole run; the next dream goes on', { timeout: 60_000 }, async () => {
  const place = makePlace()
  const vault = join(place.root, 'vault')
  const inVault = { cwd: vault }
  try {
    await memvault(place, ['init', vault])
    await memvault(place, ['log', '--jsonl', '-q'], { ...inVault, input: facts })
    const logs = hashFolder(join(vault, 'daily'))

    const stopped = await memvault(place, ['dream', '--yes', '--max-days', '1'], {
      ...inVault,
      onStart: (child) => void (async () => {
        while (child.exitCode === null && runsIn(vault) < 3) await sleep(5)
        child.kill('SIGINT')
      })(),
    })
    expect(stopped.status).toBe(130)
    expect(stopped.stdout).toContain('Stopped; what was done stands.')
    const runs = runsIn(vault)
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(runs).toBeLessThan(DAYS)
    expect(existsSync(join(vault, '.memvault', 'lock'))).toBe(false)
    expect(await memvault(place, ['lint', '-q'], inVault)).toEqual({ status: 0, stdout: '', stderr: '' })

    const rest = await memvault(place, ['dream', '--yes'], inVault)
    expect(rest.status).toBe(0)
    expect(JSON.parse((await memvault(place, ['facts', '--pending', '--json'], inVault)).stdout)).toMatchObject({ facts: [] })
    expect(await memvault(place, ['lint', '--strict', '-q'], inVault)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(hashFolder(join(vault, 'daily'))).toEqual(logs)
  } finally {
    place.remove()
  }
})
