// Where the user's own config lies. Reads nothing.
import { isAbsolute, join } from 'node:path';
import type { Environment } from './variables.ts';

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
