// Runs the built program as a user would, in a process of its own, and measures it.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'memvault.js');
const PROBE = join(import.meta.dirname, 'report-usage.cjs');
/** The program's clock: all generated days are over. */
const NOW = '2026-07-01T03:00:00Z';

/** The environment of every child: nothing of this machine's settings, and nothing that slows a start. */
export function childEnv(extra = {}) {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, MEMVAULT_VAULT: _vault, ...env } = process.env;
  return { ...env, XDG_CONFIG_HOME: '/nonexistent', TZ: 'UTC', MEMVAULT_NOW: NOW, NO_COLOR: '1', ...extra };
}

/** Gives the standard output. Throws where the exit status is not 0. */
export function memvault(args, { input, env = {} } = {}) {
  const child = spawnSync(process.execPath, [PROGRAM, ...args], {
    env: childEnv(env),
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (child.status !== 0)
    throw new Error(`memvault ${args.join(' ')}: exit ${child.status}\n${child.stderr}${child.stdout.slice(0, 2000)}`);
  return child.stdout;
}

/**
 * Wall seconds, seconds of CPU and peak memory of one run. `node` are flags for node, `stdin` a file.
 * The usage is what the process says of itself at its end.
 */
export function measureRun(args, { node = [], stdin } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-usage-'));
  const report = join(folder, 'usage.json');
  const input = stdin === undefined ? 'ignore' : openSync(stdin, 'r');
  try {
    const start = performance.now();
    const child = spawnSync(process.execPath, [...node, '--require', PROBE, PROGRAM, ...args], {
      env: childEnv({ MEMVAULT_BENCH_USAGE: report }),
      stdio: [input, 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    const seconds = (performance.now() - start) / 1000;
    if (child.status !== 0) throw new Error(`memvault ${args.join(' ')}: exit ${child.status}\n${child.stderr}`);
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(report, 'utf8'));
    return { seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
  } finally {
    if (stdin !== undefined) closeSync(input);
    rmSync(folder, { recursive: true });
  }
}

/** Starts one run beside others; gives its exit status, in the end. */
export function startRun(script, args) {
  const child = spawn(process.execPath, [script, ...args], { env: childEnv(), stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve(status) : reject(new Error(`${script} ${args.join(' ')}: exit ${status}\n${errors}`)),
    );
  });
}

/**
 * Milliseconds of command lines, each from a cold start, run in turn so that what else the machine does falls on all of
 * them. Two rounds before the count are not counted. A command line may be a function that gives it for a round.
 */
export function interleave(commands, rounds) {
  const times = commands.map(() => []);
  const ours = childEnv();
  for (let round = -2; round < rounds; round++) {
    for (const [index, command] of commands.entries()) {
      const { file, args, env, statuses } = lineOf(typeof command === 'function' ? command(round) : command);
      const options = { env: { ...ours, ...env }, stdio: 'ignore' };
      const start = performance.now();
      const { status } = spawnSync(file, args, options);
      const time = performance.now() - start;
      if (!statuses.includes(status)) throw new Error(`${file} ${args.join(' ')}: exit ${status}`);
      if (round >= 0) times[index].push(time);
    }
  }
  return times;
}

/** What a command line prints. */
export function outputOf(command) {
  const { file, args, env } = lineOf(command);
  return spawnSync(file, args, { env: childEnv(env), encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout;
}

/**
 * A command line is a list of arguments for node, or `{file, args, env?, statuses?}` for another program, with the exit
 * statuses that are none of failure.
 */
function lineOf(command) {
  return { file: process.execPath, env: {}, statuses: [0], ...(Array.isArray(command) ? { args: command } : command) };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}
