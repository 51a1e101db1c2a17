// docs/prompts.md shows what a model is asked about a conversation, letter by letter, and each field of its answer.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConversations } from '../../src/import/formats.ts'
import { lookByModel } from '../../src/import/conversations/model/candidates.ts'
import type { ModelRequest } from '../../src/llm/port.ts'
import { readPage, settlePage, withPart } from './pages.ts'

const PAGE = 'docs/prompts.md'
const TALK = `---
project: tidepool
---
# 2026-10-05

Mira: Which cache do we have in front of the calendar?
Assistant: None yet. Redis would be the usual choice, or the file cache of the framework.
Mira: We decided to use the file cache.

# 2026-10-06

Mira: I am on holiday from tomorrow on, in Poznań. Ola answers the pool meanwhile.
`

test('the prompt about a conversation that grew by a day', async () => {
  const asked: ModelRequest[] = []
  const [conversation] = readConversations(TALK, null)
  if (conversation === undefined) throw new Error('there is no conversation')
  const system = readFileSync('templates/prompts/extract-1.md', 'utf8')
  const looked = await lookByModel(conversation, {
    after: 2, upTo: conversation.events, dayOf: (at) => at.slice(0, 10), maySend: (text) => text, isClosed: () => false, mayWait: false, system, label: '', terms: (text) => text.split(' '), byRules: () => [],
    asks: {
      fits: () => true,
      ask: (request) => {
        asked.push(request)
        return Promise.resolve({ kind: 'answer', value: { facts: [] } })
      },
    },
  })
  if (typeof looked === 'string') throw new Error(looked)
  expect([looked.parts, looked.ruled, asked.length, asked[0]?.system]).toEqual([1, 0, 1, system.trim()])
  const wanted = withPart(PAGE, 'extract', `\`\`\`text\n${asked[0]?.prompt ?? ''}\n\`\`\``)
  expect(settlePage(PAGE, wanted)).toBe(wanted)
  const schema = asked[0]?.schema ?? {}
  const { facts: { items: { properties } } } = schema['properties'] as { facts: { items: { properties: object } } }
  const page = readPage(PAGE).slice(readPage(PAGE).indexOf('## Conversations'), readPage(PAGE).indexOf('## MEMORY.md'))
  expect(Object.keys(properties)).toHaveLength(12)
  for (const field of Object.keys(properties)) expect(page).toMatch(new RegExp(`^\\| [^|]*\`${field}\`[^|]* \\|`, 'm'))
})
