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
  return home === null || home === '' ? null : join(home, '.config', 'memvault', 'config.yaml');
}
