// What a question finds, in which order, and what filters let through.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filters } from '../../src/index/filters.ts'
import { query } from '../../src/index/query.ts'
import { rebuild } from '../../src/index/refresh.ts'
import type { IndexState } from '../../src/index/state.ts'
import { withFolder } from './vault-folder.ts'

const NO_FILTERS: Filters = { categories: [], tags: [], folder: null, project: null, projectFolder: '1_Projects', since: null, until: null, all: false }
const indexOf = (files: Record<string, string>): Promise<IndexState> => withFolder(files, (folder) => rebuild(folder, { forgotten: new Set(), write: 'never' }))
const facts = (...lines: string[]) => lines.map((line) => (line === '' || line.startsWith('#') ? line : `- [note] ${line}`)).join('\n')
const texts = (state: IndexState, text: string, filters: Partial<Filters> = {}) => query(state, text, { ...NO_FILTERS, ...filters }).map((hit) => hit.document.text)

test.each([
  ['another form of the verb', 'Where did she go?', 'Ada went to Lisbon'],
  ['plural', 'children', 'The child sleeps'],
  ['the beginning of a word', 'dash', 'Dashboards are compact'],
  ['a misspelt word', 'dashbord', 'Dashboards are compact'],
  ['an accent left out', 'zoe cafe', 'Zoë owns a café'],
  ['a part of a name in code', 'tokens', 'maxTokens is 4096'],
  ['the other way to write a name in code', 'max-tokens', 'maxTokens is 4096'],
  ['a part of a Chinese text', '咖啡', '用户喜欢喝咖啡'],
  ['one Chinese character', '啡', '用户喜欢喝咖啡'],
  ['an emoji', '🎉', 'Release party 🎉'],
  ['any word of a question', 'Does anybody know how many zebras live near Lisbon?', 'Ada went to Lisbon'],
  ['a number written otherwise', '4,096', 'maxTokens is 4096'],
])('found by %s', async (_, question, expected) => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('Ada went to Lisbon', 'The child sleeps', 'Dashboards are compact', 'Zoë owns a café', 'maxTokens is 4096', '用户喜欢喝咖啡', 'Release party 🎉', 'Unrelated') })
  expect(texts(state, question)[0]).toBe(expected)
})

test('numbers are never guessed', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('Due on Oct 15', 'Due on Oct 16', 'Port 8080') })
  expect(texts(state, '16')).toEqual(['Due on Oct 16'])
  expect(texts(state, '808')).toEqual([])
})

test('what is spelt right is not looked for in other spellings', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('The horse is brown', 'The house is brown') })
  expect(texts(state, 'horse')).toEqual(['The horse is brown'])
})

test('a month named in the question means what was logged in it', async () => {
  const line = 'Visited the lake'
  const state = await indexOf({ 'daily/2025-05-03.md': facts(line), 'daily/2026-05-03.md': facts(line), 'daily/2026-06-03.md': facts(line) })
  const dates = (text: string) => query(state, text, NO_FILTERS).map((hit) => hit.document.date)
  expect(dates('Which lake was visited in May 2025?')[0]).toBe('2025-05-03')
  expect(dates('the lake in June')[0]).toBe('2026-06-03')
  expect(dates('lake 2026-05')[0]).toBe('2026-05-03')
  expect(dates('I may visit the lake')).toEqual(['2026-06-03', '2026-05-03', '2025-05-03'])
})

test('a category named in the question, and a person in the fields, come first', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': '- [food] Likes to run\n- [sport] Likes to run\n- [food] Likes to swim [persons:: Ada]\n- [food] Likes to swim [persons:: Bob]\n' })
  const first = (text: string) => query(state, text, NO_FILTERS)[0]?.document
  expect(first('which sport does he run')?.category).toBe('sport')
  expect(first('what does Bob swim')?.persons).toBe('Bob')
})

test('words in quotes are wanted as they stand', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('Green tea, black tea, tea with green leaves', 'Drinks black green tea') })
  expect(texts(state, '"green leaves" tea')[0]).toContain('leaves')
  expect(texts(state, '"Black Green" tea')[0]).toBe('Drinks black green tea')
})

test('a neighbour of a good match in the same session comes before an equal one elsewhere, and brings nothing in', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('## 09:00 — s1', '', 'Lake with pike', 'Rented a boat', '## 10:00 — s2', '', 'Pike lake trip', 'Rented a boat with friends', 'Nothing of the kind') })
  const found = texts(state, 'lake pike trip boat')
  expect(found.indexOf('Rented a boat with friends')).toBeGreaterThan(0)
  expect(found).not.toContain('Nothing of the kind')
})

test('equal hits: newest first, then by path and line', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('## 09:00 — a', 'Same words', '## 09:00 — b', 'Same words'), 'daily/2026-07-03.md': facts('Same words'), 'b.md': 'Same words', 'a.md': 'Same words' })
  const places = query(state, 'same words', NO_FILTERS).map(({ document }) => `${document.path}:${document.line}`)
  expect(places.filter((place) => place.startsWith('daily'))).toEqual(['daily/2026-07-03.md:1', 'daily/2026-07-01.md:2', 'daily/2026-07-01.md:4'])
  expect(places.filter((place) => !place.startsWith('daily'))).toEqual(['a.md:1', 'b.md:1'])
})

test('* lists everything, the last logged first, undated prose last', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('## 09:00 — s1', '', 'first', 'second', '## 10:00 — s1', '', 'third'), 'daily/2026-07-02.md': facts('fourth'), 'n.md': 'prose' })
  expect(texts(state, ' * ')).toEqual(['fourth', 'third', 'second', 'first', 'prose'])
  expect(query(state, '*', NO_FILTERS)[0]).toMatchObject({ score: 0, parts: null })
})

test('a question of stop words or signs is looked for as it stands', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('To be, or not to be', 'The Who', 'Uses => everywhere') })
  expect(texts(state, 'not to be')).toEqual(['To be, or not to be'])
  expect(texts(state, 'the who')).toEqual(['The Who'])
  expect(texts(state, '=>')).toEqual(['Uses => everywhere'])
  expect(texts(state, '   ')).toEqual([])
})

test('superseded claims are found on request', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': '- [work] Works at Google ^aaaaaaaaaa\n- [work] Works at Microsoft ^bbbbbbbbbb\n', '3_Personal/Work.md': '## Key Facts\n- Works at Microsoft.[^bbbbbbbbbb]\n\n## History\n- Works at Google.[^aaaaaaaaaa]\n' })
  expect(texts(state, 'works')).toEqual(['Works at Microsoft.'])
  expect(texts(state, 'google', { all: true })).toEqual(['Works at Google.'])
  expect(texts(state, '*')).toEqual(['Works at Microsoft.'])
})

test.each<[string, Partial<Filters>, string[]]>([
  ['nothing', {}, ['a', 'b', 'c', 'd', 'e']],
  ['a category, in any case', { categories: ['WORK'] }, ['a', 'c']],
  ['any of two categories', { categories: ['work', 'idea'] }, ['a', 'b', 'c']],
  ['a tag', { tags: ['ui'] }, ['a', 'b']],
  ['both of two tags', { tags: ['ui', 'Product'] }, ['b']],
  ['a tag of a note', { tags: ['ops'] }, ['e']],
  ['a project by field', { project: 'Atlas' }, ['c', 'd']],
  ['a folder', { folder: '1_Projects' }, ['d']],
  ['the daily logs', { folder: 'daily' }, ['a', 'b', 'c']],
  ['from a day on', { since: '2026-07-02' }, ['b', 'c']],
  ['up to a day', { until: '2026-07-02' }, ['a', 'b']],
  ['one day', { since: '2026-07-02', until: '2026-07-02' }, ['b']],
  ['nothing that is there', { categories: ['none'] }, []],
])('filter: %s', async (_, filters, expected) => {
  const state = await indexOf({
    'daily/2026-07-01.md': '- [work] word a `ui`\n', 'daily/2026-07-02.md': '- [idea] word b `ui product`\n', 'daily/2026-07-03.md': '- [work] word c [project:: atlas]\n',
    '1_Projects/Atlas/plan.md': 'word d\n', 'e.md': '---\ntags: ops\n---\nword e\n',
  })
  expect(texts(state, 'word', filters).map((text) => text.slice(-1)).sort()).toEqual(expected)
  expect(texts(state, '*', filters)).toHaveLength(expected.length)
})

test('a claim scores as its fact did', async () => {
  const log = facts('## 09:00 — s1', '', 'Ada went hiking ^aaaaaaaaaa', 'Bob prefers trains `travel` ^bbbbbbbbbb', 'Ada sells a bike ^cccccccccc')
  const before = await indexOf({ 'daily/2026-07-01.md': log })
  const after = await indexOf({
    'daily/2026-07-01.md': log,
    '3_Personal/Note.md': '---\ntitle: Note\ntags: [hiking]\n---\n\n## Overview\nNote: 3 claims from 3 facts, 2026-07-01.\n\n## Key Facts\n### Ada\n- Ada sells a bike[^cccccccccc]\n- Ada went hiking[^aaaaaaaaaa]\n\n### Trains\n- Bob prefers trains[^bbbbbbbbbb]\n\n## Sources\n[^aaaaaaaaaa]: [2026-07-01 09:00](../daily/2026-07-01.md#^aaaaaaaaaa)\n',
  })
  for (const text of ['hiking', 'Ada bike', 'train travel in July', 'note']) {
    const shown = (state: IndexState) => query(state, text, NO_FILTERS).map(({ document, score, parts }) => [document.id, document.text, score, parts])
    expect(shown(after)).toEqual(shown(before))
  }
})

test('any question has an answer, in order, without doubles', async () => {
  const state = await indexOf({ 'daily/2026-07-01.md': facts('Ada went to Lisbon', 'Zoë owns a café', 'maxTokens is 4096', '用户喜欢喝咖啡', 'Release party 🎉'), 'n.md': '# Lisbon\n\nA city.\n' })
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.array(fc.constantFrom('Ada', 'lisbon', '"went to"', '咖啡', 'may', '2026-07', '*', '🎉', "'", '__proto__', 'constructor'), { maxLength: 6 }).map((words) => words.join(' '))), (text) => {
    const hits = query(state, text, NO_FILTERS)
    expect(new Set(hits.map((hit) => hit.document.key)).size).toBe(hits.length)
    for (let i = 1; i < hits.length; i++) expect(hits[i - 1]?.score).toBeGreaterThanOrEqual(hits[i]?.score ?? Infinity)
    for (const hit of hits) expect(Number.isFinite(hit.score)).toBe(true)
  }), { numRuns: 300 })
})
