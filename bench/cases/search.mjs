// Searching from a cold start, and keeping the index in step, at three sizes of vault.
import { rmSync } from 'node:fs'
import { makeVault } from '../parts/bench-vault.mjs'
import { interleave, measureRun, median, memvault, PROGRAM } from '../parts/run-program.mjs'

export const about = 'cold search, index after one new fact, reindex, at 200, 10,000 and 100,000 facts'

const QUESTIONS = ['what does User prefer in code reviews', 'when was the dashboard down', 'Nadia birthday', 'budget for lighthouse in March', 'npm run build', '绿茶']

export function run({ seed, say, rounds }) {
  return [
    ...measureSize({ facts: 200, days: 20, seed }, rounds, 2, say),
    ...measureSize({ facts: 10_000, days: 500, seed }, Math.ceil(rounds / 4), undefined, say),
    ...measureSize({ facts: 100_000, days: 500, seed }, Math.ceil(rounds / 8), undefined, say),
  ]
}

function measureSize(size, rounds, most, say) {
  const name = `${size.facts.toLocaleString('en')} facts`
  say(`search at ${name}`)
  const vault = makeVault(size)
  const reindex = measureRun(['reindex', '--vault', vault])
  const [bare, search] = interleave([['-e', '0'], (round) => [PROGRAM, 'search', QUESTIONS[(round + 2) % QUESTIONS.length], '--vault', vault]], rounds)
  memvault(['log', 'User keeps the spare fuse behind the blue door.', '--vault', vault])
  const index = measureRun(['index', '--vault', vault])
  const { hits } = JSON.parse(memvault(['search', 'spare fuse', '--json', '--no-recall', '--vault', vault]))
  if (!hits[0]?.text.includes('spare fuse')) throw new Error('a fact that was just logged is not found')
  rmSync(vault, { recursive: true })
  return [
    { what: `search, ${name}`, value: median(search), unit: 'ms' },
    { what: `search, ${name}, against bare node`, value: median(search) / median(bare), unit: '×', ...(most !== undefined && { most }) },
    { what: `index after one new fact, ${name}`, value: index.seconds * 1000, unit: 'ms' },
    { what: `reindex, ${name}`, value: reindex.seconds * 1000, unit: 'ms' },
    { what: `reindex, ${name}, peak memory`, value: reindex.megabytes, unit: 'MB' },
  ]
}
