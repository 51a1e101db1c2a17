// Extraction by rules: a table of what is said and the facts that it gives, and how the facts stand in their fields.
import { expect, test, describe } from 'vitest'
import type { Candidate, Conversation, Turn } from '../../src/extract/conversation.ts'
import { extractByRules } from '../../src/extract/rules/rules.ts'
import { BETWEEN_FRIENDS, TO_AN_ASSISTANT, WHILE_CODING, type Utterance } from './utterances.ts'

const AT = '2026-05-20T10:00'

function talk(turns: readonly Partial<Turn>[], project: string | null = null): Conversation {
  return { session: 'ses1', format: 'plain', project, events: turns.length, broken: [], turns: turns.map((turn, index) => ({ event: index + 1, role: 'person', speaker: null, at: AT, text: '', ...turn })) }
}

const saidBy = (speaker: string | null, text: string, project: string | null = null): Candidate[] => extractByRules(talk([{ speaker, text }], project))
const shown = (candidates: readonly Candidate[]): string[] => candidates.map(({ statement }) => `${statement.category}: ${statement.text}`)
const rows: readonly (readonly [speaker: string | null, project: string | null, table: readonly Utterance[]])[] = [[null, null, TO_AN_ASSISTANT], ['Anna', null, BETWEEN_FRIENDS], [null, 'atlas', WHILE_CODING]]

describe.each(rows)('said by %s, project %s', (speaker, project, table) => {
  test.each(table.map(([said, ...facts]) => [said, facts] as const))('%s', (said, facts) => {
    expect(shown(saidBy(speaker, said, project))).toEqual(facts)
  })
})

test('over the whole table nine in ten of the facts that are given are meant, and as many of those meant are given', () => {
  let given = 0
  let meant = 0
  let right = 0
  let utterances = 0
  let traps = 0
  for (const [speaker, project, table] of rows) {
    for (const [said, ...facts] of table) {
      const found = shown(saidBy(speaker, said, project))
      utterances++
      traps += facts.length === 0 ? 1 : 0
      given += found.length
      meant += facts.length
      right += found.filter((fact) => facts.includes(fact)).length
    }
  }
  expect(utterances).toBeGreaterThanOrEqual(140)
  expect(traps).toBeGreaterThan(utterances / 3)
  expect(right / given).toBeGreaterThanOrEqual(0.9)
  expect(right / meant).toBeGreaterThanOrEqual(0.9)
})

test('a fact has its fields, its turn and its words', () => {
  const [fact] = extractByRules(talk([{ text: 'Hello!', role: 'assistant' }, { speaker: 'Anna', text: 'So glad. By the way, I moved from Rome to Bern last month!' }]))
  expect(fact).toEqual({
    statement: { category: 'event', text: 'Anna moved from Rome to Bern in 2026-04', tags: [], fields: { kind: 'event', key: 'residence', value: 'Bern', persons: 'Anna', entities: 'Rome, Bern', location: 'Bern', at: '2026-04', confidence: '0.91', source: 'ses1:2' } },
    events: [2], quote: 'By the way, I moved from Rome to Bern last month!', confidence: 0.91,
  })
})

test.each([
  ['My wife is called Mia.', { kind: 'relationship', key: 'spouse', value: 'Mia', persons: 'Mia' }],
  ['王敏是我的配偶', { kind: 'relationship', key: 'spouse', value: '王敏', persons: '王敏' }],
  ['2024年8月我搬到了杭州', { kind: 'event', key: 'residence', value: '杭州', at: '2024-08', location: '杭州' }],
  ['My wife loves opera.', { kind: 'relationship', key: 'of spouse', value: 'loves opera' }],
  ['I live in Oslo.', { kind: 'identity', key: 'residence', value: 'Oslo', location: 'Oslo' }],
  ["I'm allergic to peanuts", { kind: 'constraint', key: 'allergy', value: 'peanuts' }],
  ['I went to a support group yesterday', { kind: 'event', value: 'to a support group', at: '2026-05-19' }],
])('fields of %s', (said, fields) => {
  expect(saidBy(null, said)[0]?.statement.fields).toMatchObject(fields)
})

test('what an assistant says is no fact, and nothing is told twice', () => {
  expect(shown(extractByRules(talk([{ role: 'assistant', text: 'I live in the cloud. I love helping.' }, { text: 'I love chess.' }, { text: 'As I said, I love chess!' }])))).toEqual(['preference: User loves chess'])
})

test('"we" are those of the same turn', () => {
  expect(shown(saidBy('Anna', 'I spent the day with my sister Lea. We visited the Uffizi yesterday.'))).toEqual(["relationship: Lea is Anna's sister", 'event: Anna spent the day with their sister Lea', 'event: Anna and their sister Lea visited the Uffizi on 2026-05-19'])
})

test('without a time a relative date gives no fact, and an absolute one does', () => {
  expect(shown(extractByRules(talk([{ at: null, text: 'I moved to Bern yesterday. I moved to Rome in 2019.' }])))).toEqual(['event: User moved to Rome in 2019'])
})

test('the day of a turn is that of the place where it was said', () => {
  const late = talk([{ at: '2026-05-20T23:30:00Z', text: 'I adopted a dog yesterday.' }])
  expect(shown(extractByRules(late))).toEqual(['event: User adopted a dog on 2026-05-19'])
  expect(shown(extractByRules(late, () => '2026-05-21'))).toEqual(['event: User adopted a dog on 2026-05-20'])
})

test('a long turn, and one of nothing but signs, is read in no time', () => {
  const long = ['I love '.repeat(20_000), `${'and my '.repeat(20_000)}I`, '我'.repeat(50_000), '"'.repeat(50_000), `I ${'x, '.repeat(20_000)}`, '['.repeat(50_000)]
  const start = performance.now()
  for (const text of long) saidBy(null, text)
  expect(performance.now() - start).toBeLessThan(4000)
})
