// The search room: the shape that programs rely on, filters by name, notices, what is marked and recorded.
import { expect, test } from 'vitest'
import { rebuild } from '../../src/index/refresh.ts'
import type { IndexState } from '../../src/index/state.ts'
import { highlighterFor } from '../../src/search/highlights.ts'
import { renderRecalls } from '../../src/search/recalls.ts'
import type { Layout, SearchRequest } from '../../src/search/request.ts'
import type { Memory } from '../../src/search/fading.ts'
import { search, type SearchHit } from '../../src/search/search.ts'
import { DEFAULT_FADING } from '../../src/model/confidence.ts'
import { withFolder } from '../index/vault-folder.ts'

const LAYOUT: Layout = { dailyDir: 'daily', zones: { inbox: '0_Inbox', projects: '1_Projects', wiki: '2_Wiki', personal: '3_Personal', assets: '4_Assets', archives: '5_Archives' } }
const ASKED: SearchRequest = { query: '*', limit: 10, categories: [], tags: [], zone: null, project: null, since: null, until: null, all: false, mode: 'lexical', explain: false }
const VAULT = {
  'daily/2026-07-01.md': '## 14:05 — abc12345\n\n- [work] User works at Google ^aaaaaaaaaa\n- [preference] Prefers compact dashboards `ui` ^bbbbbbbbbb\n- [work] User now works at Microsoft ^cccccccccc\n',
  '3_Personal/Work.md': '---\ntitle: Working life\n---\n## Key Facts\n- User now works at Microsoft.[^cccccccccc][^0000000000]\n\n## History\n- ~~Works at Google.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaaaa]\n- Worked at a shop.[^dddddddddd]\n',
  'n.md': 'Dashboards of the team.\n',
}
const indexed: Promise<IndexState> = withFolder(VAULT, (folder) => rebuild(folder, { forgotten: new Set(), write: 'never' }))
const ask = async (request: Partial<SearchRequest>) => search({ ...ASKED, ...request }, await indexed, LAYOUT)

test('a hit has exactly the promised fields', async () => {
  const { hits, ...rest } = await ask({ query: 'Microsoft' })
  expect(rest).toEqual({ query: 'Microsoft', total: 1, notice: null })
  expect(hits).toEqual([{
    id: 'cccccccccc', kind: 'claim', path: '3_Personal/Work.md', line: 5, date: '2026-07-01', score: expect.any(Number),
    text: 'User now works at Microsoft.', category: 'work', tags: [], title: 'Working life',
    sources: [{ id: 'cccccccccc', path: 'daily/2026-07-01.md', line: 5 }, { id: '0000000000', path: null, line: null }],
  }])
  expect(hits[0]?.score).toBeGreaterThan(0)
})

test('total counts what is not shown', async () => {
  const result = await ask({ query: 'dashboards', limit: 1 })
  expect([result.total, result.hits.length]).toEqual([2, 1])
})

test('superseded hits come on request and say so', async () => {
  expect((await ask({ query: 'google' })).hits).toEqual([])
  expect((await ask({ query: 'google', all: true })).hits).toMatchObject([{ id: 'aaaaaaaaaa', text: 'Works at Google.', superseded: true, held: { from: '2026-03-02', to: '2026-07-01' } }])
  const [byHand] = (await ask({ query: 'shop', all: true })).hits
  expect([byHand?.superseded, byHand && 'held' in byHand]).toEqual([true, false])
})

test('what was superseded comes behind what holds, however well it fits', async () => {
  const { hits } = await ask({ query: 'works at google microsoft', all: true })
  expect(hits.map(({ superseded = false }) => superseded)).toEqual([false, true, true])
  expect(Math.max(...hits.slice(1).map((hit) => hit.score))).toBeGreaterThan(hits[0]?.score ?? 0)
})

test.each([['3_Personal'], ['personal'], ['PERSONAL/'], ['Personal']])('a zone may be called %s', async (zone) => {
  expect((await ask({ zone })).hits.map((hit) => hit.path)).toEqual(['3_Personal/Work.md'])
})

test('a zone of another name in the settings is known by its own name and by what it is', async () => {
  const state = await withFolder({ 'Leute/Ada.md': 'Ada.\n' }, (folder) => rebuild(folder, { forgotten: new Set(), write: 'never' }))
  const layout = { ...LAYOUT, zones: { ...LAYOUT.zones, personal: 'Leute' } }
  for (const zone of ['leute', 'personal']) expect(search({ ...ASKED, zone }, state, layout).total).toBe(1)
})

test.each<[string, Partial<SearchRequest>, RegExp, RegExp]>([
  ['an unknown zone', { zone: 'wikki' }, /no zone wikki/, /2_Wiki|Wiki/],
  ['a day that is none', { since: '2026-02-30' }, /--since 2026-02-30/, /2026-07-01/],
  ['a day that is none', { until: 'yesterday' }, /--until yesterday/, /2026-07-01/],
  ['days in the wrong order', { since: '2026-07-02', until: '2026-07-01' }, /is after/, /.*/],
  ['no question', { query: ' ' }, /nothing to search for/, /\*/],
])('usage: %s', async (_, request, message, hint) => {
  await expect(ask(request)).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(message) })
  await ask(request).catch((error: { hint?: string }) => expect(error.hint ?? '').toMatch(hint))
})

test.each(['hybrid', 'semantic'] as const)('without a model --mode %s is lexical, in one line', async (mode) => {
  const result = await ask({ query: 'dashboards', mode })
  expect(result.notice).toMatch(new RegExp(`^.*--mode ${mode}.*$`))
  expect(result.hits).toEqual((await ask({ query: 'dashboards' })).hits)
})

test('explain tells terms, fields and steps; only when asked', async () => {
  const [plain] = (await ask({ query: 'preference dashboard' })).hits
  const [told] = (await ask({ query: 'preference dashboard', explain: true })).hits
  expect(plain).not.toHaveProperty('parts')
  expect(told?.parts).toMatchObject({ terms: { dashboard: ['text'], prefer: ['text', 'category'] }, named: 1.4, month: 1, phrase: 1 })
  const { match = 0, named = 0, neighbours = 0 } = told?.parts ?? {}
  expect(match * named + neighbours).toBeCloseTo(told?.score ?? 0, 2)
  expect((await ask({ query: '*', explain: true })).hits[0]).not.toHaveProperty('parts')
})

test.each([
  ['dashboard', 'Prefers compact dashboards', ['dashboards']],
  ['who works where', 'User works at Works-Corp', ['works', 'Works-Corp']],
  ['prefer compact', 'Prefers compact dashboards', ['Prefers', 'compact']],
  ['dashbords', 'Prefers compact dashboards', ['dashboards']],
  ['dash', 'Dashboards!', ['Dashboards']],
  ['zebra', 'Prefers compact dashboards', []],
])('marks for %s in %s', async (query, text, expected) => {
  expect(highlighterFor(query, await indexed)(text).map(([start, end]) => text.slice(start, end))).toEqual(expected)
})

test('marks that touch are one', async () => {
  const state = await withFolder({ 'n.md': '喜欢喝咖啡' }, (folder) => rebuild(folder, { forgotten: new Set(), write: 'never' }))
  const text = '我喜欢喝咖啡吗'
  expect(highlighterFor('喝咖啡', state)(text).map(([start, end]) => text.slice(start, end))).toEqual(['喝咖啡'])
})

test('a recall names facts and the time, never the question', async () => {
  const at = new Date('2026-07-02T03:04:05Z')
  const { hits } = await ask({ query: 'Microsoft dashboards compact' })
  const [line = '', ...more] = renderRecalls(hits, at)
  expect(more).toEqual([])
  const recall: { at: string; facts: string[] } = JSON.parse(line)
  expect(recall.at).toBe('2026-07-02T03:04:05.000Z')
  expect(recall.facts.sort()).toEqual(['0000000000', 'bbbbbbbbbb', 'cccccccccc'])
  expect(line).not.toMatch(/microsoft|dashboard/i)
  expect(renderRecalls([], at)).toEqual([])
})

const AGED = {
  'daily/2026-01-10.md': '- [work] Tabs, says Ada ^aaaaaaaaaa\n- [work] Tabs, says Bob ^bbbbbbbbbb\n- [identity] Tabs are me ^cccccccccc\n- [work] Tabs since school [confidence:: 0.5] ^dddddddddd\n',
  'daily/2026-06-20.md': '- [work] Tabs tabs tabs, once more, in a long sentence about many things of the week ^eeeeeeeeee\n- [work] Now tabs ^ffffffffff\n',
  '3_Personal/Work.md': '## Key Facts\n- Tabs, says Bob.[^bbbbbbbbbb][^ffffffffff]\n\n## History\n- Tabs, says Ada.[^aaaaaaaaaa]\n',
  'n.md': 'Tabs of the team.\n',
}
const aged = withFolder(AGED, (folder) => rebuild(folder, { forgotten: new Set(), write: 'never' }))
const MEMORY: Memory = { today: '2026-07-01', fading: DEFAULT_FADING, marks: new Map(), lastRecall: () => null }
const remember = async (memory: Partial<Memory>, request: Partial<SearchRequest> = {}) => search({ ...ASKED, query: 'tabs', ...request }, await aged, LAYOUT, { ...MEMORY, ...memory })
const sure = (hit: SearchHit) => [hit.kind === 'text' ? 'text' : hit.id, hit.confidence, hit.faded ?? hit.superseded ?? hit.pinned ?? false]

test('hits say how sure they are today; what has faded comes last, and is found all the same', async () => {
  const { hits, total } = await remember({})
  expect(total).toBe(5)
  expect(hits.map(sure).slice(0, 4)).toEqual(expect.arrayContaining([['eeeeeeeeee', 0.9, false], ['bbbbbbbbbb', 0.9, false], ['cccccccccc', 0.9, false], ['text', undefined, false]]))
  expect(hits.slice(4).map(sure)).toEqual([['dddddddddd', 0.0071, true]])
})

test.each<[string, Partial<Memory>, unknown]>([
  ['a recall', { lastRecall: (fact) => (fact === 'dddddddddd' ? '2026-05-20T12:30Z' : null) }, ['dddddddddd', 0.3488, false]],
  ['a pin', { marks: new Map([['dddddddddd', true]]) }, ['dddddddddd', 1, true]],
  ['fading that is off', { fading: { ...DEFAULT_FADING, fade: 'off' } }, ['dddddddddd', 0.5, false]],
])('%s brings it back to its place', async (_, memory, wanted) => {
  const { hits } = await remember(memory)
  expect(hits.map(sure)).toContainEqual(wanted)
  expect(hits.some((hit) => hit.faded)).toBe(false)
  expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).toSorted((a, b) => b - a))
})

test('a limit is filled with what has not faded first', async () => {
  const all = (await remember({}, { limit: 50 })).hits
  for (const limit of [1, 3, 4, 5]) expect((await remember({}, { limit })).hits).toEqual(all.slice(0, limit))
})

test('what is superseded is not also faded; a list of the newest stays in order of time', async () => {
  expect((await remember({}, { query: 'ada', all: true })).hits.map(sure)).toEqual([['aaaaaaaaaa', 0.2, true]])
  const dates = (await remember({}, { query: '*' })).hits.map((hit) => hit.date ?? '')
  expect(dates).toEqual(dates.toSorted().reverse())
})
