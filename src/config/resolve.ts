// Reads both config files and lays the vault's over the user's. Heavy (YAML, schema): imported only
// where the compiled copy is stale.
import type { SettingsFiles } from '../model/ports.ts';
import type { SettingsPlaces } from './copy-key.ts';
import type { Layer, SettingInForce } from './layers.ts';
import { type ConfigOwner, parseConfig } from './parse-config.ts';
import type { SettingKey } from './settings.ts';

/** What the files say, checked. A missing file says nothing. Throws `settings`, and what `files` throws. */
export function readConfigFiles(files: SettingsFiles, places: SettingsPlaces): Layer {
  const read = (path: string | null, owner: ConfigOwner, name: string): Layer => {
    const text = path === null ? null : files.read(path);
    const layer: Partial<Record<SettingKey, SettingInForce>> = {};
    if (text === null) return layer;
    const { values } = parseConfig(text, name, owner);
    for (const [key, value] of Object.entries(values) as [SettingKey, SettingInForce['value']][])
      layer[key] = { value, from: owner };
    return layer;
  };
  const user = read(places.userConfig, 'user', places.userConfig ?? '');
  const vault = read(places.vaultConfig, 'vault', VAULT_CONFIG);
  // Whose a value is decides what it may do (trust.ts). Only what comes from here is believed for that: the
  // `from` of the compiled copy comes from inside the vault too.
  return { ...user, ...vault };
}

/** `vault:` of the user's config as written; null where it is not set. Throws `settings`. */
export function parseUserVault(text: string, file: string): string | null {
  return parseConfig(text, file, 'user').vault;
}

/** How the vault's config is called in messages. */
const VAULT_CONFIG = '.memvault/config.yaml';
