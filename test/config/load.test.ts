import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Layer, resolveLayers } from '../../src/config/layers.ts';
import { type LoadSettings, loadSettings } from '../../src/config/load.ts';
import { type ConfigFolder, makeConfigFolder } from './config-files.ts';

let folder: ConfigFolder;
beforeEach(() => {
  folder = makeConfigFolder();
});
afterEach(() => folder.remove());

const load = (more: Partial<LoadSettings> = {}) => {
  folder.reads.length = 0;
  return loadSettings({
    files: folder.files,
    root: folder.root,
    userConfig: folder.userConfig,
    version: '1.0.0',
    env: {},
    ...more,
  });
};
const limit = async (more: Partial<LoadSettings> = {}) => (await load(more)).settings.retrieve.limit;
/** Were the config files themselves read, or only the compiled copy? */
const wasCompiled = () => folder.reads.some((path) => path.endsWith('.yaml'));
const setLimit = (path: string, value: number, ageSeconds = 60) =>
  folder.put(path, `retrieve:\n  limit: ${value}\n`, ageSeconds);

describe('loadSettings', () => {
  it('takes each key from the first source that has it', async () => {
    folder.put(
      folder.userConfig,
      'vault: /elsewhere\nretrieve: {limit: 2}\nconsolidate: {min_facts: 2, max_days: 2, max_wait_days: 2, claims_per_page: 2}\n',
    );
    folder.put(folder.vaultConfig, 'consolidate: {min_facts: 3, max_days: 3, max_wait_days: 3}\n');
    const options: Partial<LoadSettings> = {
      env: { MEMVAULT_MAX_DAYS: '4', MEMVAULT_MAX_WAIT_DAYS: '4', MEMVAULT_VAULT: '/x' },
      flags: [{ flag: '--max-days', key: 'consolidate.max_days', text: '5' }],
    };
    for (const round of ['files', 'copy']) {
      const { settings, inForce } = await load(options);
      expect(wasCompiled()).toBe(round === 'files');
      expect(settings.consolidate).toEqual({
        engine: 'rules',
        on_model_failure: 'wait',
        min_facts: 3,
        max_wait_days: 4,
        max_days: 5,
        timeout_seconds: 600,
        claims_per_page: 2,
        entity_facts: 3,
        owner: null,
        profile: 'on',
      });
      expect(inForce['consolidate.entity_facts']).toEqual({ value: 3, from: 'default' });
      expect(inForce['retrieve.limit']).toEqual({ value: 2, from: 'user' });
      expect(inForce['consolidate.min_facts']).toEqual({ value: 3, from: 'vault' });
      expect(inForce['consolidate.max_wait_days']).toEqual({ value: 4, from: 'environment MEMVAULT_MAX_WAIT_DAYS' });
      expect(inForce['consolidate.max_days']).toEqual({ value: 5, from: 'flag' });
    }
    const copy = readFileSync(folder.copy, 'utf8');
    expect(copy).not.toMatch(/environment|flag|elsewhere/);
  });

  it('works without any file, and writes none', async () => {
    expect(await limit()).toBe(10);
    expect(folder.reads).toEqual([]);
    expect(readdirSync(folder.root)).toEqual([]);
  });

  it('works without a vault and without a home', async () => {
    setLimit(folder.userConfig, 4);
    expect(await limit({ root: null })).toBe(4);
    expect(await limit({ root: null, userConfig: null })).toBe(10);
  });

  it('names the file of the user or of the vault', async () => {
    folder.put(folder.userConfig, 'retrieve: {limit: x}\n');
    await expect(load()).rejects.toMatchObject({
      message: expect.stringContaining(`${folder.userConfig}:1: retrieve.limit`),
    });
    folder.put(folder.userConfig, '');
    folder.put(folder.vaultConfig, 'retrieve: {limit: x}\n');
    await expect(load()).rejects.toMatchObject({
      message: expect.stringMatching(/^\.memvault\/config\.yaml:1: retrieve\.limit/),
    });
    expect(existsSync(folder.copy)).toBe(false);
  });

  it('does not let a file that cannot be read pass for a missing one', async () => {
    const files = {
      ...folder.files,
      read: () => {
        throw new Error('EACCES');
      },
    };
    setLimit(folder.vaultConfig, 3);
    await expect(load({ files })).rejects.toThrow('EACCES');
  });
});

describe('the compiled copy', () => {
  it('is used while nothing changed', async () => {
    setLimit(folder.vaultConfig, 3);
    setLimit(folder.userConfig, 4);
    expect(await limit()).toBe(3);
    expect(wasCompiled()).toBe(true);
    const before = statSync(folder.copy);
    expect(await limit()).toBe(3);
    expect(folder.reads).toEqual([folder.copy]);
    expect(statSync(folder.copy).mtimeMs).toBe(before.mtimeMs);
  });

  type Change = [string, () => void, number, Partial<LoadSettings>?];
  const changes: Change[] = [
    ['the size of the vault file', () => keepTime(folder.vaultConfig, 'retrieve:\n  limit: 33\n'), 33],
    ['the time of the vault file', () => setLimit(folder.vaultConfig, 5, 30), 5],
    ['a time that goes back', () => setLimit(folder.vaultConfig, 5, 9000), 5],
    ['the vault file vanishing', () => rmSync(folder.vaultConfig), 4],
    ['the user file vanishing', () => rmSync(folder.userConfig), 3],
    ['the user file changing', () => folder.put(folder.userConfig, 'write:\n'), 3],
    ['both vanishing', () => [folder.vaultConfig, folder.userConfig].forEach((path) => rmSync(path)), 10],
    ['another version of memvault', () => {}, 3, { version: '1.0.1' }],
    ['another user file', () => {}, 3, { userConfig: '/nowhere/config.yaml' }],
    ['a copy that is no JSON', () => folder.put(folder.copy, '{', 0), 3],
    ['a copy that is empty', () => folder.put(folder.copy, '', 0), 3],
    ['a copy that is null', () => folder.put(folder.copy, 'null', 0), 3],
    ['a copy with a wrong value', () => forge({ 'retrieve.limit': { value: 0, from: 'vault' } }), 3],
    ['a copy with a path out of the vault', () => forge({ 'write.daily_dir': { value: '../x', from: 'vault' } }), 3],
    ['a copy with an unknown key', () => forge({ 'models.host': { value: 'x', from: 'vault' } } as Layer), 3],
    ['a copy that claims a flag', () => forge({ 'retrieve.limit': { value: 9, from: 'flag' } }), 3],
    ['a copy that vanished', () => rmSync(folder.copy), 3],
  ];
  it.each(changes)('is stale after %s', async (_, change, wanted, more = {}) => {
    setLimit(folder.vaultConfig, 3);
    setLimit(folder.userConfig, 4);
    await load();
    await load();
    expect(wasCompiled()).toBe(false);
    change();
    expect(await limit(more)).toBe(wanted);
    const bothGone = !existsSync(folder.vaultConfig) && !existsSync(folder.userConfig);
    expect(wasCompiled()).toBe(!bothGone);
  });

  it('is stale for another user file of the same size and time', async () => {
    const other = `${folder.userConfig}.other`;
    setLimit(folder.userConfig, 4);
    setLimit(other, 5);
    const { atime, mtime } = statSync(folder.userConfig);
    utimesSync(folder.userConfig, atime, mtime);
    utimesSync(other, atime, mtime);
    expect(await limit()).toBe(4);
    expect(await limit({ userConfig: other })).toBe(5);
  });

  it.each([
    ['the vault file', 'vaultConfig'],
    ['the user file', 'userConfig'],
  ] as const)('is stale after %s appears', async (_, which) => {
    setLimit(folder[which === 'vaultConfig' ? 'userConfig' : 'vaultConfig'], 3);
    await load();
    folder.put(folder[which], 'consolidate: {min_facts: 9}\n');
    expect((await load()).settings.consolidate.min_facts).toBe(9);
    await load();
    expect(wasCompiled()).toBe(false);
  });

  it('is not believed when the file could have changed within the same tick', async () => {
    setLimit(folder.vaultConfig, 3);
    await load();
    const { atime, mtime } = statSync(folder.vaultConfig);
    utimesSync(folder.copy, atime, mtime);
    keepTime(folder.vaultConfig, 'retrieve:\n  limit: 7\n');
    expect(await limit()).toBe(7);
    expect(await limit()).toBe(7);
    expect(wasCompiled()).toBe(false);
  });

  it('allows two seconds where times are whole seconds', async () => {
    setLimit(folder.vaultConfig, 3);
    await load();
    const whole = Math.floor(Date.now() / 1000) - 100;
    utimesSync(folder.vaultConfig, whole, whole);
    await load();
    utimesSync(folder.copy, whole + 1, whole + 1);
    await load();
    expect(wasCompiled()).toBe(true);
    utimesSync(folder.copy, whole + 3, whole + 3);
    await load();
    expect(wasCompiled()).toBe(false);
  });

  it('is not needed: a vault that cannot be written works as well', async () => {
    setLimit(folder.vaultConfig, 3);
    const files = {
      ...folder.files,
      write: () => {
        throw new Error('EROFS');
      },
    };
    expect(await limit({ files })).toBe(3);
    expect(await limit({ files })).toBe(3);
  });

  it('is not written by a dry run, but used', async () => {
    setLimit(folder.vaultConfig, 3);
    expect(await limit({ readOnly: true })).toBe(3);
    expect(existsSync(folder.copy)).toBe(false);
    await load();
    expect(await limit({ readOnly: true })).toBe(3);
    expect(wasCompiled()).toBe(false);
  });

  it('that cannot be read counts as none', async () => {
    setLimit(folder.vaultConfig, 3);
    await load();
    const files = {
      ...folder.files,
      read: (path: string) => {
        if (path === folder.copy) throw new Error('EACCES');
        return folder.files.read(path);
      },
    };
    expect(await limit({ files })).toBe(3);
  });
});

/** Other text under the same time. */
function keepTime(path: string, text: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
}

/** A copy that goes together. */
function forge(values: Layer): void {
  const copy = JSON.parse(readFileSync(folder.copy, 'utf8')) as object;
  writeFileSync(folder.copy, JSON.stringify({ ...copy, values, settings: resolveLayers(values).settings }));
}
