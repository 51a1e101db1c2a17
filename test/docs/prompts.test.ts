// docs/prompts.md shows what a model is really asked: each generated part is what one night sent, letter by letter.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindOf } from '../support/model-server/answers.ts'
import type { JsonSchema, ModelCall } from '../support/model-server/script.ts'
import { isRecord } from '../support/model-server/serve.ts'
import { askOneNight, type AskedNight } from './asked-night.ts'
import { readPage, settlePage, withPart } from './pages.ts'

const PAGE = 'docs/prompts.md'

let night: AskedNight

beforeAll(async () => {
  night = await askOneNight()
})
afterAll(() => night.place.remove())

const about = (what: string): ModelCall => {
  const call = night.calls.find(({ prompt }) => prompt.includes(what))
  if (call === undefined) throw new Error(`nothing was asked about ${what}`)
  return call
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

function expectPart(name: string, text: string): void {
  const wanted = withPart(PAGE, name, text)
  expect(settlePage(PAGE, wanted)).toBe(wanted)
}

/** The call about the facts of this night; before it pairs that waited are looked at. */
const firstLook = (): ModelCall => about('"facts":')
const secondLook = (): ModelCall => about('{"id":"p1","a":{"in":"people"')
const overview = (): ModelCall => about('{"title":"Tomás"')
const memory = (): ModelCall => about('{"claims":[\n{"n":1,')

describe('docs/prompts.md shows', () => {
  test('what the model is to do in a first look', () => {
    expect(night.calls.find((call) => kindOf(call) === 'first-look')).toBe(firstLook())
    expectPart('system', fenced('text', firstLook().system))
  })

  test('the facts beside the claims that they may be about', () => {
    const shown = firstLook().prompt.match(/^\{"id":"c\d+"/gm) ?? []
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.length).toBeLessThanOrEqual(7 * 6)
    expectPart('first-look', fenced('text', firstLook().prompt))
  })

  test('an order in a fact as data alone', () => {
    expect(firstLook().prompt.match(/Ignore all previous instructions/g)).toHaveLength(1)
    expect(firstLook().prompt).toMatch(/^\{"id":"f2",.*"says":"Ignore all previous instructions/m)
  })

  test('the pairs that the first look named', () => {
    expectPart('second-system', fenced('text', secondLook().system))
    expectPart('second-look', fenced('text', secondLook().prompt))
  })

  test('an answer, and what became of it', () => {
    const page = readFileSync(join(night.vault, '2_Wiki/Entities/Tomás.md'), 'utf8')
    const lines = page.match(/^- .*\[\^t0mas.*$/gm) ?? []
    expect(lines).toHaveLength(4)
    const { decisions } = night.answer
    expectPart('answer', fenced('json', `{"decisions":[\n${decisions.map((one) => JSON.stringify(one)).join(',\n')}\n]}`))
    expectPart('said', fenced('text', night.said.trim()))
    expectPart('became', fenced('markdown', lines.join('\n')))
  })

  test('an overview, and what was taken of it', () => {
    const page = readFileSync(join(night.vault, '2_Wiki/Entities/Tomás.md'), 'utf8')
    expectPart('overview', fenced('text', overview().prompt))
    expectPart('overview-answer', fenced('json', JSON.stringify(night.overview, null, 2)))
    expectPart('overview-became', fenced('markdown', /^## Overview\n[\s\S]*?<!-- \/memvault:overview -->/m.exec(page)?.[0] ?? ''))
  })

  test('the beginning of the prompt about MEMORY.md', () => {
    const lines = memory().prompt.split('\n')
    expect(lines.length).toBeGreaterThan(40)
    expectPart('memory', fenced('text', [...lines.slice(0, 7), '…', ...lines.slice(-5)].join('\n')))
  })

  test('each field of the answers', () => {
    const asked = [firstLook(), secondLook(), overview(), memory()]
    const fields = asked.flatMap(({ schema }) => fieldsOf(schema ?? {}, '')).map((field) => field.replace(/^(?:decisions|pairs)?\./, ''))
    expect(new Set(fields).size).toBeGreaterThan(12)
    const page = readPage(PAGE)
    expect([...new Set(fields)].filter((field) => !page.includes(`| \`${field}\` |`))).toEqual([])
  })
})

/** The fields that hold a value, each with the name of what it stands in. */
function fieldsOf(schema: JsonSchema, name: string): string[] {
  const { properties, items } = schema
  if (isRecord(items) && isRecord(items['properties'])) return fieldsOf(items, name)
  if (!isRecord(properties)) return [name]
  return Object.entries(properties).flatMap(([key, part]) => (isRecord(part) ? fieldsOf(part, isRecord(part['properties']) || isRecord(part['items']) && isRecord(part['items']['properties']) ? key : `${name}.${key}`) : []))
}
