// Real processes that are killed with SIGKILL while a dream of several batches applies. After each the next dream must
// end with the bytes of one that nobody disturbed. Any difference fails the benchmark.
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareFiles, digestFiles, makeVault } from '../parts/bench-vault.mjs';
import { countFolders, countRuns, leftovers, runUntil } from '../parts/kill-run.mjs';
import { createRandom } from '../parts/random.mjs';
import { median, memvault } from '../parts/run-program.mjs';

export const about = 'dreams killed with SIGKILL while they apply (--kills 200 --facts 240); the next makes them whole';

const DAYS = 12;
/** Pages, ledger and log.md are there already when the killed dream begins: it gets the last days. */
const LATER_DAYS = 8;

export async function run({ seed, say, kills = 200, facts }) {
  const prepared = prepare(seed, facts);
  const vault = `${prepared}-killed`;
  const dream = ['dream', '--batch', '--force', '--max-days', '2', '--vault', vault];
  const known = countRuns(prepared).done;
  const folders = countFolders(prepared);
  const watched = (more) =>
    runUntil(dream, {
      applies: () => countFolders(vault) > folders && countRuns(vault).open + countRuns(vault).done > known,
      ...more,
    });
  try {
    const undisturbed = await measure(prepared, vault, watched);
    const { expected, usual } = undisturbed;
    let { applying } = undisturbed;
    const runs = countRuns(vault).done - known;
    if (runs < 2) throw new Error(`the dream had ${runs} batches; it should have several`);
    say(
      `${kills} dreams of ${runs} batches, which begin to apply after ${Math.round(usual)} ms and take ${Math.round(applying)} ms for it`,
    );
    const random = createRandom(seed);
    const told = {
      'before the first journal stood': 0,
      'within a batch': 0,
      'between two batches': 0,
      'behind the last batch': 0,
      'not at all: it was over': 0,
    };
    for (let kill = 0; kill < kills; kill++) {
      copy(prepared, vault);
      // From just before to just after, each in its own part of the time.
      const ended = await watched({ usual, killAfter: (((kill + random.next()) / kills) * 1.15 - 0.1) * applying });
      const { open, done } = countRuns(vault);
      told[momentOf(ended, open, done - known, runs)]++;
      // How long it takes changes with what else the machine does.
      if (!ended.killed) applying = (applying + ended.milliseconds - ended.began) / 2;
      const next = await watched({});
      checkNext(vault, next, expected, `kill ${kill + 1} (${open} open, ${done - known} of ${runs} batches done)`);
      if (kill % 20 === 0) memvault(['lint', '--quiet', '--vault', vault]);
    }
    return [
      ...Object.entries(told).map(([what, value]) => ({ what: `killed ${what}`, value, unit: '' })),
      { what: 'dreams that a kill left different', value: 0, unit: '', most: 0 },
    ];
  } finally {
    for (const folder of [prepared, vault]) rmSync(folder, { recursive: true, force: true });
  }
}

function momentOf({ killed, status }, open, done, runs) {
  if (!killed) {
    if (status !== 0) throw new Error(`a dream that was not killed ended with ${status}`);
    return 'not at all: it was over';
  }
  if (open > 0) return 'within a batch';
  return done === 0 ? 'before the first journal stood' : done < runs ? 'between two batches' : 'behind the last batch';
}

/** A vault in which some days are dreamed and the later ones wait. */
function prepare(seed, facts) {
  const vault = makeVault({ facts, days: DAYS, seed });
  const away = `${vault}-later`;
  mkdirSync(away);
  const later = readdirSync(join(vault, 'daily'))
    .filter((name) => /^\d/.test(name))
    .sort()
    .slice(-LATER_DAYS);
  for (const name of later) renameSync(join(vault, 'daily', name), join(away, name));
  memvault(['dream', '--batch', '--force', '--vault', vault]);
  for (const name of later) renameSync(join(away, name), join(vault, 'daily', name));
  rmSync(away, { recursive: true });
  return vault;
}

function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

/**
 * Undisturbed dreams: the bytes they end with, and, in milliseconds, when they begin to apply and how long they take
 * for it.
 */
async function measure(prepared, vault, watched) {
  const begins = [];
  const lengths = [];
  let expected;
  for (let round = 0; round < 3; round++) {
    copy(prepared, vault);
    const { status, stderr, began, milliseconds } = await watched({});
    if (status !== 0 || began === null) throw new Error(`an undisturbed dream ended with ${status}\n${stderr}`);
    begins.push(began);
    lengths.push(milliseconds - began);
    const digests = digestFiles(vault);
    if (expected) compareFiles(expected, digests);
    expected = digests;
  }
  memvault(['lint', '--quiet', '--vault', vault]);
  return { expected, usual: median(begins), applying: median(lengths) };
}

function checkNext(vault, { status, stderr }, expected, what) {
  if (status !== 0) throw new Error(`after ${what} the next dream ended with ${status}\n${stderr}`);
  try {
    compareFiles(expected, digestFiles(vault));
  } catch (error) {
    throw new Error(`after ${what} and the next dream: ${error.message}`, { cause: error });
  }
  const left = leftovers(vault);
  if (left.length > 0 || countRuns(vault).open > 0)
    throw new Error(`after ${what} and the next dream there is ${left.join(', ') || 'an open journal'}`);
}
