// The pages and parts that follow from tables of the program: settings, help pages, the rules of lint.
import { expect, test } from 'vitest'
import { renderHelp } from '../../src/cli/help.ts'
import { VERBS } from '../../src/cli/verbs.ts'
import { keysUnder, SECTIONS, settingOf, showValue } from '../../src/config/settings.ts'
import { variablesOf } from '../../src/config/check.ts'
import { findSecrets, maskSecret } from '../../src/language/secrets/secrets.ts'
import { checksOf, type Rule } from '../../src/lint/rule.ts'
import { EDITORIAL, PROOFS } from '../../src/lint/rules.ts'
import { type Example, readExample } from '../lint/read-example.ts'
import { row, settlePage, withPart } from './pages.ts'

test('docs/cli.md holds the help pages', () => {
  const pages = [null, ...VERBS].map((verb) => ({ name: verb === null ? '' : ` ${verb.name}`, help: renderHelp(verb, 80) }))
  const wanted = [
    '# The command line', '', 'The help pages of the program, as `memvault help COMMAND` prints them.',
    ...pages.flatMap(({ name, help }) => ['', `## memvault${name}`, '', '```text', help.trimEnd(), '```']), '',
  ].join('\n')
  expect(settlePage('docs/cli.md', wanted)).toBe(wanted)
})

test('docs/settings.md lists the settings', () => {
  const sections = Object.entries(SECTIONS).filter(([section]) => keysUnder(section).length > 0).flatMap(([section, about]) => [
    `## ${section}`, '', about, '',
    row('key', 'default', 'takes', 'meaning'), row('---', '---', '---', '---'),
    ...keysUnder(section).map((key) => { const { default: initial, needs, meaning } = settingOf(key); return row(`\`${key}\``, `\`${showValue(initial)}\``, needs, meaning) }), '',
  ])
  const wanted = withPart('docs/settings.md', 'settings', sections.join('\n'))
  expect(settlePage('docs/settings.md', wanted)).toBe(wanted)
})

test('every key of the settings has the variable that docs/settings.md promises', () => {
  expect(variablesOf('consolidate.min_facts')).toEqual(['CONSOLIDATE_MIN_FACTS', 'MIN_FACTS'])
})

const ruleRows = (rules: readonly Rule[], cell: (name: string) => string): string[] => rules.flatMap((rule) => [
  row(cell(rule.name), rule.what),
  ...('kinds' in rule ? checksOf(rule).map(({ label, what }) => row(cell(label), what)) : []),
])

test('docs/design.md lists the rules of lint', () => {
  const wanted = withPart('docs/design.md', 'rules', [row('rule', 'what it proves'), row('---', '---'), ...ruleRows(PROOFS, (name) => `\`${name}\``)].join('\n'))
  expect(settlePage('docs/design.md', wanted)).toBe(wanted)
})

test('docs/lint.md shows each rule with its examples', () => {
  const parts = (rules: readonly Rule[]): string[] => rules.flatMap((rule) => [
    `#### ${rule.name}`, '', rule.what, '',
    ...('kinds' in rule ? checksOf(rule).flatMap((check) => [`##### ${check.label}`, '', check.what, '', ...shown(readExample(check))]) : shown(readExample({ rule: rule.name }))),
  ])
  const shown = ({ notOk, finds }: Example): string[] => [`Finds ${finds.map((found) => `\`${found}\``).join(', ')} in:`, '', ...block(notOk), '']
  const block = (example: string): string[] => {
    const fence = example.includes('```') ? '~~~~' : '```'
    return [`${fence}text`, ...exampleLines(example), fence]
  }
  const link = (name: string): string => `[${name}](#${name.replace('/', '')})`
  const wanted = withPart('docs/lint.md', 'rules', [
    'In the examples, `== path` starts a file, and ledger lines omit the keys that all of them share.', '', row('rule', 'requires'), row('---', '---'), ...ruleRows([...PROOFS, ...EDITORIAL], link), '', '### Proofs', '', ...parts(PROOFS), '### Editorial rules', '', ...parts(EDITORIAL),
  ].join('\n'))
  expect(settlePage('docs/lint.md', wanted)).toBe(wanted)
})

/** Lines of an example that are shown. */
const LONGEST = 24

/** An example as lines: a long one is cut, and what looks like a secret is masked. */
function exampleLines(example: string): string[] {
  const masked = findSecrets(example).reduceRight((text, { start, end }) => text.slice(0, start) + maskSecret(text.slice(start, end)) + text.slice(end), example)
  const lines = masked.trim().split('\n')
  return lines.length <= LONGEST ? lines : [...lines.slice(0, LONGEST - 1), `… and ${lines.length - LONGEST + 1} lines more`]
}
