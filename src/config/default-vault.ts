// The vault that the user's own config names: the one key that is needed before there is a vault.
import { join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import type { SettingsFiles } from '../model/ports.ts';

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
    const { parseUserVault } = await import('./resolve.ts');
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
