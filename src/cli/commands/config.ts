// `memvault config`: shows the settings in force, or shows or changes one. Also works without a vault, on the user's
// own settings.
import { join, resolve } from 'node:path';
import { resolveKey } from '../../config/check.ts';
import { renderConfig, setDefaultVault, setSetting } from '../../config/config-file.ts';
import { loadSettings, type ResolvedSettings } from '../../config/load.ts';
import { readDefaultVault, userConfigPath } from '../../config/quick.ts';
import { SETTING_KEYS, type SettingKey, type Settings, type SettingValue, showValue } from '../../config/settings.ts';
import { plain } from '../../model/controls.ts';
import type { SettingsFiles } from '../../model/ports.ts';
import { vaultOf, type World } from '../../tasks/context.ts';
import { confined, realUserFile, settingsFiles } from '../../vault/confine.ts';
import { CONFIG_FILE, namedVault, noVault } from '../../vault/vault.ts';
import { findRoot, makeAnswer } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type BareCommand, failure, type Invocation, isOn, usage } from '../spec.ts';
import { type Face, faceOf } from '../terminal/face.ts';

// Renders the settings as a table, as one value, and for the JSON document.

type InForce = ResolvedSettings['inForce'];

/** Three columns: key, value, source. */
function renderSettings(inForce: InForce, { paint }: Face): string {
  const rows = SETTING_KEYS.map((key) => ({ key, value: renderValue(inForce[key].value), from: inForce[key].from }));
  const keyWidth = Math.max(...rows.map((row) => row.key.length));
  const valueWidth = Math.max(...rows.map((row) => row.value.length));
  return rows
    .map(({ key, value, from }) => {
      const shown = paint(from === 'default' ? 'dim' : 'bold', value) + ' '.repeat(valueWidth - value.length);
      return `${key.padEnd(keyWidth)}  ${shown}  ${paint('dim', from)}`;
    })
    .join('\n');
}

const renderValue = (value: SettingValue): string => plain(showValue(value));

/** All settings, or only `key`. */
function toSettings(inForce: InForce, key: SettingKey | null): Record<string, InForce[SettingKey]> {
  const keys = key === null ? SETTING_KEYS : [key];
  return Object.fromEntries(keys.map((one) => [one, inForce[one]]));
}

// `memvault config set`: changes one config file, after trying the change on the complete settings.

/** The paths of the two config files; null without a vault or a home. */
type SettingsHome = Pick<Parameters<typeof loadSettings>[0], 'root' | 'userConfig'>;

/** Loads the settings in force without writing. Throws `settings`. */
const loadFrom = async (
  { version, env }: World,
  places: SettingsHome,
  files: SettingsFiles = settingsFiles,
): Promise<ResolvedSettings> => await loadSettings({ ...places, files, version, env, readOnly: true });

/**
 * Sets one key in one of the two files and reports the old and the new value. Throws `usage`, `settings`, `refused`,
 * `io`.
 */
async function changeSetting(
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
  // Conflicting settings would break every later command, so they are loaded before they are written. The size -1 keeps
  // them out of the compiled copy.
  const after = await loadFrom(world, places, {
    stat: (path) => (path === file.path ? { size: -1, mtimeMs: 0 } : settingsFiles.stat(path)),
    read: (path) => (path === file.path ? text : settingsFiles.read(path)),
    write: () => undefined,
  });
  const changed = text !== old;
  if (changed) settingsFiles.write(file.target(after.settings), text);
  const answer = makeAnswer(world, invocation);
  const was = before?.inForce[key];
  const now = after.inForce[key];
  answer.document({
    path: file.shown,
    changed,
    before: was?.value ?? null,
    settings: toSettings(after.inForce, key),
  });
  answer.remark(
    changed
      ? `${key}: ${was === undefined ? '' : `${renderValue(was.value)} (${was.from}) → `}${renderValue(value)}` +
          `, in ${file.shown}`
      : `${key} is ${renderValue(value)} in ${file.shown} already`,
  );
  if (changed && key.startsWith('write.') && key !== 'write.timezone')
    answer.remark('Existing files stay in the old folder.');
  // Everyone who gets this vault from you has to trust it, too.
  if (changed && file.owner === 'vault' && value !== null && TO_BE_TRUSTED.has(key))
    answer.remark('It takes effect once you trust what this vault asks for: memvault config trust');
  if (now.from !== file.owner) answer.warn(`but ${renderValue(now.value)} is in force here, from ${now.from}`);
  return EXIT.done;
}

const TO_BE_TRUSTED: ReadonlySet<SettingKey> = new Set([
  'models.command',
  'models.prompts',
  'models.url',
  'retrieve.embeddings_url',
]);

/**
 * `shown`: the path for messages; `fresh`: the text of a new file; `target`: the path to write, with symlinks resolved.
 */
function fileToChange({ root, userConfig }: SettingsHome, user: boolean) {
  if (user) {
    const path = mustHaveHome(userConfig);
    return { owner: 'user', shown: path, path, fresh: '', target: () => realUserFile(path) } as const;
  }
  if (root === null) throw noVault();
  return {
    owner: 'vault',
    shown: CONFIG_FILE,
    path: join(root, CONFIG_FILE),
    fresh: renderConfig(),
    /** Throws `refused` if that is outside the vault. */
    target: (settings: Settings) => confined(vaultOf(root, settings), CONFIG_FILE),
  } as const;
}

function mustHaveHome(userConfig: string | null): string {
  if (userConfig !== null) return userConfig;
  throw failure('settings', 'there is no home folder for your own settings', 'set HOME or XDG_CONFIG_HOME');
}

// The default vault in the user's own config, for commands without --vault.

/** `config get vault`: prints it as an absolute path, or nothing. */
async function sayDefaultVault(world: World, invocation: Invocation, userConfig: string | null): Promise<number> {
  const answer = makeAnswer(world, invocation);
  const value = await readDefaultVault(settingsFiles, userConfig, world.home);
  answer.document({ settings: { vault: { value, from: value === null ? 'default' : 'user' } } });
  if (value === null)
    answer.remark('No vault is named in your own config: memvault config set --user vault DIR names one.');
  else answer.print(plain(value));
  return EXIT.done;
}

/**
 * `config set --user vault DIR`: DIR must be a vault; the previous value may be invalid. Throws `usage`, `no-vault`,
 * `settings`, `refused`, `io`.
 */
async function changeDefaultVault(
  world: World,
  invocation: Invocation,
  userConfig: string | null,
  typed: string,
): Promise<number> {
  if (!isOn(invocation.values, 'user'))
    throw usage(
      'the default vault is a setting of yours, not of a vault',
      `memvault config set --user vault ${typed === '' ? 'DIR' : typed}`,
    );
  const path = mustHaveHome(userConfig);
  if (typed === '') throw usage('vault names no folder', 'is the variable behind it empty?');
  const isOfHome = world.home !== null && /^~(\/|$)/.test(typed);
  const place = namedVault(isOfHome ? resolve(`${world.home ?? ''}${typed.slice(1)}`) : resolve(world.cwd, typed));
  const vault = isOfHome ? typed : place;
  const before = await readDefaultVault(settingsFiles, path, world.home).catch(() => null);
  const old = settingsFiles.read(path);
  const text = setDefaultVault(old ?? '', vault, path);
  const changed = text !== old;
  if (changed) settingsFiles.write(realUserFile(path), text);
  const answer = makeAnswer(world, invocation);
  answer.document({ path, changed, before, settings: { vault: { value: place, from: 'user' } } });
  answer.remark(
    changed
      ? `vault: ${before === null ? '' : `${plain(before)} → `}${plain(vault)}, in ${path}`
      : `vault is ${plain(vault)} in ${path} already`,
  );
  return EXIT.done;
}

export const start: BareCommand = async (world, invocation) => {
  const { action, args } = invocation;
  const [name = '', value = ''] = args;
  if (action === 'trust') return await (await import('./trust.ts')).trustVault(world, invocation);
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  if (name === 'vault' && action === 'set') return await changeDefaultVault(world, invocation, userConfig, value);
  if (name === 'vault' && action === 'get') return await sayDefaultVault(world, invocation, userConfig);
  const places = { root: await findRoot(world, invocation, userConfig), userConfig };
  if (action === 'set') return await changeSetting(world, invocation, places, name, value);
  const key = action === 'get' ? resolveKey(name) : null;
  const { inForce } = await loadFrom(world, places);
  const answer = makeAnswer(world, invocation);
  answer.document({ settings: toSettings(inForce, key) });
  answer.print(key === null ? renderSettings(inForce, faceOf({ answer, world })) : renderValue(inForce[key].value));
  if (key === null && places.root === null)
    answer.remark('There is no vault here: these are the defaults and your own settings.');
  return EXIT.done;
};
