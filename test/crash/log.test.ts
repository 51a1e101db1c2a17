// What a person said is never lost without a word: where a write of `log` fails, it prints what it could not save,
// what stood in the logs stands there still, and logging it again has it there once more and whole.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDailyLog } from '../../src/page/daily-log.ts';
import { ALL, leftovers } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { type Fault, memvaultWithFault, twoAtATime } from '../support/faults.ts';

const TEXTS = ['User keeps the spare fuse behind the blue door', 'User sold 3 chairs for 40 euros on 2026-07-03'];
/** One for a day that has a log, one for a day that has none. */
const input = TEXTS.map((content, i) => JSON.stringify({ content, date: ['2026-07-02', '2026-07-03'][i] })).join('\n');
const LOG = ['log', '--jsonl', '-q'];

let base: CrashVault;
let from: string;
let writes: readonly string[];

beforeAll(async () => {
  base = await makeCrashVault();
  from = base.copy('new-clone');
  rmSync(join(from, '.memvault', 'clone'));
  writes = (await memvaultWithFault(base.place, base.copy('traced', from), LOG, null, { input })).writes;
});
afterAll(() => base.remove());

/** The statements of a vault's facts, as the program reads them. */
function contentsIn(vault: string): string[] {
  const taken = new Set<string>();
  return Object.entries(logsOf(vault))
    .flatMap(([name, text]) => parseDailyLog({ day: name.slice(0, 10), path: `daily/${name}`, text }, taken))
    .map((fact) => fact.text);
}

const logsOf = (vault: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(vault, 'daily'))
      .filter((name) => /^\d.*\.md$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(vault, 'daily', name), 'utf8')]),
  );

async function complaintsOf(fault: Fault): Promise<string[]> {
  const vault = base.copy(`${fault.how}-${fault.at}`, from);
  const before = logsOf(vault);
  const ended = await memvaultWithFault(base.place, vault, LOG, fault, { input });
  const complaints: string[] = [];
  const after = logsOf(vault);
  for (const [name, text] of Object.entries(before))
    if (after[name]?.startsWith(text) !== true) complaints.push(`${name} lost what it held`);
  const killed = fault.how === 'kill' || fault.how === 'half-kill';
  const saved = contentsIn(vault);
  for (const text of TEXTS)
    if (!killed && !saved.includes(text) && !ended.stderr.includes(`\n  ${text}\n`))
      complaints.push(`neither saved nor printed: ${text}`);
  if (ended.fired === null) complaints.push('nothing went wrong');
  if (killed ? ended.status !== null : ![0, 2].includes(ended.status ?? -1))
    complaints.push(`it ended with ${ended.status}`);
  if (/^ {4}at |defect/m.test(ended.stderr) || (ended.status === 2 && !/^memvault: .*\n {2}\S/.test(ended.stderr)))
    complaints.push(`no words with a hint: ${ended.stderr}`);
  if (ended.status !== 0) {
    const again = await base.run(vault, LOG, { input });
    if (again.status !== 0) complaints.push(`again it ended with ${again.status}: ${again.stderr}`);
  }
  const listed = contentsIn(vault);
  for (const text of TEXTS) if (!listed.includes(text)) complaints.push(`not there in the end: ${text}`);
  const { status, stdout } = await base.run(vault, ['dream', '--batch', '--force']);
  const lint = ALL || fault.how.startsWith('half') ? await base.run(vault, ['lint', '-q']) : null;
  if (status !== 0 || (lint !== null && lint.status !== 0))
    complaints.push(`the dream after it: ${status}, ${stdout}; lint: ${lint?.stdout}`);
  if (leftovers(vault).length > 0) complaints.push(`the dream left ${leftovers(vault).join(', ')}`);
  rmSync(vault, { recursive: true });
  return complaints.map((complaint) => `${fault.how} at ${fault.at}, ${ended.fired ?? ''}: ${complaint}`);
}

/** Of the ways that have many moments, each so-manieth. */
const SHARE = { fail: 4, half: 1, stay: 6, kill: 1, 'half-kill': 1 } as const;

describe('log', { timeout: 600_000 }, () => {
  test('makes the name of the clone, a new day and its lines', () => {
    expect(writes).toEqual(
      expect.arrayContaining([
        'link .memvault/clone',
        'link daily/2026-07-03.md',
        'write daily/2026-07-02.md',
        'fsync daily/2026-07-03.md',
      ]) as string[],
    );
    expect(existsSync(join(from, '.memvault', 'clone'))).toBe(false);
  });

  test.each([
    ['fail', 'ENOSPC', /(?:)/],
    ['half', 'ENOSPC', /^write/],
    ['stay', 'EROFS', /(?:)/],
    ['half-kill', '', /^write/],
    ...(ALL ? [['kill', '', /(?:)/] as const, ['fail', 'EIO', /(?:)/] as const] : []),
  ] as const)('%s %s: what is not saved is printed, and logging it again is enough', async (how, code, only) => {
    const faults = writes.flatMap((text, i): Fault[] =>
      only.test(text) && (ALL || i % SHARE[how] === 0) ? [{ of: 'write', at: i + 1, how, code }] : [],
    );
    expect((await twoAtATime(faults, complaintsOf)).flat()).toEqual([]);
  });
});
