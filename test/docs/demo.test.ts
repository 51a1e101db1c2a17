// The demo runs as a reader runs it, and the picture of the README shows what it really prints.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashFolder } from '../support/folder-hash.ts'
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts'
import { drawDemo } from '../../scripts/demo-picture.mjs'
import { ROOT, settlePage } from './pages.ts'

let place: Place
let vault: string
let ended: Ended

beforeAll(async () => {
  place = makePlace()
  ended = await program(place, process.execPath, [join(ROOT, 'scripts/demo.mjs')], { env: { ...place.env, TMPDIR: place.root } })
  vault = /^The vault of this demo is\s+(.+)$/m.exec(ended.stdout)?.[1] ?? ''
})
afterAll(() => place.remove())

test('it succeeds in a new temporary folder, in plain text that fits a small terminal', () => {
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: '' })
  expect(dirname(vault)).toBe(place.root)
  expect(ended.stdout).not.toMatch(/\u001B/)
  const wide = ended.stdout.split('\n').filter((line) => line.length > 80 && /\s/.test(line.slice(5, 80)))
  expect(wide).toEqual([])
})

test('the picture of the README shows it', () => {
  const wanted = drawDemo(ended.stdout)
  expect(settlePage('docs/images/demo.svg', wanted)).toBe(wanted)
})

test('it leaves the fixture as it was, and its vault holds the same daily logs', () => {
  const logs = (folder: string): Record<string, string> => hashFolder(join(folder, 'daily'))
  expect(Object.keys(logs(vault)).length).toBeGreaterThan(30)
  expect(logs(vault)).toEqual(logs(join(ROOT, 'fixtures/studio')))
  expect(Object.keys(hashFolder(join(ROOT, 'fixtures/studio'))).filter((path) => path.startsWith('.memvault'))).toEqual([])
})

test('the recorded plan decides every fact, and nothing is wrong with the vault that it leaves', async () => {
  const model = `${vault}-model`
  const memvault = async (...args: string[]): Promise<unknown> => {
    const { stdout, stderr } = await program(place, process.execPath, [join(ROOT, 'bin/memvault.js'), ...args, '--vault', model, '--json'], { env: { ...place.env, MEMVAULT_NOW: '2026-10-05T05:30:00Z', MEMVAULT_TIMEZONE: 'Europe/Warsaw' } })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }
  const { facts } = (await memvault('facts')) as { facts: { id: string; disposition: { as: string } | null }[] }
  expect(facts.length).toBeGreaterThan(100)
  expect(facts.filter(({ disposition }) => disposition === null)).toEqual([])
  const { findings } = (await memvault('lint')) as { findings: { severity: string; message: string }[] }
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
  const engines = new Set(readFileSync(join(model, '.memvault/ledger/2026-09.jsonl'), 'utf8').match(/"engine":"[^"]*"/g))
  expect([...engines]).toContain('"engine":"command:node/first-look-1"')
  const page = readFileSync(join(model, '1_Projects/Tidepool.md'), 'utf8')
  expect(page).toMatch(/^<!-- memvault:overview [0-9a-f]{8} -->$/m)
  expect(readFileSync(join(vault, '1_Projects/Tidepool.md'), 'utf8')).not.toContain('memvault:overview')
})

test('it does not write into a folder that holds something', async () => {
  const { status, stderr } = await program(place, process.execPath, [join(ROOT, 'scripts/demo.mjs'), vault])
  expect({ status, stderr }).toEqual({ status: 1, stderr: `demo: ${vault} is not empty; name a new folder\n` })
})
