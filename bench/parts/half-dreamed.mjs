// Vaults as they are in use: the older days are dreamed, by the engine of rules, and stand on pages; the later ones
// wait. Each is made once, kept in the store for as long as generator and program stay the same, and given out as a
// copy.
import { constants, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { renderLog, streamLogs } from '../generate.mjs';
import { memvault } from './run-program.mjs';
import { digestOf, stored } from './store.mjs';

const BENCH = join(import.meta.dirname, '..');
const DIST = join(BENCH, '..', 'dist');
/** Half of the facts, and no more than these: a dream of as many takes half a minute. */
const MOST_DREAMED = 50_000;

/**
 * Gives `{folder, days, dreamed, pages, markdown}`: the kept folder with `vault/` in it, counts, bytes of the markdown.
 */
export function halfDreamed({ facts, days, seed }, say) {
  const name = `${facts}-${days}-${seed}-${versionOf()}`;
  const folder = stored(name, (temporary) => {
    say(`making a vault of ${facts.toLocaleString('en')} facts, once`);
    make(join(temporary, 'vault'), { facts, days, seed, about: join(temporary, 'about.json') });
  });
  return { folder, days, ...JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8')) };
}

/** A copy to measure in, without an index. Who asks removes it. */
export function copyOf(folder) {
  const vault = mkdtempSync(join(tmpdir(), 'memvault-bench-'));
  cpSync(join(folder, 'vault'), vault, {
    recursive: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith(`.memvault${sep}cache`),
  });
  return vault;
}

/** Bytes of the files below a folder whose path in it `isMeant`. */
export function bytesBelow(folder, isMeant = () => true) {
  return filesBelow(folder)
    .filter((path) => isMeant(relative(folder, path)))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}

function make(vault, { facts, days, seed, about }) {
  const daily = join(vault, 'daily');
  memvault(['init', '--no-git', vault]);
  mkdirSync(daily, { recursive: true });
  const pages = new Set();
  let dreamed = 0;
  let waits = false;
  let last = null;
  for (const log of streamLogs({ facts, days, seed })) {
    const count = log.entries.reduce((sum, entry) => sum + entry.facts.length, 0);
    if (!waits && dreamed + count > Math.min(facts / 2, MOST_DREAMED)) {
      waits = true;
      dream(vault, last, pages);
    }
    writeFileSync(join(daily, `${log.day}.md`), renderLog(log));
    if (!waits) dreamed += count;
    last = log.day;
  }
  const markdown = bytesBelow(vault, (path) => path.endsWith('.md') && !path.startsWith('.memvault'));
  writeFileSync(about, JSON.stringify({ dreamed, pages: pages.size, markdown }));
}

/** In the night after the last of the days. */
function dream(vault, last, pages) {
  const night = new Date(Date.parse(`${last}T03:00:00Z`) + 86_400_000).toISOString();
  const { runs } = JSON.parse(
    memvault(['dream', '--batch', '--force', '--engine', 'rules', '--json', '--vault', vault], {
      env: { MEMVAULT_NOW: night },
    }),
  );
  for (const {
    pages: { created },
  } of runs)
    for (const page of created) pages.add(page);
}

function versionOf() {
  const generator = [
    'generate.mjs',
    'parts/random.mjs',
    'parts/sentences.mjs',
    'parts/vocabulary.mjs',
    'parts/half-dreamed.mjs',
  ].map((path) => join(BENCH, path));
  return digestOf([...generator, ...filesBelow(DIST).filter((path) => path.endsWith('.cjs'))]);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
