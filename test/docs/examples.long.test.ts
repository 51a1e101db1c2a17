// Every example of the documentation is run, and says what the page says. `UPDATE_DOCS=1 npx vitest run
// test/docs --no-file-parallelism` writes anew what the program says; read the difference.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runPage } from './console-blocks.ts'
import { readPage, ROOT, settlePage } from './pages.ts'

const pages = ['README.md', 'CHANGELOG.md', ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
const withExamples = pages.filter((path) => readPage(path).includes('```console\n'))

test('pages with examples are found', () => {
  expect(withExamples).toEqual(expect.arrayContaining(['README.md', 'docs/adopting.md', 'docs/agents.md']))
})

test.concurrent.each(withExamples)('the examples of %s', async (path) => {
  const page = readPage(path)
  const { text, commands, failed } = await runPage(page)
  expect(commands).toBeGreaterThan(0)
  expect(failed).toEqual([])
  expect(settlePage(path, text)).toBe(text)
})

test.each(pages)('the links of %s lead to files of the project', (path) => {
  const prose = readPage(path).replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  const targets = Array.from(prose.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g), (match) => match[1] ?? '')
  expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), decodeURI(target))))).toEqual([])
})
