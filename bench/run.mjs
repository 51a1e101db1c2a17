// `npm run bench`: measures the built program on generated vaults, and says how it stands to what was promised.
//   node bench/run.mjs [dream log search model oracle concurrency crashes kills fuzz histories year fit] [--json] [--strict]
//   [--seed 1]
//     [--rounds 40] [--million] [--sizes 1000,10000] [--alone] [--kills N] [--facts 240] [--inputs 50000] [--histories
//     200] [--days 365] [--picture FILE.svg] [--save FILE.md]
// --alone leaves other engines out, --picture draws the curves of search or of a year, --save puts the results in the
// place of older ones in a document. Exit status 1 where a check fails, with --strict also where a target is missed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as concurrency from './cases/concurrency.mjs';
import * as dream from './cases/dream.mjs';
import * as crashes from './cases/crashes.mjs';
import * as fit from './cases/fit.mjs';
import * as fuzz from './cases/fuzz.mjs';
import * as kills from './cases/kills.mjs';
import * as log from './cases/log.mjs';
import * as model from './cases/model.mjs';
import * as oracle from './cases/oracle.mjs';
import * as search from './cases/search.mjs';
import * as histories from './cases/two-clones.mjs';
import * as year from './cases/year.mjs';
import { renderPicture } from './parts/picture.mjs';
import { putInto, renderTable } from './parts/table.mjs';

const CASES = { log, search, model, oracle, concurrency, dream, crashes, kills, fuzz, histories, year, fit };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '40' },
    kills: { type: 'string' },
    facts: { type: 'string', default: '240' },
    inputs: { type: 'string', default: '50000' },
    batch: { type: 'string' },
    histories: { type: 'string', default: '200' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    diary: { type: 'string' },
    only: { type: 'string' },
    sizes: { type: 'string' },
    million: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    picture: { type: 'string' },
    save: { type: 'string' },
  },
});
/** The fuzz takes half an hour and the fit writes into the sources, so they run only when they are named. */
const names =
  positionals.length > 0 ? positionals : Object.keys(CASES).filter((name) => name !== 'fuzz' && name !== 'fit');
const unknown = names.filter((name) => !Object.hasOwn(CASES, name));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are:`);
  for (const [name, { about }] of Object.entries(CASES)) console.error(`  ${name.padEnd(12)} ${about}`);
  process.exit(2);
}

const say = (text) => console.error(`… ${text}`);
const options = {
  ...Object.fromEntries(
    ['seed', 'rounds', 'facts', 'inputs', 'histories', 'days'].map((name) => [name, Number(values[name])]),
  ),
  ...Object.fromEntries(
    ['kills', 'batch'].filter((name) => values[name] !== undefined).map((name) => [name, Number(values[name])]),
  ),
  ...(values.data === undefined ? {} : { data: resolve(values.data) }),
  diary: values.diary,
  only: values.only?.split(','),
  million: values.million,
  alone: values.alone,
  sizes: values.sizes?.split(',').map(Number),
  say,
};
const rows = [];
/** What a case says beside its rows, in the words of the script that it runs. */
let scores = {};
let failed = false;
for (const name of names) {
  try {
    const measured = await CASES[name].run(options);
    scores = { ...scores, ...measured.scores };
    rows.push(
      ...measured.map((row) => ({
        bench: name,
        ...row,
        holds: row.most === undefined || row.value === null ? null : row.value <= row.most,
      })),
    );
  } catch (error) {
    failed = true;
    console.error(`${name} failed: ${error.message}`);
  }
}

const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpus: cpus().length,
  model: cpus()[0]?.model.trim() ?? '',
  memoryGB: Math.round(totalmem() / 2 ** 30),
};
console.log(
  values.json
    ? JSON.stringify({ type: 'memvault/bench', version: 1, ...scores, machine, rows })
    : renderTable(machine, rows),
);
if (values.picture !== undefined && !failed) {
  mkdirSync(dirname(values.picture), { recursive: true });
  writeFileSync(values.picture, renderPicture(rows));
}
if (values.save !== undefined && !failed)
  writeFileSync(values.save, putInto(readFileSync(values.save, 'utf8'), rows, Object.keys(CASES)));
if (failed || (values.strict && rows.some((row) => row.holds === false))) process.exitCode = 1;
