// At a terminal an import shows what it would log, and asks; and who stops it keeps what was logged.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logMany, type ToLog } from '../../src/tasks/log-facts.ts';
import type { World } from '../../src/tasks/context.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, type Place } from '../support/memvault.ts';
import { atTerminal, hasTerminals } from '../support/terminal.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', '--no-git', '-q', vault]);
});
afterEach(() => place.remove());

describe.runIf(hasTerminals)('asked', () => {
  test.each([
    ['y\r', true],
    ['n\r', false],
    ['\r', false],
  ])('%j', async (keys, isLogged) => {
    writeFileSync(join(place.root, 'CLAUDE.md'), '- Use pnpm\n');
    const { status, shown } = await atTerminal({ place, vault, command: 'memvault import ../CLAUDE.md' }, [
      ['Log it? [y/N]', keys],
    ]);
    expect(shown).toContain('[convention] Use pnpm');
    expect(shown.includes('Nothing was written.')).toBe(!isLogged);
    expect({ status, isLogged: existsSync(join(vault, 'daily', '2026-07-01.md')) }).toEqual({ status: 0, isLogged });
  });
});

describe.runIf(hasTerminals)('what is left', () => {
  test('is told before the question, once', async () => {
    writeFileSync(join(place.root, 'CLAUDE.md'), '- Use pnpm\n- The password of the router is: hunter2Hunter9x\n');
    const { status, shown } = await atTerminal({ place, vault, command: 'memvault import ../CLAUDE.md' }, [
      ['Log it? [y/N]', 'y\r'],
    ]);
    expect(shown.match(/CLAUDE\.md:2 was left out/g)).toHaveLength(1);
    expect(shown.indexOf('CLAUDE.md:2 was left out')).toBeLessThan(shown.indexOf('Log it?'));
    expect(status).toBe(3);
  });
});

test('a day that cannot be written: what is not saved is all that comes behind it', async () => {
  const item = (day: string): ToLog => ({
    id: `${day.replaceAll('-', '')}ab`,
    item: {
      statement: { category: 'work', text: `On ${day}`, tags: [], fields: {} },
      day,
      time: '08:00',
      session: null,
    },
  });
  mkdirSync(join(vault, 'daily/2026-06-02.md'), { recursive: true });
  const still = { update: () => undefined, end: () => undefined };
  await expect(
    logMany(
      {
        vault: {
          root: vault,
          dailyDir: 'daily',
          zones: { inbox: '', projects: '', wiki: '', personal: '', assets: '', archives: '' },
        },
        world: { random: () => 0.5 } as World,
      },
      ['2026-06-03', '2026-06-01', '2026-06-02'].map(item),
      {
        now: new Date('2026-07-01T12:00:00Z'),
        progress: still,
        cancel: { requested: false },
      },
    ),
  ).rejects.toMatchObject({ code: 'io', data: { saved: 1, unsaved: ['On 2026-06-02', 'On 2026-06-03'] } });
});

test('Ctrl-C between two days: the earliest are logged, and it says so', async () => {
  const item = (day: string): ToLog => ({
    id: `${day.replaceAll('-', '')}ab`,
    item: {
      statement: { category: 'work', text: `On ${day}`, tags: [], fields: {} },
      day,
      time: '08:00',
      session: null,
    },
  });
  let updates = 0;
  const { facts, interrupted } = await logMany(
    {
      vault: {
        root: vault,
        dailyDir: 'daily',
        zones: { inbox: '', projects: '', wiki: '', personal: '', assets: '', archives: '' },
      },
      world: { random: () => 0.5 } as World,
    },
    [item('2026-06-03'), item('2026-06-01'), item('2026-06-02')],
    {
      now: new Date('2026-07-01T12:00:00Z'),
      progress: { update: () => void updates++, end: () => undefined },
      cancel: {
        get requested() {
          return updates >= 2;
        },
      },
    },
  );
  expect({ days: facts.map(({ day }) => day), interrupted }).toEqual({
    days: ['2026-06-01', '2026-06-02'],
    interrupted: true,
  });
  expect(
    readdirSync(join(vault, 'daily'))
      .filter((name) => name.endsWith('.md'))
      .sort(),
  ).toEqual(['2026-06-01.md', '2026-06-02.md']);
});
