// Extraction by rules: a table of what is said and the facts that it gives, and how the facts stand in their fields.
import { expect, test, describe } from 'vitest'
import type { Candidate, Conversation, Turn } from '../../src/extract/conversation.ts'
import { extractByRules } from '../../src/extract/rules/rules.ts'
import { BETWEEN_FRIENDS, TO_AN_ASSISTANT, WHILE_CODING, type Utterance } from './utterances.ts'

const AT = '2026-05-20T10:00'

function talk(turns: readonly Partial<Turn>[], project: string | null = null): Conversation {
  return { session: 'ses1', format: 'plain', project, events: turns.length, broken: [], turns: turns.map((turn, index) => ({ event: index + 1, role: 'person', speaker: null, at: AT, text: '', ...turn })) }
}

const saidBy = (speaker: string | null, text: string, project: string | null = null): Candidate[] => extractByRules(talk([{ speaker, text }], project))
const shown = (candidates: readonly Candidate[]): string[] => candidates.map(({ statement }) => `${statement.category}: ${statement.text}`)
const rows: readonly (readonly [speaker: string | null, project: string | null, table: readonly Utterance[]])[] = [[null, null, TO_AN_ASSISTANT], ['Anna', null, BETWEEN_FRIENDS], [null, 'atlas', WHILE_CODING]]

describe.each(rows)('said by %s, project %s', (speaker, project, table) => {
  test.each(table.map(([said, ...facts]) => [said, facts] as const))('%s', (said, facts) => {
    expect(shown(saidBy(speaker, said, project))).toEqual(facts)
  })
})
