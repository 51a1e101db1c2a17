// Scores are MiniSearch's: the same BM25+ over the same terms, however the documents came into the index.
import fc from 'fast-check'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import type { IndexDocument } from '../../src/index/document.ts'
import { createEngine, openEngine } from '../../src/index/engine.ts'
import { FIELDS, termsOfField } from '../../src/index/fields.ts'
import { createTokenizer } from '../../src/index/tokenizer.ts'

const tokenizer = createTokenizer()
const WORDS = ['cat', 'cats', 'catalog', 'catalogs', 'dog', 'doge', 'bird', 'birdsong', 'tree', 'treehouse']
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '))

const document = fc.record({ text: words, category: fc.constantFrom('cat', 'dog', 'work'), tags: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }), headings: fc.oneof(fc.constant(''), words), date: fc.constantFrom(null, '2026-05-01', '2026-06-02') })
const documents = fc.array(document, { minLength: 1, maxLength: 12 }).map((list) => list.map((fields, i): IndexDocument => ({
  ...fields, key: `d${i}`, kind: 'text', id: '', path: '', line: i, time: null, title: '', project: null, persons: '', about: '', group: '', superseded: false, held: null, sources: [], facts: [],
})))

function oracle(list: readonly IndexDocument[]): MiniSearch<IndexDocument> {
  const mini = new MiniSearch<IndexDocument>({
    idField: 'key', fields: [...FIELDS],
    extractField: (one, field) => (field === 'key' ? one.key : termsOfField(tokenizer, one, field as (typeof FIELDS)[number]).join(' ')),
    tokenize: (text) => text.split(' ').filter((term) => term !== ''), processTerm: (term) => term,
  })
  mini.addAll(list)
  return mini
}

test('a question of several words, some of them only begun', () => {
  fc.assert(fc.property(documents, fc.uniqueArray(fc.constantFrom('cat', 'catalog', 'dog', 'bird', 'tree', 'work', 'may', '2026-05'), { minLength: 1, maxLength: 4 }), fc.boolean(), (list, asked, prefix) => {
    const engine = createEngine()
    engine.add(list, tokenizer)
    const found = engine.find(asked.map((term) => ({ term, prefix, fuzzy: 0 })))
    const expected = oracle(list).search({ combineWith: 'OR', queries: asked.map((term) => ({ queries: [term], prefix })) }, {
      tokenize: (term) => [term], boost: { text: 1, tags: 0.5, category: 1, date: 0.5, headings: 0.5 }, bm25: { k: 1.2, b: 0.6, d: 0.5 }, weights: { prefix: 0.2, fuzzy: 0.3 },
    })
    expect([...found.keys()].sort()).toEqual(expected.map((result) => String(result.id)).sort())
    for (const result of expected) expect(found.get(String(result.id))).toBeCloseTo(result.score, 8)
  }))
})

test('a misspelt word', () => {
  const list = fc.sample(documents, { numRuns: 1, seed: 7 })[0] ?? []
  const engine = createEngine()
  engine.add([...list, { ...list[0], key: 'x', text: 'dashboard' } as IndexDocument], tokenizer)
  expect([...engine.find([{ term: 'dashbord', prefix: true, fuzzy: 2 }]).keys()]).toEqual(['x'])
  expect([...engine.find([{ term: 'dashbord', prefix: true, fuzzy: 0 }]).keys()]).toEqual([])
})

test('documents that came and went leave no trace, also through the stored text', () => {
  fc.assert(fc.property(documents, documents, fc.boolean(), (stay, go, stored) => {
    const gone = go.map((one, i) => ({ ...one, key: `gone${i}` }))
    const plain = createEngine()
    plain.add(stay, tokenizer)
    let engine = createEngine()
    engine.add(gone, tokenizer)
    if (stored) engine = openEngine(engine.render())
    engine.add(stay, tokenizer)
    expect(engine.remove(gone, tokenizer)).toBe(true)
    if (stored) engine = openEngine(engine.render())
    expect(engine.size).toBe(stay.length)
    const asked = ['cat', 'dog', 'bird', 'tree', 'work', 'june'].map((term) => ({ term, prefix: true, fuzzy: 1 }))
    const sorted = (found: Map<string, number>) => [...found].map(([key, score]) => `${key} ${score.toFixed(9)}`).sort()
    expect(sorted(engine.find(asked))).toEqual(sorted(plain.find(asked)))
  }))
})

test('a document that is not there as it was put in is not taken out unnoticed', () => {
  const [one] = fc.sample(documents, { numRuns: 1, seed: 3 })[0] ?? []
  if (!one) throw new Error('no document')
  const engine = createEngine()
  engine.add([one], tokenizer)
  expect(engine.remove([{ ...one, text: `${one.text} zebra` }], tokenizer)).toBe(false)
  expect(createEngine().remove([one], tokenizer)).toBe(false)
})

test('explain names the terms and fields by which a document is reached', () => {
  const [one] = fc.sample(documents, { numRuns: 1, seed: 3 })[0] ?? []
  const engine = createEngine()
  engine.add([{ ...one, text: 'catalogs and cats', category: 'cat', tags: [], headings: '', date: null } as IndexDocument], tokenizer)
  expect(engine.explain([{ term: 'cat', prefix: true, fuzzy: 0 }, { term: 'dog', prefix: true, fuzzy: 0 }], one?.key ?? '')).toEqual({ cat: ['text', 'category'], catalog: ['text'] })
})
