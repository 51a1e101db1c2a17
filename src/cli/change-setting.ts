// One change to a config file for `memvault config set`: tried on the settings as a whole before it is written.
import { join } from 'node:path';
import type { SettingKey, SettingValue } from '../config/keys.ts';
import type { ResolvedSettings } from '../config/layers.ts';
import { loadSettings } from '../config/load.ts';
import { renderConfig } from '../config/render-config.ts';
import { setSetting } from '../config/set-setting.ts';
import { MemvaultError } from '../model/errors.ts';
import type { SettingsFiles } from '../model/settings-files.ts';
import type { Settings } from '../model/settings.ts';
import { confined } from '../vault/confine.ts';
import { noVault } from '../vault/locate.ts';
import { realUserFile, settingsFiles } from '../vault/settings-files.ts';
import { CONFIG_FILE } from '../vault/vault.ts';
import { makeAnswer, vaultOf } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { renderValue, toSettings } from './render/config.ts';
import { isOn, type Invocation } from './spec.ts';
import type { World } from './world.ts';

/** Where the two config files are looked for; null where there is no vault, or no home. */
export interface SettingsHome {
  readonly root: string | null;
  readonly userConfig: string | null;
}

/** The settings in force; writes nothing. Throws `settings`. */
export async function loadFrom(
  world: World,
  { root, userConfig }: SettingsHome,
  files: SettingsFiles = settingsFiles,
): Promise<ResolvedSettings> {
  return await loadSettings({ files, root, userConfig, version: world.version, env: world.env, readOnly: true });
}

/** Sets one key in one of the two files and says what it was and is. Throws `usage`, `settings`, `refused`, `io`. */
export async function changeSetting(
  world: World,
  invocation: Invocation,
  places: SettingsHome,
  name: string,
  typed: string,
): Promise<number> {
  const file = fileToChange(places, isOn(invocation.values, 'user'));
  const before = await loadFrom(world, places).catch(() => null);
  const old = settingsFiles.read(file.path);
  const { text, key, value } = setSetting(old ?? file.fresh, name, typed, file.shown, file.owner);
  // Settings that do not go together would end every later command, so they are tried before they are written.
  const after = await loadFrom(world, places, pretend(file.path, text));
  if (text !== old) settingsFiles.write(file.target(after.settings), text);

  const answer = makeAnswer(world, invocation);
  answer.document('config', {
    path: file.shown,
    changed: text !== old,
    before: before?.inForce[key].value ?? null,
    settings: toSettings(after.inForce, key),
  });
  const was = before === null ? '' : `${renderValue(before.inForce[key].value)} (${before.inForce[key].from}) → `;
  answer.remark(
    text === old
      ? `${key} is ${renderValue(value)} in ${file.shown} already`
      : `${key}: ${was}${renderValue(value)}, in ${file.shown}`,
  );
  if (text !== old && key.startsWith('write.') && key !== 'write.timezone')
    answer.remark('What is already in the old folder stays there.');
  if (text !== old && file.owner === 'vault' && isToBeTrusted(key, value))
    answer.remark('It takes effect once you trust what this vault asks for: memvault trust');
  if (after.inForce[key].from !== file.owner) answer.warn(outvoted(key, after));
  return EXIT.done;
}

/** Whoever gets this vault from you is asked too. */
function isToBeTrusted(key: SettingKey, value: SettingValue): boolean {
  return value !== null && ['models.command', 'models.prompts', 'models.url', 'retrieve.embeddings_url'].includes(key);
}

function outvoted(key: SettingKey, { inForce }: ResolvedSettings): string {
  const { value, from } = inForce[key];
  return `but here ${renderValue(value)} is in force, from ${from}`;
}

interface FileToChange {
  readonly owner: 'vault' | 'user';
  /** For messages. */
  readonly shown: string;
  readonly path: string;
  /** Its text where there is none yet. */
  readonly fresh: string;
  /** Where its bytes are, behind symlinks. Throws `refused` where that is out of the vault. */
  target(settings: Settings): string;
}

function fileToChange({ root, userConfig }: SettingsHome, user: boolean): FileToChange {
  if (!user) {
    if (root === null) throw noVault();
    return {
      owner: 'vault',
      shown: CONFIG_FILE,
      path: join(root, CONFIG_FILE),
      fresh: renderConfig(),
      target: (settings) => confined(vaultOf(root, settings), CONFIG_FILE),
    };
  }
  if (userConfig === null)
    throw new MemvaultError('settings', 'there is no home folder for your own settings', {
      hint: 'set HOME or XDG_CONFIG_HOME',
    });
  return { owner: 'user', shown: userConfig, path: userConfig, fresh: '', target: () => realUserFile(userConfig) };
}

/** The files as they would be with `path` changed; its odd size keeps the compiled copy out of it. */
function pretend(path: string, text: string): SettingsFiles {
  return {
    stat: (other) => (other === path ? { size: -1, mtimeMs: 0 } : settingsFiles.stat(other)),
    read: (other) => (other === path ? text : settingsFiles.read(other)),
    write: () => undefined,
  };
}
