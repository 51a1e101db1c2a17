// `npm run demo [-- FOLDER]`: six weeks of a fixture become a vault, are dreamed and looked at, step by step; then a
// second vault, `FOLDER-model`, shows what a model made of them. Every output is the program's own. Works below these
// two new folders and touches nothing else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'memvault.js');
const story = join(root, 'fixtures', 'studio');
/** What a model answered about the story, as `memvault dream --plan` recorded it. */
const recorded = 'fixtures/studio.plan.json';
const width = 80;

if (!existsSync(join(root, 'dist', 'main.cjs'))) fail('the program is not built yet; run npm ci first');
let vault = makeVault(process.argv[2]);
// The story ends on 2 October 2026, and the demo looks back from the Monday after.
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('MEMVAULT_'))),
  MEMVAULT_NOW: '2026-10-05T05:30:00Z',
  MEMVAULT_TIMEZONE: 'Europe/Warsaw',
  // Settings of your own stay out of it.
  XDG_CONFIG_HOME: join(vault, '.memvault', 'cache', 'no-config'),
  NO_COLOR: '1',
};

print(`The vault of this demo is ${vault}`);
step('Six weeks of Hanna: a job, a child, a weekend at the sea');
memvault('init', '--no-git');
print(`\n${dailyLogs().length} daily logs are there already. This is one of them:\n`);
show('daily/2026-09-08.md');
const before = digestOfLogs();

step('A dream puts every fact on a page');
memvault('dream', '--batch');
print(`\nThe daily logs are ${digestOfLogs() === before ? 'the same bytes as before' : 'CHANGED'}.`);

step('The vault is a folder of markdown');
print(treeOf(vault).join('\n'));

step('A page: every claim cites the facts it rests on');
show('2_Wiki/Entities/Tomás.md');

step('A replaced claim stays in History, with its dates');
show('1_Projects/Tidepool.md', /^## History\n(?:- .*\n)+/m);
memvault('search', 'where is Tidepool deployed', '-n', '1');

step('Two facts from one day contradict each other, so memvault asks');
memvault('review', 'list');
memvault('review', 'approve', firstReview(), '--keep', '7bxm2q83we');

step('A search finds claims, facts and notes');
memvault('search', 'what is Zosia allergic to', '-n', '3');
memvault('search', '视频电话', '-n', '3');

step('What an agent should know before it says anything');
show('MEMORY.md');

step('What is waiting, and how the last run went');
memvault('status');

step('A second dream finds nothing to do');
memvault('dream', '--batch', '--force');

step('The proof from the files alone: no fact was lost');
memvault('lint');

step('What a model makes of the same facts');
const first = vault;
vault = makeVault(`${first}-model`);
print('\nThis comes from a recorded plan, in which a model answered; no model is needed.');
if (run('init', '--no-git', '-q').status !== 0) fail('the second vault was not made');
memvault('dream', '--apply', '-', '<', recorded);
print('');
show('1_Projects/Tidepool.md', /^## Overview\n[^]*?^<!-- \/memvault:overview -->\n/m);
const claims = readFileSync(join(vault, '1_Projects/Tidepool.md'), 'utf8').split('<!-- /memvault:overview -->')[1];
print(`\nBelow it, the claims are grouped under these headings:\n${claims.match(/^##+ .*$/gm).join('\n')}`);

step('MEMORY.md in the words of the model');
show('MEMORY.md');
memvault('lint');

print(`\nLook around: ${first}\nWhat the model made: ${vault}`);

function makeVault(folder) {
  const path = folder === undefined ? mkdtempSync(join(tmpdir(), 'memvault-demo-')) : resolve(folder);
  if (existsSync(path) && readdirSync(path).length > 0) fail(`${path} is not empty; name a new folder`);
  mkdirSync(path, { recursive: true });
  cpSync(story, path, { recursive: true });
  return path;
}

function memvault(...args) {
  print(`\n${bold(`$ memvault ${args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)).join(' ')}`)}`);
  const { status, stdout, stderr } = run(...args);
  print(`${stdout}${stderr}`.trimEnd());
  if (status !== 0) fail(`memvault ${args.join(' ')} ended with status ${status}`);
}

/** With a file of this repository as its input, where the arguments end in `<` and its path. */
function run(...args) {
  const [words, [, path] = []] = args.includes('<') ? [args.slice(0, -2), args.slice(-2)] : [args];
  const input = path === undefined ? '' : readFileSync(join(root, path));
  return spawnSync(process.execPath, [program, ...words], { cwd: vault, env, encoding: 'utf8', input });
}

/** The whole file, or the part of it that matches. */
function show(path, part = /^[^]*$/) {
  print(bold(`== ${path}`));
  const text = readFileSync(join(vault, path), 'utf8');
  const [shown] = part.exec(text) ?? fail(`${path} is not as the story wants it`);
  if (!text.startsWith(shown)) print('…');
  print(shown.trimEnd());
  if (!text.endsWith(shown)) print('…');
}

function firstReview() {
  const { stdout } = run('review', 'list', '--json');
  return JSON.parse(stdout).reviews[0].id;
}

function step(title) {
  step.number = (step.number ?? 0) + 1;
  print(`\n${bold(`${step.number}. ${title}`)}`);
}

function dailyLogs() {
  return readdirSync(join(vault, 'daily'))
    .filter((name) => name.endsWith('.md'))
    .sort();
}

function digestOfLogs() {
  const hash = createHash('sha256');
  for (const name of dailyLogs()) hash.update(readFileSync(join(vault, 'daily', name)));
  return hash.digest('hex');
}

/** Folders first; of the daily logs only the first and the last. */
function treeOf(folder, indent = '') {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  const names = (wanted) =>
    entries
      .filter(wanted)
      .map((entry) => entry.name)
      .sort();
  const files = names((entry) => !entry.isDirectory());
  const shown = files.length > 20 ? [files[0], `… ${files.length - 2} more`, files.at(-1)] : files;
  return [
    ...names((entry) => entry.isDirectory()).flatMap((name) => [
      `${indent}${name}/`,
      ...treeOf(join(folder, name), `${indent}  `),
    ]),
    ...shown.map((name) => `${indent}${name}`),
  ];
}

/** Folded at the width of a small terminal; what a line goes on with is indented. */
function print(text) {
  console.log(text.split('\n').flatMap(fold).join('\n'));
}

function fold(line) {
  const lines = [];
  let rest = line;
  while (columns(rest) > width) {
    const at = rest.slice(0, width + 1).lastIndexOf(' ');
    if (at <= 4) break;
    lines.push(rest.slice(0, at));
    rest = `    ${rest.slice(at + 1)}`;
  }
  return [...lines, rest];
}

/** East Asian characters take two columns. */
function columns(text) {
  return (
    text.length +
    (text.match(/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g) ?? [])
      .length
  );
}

function bold(text) {
  return process.stdout.isTTY && !process.env.NO_COLOR ? `\u001B[1m${text}\u001B[22m` : text;
}

function fail(message) {
  console.error(`demo: ${message}`);
  process.exit(1);
}
