// At a terminal: colour, and a question before a dream writes. Everywhere else neither, and no trust in the stream.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace, memvault, type Place, program } from '../support/memvault.ts';
import { hasTerminals, typedAt } from '../support/terminal.ts';

const ESCAPE = '\u001B[';

let place: Place;
let vault: string;

beforeAll(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', vault]);
  await memvault(place, ['log', 'User prefers tabs', '-c', 'preference', '--date', 'yesterday'], { cwd: vault });
});
afterAll(() => place.remove());

/** Runs a command line in a terminal of its own; `reply` is what somebody types when asked. */
async function atTerminal(
  line: string,
  env: Readonly<Record<string, string>> = {},
  reply = '',
): Promise<{ status: number | null; shown: string }> {
  const { NO_COLOR: _, ...plain } = place.env;
  const { status, stdout } = await program(place, 'script', ['-qec', `cd '${vault}'; ${line}`, '/dev/null'], {
    env: { ...plain, TERM: 'xterm', ...env },
    input: reply === '' ? '' : null,
    ...(reply === '' ? {} : { onStart: typedAt(/Number, 1 to \d+(?: \(Enter for \d+\))?: |navigate/, reply) }),
  });
  return { status, shown: stdout };
}

describe.runIf(hasTerminals)('colour', () => {
  test.each([
    ['at a terminal', 'memvault facts', {}, true],
    ['--no-color', 'memvault facts --no-color', {}, false],
    ['NO_COLOR', 'memvault facts', { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR, which says nothing', 'memvault facts', { NO_COLOR: '' }, true],
    ['a dumb terminal', 'memvault facts', { TERM: 'dumb' }, false],
    ['a pipe', 'memvault facts | cat', {}, false],
    ['--json', 'memvault facts --json', {}, false],
  ])('%s', async (_what, line, env, colored) => {
    const { status, shown } = await atTerminal(line, env);
    expect(status).toBe(0);
    expect(shown).toContain('User prefers tabs');
    expect(shown.includes(ESCAPE)).toBe(colored);
  });
});

describe.runIf(hasTerminals)('dream', () => {
  const pending = async (): Promise<number> =>
    (JSON.parse((await memvault(place, ['facts', '--pending', '--json'], { cwd: vault })).stdout) as { facts: [] })
      .facts.length;

  test('goes page by page, and whoever quits writes nothing', async () => {
    const { status, shown } = await atTerminal('memvault dream --no-color', { ACCESSIBLE: '1' }, '4\r');
    expect(shown).toContain('Page 1 of 1: 3_Personal/Preferences.md (new)');
    expect(shown).toContain('  4  Quit');
    expect(status).toBe(0);
    expect(await pending()).toBe(1);
  });

  test.each([['--no-input'], ['--json']])('%s: does not ask', async (flag) => {
    const { status, shown } = await atTerminal(`memvault dream ${flag}`, {}, '1\r');
    expect(status).toBe(2);
    expect(shown).not.toContain('Page 1');
    expect(await pending()).toBe(1);
  });

  test('Ctrl-C at the question writes nothing', async () => {
    const { status } = await atTerminal('memvault dream', {}, '\u0003');
    expect(status).toBe(130);
    expect(await pending()).toBe(1);
  });

  test('writes what was accepted, after one more question', async () => {
    const { status, shown } = await atTerminal('memvault dream --no-color', { ACCESSIBLE: '1' }, '1\r');
    expect(status).toBe(0);
    expect(shown).toContain('created  3_Personal/Preferences.md');
    expect(await pending()).toBe(0);
  });
});

describe.runIf(existsSync('/dev/full'))('a full disk behind the answer', () => {
  test.each([
    ['memvault facts >/dev/full', 'memvault: the answer cannot be written: ENOSPC\n'],
    ['memvault search "*" >/dev/full', 'memvault: the answer cannot be written: ENOSPC\n'],
    ['memvault context "*" >/dev/full', 'memvault: the answer cannot be written: ENOSPC\n'],
    ['memvault log "User prefers dark mode" >/dev/full', 'memvault: the answer cannot be written: ENOSPC\n'],
    ['memvault frobnicate 2>/dev/full', ''],
  ])('%s', async (line, said) => {
    const { status, stdout, stderr } = await program(place, 'bash', ['-c', line], { cwd: vault });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.startsWith(said)).toBe(true);
    expect(stderr).not.toContain('defect');
  });

  test('what was logged is there', async () => {
    expect((await memvault(place, ['facts'], { cwd: vault })).stdout).toContain('User prefers dark mode');
  });
});
