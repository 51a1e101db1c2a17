// What `schedule` prints, read back the way each scheduler reads it: every path arrives as it is.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { renderSchedule } from '../../src/cli/commands/schedule.ts';
import {
  type Job,
  type JobRequest,
  lastingPath,
  lastsNot,
  makeJob,
  schedulerOf,
  scheduleWith,
} from '../../src/schedule/schedule.ts';
import { readCmdLine, readCronCommand, readPlist, readSystemdWords, readWindowsWords, unitValues } from './readers.ts';

const request: JobRequest = {
  node: '/usr/bin/node',
  script: '/usr/bin/memvault',
  vault: '/home/you/notebook',
  at: '03:00',
  zone: null,
  commit: true,
  env: [],
  home: '/home/you',
};

const nasty = fc
  .array(
    fc.constantFrom(
      ...String.raw`abz09 '"%$\&<>;#!~*?[]{}()|^=:-_.@,+${'`'}`,
      'é',
      '笔',
      '😀',
      '%%',
      '\\\\',
      '\\%',
      '$HOME',
      '$(x)',
      '&amp;',
      ' -x',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `/${parts.join('')}`);
const jobs = fc.record({ node: nasty, script: nasty, vault: nasty, value: nasty }).map(({ value, ...paths }) =>
  makeJob({
    ...request,
    ...paths,
    env: [
      ['PATH', value],
      ['TZ', 'Europe/Berlin'],
    ],
  }),
);

const textOf = (job: Job, scheduler: 'cron' | 'systemd' | 'launchd', which = 0): string =>
  scheduleWith(scheduler, job).files[which]?.text ?? '';

describe('cron', () => {
  it.each([
    ['newer', false],
    ['older', true],
  ])('a shell gets every word and variable, from a %s cron', (_, halves) => {
    const samples = fc.sample(jobs, { numRuns: 150, seed: 7 });
    // The program is a name of the night's own, so that a function of the shell can stand for it.
    const lines = samples.map((job) =>
      readCronCommand(textOf({ ...job, words: ['say', ...job.words] }, 'cron'), halves),
    );
    const said = execFileSync('/bin/sh', ['-c', `say() { printf '%s\\0' "$PATH" "$TZ" "$@"; }\n${lines.join('\n')}`], {
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    });
    expect(said).toBe(
      samples
        .flatMap(({ env, words }) => [...env.map(([, value]) => value), ...words].map((word) => `${word}\0`))
        .join(''),
    );
  });
  it('reads plainly where there is nothing to quote', () => {
    expect(textOf(makeJob({ ...request, at: '23:05', commit: false }), 'cron')).toBe(
      '5 23 * * *  /usr/bin/node /usr/bin/memvault dream --batch --vault /home/you/notebook\n',
    );
  });
});

describe('systemd', () => {
  it('gets every word and variable', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const unit = textOf(job, 'systemd');
        expect(unitValues(unit, 'ExecStart').map((value) => readSystemdWords(value, true))).toEqual([job.words]);
        expect(unitValues(unit, 'Environment').flatMap((value) => readSystemdWords(value, false))).toEqual(
          job.env.map((pair) => pair.join('=')),
        );
      }),
      { numRuns: 300 },
    );
  });
  it('makes up for a night that was slept through, in the zone of the vault', () => {
    const timer = textOf(makeJob({ ...request, at: '04:30', zone: 'Asia/Beirut' }), 'systemd', 1);
    expect(unitValues(timer, 'OnCalendar')).toEqual(['*-*-* 04:30:00 Asia/Beirut']);
    expect(unitValues(timer, 'Persistent')).toEqual(['true']);
  });
  it('finds nothing to complain of', (context) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) context.skip();
    const folder = mkdtempSync(join(tmpdir(), 'memvault-units-'));
    try {
      const vault = String.raw`/home/you/my 50% "note\book" $HOME & ü`;
      const job = makeJob({
        ...request,
        vault,
        home: folder,
        zone: 'Europe/Berlin',
        node: process.execPath,
        env: [['PATH', '/opt/a b%/bin:/usr/bin']],
      });
      const { files } = scheduleWith('systemd', job);
      const paths = files.map(({ path, text }) => {
        const name = join(folder, path.slice(path.lastIndexOf('/') + 1));
        writeFileSync(name, text);
        return name;
      });
      const ended = spawnSync('systemd-analyze', ['verify', '--user', ...paths], {
        encoding: 'utf8',
        env: { ...process.env, XDG_RUNTIME_DIR: folder },
      });
      // It complains of units of the machine, too, with the path of this folder.
      const names = paths.map((path) => basename(path));
      expect(ended.stderr.split('\n').filter((line) => names.some((name) => line.includes(name)))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('launchd', () => {
  it('gets every word and variable', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        expect(readPlist(textOf(job, 'launchd'))).toMatchObject({
          ProgramArguments: job.words,
          EnvironmentVariables: Object.fromEntries(job.env),
          StartCalendarInterval: { Hour: 3, Minute: 0 },
        });
      }),
      { numRuns: 300 },
    );
  });
  it('has a label like its file', () => {
    const { files } = scheduleWith('launchd', makeJob(request));
    expect(files.map(({ path }) => path)).toEqual(['/home/you/Library/LaunchAgents/local.memvault.notebook.plist']);
    expect(readPlist(files[0]?.text ?? '')).toMatchObject({
      Label: 'local.memvault.notebook',
      StandardErrorPath: '/home/you/Library/Logs/memvault-notebook.log',
    });
  });
});

describe('schtasks', () => {
  const names = fc
    .array(fc.constantFrom(...`ab9 '%$&;!^()=,~#-_.`, 'é', '笔', '\\', '%PATH%'), { minLength: 1, maxLength: 12 })
    .map((parts) => `C:\\${parts.join('')}`);
  it('gets every word through cmd, its own reading and the start of the task', () => {
    fc.assert(
      fc.property(names, names, names, (node, script, vault) => {
        const job = makeJob({ ...request, node, script, vault, home: String.raw`C:\Users\you` });
        const [command = ''] = scheduleWith('schtasks', job).commands;
        const words = readWindowsWords(readCmdLine(command));
        expect(words.slice(0, 7)).toEqual(['schtasks', '/Create', '/F', '/SC', 'DAILY', '/ST', '03:00']);
        expect(words.at(-2)).toBe('/TR');
        expect(readWindowsWords(words.at(-1) ?? '')).toEqual(job.words);
      }),
      { numRuns: 500 },
    );
  });
  it('leaves no variable for cmd to fill in', () => {
    const [command = ''] = scheduleWith('schtasks', makeJob({ ...request, vault: String.raw`C:\%PATH%` })).commands;
    expect(command).toContain(String.raw`C:\^%PATH^%`);
  });
  it('says so where the task is longer than schtasks takes', () => {
    expect(() => scheduleWith('schtasks', makeJob({ ...request, vault: `C:\\${'long\\'.repeat(50)}` }))).toThrow(
      /at most 261 characters/,
    );
  });
});

test.each([
  ['/home/you/notebook', 'notebook'],
  ['/home/you/work/notebook', /^work-notebook-[0-9a-f]{6}$/],
  ['/home/you/work-notebook', /^work-notebook-[0-9a-f]{6}$/],
  ['/notebook', /^notebook-[0-9a-f]{6}$/],
  ['/home/you/ノート', /^[0-9a-f]{6}$/],
  ['/home/younger/x', /^home-younger-x-[0-9a-f]{6}$/],
  [`/home/you/${'é -'.repeat(200)}z`, /^z-[0-9a-f]{6}$/],
])('the job of %s is called %s', (vault, name) => {
  expect(makeJob({ ...request, vault }).name).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
});

test('two vaults never share a name', () => {
  const all = [
    '/home/you/a-b',
    '/home/you/a/b',
    '/home/you/A-B',
    '/home/you/a b',
    '/a/b',
    '/home/you/ü',
    '/home/you/ö',
    '/home/you/ab',
    '/ab',
  ];
  expect(new Set(all.map((vault) => makeJob({ ...request, vault }).name)).size).toBe(all.length);
});

test('a line break in a path is refused', () => {
  expect(() => makeJob({ ...request, vault: '/home/you/a\nb' })).toThrow(
    /cannot contain this path: "\/home\/you\/a\\nb"/,
  );
});

test('what is printed for a shell writes exactly the files and no others', () => {
  const home = mkdtempSync(join(tmpdir(), 'memvault-home-'));
  try {
    const vault = String.raw`/home/you/it's "$HOME" \ 100% & $(true)`;
    const entry = scheduleWith('launchd', makeJob({ ...request, vault, home: join(home, "o'brien $x") }));
    const script = renderSchedule('launchd', { ...entry, commands: [] });
    execFileSync('/bin/sh', ['-eu', '-c', script]);
    const found = execFileSync('find', [home, '-type', 'f', '-print0'], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
    expect(found).toEqual(entry.files.map(({ path }) => path));
    expect(execFileSync('cat', found, { encoding: 'utf8' })).toBe(entry.files.map(({ text }) => text).join(''));
  } finally {
    rmSync(home, { recursive: true });
  }
});

test.each([
  ['linux', 'cron'],
  ['freebsd', 'cron'],
  ['darwin', 'launchd'],
  ['win32', 'schtasks'],
])('%s has %s', (platform, scheduler) => {
  expect(schedulerOf(platform)).toBe(scheduler);
});

describe('a path that lasts', () => {
  it.each([
    ['is kept', '/usr/bin/node', ['/opt/x/node'], '/usr/bin/node'],
    [
      'of Homebrew is found',
      '/opt/homebrew/Cellar/node/22.1.0/bin/node',
      ['/opt/homebrew/bin/node'],
      '/opt/homebrew/bin/node',
    ],
    [
      'of a keg is found',
      '/opt/homebrew/Cellar/node@20/20.11.0/bin/node',
      ['/opt/homebrew/opt/node@20/bin/node'],
      '/opt/homebrew/opt/node@20/bin/node',
    ],
    [
      'of Nix is found',
      '/nix/store/9q-nodejs-20.11.0/bin/node',
      ['/run/current-system/sw/bin/node'],
      '/run/current-system/sw/bin/node',
    ],
    [
      'of nvm is not there',
      '/home/you/.nvm/versions/node/v20.11.0/bin/node',
      ['/home/you/.nvm/versions/node/v20.11.0/bin/node'],
      '/home/you/.nvm/versions/node/v20.11.0/bin/node',
    ],
    [
      'of fnm is none of a shell',
      '/home/you/.fnm/node-versions/v20.11.0/installation/bin/node',
      ['/run/user/1000/fnm_multishells/1_2/bin/node'],
      '/home/you/.fnm/node-versions/v20.11.0/installation/bin/node',
    ],
  ])('%s', (_, running, others, chosen) => expect(lastingPath(running, others)).toBe(chosen));
  it('is told from one that does not', () => {
    expect(lastsNot('/home/you/.npm/_npx/1a2b/node_modules/.bin/memvault')).toContain('install memvault');
    expect(lastsNot('/home/you/.nvm/versions/node/v20.11.0/bin/memvault')).toContain('upgrade');
    expect(lastsNot('/usr/lib/node_modules/memvault/bin/memvault.js')).toBeNull();
  });
});
