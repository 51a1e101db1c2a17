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

describe('docs/prompts.md shows', () => {
  test('what the model is to do, the same for each page', () => {
    const groups = night.calls.filter((call) => kindOf(call) === 'first-look')
    expect(groups).toHaveLength(2)
    expect(new Set(groups.map(({ system }) => system)).size).toBe(1)
    expectPart('system', fenced('text', groups[0]?.system ?? ''))
  })

  test.each([['short', '"title":"Tomás"'], ['long', '"title":"Tidepool"']])('the %s page', (name, what) => {
    expectPart(name, fenced('text', about(what).prompt))
  })

  test('no more of the long page than one call shows, however long it is', () => {
    const claims = readFileSync(join(night.vault, '1_Projects/Tidepool.md'), 'utf8').match(/^- (?!~~)[^[].*\[\^/gm) ?? []
    expect(claims.length).toBeGreaterThan(43)
    expect(about('"title":"Tidepool"').prompt.match(/^\{"id":"c\d+"/gm)).toHaveLength(20)
  })

  test('the schemas of the answers', () => {
    const schemaOf = (call: ModelCall): string => fenced('json', JSON.stringify(call.schema, null, 2))
    expectPart('schema', schemaOf(about('"title":"Tomás"')))
    expectPart('pairs-schema', schemaOf(about('"pairs":')))
    expectPart('memory-schema', schemaOf(about('{"claims":[\n{"n":1,')))
  })

  test('an answer, and what became of it', () => {
    const lines = readFileSync(join(night.vault, '2_Wiki/Entities/Tomás.md'), 'utf8').match(/^- .*\[\^(?:t0mas|0ct1).*$/gm) ?? []
    expect(lines).toHaveLength(4)
    const { decisions } = night.answer
    expectPart('answer', fenced('json', `{"decisions":[\n${decisions.map((one) => JSON.stringify(one)).join(',\n')}\n]}`))
    expectPart('said', fenced('text', night.said.trim()))
    expectPart('became', fenced('markdown', lines.join('\n')))
  })

  test('the prompt about pairs, and the beginning of the one about MEMORY.md', () => {
    expectPart('pairs', fenced('text', about('"pairs":').prompt))
    const lines = about('{"claims":[\n{"n":1,').prompt.split('\n')
    expect(lines.length).toBeGreaterThan(40)
    expectPart('memory', fenced('text', [...lines.slice(0, 7), '…', ...lines.slice(-5)].join('\n')))
  })

  test('each field of the answers', () => {
    const fields = night.calls.flatMap(({ schema }) => fieldsOf(schema ?? {}, '')).map((field) => field.replace(/^(?:decisions|pairs)\./, ''))
    expect(new Set(fields).size).toBe(14)
    const page = readPage(PAGE)
    expect(fields.filter((field) => !page.includes(`| \`${field}\` |`))).toEqual([])
  })
})

/** The fields that hold a value, each with the name of what it stands in. */
function fieldsOf(schema: JsonSchema, name: string): string[] {
  const { properties, items } = schema
  if (isRecord(items) && isRecord(items['properties'])) return fieldsOf(items, name)
  if (!isRecord(properties)) return [name]
  return Object.entries(properties).flatMap(([key, part]) => (isRecord(part) ? fieldsOf(part, isRecord(part['properties']) || isRecord(part['items']) && isRecord(part['items']['properties']) ? key : `${name}.${key}`) : []))
}
