// The table of docs/how-it-works.md is what the program does: its statements are logged, dreamed and looked up.
// With UPDATE_DOCS=1 the column `becomes` says what became of them.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, memvault, type Place } from '../support/memvault.ts'
import { readPage, row, settlePage, withPart } from './pages.ts'

const PAGE = 'docs/how-it-works.md'
const FIRST_DAY = Date.UTC(2026, 0, 5)
const DAY = 86_400_000

interface Example {
  readonly older: string
  readonly newer: string
  readonly days: number
  readonly because: string
}

interface Outcome {
  readonly as: string
  readonly page?: string
  readonly by?: string
}

test('the table of examples says what becomes of them', async () => {
  const examples = readExamples(readPage(PAGE))
  expect(examples.length).toBeGreaterThanOrEqual(20)
  const place = makePlace()
  try {
    const outcomes = await dream(place, examples)
    const rows = examples.map(({ older, newer, days, because }, at) => row(older, newer, String(days), outcomes[at] ?? '', because))
    const wanted = withPart(PAGE, 'judged', [row('first', 'later', 'days between', 'becomes', 'because'), row('---', '---', '---', '---', '---'), ...rows].join('\n'))
    expect(settlePage(PAGE, wanted)).toBe(wanted)
    expect(new Set(outcomes)).toEqual(new Set(['update', 'late', 'duplicate', 'conflict', 'correction', 'asked', 'both stay']))
  } finally {
    place.remove()
  }
})

function readExamples(page: string): Example[] {
  const table = /<!-- generated: judged -->([\s\S]*?)<!-- end: judged -->/.exec(page)?.[1] ?? ''
  return table.split('\n').filter((line) => /^\| (?!---|first )/.test(line)).map((line) => {
    const [older = '', newer = '', days = '', , because = ''] = line.slice(2, -2).split(' | ')
    return { older, newer, days: Number(days), because }
  })
}

/** What becomes of each pair, in one vault: a first dream over the older statements, a second over the newer ones. */
async function dream(place: Place, examples: readonly Example[]): Promise<string[]> {
  const vault = join(place.root, 'vault')
  mkdirSync(join(vault, 'daily'), { recursive: true })
  const run = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await memvault(place, args, { cwd: vault })
    expect({ status, stderr: /^memvault:.*/m.exec(stderr)?.[0] ?? '' }, args.join(' ')).toEqual({ status: 0, stderr: '' })
    return stdout
  }
  await run('init', '-q')
  writeLogs(vault, '09:00', examples.map(({ older: text }, at) => ({ text, day: dayOf(at), id: idOf('a', at) })))
  await run('dream', '--yes', '-q')
  writeLogs(vault, '15:00', examples.map(({ newer: text, days }, at) => ({ text, day: dayOf(at + days), id: idOf('b', at) })))
  await run('dream', '--yes', '-q')

  const { facts } = JSON.parse(await run('facts', '--json')) as { facts: { id: string; disposition: Outcome | null }[] }
  const { reviews } = JSON.parse(await run('review', 'list', '--json')) as { reviews: { facts: string[] }[] }
  const became = new Map(facts.map(({ id, disposition }) => [id, disposition]))
  return examples.map((_, at) => {
    const [older, newer] = [idOf('a', at), idOf('b', at)]
    const isAsked = reviews.some((review) => [older, newer].every((id) => review.facts.includes(id)))
    const isPast = (page = ''): boolean => new RegExp(String.raw`^- ~~.*\[\^${older}\]`, 'm').test(readFileSync(join(vault, page), 'utf8'))
    return wordFor(became.get(older) ?? null, became.get(newer) ?? null, { isAsked, isPast })
  })
}

function wordFor(older: Outcome | null, newer: Outcome | null, { isAsked, isPast }: { isAsked: boolean; isPast: (page?: string) => boolean }): string {
  if (older === null || newer === null) return 'pending'
  if (older.as === 'superseded') return isPast(older.page) ? 'update' : 'correction'
  if (newer.as === 'superseded') return 'late'
  if (newer.as !== 'placed') return newer.as
  return isAsked ? 'asked' : 'both stay'
}

function writeLogs(vault: string, time: string, facts: readonly { text: string; day: string; id: string }[]): void {
  for (const { text, day, id } of facts) {
    const path = join(vault, 'daily', `${day}.md`)
    if (!existsSync(path)) writeFileSync(path, `# Daily Log - ${day}\n`)
    appendFileSync(path, `\n## ${time} — ${id}\n- [note] ${text} ^${id}\n`)
  }
}

/** The first statements are a day apart. */
function dayOf(days: number): string {
  return new Date(FIRST_DAY + days * DAY).toISOString().slice(0, 10)
}

function idOf(letter: string, at: number): string {
  return `${letter}${String(at).padStart(2, '0')}0000000`
}
