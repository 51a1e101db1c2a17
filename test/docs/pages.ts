// The pages of the documentation as files, and their generated parts: compared, or written anew with
// `UPDATE_DOCS=1 npx vitest run test/docs --no-file-parallelism`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

const UPDATES = (process.env['UPDATE_DOCS'] ?? '') !== ''

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What the page says, to be compared with what it should say; with UPDATE_DOCS it says that from now on. */
export function settlePage(path: string, wanted: string): string {
  if (UPDATES && readPage(path) !== wanted) writeFileSync(join(ROOT, path), wanted)
  return readPage(path)
}

/** The page with another text between `<!-- generated: name -->` and `<!-- end: name -->`. */
export function withPart(path: string, name: string, text: string): string {
  const page = readPage(path)
  const begin = `<!-- generated: ${name} -->\n`
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf(`<!-- end: ${name} -->`)
  if (to < from) throw new Error(`${path} lacks the marks of the part ${name}`)
  return `${page.slice(0, from)}\n${text.trim()}\n\n${page.slice(to)}`
}

/** One row of a table, with what would end a cell escaped. */
export const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
