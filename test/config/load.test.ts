import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoadSettings, loadSettings, resolveLayers } from '../../src/config/load.ts';
import { type QuickSettings, readQuickSettings } from '../../src/config/quick.ts';
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
const minFacts = async (more: Partial<LoadSettings> = {}) => (await load(more)).settings.consolidate.min_facts;
/** What a quick verb would take from the compiled copy; null where it counts for nothing. */
const copied = (more: Partial<LoadSettings> = {}) =>
  readQuickSettings({
    files: folder.files,
    root: folder.root,
    userConfig: folder.userConfig,
    version: '1.0.0',
    env: {},
    ...more,
  } as QuickSettings)?.consolidate.min_facts ?? null;
const setMinFacts = (path: string, value: number, ageSeconds = 60) =>
  folder.put(path, `consolidate:\n  min_facts: ${value}\n`, ageSeconds);

describe('loadSettings', () => {
  it('takes each key from the first source that has it', async () => {
    folder.put(
      folder.userConfig,
      'vault: /elsewhere\nreview: {nightly: 2}\nconsolidate: {min_facts: 2, max_wait_days: 2, owner: Mira}\ndream: {max_minutes: 2}\n',
    );
    folder.put(folder.vaultConfig, 'consolidate: {min_facts: 3, max_wait_days: 3}\ndream: {max_minutes: 3}\n');
    const options: Partial<LoadSettings> = {
      env: { MEMVAULT_MAX_MINUTES: '4', MEMVAULT_MAX_WAIT_DAYS: '4', MEMVAULT_VAULT: '/x' },
      flags: [{ flag: '--timeout', key: 'dream.max_minutes', text: '5' }],
    };
    for (const round of ['first', 'second']) {
      const { settings, inForce } = await load(options);
      expect(copied(), round).toBe(3);
      expect(settings.consolidate).toEqual({
        engine: 'rules',
        min_facts: 3,
        max_wait_days: 4,
        owner: 'Mira',
      });
      expect(inForce['consolidate.engine']).toEqual({ value: 'rules', from: 'default' });
      expect(inForce['review.nightly']).toEqual({ value: 2, from: 'user' });
      expect(inForce['consolidate.min_facts']).toEqual({ value: 3, from: 'vault' });
      expect(inForce['consolidate.max_wait_days']).toEqual({ value: 4, from: 'environment MEMVAULT_MAX_WAIT_DAYS' });
      expect(inForce['dream.max_minutes']).toEqual({ value: 5, from: 'flag' });
    }
    const copy = readFileSync(folder.copy, 'utf8');
    expect(copy).not.toMatch(/environment|flag|elsewhere/);
  });

  it('works without any file, and writes none', async () => {
    expect(await minFacts()).toBe(20);
    expect(folder.reads).toEqual([]);
    expect(readdirSync(folder.root)).toEqual([]);
  });

  it('works without a vault and without a home', async () => {
    setMinFacts(folder.userConfig, 4);
    expect(await minFacts({ root: null })).toBe(4);
    expect(await minFacts({ root: null, userConfig: null })).toBe(20);
  });

  it('names the file of the user or of the vault', async () => {
    folder.put(folder.userConfig, 'consolidate: {min_facts: x}\n');
    await expect(load()).rejects.toMatchObject({
      message: expect.stringContaining(`${folder.userConfig}:1: consolidate.min_facts`),
    });
    folder.put(folder.userConfig, '');
    folder.put(folder.vaultConfig, 'consolidate: {min_facts: x}\n');
    await expect(load()).rejects.toMatchObject({
      message: expect.stringMatching(/^\.memvault\/config\.yaml:1: consolidate\.min_facts/),
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
    setMinFacts(folder.vaultConfig, 3);
    await expect(load({ files })).rejects.toThrow('EACCES');
  });
});

describe('the compiled copy', () => {
  it('counts while nothing changed, and is not written again', async () => {
    setMinFacts(folder.vaultConfig, 3);
    setMinFacts(folder.userConfig, 4);
    expect(copied()).toBeNull();
    expect(await minFacts()).toBe(3);
    expect(copied()).toBe(3);
    const before = statSync(folder.copy);
    expect(await minFacts()).toBe(3);
    expect(statSync(folder.copy).mtimeMs).toBe(before.mtimeMs);
  });

  type Change = [string, () => void, number, Partial<LoadSettings>?];
  const changes: Change[] = [
    ['the size of the vault file', () => keepTime(folder.vaultConfig, 'consolidate:\n  min_facts: 33\n'), 33],
    ['the time of the vault file', () => setMinFacts(folder.vaultConfig, 5, 30), 5],
    ['a time that goes back', () => setMinFacts(folder.vaultConfig, 5, 9000), 5],
    ['the vault file vanishing', () => rmSync(folder.vaultConfig), 4],
    ['the user file vanishing', () => rmSync(folder.userConfig), 3],
    ['the user file changing', () => folder.put(folder.userConfig, 'write:\n'), 3],
    ['both vanishing', () => [folder.vaultConfig, folder.userConfig].forEach((path) => rmSync(path)), 20],
    ['another version of memvault', () => {}, 3, { version: '1.0.1' }],
    ['another user file', () => {}, 3, { userConfig: '/nowhere/config.yaml' }],
    ['a copy that is no JSON', () => folder.put(folder.copy, '{', 0), 3],
    ['a copy that is empty', () => folder.put(folder.copy, '', 0), 3],
    ['a copy that is null', () => folder.put(folder.copy, 'null', 0), 3],
    ['a copy that vanished', () => rmSync(folder.copy), 3],
  ];
  it.each(changes)('is stale after %s', async (_, change, wanted, more = {}) => {
    setMinFacts(folder.vaultConfig, 3);
    setMinFacts(folder.userConfig, 4);
    await load();
    expect(copied()).toBe(3);
    change();
    expect(copied(more)).toBeNull();
    expect(await minFacts(more)).toBe(wanted);
    const bothGone = !existsSync(folder.vaultConfig) && !existsSync(folder.userConfig);
    expect(copied(more)).toBe(bothGone ? null : wanted);
  });

  it('is for quick verbs alone: one that says something else is put right', async () => {
    setMinFacts(folder.vaultConfig, 3);
    await load();
    const copy = JSON.parse(readFileSync(folder.copy, 'utf8')) as object;
    const { settings } = resolveLayers({ 'consolidate.min_facts': { value: 9, from: 'vault' } });
    writeFileSync(folder.copy, JSON.stringify({ ...copy, settings }));
    expect(copied()).toBe(9);
    expect(await minFacts()).toBe(3);
    expect(copied()).toBe(3);
  });

  it('is stale for another user file of the same size and time', async () => {
    const other = `${folder.userConfig}.other`;
    setMinFacts(folder.userConfig, 4);
    setMinFacts(other, 5);
    const { atime, mtime } = statSync(folder.userConfig);
    utimesSync(folder.userConfig, atime, mtime);
    utimesSync(other, atime, mtime);
    expect(await minFacts()).toBe(4);
    expect(copied({ userConfig: other })).toBeNull();
    expect(await minFacts({ userConfig: other })).toBe(5);
  });

  it.each([
    ['the vault file', 'vaultConfig'],
    ['the user file', 'userConfig'],
  ] as const)('is stale after %s appears', async (_, which) => {
    setMinFacts(folder[which === 'vaultConfig' ? 'userConfig' : 'vaultConfig'], 3);
    await load();
    expect(copied()).toBe(3);
    folder.put(folder[which], 'review: {nightly: 9}\n');
    expect(copied()).toBeNull();
    expect((await load()).settings.review.nightly).toBe(9);
    expect(copied()).toBe(3);
  });

  it('is not believed when the file could have changed within the same tick', async () => {
    setMinFacts(folder.vaultConfig, 3);
    await load();
    const { atime, mtime } = statSync(folder.vaultConfig);
    utimesSync(folder.copy, atime, mtime);
    keepTime(folder.vaultConfig, 'consolidate:\n  min_facts: 7\n');
    expect(copied()).toBeNull();
    expect(await minFacts()).toBe(7);
    expect(copied()).toBe(7);
  });

  it('allows two seconds where times are whole seconds', async () => {
    setMinFacts(folder.vaultConfig, 3);
    await load();
    const whole = Math.floor(Date.now() / 1000) - 100;
    utimesSync(folder.vaultConfig, whole, whole);
    await load();
    utimesSync(folder.copy, whole + 1, whole + 1);
    expect(copied()).toBeNull();
    utimesSync(folder.copy, whole + 3, whole + 3);
    expect(copied()).toBe(3);
  });

  it('is not needed: a vault that cannot be written works as well', async () => {
    setMinFacts(folder.vaultConfig, 3);
    const files = {
      ...folder.files,
      write: () => {
        throw new Error('EROFS');
      },
    };
    expect(await minFacts({ files })).toBe(3);
    expect(await minFacts({ files })).toBe(3);
  });

  it('is not written by a dry run', async () => {
    setMinFacts(folder.vaultConfig, 3);
    expect(await minFacts({ readOnly: true })).toBe(3);
    expect(existsSync(folder.copy)).toBe(false);
  });

  it('that cannot be read counts as none', async () => {
    setMinFacts(folder.vaultConfig, 3);
    await load();
    const files = {
      ...folder.files,
      read: (path: string) => {
        if (path === folder.copy) throw new Error('EACCES');
        return folder.files.read(path);
      },
    };
    expect(await minFacts({ files })).toBe(3);
  });
});

/** Other text under the same time. */
function keepTime(path: string, text: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
}
