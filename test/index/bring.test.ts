import { expect, test } from 'vitest'
import { rebuild, refresh } from '../../src/index/bring.ts'
import type { BringOptions } from '../../src/index/state.ts'
import { dump, textsOf, withTerm } from './dump.ts'
import { pause, withFolder } from './vault-folder.ts'

const OPTIONS: BringOptions = { forgotten: new Set(), look: 'all', write: 'always', today: '2026-07-03', languages: ['en'] }

test('first steps', async () => {
  await withFolder({ 'daily/2026-07-01.md': '- [work] User works at Microsoft ^aaaaaaaaaa\n', 'n.md': 'A note.\n' }, async (folder) => {
    await pause()
    const first = await refresh(folder, OPTIONS)
    expect(first.rebuilt).toBe('missing')
    expect(textsOf(first)).toEqual(['User works at Microsoft', 'A note.'])
    const second = await refresh(folder, { ...OPTIONS, look: 'quick' })
    expect(second.rebuilt).toBe(null)
    expect(dump(second)).toEqual(dump(first))
    folder.write('daily/2026-07-02.md', '- [work] One more ^bbbbbbbbbb\n')
    const third = await refresh(folder, { ...OPTIONS, look: 'quick', write: 'cheap' })
    expect(third.changes).toEqual({ added: 1, updated: 0, removed: 0, unchanged: 2 })
    expect(dump(third)).toEqual(dump(await rebuild(folder, { ...OPTIONS, write: 'never' })))
    expect(withTerm(third, 'microsoft')).toHaveLength(1)
  })
})
