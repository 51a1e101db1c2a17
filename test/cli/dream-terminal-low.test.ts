// A dream at a terminal of few rows: the page that is asked about is named, and what a person changed is seen.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Place } from '../support/memvault.ts';
import { screenOf } from '../support/screen.ts';
import { atTerminal, hasTerminals } from '../support/terminal.ts';
import { useDreamVaults } from './dream-vault.ts';

const [ENTER, DOWN, UP, ESC, CTRL_C] = ['\r', '\u001B[B', '\u001B[A', '\u001B', '\u0003'];
const LIST = '◆';

let place: Place;
let vault: string;
useDreamVaults((made) => void ({ place, vault } = made));

describe.runIf(hasTerminals)('few rows', () => {
  test('40x12: the first question stands on one screen with the page, its name and few choices; the others below', async () => {
    const { status, shown } = await atTerminal({ place, vault, columns: 40, rows: 12 }, [[LIST, CTRL_C]]);
    const lines = screenOf(shown.slice(0, shown.indexOf('Quit') + 'Quit'.length)).split('\n');
    const at = lines.findIndex((line) => line.includes('What becomes of Atlas?'));
    const [first, last] = [
      lines.findIndex((line) => line.startsWith('Page 1 of 5')),
      lines.findLastIndex((line) => line.includes('Quit')),
    ];
    expect(last).toBeGreaterThan(at);
    expect(last - first).toBeLessThan(12);
    expect(shown).toContain('More…');
    expect(shown).not.toContain('Put off');
    expect(status).toBe(130);
  });

  test('40x12: what is below can be had, and gone back from', async () => {
    const { status, shown } = await atTerminal({ place, vault, columns: 40, rows: 12 }, [
      [LIST, `${DOWN.repeat(2)}${ENTER}`],
      [LIST, ESC],
      [LIST, `${DOWN.repeat(2)}${ENTER}`],
      [LIST, `${UP}${ENTER}`],
      [LIST, CTRL_C],
    ]);
    expect(screenOf(shown)).toContain('Put off (its 2 facts wait for the\n');
    expect(screenOf(shown)).toContain('Page 2 of 5');
    expect(status).toBe(130);
  });

  test('60x14: a page that was edited is shown to its end', async () => {
    const sed = join(place.root, 'sed-editor');
    writeFileSync(
      sed,
      `#!/bin/sh\nsed -i 's/says: User prefers compact dashboards/says: User likes and prefers compact dashboards/' "$1"\n`,
    );
    chmodSync(sed, 0o755);
    const { shown } = await atTerminal({ place, vault, columns: 60, rows: 14, env: { EDITOR: sed } }, [
      [LIST, ENTER],
      [LIST, ENTER],
      [LIST, `${DOWN.repeat(2)}${ENTER}`],
      [LIST, `${DOWN.repeat(2)}${ENTER}`],
      [LIST, CTRL_C],
    ]);
    const [, after = ''] = screenOf(shown).split('Page 3 of 5').slice(-2);
    expect(after).toContain('likes and prefers compact');
    expect(after).toContain('known already: User prefers tabs');
    expect(after).not.toContain('more line');
  });
});
