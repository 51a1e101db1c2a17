// Of very many rows only some are scored: the ranking must be that of all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Question } from '../../src/index/asked.ts'
import { ASKING } from '../../src/index/asking.ts'
import { matchRows } from '../../src/index/match.ts'
import { coverageFactor } from '../../src/index/ranking/coverage.ts'
import { namedFactor } from '../../src/index/ranking/naming.ts'
import { SHARE } from '../../src/index/ranking/nearby.ts'
import { rank } from '../../src/index/rank.ts'
import { buildSegment } from '../../src/index/segment/build.ts'
import { memoryFile } from '../../src/index/segment/memory.ts'
import { openSegment } from '../../src/index/segment/open.ts'
import type { SegmentRow } from '../../src/index/segment/row.ts'
import { tablesOver } from '../../src/index/segment/tables.ts'
import { plainInput, plainRow } from './plain-view.ts'

const TERMS = ['lake', 'boat', 'pike', 'lakeside']
/** Small whole numbers that look like chance, the same each time. */
const chance = (seed: number) => () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 16

/** `weights`: of a hundred rows so many hold each term. */
function rowsOf(count: number, seed: number, weights: readonly number[]): SegmentRow[] {
  const next = chance(seed)
  return Array.from({ length: count }, (_, i) => {
    const text = TERMS.filter((_term, place) => next() % 100 < (weights[place] ?? 0))
    const filler = Array.from({ length: next() % 9 }, (_none, place) => `word${place}`)
    return plainRow({
      terms: [[...text, ...text.slice(0, next() % 2), ...filler], next() % 40 === 0 ? ['boat'] : [], [], next() % 25 === 0 ? ['lake'] : [], [], []],
      day: 20_000 + Math.floor(i / 100), logged: 20_000 + Math.floor(i / 100), group: Math.floor(i / 12), ordinal: i % 12, line: i + 1, superseded: next() % 30 === 0,
      id: `a${String(i).padStart(9, '0')}`, keywords: next() % 8 === 0 ? [ASKING] : [],
    })
  })
}

const open = (rows: readonly SegmentRow[]) => ({ segment: openSegment(memoryFile(buildSegment(plainInput(rows)))), dead: [] })
const question = (terms: readonly string[], spans: Question['spans']): Question => ({
  asked: terms.map((term) => ({ term, prefix: true, fuzzy: 0, isName: false, compounds: false, inside: false, isNumber: false })), spans, today: null,
})
const weights = fc.tuple(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 5, max: 50 }), fc.integer({ min: 1, max: 20 }), fc.constant(2))

test('the ranking of all, whatever is not scored', () => {
  let narrowed = 0
  fc.assert(fc.property(fc.nat(2 ** 30), weights, fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 12 }), (seed, parts, isSplit, isDated, every) => {
    const rows = rowsOf(6000, seed, parts)
    const tables = tablesOver(isSplit ? [open(rows.slice(0, 5950)), open(rows.slice(5950))] : [open(rows)])
    const asked = question(TERMS.slice(0, 3), isDated ? [{ from: 20_003, to: 20_004, terms: [] }] : [])
    const admits = (row: number) => row % every === 0
    const say = (isWhole: boolean) => {
      const { total, rows: found, partsOf } = rank(tables, asked, { admits, most: 20, isWhole })
      return { total, found: found.map((one) => [one, partsOf(one.row)]) }
    }
    if (matchRows(tables, asked.asked, tables.keyword(ASKING), { least: 100, isNamed: null }).rest.length > 0) narrowed++
    expect(say(false)).toEqual(say(true))
  }), { numRuns: 25 })
  expect(narrowed).toBeGreaterThan(0)
})

test('no row that is not scored comes to more than is said', () => {
  fc.assert(fc.property(fc.nat(2 ** 30), weights, (seed, parts) => {
    const tables = tablesOver([open(rowsOf(6000, seed, parts))])
    const { asked } = question(TERMS.slice(0, 3), [])
    const some = matchRows(tables, asked, tables.keyword(ASKING), { least: 100, isNamed: null })
    const all = matchRows(tables, asked, tables.keyword(ASKING))
    const rest = new Set(some.rest)
    expect([...some.rows, ...some.rest].sort((a, b) => a - b)).toEqual([...all.rows])
    all.rows.forEach((row, place) => {
      const scored = some.rows.indexOf(row)
      const match = (all.sums[place] ?? 0) + SHARE * (all.beside.worth[place] ?? 0)
      const score = match * coverageFactor(all.covered[place] ?? 0, all.beside.covered[place] ?? 0, all.whole) * namedFactor(all.named[place] ?? 0)
      if (rest.has(row)) expect(score).toBeLessThanOrEqual(some.bound * (1 + 1e-6))
      else expect([some.sums[scored], some.covered[scored], some.beside.worth[scored], some.named[scored]]).toEqual([all.sums[place], all.covered[place], all.beside.worth[place], all.named[place]])
    })
  }), { numRuns: 10 })
})
