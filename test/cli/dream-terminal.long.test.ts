// What a person can say of a dream, page by page, and what is written then. The person is scripted, the vault is real.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { type Replies, runHere } from '../support/here.ts';
import type { Ended, Place } from '../support/memvault.ts';
import { FACTS, useDreamVaults } from './dream-vault.ts';

const NOW = '2026-07-01T12:00:00Z';
/** The copy of the settings is made anew for a copied vault. */
const NEVER = /^\.memvault\/cache\/settings\.json$/;
/** The pages in their order: Atlas, Preferences, Profile, Work, none. */
const [ATLAS, PREFERENCES, PROFILE, WORK] = [
  '1_Projects/Atlas.md',
  '3_Personal/Preferences.md',
  '3_Personal/Profile.md',
  '3_Personal/Work.md',
];

let place: Place;
let vault: string;
let another: () => string;
useDreamVaults((made) => void ({ place, vault, another } = made));

const dream = async (replies: Replies, args: readonly string[] = []): Promise<Ended> =>
  await runHere({ place, cwd: vault, now: NOW }, ['dream', ...args], replies);
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const json = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await runHere({ place, cwd: vault, now: NOW }, [...args, '--json'])).stdout) as Record<string, unknown>;

async function dispositions(): Promise<Record<string, string>> {
  const { facts } = (await json('facts')) as { facts: { id: string; disposition: { as: string } | null }[] };
  return Object.fromEntries(facts.map(({ id, disposition }) => [id, disposition?.as ?? 'pending']));
}

/** Whatever a person said: nothing is wrong in the vault, and a second dream has nothing to do but what waits. */
async function mustBeWhole(waiting: readonly string[] = []): Promise<void> {
  const { findings } = (await json('lint')) as { findings: { severity: string; message: string }[] };
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { facts } = (await json('facts', '--pending')) as { facts: { id: string }[] };
  expect(
    facts
      .map(({ id }) => id)
      .filter((id) => id !== '1anchana00')
      .sort(),
  ).toEqual([...waiting].sort());
}

describe('accepting', () => {
  test('page by page writes what dream --yes writes', async () => {
    const { status, stdout, stderr } = await dream(['accept', 'accept', 'accept', 'accept', 'accept', 'write']);
    expect(status).toBe(0);
    expect(stdout).toContain('Consolidated 10 facts of 3 days');
    expect(stderr).toContain('Page 5 of 5: Facts that go on no page');
    expect(stderr).toContain('Write 4 pages with 10 facts?');
    const accepted = hashFolder(vault);
    vault = another();
    await runHere({ place, cwd: vault, now: NOW }, ['dream', '--yes']);
    expect(hashFolder(vault)).toEqual(accepted);
  });

  test('all that is left, after the first', async () => {
    const { status } = await dream(['accept', 'all', 'write']);
    expect(status).toBe(0);
    await mustBeWhole();
  });

  test('says what can be done next', async () => {
    const { stderr } = await dream(['all', 'write']);
    expect(stderr).toContain('Next:\n  memvault diff          what it changed\n  memvault dream --undo  reverts it\n');
  });
});

describe('a page', () => {
  test('says why, and what is replaced', async () => {
    const { stderr } = await dream(['accept', 'accept', 'accept', null]);
    expect(stderr).toContain('+ User now works at Microsoft (it gives a newer value for the employer)');
    expect(stderr).toContain('< User works at Google as an engineer\n      now “User now works at Microsoft”: ');
    expect(stderr).toContain('= User prefers tabs over spaces\n      says the same as “User prefers tabs over spaces”');
    expect(stderr).not.toContain('[^');
  });

  test('control characters and turned writing of a fact do nothing to the terminal', async () => {
    writeFileSync(
      join(vault, 'daily/2026-06-27.md'),
      '# Daily Log - 2026-06-27\n\n## 10:00 — cli-aaaa\n\n- [note] The log of Bob has \u001B[2J\u0007 and \u202Etfel in it [project:: atlas] ^c0ntr01000\n',
    );
    const { stderr } = await dream(['quit']);
    expect(stderr).toContain('The log of Bob has \uFFFD[2J');
    expect(stderr).not.toMatch(/&#|logged: The log of Bob/);
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
  });
});

describe('putting off', () => {
  test('leaves the facts of the page pending', async () => {
    const { status, stderr } = await dream(['off', 'all', 'write']);
    expect(status).toBe(0);
    expect(stderr).toContain('Write 3 pages with 8 facts? 2 facts wait.');
    expect(stderr).toContain('memvault dream         asks about the rest');
    expect(() => read(ATLAS)).toThrow('ENOENT');
    await mustBeWhole([FACTS.deploy, FACTS.staging]);
  });

  test('takes along what rests on it', async () => {
    const { stderr } = await dream(['accept', 'accept', 'accept', 'reject', FACTS.microsoft, 'off', 'all', 'write']);
    expect(stderr).toContain('1 fact for 3_Personal/Work.md depends on it and waits, too.');
    expect(read(WORK)).not.toContain('Microsoft');
    await mustBeWhole([FACTS.microsoft, FACTS.again]);
  });

  test('all of it writes nothing', async () => {
    const before = hashFolder(vault, NEVER);
    const { status, stderr } = await dream(['off', 'off', 'off', 'off', 'off']);
    expect(status).toBe(0);
    expect(stderr).toContain('Nothing was written: all of it waits.');
    expect(hashFolder(vault, NEVER)).toEqual(before);
  });

  test('what waits is asked about again the next time', async () => {
    await dream(['off', 'all', 'write']);
    const { stderr } = await dream(['accept', 'write']);
    expect(stderr).toContain('2 facts of 1 day are pending.');
    await mustBeWhole();
  });
});

describe('saying what a fact is about', () => {
  const OFFICE = '0ff1ce0000';

  test('it replaces one of the nearest claims', async () => {
    const { status } = await dream(['reject', FACTS.deploy, 'replaces', OFFICE, 'all', 'write']);
    expect(status).toBe(0);
    expect(await dispositions()).toMatchObject({ [FACTS.deploy]: 'placed', [OFFICE]: 'superseded' });
    await mustBeWhole();
  });

  test('it says the same as one of them; where its words would be lost it stays a claim of its own', async () => {
    const { status, stderr } = await dream(['reject', FACTS.deploy, 'same', OFFICE, 'all', 'write']);
    expect(status).toBe(0);
    expect(stderr.replace(/\s+/g, ' ')).toContain('it gets a claim of its own');
    expect(await dispositions()).toMatchObject({ [FACTS.deploy]: 'placed', [OFFICE]: 'placed' });
    await mustBeWhole();
  });

  test('or none of them', async () => {
    const { stderr } = await dream(['reject', FACTS.deploy, 'same', 'none', null]);
    expect(stderr).toContain('Which claim?');
  });
});

describe('rejecting', () => {
  test('a duplicate becomes a claim of its own, and is not joined again', async () => {
    await dream(['accept', 'accept', 'accept', 'reject', FACTS.again, 'own', 'accept', 'accept', 'write']);
    expect(read(WORK)).toContain(`- User now works at Microsoft[^${FACTS.microsoft}]\n`);
    expect(read(WORK)).toContain(`- User works at Microsoft[^${FACTS.again}]\n`);
    expect((await dispositions())[FACTS.again]).toBe('placed');
    await mustBeWhole();
  });

  test('an update leaves the old claim where it is', async () => {
    const { stdout } = await dream([
      'accept',
      'accept',
      'accept',
      'reject',
      FACTS.microsoft,
      'own',
      'accept',
      'accept',
      'write',
    ]);
    expect(stdout).not.toContain('updated: "');
    expect(read(WORK)).not.toContain('## History');
    expect(read(WORK)).toContain('- User works at Google as an engineer[^g00g1e0000]\n');
    await mustBeWhole();
  });

  test.each([FACTS.meet, FACTS.notMeet])('a conflict, by either side (%s)', async (side) => {
    await dream(['accept', 'accept', 'accept', 'reject', side, 'own', 'accept', 'accept', 'write']);
    expect(read(WORK)).not.toContain('[!warning]');
    await mustBeWhole();
  });

  test('small talk that is none gets a page', async () => {
    await dream(['accept', 'accept', 'accept', 'accept', 'reject', FACTS.thanks, 'own', 'accept', 'write']);
    expect(read('0_Inbox/Notes.md')).toContain(`- ok thanks[^${FACTS.thanks}]`);
    await mustBeWhole();
  });

  test('what belongs on no page is set aside', async () => {
    await dream(['accept', 'accept', 'reject', FACTS.tokyo, 'aside', 'all', 'write']);
    expect(() => read(PROFILE)).toThrow('ENOENT');
    expect((await dispositions())[FACTS.tokyo]).toBe('set-aside');
    await mustBeWhole();
  });

  test('one fact is put off, the others are not', async () => {
    await dream(['reject', FACTS.deploy, 'off', 'all', 'write']);
    expect(read(ATLAS)).toContain(FACTS.staging);
    await mustBeWhole([FACTS.deploy]);
  });

  test('nothing, after all', async () => {
    const { stderr } = await dream(['reject', 'none', 'reject', FACTS.deploy, 'none', 'quit']);
    expect(stderr).toContain('Nothing was written.');
  });
});

describe('quitting', () => {
  test('with nothing accepted writes nothing, and asks no more', async () => {
    const before = hashFolder(vault, NEVER);
    const { status, stderr } = await dream(['quit']);
    expect(status).toBe(0);
    expect(stderr).toContain('Nothing was written.');
    expect(hashFolder(vault, NEVER)).toEqual(before);
  });

  test('drops what was accepted', async () => {
    const before = hashFolder(vault, NEVER);
    expect((await dream(['accept', 'quit', 'drop'])).status).toBe(0);
    expect(hashFolder(vault, NEVER)).toEqual(before);
  });

  test('or writes it, and the rest waits', async () => {
    const { status, stderr } = await dream(['accept', 'quit', 'back', 'quit', 'write']);
    expect(status).toBe(0);
    expect(stderr).toContain('What should happen to Preferences?');
    expect(read(ATLAS)).toContain(FACTS.deploy);
    expect(read(PREFERENCES)).not.toContain(FACTS.charts);
    const { deploy: _, staging: __, ...others } = FACTS;
    await mustBeWhole(Object.values(others));
  });

  test.each<[string, Replies]>([
    ['at a page', [null]],
    ['which decision', ['reject', null]],
    ['instead of it', ['reject', FACTS.deploy, null]],
    ['what becomes of what was accepted', ['accept', 'quit', null]],
    ['the last question', ['all', null]],
  ])('Ctrl-C at %s leaves every byte as it was', async (_where, replies) => {
    const before = hashFolder(vault, NEVER);
    const { status, stderr } = await dream(replies);
    expect(status).toBe(130);
    expect(stderr).toContain('stopped; nothing was written');
    expect(hashFolder(vault, NEVER)).toEqual(before);
  });
});

describe('nothing to ask about', () => {
  test('facts of today alone wait until the day is over', async () => {
    await runHere({ place, cwd: vault, now: NOW }, ['dream', '--yes']);
    const { status, stdout, stderr } = await dream([]);
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing to do: all facts before today are accounted for.');
    expect(stderr).toContain('1 fact waits until today is over: memvault dream --dry-run shows where to.');
  });

  test('nothing at all', async () => {
    await runHere({ place, cwd: vault, now: '2026-07-02T12:00:00Z' }, ['dream', '--yes']);
    const { status, stdout } = await runHere({ place, cwd: vault, now: '2026-07-02T13:00:00Z' }, ['dream'], []);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'Nothing to do: all facts before today are accounted for.\n',
    });
  });
});

test('another run that holds the lock: what was accepted is not lost, and can be tried again', async () => {
  const before = hashFolder(vault);
  const { status, stderr } = await dream([
    () =>
      writeFileSync(
        join(vault, '.memvault/lock'),
        JSON.stringify({ pid: process.pid, host: 'here', start: NOW, verb: 'dream' }),
      ),
    'all',
    'write',
    'again',
    'drop',
  ]);
  expect(status).toBe(0);
  expect(stderr.match(/\? Try again\? \[again\|drop\]/g)).toHaveLength(2);
  expect(stderr).toContain('Nothing was written.');
  expect(hashFolder(vault)).toEqual(before);
});
