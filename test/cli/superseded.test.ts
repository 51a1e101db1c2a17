// `log --supersedes`: full ids from their beginnings, a warning where no fact has one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A, B, plant, TODAY } from '../fix/planted.ts'
import { runHere } from '../support/here.ts'
import { type Ended, makePlace, type Place } from '../support/memvault.ts'

let place: Place
let vault: string

beforeAll(() => {
  place = makePlace()
  vault = plant(place, 'superseded', { name: '', facts: { [A]: ['2026-07-01', 'User works at Google'], [B]: ['2026-07-02', 'User lives in Berlin'] }, ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } }, keyFacts: `- User works at Google[^${A}]\n- User lives in Berlin[^${B}]`, fix: [], after: { current: [] }, as: {} })
})
afterAll(() => place.remove())

const log = async (ids: string): Promise<Ended> => await runHere({ place, cwd: vault, now: TODAY }, ['log', 'User works at Microsoft', '--supersedes', ids, '-q'])
const lines = (): string[] => readFileSync(join(vault, 'daily/2026-08-01.md'), 'utf8').split('\n').filter((line) => line.startsWith('- '))

describe('log --supersedes', () => {
  test.each([['aaaaaa', A], [`^${A.toUpperCase()}`, A], [`${A}, bbbbbbb`, `${A} ${B}`]])('%s is %s', async (typed, full) => {
    expect(await log(typed)).toMatchObject({ status: 0, stderr: '' })
    expect(lines().at(-1)).toContain(`[supersedes:: ${full}]`)
  })

  test('an id that no fact has is logged, and warned about', async () => {
    expect(await log('zzzzzzzzzz')).toMatchObject({ status: 0, stderr: 'memvault: no fact has the id zzzzzzzzzz; it takes effect if one comes\n' })
    expect(lines().at(-1)).toContain('[supersedes:: zzzzzzzzzz]')
  })

  test.each([['zzzzzzz', 'no fact has an id that begins with'], ['aaa', 'too short'], ['', 'too short'], ['Google!', 'is no id'], ['aaaaaaaaaaaa', 'is no id']])('%j is refused', async (typed, says) => {
    const before = lines().length
    expect(await log(typed)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) as string })
    expect(lines()).toHaveLength(before)
  })
})
