// The settings in force from the compiled copy alone, for the verbs that must be quick. It gives what
// `loadSettings` would give, or nothing: it reads no YAML, writes nothing and never says what is wrong.
import { LEAST_WINDOW } from '../model/day.ts';
import type { Settings, SettingsFiles } from '../model/settings.ts';
import { placesOf, readCopyKey, readFreshCopy } from './copy-key.ts';
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
    return hasShape(settings, SHAPE) ? (settings as Settings) : null;
  } catch {
    return null; // For `loadSettings` to explain.
  }
}

type Check = (value: unknown) => boolean;
type ShapeOf<T> = {
  readonly [K in keyof T]: T[K] extends string | number | null | readonly string[] ? Check : ShapeOf<T[K]>;
};
interface Shape {
  readonly [name: string]: Check | Shape;
}

// Narrower than what a config file may say: a name with a dot or a sign is left to the full checks.
// A copy can come with a vault from elsewhere, and nothing in it may do what a config file could not.
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0;
const isCountOrNone: Check = (value) => value === 0 || isCount(value);
const isPart: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;
/** Names that a vault has unless it says otherwise: to compile the expression costs as much as all else here. */
const USUAL: readonly unknown[] = [
  'daily',
  '0_Inbox',
  '1_Projects',
  '2_Wiki',
  '3_Personal',
  '4_Assets',
  '5_Archives',
  'identity',
  'constraint',
  'relationship',
];
const isPath: Check = (value) =>
  USUAL.includes(value) ||
  (typeof value === 'string' &&
    /^[\w\u00C0-\uFFFF-]+( [\w\u00C0-\uFFFF-]+)*(\/[\w\u00C0-\uFFFF-]+( [\w\u00C0-\uFFFF-]+)*)*$/.test(value));
const isName: Check = (value) => isPath(value) && !(value as string).includes('/');
const isZone: Check = (value) =>
  value === null || (typeof value === 'string' && /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(value));

const isOneOf =
  (...of: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && of.includes(value);
const isTextOrNone: Check = (value) => value === null || typeof value === 'string';
const isPatterns: Check = (value) =>
  Array.isArray(value) &&
  value.length <= 100 &&
  value.every(
    (text) =>
      typeof text === 'string' &&
      text.trim() !== '' &&
      text.length <= 300 &&
      !text.includes('./') &&
      /^!?[\w\u00C0-\uFFFF/ .-]*(?:\*+[\w\u00C0-\uFFFF/ .-]+|\*+$){0,6}(?<!\.)$/.test(text),
  );

const SHAPE: ShapeOf<Settings> & Shape = {
  write: {
    daily_dir: isPath,
    timezone: isZone,
    zones: { inbox: isName, projects: isName, wiki: isName, personal: isName, assets: isName, archives: isName },
  },
  extract: { keep_sessions_days: isCount, min_confidence: isPart, max_facts: isCount },
  consolidate: {
    engine: isOneOf('rules', 'ollama', 'openai', 'command', 'auto'),
    on_model_failure: isOneOf('wait', 'rules'),
    min_facts: isCount,
    max_wait_days: isCount,
    max_days: isCount,
    timeout_seconds: isCount,
    claims_per_page: isCount,
    entity_facts: isCount,
    owner: isTextOrNone,
    profile: isOneOf('on', 'off'),
  },
  dream: { host: (value) => value === null || isName(value) },
  review: {
    nightly: isCountOrNone,
    catch_up: isCountOrNone,
    near_duplicate: isPart,
    contradiction: isPart,
    apply_agreed: isOneOf('on', 'off'),
  },
  retrieve: {
    limit: isCount,
    languages: (value) =>
      Array.isArray(value) &&
      value.every((code) => code === 'en' || (typeof code === 'string' && /^[a-z]{2}$/.test(code))),
    recall_log_max_bytes: isCount,
    embeddings: isOneOf('off', 'ollama', 'openai'),
    embeddings_model: isTextOrNone,
    embeddings_url: isTextOrNone,
    embeddings_weight: isPart,
    embeddings_batch: isCount,
  },
  maintain: {
    keep_runs: isCount,
    fade: isOneOf('on', 'off'),
    fade_after_days: isCountOrNone,
    fade_per_day: isPart,
    fade_below: isPart,
    fade_never: (value) => Array.isArray(value) && value.every(isName),
  },
  // Nothing that starts quickly reads the inbox. Patterns with other signs are left to the full checks.
  inbox: { nightly: isOneOf('on', 'off'), binaries: (value) => value === null || isPath(value), max_bytes: isCount },
  lint: { include: isPatterns, exclude: isPatterns, every_days: isCountOrNone },
  // Nothing that starts quickly asks a model; whatever does reads the files themselves.
  models: {
    auto: isOneOf('ollama', 'openai', 'command'),
    model: isTextOrNone,
    url: isTextOrNone,
    command: isTextOrNone,
    prompts: isTextOrNone,
    num_ctx: (value) => isCount(value) && Number(value) >= LEAST_WINDOW,
    temperature: (value) => typeof value === 'number' && value >= 0 && value <= 2,
    max_calls: isCount,
    max_tokens: isCount,
  },
};

/** Every key, no other, and each as it must be. */
function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const names = Object.keys(shape);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => {
      const [is, found] = [shape[name], (value as Readonly<Record<string, unknown>>)[name]];
      return typeof is === 'function' ? is(found) : is !== undefined && hasShape(found, is);
    })
  );
}
