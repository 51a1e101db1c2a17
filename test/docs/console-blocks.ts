// The examples of a page: every block of the language `console`, run in one shell from top to bottom.
//
//   <!-- run: cp -r "$FIXTURES/obsidian" notes -->   a command that readers do not see, before the next block
//   ```console
//   $ memvault log "tea"          a command; `\` at its end goes on in the next line
//   k3v9x2ab4q                    what it says, on stdout and stderr as it comes
//   ```
import { join } from 'node:path'
import { makePlace } from '../support/memvault.ts'
import { runTranscript, type StepResult } from '../support/transcript.ts'
import { ROOT } from './pages.ts'

interface Block {
  /** Where the block's inner text stands in the page. */
  readonly start: number
  readonly end: number
  readonly hidden: readonly string[]
  readonly commands: readonly string[]
}

/** What a reader's home is called in examples. */
const HOME = '/home/you'

function parseBlocks(page: string): Block[] {
  const blocks: Block[] = []
  let hidden: string[] = []
  for (const match of page.matchAll(/^<!-- run: (.*) -->$|^```console\n([\s\S]*?)^```$/gm)) {
    if (match[1] !== undefined) hidden.push(match[1])
    else {
      const start = match.index + '```console\n'.length
      const inner = match[2] ?? ''
      blocks.push({ start, end: start + inner.length, hidden, commands: commandsOf(inner) })
      hidden = []
    }
  }
  return blocks
}

function commandsOf(inner: string): string[] {
  const commands: string[] = []
  let open = false
  for (const line of inner.split('\n')) {
    if (open) commands.push(`${commands.pop() ?? ''}\n${line}`)
    else if (line.startsWith('$ ')) commands.push(line.slice(2))
    open = (open || line.startsWith('$ ')) && line.endsWith('\\')
  }
  return commands
}

/** The page with its examples run: what it should say, and the commands that failed without saying so. */
export async function runPage(page: string): Promise<{ text: string; commands: number; failed: string[] }> {
  const blocks = parseBlocks(page)
  const place = makePlace()
  try {
    const setUp = `export NODE_OPTIONS='--require ${JSON.stringify(join(import.meta.dirname, 'fixed-random.cjs'))}' FIXTURES='${join(ROOT, 'fixtures')}'; cd`
    const commands = [setUp, ...blocks.flatMap((block) => [...block.hidden, ...block.commands])]
    const results = await runTranscript(place, { steps: commands.map((command) => ({ before: [], command: `{ ${command}\n} 2>&1`, input: [] })), after: [] })
    const mask = (text: string): string => text.replaceAll(place.env['HOME'] ?? '', HOME)
    const failed = results.flatMap(({ status, stdout }, index) => (status === 0 ? [] : [`${commands[index]}: exit ${status}\n${stdout}`]))
    return { text: fill(page, blocks, results.slice(1), mask), commands: commands.length - 1, failed }
  } finally {
    place.remove()
  }
}

function fill(page: string, blocks: readonly Block[], results: readonly StepResult[], mask: (text: string) => string): string {
  let text = ''
  let at = 0
  let next = 0
  for (const block of blocks) {
    next += block.hidden.length
    const shown = block.commands.map((command) => {
      const output = mask(results[next++]?.stdout ?? '')
      return `$ ${command}\n${output}${output === '' || output.endsWith('\n') ? '' : '\n'}`
    })
    text += page.slice(at, block.start) + shown.join('')
    at = block.end
  }
  return text + page.slice(at)
}
