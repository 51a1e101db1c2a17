// Keys at a list of `memvault dream` that do not choose: they end it in words, or lose nothing.
import { describe, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import type { Place } from '../support/memvault.ts';
import { screenOf } from '../support/screen.ts';
import { atTerminal, hasTerminals } from '../support/terminal.ts';
import { useDreamVaults } from './dream-vault.ts';

const [ENTER, DOWN, ESC, CTRL_D, CTRL_Z] = ['\r', '\u001B[B', '\u001B', '\u0004', '\u001A'];
const CACHE = /^\.memvault\/cache\/settings\.json$/;
const LIST = '◆';
const NUMBER = 'Number, 1 to ';

let place: Place;
let vault: string;
useDreamVaults((made) => void ({ place, vault } = made));

const dream = async (
  replies: readonly (readonly [string, string])[],
  env: Readonly<Record<string, string>> = {},
  command?: string,
): Promise<{ status: number | null; shown: string }> =>
  await atTerminal({ place, vault, env, ...(command === undefined ? {} : { command }) }, replies);

describe.runIf(hasTerminals)('at a list', () => {
  test('Ctrl-D is as Ctrl-C', async () => {
    const before = hashFolder(vault, CACHE);
    const { status, shown } = await dream([
      [LIST, ENTER],
      [LIST, CTRL_D],
    ]);
    expect(shown).toContain('stopped; nothing was written');
    expect(status).toBe(130);
    expect(hashFolder(vault, CACHE)).toEqual(before);
  });

  test('Ctrl-Z and then fg: the question comes again', async () => {
    const { status, shown } = await dream(
      [
        [LIST, ENTER],
        [LIST, CTRL_Z],
        [LIST, `${DOWN}${ENTER}`],
        [LIST, ENTER],
      ],
      {},
      `bash -c 'set -m; memvault dream; echo stopped with $?; fg'`,
    );
    expect(shown).toContain('stopped with 1');
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(status).toBe(0);
  });

  test('Ctrl-Z where nobody could call it back does nothing', async () => {
    const { status, shown } = await dream([
      [LIST, ENTER],
      [LIST, CTRL_Z],
      [LIST, `${DOWN}${ENTER}`],
      [LIST, ENTER],
    ]);
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(status).toBe(0);
  });

  test('Esc at a page asks as Quit does, in a list below it goes back to the page', async () => {
    const { status, shown } = await dream([
      [LIST, ENTER],
      [LIST, ESC],
      [LIST, ESC],
      [LIST, `${DOWN.repeat(2)}${ENTER}`],
      [LIST, ESC],
      [LIST, `${DOWN}${ENTER}`],
      [LIST, ENTER],
    ]);
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(screenOf(shown)).toContain('Page 2 of 5');
    expect(status).toBe(0);
  });

  test('an arrow that arrives in two pieces drops nothing', async () => {
    const { status, shown } = await dream([
      [LIST, ENTER],
      [LIST, ESC],
      [LIST, `[B${ENTER}`],
      [LIST, `${DOWN}${ENTER}`],
      [LIST, ENTER],
    ]);
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(status).toBe(0);
  });
});

describe.runIf(hasTerminals)('at numbered lines', () => {
  test('a typing error loses nothing, however many there are; Enter takes what is named', async () => {
    const wrong = ['x', '0', '99', '7x', '-1'].map((text): readonly [string, string] => [NUMBER, `${text}${ENTER}`]);
    const { status, shown } = await dream(
      [...wrong, [`${NUMBER}5 (Enter for 1): `, ENTER], [NUMBER, `2${ENTER}`], [NUMBER, ENTER]],
      { ACCESSIBLE: '1' },
    );
    expect(shown).toContain('Type a number from 1 to 5.');
    expect(shown).toContain('Page 2 of 5');
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(status).toBe(0);
  });

  test('Ctrl-Z and then fg: the question comes again', async () => {
    const { status, shown } = await dream(
      [
        [NUMBER, CTRL_Z],
        [NUMBER, `2${ENTER}`],
        [`${NUMBER}2 `, ENTER],
      ],
      { ACCESSIBLE: '1' },
      `bash -c 'set -m; memvault dream; echo stopped with $?; fg'`,
    );
    expect(shown).toContain('Consolidated 10 facts of 3 days');
    expect(status).toBe(0);
  });
});
