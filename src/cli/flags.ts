// Flags that several commands share: those that filter what is shown, and those that stand for a setting, this one time.
import { resolveKey } from '../config/check.ts';
import type { SettingFlag } from '../config/load.ts';
import type { SettingKey, Settings } from '../config/settings.ts';
import { DAY_FORMS, spanOf } from '../language/dates/calendar.ts';
import { dayOf } from '../model/day.ts';
import type { World } from '../tasks/world.ts';
import { isOn, listValue, textValue, usage, type Values } from './spec.ts';

/**
 * The day that was typed, of a month or another span its first, and its last for `until`; null where the flag is not
 * there.
 */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const span = spanOf(typed, dayOf(now));
  if (span !== null) return name === 'until' ? span.to : span.from;
  throw usage(`invalid --${name}: ${JSON.stringify(typed)}`, `write it as ${DAY_FORMS}`);
}

/** The filters of a question, which `search` and `context` share. */
export function filtersOf(values: Values, now: Date) {
  return {
    categories: listValue(values, 'category'),
    tags: listValue(values, 'tag'),
    kinds: listValue(values, 'kind'),
    persons: listValue(values, 'person'),
    entities: listValue(values, 'entity'),
    fields: listValue(values, 'field'),
    zone: textValue(values, 'zone') ?? null,
    project: textValue(values, 'project') ?? null,
    since: dayFlag(values, 'since', now),
    until: dayFlag(values, 'until', now),
    all: isOn(values, 'all'),
  };
}

/** The answer of a vault without a fact. */
export const NOTHING_LOGGED = 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference';

/** A question from a pipe, on one line. */
export async function readPipedQuestion(world: World): Promise<string> {
  return (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Flags that each stand for one setting. */
const ALIASES: readonly (readonly [flag: string, key: SettingKey])[] = [
  ['engine', 'consolidate.engine'],
  ['model', 'models.model'],
  ['timeout', 'dream.max_minutes'],
];

/** The settings that were typed, `--set` last. Throws `usage`. */
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

/** A model that is named but not asked is an error. `engine`: the one in force. Throws `usage`. */
export function checkModelFlags(typed: readonly SettingFlag[], engine: Settings['consolidate']['engine']): void {
  const isTyped = typed.some(({ key }) => key === 'consolidate.engine');
  const ofModel = typed.find(({ key }) => key.startsWith('models.'));
  if (ofModel !== undefined && engine === 'rules' && !isTyped)
    throw usage(
      `${ofModel.flag} needs --engine: the rules are in force, and ask no model`,
      'such as --engine ollama; memvault config set consolidate.engine ollama makes it the default',
    );
  const ofServer = typed.find(({ key }) => key === 'models.model' || key === 'models.url');
  if (ofServer !== undefined && engine === 'command')
    throw usage(
      `${ofServer.flag} is for a server: the engine command runs models.command as it is`,
      'give it to the program, in models.command',
    );
}
