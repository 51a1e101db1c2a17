// The other ways to search the same facts from a cold start. Each says how it is called for a question, or why it is
// not there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOf } from './facts-of.mjs';
import { newerNode } from './newer-node.mjs';
import { childEnv } from './run-program.mjs';
import { digestOf } from './store.mjs';

const SCRIPTS = join(import.meta.dirname, '..', 'rivals');
/** Beyond these MiniSearch's JSON no longer fits in one string. */
const MOST_FOR_JSON = 200_000;

/**
 * Each is asked with `{vault, folder, facts, say}`: the copy that is searched, the folder of the kept vault, where an
 * index may be kept too. It gives `{name, ask(question)}`, a command line for `interleave`, with `bare` where its node
 * is another one; or `{name, missing}`.
 */
export const RIVALS = [ripgrep, miniSearch, fts5, qmd];

function ripgrep({ vault }) {
  const name = 'ripgrep';
  if (!runs('rg', ['--version'])) return { name, missing: 'no rg on the PATH' };
  return {
    name,
    ask: (question) => ({
      file: 'rg',
      args: ['-i', '--glob', '*.md', ...question.split(' ').flatMap((word) => ['-e', word]), vault],
      statuses: [0, 1],
    }),
  };
}

function miniSearch({ folder, facts, say }) {
  const name = 'MiniSearch from JSON';
  if (facts > MOST_FOR_JSON) return { name, missing: 'its JSON is longer than a string may be' };
  const script = join(SCRIPTS, 'minisearch.cjs');
  const index = built({ name, node: process.execPath, script, folder, extension: 'json', say });
  return { name, ask: (question) => [script, 'search', index, question] };
}

function fts5({ folder, say }) {
  const name = 'SQLite FTS5';
  const { node, missing } = newerNode(say);
  if (missing !== undefined) return { name, missing };
  const script = join(SCRIPTS, 'fts5.cjs');
  const index = built({ name, node, script, folder, extension: 'db', say });
  return {
    name,
    ask: (question) => ({ file: node, args: [script, 'search', index, question] }),
    bare: { file: node, args: ['-e', '0'] },
  };
}

function qmd({ folder, say }) {
  const name = 'qmd';
  if (!runs(name, ['--version'])) return { name, missing: 'no qmd on the PATH' };
  const home = join(folder, 'qmd');
  const env = {
    HOME: home,
    XDG_CACHE_HOME: home,
    QMD_CONFIG_DIR: join(home, 'config'),
    INDEX_PATH: join(home, 'index.sqlite'),
  };
  const ready = join(home, 'ready');
  if (!existsSync(ready)) {
    say(`an index of ${name}, once`);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home);
    const { status, stderr } = spawnSync(
      name,
      ['collection', 'add', join(folder, 'vault'), '--name', 'vault', '--mask', '**/*.md'],
      { env: childEnv(env), encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
    );
    if (status !== 0) return { name, missing: `its index could not be made: ${stderr.trim().split('\n').at(-1)}` };
    writeFileSync(ready, '');
  }
  return { name, ask: (question) => ({ file: name, args: ['search', question, '-n', '10'], env }) };
}

/** The index that a script makes of the facts of a vault, made once. */
function built({ name, node, script, folder, extension, say }) {
  const index = join(folder, `${digestOf([script])}.${extension}`);
  if (existsSync(index)) return index;
  say(`an index of ${name}, once`);
  const making = mkdtempSync(join(tmpdir(), 'memvault-bench-rival-'));
  try {
    const lines = join(making, 'facts.jsonl');
    for (const part of partsOf(factsOf(join(folder, 'vault')))) writeFileSync(lines, part, { flag: 'a' });
    const temporary = `${index}.tmp`;
    rmSync(temporary, { force: true });
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', '"$1" --max-old-space-size=8192 "$2" build "$3" < "$4"', 'sh', node, script, temporary, lines],
      { env: childEnv(), encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${name}: exit ${status}\n${stderr}`);
    renameSync(temporary, index);
  } finally {
    rmSync(making, { recursive: true });
  }
  return index;
}

function* partsOf(facts) {
  let lines = [];
  for (const fact of facts) {
    lines.push(`${JSON.stringify(fact)}\n`);
    if (lines.length === 10_000) {
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
}

const runs = (file, args) => spawnSync(file, args, { env: childEnv(), stdio: 'ignore' }).status === 0;
