// What is said where a search found nothing.
import { expect, test } from 'vitest'
import { find } from '../../src/search/find.ts'
import type { SearchRequest } from '../../src/search/request.ts'
import { nearOf } from '../../src/search/suggest.ts'
import { notes } from '../index/documents/notes.ts'
import { ASKED, LAYOUT, MEMORY, openNotes } from '../index/open-notes.ts'

const VAULT = notes({
  'daily/2026-05-02.md': '- [work] Holidays in Oslo `travel` ^aaaaaaaaaa\n- [event] Met Nadia at the lighthouse [persons:: Nadia] [kind:: meeting] ^bbbbbbbbbb\n- [work] A lighthouse of stone `travel` ^cccccccccc\n',
  '2_Wiki/Old.md': '## Key Facts\n- New.[^dddddddddd]\n\n## History\n- ~~Zeppelin.~~ 2026-01-01 to 2026-02-01.[^eeeeeeeeee]\n',
})
const index = openNotes(VAULT)
const count = async (request: SearchRequest) => (await find(request, index, LAYOUT, MEMORY)).result.total
const near = (request: Partial<SearchRequest>) => nearOf({ ...ASKED, ...request }, index, count)

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

test.each<[string, Partial<SearchRequest>, unknown]>([
  ['a tag', { query: 'lighthouse', tags: ['#travle'] }, [{ filter: '--tag #travle', hits: 2, meant: 'travel' }]],
  ['a person', { query: 'lighthouse', persons: ['Nadja'] }, [{ filter: '--person Nadja', hits: 2, meant: 'nadia' }]],
  ['a kind of the index', { query: 'lighthouse', kinds: ['claims'] }, [{ filter: '--kind claims', hits: 2, meant: 'claim' }]],
  ['a kind that there may be', { query: 'lighthouse', kinds: ['claim'] }, [{ filter: '--kind claim', hits: 2 }]],
  ['a sign', { query: 'stone category:wrok' }, [{ filter: 'category:wrok', hits: 1, meant: 'work' }]],
  ['a tag that there is', { query: 'nadia', tags: ['travel'] }, [{ filter: '--tag travel', hits: 1 }]],
])('what was meant by %s', async (_, request, expected) => expect((await near(request)).without).toEqual(expected))

test('what is superseded is told of', async () => {
  expect(await near({ query: 'zeppelin' })).toEqual({ words: [], without: [], superseded: 1 })
  expect(await near({ query: 'zeppelin', all: true })).toMatchObject({ superseded: 0 })
})

test('a plain query has no signs to leave out', async () => {
  expect(await near({ query: 'tag:food -rtavel', plain: true })).toMatchObject({ without: [], words: [{ asked: 'rtavel', near: [{ word: 'travel' }] }] })
})
