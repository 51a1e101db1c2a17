// The sorted text of postings against a plain table, over any terms and any order of changes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPostings, type Postings } from '../../src/index/postings.ts'

const term = fc.oneof(fc.constantFrom('a', 'ab', 'abc', 'abd', 'b', 'ba', '喝', '喝咖', '👍', 'z'), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }).filter((text) => /^\S+$/.test(text)))
const change = fc.record({ term, field: fc.nat(4), row: fc.nat(9), frequency: fc.integer({ min: 1, max: 3 }), store: fc.boolean() })

function flat(postings: Postings): Record<string, string[]> {
  return Object.fromEntries(postings.terms().map((one) => [one, (postings.get(one) ?? []).flatMap((pairs, field) => {
    const entries: string[] = []
    for (let i = 0; i < pairs.length; i += 2) entries.push(`${field}/${pairs[i]}*${pairs[i + 1]}`)
    return entries
  }).sort()]))
}

test('as a table would hold it, stored or not', () => {
  fc.assert(fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
    const table = new Map<string, Map<string, number>>()
    let postings = openPostings('')
    for (const { term, field, row, frequency, store } of changes) {
      const entries = table.get(term) ?? new Map<string, number>()
      table.set(term, entries)
      const key = `${field}/${row}`
      if (entries.has(key)) {
        expect(postings.remove(term, field, row)).toBe(true)
        entries.delete(key)
      } else {
        expect(postings.remove(term, field, row)).toBe(false)
        postings.add(term, field, row, frequency)
        entries.set(key, frequency)
      }
      if (store) postings = openPostings(postings.render())
    }
    const expected = Object.fromEntries([...table].filter(([, entries]) => entries.size > 0).map(([one, entries]) => [one, [...entries].map(([key, frequency]) => `${key}*${frequency}`).sort()]))
    expect(flat(postings)).toEqual(expected)
    expect(flat(openPostings(postings.render()))).toEqual(expected)
    for (const prefix of ['a', 'ab', 'b', '喝', '👍', '', 'zz']) {
      expect(postings.startingWith(prefix).sort()).toEqual(Object.keys(expected).filter((one) => one.startsWith(prefix)).sort())
    }
    for (const one of ['a', 'abb', '', 'zzz']) expect(postings.get(one) !== null).toBe(one in expected)
  }))
})

test('one line a term, sorted, rows with their number where it is not one', () => {
  const postings = openPostings('')
  postings.add('dog', 0, 12, 1)
  postings.add('cat', 0, 3, 2)
  postings.add('cat', 3, 3, 1)
  postings.add('cat', 0, 4, 1)
  expect(postings.render()).toBe('cat 0:3*2,4|3:3\ndog 0:12\n')
  expect(postings.get('do')).toBeNull()
})
