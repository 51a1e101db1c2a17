// `memvault config`: the settings in force, one of them, or a change to one. Works without a vault too,
// on the user's own settings.
import { resolveKey } from '../../config/names.ts';
import { userConfigPath } from '../../config/user-config.ts';
import { MemvaultError } from '../../model/errors.ts';
import { nearest } from '../../model/nearest.ts';
import { changeSetting, loadFrom } from '../change-setting.ts';
import { changeDefaultVault, sayDefaultVault } from '../default-vault.ts';
import { findRoot, makeAnswer } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { renderSettings, renderValue, toSettings } from '../render/config.ts';
import { isOn, type Command, type Invocation } from '../spec.ts';

const ACTIONS = ['get', 'set'] as const;

export const run: Command = async (world, invocation) => {
  const [action, name, value] = invocation.args;
  checkUsage(invocation);
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  if (name === 'vault' && action === 'set') return await changeDefaultVault(world, invocation, userConfig, value ?? '');
  if (name === 'vault' && action === 'get') return await sayDefaultVault(world, invocation, userConfig);
  const places = { root: await findRoot(world, invocation, userConfig), userConfig };
  if (action === 'set') return await changeSetting(world, invocation, places, name ?? '', value ?? '');
  const key = action === 'get' ? resolveKey(name ?? '') : null;
  const { inForce } = await loadFrom(world, places);
  const answer = makeAnswer(world, invocation);
  answer.document('config', { settings: toSettings(inForce, key) });
  answer.print(key === null ? renderSettings(inForce, answer.color) : renderValue(inForce[key].value));
  if (key === null && places.root === null)
    answer.remark('There is no vault here: these are the defaults and your own settings.');
  return EXIT.done;
};

/** Throws `usage` with the command line that was probably meant. */
function checkUsage({ args, values }: Invocation): void {
  const [action, name, value] = args;
  if (isOn(values, 'user') && action !== 'set')
    throw new MemvaultError('usage', '--user needs set', { hint: 'memvault config set KEY VALUE --user' });
  if (
    action === undefined ||
    (action === 'get' && name !== undefined && value === undefined) ||
    (action === 'set' && value !== undefined)
  )
    return;
  if (action === 'get') {
    throw name === undefined
      ? new MemvaultError('usage', 'get needs a key', {
          hint: 'memvault config get min_facts; memvault config lists every key',
        })
      : new MemvaultError('usage', 'get takes one key', {
          hint: `to change it: memvault config set ${name} ${value ?? ''}`,
        });
  }
  if (action === 'set')
    throw new MemvaultError('usage', 'set needs a key and a value', { hint: 'memvault config set min_facts 10' });
  const near = nearest(action, ACTIONS);
  throw new MemvaultError('usage', `config has no action ${action}`, {
    hint:
      near !== null
        ? `did you mean memvault config ${near}?`
        : isKey(action)
          ? `did you mean memvault config get ${action}?`
          : 'it can get KEY or set KEY VALUE',
  });
}

function isKey(name: string): boolean {
  try {
    resolveKey(name);
    return true;
  } catch {
    return false;
  }
}
