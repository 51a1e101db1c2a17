// `npm run bench`: measures the built program on generated vaults, and says how it stands to what was promised.
//   node bench/run.mjs [dream log search model concurrency kills histories] [--json] [--strict] [--rounds 40] [--kills 200] [--facts 240] [--histories 200] [--seed 1]
// Exit status 1 where a check fails, with --strict also where a target is missed.
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import * as concurrency from './cases/concurrency.mjs'
import * as dream from './cases/dream.mjs'
import * as kills from './cases/kills.mjs'
import * as log from './cases/log.mjs'
import * as model from './cases/model.mjs'
import * as search from './cases/search.mjs'
import * as histories from './cases/two-clones.mjs'
import { renderTable } from './parts/table.mjs'

const CASES = { log, search, model, concurrency, dream, kills, histories }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '40' },
    kills: { type: 'string', default: '200' },
    facts: { type: 'string', default: '240' },
    histories: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const names = positionals.length > 0 ? positionals : Object.keys(CASES)
const unknown = names.filter((name) => !Object.hasOwn(CASES, name))
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are:`)
  for (const [name, { about }] of Object.entries(CASES)) console.error(`  ${name.padEnd(12)} ${about}`)
  process.exit(2)
}

const say = (text) => console.error(`… ${text}`)
const rows = []
let failed = false
for (const name of names) {
  try {
    const measured = await CASES[name].run({ seed: Number(values.seed), rounds: Number(values.rounds), kills: Number(values.kills), facts: Number(values.facts), histories: Number(values.histories), say })
    rows.push(...measured.map((row) => ({ bench: name, ...row, holds: row.most === undefined ? null : row.value <= row.most })))
  } catch (error) {
    failed = true
    console.error(`${name} failed: ${error.message}`)
  }
}

const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, cpus: cpus().length, model: cpus()[0]?.model.trim() ?? '', memoryGB: Math.round(totalmem() / 2 ** 30) }
console.log(values.json ? JSON.stringify({ type: 'memvault/bench', version: 1, machine, rows }) : renderTable(machine, rows))
if (failed || (values.strict && rows.some((row) => row.holds === false))) process.exitCode = 1
