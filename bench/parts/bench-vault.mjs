// Vaults for the benchmarks: made by `memvault init`, filled with generated logs, checked afterwards.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { generateLogs, writeLogs } from '../generate.mjs';
import { memvault } from './run-program.mjs';

/** A vault with so many generated facts; without `facts` an empty one. */
export function makeVault({ facts, days, seed } = {}) {
  const vault = mkdtempSync(join(tmpdir(), 'memvault-bench-'));
  memvault(['init', '--no-git', vault]);
  if (facts !== undefined) writeLogs(join(vault, 'daily'), generateLogs({ facts, days, seed }));
  return vault;
}

/** Throws where a fact has no disposition, or `lint` finds an error. Gives the number of facts. */
export function checkVault(vault, facts) {
  const listed = JSON.parse(memvault(['facts', '--json', '--vault', vault])).facts;
  const open = listed.filter(({ disposition }) => disposition === null);
  if (listed.length !== facts) throw new Error(`${listed.length} facts of ${facts} are there`);
  if (open.length > 0) throw new Error(`${open.length} facts have no disposition, the first is ${open[0].id}`);
  const { findings } = JSON.parse(memvault(['lint', '--json', '--vault', vault]));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`lint: ${errors.length} errors, the first ${JSON.stringify(errors[0])}`);
}

/** Digest of every file that a dream may change, by path. What a run keeps for itself aside. */
export function digestFiles(vault) {
  const own = ['cache/', 'runs/', 'lock', 'state.json'].map((name) => `.memvault/${name}`);
  const files = readdirSync(vault, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [relative(vault, path), path])
      .filter(([name]) => !own.some((start) => name.startsWith(start)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Throws where a file differs. */
export function compareFiles(before, after) {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(path) !== after.get(path))
      throw new Error(`${path} was ${after.has(path) ? (before.has(path) ? 'changed' : 'made') : 'removed'}`);
  }
}
