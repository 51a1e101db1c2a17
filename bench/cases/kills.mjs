// Every command that writes is killed with SIGKILL: half of the times at a random moment, else just before one of its
// writes. Then it runs again, and the vault must be as if the first run had never begun, or as if it had ended: the
// same bytes, nothing lost, no error that `lint` finds, and once a dream has run no temporary file.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { countRuns, leftovers } from '../parts/kill-run.mjs';
import { createRandom } from '../parts/random.mjs';
import { childEnv, PROGRAM } from '../parts/run-program.mjs';

export const about = 'every verb that writes, killed with SIGKILL (--kills 300); the next run makes the vault whole';

const ROOT = join(import.meta.dirname, '../..');
const FAULT = join(ROOT, 'test/support/fault.cjs');
const EARLIER = '2026-06-20T12:00:00Z';
const NOW = '2026-06-22T12:00:00Z';
const WORKERS = 2;

const said = (facts) =>
  facts
    .map(([date, category, content, tags = []]) =>
      JSON.stringify({ date, category, content, tags, time: '09:15', session: 'abcd1234' }),
    )
    .join('\n');
const FIRST = said([
  ['2026-06-10', 'work', 'User works at Google'],
  ['2026-06-10', 'preference', 'User prefers compact dashboards', ['ui']],
  ['2026-06-11', 'preference', 'user prefers COMPACT dashboards.', ['ux']],
  ['2026-06-12', 'work', 'The backup takes 40 minutes'],
  ['2026-06-12', 'work', 'The stand-up is at 9:30'],
  ['2026-06-13', 'preference', 'User does not prefer compact dashboards'],
  ['2026-06-13', 'event', 'User met Anna Berg in Lisbon'],
]);
const SECOND = said([
  ['2026-06-14', 'work', 'The stand-up is at 10:00 now'],
  ['2026-06-14', 'preference', 'User drinks no coffee'],
  ['2026-06-15', 'work', 'User asked Tomas for 3 changes'],
]);
const THIRD = said([
  ['2026-06-16', 'work', 'User now works at Microsoft'],
  ['2026-06-16', 'idea', 'A garden on the roof'],
  ['2026-06-17', 'health', 'User slept 7 hours and 40 minutes'],
  ['2026-06-18', 'preference', 'User prefers tabs over spaces', ['editor']],
  ['2026-06-19', 'work', 'The backup takes 55 minutes'],
]);
const TALK =
  'User: I prefer tea to coffee, and I moved to Porto last month.\nAssistant: Noted.\nUser: My sister Ines works at the harbour. Remember that I am allergic to nuts.\n';

/**
 * By name: `args`, in which the words of a fact stand for its id; `input` for its stdin; `before`: commands that make
 * the vault ready for it.
 */
const OPERATIONS = {
  'init --no-git': { args: ['init', '--no-git', '{new}'] },
  init: { args: ['init', '{new}'] },
  'init --agent': { args: ['init', '--agent', 'claude-code', '{root}/project'] },
  log: { args: ['log', 'User likes long walks', '-c', 'preference', '-t', 'sport'] },
  'log --jsonl': {
    args: ['log', '--jsonl'],
    input: said(['a', 'b', 'c'].map((name) => ['2026-06-22', 'work', `Gauge ${name} shows 7 units`])),
  },
  search: { args: ['search', 'dashboards'] },
  context: { args: ['context', 'where does the user work'] },
  extract: { args: ['import', '{root}/talk.md', '--session', 'talk'] },
  import: { args: ['import', '{root}/CLAUDE.md', '--yes'] },
  'import PATH': { args: ['import', join(ROOT, 'fixtures/imports/basic-memory'), '--yes'] },
  dream: { args: ['dream', '--batch', '--force'] },
  'dream --max-days': { args: ['dream', '--batch', '--force', '--max-days', '1'] },
  'dream --commit': { args: ['dream', '--batch', '--force', '--commit'] },
  'dream --apply': {
    before: [['dream', '--plan', '{root}/plan.json']],
    args: ['dream', '--apply', '{root}/plan.json', '--yes'],
  },
  'dream --undo': { args: ['dream', '--undo', '--yes'] },
  inbox: { args: ['import'] },
  'fix --separate': { args: ['fix', 'user prefers COMPACT dashboards.', '--separate'] },
  'fix --restore': { args: ['fix', 'The stand-up is at 9:30', '--restore'] },
  'fix --to': { args: ['fix', 'The backup takes 40 minutes', '--to', '2_Wiki/Backups.md'] },
  'fix --text': { args: ['fix', 'User works at Google', '--text', 'User works for Google'] },
  'fix --current': { args: ['fix', 'User does not prefer compact dashboards', '--current'] },
  forget: { args: ['forget', 'User drinks no coffee'] },
  'forget --purge': { args: ['forget', 'User met Anna Berg in Lisbon', '--purge', '--yes'] },
  'forget --undo': {
    before: [['forget', 'User drinks no coffee']],
    args: ['forget', 'User drinks no coffee', '--undo'],
  },
  'review approve': { args: ['review', 'approve', '{review}', '--keep', 'User does not prefer compact dashboards'] },
  'review reject': { args: ['review', 'reject', '{review}'] },
  'tags alias': { args: ['tags', 'alias', 'ux', 'ui'] },
  'tags apart': { args: ['tags', 'apart', 'ux', 'ui'] },
  'tags apply': {
    args: ['tags', 'apply'],
    edit: (vault) => writeFileSync(join(vault, '.memvault/tags.yaml'), 'aliases:\n  ux: ui\n'),
  },
  pin: { args: ['pin', 'User works at Google', 'The backup takes 40 minutes'] },
  'pin --off': { before: [['pin', 'User works at Google']], args: ['pin', '--off', 'User works at Google'] },
  'lint --fix': {
    args: ['lint', '--fix'],
    edit: (vault) => edit(vault, '3_Personal/Work.md', /\]\(\.\.\/daily\//, '](../../daily/'),
  },
  'lint --baseline': { args: ['lint', '--baseline'] },
  index: { args: ['index'], asks: ['search', 'dashboards', '--json', '--no-recall'] },
  reindex: { args: ['reindex'], asks: ['search', 'backup', '--json', '--no-recall'] },
  'config set': { args: ['config', 'set', 'min_facts', '10'] },
  'config set --user': { args: ['config', 'set', '--user', 'max_calls', '10'] },
  'config trust': {
    args: ['config', 'trust', '--yes'],
    edit: (vault) => writeFileSync(join(vault, '.memvault/config.yaml'), 'models:\n  command: cat\n'),
  },
  'config trust --revoke': {
    before: [['config', 'trust', '--yes']],
    args: ['config', 'trust', '--revoke', '--yes'],
    edit: (vault) => writeFileSync(join(vault, '.memvault/config.yaml'), 'models:\n  command: cat\n'),
  },
};

export async function run({ seed, say, kills = 300 }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-kills-')));
  const names = Object.keys(OPERATIONS);
  const random = createRandom(seed);
  const failures = [];
  const counts = { time: 0, write: 0, over: 0 };
  try {
    const prepared = { root: join(base, 'prepared') };
    await prepare(prepared);
    let next = 0;
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        for (let at = next++; at < names.length; at = next++) {
          const share = Math.floor((kills * (at + 1)) / names.length) - Math.floor((kills * at) / names.length);
          if (share === 0) continue;
          const draws = Array.from({ length: share }, () => random.next());
          const found = await killOperation(names[at], draws, {
            prepared,
            root: join(base, `worker-${worker}`),
            counts,
          });
          for (const failure of found) say(failure);
          failures.push(...found);
        }
      }),
    );
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${kills} kills left something\n${failures.join('\n')}`);
  return [
    { what: 'commands that write', value: names.length, unit: '' },
    { what: 'killed at a moment of chance', value: counts.time, unit: '' },
    { what: 'killed just before a write', value: counts.write, unit: '' },
    { what: 'not killed: it was over', value: counts.over, unit: '' },
    { what: 'commands that a kill left different', value: 0, unit: '', most: 0 },
  ];
}

/** A vault in git with two nights behind it, a question, a file in the inbox, and facts that wait. */
async function prepare({ root }) {
  for (const folder of [root, join(root, 'home'), join(root, 'project')]) mkdirSync(folder, { recursive: true });
  const must = async (args, more) => {
    const { status, stderr } = await start(root, args, { now: EARLIER, ...more });
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${status}\n${stderr}`);
  };
  const vault = join(root, 'vault');
  await must(['init', vault]);
  for (const [input, now] of [
    [FIRST, EARLIER],
    [SECOND, '2026-06-21T12:00:00Z'],
  ]) {
    await must(['log', '--jsonl'], { input, now, seed: now.charCodeAt(9) });
    await must(['dream', '--batch', '--force', '--commit'], { now });
  }
  await must(['log', '--jsonl'], { input: THIRD, now: NOW, seed: 99 });
  writeFileSync(join(root, 'talk.md'), TALK);
  writeFileSync(
    join(root, 'CLAUDE.md'),
    '# Memory\n\n- User plays the cello\n- User lives in Porto\n- The car is a Fiat\n',
  );
  mkdirSync(join(vault, '0_Inbox'));
  writeFileSync(
    join(vault, '0_Inbox/rivers.md'),
    'Rivers of the south\n\nThe rivers of the south are younger than the hills that they cut.\n',
  );
  await must(['index'], { now: NOW });
}

/** Gives a line for each kill after which something was not as it should be. */
async function killOperation(name, draws, { prepared, root, counts }) {
  const operation = OPERATIONS[name];
  const from = `${root}-from`;
  const vault = join(root, 'vault');
  // At the same path each time: some files name it.
  const copy = (source, target) => {
    rmSync(target, { recursive: true, force: true });
    cpSync(source, target, { recursive: true, preserveTimestamps: true });
  };
  copy(prepared.root, root);
  operation.edit?.(vault);
  const known = {
    facts: parse((await start(root, ['facts', '--json'])).stdout).facts,
    reviews: parse((await start(root, ['review', 'list', '--json'])).stdout).reviews,
  };
  const args = fill(operation.args, root, known);
  for (const command of operation.before ?? []) {
    const { status, stderr } = await start(root, fill(command, root, known));
    if (status !== 0) return [`${name}: memvault ${command.join(' ')} ended with ${status}: ${stderr}`];
  }
  copy(root, from);
  const go = async (more) => await start(root, args, { input: operation.input, ...more });
  const state = async () => stateOf(root, operation.asks ? (await start(root, operation.asks)).stdout : '');
  // Undisturbed: killed before it began it runs once; killed after it was done, twice.
  const { milliseconds, writes, ...first } = await go({ trace: true });
  if (first.status !== 0) return [`${name}: an undisturbed run ended with ${first.status}: ${first.stderr}`];
  const timed = async () => {
    copy(from, root);
    return (await go({})).milliseconds;
  };
  const usual = Math.min(milliseconds, await timed(), await timed());
  const second = await go({ seed: 8 });
  const twice = { status: second.status, state: await state() };
  copy(from, root);
  const alone = await go({ seed: 8 });
  const once = { status: alone.status, state: await state() };
  const stand = await factsOf(root);

  const failures = [];
  for (const [index, draw] of draws.entries()) {
    copy(from, root);
    const share = (index + draw) / draws.length;
    const byWrite = (index + name.length) % 2 === 1 && writes.length > 0;
    const at = 1 + Math.floor(share * writes.length);
    const killed = await go(byWrite ? { killAt: at } : { killAfter: share * usual * 1.1 });
    counts[killed.signal === null ? 'over' : byWrite ? 'write' : 'time']++;
    const again = await go({ seed: 8 });
    const reached = await state();
    const complaints = [];
    const same = [once, twice].find((one) => JSON.stringify(one.state) === JSON.stringify(reached));
    if (!same)
      complaints.push(
        `neither as before nor as after: ${difference(reached, once.state)} (as before); ${difference(reached, twice.state)} (as after)`,
      );
    if (![once.status, twice.status].includes(again.status))
      complaints.push(`the next run ended with ${again.status}: ${again.stderr.slice(0, 500)}`);
    if (existsSync(vault)) {
      // What the command leaves where it takes no lock is swept away by the next one that does.
      const night =
        leftoversOf(root).length > 0 ? await start(root, ['dream', '--batch', '--force'], { seed: 9 }) : again;
      if (night !== again && night.status !== 0)
        complaints.push(`the next dream ended with ${night.status}: ${night.stderr.slice(0, 500)}`);
      const left = leftoversOf(root);
      if (left.length > 0) complaints.push(`it left ${left.join(', ')}`);
      const lint = parse((await start(root, ['lint', '--json'])).stdout)?.findings.filter(
        ({ severity }) => severity === 'error',
      ) ?? [{ message: 'lint failed' }];
      if (lint.length > 0) complaints.push(`lint: ${JSON.stringify(lint[0])}`);
      const now = await factsOf(root);
      const lost = [...stand].filter((fact) => !now.has(fact));
      if (lost.length > 0) complaints.push(`lost: ${lost[0]}`);
    }
    for (const complaint of complaints)
      failures.push(
        `${name}, killed ${byWrite ? `before write ${at} of ${writes.length} (${writes[at - 1]})` : `after ${Math.round(share * usual * 1.1)} of ${Math.round(usual)} ms`}: ${complaint}`,
      );
  }
  return failures;
}

/** The words of facts, which stand for their ids; `{…}` is a place, or the question that waits. */
function fill(args, root, { facts, reviews } = { facts: [], reviews: [] }) {
  const ids = new Map(facts.map(({ content, id }) => [content, id]));
  return args.map(
    (arg) =>
      ids.get(arg) ??
      arg.replace('{root}', root).replace('{new}', join(root, 'new')).replace('{review}', reviews[0]?.id),
  );
}

/** Runs the program to its end or to a kill: after so many milliseconds, or before the write of that number. */
function start(root, args, { input = '', seed = 7, now = NOW, killAfter, killAt, trace = false } = {}) {
  const report = join(root, '..', `report-${root.split('/').at(-1)}.json`);
  rmSync(report, { force: true });
  const fault =
    trace || killAt !== undefined
      ? { MEMVAULT_FAULT: JSON.stringify({ root, report, of: 'write', at: killAt ?? 0, do: 'kill' }) }
      : {};
  const vault = join(root, 'vault');
  const [verb, ...rest] = args;
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    // The same ids each time, so that bytes can be compared.
    const child = spawn(
      process.execPath,
      [
        `--random-seed=${seed}`,
        ...(trace || killAt !== undefined ? ['--require', FAULT] : []),
        PROGRAM,
        verb,
        ...(verb === 'init' ? [] : ['--vault', vault]),
        ...rest,
      ],
      {
        cwd: root,
        env: childEnv({
          HOME: join(root, 'home'),
          XDG_CONFIG_HOME: join(root, 'home/.config'),
          MEMVAULT_NOW: now,
          GIT_CONFIG_NOSYSTEM: '1',
          ...fault,
        }),
      },
    );
    const out = { stdout: '', stderr: '' };
    for (const name of Object.keys(out)) child[name].on('data', (data) => (out[name] += data));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({
        status,
        signal,
        ...out,
        milliseconds: performance.now() - begin,
        writes: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).writes : [],
      });
    });
  });
}

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The words of all facts. */
async function factsOf(root) {
  const listed = parse((await start(root, ['facts', '--json'])).stdout)?.facts ?? [];
  return new Set(listed.map(({ date, content }) => `${date} ${content}`));
}

/** What of the place counts: every byte but those that each clone has for itself, and what git keeps of its own. */
function stateOf(root, answer) {
  const own = /^vault\/\.memvault\/(cache|runs|lock|state\.json|clone)|^(vault|new)\/\.git\/|\.memvault\/clone$|\.tmp$/;
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => !own.test(path))
    .sort();
  const state = Object.fromEntries(
    files.map((path) => [
      path,
      createHash('sha256')
        .update(bytesOf(join(root, path), path))
        .digest('hex')
        .slice(0, 12),
    ]),
  );
  const git = (...args) => spawnSync('git', args, { cwd: join(root, 'vault'), encoding: 'utf8' }).stdout;
  return {
    ...state,
    answer,
    commits: git('log', '--format=%s'),
    tree: withoutIds(git('ls-tree', '-r', '--name-only', 'HEAD')),
    status: git('status', '--porcelain'),
  };
}

/** Facts that are logged again after a kill may have other ids. */
const withoutIds = (text) => text.replace(/\^[0-9a-z]{10}$|<!-- [0-9a-z]{5} -->/gm, '');
const bytesOf = (whole, path) =>
  path.startsWith('vault/daily/') ? withoutIds(readFileSync(whole, 'utf8')) : readFileSync(whole);

function difference(one, other) {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]);
  return (
    paths
      .map((path) => `${path}${path in one ? (path in other ? '' : ' (too many)') : ' (missing)'}`)
      .join(', ')
      .slice(0, 300) || 'nothing'
  );
}

function leftoversOf(root) {
  const vault = join(root, 'vault');
  const elsewhere = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('vault/') && path.endsWith('.tmp'),
  );
  return [...leftovers(vault), ...elsewhere, ...(countRuns(vault).open > 0 ? ['an open journal'] : [])];
}

function edit(vault, path, from, to) {
  const text = readFileSync(join(vault, path), 'utf8');
  writeFileSync(join(vault, path), text.replace(from, to));
}
