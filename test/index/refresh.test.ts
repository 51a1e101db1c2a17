// Bringing the index up to date: what counts as changed, what is read and written, what a bad cache does.
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CACHE_NAME } from '../../src/index/cache.ts'
import { query } from '../../src/index/query.ts'
import { rebuild, refresh } from '../../src/index/refresh.ts'
import { pause, type VaultFolder, withFolder } from './vault-folder.ts'

const NONE = new Set<string>()
const LOG = '- [work] User works at Microsoft ^aaaaaaaaaa\n'
const FILTERS = { categories: [], tags: [], folder: null, project: null, projectFolder: '1_Projects', since: null, until: null, all: false }
const cacheOf = (folder: VaultFolder) => join(folder.cache, CACHE_NAME)
const old = (folder: VaultFolder, path: string) => utimesSync(join(folder.root, path), 1e9, 1e9)

test('counts files, not documents; the second time everything is unchanged and nothing is read or written', async () => {
  await withFolder({ 'daily/2026-07-01.md': `${LOG}${LOG.replace('aaaaaaaaaa', 'bbbbbbbbbb')}`, 'n.md': 'A.\n\nB.\n', 'log.md': 'x\n' }, async (folder) => {
    const first = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(first.changes).toEqual({ added: 2, updated: 0, removed: 0, unchanged: 0 })
    expect(first.rebuilt).toBe('missing')
    expect(first.documents).toHaveLength(4)
    folder.write('new.md', 'C.\n')
    old(folder, 'daily/2026-07-01.md')
    folder.write('n.md', 'A.\n')
    const second = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(second.changes).toEqual({ added: 1, updated: 1, removed: 0, unchanged: 1 })
    expect(second.rebuilt).toBeNull()
    await pause()
    folder.write('new.md', 'D.\n')
    folder.remove('n.md')
    await pause()
    expect((await refresh(folder, { forgotten: NONE, write: 'always' })).changes).toEqual({ added: 0, updated: 1, removed: 1, unchanged: 1 })
    folder.seen.reads.length = 0
    folder.seen.writes = 0
    const last = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(last.changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 2 })
    expect(folder.seen).toEqual({ writes: 0, reads: [] })
  })
})

test('a change of the same size in the same moment is seen', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    const now = Date.now() / 1000
    utimesSync(join(folder.root, 'n.md'), now, now)
    await refresh(folder, { forgotten: NONE, write: 'always' })
    folder.write('n.md', 'The dog sleeps.\n')
    utimesSync(join(folder.root, 'n.md'), now, now)
    const state = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(state.documents.map((one) => one.text)).toEqual(['The dog sleeps.'])
  })
})

test('files read in the moment they were written are read once more, and then no more', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n', 'm.md': 'So does the dog.\n' }, async (folder) => {
    const soon = (Date.now() + 60) / 1000
    for (const path of ['n.md', 'm.md']) utimesSync(join(folder.root, path), soon, soon)
    await refresh(folder, { forgotten: NONE, write: 'always' })
    const readsOf = async (): Promise<[number, number]> => {
      folder.seen.reads.length = 0
      folder.seen.writes = 0
      await refresh(folder, { forgotten: NONE, write: 'cheap' })
      return [folder.seen.reads.length, folder.seen.writes]
    }
    expect(await readsOf()).toEqual([2, 0])
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await readsOf()).toEqual([2, 1])
    expect(await readsOf()).toEqual([0, 0])
  })
})

test('a file with a new time and the same content is unchanged', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'always' })
    old(folder, 'n.md')
    expect((await refresh(folder, { forgotten: NONE, write: 'always' })).changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 1 })
  })
})

test.each([
  ['missing', null, 'missing'],
  ['empty', () => '', 'corrupt'],
  ['something else', () => 'hello\nworld\n', 'corrupt'],
  ['cut short', (text: string) => text.slice(0, -7), 'corrupt'],
  ['with one letter changed', (text: string) => text.replace('Microsoft', 'Microsort'), 'corrupt'],
  ['with one letter changed in the postings', (text: string) => text.replace('\nmicrosoft ', '\nmicrosort '), 'corrupt'],
  ['of another version', (text: string) => text.replace(/^memvault-search \d+/, 'memvault-search 0'), 'version'],
] as const)('a cache that is %s is built anew, which is said once', async (_, damage, why) => {
  await withFolder({ 'daily/2026-07-01.md': LOG }, async (folder) => {
    if (damage) {
      await refresh(folder, { forgotten: NONE, write: 'always' })
      const text = readFileSync(cacheOf(folder), 'utf8')
      expect(damage(text)).not.toBe(text)
      writeFileSync(cacheOf(folder), damage(text))
    }
    const state = await refresh(folder, { forgotten: NONE, write: 'cheap' })
    expect(state.rebuilt).toBe(why)
    expect(query(state, 'microsoft', FILTERS)).toHaveLength(1)
    expect((await refresh(folder, { forgotten: NONE, write: 'cheap' })).rebuilt).toBeNull()
  })
})

test('other folders in the settings mean another index, without a word', async () => {
  await withFolder({ 'daily/2026-07-01.md': LOG, 'Wiki/W.md': '- At M.[^aaaaaaaaaa]\n' }, async (folder) => {
    expect((await refresh(folder, { forgotten: NONE, write: 'always' })).documents.map((one) => one.kind)).toEqual(['fact', 'text'])
    const state = await refresh({ ...folder, zones: ['Wiki'] }, { forgotten: NONE, write: 'always' })
    expect(state.documents.map((one) => one.kind)).toEqual(['claim'])
    expect(state.rebuilt).toBeNull()
    expect((await refresh({ ...folder, dailyDir: 'journal' }, { forgotten: NONE, write: 'never' })).documents.every((one) => one.kind === 'text')).toBe(true)
  })
})

test('never writes under `never`; a rebuild does not look at the cache', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'never' })
    await rebuild(folder, { forgotten: NONE, write: 'never' })
    expect(folder.seen.writes).toBe(0)
    writeFileSync(cacheOf(folder), 'broken')
    expect((await rebuild(folder, { forgotten: NONE, write: 'always' })).rebuilt).toBeNull()
    expect((await refresh(folder, { forgotten: NONE, write: 'never' })).rebuilt).toBeNull()
  })
})

test('a small change of a large index is found without writing it; `always` writes it', async () => {
  const many = Array.from({ length: 1200 }, (_, i) => `- [work] Statement number ${i} about topic${i % 7}`).join('\n')
  await withFolder({ 'daily/2026-07-01.md': many }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'cheap' })
    expect(folder.seen.writes).toBe(1)
    folder.write('daily/2026-07-02.md', '- [work] One more, about zebras ^zzzzzzzzzz\n')
    for (let i = 0; i < 2; i++) {
      const state = await refresh(folder, { forgotten: NONE, write: 'cheap' })
      expect(query(state, 'zebra', FILTERS).map((hit) => hit.document.id)).toEqual(['zzzzzzzzzz'])
    }
    expect(folder.seen.writes).toBe(1)
    await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(folder.seen.writes).toBe(2)
  })
})

test('a change of most of the index is written', async () => {
  const many = (word: string) => Array.from({ length: 1200 }, (_, i) => `- [work] ${word} number ${i}`).join('\n')
  await withFolder({ 'daily/2026-07-01.md': many('cat') }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'cheap' })
    folder.write('daily/2026-07-01.md', many('dogs'))
    const state = await refresh(folder, { forgotten: NONE, write: 'cheap' })
    expect(query(state, 'dog', FILTERS)).toHaveLength(1200)
    expect(query(state, 'cat', FILTERS)).toHaveLength(0)
    expect(folder.seen.writes).toBe(2)
  })
})

test('no word of a forgotten fact stays in the cache, and it comes back when it is remembered', async () => {
  const log = '- [work] User adores marzipan ^aaaaaaaaaa\n- [work] User likes tea ^bbbbbbbbbb\n'
  await withFolder({ 'daily/2026-07-01.md': log, '3_Personal/Sweets.md': '- Mad about marzipan.[^aaaaaaaaaa]\n' }, async (folder) => {
    const cached = () => readFileSync(cacheOf(folder), 'utf8')
    await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(cached()).toContain('marzipan')
    const forgotten = new Set(['aaaaaaaaaa'])
    const without = await refresh(folder, { forgotten, write: 'always' })
    expect(query(without, 'marzipan', FILTERS)).toEqual([])
    expect(query(without, 'tea', FILTERS)).toHaveLength(1)
    expect(cached()).not.toContain('marzipan')
    await rebuild(folder, { forgotten, write: 'always' })
    expect(cached()).not.toContain('marzipan')
    const again = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect(query(again, 'marzipan', FILTERS)).toHaveLength(1)
  })
})

test.each([
  ['a field', '[project:: atlas]', '[project:: borealis]', 'atlas', 'borealis'],
  ['a person', '[persons:: Ada]', '[persons:: Bob]', 'ada', 'bob'],
  ['a tag', '`ui`', '`cli`', 'ui', 'cli'],
  ['the event time', '[at:: 2026-03-04]', '[at:: 2026-04-04]', 'march', 'april'],
])('a fact of which only %s changed is found by the new one alone', async (_, before, after, gone, come) => {
  await withFolder({ 'daily/2026-07-01.md': `- [work] Same words ${before} ^aaaaaaaaaa\n` }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'always' })
    folder.write('daily/2026-07-01.md', `- [work] Same words ${after} ^aaaaaaaaaa\n- [work] More ^bbbbbbbbbb\n- [work] And more ^cccccccccc\n`)
    const state = await refresh(folder, { forgotten: NONE, write: 'always' })
    expect([query(state, gone, FILTERS).length, query(state, come, FILTERS).length]).toEqual([0, 1])
  })
})

test('a file that cannot be read is as if it were not there', async () => {
  await withFolder({ 'n.md': 'A.\n', 'm.md': 'B.\n' }, async (folder) => {
    await refresh(folder, { forgotten: NONE, write: 'always' })
    folder.write('n.md', 'Changed.\n')
    const blind = { ...folder, read: (path: string) => (path === 'n.md' ? null : folder.read(path)) }
    const state = await refresh(blind, { forgotten: NONE, write: 'never' })
    expect(state.changes).toMatchObject({ removed: 1 })
    expect(state.documents.map((one) => one.text)).toEqual(['B.'])
  })
})

test('ids taken by an earlier day hold across refreshes, and go back when that day is gone', async () => {
  await withFolder({ 'daily/2026-07-02.md': '- [work] Second ^aaaaaaaaaa\n' }, async (folder) => {
    const ids = async () => Object.fromEntries((await refresh(folder, { forgotten: NONE, write: 'always' })).documents.map((one) => [one.text, one.id]))
    expect(await ids()).toEqual({ Second: 'aaaaaaaaaa' })
    folder.write('daily/2026-07-01.md', '- [work] First ^aaaaaaaaaa\n')
    const clash = await ids()
    expect(clash).toMatchObject({ First: 'aaaaaaaaaa' })
    expect(clash.Second).not.toBe('aaaaaaaaaa')
    expect(await ids()).toEqual(clash)
    folder.write('daily/2026-07-02.md', '- [work] Second ^aaaaaaaaaa\n- [work] Third ^cccccccccc\n')
    expect(await ids()).toEqual({ ...clash, Third: 'cccccccccc' })
    folder.remove('daily/2026-07-01.md')
    expect(await ids()).toEqual({ Second: 'aaaaaaaaaa', Third: 'cccccccccc' })
  })
})
