// What is said where a search found nothing.
import { expect, test } from 'vitest'
import { readQuestion } from '../../src/index/asked.ts'
import { matchRows } from '../../src/index/match.ts'
import { readDocument } from '../../src/index/read-document.ts'
import { selecting } from '../../src/index/selection.ts'
import { createTokenizer } from '../../src/index/tokenizer.ts'
import { type Layout, resolveRequest, type SearchRequest } from '../../src/search/request.ts'
import { nearOf } from '../../src/search/suggest.ts'
import { liveRows, notes, wholeTables } from '../index/documents/notes.ts'

const LAYOUT: Layout = { dailyDir: 'daily', zones: { inbox: '0_Inbox', projects: '1_Projects', wiki: '2_Wiki', personal: '3_Personal', assets: '4_Assets', archives: '5_Archives' } }
const ASKED: SearchRequest = { query: '*', limit: 10, categories: [], tags: [], zone: null, project: null, since: null, until: null, all: false, mode: 'lexical', explain: false }
const VAULT = notes({
  'daily/2026-05-02.md': '- [work] Holidays in Oslo `travel` ^aaaaaaaaaa\n- [event] Met Nadia at the lighthouse [persons:: Nadia] [kind:: meeting] ^bbbbbbbbbb\n- [work] A lighthouse of stone `travel` ^cccccccccc\n',
  '2_Wiki/Old.md': '## Key Facts\n- New.[^dddddddddd]\n\n## History\n- ~~Zeppelin.~~ 2026-01-01 to 2026-02-01.[^eeeeeeeeee]\n',
})
const tables = wholeTables(VAULT)
const tokenizer = createTokenizer()
const read = (row: number) => readDocument(tables, VAULT.options().files, row)
const count = (request: SearchRequest) => {
  const resolved = resolveRequest(request, LAYOUT, '2026-07-01')
  const select = selecting(resolved.admission, resolved, { view: tables, tokenizer, textOf: (row) => read(row)?.text ?? null })
  if (resolved.question === '*') return Promise.resolve(liveRows(tables).filter(select).length)
  const { rows, count: found } = matchRows(tables, readQuestion(resolved.question, tokenizer, null).asked, new Uint8Array(tables.rows))
  return Promise.resolve([...rows.subarray(0, found)].filter(select).length)
}
const near = (request: Partial<SearchRequest>) => nearOf({ ...ASKED, ...request }, { tables, tokenizer, read }, count)

test.each<[string, unknown]>([
  ['lihgthuose', [['lihgthuose', [['lighthouse', 2]]]]],
  ['hoildays', [['hoildays', [['Holidays', 1]]]]],
  ['Olso', [['Olso', [['Oslo', 1]]]]],
  ['pslo', [['pslo', [['Oslo', 1]]]]],
  ['of sotne xy', [['sotne', [['stone', 1]]]]],
  ['rtavel', [['rtavel', [['travel', 2]]]]],
  ['qwertyuiop', []],
  ['2025 12', []],
  ['咖啡', []],
])('words near %s', async (query, expected) => {
  const { words, without } = await near({ query })
  expect([words.map(({ asked, near: found }) => [asked, found.map(({ word, documents }) => [word, documents])]), without]).toEqual([expected, []])
})

test.each<[string, Partial<SearchRequest>, [string, number][]]>([
  ['a tag', { query: 'lighthouse', tags: ['food'] }, [['--tag food', 2]]],
  ['one of two', { query: 'lighthouse', tags: ['travel'], persons: ['Nadia'] }, [['--tag travel', 1], ['--person Nadia', 1]]],
  ['categories together', { query: 'lighthouse', categories: ['a b', 'c'] }, [['--category "a b" --category c', 2]]],
  ['each of two shuts out all', { query: 'lighthouse', tags: ['food'], zone: 'wiki' }, [['--tag food --zone wiki', 2]]],
  ['days', { query: 'oslo', since: '2026-06-01' }, [['--since 2026-06-01', 1]]],
  ['signs', { query: 'lighthouse -stone -nadia tag:travel' }, [['-stone', 1]]],
  ['signs alone', { query: 'tag:food' }, [['tag:food', 4]]],
  ['a phrase stays', { query: '"lighthouse of stone" until:2026-01' }, [['until:2026-01', 1]]],
])('without %s', async (_, request, expected) => {
  const { words, without } = await near(request)
  expect([words, without.map(({ filter, hits }) => [filter, hits])]).toEqual([[], expected])
})

test('what is superseded is told of', async () => {
  expect(await near({ query: 'zeppelin' })).toEqual({ words: [], without: [], superseded: 1 })
  expect(await near({ query: 'zeppelin', all: true })).toMatchObject({ superseded: 0 })
})

test('a plain query has no signs to leave out', async () => {
  expect(await near({ query: 'tag:food -rtavel', plain: true })).toMatchObject({ without: [], words: [{ asked: 'rtavel', near: [{ word: 'travel' }] }] })
})
