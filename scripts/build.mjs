// Builds dist/, either always (`npm run build`) or, before the tests, only where the sources are newer. Each file is
// put in place by a rename, last that which names the program, so that one started meanwhile finds all it needs.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import config from '../rolldown.config.mjs';
import { pluginFiles } from './plugin-files.mjs';
import { renderManPage } from './man-page.mjs';
import { cachesBelow, makeCodeCaches } from './code-cache.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, config.output.dir);
/** Names the file that bin/memvault.js begins with. */
const entry = join(dist, 'main.cjs');
const starter = join(root, 'bin', 'memvault.js');
const sources = ['bin', 'src', 'scripts', 'templates', 'package.json', 'package-lock.json', 'rolldown.config.mjs'];

/** Vitest's global set-up. Without a good build the tests of the command line find no program and fail. */
export default async function buildIfStale() {
  const built = modified(entry);
  if (sources.every((source) => modified(join(root, source)) < built)) return;
  try {
    await build();
  } catch (error) {
    for (const path of [entry, ...cachesBelow(dist)]) rmSync(path, { force: true });
    console.error(error);
  }
}

async function build() {
  const started = new Date();
  const bundle = await rolldown({ ...config, cwd: root });
  const { output } = await bundle.generate(config.output);
  await bundle.close();
  const files = output.map((file) => ({
    path: join(dist, file.fileName),
    text: file.type === 'chunk' ? inAscii(file.code) : file.source,
  }));
  files.push(...pluginFiles(root).map(({ path, text }) => ({ path: join(dist, 'plugin', path), text })));
  for (const { path, text } of files) put(path, text);
  put(entry, `module.exports = '${output.find((file) => file.isEntry).fileName}';\n`);
  for (const path of cachesBelow(dist)) rmSync(path, { force: true });
  const caches = tryCodeCaches();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  files.push({ path: join(dist, 'memvault.1'), text: renderManPage(starter, version) });
  put(files.at(-1).path, files.at(-1).text);
  // What was edited during the build must look newer than it.
  utimesSync(entry, started, started);
  return [entry, ...files.map((file) => file.path), ...caches];
}

/** A program that cannot run is for the tests to report; without caches it only starts later. */
function tryCodeCaches() {
  try {
    return makeCodeCaches(starter, dist);
  } catch (error) {
    console.error(error);
    return [];
  }
}

/**
 * The same code with other characters escaped: V8 reads ASCII four times as fast, which saves 4 ms of a search. Within
 * strings, templates and patterns (`String.raw` holds patterns only) the escape means the character.
 */
function inAscii(code) {
  const afterBackslash = /\\[^\x00-\x7f]/.exec(code);
  if (afterBackslash) throw new Error(`a backslash before another character than ASCII: ${afterBackslash[0]}`);
  return code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/**
 * The newest time of change at or below a path, folders included, since a removal shows only there. 0: no such path.
 */
function modified(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => modified(join(path, name))));
}

function removeOthers(keep) {
  for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !keep.includes(path)) rmSync(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) removeOthers(await build());
