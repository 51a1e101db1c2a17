// The vault that the user's own config names, for commands that are given none: read and set by `memvault config`.
import { isAbsolute, resolve } from 'node:path';
import { readDefaultVault } from '../config/default-vault.ts';
import { setDefaultVault } from '../config/set-setting.ts';
import { MemvaultError } from '../model/errors.ts';
import { namedVault } from '../vault/locate.ts';
import { realUserFile, settingsFiles } from '../vault/settings-files.ts';
import { makeAnswer } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { plain } from './paint.ts';
import { isOn, type Invocation } from './spec.ts';
import type { World } from './world.ts';

/** `config get vault`: as an absolute path; nothing where there is none. */
export async function sayDefaultVault(
  world: World,
  invocation: Invocation,
  userConfig: string | null,
): Promise<number> {
  const answer = makeAnswer(world, invocation);
  const value = await readDefaultVault(settingsFiles, userConfig, world.home);
  answer.document('config', { settings: { vault: { value, from: value === null ? 'default' : 'user' } } });
  if (value === null)
    answer.remark('No vault is named in your own config: memvault config set --user vault DIR names one.');
  else answer.print(plain(value));
  return EXIT.done;
}

/**
 * `config set --user vault DIR`: DIR must be a vault. What the config named before need not be one any more. Throws
 * `usage`, `no-vault`, `settings`, `refused`, `io`.
 */
export async function changeDefaultVault(
  world: World,
  invocation: Invocation,
  userConfig: string | null,
  typed: string,
): Promise<number> {
  if (!isOn(invocation.values, 'user'))
    throw new MemvaultError('usage', 'the default vault is a setting of yours, not of a vault', {
      hint: `memvault config set --user vault ${typed === '' ? 'DIR' : typed}`,
    });
  if (userConfig === null)
    throw new MemvaultError('settings', 'there is no home folder for your own settings', {
      hint: 'set HOME or XDG_CONFIG_HOME',
    });
  if (typed === '')
    throw new MemvaultError('usage', 'vault names no folder', { hint: 'is the variable behind it empty?' });
  const isOfHome = world.home !== null && /^~(\/|$)/.test(typed);
  const place = namedVault(
    isOfHome
      ? resolve(`${world.home ?? ''}${typed.slice(1)}`)
      : isAbsolute(typed)
        ? resolve(typed)
        : resolve(world.cwd, typed),
  );
  const vault = isOfHome ? typed : place;
  const before = await readDefaultVault(settingsFiles, userConfig, world.home).catch(() => null);
  const old = settingsFiles.read(userConfig);
  const text = setDefaultVault(old ?? '', vault, userConfig);
  if (text !== old) settingsFiles.write(realUserFile(userConfig), text);
  const answer = makeAnswer(world, invocation);
  answer.document('config', {
    path: userConfig,
    changed: text !== old,
    before,
    settings: { vault: { value: place, from: 'user' } },
  });
  answer.remark(
    text === old
      ? `vault is ${plain(vault)} in ${userConfig} already`
      : `vault: ${before === null ? '' : `${plain(before)} → `}${plain(vault)}, in ${userConfig}`,
  );
  return EXIT.done;
}
