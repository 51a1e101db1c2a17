// The short cut to the settings: whenever it answers, it says what the long way says.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load.ts';
import { readCopyKey, readQuickSettings } from '../../src/config/quick.ts';
import { SETTING_KEYS, type Settings } from '../../src/config/settings.ts';
import { settingsFiles } from '../../src/vault/confine.ts';
import { type ConfigFolder, makeConfigFolder } from './config-files.ts';

let folder: ConfigFolder;
beforeEach(() => {
  folder = makeConfigFolder();
  folder.put(folder.userConfig, 'consolidate: {min_facts: 9}\n', 60);
});
afterEach(() => folder.remove());

const options = (env: Record<string, string> = {}) => ({
  files: folder.files,
  root: folder.root,
  userConfig: folder.userConfig,
  version: '1.0.0',
  env,
});
const quick = (env?: Record<string, string>) => readQuickSettings(options(env));
const full = async (env?: Record<string, string>) => (await loadSettings(options(env))).settings;
const putVault = (text: string) => folder.put(folder.vaultConfig, text, 60);

describe('readQuickSettings', () => {
  it.each([
    ['nothing but defaults', ''],
    ['a number', 'retrieve: {context_chars: 300}'],
    ['a zone', 'write: {timezone: America/Argentina/Buenos_Aires}'],
    ['embeddings', 'retrieve: {embeddings: "ollama:bge-m3", languages: [de, zh]}'],
    ['the inbox', 'inbox: {nightly: off}'],
    ['lint', 'lint: {include: ["**/*.md", "!a b/", /x.md]}'],
    ['reviews', 'review: {nightly: 0}\ncurate: {every_days: 3}'],
    ['a model', 'consolidate: {engine: auto}\nmodels: {command: claude -p, num_ctx: 4096, retries: 0}'],
    ['folders', 'write: {daily_dir: Journal/Daily Logs, zones: {inbox: Eingänge, wiki: 2-知識}}'],
  ])('says what the files say, once they have been read: %s', async (_, text) => {
    putVault(`${text}\n`);
    expect(quick()).toBeNull();
    const settings = await full();
    expect(quick()).toEqual(settings);
    expect(
      quick({
        MEMVAULT_CONTEXT_CHARS: '',
        MEMVAULT_VAULT: '/x',
        MEMVAULT_NOW: '2026-07-01',
        MEMVAULT_DREAM: '1',
        OTHER: 'x',
      }),
    ).toEqual(settings);
  });

  it.each([
    ['a setting', 'MEMVAULT_CONTEXT_CHARS'],
    ['a misspelled setting', 'MEMVAULT_CONTEXT_CHAR'],
    ['anything of the name', 'MEMVAULT_XYZ'],
  ])('leaves a variable to the long way: %s', async (_, name) => {
    putVault('retrieve: {context_chars: 300}\n');
    await full();
    expect(quick({ [name]: '5' })).toBeNull();
  });

  it('leaves names that need a closer look to the long way', async () => {
    putVault('write: {zones: {inbox: a.b}}\n');
    expect((await full()).write.zones.inbox).toBe('a.b');
    expect(quick()).toBeNull();
  });

  it.each([
    ['the vault file changed', () => putVault('retrieve: {context_chars: 3300}\n')],
    ['the user file vanished', () => rmSync(folder.userConfig)],
    ['both vanished', () => [folder.userConfig, folder.vaultConfig].forEach((path) => rmSync(path))],
    ['the copy is broken', () => writeFileSync(folder.copy, '{')],
    ['the copy is empty', () => writeFileSync(folder.copy, 'null')],
    ['the copy holds no settings', () => forge(() => undefined)],
    ['the settings are a text', () => forge(() => 'x')],
    ['a path leads out of the vault', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: '../x' } }))],
    ['a path is absolute', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: '/etc' } }))],
    ['a path has a step back', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: 'a/../../b' } }))],
    ['a path is Windows’ own', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: 'C:\\x' } }))],
    ['a path is hidden', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: '.git' } }))],
    ['a path ends a line', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: 'daily\n' } }))],
    [
      'a folder is two',
      () => forge((s) => ({ ...s, write: { ...s.write, zones: { ...s.write.zones, inbox: 'a/b' } } })),
    ],
    ['a zone is a file', () => forge((s) => ({ ...s, write: { ...s.write, timezone: '/etc/passwd' } }))],
    ['a zone is a rule', () => forge((s) => ({ ...s, write: { ...s.write, timezone: 'A,B' } }))],
    ['a zone is a number', () => forge((s) => ({ ...s, write: { ...s.write, timezone: 1 } }))],
    ['a path is a list', () => forge((s) => ({ ...s, write: { ...s.write, daily_dir: ['../x'] } }))],
    ['a path is missing', () => forge(({ write: { daily_dir: _, ...write }, ...rest }) => ({ ...rest, write }))],
    ['a folder is missing', () => forge((s) => ({ ...s, write: { ...s.write, zones: { inbox: 'In' } } }))],
    ['a zone is a list', () => forge((s) => ({ ...s, write: { ...s.write, timezone: ['UTC'] } }))],
    ['the folders are missing', () => forge(({ write: { zones: _, ...write }, ...rest }) => ({ ...rest, write }))],
    ['nothing says where to write', () => forge(({ write: _, ...rest }) => rest)],
  ])('does not answer when %s', async (_, change) => {
    putVault('retrieve: {context_chars: 300}\n');
    await full();
    expect(quick()?.retrieve.context_chars).toBe(300);
    change();
    expect(quick()).toBeNull();
  });

  it.each([
    ['a setting less', ({ retrieve: { embeddings: _, ...retrieve }, ...rest }: Settings) => ({ ...rest, retrieve })],
    ['a setting more', (s: Settings) => ({ ...s, models: { ...s.models, host: 'x' } })],
    [
      'another default',
      (s: Settings) => ({ ...s, consolidate: { ...s.consolidate, min_facts: s.consolidate.min_facts + 1 } }),
    ],
  ])('answers again after one long way where another build of the version left a copy with %s', async (_, change) => {
    putVault('retrieve: {context_chars: 300}\n');
    const settings = await full();
    forge(change);
    expect(await full()).toEqual(settings);
    expect(quick()).toEqual(settings);
  });

  it('does not answer where a file cannot be read', async () => {
    putVault('retrieve: {context_chars: 300}\n');
    await full();
    const fail = () => {
      throw new Error('EACCES');
    };
    expect(readQuickSettings({ ...options(), files: { ...folder.files, read: fail } })).toBeNull();
    expect(readQuickSettings({ ...options(), files: { ...folder.files, stat: fail } })).toBeNull();
  });
});

describe('a compiled copy with the real files of a vault', () => {
  const HERE = 'retrieve: {context_chars: 3000}\n';
  const OTHER = 'retrieve: {context_chars: 9000}\n'; // Of the same size.
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'memvault-copy-'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const vaultOf = (name: string) => {
    const root = join(base, name);
    const config = join(root, '.memvault', 'config.yaml');
    const copy = join(root, '.memvault', 'cache', 'settings.json');
    const at = { files: settingsFiles, root, userConfig: join(base, 'user.yaml'), version: '1.0.0', env: {} };
    return {
      root,
      config,
      copy,
      quick: () => readQuickSettings(at)?.retrieve.context_chars ?? null,
      full: async () => (await loadSettings({ ...at, readOnly: true })).settings.retrieve.context_chars,
      /** Makes the copy, once the config is older than a tick of the clock. */
      compile: async () => {
        await sleep(50);
        await loadSettings(at);
      },
    };
  };
  const makeVault = async (name: string, text = HERE) => {
    const vault = vaultOf(name);
    mkdirSync(join(vault.root, '.memvault'), { recursive: true });
    writeFileSync(vault.config, text);
    await vault.compile();
    return vault;
  };
  /** What an attacker would have the vault say: values right for their keys, so that only the key refuses them. */
  const craft = (path: string, change: object = {}) => {
    const copy = JSON.parse(readFileSync(path, 'utf8')) as { settings: Settings };
    const settings = { ...copy.settings, retrieve: { ...copy.settings.retrieve, context_chars: 666 } };
    writeFileSync(path, JSON.stringify({ ...copy, settings, ...change }));
  };
  const changeOf = (path: string) => ({ size: statSync(path).size, mtimeMs: statSync(path).ctimeMs });

  it('is believed while its files are as they were, also in a vault that moved', async () => {
    const vault = await makeVault('vault');
    expect([vault.quick(), await vault.full()]).toEqual([3000, 3000]);
    craft(vault.copy);
    expect([vault.quick(), await vault.full()]).toEqual([666, 3000]);
    const moved = vaultOf('moved');
    renameSync(vault.root, moved.root);
    expect(moved.quick()).toBe(666);
  });

  it.each([false, true])(
    'is not believed in a copy of the folder (preserved times: %j)',
    async (preserveTimestamps) => {
      const theirs = await makeVault('theirs');
      craft(theirs.copy);
      const mine = vaultOf('mine');
      await sleep(50);
      cpSync(theirs.root, mine.root, { recursive: true, preserveTimestamps });
      // The copy itself may be as young as it likes.
      await sleep(50);
      writeFileSync(mine.copy, readFileSync(mine.copy));
      if (preserveTimestamps) expect(statSync(mine.config).mtimeMs).toBeCloseTo(statSync(theirs.config).mtimeMs, -1);
      expect([mine.quick(), await mine.full()]).toEqual([null, 3000]);
    },
  );

  it('is not believed for the modification time, which anybody can set', async () => {
    const vault = await makeVault('vault');
    const then = new Date('2020-01-01T00:00:00.123Z');
    utimesSync(vault.config, then, then);
    await sleep(50);
    const { size, mtimeMs } = statSync(vault.config);
    expect(mtimeMs).toBeCloseTo(then.getTime(), 1);
    craft(vault.copy, { vault: { size, mtimeMs } });
    expect([vault.quick(), await vault.full()]).toEqual([null, 3000]);
    // The same copy with the change time, so that nothing else refused it.
    craft(vault.copy, { vault: changeOf(vault.config) });
    expect([vault.quick(), await vault.full()]).toEqual([666, 3000]);
  });

  it('is stale after the config says something else in the same size, under the old time', async () => {
    const vault = await makeVault('vault');
    const { atime, mtime } = statSync(vault.config);
    expect(OTHER).toHaveLength(HERE.length);
    writeFileSync(vault.config, OTHER);
    utimesSync(vault.config, atime, mtime);
    await sleep(50);
    writeFileSync(vault.copy, readFileSync(vault.copy));
    expect([vault.quick(), await vault.full()]).toEqual([null, 9000]);
  });

  it.each([
    ['another size', ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ size: size + 1, mtimeMs })],
    ['a moment earlier', ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ size, mtimeMs: mtimeMs - 0.01 })],
    ['a moment later', ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ size, mtimeMs: mtimeMs + 0.01 })],
    ['no time', ({ size }: { size: number }) => ({ size })],
    ['no config', () => null],
  ])('that was made for %s is not believed', async (_, other) => {
    const vault = await makeVault('vault');
    craft(vault.copy, { vault: other(changeOf(vault.config)) });
    expect([vault.quick(), await vault.full()]).toEqual([null, 3000]);
  });

  it('for the vault alone is not believed with a config of the user, nor the other way round', async () => {
    const vault = await makeVault('vault');
    craft(vault.copy);
    writeFileSync(join(base, 'user.yaml'), 'review: {nightly: 1}\n');
    await sleep(50);
    writeFileSync(vault.copy, readFileSync(vault.copy));
    expect([vault.quick(), await vault.full()]).toEqual([null, 3000]);
    await vault.compile();
    expect(vault.quick()).toBe(3000);
    craft(vault.copy);
    rmSync(join(base, 'user.yaml'));
    expect([vault.quick(), await vault.full()]).toEqual([null, 3000]);
  });

  it('alone, without any config, is not believed', async () => {
    const vault = await makeVault('vault');
    craft(vault.copy, { vault: null });
    rmSync(vault.config);
    expect(existsSync(vault.copy)).toBe(true);
    expect([vault.quick(), await vault.full()]).toEqual([null, 8000]);
  });

  it('is not believed for a path out of the vault, whatever its time', async () => {
    const vault = await makeVault('vault');
    const copy = JSON.parse(readFileSync(vault.copy, 'utf8')) as { settings: Settings };
    const settings = { ...copy.settings, write: { ...copy.settings.write, daily_dir: '../x' } };
    writeFileSync(vault.copy, JSON.stringify({ ...copy, settings }));
    expect([vault.quick(), await vault.full()]).toEqual([null, 3000]);
  });
});

function forge(change: (settings: Settings) => unknown): void {
  const copy = JSON.parse(readFileSync(folder.copy, 'utf8')) as { settings: Settings };
  writeFileSync(folder.copy, JSON.stringify({ ...copy, settings: change(copy.settings) }));
}

it('a copy by a program with other settings is stale: whoever changes them raises FORM in quick.ts, and this digest', () => {
  const known = { form: 2, digest: 'b240da319bdb' };
  const digest = createHash('sha256').update(SETTING_KEYS.join()).digest('hex').slice(0, 12);
  const places = { vaultConfig: null, userConfig: null, copy: null };
  expect({ form: readCopyKey(settingsFiles, places, '1').form, digest }).toEqual(known);
});
