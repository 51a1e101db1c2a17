// Somebody hands a person a vault, as an archive or a clone: nothing in it may choose what is run, where memory is sent
// or what a model is told, until the person said so outside the vault. One test for each way round it.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { startOpenAI } from '../support/model-server/openai.ts';
import type { ModelServer } from '../support/model-server/script.ts';
import { type Ended, makePlace, memvault, type Place, program } from '../support/memvault.ts';
import { typedAt } from '../support/terminal.ts';

const NOW = '2026-07-01T12:00:00Z';
const AGE = Date.now() / 1000 - 60;

let place: Place;
let prepared: string;
/** The vault of a test, and where its command leaves a mark when it is run. */
let vault: string;
let ran: string;
let home: string;
let trusted: string;
let count = 0;

beforeAll(async () => {
  place = makePlace();
  home = place.env['HOME'] ?? '';
  ran = join(home, 'ran');
  prepared = join(place.root, 'prepared');
  trusted = join(home, '.config/memvault/trusted.json');
  await memvault(place, ['init', '--no-git', '-q', prepared]);
  await memvault(place, [
    'log',
    'User works at Google',
    '-c',
    'work',
    '--date',
    '2026-06-28',
    '-q',
    '--vault',
    prepared,
  ]);
  for (const name of ['evil', 'own']) {
    writeFileSync(
      join(place.root, '../bin', name),
      '#!/bin/sh\ncat >/dev/null; echo "$0 $PWD $MEMVAULT_DREAM" >>"$HOME/ran"; echo "{}"\n',
    );
    chmodSync(join(place.root, '../bin', name), 0o755);
  }
});
afterAll(() => place.remove());
beforeEach(() => {
  vault = join(place.root, `vault-${count++}`);
  cpSync(prepared, vault, { recursive: true });
});
afterEach(() => {
  rmSync(join(home, '.config'), { recursive: true, force: true });
  rmSync(ran, { force: true });
});

const config = (text: string, root = vault): void => put(join(root, '.memvault/config.yaml'), text);
const userConfig = (text: string): void => put(join(home, '.config/memvault/config.yaml'), text);

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, AGE, AGE);
}

interface Setting {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const run = async (args: readonly string[], { cwd = vault, env = {} }: Setting = {}): Promise<Ended> =>
  await runHere({ place: { ...place, env: { ...place.env, ...env } }, cwd, now: NOW }, args);
const dream = async (setting: Setting = {}, ...args: string[]): Promise<Ended> =>
  await run(['dream', '--batch', '--force', ...args], setting);
const trust = async (setting: Setting = {}): Promise<void> =>
  expect(await run(['config', 'trust', '--yes'], setting)).toMatchObject({ status: 0 });
const pages = (root = vault): boolean => existsSync(join(root, '3_Personal/Work.md'));

/** Nothing was run, nothing was written, and it says what to do. */
function expectRefused({ status, stdout, stderr }: Ended, root = vault): void {
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('memvault config trust') as string });
  expect(stdout).toBe('');
  expect(existsSync(ran)).toBe(false);
  expect(pages(root)).toBe(false);
}

function expectRun({ status, stderr }: Ended): void {
  expect({ status, stderr: stderr.replace(/^note: .*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(ran)).toBe(true);
}

const EVIL = 'consolidate: {engine: command}\nmodels: {command: evil}\n';

describe('a vault’s own config', () => {
  test('does not choose a command', async () => {
    config(EVIL);
    expectRefused(await dream());
  });

  test('does not choose a command for an engine that a flag names', async () => {
    config('models: {command: evil}\n');
    expectRefused(await dream({}, '--engine', 'command'));
  });

  test('does not choose a server for auto: the rules decide, and one line says so', async () => {
    config(`consolidate: {engine: auto}\nmodels: {url: 'http://127.0.0.1:9', command: evil}\n`);
    const { status, stderr } = await dream();
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'models.url of this vault is not trusted: the rules decide (memvault config trust).\n',
    });
    expect(existsSync(ran)).toBe(false);
    expect(pages()).toBe(true);
  });

  test('does not run a command of the user’s that they never meant for it', async () => {
    userConfig('models: {command: own}\n');
    config('consolidate: {engine: command}\n');
    expectRefused(await dream());
  });

  test('does not send memory to a server of the user’s that they never meant for it', async () => {
    config('consolidate: {engine: openai}\n');
    expectRefused(await dream({ env: { OPENAI_BASE_URL: 'https://api.evil.example/v1' } }));
    expectRefused(await dream({ env: { OPENAI_BASE_URL: 'https://api.evil.example/v1' } }, '--model', 'm'));
  });

  test.each([
    'http://evil.example',
    'http://127.0.0.1.evil.example:11434',
    'http://localhost.evil.example',
    'http://[::ffff:8.8.8.8]/',
    'http://134744072',
    'http://me.localhost',
  ])('does not choose the server %s', async (url) => {
    config(`consolidate: {engine: ollama}\nmodels: {model: m, url: "${url}"}\n`);
    expectRefused(await dream());
  });

  test.each([
    'http://localhost@evil.example',
    'http://me:secret@127.0.0.1',
    'http://127.0.0.1#@evil.example',
    'file:///etc/passwd',
  ])('cannot say the address %s at all', async (url) => {
    config(`consolidate: {engine: ollama}\nmodels: {model: m, url: "${url}"}\n`);
    expect(await dream()).toMatchObject({ status: 2, stderr: expect.stringContaining('models.url') as string });
  });

  test.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9', 'http://2130706433:9'])(
    'does not choose what listens on this machine, %s',
    async (url) => {
      config(`consolidate: {engine: ollama}\nmodels: {model: m, url: "${url}"}\n`);
      expectRefused(await dream());
      await trust();
      const { status, stderr } = await dream();
      expect({ status, stderr }).toEqual({ status: 12, stderr: expect.stringContaining('no server at') as string });
    },
  );

  test('may choose an engine that asks this machine’s usual server', async () => {
    config('consolidate: {engine: ollama}\nmodels: {model: m}\n');
    expect(await dream({ env: { OLLAMA_HOST: '127.0.0.1:9' } })).toMatchObject({
      status: 12,
      stderr: expect.stringContaining('no server at') as string,
    });
  });

  test.each(['prompts', '.memvault/prompts', '../prompts', '/somewhere/prompts', '~/prompts'])(
    'does not choose prompts, such as %s',
    async (folder) => {
      userConfig('consolidate: {engine: command}\nmodels: {command: own}\n');
      config(`models: {prompts: "${folder}"}\n`);
      expectRefused(await dream());
    },
  );

  test('does not bring its prompts where the user’s config names a folder from each vault’s root', async () => {
    userConfig('consolidate: {engine: command}\nmodels: {command: own, prompts: prompts}\n');
    put(join(vault, 'prompts/first-look.md'), 'Obey the facts.');
    expectRefused(await dream());
  });

  test('says nothing where a flag or a variable of the user’s own stands before it', async () => {
    config(EVIL);
    expectRun(await dream({ env: { MEMVAULT_COMMAND: 'own', MEMVAULT_ENGINE: 'command' } }));
    expect(readFileSync(ran, 'utf8')).toContain('bin/own');
  });

  test('is not asked where the rules decide', async () => {
    config(EVIL);
    expect(await dream({}, '--engine', 'rules')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('the compiled copy of the settings, which lies in the vault', () => {
  /** A copy that is fresh, for other settings than the files say. */
  async function forge(
    change: (copy: { values?: object; settings: { consolidate: object; models: object } }) => void,
  ): Promise<void> {
    await run(['status']);
    const path = join(vault, '.memvault/cache/settings.json');
    const copy = JSON.parse(readFileSync(path, 'utf8')) as Parameters<typeof change>[0];
    change(copy);
    writeFileSync(path, JSON.stringify(copy));
  }

  test('does not make the vault’s command the user’s', async () => {
    config(EVIL);
    await forge((copy) => {
      copy.values = { 'models.command': { value: 'evil', from: 'user' } };
    });
    expectRefused(await dream());
    expectRefused(await dream({}, '--max-days', '7'));
  });

  test('does not bring a command that no file names', async () => {
    config('consolidate: {min_facts: 3}\n');
    await forge(({ settings }) => {
      Object.assign(settings.consolidate, { engine: 'command' });
      Object.assign(settings.models, { command: 'evil' });
    });
    expect((await dream()).status).toBe(0);
    expect((await dream({}, '--max-days', '7')).status).toBe(0);
    expect(existsSync(ran)).toBe(false);
  });
});

describe('what was trusted', () => {
  beforeEach(() => config(EVIL));

  test('is run, in the user’s home and not in the vault, and finds that it is a dream', async () => {
    await trust();
    expectRun(await dream());
    expect(readFileSync(ran, 'utf8')).toMatch(new RegExp(`^\\S+/bin/evil ${home} 1\n`));
    expect(pages()).toBe(true);
  });

  test('asks again once it is something else, and counts again where it is as before', async () => {
    await trust();
    config(EVIL.replace('evil', '"evil --more"'));
    const ended = await dream();
    expectRefused(ended);
    expect(ended.stderr).toContain('changed since you trusted it');
    config(EVIL);
    expectRun(await dream());
  });

  test('is not trusted in a copy of the vault', async () => {
    await trust();
    cpSync(vault, `${vault}-copy`, { recursive: true });
    expectRefused(await dream({ cwd: `${vault}-copy` }), `${vault}-copy`);
  });

  test('is not trusted where the vault moved to', async () => {
    await trust();
    renameSync(vault, `${vault}-moved`);
    expectRefused(await dream({ cwd: `${vault}-moved` }), `${vault}-moved`);
  });

  test('is not trusted in another vault that took its place', async () => {
    await trust();
    renameSync(vault, `${vault}-old`);
    cpSync(prepared, vault, { recursive: true });
    config(EVIL.replace('evil', 'evil -x'));
    expectRefused(await dream());
  });

  test('is trusted by whatever link the vault is reached', async () => {
    await trust();
    symlinkSync(vault, `${vault}-link`);
    expectRun(await dream({ cwd: place.root }, '--vault', `${vault}-link`));
  });

  test('is not trusted in another vault, also one with the same words', async () => {
    await trust();
    const other = `${vault}-other`;
    cpSync(prepared, other, { recursive: true });
    config(EVIL, other);
    expectRefused(await dream({ cwd: other }), other);
  });

  test('is no trust in a vault inside it', async () => {
    await trust();
    const inner = join(vault, 'inner');
    cpSync(prepared, inner, { recursive: true });
    config(EVIL, inner);
    expectRefused(await dream({ cwd: inner }), inner);
  });

  test('is that of the vault which the user’s config names by default', async () => {
    userConfig(`vault: ${vault}\n`);
    expectRefused(await dream({ cwd: home }));
    await trust({ cwd: home });
    expectRun(await dream({ cwd: home }));
  });

  test('is trusted no more once that was taken back, also where the vault is gone', async () => {
    await trust();
    expect(await run(['config', 'trust', '--revoke'])).toMatchObject({
      status: 0,
      stderr: `${vault} is no longer trusted.\n`,
    });
    expectRefused(await dream());
    await trust();
    rmSync(vault, { recursive: true });
    expect(await run(['config', 'trust', '--revoke', vault], { cwd: home })).toMatchObject({ status: 0 });
    expect(readFileSync(trusted, 'utf8')).not.toContain(vault);
  });
});

describe('a config that is a link', () => {
  test('is the vault’s all the same', async () => {
    put(join(place.root, 'elsewhere.yaml'), EVIL);
    rmSync(join(vault, '.memvault/config.yaml'));
    symlinkSync(join(place.root, 'elsewhere.yaml'), join(vault, '.memvault/config.yaml'));
    expectRefused(await dream());
  });

  test('to the user’s own config is the vault’s all the same', async () => {
    userConfig(EVIL);
    rmSync(join(vault, '.memvault/config.yaml'));
    symlinkSync(join(home, '.config/memvault/config.yaml'), join(vault, '.memvault/config.yaml'));
    expectRefused(await dream());
  });

  test('of the user’s into the vault is the vault’s', async () => {
    put(join(vault, 'dotfiles/config.yaml'), EVIL);
    mkdirSync(join(home, '.config/memvault'), { recursive: true });
    symlinkSync(join(vault, 'dotfiles/config.yaml'), join(home, '.config/memvault/config.yaml'));
    expectRefused(await dream());
  });
});

describe('a user’s config folder that lies in the vault', () => {
  const inside = (): Setting => ({ env: { XDG_CONFIG_HOME: join(vault, '.config') } });

  test('holds no words of the user’s', async () => {
    put(join(vault, '.config/memvault/config.yaml'), EVIL);
    const { status, stderr } = await dream(inside());
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('is inside this vault') as string,
    });
    expect(existsSync(ran)).toBe(false);
  });

  test('holds no list of trusted vaults, and none is written there', async () => {
    config(EVIL);
    await trust();
    cpSync(trusted, join(vault, '.config/memvault/trusted.json'), { recursive: true });
    expect(await dream(inside())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is inside this vault') as string,
    });
    expect(await run(['config', 'trust', '--yes'], inside())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is inside this vault') as string,
    });
    expect(existsSync(ran)).toBe(false);
  });

  test('nor does a link of the user’s to a list in the vault', async () => {
    config(EVIL);
    await trust();
    renameSync(trusted, join(vault, 'trusted.json'));
    symlinkSync(join(vault, 'trusted.json'), trusted);
    expect(await dream()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is inside this vault') as string,
    });
    expect(existsSync(ran)).toBe(false);
  });

  test('a list in the vault’s own folder is no list', async () => {
    config(EVIL);
    await trust();
    renameSync(trusted, join(vault, '.memvault/trusted.json'));
    expectRefused(await dream());
  });
});

describe('a folder of prompts', () => {
  const prompts = (name = 'first-look.md'): string => join(vault, 'prompts', name);
  beforeEach(() => {
    userConfig('consolidate: {engine: command}\nmodels: {command: own}\n');
    config('models: {prompts: prompts}\n');
    put(prompts(), 'Decide about each fact.');
  });

  test('is shown with what is in it', async () => {
    const { stdout } = await run(['config', 'trust', '--yes']);
    expect(stdout).toContain(`from the folder ${join(vault, 'prompts')}`);
    expect(stdout).toContain('first-look.md as it is now (');
  });

  test.each<[string, () => void]>([
    ['a prompt was changed', () => put(prompts(), 'Obey the facts.')],
    ['a prompt was added', () => put(prompts('second-look-1.md'), 'Say duplicate.')],
    ['another prompt was added', () => put(prompts('overview.md'), 'Say all.')],
    ['a prompt is gone', () => rmSync(prompts())],
    [
      'the folder is a link to another now',
      () => {
        renameSync(join(vault, 'prompts'), join(vault, 'others'));
        symlinkSync(join(vault, 'others'), join(vault, 'prompts'));
      },
    ],
  ])('asks again where %s', async (_, change) => {
    await trust();
    change();
    expectRefused(await dream());
  });

  test('does not ask again for what memvault does not read', async () => {
    await trust();
    put(prompts('README.md'), 'About these.');
    expect((await dream()).stderr).not.toContain('trust');
  });

  test('brings no file from elsewhere into a prompt', async () => {
    put(join(home, 'secret'), 'the key');
    rmSync(prompts());
    symlinkSync(join(home, 'secret'), prompts());
    expect(await run(['config', 'trust', '--yes'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is a symlink to a file outside its folder') as string,
    });
    expect(await dream()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is a symlink to a file outside its folder') as string,
    });
  });

  test('does not hold up a dream with what is not a file', async () => {
    rmSync(prompts());
    mkdirSync(prompts());
    expect(await dream()).toMatchObject({ status: 2, stderr: expect.stringContaining('is not a file') as string });
  });
});

describe('a program of the vault’s own', () => {
  test('is trusted as it is: changed, it asks again', async () => {
    const script = join(vault, 'ask me.sh');
    cpSync(join(place.root, '../bin/evil'), script);
    config(`consolidate: {engine: command}\nmodels: {command: "sh '${script}'"}\n`);
    expect((await run(['config', 'trust', '--yes'])).stdout).toContain(
      `${script}, a file of this vault, as it is now (`,
    );
    expectRun(await dream());
    await run(['log', 'User lives in Lisbon', '--date', '2026-06-29', '-q']);
    rmSync(ran);
    writeFileSync(script, `${readFileSync(script, 'utf8')}\nrm -r "$HOME"\n`);
    expect(await dream()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('changed since you trusted it') as string,
    });
    expect(existsSync(ran)).toBe(false);
  });

  test('is not found by its bare name or from where it lies', async () => {
    cpSync(join(place.root, '../bin/evil'), join(vault, 'mine'));
    for (const command of ['mine', './mine']) {
      config(`consolidate: {engine: command}\nmodels: {command: ${command}}\n`);
      await trust();
      expect(await dream()).toMatchObject({ status: 12 });
      expect(existsSync(ran)).toBe(false);
    }
  });
});

describe('the list of trusted vaults', () => {
  beforeEach(() => config(EVIL));

  test('is for its owner alone', async () => {
    await trust();
    expect(statSync(trusted).mode & 0o777).toBe(0o600);
  });

  test.each<[string, () => void, RegExp]>([
    ['others may write it', () => chmodSync(trusted, 0o666), /trusted\.json is writable by others/],
    ['a group may write it', () => chmodSync(trusted, 0o620), /trusted\.json is writable by others/],
    ['others may put another in its place', () => chmodSync(dirname(trusted), 0o777), /memvault is writable by others/],
    [
      'it is broken',
      () => writeFileSync(trusted, readFileSync(trusted, 'utf8').slice(0, 100)),
      /invalid list of trusted vaults/,
    ],
    [
      'it is of another version',
      () => writeFileSync(trusted, readFileSync(trusted, 'utf8').replace('"version": 1', '"version": 9')),
      /invalid list of trusted vaults/,
    ],
    ['it is empty', () => writeFileSync(trusted, ''), /invalid list of trusted vaults/],
  ])('counts for nothing where %s, and it says so', async (_, change, says) => {
    await trust();
    change();
    for (const ended of [await dream(), await run(['config', 'trust', '--yes'])])
      expect(ended).toMatchObject({ status: 2, stderr: expect.stringMatching(says) as string });
    expect(existsSync(ran)).toBe(false);
  });

  test('stays a link where it is one', async () => {
    put(join(home, 'dotfiles/trusted.json'), '{"type":"memvault/trusted","version":1,"vaults":[]}');
    chmodSync(join(home, 'dotfiles/trusted.json'), 0o600);
    mkdirSync(dirname(trusted), { recursive: true });
    symlinkSync(join(home, 'dotfiles/trusted.json'), trusted);
    await trust();
    expect(readFileSync(join(home, 'dotfiles/trusted.json'), 'utf8')).toContain(vault);
    expectRun(await dream());
  });
});

describe('the keys of your environment', () => {
  const env = { OPENAI_API_KEY: 'sesame', OLLAMA_API_KEY: 'sesame' };
  const started = async <T>(start: typeof startOllama, body: (server: ModelServer) => Promise<T>): Promise<T> => {
    const server = await start(() => ({ says: '{}' }));
    try {
      return await body(server);
    } finally {
      await server.close();
    }
  };
  /** The keys that a server heard, and what the dream said. */
  const heard = async (
    start: typeof startOllama,
    prepare: (url: string) => Promise<unknown>,
    args: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<[keys: unknown[], ended: Ended]> =>
    await started(start, async ({ url, calls }) => {
      await prepare(url);
      await run(['log', `User read book ${count++}`, '-c', 'work', '--date', '2026-06-29', '-q']);
      const at = (text: string): string => text.replace('URL', url);
      const ended = await dream(
        { env: { ...env, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, at(value)])) } },
        ...args.map(at),
      );
      return [[...new Set(calls.map(({ headers }) => headers.authorization))], ended];
    });
  const ofVault =
    (engine: string) =>
    async (url: string): Promise<void> =>
      config(`consolidate: {engine: ${engine}}\nmodels: {model: m, url: "${url}"}\n`);
  const engines = [
    ['openai', startOpenAI],
    ['ollama', startOllama],
  ] as const;

  test.each(engines)('%s: do not go to a port of this machine that a vault names', async (engine, start) => {
    expect((await heard(start, ofVault(engine)))[0]).toEqual([]);
    expect(
      (
        await heard(
          start,
          async (url) => {
            config('');
            put(join(vault, 'own/memvault/config.yaml'), `models: {model: m, url: "${url}"}\n`);
          },
          ['--engine', engine],
          { XDG_CONFIG_HOME: join(vault, 'own') },
        )
      )[0],
    ).toEqual([]);
  });

  test.each(engines)(
    '%s: go there once the vault is trusted, and no more when it names another',
    async (engine, start) => {
      expect(
        (
          await heard(start, async (url) => {
            await ofVault(engine)(url);
            await trust({ env });
          })
        )[0],
      ).toEqual(['Bearer sesame']);
      expect((await heard(start, ofVault(engine)))[0]).toEqual([]);
    },
  );

  test.each(engines)('%s: go where a flag, a variable or your own config says', async (engine, start) => {
    config(`consolidate: {engine: ${engine}}\nmodels: {model: m, url: "http://127.0.0.1:9"}\n`);
    expect((await heard(start, async () => undefined, ['--set', 'url=URL']))[0]).toEqual(['Bearer sesame']);
    config(`consolidate: {engine: ${engine}}\nmodels: {model: m}\n`);
    expect(
      (
        await heard(start, async () => undefined, [], {
          [engine === 'ollama' ? 'OLLAMA_HOST' : 'OPENAI_BASE_URL']: 'URL',
        })
      )[0],
    ).toEqual(['Bearer sesame']);
    expect((await heard(start, async (url) => userConfig(`models: {url: "${url}"}\n`)))[0]).toEqual(['Bearer sesame']);
  });
});

describe('memvault config trust', () => {
  test('without a terminal asks nothing and accepts nothing', async () => {
    config(EVIL);
    for (const args of [
      ['config', 'trust'],
      ['config', 'trust', '--json'],
      ['config', 'trust', '--no-input'],
    ])
      expect(await run(args)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('--yes') as string,
      });
    expect(existsSync(trusted)).toBe(false);
  });

  test('at a terminal shows what is asked for, and takes a yes for a yes only', async () => {
    config(EVIL);
    const at = async (reply: string): Promise<string> =>
      (
        await program(place, 'script', ['-qec', `cd '${vault}'; memvault config trust`, '/dev/null'], {
          input: null,
          onStart: typedAt(/\[y\/N\]/, `${reply}\r`),
        })
      ).stdout;
    expect(await at('')).toMatch(/models\.command +evil[\s\S]*memvault runs this program as you/);
    expect(existsSync(trusted)).toBe(false);
    expect(await at('y')).toContain('Trusted.');
    expectRun(await dream());
  });

  test('has nothing to ask where nothing could be of harm', async () => {
    config('consolidate: {engine: ollama}\nmodels: {model: m}\n');
    expect(await run(['config', 'trust'])).toMatchObject({
      status: 0,
      stdout: 'This vault asks for nothing that needs your trust.\n',
    });
    expect(existsSync(trusted)).toBe(false);
  });

  test('shows a command as it is, whatever it holds', async () => {
    config('models: {command: "evil \\u001b[2K\\rclaude -p"}\n');
    expect(await run(['config', 'trust', '--yes'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('models.command must be a program') as string,
    });
  });

  test('is nothing that a dream’s own program may say', async () => {
    config(EVIL);
    expect(await run(['config', 'trust', '--yes'], { env: { MEMVAULT_DREAM: '1' } })).toMatchObject({ status: 2 });
    expect(existsSync(trusted)).toBe(false);
  });
});

describe('within a dream', () => {
  test.each([
    ['log', 'User said so'],
    ['dream'],
    ['dream', '--batch', '--force'],
    ['dream', '--undo'],
    ['config', 'trust', '--yes'],
  ])('%s does nothing', async (...args) => {
    expect(await run(args, { env: { MEMVAULT_DREAM: '1' } })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('disabled in programs started by a dream') as string,
    });
    expect((await run(['facts', '--json'])).stdout.match(/"id"/g)).toHaveLength(1);
  });

  test('search and facts answer', async () => {
    expect(await run(['facts'], { env: { MEMVAULT_DREAM: '1' } })).toMatchObject({ status: 0 });
  });

  test('a hook of the repository logs nothing of the dream’s own commit', async () => {
    const git = (...args: string[]): Promise<Ended> => program(place, 'git', ['-C', vault, ...args]);
    await git('init', '-q');
    await git('config', 'user.email', 'me@example.org');
    await git('config', 'user.name', 'Me');
    writeFileSync(
      join(vault, '.git/hooks/post-commit'),
      '#!/bin/sh\nmemvault log "User committed something"; echo "$?" >"$HOME/ran"\n',
    );
    chmodSync(join(vault, '.git/hooks/post-commit'), 0o755);
    await trust();
    await memvault(place, ['dream', '--batch', '--force', '--commit', '-q'], { cwd: vault });
    expect(readFileSync(ran, 'utf8')).toBe('2\n');
    expect((await run(['facts'])).stdout).not.toContain('committed');
  });
});
