// At a real terminal: the list of choices, without colour, on 60 columns; numbered lines for who wants nothing drawn
// anew; Ctrl-C. What stdout gets stays empty.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memvault, makePlace, type Place, program } from '../support/memvault.ts';

const UP = /\u001B\[\d*[AF]/;
const COLOR = /\u001B\[[\d;]*m/;
const ENTER = '\r';
const DOWN = '\u001B[B';
const UP_KEY = '\u001B[A';
const TOP = UP_KEY.repeat(3);

let place: Place;
let vault: string;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', vault]);
  await memvault(
    place,
    ['log', 'The weekly stand-up of the whole team is at the office in Lisbon', '-c', 'work', '--date', '2026-06-28'],
    { cwd: vault },
  );
  await memvault(
    place,
    [
      'log',
      'The weekly stand-up of the whole team is not at the office in Lisbon',
      '-c',
      'work',
      '--date',
      '2026-06-28',
    ],
    { cwd: vault },
  );
  await memvault(place, ['dream', '--yes'], { cwd: vault });
});
afterEach(() => place.remove());

/** Runs a command line in a terminal of 60 columns; each reply is typed once its prompt is seen. */
async function atTerminal(
  line: string,
  replies: readonly (readonly [prompt: string, keys: string])[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; shown: string }> {
  const { NO_COLOR: _, ...plain } = place.env;
  const waiting = [...replies];
  let seen = '';
  const { status, stdout } = await program(
    place,
    'script',
    ['-qec', `cd '${vault}'; stty cols 60 rows 30; ${line} >'${place.root}/stdout'`, '/dev/null'],
    {
      env: { ...plain, TERM: 'xterm', ...env },
      input: null,
      onStart: (child) =>
        child.stdout?.on('data', (chunk: Buffer) => {
          seen += chunk.toString();
          const [next] = waiting;
          if (next === undefined || !seen.includes(next[0])) return;
          waiting.shift();
          seen = '';
          child.stdin?.write(next[1]);
        }),
    },
  );
  expect(waiting).toEqual([]);
  return { status, shown: stdout };
}

const page = (): string => readFileSync(join(vault, '3_Personal/Work.md'), 'utf8');
const answer = (): string => readFileSync(join(place.root, 'stdout'), 'utf8');

/** Skipped where there is no such program to make terminals with. */
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

describe.runIf(hasTerminals)('review', () => {
  test('a choice in the list', async () => {
    const { status, shown } = await atTerminal('memvault review', [['Quit', `${TOP}${DOWN}${ENTER}`]]);
    expect(status).toBe(0);
    expect(shown).toContain('1 replaced. No reviews are pending.');
    expect(page()).toMatch(/- The weekly stand-up of the whole team is not at the office in Lisbon\[\^\w+\]\n/);
    expect(page()).toContain('## History');
    expect(answer()).toBe('');
  });

  test('Enter alone leaves it for later, and letters move nothing', async () => {
    const before = page();
    const { status, shown } = await atTerminal('memvault review', [['Quit', `kkj${ENTER}`]]);
    expect(status).toBe(0);
    expect(shown).toContain('1 left for later. 1 review still waits');
    expect(page()).toBe(before);
  });

  test.each([
    ['NO_COLOR', 'memvault review', { NO_COLOR: '1' }],
    ['--no-color', 'memvault review --no-color', {}],
  ])('%s: no colour, and no line is too long', async (_what, line, env) => {
    const { status, shown } = await atTerminal(line, [['Quit', '\u0003']], env);
    expect(status).toBe(130);
    expect(shown).not.toMatch(COLOR);
    const lines = shown.replace(/\u001B\[[?\d;]*[A-Za-z]/g, '').split(/\r?\n/);
    expect(lines.filter((one) => one.length > 60)).toEqual([]);
    expect(shown.replace(/\s+/g, ' ')).toContain('Nothing was decided. 1 review still waits: memvault review');
    expect(page()).toContain('[!warning]');
  });

  test.each([
    ['ACCESSIBLE', { ACCESSIBLE: '1', NO_COLOR: '1' }],
    ['a dumb terminal', { TERM: 'dumb' }],
  ])('%s: numbered lines, and nothing is drawn anew', async (_what, env) => {
    const { status, shown } = await atTerminal(
      'memvault review',
      [
        ['Number, 1 to 5 (Enter for 4): ', `nine${ENTER}`],
        ['Number, 1 to 5 (Enter for 4): ', `3${ENTER}`],
      ],
      env,
    );
    expect(status).toBe(0);
    expect(shown).toContain('  3  Keep both (not asked again)');
    // A line that is typed may be drawn anew; no line above it is.
    expect(shown).not.toMatch(UP);
    expect(shown).toContain('1 kept apart. No reviews are pending.');
    expect(page()).not.toContain('[!warning]');
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s at a number leaves all as it is', async (_what, keys) => {
    const before = page();
    const { status } = await atTerminal('memvault review', [['Number, 1 to 5 (Enter for 4): ', keys]], {
      ACCESSIBLE: '1',
    });
    expect(status).toBe(130);
    expect(page()).toBe(before);
  });
});

describe.runIf(hasTerminals)('fix', () => {
  test('without a correction is refused, asks nothing and changes nothing', async () => {
    const { stdout } = await memvault(place, ['facts', '--json'], { cwd: vault });
    const [fact] = (JSON.parse(stdout) as { facts: { id: string }[] }).facts;
    const before = page();
    const { status } = await atTerminal(`memvault fix ${fact?.id ?? ''}`, []);
    expect(status).toBe(2);
    expect(answer()).toBe('');
    expect(page()).toBe(before);
  });
});
