// docs/dreaming.md shows what a person sees at a terminal of 80 columns: the program's own screen, with a scripted
// model.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlace, memvault, type Place, program } from '../support/memvault.ts'
import { answerAll, type Decide } from '../support/model-server/answers.ts'
import { startOllama } from '../support/model-server/ollama.ts'
import { screenOf } from '../support/screen.ts'
import { settlePage, withPart } from './pages.ts'

const PAGE = 'docs/dreaming.md'
const [ENTER, DOWN] = ['\r', '\u001B[B']
/** How a list of choices ends on the screen. */
const LIST = 'confirm'

const BEFORE = ['- [work] The stand-up is at 9:30 ^st4nd0p000', '- [preference] User prefers tea over coffee ^tea0000000']
const PENDING = {
  '2026-06-29': ['- [work] The stand-up is at 10:00 now ^st4nd0p100', '- [preference] What User prefers is tea, over coffee ^tea1000000'],
  '2026-06-30': ['- [health] btw User ran 5 km in 31 minutes ^r5nk000000', '- [work] Ana reviews the release notes on Thursdays ^ana0000000'],
}

const decide: Decide = ({ says }, { claims }) => {
  if (says.startsWith('btw')) return { text: says.replace('btw ', '') }
  return says.includes('10:00') ? { as: 'supersedes', claim: claims.find((claim) => claim.says.includes('9:30'))?.id ?? null } : {}
}

/** Skipped where there is no such program to make terminals with. */
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

describe.runIf(hasTerminals)('a dream at a terminal of 80 columns', () => {
  let place: Place
  let vault: string
  /** What the program wrote until each question, and until its end. */
  let seen: readonly string[]
  beforeAll(async () => {
    place = makePlace()
    vault = join(place.root, 'notebook')
    await memvault(place, ['init', '--no-git', vault, '-q'])
    log('2026-06-20', BEFORE)
    await memvault(place, ['dream', '--yes', '-q'], { cwd: vault, env: { ...place.env, MEMVAULT_NOW: '2026-06-21T12:00:00Z' } })
    for (const [day, lines] of Object.entries(PENDING)) log(day, lines)
    seen = await atTerminal([['Page 1 of', ENTER], ['Page 2 of', `${DOWN.repeat(3)}${ENTER}`], ['Page 3 of', ENTER], ['Drop all', ENTER]])
  })
  afterAll(() => place.remove())

  test('docs/dreaming.md shows it from the beginning to the end', () => {
    const [first = '', whole = ''] = [seen[0], seen.at(-1)].map((text = '') => screenOf(text).trimEnd())
    expectPart('first', first)
    expectPart('rest', whole.slice(whole.indexOf('Page 2 of')))
    expect(whole.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  function expectPart(name: string, text: string): void {
    const wanted = withPart(PAGE, name, `\`\`\`text\n${text}\n\`\`\``)
    expect(settlePage(PAGE, wanted)).toBe(wanted)
  }

  function log(day: string, lines: readonly string[]): void {
    mkdirSync(join(vault, 'daily'), { recursive: true })
    writeFileSync(join(vault, `daily/${day}.md`), `# Daily Log - ${day}\n`)
    appendFileSync(join(vault, `daily/${day}.md`), `\n## 09:10 — cli-aaaa\n\n${lines.join('\n')}\n`)
  }

  /** Each reply is typed once its question, and below it the choices, are seen. */
  async function atTerminal(replies: readonly (readonly [question: string, keys: string])[]): Promise<string[]> {
    const server = await startOllama((call) => ({ says: answerAll(call, decide) }), { models: ['qwen3:8b'] })
    const command = `cd '${vault}'; stty cols 80 rows 40; exec memvault dream --engine ollama --model qwen3:8b --set url=${server.url}`
    const { NO_COLOR: _, ...plain } = place.env
    const waiting = [...replies]
    const until: string[] = []
    const decoder = new TextDecoder()
    let [all, since] = ['', '']
    try {
      await program(place, 'script', ['-qec', command, '/dev/null'], {
        env: { ...plain, TERM: 'xterm', EDITOR: 'vi' }, input: null,
        onStart: (child) => child.stdout?.on('data', (bytes: Buffer) => {
          const chunk = decoder.decode(bytes, { stream: true })
          ;[all, since] = [all + chunk, since + chunk]
          const [question, keys] = waiting[0] ?? []
          if (question === undefined || keys === undefined || !since.includes(question) || since.indexOf(LIST, since.indexOf(question)) < 0) return
          waiting.shift()
          until.push(all)
          since = ''
          child.stdin?.write(keys)
        }),
      })
    } finally {
      await server.close()
    }
    expect(waiting).toEqual([])
    return [...until, all].map((text) => text.replaceAll(server.url, 'http://127.0.0.1:11434'))
  }
})
