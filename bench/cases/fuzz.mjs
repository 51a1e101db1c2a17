// Hostile inputs through the real command line: each verb must end with one of its exit statuses and in words, within
// ten seconds of CPU, and print nothing that a terminal would obey; and nothing that was logged may be lost.
//
// Inputs go by batches, each in a vault of its own. In a `sound` one facts, notes, hand-written logs, files to import
// and arguments are hostile, and `lint` must find no error. In a `damaged` one memvault's own files are. A seed and a
// number decide a batch. One that fails is made smaller, input by input, for as long as it fails in the same way.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { damage, INPUTS, isKnownVerb } from '../parts/fuzz-inputs.mjs';
import { createHostile } from '../parts/hostile.mjs';
import { createRandom } from '../parts/random.mjs';
import { childEnv, memvault, PROGRAM } from '../parts/run-program.mjs';

export const about = 'hostile inputs through the command line (--inputs 50000; --batch N alone plays one again)';

const CPU_SECONDS = 10;
const WAIT_SECONDS = 180;
const WORKERS = 2;
const STATUSES = [0, 1, 2, 3, 10, 11, 12, 130];
/**
 * What lint rightly calls an error in what the fuzz itself writes: broken YAML, conflict markers and citations of no
 * fact in a person's notes and logs.
 */
const PLANTED = {
  rules: ['front-matter', 'damaged/markers', 'citations'],
  paths: /\/note |^daily\/|^0_Inbox\/|^5_Archives\//,
};
const SHOWN = 40;
const MINIMISED = 5;
/** For each failure that is made smaller. */
const MINIMISE_SECONDS = 60;
/**
 * How many inputs of a kind a batch has. Facts and files are taken in by a few commands; each other input is a command.
 */
const SOUND = {
  fact: 150,
  line: 30,
  day: 14,
  note: 40,
  inbox: 8,
  talk: 10,
  export: 4,
  typed: 8,
  query: 10,
  command: 16,
  answer: 2,
};
const DAMAGED = { damage: 16, plan: 1, answer: 1, query: 1, command: 5 };

export async function run({ seed, say, inputs, batch: only }) {
  const root = mkdtempSync(join(tmpdir(), 'memvault-fuzz-'));
  const verbs = readVerbs();
  const missing = [...verbs.keys()].filter((verb) => !isKnownVerb(verb));
  if (missing.length > 0) throw new Error(`bench/parts/fuzz-inputs.mjs has no inputs for ${missing.join(', ')}`);
  const counts = { batches: 0, inputs: 0, commands: 0, facts: 0, slowest: 0, verbs: new Map(), statuses: new Map() };
  const failures = new Map();
  const shared = {
    root,
    verbs,
    counts,
    templates: { sound: makeTemplate(root, 'sound'), damaged: makeTemplate(root, 'damaged') },
  };
  try {
    const batches = only === undefined ? planBatches(seed, inputs) : [planBatch(seed, only)];
    let next = 0;
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        for (let at = next++; at < batches.length; at = next++) {
          const batch = batches[at];
          for (const { sign, complaint } of await runBatch(batch, shared, worker)) {
            if (!failures.has(sign)) say(`batch ${batch.number}: ${complaint.slice(0, 400)}`);
            failures.set(sign, { batch, complaint, times: (failures.get(sign)?.times ?? 0) + 1 });
          }
          counts.batches++;
          if (counts.batches % 20 === 0)
            say(
              `${counts.batches} of ${batches.length} vaults, ${counts.inputs} inputs, ${counts.commands} commands, ${failures.size} kinds of failure`,
            );
        }
      }),
    );
    say(
      `${counts.inputs} inputs, ${counts.commands} commands, ${counts.facts} facts accepted, ${failures.size} kinds of failure`,
    );
    const reports = [];
    for (const [sign, failure] of failures) {
      if (reports.length < MINIMISED) say(`making batch ${failure.batch.number} smaller: ${sign}`);
      const smallest = reports.length < MINIMISED ? await minimise(failure.batch, sign, shared) : failure.batch;
      reports.push(
        `${failure.complaint}\n${failure.times} times; again by: npm run bench -- fuzz --seed ${seed} --batch ${failure.batch.number}\n${await describe(smallest, shared)}`,
      );
    }
    const absent =
      only === undefined && inputs >= 2000 ? [...verbs.keys()].filter((verb) => !counts.verbs.has(verb)) : [];
    if (absent.length > 0) reports.push(`no input reached ${absent.join(', ')}`);
    if (reports.length > 0) throw new Error(`${failures.size} kinds of failure\n\n${reports.join('\n\n')}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return [
    { what: 'hostile inputs', value: counts.inputs, unit: '' },
    { what: 'commands', value: counts.commands, unit: '' },
    { what: 'vaults', value: counts.batches, unit: '' },
    { what: 'facts accepted, and listed byte for byte in the end', value: counts.facts, unit: '' },
    ...[...counts.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, value]) => ({ what: `commands that ended with ${status}`, value, unit: '' })),
    { what: 'slowest command, wall time', value: counts.slowest, unit: 's' },
    { what: 'stack traces, hangs, escape sequences, facts lost', value: 0, unit: '', most: 0 },
  ];
}

/** The verbs and their flags, as the help pages name them. */
function readVerbs() {
  // The verbs stand under their groups, behind the paragraph of what the program is.
  const verbs = memvault(['--help'])
    .match(/^ {2}[a-z][a-z-]*(?= {2}|$)/gm)
    .map((verb) => verb.trim());
  return new Map(
    verbs.map((verb) => [
      verb,
      verb === 'help'
        ? []
        : [...memvault(['help', verb]).matchAll(/^ {2}(?:-\w, )?--([a-z-]+)( <| \[)?/gm)]
            .map(([, flag, value]) => ({ flag, takes: value !== undefined, may: value === ' [' }))
            .filter(({ flag }) => !['vault', 'json', 'help', 'watch'].includes(flag)),
    ]),
  );
}

/** A vault with a night behind it: pages, a question, a pin, something forgotten. The `sound` one is in git. */
function makeTemplate(root, kind) {
  const vault = join(root, `template-${kind}`);
  const env = { HOME: join(root, 'nobody'), MEMVAULT_NOW: '2026-06-20T12:00:00Z', GIT_CONFIG_NOSYSTEM: '1' };
  memvault(['init', ...(kind === 'sound' ? [] : ['--no-git']), vault], { env });
  const facts = [
    'User works at Google',
    'User now works at Microsoft',
    'User prefers compact dashboards',
    'User prefers compact dashboard',
    'user prefers COMPACT dashboards.',
    'The backup takes 40 minutes',
    'User met Anna Berg in Lisbon',
    'User drinks no coffee',
    'User does not prefer compact dashboards',
  ];
  memvault(['log', '--jsonl', '--vault', vault], {
    env,
    input: facts
      .map((content, at) =>
        JSON.stringify({
          content,
          category: at % 2 ? 'preference' : 'work',
          tags: ['ui'],
          date: `2026-06-1${at % 5}`,
          session: 'abcd1234',
        }),
      )
      .join('\n'),
  });
  memvault(['dream', '--batch', '--force', '--vault', vault], { env });
  memvault(['forget', 'User drinks no coffee', '--vault', vault], { env });
  memvault(
    ['pin', JSON.parse(memvault(['facts', '--json', '--vault', vault], { env })).facts[0].id, '--vault', vault],
    { env },
  );
  memvault(['tags', 'alias', 'ux', 'ui', '--vault', vault], { env });
  return vault;
}

function planBatches(seed, inputs) {
  const batches = [];
  for (let count = 0; count < inputs; count += batches.at(-1).inputs.length)
    batches.push(planBatch(seed, batches.length));
  return batches;
}

/** Of five batches one is sound; it has three quarters of the inputs. What comes first goes in before the commands. */
function planBatch(seed, number) {
  const kind = number % 5 === 0 ? 'sound' : 'damaged';
  const random = createRandom(seed * 1_000_003 + number);
  const rounds = kind === 'sound' ? 2 : 1;
  const kinds = Object.entries(kind === 'sound' ? SOUND : DAMAGED);
  const inputs = Array.from({ length: rounds }, (_, round) => {
    const all = kinds.flatMap(([what, count]) =>
      Array.from({ length: Math.floor((count + round) / rounds) }, () => ({
        what,
        round,
        seed: random.below(2 ** 31),
      })),
    );
    const isCommand = ({ what }) => ['typed', 'query', 'command', 'answer', 'plan'].includes(what);
    return [...all.filter((input) => !isCommand(input)), ...shuffle(all.filter(isCommand), random)];
  }).flat();
  return { number, kind, inputs };
}

function shuffle(list, random) {
  return list
    .map((item) => [random.next(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** Gives what did not hold, each with a sign by which the same failure is known again. `watch` hears what is done. */
async function runBatch(batch, shared, worker, watch = () => undefined) {
  const root = join(shared.root, `worker-${worker}`);
  rmSync(root, { recursive: true, force: true });
  const place = {
    root,
    vault: join(root, 'a', 'b', 'c', 'vault'),
    home: join(root, 'home'),
    outside: join(root, 'outside'),
    kind: batch.kind,
    verbs: shared.verbs,
    ids: [],
    accepted: new Map(),
    lines: [],
    talks: [],
    complaints: [],
    forgets: false,
    commands: 0,
    watch,
    counts: shared.counts,
  };
  for (const folder of [join(root, 'home'), join(root, 'outside'), join(root, 'scratch/a/b/c'), dirname(place.vault)])
    mkdirSync(folder, { recursive: true });
  cpSync(shared.templates[batch.kind], place.vault, { recursive: true });
  place.ids = [
    ...new Set(
      readdirSync(join(place.vault, 'daily'))
        .filter((name) => name.endsWith('.md'))
        .flatMap(
          (name) => readFileSync(join(place.vault, 'daily', name), 'utf8').match(/(?<= \^)[0-9a-z]{10}$/gm) ?? [],
        ),
    ),
  ];
  let round = 0;
  for (const input of batch.inputs) {
    if (input.round !== round) await settle(place);
    round = input.round;
    await take(input, place);
  }
  await settle(place);
  const astray = readdirSync(root).concat(
    readdirSync(place.outside),
    readdirSync(join(root, 'a')),
    readdirSync(join(root, 'a', 'b')),
    readdirSync(join(root, 'a', 'b', 'c')),
  );
  const known = ['a', 'home', 'outside', 'scratch', 'b', 'c', 'vault'];
  for (const name of astray.filter((one) => !known.includes(one))) complain(place, 'written outside the vault', name);
  if ('pwned' in Object.fromEntries(readdirSync(place.vault).map((name) => [name, 1])))
    complain(place, 'a command of the vault ran', 'pwned');
  shared.counts.inputs += batch.inputs.length;
  shared.counts.facts += place.accepted.size;
  return place.complaints;
}

async function take(input, place) {
  const hostile = createHostile(input.seed);
  const made = input.what === 'damage' ? damage(hostile, place) : INPUTS[input.what](hostile, place);
  place.watch(made);
  if (made.line) place.lines.push(made.line);
  else if (made.write) writeInto(place, made);
  else if (made.args) {
    if (place.lines.length > 0) await logLines(place);
    await checked(place, made.args, made);
  }
}

/** Writes a file of the vault, whatever stands in its way. */
function writeInto(place, { write, bytes, append }) {
  try {
    const whole = Buffer.concat([Buffer.from(place.vault), Buffer.from('/'), Buffer.from(write)]);
    mkdirSync(dirname(whole.toString()), { recursive: true });
    if (lstatSync(whole, { throwIfNoEntry: false })?.isFile() === false) return;
    writeFileSync(whole, bytes, { flag: append ? 'a' : 'w' });
  } catch (error) {
    if (
      !['ENAMETOOLONG', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'EINVAL', 'ENXIO', 'ENOSPC'].includes(
        error.code,
      )
    )
      throw error;
  }
}

/** All facts of a round by one `log --jsonl`; lines that it refuses are left out, and the others logged. */
async function logLines(place) {
  const lines = place.lines.splice(0);
  const send = async (list) =>
    await checked(place, ['log', '--jsonl', '--allow-secret', '--json'], {
      stdin: list.map((line) => JSON.stringify(line)).join('\n'),
    });
  let sent = lines;
  let result = await send(sent);
  if (result.status === 2) {
    const refused = new Set((parse(result.stderr)?.problems ?? []).map(({ line }) => line - 1));
    sent = lines.filter((_, at) => !refused.has(at));
    result = sent.length === 0 ? result : await send(sent);
  }
  if (result.status !== 0) return;
  const kept = (parse(result.stdout)?.facts ?? []).map(({ content }) => content).sort();
  const given = sent.map(({ content }) => content.replace(/\r?\n$/, '').toWellFormed()).sort();
  if (JSON.stringify(kept) !== JSON.stringify(given))
    complain(place, 'log changed what it was given', JSON.stringify(given.find((text, at) => text !== kept[at])));
}

/**
 * What must hold after a round: a dream takes all there is, `lint` finds nothing wrong with it, each fact is listed.
 */
async function settle(place) {
  if (place.lines.length > 0) await logLines(place);
  if (place.talks.length > 0) await checked(place, ['import', '--json', ...place.talks.splice(0)]);
  const dream = await checked(place, ['dream', '--batch', '--force', '--json']);
  const lint = await checked(place, ['lint', '--json']);
  const facts = await checked(place, ['facts', '--json']);
  if (place.kind !== 'sound') return;
  if (![0, 3].includes(dream.status)) complain(place, 'a dream failed', `${dream.status} ${dream.stderr}`);
  for (const { severity, rule, kind, message, path } of parse(lint.stdout)?.findings ?? []) {
    const label = kind === undefined ? rule : `${rule}/${kind}`;
    if (severity === 'error' && !(PLANTED.rules.includes(label) && PLANTED.paths.test(path)))
      complain(place, `lint ${label}`, `${path}: ${message}`);
  }
  const listed = new Map((parse(facts.stdout)?.facts ?? []).map((fact) => [fact.id, fact]));
  const forgotten =
    place.forgets && existsSync(join(place.vault, '.memvault/tombstones.jsonl'))
      ? readFileSync(join(place.vault, '.memvault/tombstones.jsonl'), 'utf8')
      : '';
  for (const [id, content] of place.accepted) {
    if (forgotten.includes(id)) continue;
    if (listed.get(id)?.content !== content)
      complain(place, 'a fact is lost', JSON.stringify([id, content, listed.get(id)?.content]));
    else if (dream.status === 0 && listed.get(id).disposition === null && listed.get(id).date < '2026-07-01')
      complain(place, 'a fact stays pending', JSON.stringify([id, content]));
  }
}

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The sign is what stays the same when the failure comes again with other ids and other texts. */
function complain(place, what, detail) {
  const sign = `${what} ${/^(lint|a fact|log changed|written|a daily)/.test(what) ? '' : detail.replace(/[\d"'`].*|\n[^]*/g, '').slice(0, 60)}`;
  if (!place.complaints.some((complaint) => complaint.sign === sign))
    place.complaints.push({ sign, complaint: `${what}: ${detail.slice(0, 1500)}` });
}

/** Runs one command and holds it to what must be true of any. */
async function checked(place, args, { stdin = '', env = {}, cwd = place.vault } = {}) {
  const seed = ++place.commands;
  place.watch({ args, stdin });
  const logs = readLogs(place);
  const { counts } = place;
  const verb = args.find((arg) => place.verbs.has(arg)) ?? '?';
  const ended = await start([...args.slice(0, 1), '--vault', place.vault, ...args.slice(1)], {
    cwd,
    stdin,
    seed,
    env: { ...envOf(place), ...env },
  });
  const { status, signal, stdout, stderr, seconds } = ended;
  counts.commands++;
  counts.verbs.set(verb, (counts.verbs.get(verb) ?? 0) + 1);
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
  counts.slowest = Math.max(counts.slowest, seconds);
  const shown = `memvault ${args.map((arg) => JSON.stringify(arg.length > 200 ? `${arg.slice(0, 200)}… (${arg.length})` : arg)).join(' ')}`;
  const said = `${stderr}\n${stdout}`;
  if (signal !== null)
    complain(
      place,
      `${verb}: ${signal === 'SIGTERM' ? `waits for more than ${WAIT_SECONDS} s` : `ended by ${signal}, at most ${CPU_SECONDS} s of CPU`}`,
      shown,
    );
  else if (!STATUSES.includes(status))
    complain(place, `${verb}: exit status ${status}`, `${shown}\n${said.slice(0, 800)}`);
  const trace =
    /^.*(?:\n {4}at [^]{0,300}|\b(?:RangeError|TypeError|ReferenceError|SyntaxError|node:internal|defect of memvault)\b[^\n]*)/m.exec(
      stderr,
    ) ?? /^.*\n {4}at \S.*:\d+:\d+/m.exec(stdout);
  if (trace) complain(place, `${verb}: stack trace`, `${trace[0].slice(0, 500)}\n${shown}`);
  // Help is text, and so is what a completion script asks for, whatever else is asked.
  const isJson =
    args.includes('--json') &&
    verb !== 'help' &&
    !args.some((arg) => arg === '--help' || arg === '-h') &&
    !args.includes('--list') &&
    args.indexOf('--json') < (args.indexOf('--') + 1 || Infinity);
  const raw = args.some((arg) => /^(?:-[a-z]*0|--null|--files)/.test(arg))
    ? /[\u0001-\u0008\u000b-\u001f\u007f]/.exec(stderr)
    : (isJson
        ? /[\0-\u0008\u000b-\u001f]/
        : /[\0-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
      ).exec(said);
  if (raw)
    complain(
      place,
      `${verb}: a control character`,
      `"U+${raw[0].codePointAt(0).toString(16)} in ${JSON.stringify(said.slice(Math.max(0, raw.index - 60), raw.index + 20))} ${shown}`,
    );
  if (isJson && [0, 1, 3].includes(status) && parse(stdout) === undefined)
    complain(place, `${verb}: --json prints no JSON`, `${shown}\n${said.slice(0, 300)}`);
  for (const [name, before] of logs) {
    const now = isFile(join(place.vault, 'daily', name))
      ? readFileSync(join(place.vault, 'daily', name))
      : Buffer.alloc(0);
    if (!now.subarray(0, before.length).equals(before))
      complain(place, 'a daily log was changed', `${name} by ${shown}`);
  }
  if (verb === 'forget') place.forgets = true;
  for (const { id, content } of status === 0 && verb === 'log' ? (parse(stdout)?.facts ?? []) : []) {
    place.accepted.set(id, content);
    place.ids.push(id);
  }
  return ended;
}

const isFile = (path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function readLogs({ vault }) {
  const folder = join(vault, 'daily');
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => isFile(join(folder, name)))
    : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** No settings of this machine, no editor, and no way into the network but to where nobody listens. */
function envOf({ home }) {
  const proxy = 'http://127.0.0.1:9';
  return childEnv({
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    MEMVAULT_NOW: '2026-07-01T12:00:00Z',
    GIT_CONFIG_NOSYSTEM: '1',
    VISUAL: 'true',
    EDITOR: 'true',
    HTTPS_PROXY: proxy,
    HTTP_PROXY: proxy,
    ALL_PROXY: proxy,
    OLLAMA_HOST: proxy,
    OPENAI_BASE_URL: proxy,
    NO_PROXY: '',
  });
}

/** With the same ids each time, so that a batch can be played again. */
function start(args, { cwd, stdin, env, seed }) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(
      'sh',
      ['-c', `ulimit -t ${CPU_SECONDS}; exec "$@"`, 'sh', process.execPath, `--random-seed=${seed}`, PROGRAM, ...args],
      { cwd, env, timeout: WAIT_SECONDS * 1000 },
    );
    const out = { stdout: [], stderr: [] };
    for (const name of Object.keys(out)) child[name].on('data', (data) => out[name].push(data));
    child.stdin.on('error', () => undefined); // It may end before it has read all.
    child.stdin.end(stdin);
    child.on('error', reject);
    child.on('close', (status, signal) =>
      resolve({
        status,
        signal,
        stdout: Buffer.concat(out.stdout).toString(),
        stderr: Buffer.concat(out.stderr).toString(),
        seconds: (performance.now() - begin) / 1000,
      }),
    );
  });
}

/** Leaves out halves, quarters and single inputs for as long as what is left fails in the same way. */
async function minimise(batch, sign, shared) {
  let smallest = batch;
  const end = performance.now() + MINIMISE_SECONDS * 1000;
  const quiet = { ...shared, counts: { ...shared.counts, verbs: new Map(), statuses: new Map() } };
  const fails = async (inputs) =>
    performance.now() < end &&
    (await runBatch({ ...batch, inputs }, quiet, 'minimise')).some((complaint) => complaint.sign === sign);
  for (let size = Math.ceil(batch.inputs.length / 2); ; size = Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.inputs.length && performance.now() < end;) {
      const inputs = smallest.inputs.filter((_, index) => index < at || index >= at + size);
      if (inputs.length < smallest.inputs.length && (await fails(inputs))) smallest = { ...batch, inputs };
      else at += size;
    }
    if (size === 1 || performance.now() >= end) return smallest;
  }
}

/** What is left of a batch, as text that shows each byte. */
async function describe(batch, shared) {
  const steps = [];
  const quiet = { ...shared, counts: { ...shared.counts, verbs: new Map(), statuses: new Map() } };
  await runBatch(batch, quiet, 'describe', (step) => steps.push(step));
  const shown = (value) => JSON.stringify(Buffer.isBuffer(value) ? value.toString('latin1') : value);
  const lines = steps.map(({ line, write, bytes, append, args, stdin, did }) =>
    line
      ? `fact ${shown(line)}`
      : did
        ? did
        : write
          ? `${append ? 'append to' : 'write'} ${shown(write)}: ${shown(bytes)}`
          : args
            ? `memvault ${args.map(shown).join(' ')}${stdin ? ` < ${shown(stdin)}` : ''}`
            : '',
  );
  return [...new Set(lines)]
    .filter((line) => line !== '')
    .slice(0, SHOWN)
    .map((line) => `  ${line.length > 700 ? `${line.slice(0, 700)}… (${line.length})` : line}`)
    .join('\n');
}
