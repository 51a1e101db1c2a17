// `memvault dream` at a real terminal: what is seen, at 60 and at 120 columns; without colour, for a screen reader;
// whoever stops, and however, leaves every byte as it was.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import type { Place } from '../support/memvault.ts';
import { screenOf } from '../support/screen.ts';
import { UPDATES, saveTranscript } from '../support/transcript.ts';
import { atTerminal as runAtTerminal, hasTerminals, type Keys } from '../support/terminal.ts';
import { useDreamVaults } from './dream-vault.ts';

const [ENTER, DOWN, CTRL_C] = ['\r', '\u001B[B', '\u0003'];
const COLOR = /\u001B\[[\d;]*m/;
const UP = /\u001B\[\d*[AF]/;
const CACHE = /^\.memvault\/cache\/settings\.json$/;

let place: Place;
let vault: string;
let next = 0;
useDreamVaults((made) => void ({ place, vault } = made));

interface Options {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: string;
  /** Called when the last prompt of the replies is seen, instead of typing. */
  readonly last?: (at: At) => void;
  /** The same for the first. */
  readonly first?: (at: At) => void;
}

interface At {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly tty: string;
}

/** What a list shows only when it is drawn first, and how numbered lines end. */
const LIST = '◆';
const NUMBER = 'Number, 1 to ';

/** The first and the last reply may be acts instead, on the process and its terminal. */
async function atTerminal(
  replies: readonly (readonly [prompt: string, keys: string])[],
  { columns = 120, env = {}, args = '', first, last }: Options = {},
): Promise<{ status: number | null; shown: string }> {
  const read = (what: string): string => readFileSync(`${vault}-${what}`, 'utf8').trim();
  const command = `tty > '${vault}-tty'; exec sh -c 'echo $$ > "${vault}-pid"; exec memvault dream ${args}'`;
  return await runAtTerminal(
    { place, vault, columns, env, command },
    replies.map(([prompt, keys], at): readonly [string, Keys] => {
      const act = at === replies.length - 1 ? last : at === 0 ? first : undefined;
      return [prompt, act === undefined ? keys : (child) => act({ child, pid: Number(read('pid')), tty: read('tty') })];
    }),
  );
}

describe.runIf(hasTerminals)('what is seen', () => {
  test.each([60, 120])('at %i columns', async (columns) => {
    const { status, shown } = await atTerminal(
      [
        [LIST, ENTER],
        [LIST, `${DOWN.repeat(3)}${ENTER}`], // Put off.
        [LIST, ENTER],
        [LIST, `${DOWN.repeat(2)}${ENTER}`], // Reject.
        [LIST, `${'\u001B[A'.repeat(2)}${ENTER}`], // The denial.
        [LIST, `${'\u001B[A'.repeat(5)}${ENTER}`], // A claim of its own.
        [LIST, ENTER],
        [LIST, ENTER],
        [LIST, ENTER],
      ],
      { columns },
    );
    expect(status).toBe(0);
    const screen = screenOf(shown);
    const path = join(import.meta.dirname, `screens/dream-${columns}.txt`);
    if (UPDATES) saveTranscript(path, screen);
    expect(screen).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '');
    expect(screen.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(shown).toMatch(COLOR);
  });

  test.each([
    ['NO_COLOR', { NO_COLOR: '1' }, ''],
    ['--no-color', {}, '--no-color'],
  ])('%s: signs say what colours say', async (_what, env, args) => {
    const { status, shown } = await atTerminal([[LIST, CTRL_C]], { env, args });
    expect(status).toBe(130);
    expect(shown).not.toMatch(COLOR);
    expect(screenOf(shown)).toContain('  + The deploy of atlas takes 14 minutes (');
  });

  test.each([
    ['ACCESSIBLE', { ACCESSIBLE: '1' }],
    ['a dumb terminal', { TERM: 'dumb' }],
  ])('%s: numbered lines, and nothing is drawn anew', async (_what, env) => {
    const { status, shown } = await atTerminal(
      [
        [NUMBER, `2${ENTER}`],
        [NUMBER, `1${ENTER}`],
      ],
      { columns: 60, env },
    );
    expect(status).toBe(0);
    expect(shown).not.toMatch(UP);
    expect(shown).toContain(
      'What should happen to Atlas?\r\n  1  Accept this page\r\n  2  Accept all remaining pages (5 pages)\r\n',
    );
    expect(shown).toContain('Consolidated 10 facts of 3 days');
  });

  test('a terminal that is made narrower meanwhile', async () => {
    const { status, shown } = await atTerminal(
      [
        [LIST, ENTER],
        [LIST, ''],
      ],
      {
        last: ({ child, tty }) => {
          let [drawn, isAsked] = ['', false];
          // Once it knows of it, it goes back up and draws the list anew: only then it is asked for the next page, and only
          // there it is stopped.
          const onDrawn = (chunk: Buffer): void => {
            drawn += chunk.toString('latin1');
            if (!isAsked && UP.test(drawn)) {
              isAsked = true;
              child.stdin?.write(ENTER);
            }
            const at = drawn.indexOf('Page 3 of 5');
            if (at < 0 || !drawn.includes(Buffer.from(LIST).toString('latin1'), at)) return;
            child.stdout?.off('data', onDrawn);
            child.stdin?.write(CTRL_C);
          };
          child.stdout?.on('data', onDrawn);
          spawnSync('stty', ['-F', tty, 'cols', '60']);
        },
      },
    );
    expect(status).toBe(130);
    const [, third = ''] = shown.split('Page 3 of 5');
    expect(third).not.toBe('');
    expect(
      screenOf(third)
        .split('\n')
        .filter((line) => line.length > 60),
    ).toEqual([]);
  });
});

describe.runIf(hasTerminals)('stopping', () => {
  test.each<[string, readonly (readonly [string, string])[]]>([
    ['a page', [[LIST, CTRL_C]]],
    [
      'which decision',
      [
        [LIST, `${DOWN.repeat(2)}${ENTER}`],
        [LIST, CTRL_C],
      ],
    ],
    [
      'the last question',
      [
        [LIST, `${DOWN}${ENTER}`],
        [LIST, CTRL_C],
      ],
    ],
  ])('Ctrl-C at %s leaves every byte as it was', async (_where, replies) => {
    const before = hashFolder(vault, CACHE);
    const { status, shown } = await atTerminal(replies);
    expect(status).toBe(130);
    expect(shown).toContain('stopped; nothing was written');
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s: the cursor is there again, and every byte is as it was', async (signal, expected) => {
    const before = hashFolder(vault, CACHE);
    const { status, shown } = await atTerminal([[LIST, '']], { last: ({ pid }) => void process.kill(pid, signal) });
    expect(status).toBe(expected);
    expect(shown.lastIndexOf('\u001B[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001B[?25l'));
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });

  test('a terminal that is closed', async () => {
    const before = hashFolder(vault, CACHE);
    await atTerminal([[LIST, '']], { last: ({ child }) => void child.kill('SIGKILL') });
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });
});

describe.runIf(hasTerminals)('a model', () => {
  /** Answers the first call that holds facts, and none after it. */
  const HALF = `
    const { existsSync, readFileSync, writeFileSync } = require('node:fs')
    const facts = [...readFileSync(0, 'utf8').matchAll(/"id":"(f\\d+)"/g)].map(([, id]) => id)
    if (existsSync(process.argv[2])) { writeFileSync(process.argv[2] + '-again', ''); setTimeout(() => {}, 60_000) }
    else {
      writeFileSync(process.argv[2], '')
      console.log(JSON.stringify({ decisions: [...new Set(facts)].map((fact) => ({ fact, as: 'new', claim: null, text: null, head: null, page: null, reason: '' })), page: { title: null, overview: null } }))
    }`;

  /** A person's own config that names a program as the model. */
  function configure(): { env: Readonly<Record<string, string>>; asked: string } {
    const [home, asked] = [join(place.root, `config${next++}`), join(place.root, `asked${next}`)];
    mkdirSync(join(home, 'memvault'), { recursive: true });
    writeFileSync(join(home, 'half.cjs'), HALF);
    writeFileSync(join(home, 'memvault/config.yaml'), `models:\n  command: node ${join(home, 'half.cjs')} ${asked}\n`);
    return { env: { XDG_CONFIG_HOME: home }, asked };
  }

  test('is asked after a yes, that says how much; Ctrl-C keeps what it has said, and the rest waits', async () => {
    // More facts than the model is shown in one call.
    const more = Array.from(
      { length: 20 },
      (_, at) => `- [note] Shelf ${String.fromCodePoint(65 + at)} holds ${at + 2} stamps ^she0f000${at + 10}`,
    );
    writeFileSync(
      join(vault, 'daily/2026-06-27.md'),
      `# Daily Log - 2026-06-27\n\n## 10:00 — cli-aaaa\n\n${more.join('\n')}\n`,
    );
    const { env, asked } = configure();
    const { status, shown } = await atTerminal(
      [
        [LIST, ''],
        [LIST, `${DOWN}${ENTER}`],
        [LIST, ENTER],
      ],
      {
        env,
        args: '--engine command',
        first: ({ child }) => {
          child.stdin?.write(`\u001B[A${ENTER}`);
          const waiting = setInterval(() => {
            if (!existsSync(`${asked}-again`)) return;
            clearInterval(waiting);
            child.stdin?.write(CTRL_C);
          }, 50);
        },
      },
    );
    const screen = screenOf(shown);
    expect(screen).toMatch(/is asked: about \d+ calls with [\d,]+ tokens\./);
    expect(screen).toContain('the dream was interrupted');
    expect(screen).toMatch(
      /Consolidated \d+ facts of[^]*\d+ facts waiting \(“[^”]*” and\s+\d more\):\s+the\s+dream\s+was\s+interrupted\n/,
    );
    expect(status).toBe(0);
  });

  test('is not asked after a no', async () => {
    const { env, asked } = configure();
    const before = hashFolder(vault, CACHE);
    const { status, shown } = await atTerminal([[LIST, ENTER]], { env, args: '--engine command' });
    expect(status).toBe(0);
    expect(shown).toContain('--engine rules works without a model');
    expect(existsSync(asked)).toBe(false);
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });

  test('one that cannot be asked: why, and nothing is written', async () => {
    const home = join(place.root, `config${next++}`);
    mkdirSync(join(home, 'memvault'), { recursive: true });
    writeFileSync(join(home, 'memvault/config.yaml'), 'models:\n  command: no-such-program-here\n');
    const before = hashFolder(vault, CACHE);
    const { status, shown } = await atTerminal([[LIST, `\u001B[A${ENTER}`]], {
      env: { XDG_CONFIG_HOME: home },
      args: '--engine command',
    });
    expect(screenOf(shown)).toContain('no-such-program-here');
    expect(status).toBe(12);
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });

  test('what the vault asks for and nobody has trusted does not run', async () => {
    const asked = join(place.root, `asked${next++}`);
    writeFileSync(join(vault, '.memvault/config.yaml'), `models:\n  command: touch ${asked}\n`);
    const { status, shown } = await atTerminal([], { args: '--engine command' });
    expect(screenOf(shown)).toContain('models.command of this vault is not trusted');
    expect(status).toBe(2);
    expect(existsSync(asked)).toBe(false);
  });
});

test.runIf(hasTerminals)('what ends in an error is broken between words', async () => {
  const { shown } = await atTerminal([[LIST, CTRL_C]], { columns: 30 });
  expect(screenOf(shown)).toContain('memvault: stopped; nothing\n  was written\n');
});
