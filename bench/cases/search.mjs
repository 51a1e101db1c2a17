// Searching from a cold start, beside other ways to search the same facts; one log, the index after it, the index from
// nothing. At sizes tenfold apart, in vaults of which the older half is dreamed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../parts/facts-of.mjs';
import { bytesBelow, copyOf, halfDreamed } from '../parts/half-dreamed.mjs';
import { RIVALS } from '../parts/rivals.mjs';
import { interleave, measureRun, median, memvault, outputOf, PROGRAM } from '../parts/run-program.mjs';

export const about =
  'cold search beside other engines, log, index, reindex, at 1,000, 10,000 and 100,000 facts (--million, --sizes 1000,10000)';

/** Three words each, frequent and rare ones of the generator. */
const QUESTIONS = [
  'Nadia dashboard budget',
  'birthday Kyoto ferry',
  'Redis staging memory',
  'knee ibuprofen doctor',
  'lighthouse review March',
  'sourdough lentils Priya',
  'rowing Bergen Friday',
  'Piranesi chapter finished',
];

/** `index`: what it takes beyond a bare node, against the smallest vault. */
const SIZES = [
  { facts: 1000, days: 100, search: 1.25 },
  { facts: 10_000, days: 500, search: 1.35 },
  { facts: 100_000, days: 500, search: 1.7, fromJson: 1 / 20, reindex: 3, index: 2 },
  { facts: 1_000_000, days: 5000, search: 3.5 },
];
const MILLION = 1_000_000;
const INDEX_TO_MARKDOWN = 0.8;
const LOG = 1.1;
/** So many facts of each vault are looked for, the first and the last among them. */
const KNOWN = 5;

export function run({ seed, say, rounds, sizes, million, alone }) {
  const vaults = [];
  try {
    for (const size of chosen(sizes, million)) vaults.push(prepare({ ...size, seed }, alone ? [] : RIVALS, say));
    say(`search at ${vaults.map(({ name }) => name).join(', ')}, ${rounds} rounds`);
    const times = measureInTurn(vaults, rounds);
    for (const { vault } of vaults) checkNew(vault);
    return [...vaults.flatMap((vault, at) => rowsOf(vault, times[at])), ...growth(vaults, times)];
  } finally {
    for (const { vault } of vaults) rmSync(vault, { recursive: true, force: true });
  }
}

/** Others than those that have targets are for trying out. */
function chosen(sizes, million) {
  if (sizes === undefined) return SIZES.filter(({ facts }) => facts < MILLION || million);
  if (!sizes.every((facts) => Number.isInteger(facts) && facts >= 100))
    throw new Error('--sizes takes whole numbers from 100 on, as in 1000,10000');
  return [...sizes]
    .sort((a, b) => a - b)
    .map(
      (facts) => SIZES.find((size) => size.facts === facts) ?? { facts, days: Math.min(500, Math.ceil(facts / 10)) },
    );
}

/** A vault to measure in, with an index that was built from nothing, and the other engines beside it. */
function prepare(size, others, say) {
  const { facts } = size;
  const name = `${facts.toLocaleString('en')} facts`;
  const kept = halfDreamed(size, say);
  const vault = copyOf(kept.folder);
  try {
    say(`reindex of ${name}`);
    const reindex = measureReindex(vault, facts < MILLION ? 3 : 1);
    const index = bytesBelow(join(vault, '.memvault', 'cache'));
    checkKnown(vault, kept.folder, facts);
    const rivals = others.map((rival) => rival({ vault, folder: kept.folder, facts, say }));
    checkRivals(rivals);
    const memory = measureRun(['search', QUESTIONS[0], '--no-recall', '--vault', vault]).megabytes;
    return { size, name, vault, kept, rivals, reindex, index, memory };
  } catch (error) {
    rmSync(vault, { recursive: true, force: true });
    throw error;
  }
}

/**
 * For each vault medians in milliseconds by name. A round goes through all vaults: what else the machine does falls on
 * all of them.
 */
function measureInTurn(vaults, rounds) {
  const commands = vaults.map(commandsIn);
  const times = interleave(
    commands.flatMap((named) => Object.values(named)),
    rounds,
  );
  return commands.map((named) => Object.fromEntries(Object.keys(named).map((name) => [name, median(times.shift())])));
}

/** What a round does in a vault. It logs one fact, which the search behind it sees first, then `index`. */
function commandsIn({ vault, rivals }) {
  const there = rivals.filter(({ missing }) => missing === undefined);
  const question = (round) => QUESTIONS[(round + 2) % QUESTIONS.length];
  const search = (round) => [PROGRAM, 'search', question(round), '--vault', vault];
  return {
    bare: ['-e', '0'],
    search,
    ...Object.fromEntries(there.map(({ name, ask }) => [name, (round) => ask(question(round))])),
    ...Object.fromEntries(
      there.filter(({ bare }) => bare !== undefined).map(({ name, bare }) => [`bare ${name}`, bare]),
    ),
    log: (round) => [
      PROGRAM,
      'log',
      `User noticed sample ${round + 2} beside the ${question(round)}.`,
      '--vault',
      vault,
    ],
    searchAfterLog: search,
    index: [PROGRAM, 'index', '--vault', vault],
  };
}

function measureReindex(vault, times) {
  const runs = Array.from({ length: times }, () => measureRun(['reindex', '--vault', vault]));
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
  };
}

/** Throws where a fact of the vault is not found by its own words, on its line of the log or as a source of a claim. */
function checkKnown(vault, folder, facts) {
  let at = 0;
  for (const { id, text } of factsOf(join(folder, 'vault'))) {
    if (at++ % Math.floor((facts - 1) / (KNOWN - 1)) !== 0) continue;
    // In quotes, since others with the same date or person may come before it; among all, since some are superseded.
    const { hits } = search(vault, `"${text}"`, '--all', '-n', '50');
    if (!hits.some((hit) => hit.id === id || hit.text.includes(text) || hit.sources.some((source) => source.id === id)))
      throw new Error(`fact ${id} (${text}) is not found at ${facts} facts`);
  }
  if (at !== facts) throw new Error(`${at} facts of ${facts} could be read back`);
}

/** Throws where another engine is measured that finds nothing. */
function checkRivals(rivals) {
  for (const { name, ask } of rivals) {
    if (ask !== undefined && outputOf(ask(QUESTIONS[0])) === '')
      throw new Error(`${name} finds nothing for ${QUESTIONS[0]}`);
  }
}

/** Throws where a fact that was just logged is not found, before `index` and after it. */
function checkNew(vault) {
  memvault(['log', 'User keeps the spare fuse behind the blue door.', '--vault', vault]);
  for (const when of ['before', 'after']) {
    if (when === 'after') memvault(['index', '--quiet', '--vault', vault]);
    if (!search(vault, 'spare fuse').hits[0]?.text.includes('spare fuse'))
      throw new Error(`a fact that was just logged is not found ${when} index`);
  }
}

const search = (vault, question, ...flags) =>
  JSON.parse(memvault(['search', question, ...flags, '--json', '--no-recall', '--vault', vault]));

/** `line` and `facts` are for the picture. */
function rowsOf({ size, name, kept, rivals, memory, reindex, index }, times) {
  const { facts } = size;
  const against = (value, most) => ({ value, unit: '×', ...(most !== undefined && { most }) });
  return [
    { what: `${name}: daily files`, value: kept.days, unit: '' },
    { what: `${name}: dreamed pages`, value: kept.pages, unit: '' },
    { what: `${name}: of them dreamed`, value: kept.dreamed, unit: '' },
    { what: `${name}: markdown`, value: kept.markdown / 1e6, unit: 'MB' },
    { what: `bare node -e 0, beside ${name}`, value: times.bare, unit: 'ms', line: 'bare node', facts },
    { what: `search, ${name}`, value: times.search, unit: 'ms', line: 'memvault', facts },
    { what: `search, ${name}, against bare node`, ...against(times.search / times.bare, size.search) },
    { what: `search, ${name}, peak memory`, value: memory, unit: 'MB' },
    ...rivals.flatMap((rival) => rowsOfRival(rival, { size, name, times, against })),
    { what: `log, ${name}`, value: times.log, unit: 'ms' },
    { what: `log, ${name}, against bare node`, ...against(times.log / times.bare, LOG) },
    { what: `search after one new fact, ${name}`, value: times.searchAfterLog, unit: 'ms' },
    { what: `search after one new fact, ${name}, against bare node`, ...against(times.searchAfterLog / times.bare) },
    { what: `index after one new fact, ${name}`, value: times.index, unit: 'ms' },
    {
      what: `reindex, ${name}`,
      value: reindex.seconds,
      unit: 's',
      ...(size.reindex !== undefined && { most: size.reindex }),
    },
    { what: `reindex, ${name}, peak memory`, value: reindex.megabytes, unit: 'MB' },
    { what: `index, ${name}`, value: index / 1e6, unit: 'MB' },
    { what: `index, ${name}, against the markdown`, ...against(index / kept.markdown, INDEX_TO_MARKDOWN) },
  ];
}

function rowsOfRival({ name: rival, missing, bare }, { size, name, times, against }) {
  if (missing !== undefined)
    return [{ what: `${rival}, ${name} (${missing})`, value: null, unit: '', note: 'left out' }];
  return [
    { what: `${rival}, ${name}`, value: times[rival], unit: 'ms', line: rival, facts: size.facts },
    ...(bare === undefined
      ? []
      : [{ what: `bare node of ${rival}, beside ${name}`, value: times[`bare ${rival}`], unit: 'ms' }]),
    {
      what: `search against ${rival}, ${name}`,
      ...against(times.search / times[rival], rival === 'MiniSearch from JSON' ? size.fromJson : undefined),
    },
  ];
}

function growth(vaults, times) {
  const beyondBare = times.map(({ index, bare }) => index - bare);
  return vaults.slice(1).map(({ name, size: { index } }, at) => ({
    what: `index after one new fact, beyond bare node, ${name} against ${vaults[0].name}`,
    value: beyondBare[at + 1] / beyondBare[0],
    unit: '×',
    ...(index !== undefined && { most: index }),
  }));
}
