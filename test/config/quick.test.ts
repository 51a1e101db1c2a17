// The short cut to the settings: whenever it answers, it says what the long way says.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/load.ts';
import { readQuickSettings } from '../../src/config/quick.ts';
import type { Settings } from '../../src/model/settings.ts';
import { type ConfigFolder, makeConfigFolder } from './config-files.ts';

let folder: ConfigFolder;
beforeEach(() => {
  folder = makeConfigFolder();
  folder.put(folder.userConfig, 'consolidate: {max_days: 9}\n', 60);
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
    ['a number', 'retrieve: {limit: 3}'],
    ['a zone', 'write: {timezone: America/Argentina/Buenos_Aires}'],
    [
      'fading',
      'maintain: {fade: off, fade_after_days: 0, fade_per_day: 0.5, fade_below: 0, fade_never: [work, medical history]}',
    ],
    ['the inbox', 'inbox: {nightly: off, binaries: 4_Assets/From inbox, max_bytes: 5000}'],
    ['lint', 'lint: {include: ["**/*.md", "!a b/", /x.md], exclude: [Templates/], every_days: 0}'],
    ['reviews', 'review: {nightly: 0, catch_up: 7}'],
    [
      'a model',
      'consolidate: {engine: auto}\nmodels: {auto: command, command: claude -p, num_ctx: 4096, temperature: 0.5}',
    ],
    ['folders', 'write: {daily_dir: Journal/Daily Logs, zones: {inbox: Eingänge, wiki: 2-知識}}'],
  ])('says what the files say, once they have been read: %s', async (_, text) => {
    putVault(`${text}\n`);
    expect(quick()).toBeNull();
    const settings = await full();
    expect(quick()).toEqual(settings);
    expect(
      quick({ MEMVAULT_LIMIT: '', MEMVAULT_VAULT: '/x', MEMVAULT_NOW: '2026-07-01', MEMVAULT_DREAM: '1', OTHER: 'x' }),
    ).toEqual(settings);
  });

  it.each([
    ['a setting', 'MEMVAULT_LIMIT'],
    ['a misspelled setting', 'MEMVAULT_LIMITT'],
    ['anything of the name', 'MEMVAULT_XYZ'],
  ])('leaves a variable to the long way: %s', async (_, name) => {
    putVault('retrieve: {limit: 3}\n');
    await full();
    expect(quick({ [name]: '5' })).toBeNull();
  });

  it('leaves names that need a closer look to the long way', async () => {
    putVault('write: {zones: {inbox: a.b}}\n');
    expect((await full()).write.zones.inbox).toBe('a.b');
    expect(quick()).toBeNull();
  });

  it.each([
    ['the vault file changed', () => putVault('retrieve: {limit: 33}\n')],
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
    ['a number is a text', () => forge((s) => ({ ...s, retrieve: { ...s.retrieve, limit: '3' } }))],
    ['a number is none', () => forge((s) => ({ ...s, retrieve: { ...s.retrieve, limit: 0 } }))],
    ['a count is below nothing', () => forge((s) => ({ ...s, review: { ...s.review, nightly: -1 } }))],
    ['a part is a text', () => forge((s) => ({ ...s, maintain: { ...s.maintain, fade_below: '.3' } }))],
    ['a list is a text', () => forge((s) => ({ ...s, maintain: { ...s.maintain, fade_never: 'work' } }))],
    ['a language is a path', () => forge((s) => ({ ...s, retrieve: { ...s.retrieve, languages: ['../x'] } }))],
    ['a list holds a number', () => forge((s) => ({ ...s, maintain: { ...s.maintain, fade_never: [1] } }))],
    ['a pattern has too many stars', () => forge((s) => ({ ...s, lint: { ...s.lint, include: ['*a*a*a*a*a*a*a'] } }))],
    ['a pattern leads out', () => forge((s) => ({ ...s, lint: { ...s.lint, exclude: ['../x'] } }))],
    ['a pattern leads up', () => forge((s) => ({ ...s, lint: { ...s.lint, exclude: ['a/..'] } }))],
    ['a pattern is empty', () => forge((s) => ({ ...s, lint: { ...s.lint, exclude: [' '] } }))],
    ['a pattern is a number', () => forge((s) => ({ ...s, lint: { ...s.lint, include: [1] } }))],
    ['an engine is unknown', () => forge((s) => ({ ...s, consolidate: { ...s.consolidate, engine: 'oracle' } }))],
    ['a command is a list', () => forge((s) => ({ ...s, models: { ...s.models, command: ['rm'] } }))],
    ['a model has one key more', () => forge((s) => ({ ...s, models: { ...s.models, host: 'x' } }))],
    ['a heat is too great', () => forge((s) => ({ ...s, models: { ...s.models, temperature: 3 } }))],
    ['a key is unknown', () => forge((s) => ({ ...s, models: { command: 'rm' } }))],
    ['a key is missing', () => forge(({ retrieve: _, ...rest }) => rest)],
  ])('does not answer when %s', async (_, change) => {
    putVault('retrieve: {limit: 3}\n');
    await full();
    expect(quick()?.retrieve.limit).toBe(3);
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
    putVault('retrieve: {limit: 3}\n');
    const settings = await full();
    forge(change);
    expect(await full()).toEqual(settings);
    expect(quick()).toEqual(settings);
  });

  it('does not answer where a file cannot be read', async () => {
    putVault('retrieve: {limit: 3}\n');
    await full();
    const fail = () => {
      throw new Error('EACCES');
    };
    expect(readQuickSettings({ ...options(), files: { ...folder.files, read: fail } })).toBeNull();
    expect(readQuickSettings({ ...options(), files: { ...folder.files, stat: fail } })).toBeNull();
  });
});

function forge(change: (settings: Settings) => unknown): void {
  const copy = JSON.parse(readFileSync(folder.copy, 'utf8')) as { settings: Settings };
  writeFileSync(folder.copy, JSON.stringify({ ...copy, settings: change(copy.settings) }));
}
