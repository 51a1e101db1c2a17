// Transcripts of the command line: what a person types and sees, as a text file that is run and compared.
//
//   # a remark
//   $ memvault log --jsonl        a command of bash, in a folder of its own; `cd` and variables stay
//   <{"content":"tea"}            a line of its stdin
//   >k3v9x2ab4q                   a line of its stdout
//   2>memvault: …                 a line of its stderr
//   [exit 2]                      its status, where it is not 0
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { type Place, program } from './memvault.ts';
import { serve } from './served.ts';

export interface Step {
  /** Remarks and blank lines before the command. */
  readonly before: readonly string[];
  readonly command: string;
  readonly input: readonly string[];
}

export interface Transcript {
  readonly steps: readonly Step[];
  /** Remarks behind the last command. */
  readonly after: readonly string[];
}

export interface StepResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

export function parseTranscript(text: string): Transcript {
  const steps: { before: string[]; command: string; input: string[] }[] = [];
  let before: string[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('$ ')) {
      steps.push({ before, command: line.slice(2), input: [] });
      before = [];
    } else if (line.startsWith('<')) steps.at(-1)?.input.push(line.slice(1));
    else if (line.startsWith('#') || line === '') before.push(line);
    else if (!/^(>|2>|\[exit \d+\]$|\[no newline\]$)/.test(line))
      throw new Error(`this is no line of a transcript: ${line}`);
  }
  return { steps, after: before };
}

/** Runs all commands in one shell; every output goes to files, so that nothing is mixed up. */
export async function runTranscript(place: Place, { steps }: Transcript): Promise<StepResult[]> {
  await serve(place);
  const io = join(dirname(place.root), 'io');
  const script = steps.map(
    ({ command }, step) =>
      `{ ${command}\n} <"$IO/${step}.in" >>"$IO/${step}.out" 2>>"$IO/${step}.err"\necho $? >"$IO/${step}.status"\n`,
  );
  mkdirSync(io);
  for (const [step, { input }] of steps.entries())
    writeFileSync(join(io, `${step}.in`), input.map((line) => `${line}\n`).join(''));
  const ended = await program(place, 'bash', ['-c', `IO='${io}'\n${script.join('')}`]);
  if (ended.stderr !== '') throw new Error(`bash: ${ended.stderr}`);
  const read = (step: number, what: string): string => readFileSync(join(io, `${step}.${what}`), 'utf8');
  return steps.map((_, step) => ({
    stdout: read(step, 'out'),
    stderr: read(step, 'err'),
    status: Number(read(step, 'status')),
  }));
}

/**
 * The transcript as a text, with what differs from run to run under names: paths, ids, digests, process numbers, hosts.
 */
export function renderTranscript(
  { steps, after }: Transcript,
  results: readonly StepResult[],
  mask: (text: string) => string,
): string {
  const lines = steps.flatMap(({ before, command, input }, step) => {
    const { stdout, stderr, status } = results[step] ?? { stdout: '', stderr: '', status: Number.NaN };
    return [
      ...before,
      `$ ${command}`,
      ...input.map((line) => `<${line}`),
      ...outputLines('>', mask(stdout)),
      ...outputLines('2>', mask(stderr)),
      ...(status === 0 ? [] : [`[exit ${status}]`]),
    ];
  });
  return `${[...lines, ...after].join('\n')}\n`;
}

function outputLines(mark: string, text: string): string[] {
  if (text === '') return [];
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark}${visible(line)}`);
  return text.endsWith('\n') ? lines : [...lines, '[no newline]'];
}

const visible = (text: string): string =>
  text.replace(
    /[\u0000-\u001F\u007F-\u009F]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

const ID = '[0-9a-hjkmnp-tv-z]{10}';

/** Names the ids of a transcript by the order in which they are seen, so that a reader can follow one. */
export function makeMask(place: Place, results: readonly StepResult[]): (text: string) => string {
  const known = new Set([
    ...results.flatMap(({ stdout }) => stdout.split('\n').filter((line) => new RegExp(`^${ID}$`).test(line))),
    ...textsIn(dirname(place.root)).flatMap((text) =>
      [...text.matchAll(new RegExp(`\\^(${ID})$`, 'gm'))].map(([, id = '']) => id),
    ),
  ]);
  const names = new Map<string, string>();
  const idName = (id: string): string => {
    if (!names.has(id)) names.set(id, `<id${names.size + 1}>`);
    return names.get(id) ?? '';
  };
  return (text) =>
    text
      .replaceAll(place.root, '<here>')
      .replaceAll(place.env['HOME'] ?? '', '<home>')
      .replace(/(?<=r-\d{8}-\d{4}-)[0-9a-f]{6}/g, '<plan>')
      .replace(/(?<=\bcli-)[0-9a-z]{4}\b/g, '<me>')
      .replace(/(?<=, clone |"clone":")[0-9a-z]{4}\b/g, '<me>')
      .replace(/(?<=\bCommitted )[0-9a-f]{10}\b/g, '<commit>')
      .replace(/(?<="commit":")[0-9a-f]{40}\b/g, '<commit>')
      .replace(/(?<=process |"pid":)\d+/g, '<pid>')
      .replaceAll(` on ${hostname()},`, ' on <host>,')
      .replaceAll(`"host":"${hostname()}"`, '"host":"<host>"')
      .replace(/(?<=<!-- )[0-9a-z]{5}(?= -->)/g, '<nonce>')
      .replace(/\b[0-9a-f]{16}(?=\.seg\b)/g, '<segment>')
      .replace(/\b\d+(?:\.\d+)? ms\b/g, '<n> ms')
      .replace(/(?<="ms":)[\d.]+/g, '<n>')
      .replace(new RegExp(`(?<![0-9a-z])${ID}(?![0-9a-z])`, 'g'), (id) => (known.has(id) ? idName(id) : id));
}

function textsIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** True where transcripts are to be written anew instead of compared. */
export const UPDATES = (process.env['UPDATE_TRANSCRIPTS'] ?? '') !== '';

export function saveTranscript(path: string, text: string): void {
  writeFileSync(path, text);
}
