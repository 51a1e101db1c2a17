// What agents are taught about memvault holds: every command of the skill is run in a fresh vault, those in running
// text too. `UPDATE_DOCS=1 npx vitest run test/docs` writes anew what they say.
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { profileHead } from '../../src/language/profile.ts'
import { templateRoutes } from '../../src/page/schema.ts'
import slots from '../../templates/slots/kinds.json'
import { runPage } from './console-blocks.ts'
import { readPage, settlePage } from './pages.ts'

const SKILL = 'templates/agents/SKILL.md'
const ALWAYS = 'templates/agents/always.md'

/** A vault in which a little is known, as the skill's examples ask for it. */
const VAULT = `<!-- run: memvault init --no-git -q ~/notebook && export MEMVAULT_VAULT=~/notebook && printf '%s\\n' 'Ann: I moved to Ghent in March 2025.' 'Ben: Nice.' >talk.txt -->
<!-- run: memvault log -q "Atlas is deployed to Fly.io because it was the quickest to set up" -c decision --project atlas --date 2026-06-20 -->
<!-- run: memvault log -q "Kim keeps the deployment of Atlas in deploy/fly.toml" -c technical --project atlas --date 2026-06-22 -->
`

/** Commands in running text, with words for what they leave open. */
function commandsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  const found = Array.from(prose.matchAll(/`(memvault [^`]+)`/g), (match) => match[1] ?? '')
  return found.map((command) => command.replace('FILE', 'talk.txt').replace('COMMAND', 'search'))
}

/** The page with what is run in it and shows nothing as commands that readers do not see, and the way back. */
function unshown(page: string): { text: string; shown: (text: string) => string } {
  const blocks: string[] = []
  const text = page.replace(/^```sh\n([\s\S]*?)^```$/gm, (block, inner: string) => {
    blocks.push(block)
    return `${hidden(inner.trimEnd().split('\n'))}<!-- block -->`
  })
  return { text, shown: (run) => run.replace(/(?:<!-- run: .* -->\n)+<!-- block -->/g, () => blocks.shift() ?? '') }
}

const hidden = (commands: readonly string[]): string => commands.map((command) => `<!-- run: ${command} -->\n`).join('')

test('every command of the skill does what it says', async () => {
  const skill = readPage(SKILL)
  const { text, shown } = unshown(skill)
  const loose = [...commandsIn(skill), ...commandsIn(readPage(ALWAYS))]
  expect(loose.length).toBeGreaterThan(5)
  const end = `${hidden(loose)}\`\`\`console\n$ memvault facts --json | grep -c "over spaces"\n1\n$ memvault search "where is Atlas deployed" --no-recall | grep -c -e "quickest to set up" -e Hetzner\n1\n\`\`\`\n`
  const run = await runPage(`${VAULT}${text}${end}`)
  expect(run.failed).toEqual([])
  expect(run.commands).toBeGreaterThan(20)
  expect(run.text.endsWith(end)).toBe(true)
  const wanted = shown(run.text.slice(VAULT.length, -end.length))
  expect(settlePage(SKILL, wanted)).toBe(wanted)
})

test('the skill keeps to what agents read', () => {
  const skill = readPage(SKILL)
  const head: unknown = parse(/^---\n([\s\S]*?)\n---\n/.exec(skill)?.[1] ?? '')
  expect(head).toEqual({ name: 'memvault', description: expect.stringMatching(/^[^<>]{50,250}$/) })
  expect(skill.split('\n').length).toBeLessThan(180)
  expect(skill.split(/\s+/).length).toBeLessThan(1500)
  expect(skill.match(/^<!-- vault -->$/gm)).toHaveLength(1)
})

test('the keys of the skill are those that have one value at a time, its kinds those of a profile', () => {
  const [, kinds = '', keys = ''] = /`kind` is ([^.]*)\. .* by itself: ([^.]*)\.$/m.exec(readPage(SKILL)) ?? []
  expect(keys.split(/, | or /).sort()).toEqual(Object.keys(slots.keys).sort())
  expect(kinds.split(/, | or /).filter((kind) => kind !== 'event' && profileHead(kind) === null)).toEqual([])
})

test('the categories of the skill have pages', () => {
  const [, named = ''] = /^- `-c`: (.*)\.$/m.exec(readPage(SKILL)) ?? []
  const routes = templateRoutes({ personal: '3_Personal', wiki: '2_Wiki' }).routes
  expect(named.split(/, | or /).sort()).toEqual([...routes.keys()].sort())
})
