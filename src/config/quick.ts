// The settings in force from the compiled copy alone, for the verbs that must be quick. It gives what
// `loadSettings` would give, or nothing: it reads no YAML, writes nothing and never says what is wrong.
import type { SettingsFiles } from '../model/ports.ts';
import { placesOf, readCopyKey, readFreshCopy } from './copy-key.ts';
import type { Settings } from './settings.ts';
import { type Environment, variablesIn } from './variables.ts';

export interface QuickSettings {
  readonly files: Pick<SettingsFiles, 'stat' | 'read'>;
  /** Absolute path of the vault. */
  readonly root: string;
  /** Absolute path of the user's config; null without a home. */
  readonly userConfig: string | null;
  readonly version: string;
  readonly env: Environment;
}

/** The settings, or null where only `loadSettings` can tell: no good copy, or a variable that may be a setting. */
export function readQuickSettings({ files, root, userConfig, version, env }: QuickSettings): Settings | null {
  try {
    if (variablesIn(env).length > 0) return null;
    const places = placesOf(root, userConfig);
    const key = readCopyKey(files, places, version);
    if (places.copy === null || (key.vault === null && key.user === null)) return null;
    const settings = readFreshCopy(files, places.copy, key)?.settings;
    return isSafe(settings) ? (settings as Settings) : null;
  } catch {
    return null; // For `loadSettings` to explain.
  }
}

type Zones = Settings['write']['zones'];

/** Names that a vault has unless it says otherwise: to compile the expression costs as much as all else here. */
const USUAL: readonly unknown[] = ['daily', '0_Inbox', '1_Projects', '2_Wiki', '3_Personal', '4_Assets', '5_Archives'];
const ZONES = ['inbox', 'projects', 'wiki', 'personal', 'assets', 'archives'] as const satisfies (keyof Zones)[];
const NAME = String.raw`[\w\u00C0-\uFFFF-]+(?: [\w\u00C0-\uFFFF-]+)*`;

/**
 * What a path or a time zone is made of. A copy is only believed for the change time of the files that it was made
 * from, which nobody can know beforehand; this is checked on top, so that no copy leads out of the vault.
 */
function isSafe(settings: unknown): boolean {
  const { daily_dir: daily, timezone, zones } = (settings as Settings).write;
  const matches = (form: RegExp, value: unknown): boolean => typeof value === 'string' && form.test(value);
  const isPath = (path: unknown): boolean =>
    USUAL.includes(path) || matches(new RegExp(`^${NAME}(?:/${NAME})*$`), path);
  return (
    isPath(daily) &&
    ZONES.every((name) => isPath(zones[name]) && !zones[name].includes('/')) &&
    (timezone === null || matches(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, timezone))
  );
}
