import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config-file.ts';
import { readDefaultVault, userConfigPath } from '../../src/config/quick.ts';
import { makeConfigFolder } from './config-files.ts';

describe.skipIf(process.platform === 'win32')('userConfigPath', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x' }, 'linux', '/home/me', '/x/memvault/config.yaml'],
    [{ XDG_CONFIG_HOME: 'relative' }, 'linux', '/home/me', '/home/me/.config/memvault/config.yaml'],
    [{ XDG_CONFIG_HOME: '' }, 'linux', '/home/me', '/home/me/.config/memvault/config.yaml'],
    [{ APPDATA: '/appdata' }, 'linux', '/home/me', '/home/me/.config/memvault/config.yaml'],
    [{ APPDATA: '/appdata' }, 'win32', '/home/me', '/appdata/memvault/config.yaml'],
    [{ APPDATA: '/appdata', XDG_CONFIG_HOME: '/x' }, 'win32', '/home/me', '/x/memvault/config.yaml'],
    [{}, 'darwin', '/home/me', '/home/me/.config/memvault/config.yaml'],
    [{}, 'linux', null, null],
    [{}, 'linux', '', null],
  ])('%j on %s with home %s is %s', (env, platform, home, path) => {
    expect(userConfigPath(env, platform, home)).toBe(path);
  });
});

describe('readDefaultVault', () => {
  const folder = makeConfigFolder();
  afterEach(() => folder.remove());
  const read = (text: string, home: string | null = '/home/me') => {
    folder.put(folder.userConfig, text);
    return readDefaultVault(folder.files, folder.userConfig, home);
  };

  it.each([
    ['vault: /notes\n', '/notes'],
    ['vault:   /my notes ü  \r\nreview:\r\n  nightly: 3\r\n', '/my notes ü'],
    ['\uFEFFvault: /notes', '/notes'],
    ['vault: ~/notes\n', join('/home/me', 'notes')],
    ['vault: ~\n', null],
    ['vault:\n', null],
    ['# vault: /old\nvault: /notes\n', '/notes'],
    ['vault: "/no: tes" # mine\n', '/no: tes'],
    ['vault: /notes # mine\n', '/notes'],
    ['vault: /notes#mine\n', '/notes#mine'],
    ['{vault: /notes}\n', '/notes'],
    ['"vault": /notes\n', '/notes'],
    ['vault: /notes\n  and more\n', '/notes and more'],
    ['vault: /notes\n\n  and more\n', '/notes\nand more'],
    ['vault: /my/vault\n', '/my/vault'],
    ['write:\n  daily_dir: vault\nvault: /notes\n', '/notes'],
    ['write:\n  daily_dir: vault\n', null],
    ['review:\n  nightly: 3\n', null],
    ['', null],
  ])('%j is %j', async (text, vault) => {
    expect(await read(text)).toBe(vault);
    const full = parseConfig(text, 'x', 'user').vault;
    expect(full?.replace(/^~/, '/home/me') ?? null).toBe(vault);
  });

  it.each(['vault: notes\n', 'vault: [\n', 'vault: /a\nvault: /b\n', 'vault: {a: b}\n', 'vaultt: /a\n'])(
    'refuses %j',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'settings' });
    },
  );

  it('needs a home for ~', async () => {
    await expect(read('vault: ~/notes\n', null)).rejects.toMatchObject({ code: 'settings' });
  });

  it('is null without a file and without a home', async () => {
    expect(await readDefaultVault(folder.files, join(folder.home, 'none.yaml'), '/home/me')).toBeNull();
    expect(await readDefaultVault(folder.files, null, null)).toBeNull();
  });
});
