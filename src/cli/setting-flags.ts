// Flags that override a setting for one invocation. Separate from the filter flags because the table of settings is
// heavy.
import { resolveKey } from '../config/check.ts';
import type { SettingFlag } from '../config/load.ts';
import type { SettingKey, Settings } from '../config/settings.ts';
import { listValue, textValue, usage, type Values } from './spec.ts';

/** Flags that each stand for one setting. */
const ALIASES: readonly (readonly [flag: string, key: SettingKey])[] = [
  ['engine', 'consolidate.engine'],
  ['model', 'models.model'],
  ['timeout', 'dream.max_minutes'],
];

/** The settings given as flags, `--set` last. Throws `usage`. */
export function settingFlags(values: Values): SettingFlag[] {
  const aliases = ALIASES.flatMap(([flag, key]) => {
    const text = textValue(values, flag);
    return text === undefined ? [] : [{ key, flag: `--${flag}`, text }];
  });
  const sets = listValue(values, 'set').map((typed) => {
    const at = typed.indexOf('=');
    if (at < 0) throw usage(`--set ${typed} has no value`, 'write it as --set KEY=VALUE');
    const key = resolveKey(typed.slice(0, at).trim());
    return { key, flag: `--set ${key}`, text: typed.slice(at + 1) };
  });
  return [...aliases, ...sets];
}

/** Rejects a model flag that would have no effect. `engine`: the one in force. Throws `usage`. */
export function checkModelFlags(typed: readonly SettingFlag[], engine: Settings['consolidate']['engine']): void {
  const isTyped = typed.some(({ key }) => key === 'consolidate.engine');
  const ofModel = typed.find(({ key }) => key.startsWith('models.'));
  if (ofModel !== undefined && engine === 'rules' && !isTyped)
    throw usage(
      `${ofModel.flag} needs --engine: the rules are active and use no model`,
      'such as --engine ollama; memvault config set consolidate.engine ollama makes it the default',
    );
  const ofServer = typed.find(({ key }) => key === 'models.model' || key === 'models.url');
  if (ofServer !== undefined && engine === 'command')
    throw usage(
      `${ofServer.flag} is for a server: the engine command runs models.command as it is`,
      'give it to the program, in models.command',
    );
}
