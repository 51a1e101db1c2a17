// The entries at work: the real program, started the way cron starts it, with next to nothing in its environment.
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place, program } from '../support/memvault.ts';
import { readCronCommand } from './readers.ts';

let place: Place;
let vault: string;
beforeEach(() => {
  place = makePlace();
  vault = join(place.env['HOME'] ?? '', 'notebook');
});
afterEach(() => place.remove());

/** Runs a command as cron does: in the home folder, by /bin/sh, with these variables and no others. */
async function asCron(command: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return await program(place, '/bin/sh', ['-c', command], { cwd: place.env['HOME'] ?? '/', env });
}

/** Facts of days before any that a machine's clock says: cron goes by that. */
async function makeVault(folder: string): Promise<void> {
  await memvaultHere(place, ['init', folder, '-q']);
  await memvaultHere(place, ['log', '--jsonl', '-q', '--vault', folder], {
    input: ['2020-06-01', '2020-06-02']
      .map((date, n) => `{"content":"User visited city number ${n}","date":"${date}"}\n`)
      .join(''),
  });
}

/** As the manual has it, after the time. */
const NIGHT = 'memvault dream --batch --commit --vault ~/notebook';

/** Subjects and paths of all commits, the newest first. */
async function committed(folder: string): Promise<string> {
  return (await program(place, 'git', ['-C', folder, 'log', '--format=%s', '--name-only'])).stdout;
}

describe('the line of the manual', () => {
  it('dreams with a home and a PATH, and then is silent', async () => {
    await makeVault(vault);
    const bin = join(dirname(place.root), 'bin');
    symlinkSync(process.execPath, join(bin, 'node'));
    const env = { HOME: place.env['HOME'] ?? '', PATH: `${bin}:/usr/bin:/bin` };
    expect(await asCron(NIGHT, env)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Consolidated 2 facts/),
    });
    expect(await committed(vault)).toMatch(/^dream: 2 facts \(General\)\n\n[^]*daily\/2020-06-01\.md\n/);
    const before = hashFolder(vault);
    expect(await asCron(NIGHT, env)).toEqual({ status: 0, stderr: '', stdout: '' });
    expect(hashFolder(vault)).toEqual(before);
  });
});

describe('schedule cron', () => {
  it('dreams with nothing at all in the environment, whatever the path is called', async () => {
    const odd = join(dirname(vault), String.raw`my 100% "note\book" it's $HOME & ü`);
    await makeVault(odd);
    const { stdout } = await memvaultHere(place, ['schedule', 'cron', '--vault', odd]);
    const command = readCronCommand(stdout, false);
    expect(await asCron(command, {})).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Consolidated 2 facts/),
    });
    expect(await committed(odd)).toMatch(/^dream: 2 facts \(General\)\n\n[^]*daily\/2020-06-01\.md\n/);
    expect(await asCron(command, {})).toEqual({ status: 0, stderr: '', stdout: '' });
  });

  it('writes nothing', async () => {
    await makeVault(vault);
    const before = hashFolder(dirname(place.root), /^$/);
    for (const scheduler of ['cron', 'systemd', 'launchd', 'schtasks']) {
      expect((await memvaultHere(place, ['schedule', scheduler, '--vault', vault])).status).toBe(0);
    }
    expect(hashFolder(dirname(place.root), /^$/)).toEqual(before);
  });

  it('takes along where git is, where the settings are and the zone, unless the night finds them itself', async () => {
    await makeVault(vault);
    const tools = join(place.root, 'to ols');
    mkdirSync(tools);
    symlinkSync('/bin/true', join(tools, 'git'));
    const env = { ...place.env, PATH: `${tools}:${place.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: join(place.root, 'xdg') };
    const line = async (): Promise<string> =>
      (await memvaultHere(place, ['schedule', 'cron', '--vault', vault], { env })).stdout;
    expect(await line()).toContain(`PATH='${tools}:/usr/bin:/bin' XDG_CONFIG_HOME=${place.root}/xdg TZ=Europe/Berlin `);
    await memvaultHere(place, ['config', 'set', 'timezone', 'Asia/Beirut', '--vault', vault]);
    expect(await line()).not.toContain('TZ=');
  });

  it('names node by a path without a version where there is one', async () => {
    await makeVault(vault);
    const old = join(place.root, 'v20.11.0');
    mkdirSync(old);
    copyFileSync(process.execPath, join(old, 'node'));
    const bin = join(dirname(place.root), 'bin');
    const run = async (): Promise<Ended> =>
      await program(place, join(old, 'node'), [join(bin, 'memvault'), 'schedule', 'cron', '--vault', vault]);
    const versioned = await run();
    expect(versioned.stdout).toContain(` ${old}/node ${bin}/memvault dream`);
    expect(versioned.stderr).toContain('contains a version');
    symlinkSync(join(old, 'node'), join(bin, 'node'));
    const lasting = await run();
    expect(lasting.stdout).toContain(` ${bin}/node ${bin}/memvault dream`);
    expect(lasting.stderr).not.toContain('contains a version');
  });

  it('says what the night will lack', async () => {
    await makeVault(vault);
    const lacking = await memvaultHere(place, ['schedule', 'cron', '--vault', vault], {
      env: { ...place.env, PATH: '/nowhere', MEMVAULT_MIN_FACTS: '5' },
    });
    expect(lacking.stderr).toContain('MEMVAULT_MIN_FACTS: set here, but a nightly dream will not see it');
    expect(lacking.stderr).toContain('git is not on the PATH');
    expect(lacking.stderr).not.toContain('in no git repository');
    rmSync(join(vault, '.git'), { recursive: true });
    expect((await memvaultHere(place, ['schedule', 'cron', '--vault', vault])).stderr).toContain(
      'in no git repository',
    );
    mkdirSync(join(vault, '..', '.git'));
    expect((await memvaultHere(place, ['schedule', 'cron', '--vault', vault])).stderr).toMatch(
      /^Put this line into your crontab: crontab -e\n(?:.*\/node (?:is in a temporary folder|contains a version); .*\n)?$/,
    );
    expect((await memvaultHere(place, ['schedule', 'cron', '--vault', vault, '-q'])).stderr).toBe('');
  });
});

it('--json gives files and commands', async () => {
  await makeVault(vault);
  const { stdout } = await memvaultHere(place, ['schedule', 'systemd', '--at', '4:30', '--json', '--vault', vault]);
  const home = place.env['HOME'] ?? '';
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'memvault/schedule',
    version: 1,
    kind: 'systemd',
    files: [
      { path: `${home}/.config/systemd/user/memvault-notebook.service` },
      {
        path: `${home}/.config/systemd/user/memvault-notebook.timer`,
        text: expect.stringContaining('OnCalendar=*-*-* 04:30:00\n'),
      },
    ],
    commands: ['systemctl --user daemon-reload', 'systemctl --user enable --now memvault-notebook.timer'],
  });
});

it.each([
  [['schedule', 'sysemd'], 2, 'did you mean systemd?'],
  [['schedule', '--at', '25:00'], 2, '--at must be a time of day, not 25:00'],
  [['schedule', '--at', ''], 2, 'write it as 03:00'],
  [['schedule', 'cron'], 10, 'no vault here'],
])('%j ends with %i', async (args, status, words) => {
  const ended = await memvaultHere(place, args);
  expect(ended).toMatchObject({ status, stdout: '' });
  expect(ended.stderr).toContain(words);
});

it('what log starts with holds nothing of it', () => {
  // The program itself is the file that log needs; schedule is a file beside it.
  const entry = readFileSync(join(import.meta.dirname, '../../dist/main.cjs'), 'utf8');
  const main = /program-[\w-]+\.cjs/.exec(entry)?.[0] ?? '';
  expect(readFileSync(join(import.meta.dirname, '../../dist', main), 'utf8')).not.toContain('StartCalendarInterval');
});
