// The user's own config: where it is, and the vault that it names.
import { isAbsolute, join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import type { SettingsFiles } from '../model/ports.ts';
import type { Environment } from './quick.ts';

/**
 * The user's config.yaml: under `XDG_CONFIG_HOME`, on Windows `APPDATA`, else `~/.config`. Relative
 * values are ignored, as the XDG specification asks. Null where there is no home.
 */
export function userConfigPath(env: Environment, platform: string, home: string | null): string | null {
  const base = [env['XDG_CONFIG_HOME'], platform === 'win32' ? env['APPDATA'] : undefined].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  if (base !== undefined) return join(base, 'memvault', 'config.yaml');
  if (home === null || home === '') return null;
  // By hand where there is nothing to put right: the first call of node's costs more than to look at the file.
  return home.endsWith('/') || home.endsWith('\\') || home.endsWith('.') || platform === 'win32'
    ? join(home, '.config', 'memvault', 'config.yaml')
    : `${home}/.config/memvault/config.yaml`;
}

// The vault that the user's own config names: the one key that is needed before there is a vault.

/**
 * `vault:` of the user's config as an absolute path; null where it is not set. A line that is plainly
 * `vault: /a/path` is taken as it stands, because the YAML reader would cost a quick verb half its time.
 * Throws `settings` for a broken file or a relative path, and what `files` throws.
 */
export async function readDefaultVault(
  files: SettingsFiles,
  userConfig: string | null,
  home: string | null,
): Promise<string | null> {
  const text = userConfig === null ? null : files.read(userConfig);
  if (userConfig === null || text === null) return null;
  let vault = scanVault(text);
  if (vault === undefined) {
    const { parseUserVault } = await import('./parse-config.ts');
    vault = parseUserVault(text, userConfig);
  }
  if (vault === null || !vault.startsWith('~')) return vault;
  if (home === null) throw new MemvaultError('settings', `${userConfig}: vault begins with ~, and there is no home`);
  return join(home, vault.slice(1));
}

/** What is wrong with the value of `vault`, as the end of a sentence; null where it is right. */
export function vaultPathProblem(value: unknown): string | null {
  if (value === null) return null;
  const right = typeof value === 'string' && /^(~?[\\/]|[A-Za-z]:[\\/]|~$)/.test(value);
  return right ? null : 'must be an absolute path, or begin with ~/';
}

/** The value without YAML: null where the file does not speak of a vault, undefined where it is not plain. */
function scanVault(text: string): string | null | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => !/^\s*(#|$)/.test(line));
  const [line, second] = lines.filter((one) => one.includes('vault'));
  if (line === undefined) return null;
  const next = lines[lines.indexOf(line) + 1] ?? '';
  if (second !== undefined || /^\s/.test(next)) return undefined; // The path could go on in the next line.
  return /^vault: +((?:~?\/|[A-Za-z]:[\\/])[^#:]*?)\s*$/.exec(line)?.[1];
}
