// What the index alone tells to have faded, held against what the documents themselves say.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_FADING, type Fading } from '../../src/model/confidence.ts'
import { addDays } from '../../src/model/day.ts'
import { fadedRows } from '../../src/search/faded-rows.ts'
import { type Memory, surenessOf } from '../../src/search/fading.ts'
import { notes } from '../index/documents/notes.ts'
import { openNotes } from '../index/open-notes.ts'

const TODAY = '2026-07-01'
const ids = Array.from({ length: 12 }, (_, i) => 'bcdefghjkmnp'.charAt(i).repeat(10))

const fact = fc.record({
  ago: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 60, max: 75 })),
  category: fc.constantFrom('work', 'identity', 'Identity', 'event'),
  fields: fc.subarray(['kind:: relationship', 'kind:: Work', 'confidence:: 1', 'confidence:: 0.4', 'pinned:: Yes', 'pinned:: no', 'at:: 2026-06-20', 'at:: 2020-06-20', 'project:: other'], { maxLength: 2 }),
})
/** Of facts by their places; those from 12 on no log has. */
const claim = fc.record({ cites: fc.uniqueArray(fc.integer({ min: 0, max: 13 }), { minLength: 1, maxLength: 3 }), past: fc.boolean() })
const vault = fc.record({
  facts: fc.array(fact, { minLength: 6, maxLength: 12 }), claims: fc.array(claim, { maxLength: 6 }),
  marks: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.boolean()), { maxLength: 3, selector: ([id]) => id }),
  recalls: fc.option(fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 0, max: 200 }), { maxKeys: 3 })),
  fading: fc.record<Fading>({ fade: fc.constantFrom('on', 'on', 'on', 'off'), fade_after_days: fc.constantFrom(30, 0), fade_per_day: fc.constantFrom(0.03, 0), fade_below: fc.constantFrom(0.3, 0.3, 1, 0), fade_never: fc.constantFrom(DEFAULT_FADING.fade_never, ['EVENT'], []) }),
})

test('what surely has faded has, and in a vault without several facts to a claim, all that has of those that begin as usual a little later', () => {
  let sure = 0
  fc.assert(fc.property(vault, ({ facts, claims, marks, recalls, fading }) => {
    const files: Record<string, string> = { 'n.md': 'Tabs of prose.\n', '2_Wiki/p.md': claims.map(({ cites, past }, i) => `- Claim ${i}${past ? ' (superseded)' : ''}.${cites.map((at) => `[^${ids[at] ?? 'z'.repeat(9) + String(at - 10)}]`).join('')}\n`).join('') }
    facts.forEach(({ ago, category, fields }, i) => {
      const path = `daily/${addDays(TODAY, -ago)}.md`
      files[path] = `${files[path] ?? ''}- [${category}] Statement ${i} ${fields.map((field) => `[${field}]`).join(' ')} ^${ids[i]}\n`
    })
    const index = openNotes(notes(files))
    const memory: Memory = { today: TODAY, fading, marks: new Map(marks), lastRecall: recalls === null ? null : (id) => (recalls[id] === undefined ? null : `${addDays(TODAY, -recalls[id])}T12:00Z`) }
    const hasFaded = fadedRows(index.tables, memory, false)
    const sureOf = surenessOf(memory)
    for (let row = 0; row < index.tables.rows; row++) {
      const document = index.read(row)
      if (document === null || document.superseded) continue
      const is = sureOf(document)?.faded ?? false
      const told = hasFaded(row)
      if (told) sure++
      if (told) expect([document.text, is]).toEqual([document.text, true])
      else if (is && document.sources.length < 2 && !document.facts.some(({ category, fields: own }) => [category, own.kind?.trim()].some((word) => fading.fade_never.some((one) => one.toLowerCase() === word?.toLowerCase())) || own.pinned?.trim() === 'Yes')) {
        // Those that are left are of the days on which a fact that began surest has not.
        expect(surenessOf({ ...memory, fading: { ...fading, fade_below: fading.fade_below / (10 / 9) } })({ ...document, facts: document.facts.map((one) => ({ ...one, fields: { ...one.fields, confidence: '0.9' } })) })?.faded ?? false).toBe(false)
      }
    }
  }), { numRuns: 300 })
  expect(sure).toBeGreaterThan(100)
})

test('of project claims are read, for they are seen without the facts of others', () => {
  const index = openNotes(notes({ 'daily/2026-01-01.md': `- [work] One ^${ids[0]}\n- [work] Two ^${ids[1]}\n`, '2_Wiki/p.md': `- Claim.[^${ids[0]}]\n` }))
  const told = (isOfProject: boolean): number => [...Array(index.tables.rows).keys()].filter(fadedRows(index.tables, { today: TODAY, fading: DEFAULT_FADING, marks: new Map(), lastRecall: null }, isOfProject)).length
  expect([told(false), told(true)]).toEqual([2, 1])
})
