// The settings, each declared once: its type, default and meaning, in the order of config.yaml. Types, checks, the
// environment, config.yaml, completion and docs/settings.md derive from this table.
import * as z from 'zod/mini';
import { LANGUAGES } from '../language/languages.ts';
import { hasControls } from '../model/controls.ts';
import { LEAST_WINDOW } from '../model/day.ts';
import { ARCHIVE_DAYS } from '../model/experience.ts';

export type SettingValue = string | number | null | readonly string[];

/** The type of a setting. `needs` completes the sentence "must be …". */
interface Kind<S extends z.ZodMiniType<SettingValue>> {
  readonly schema: S;
  readonly needs: string;
  /** The allowed words, for completion. */
  readonly choices?: readonly string[];
}

interface Setting<S extends z.ZodMiniType<SettingValue> = z.ZodMiniType<SettingValue>> extends Kind<S> {
  readonly default: z.infer<S>;
  /** One or two sentences for the user, as printed in config.yaml. */
  readonly meaning: string;
}

function setting<S extends z.ZodMiniType<SettingValue>>(
  kind: Kind<S>,
  initial: z.infer<S>,
  meaning: string,
): Setting<S> {
  return { ...kind, default: initial, meaning };
}

/** A text checked by `problem`, which returns the problem as the end of a sentence. */
const textWith = (problem: (text: string) => string | null) =>
  z.string().check(({ value, issues }) => {
    const message = problem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
const matching = (form: RegExp) => z.string().check(z.regex(form));

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => ({
  schema: z.int().check(z.gte(min), z.lte(max)),
  needs: `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`,
});
const COUNT = whole(1);
const PART = { schema: z.number().check(z.gte(0), z.lte(1)), needs: 'a number from 0 to 1' };
const choice = <const C extends readonly string[]>(choices: C) => ({
  schema: z.enum(choices),
  needs: `one of ${choices.join(', ')}`,
  choices,
});
const FOLDER = { schema: textWith(folderProblem), needs: 'the name of a folder' };
const PATH = {
  schema: textWith(
    (path) =>
      path
        .split('/')
        .map(folderProblem)
        .find((problem) => problem !== null) ?? null,
  ),
  needs: "a folder of the vault, from the vault's root",
};
/** One line. */
const text = (needs: string) => ({
  schema: z.nullable(
    z.string().check(z.refine((line) => line.trim() !== '' && line.length <= 2000 && !hasControls(line))),
  ),
  needs,
});
const EMBEDDINGS = /^(?:off|(?:ollama|openai)(?::\S+)?)$/;
const URL_OR_NULL = {
  schema: z.nullable(textWith(urlProblem)),
  needs: 'an address such as http://127.0.0.1:11434',
};

export const SETTINGS = {
  'write.daily_dir': setting(
    PATH,
    'daily',
    "Folder of the daily logs, from the vault's root. Existing logs are not moved.",
  ),
  'write.timezone': setting(
    // The zone becomes that of the process, and some C libraries parse it as a path or a rule.
    {
      schema: z.nullable(matching(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/)),
      needs: "a time zone such as Europe/Berlin, or null for the system's",
    },
    null,
    "Time zone in which days begin, such as Europe/Berlin. null is the system's.",
  ),
  'write.zones.inbox': setting(FOLDER, '0_Inbox', 'Texts to process.'),
  'write.zones.projects': setting(FOLDER, '1_Projects', 'One page per project.'),
  'write.zones.wiki': setting(FOLDER, '2_Wiki', 'Topics, things and people.'),
  'write.zones.personal': setting(FOLDER, '3_Personal', 'Pages about you.'),
  'write.zones.assets': setting(FOLDER, '4_Assets', 'Your files. memvault never writes here.'),
  'write.zones.archives': setting(FOLDER, '5_Archives', 'Finished things, and processed texts.'),

  'consolidate.engine': setting(
    choice(['rules', 'ollama', 'openai', 'command', 'auto']),
    'rules',
    'The engine that proposes how facts become pages: the built-in rules, or a model. auto uses Ollama if it ' +
      'answers, else the rules.',
  ),
  'consolidate.min_facts': setting(COUNT, 20, 'A nightly dream (dream --batch) runs once this many facts are pending.'),
  'consolidate.max_wait_days': setting(
    COUNT,
    3,
    'A nightly dream also runs once the oldest pending fact has waited this many days.',
  ),
  'consolidate.owner': setting(
    text('your name'),
    null,
    'Your name as it appears in conversations; separate several with commas. Facts about it go to your profile.',
  ),

  'dream.host': setting(
    {
      schema: z.nullable(matching(/^[^\s\p{C}]{1,253}$/u)),
      needs: 'the name of a clone or a machine, or null for any',
    },
    null,
    'Id of the clone (memvault status) or name of the machine that dreams at night; null is any.',
  ),
  'dream.max_minutes': setting(
    whole(1, 10_080),
    120,
    'Time limit of a dream. After this many minutes it starts no new batch and calls no model.',
  ),

  'dream.breaker': setting(
    PART,
    0.2,
    'Share of a page’s claims that a night may merge, supersede or move. Changes beyond it become one question.',
  ),

  'review.nightly': setting(
    whole(0),
    7,
    'Maximum number of new questions (memvault review) per dream, best first. The rest wait for the next dream.',
  ),

  'curate.every_days': setting(COUNT, 7, 'With a model: a dream compares claims across pages every so many days.'),

  'episodes.archive_days': setting(
    whole(1, 36_500),
    ARCHIVE_DAYS,
    'Days after which a resolved episode is archived. Three that share an entity get a page of lessons.',
  ),

  'retrieve.languages': setting(
    {
      schema: z.array(
        textWith((code) => (LANGUAGES.includes(code) ? null : `is not supported (${LANGUAGES.join(', ')})`)),
      ),
      needs: 'a list of languages such as [en, de]',
    },
    ['en'],
    'Languages of your notes, such as [en, de], so that search finds other forms of a word. Chinese, Japanese, ' +
      'Korean and Thai need no entry.',
  ),
  'retrieve.embeddings': setting(
    {
      schema: z.string().check(z.refine((one) => EMBEDDINGS.test(one) && one.length <= 2000 && !hasControls(one))),
      needs: 'off, or ollama or openai with an optional :MODEL',
    },
    'off',
    'Embedding model, so that search also matches by meaning: ollama (embeddinggemma), ollama:bge-m3, openai:NAME ' +
      'for any OpenAI-compatible server, or off.',
  ),
  'retrieve.embeddings_url': setting(
    URL_OR_NULL,
    null,
    'Address of the embedding server. null is OLLAMA_HOST or OPENAI_BASE_URL, else this machine. If a vault sets ' +
      'it, it needs your trust (memvault config trust).',
  ),
  'retrieve.context_chars': setting(whole(200), 8000, 'Maximum number of characters in a bundle (memvault context).'),

  'maintain.memory_lines': setting(
    whole(20, 200),
    60,
    'Maximum number of lines in MEMORY.md, at a hundred characters each.',
  ),

  'inbox.nightly': setting(
    choice(['on', 'off']),
    'on',
    'Whether a dream processes the inbox: each text gets a literature page and moves to the archives.',
  ),

  'lint.include': setting(
    {
      schema: z.array(textWith(patternProblem)).check(z.maxLength(100)),
      needs: 'a list of at most 100 patterns such as ["1_Projects/", "!Drafts/"]',
    },
    [],
    "Notes that lint checks besides memvault's own pages, as .gitignore patterns from the vault's root, such as " +
      '["1_Projects/", "**/*.md"]. A pattern with ! excludes notes and pages; proofs still check pages.',
  ),

  'models.model': setting(
    text('the name of a model, such as qwen3:8b'),
    null,
    'The model, as its server names it, such as qwen3:8b.',
  ),
  'models.import_model': setting(
    text('the name of a model, such as qwen3:8b'),
    null,
    'The model that reads conversations and the inbox. null is models.model.',
  ),
  'models.url': setting(
    URL_OR_NULL,
    null,
    'Address of the server, such as http://127.0.0.1:8080/v1. null is OLLAMA_HOST or OPENAI_BASE_URL, else this ' +
      'machine. If a vault sets it, it needs your trust (memvault config trust).',
  ),
  'models.command': setting(
    text('a program with its arguments, such as claude -p'),
    null,
    'Program that reads a prompt from stdin and prints JSON, such as claude -p; no shell. ' +
      'If a vault sets it, it needs your trust.',
  ),
  'models.prompts': setting(
    text('a folder'),
    null,
    "Folder with your own prompt files, absolute or from the vault's root. If a vault sets it, it needs your trust.",
  ),
  'models.num_ctx': setting(
    whole(LEAST_WINDOW, 10_000_000),
    8192,
    'Context window in tokens, for prompt and answer together. Prompts are sized to fit.',
  ),
  'models.retries': setting(
    whole(0, 10),
    3,
    'Retries of a call after a network error or when the server is busy, with growing pauses.',
  ),
  'models.max_calls': setting(COUNT, 200, 'Maximum number of model calls per dream. The rest wait for the next dream.'),
} satisfies Readonly<Record<string, Setting>>;

/** A key with its section, such as `consolidate.min_facts`. */
export type SettingKey = keyof typeof SETTINGS;

type Nested<T> = {
  readonly [K in keyof T as K extends `${infer Head}.${string}` ? Head : K]: K extends `${infer Head}.${string}`
    ? Nested<{ [P in keyof T as P extends `${Head}.${infer Rest}` ? Rest : never]: T[P] }>
    : T[K];
};

/** The settings in force, nested as in config.yaml. */
export type Settings = Nested<{ readonly [K in SettingKey]: z.infer<(typeof SETTINGS)[K]['schema']> }>;

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The setting of a key, without its specific type. */
export const settingOf = (key: SettingKey): Setting => SETTINGS[key];

/** The sections, each with a description. */
export const SECTIONS: Readonly<Record<string, string>> = {
  write: 'Where memvault writes.',
  consolidate: 'When a dream runs and how it turns facts into pages.',
  dream: 'Limits of a dream, and where it runs at night.',
  review: 'How many questions you are asked.',
  curate: 'When a model goes over existing pages.',
  episodes: 'Decisions and their outcomes.',
  retrieve: 'How search works.',
  maintain: 'The always-visible summary.',
  inbox: 'Files in the inbox.',
  lint: 'Which notes lint checks.',
  models: 'Which language models are used.',
};

/** The keys below a section or group, such as `write` or `write.zones`. */
export function keysUnder(group: string): readonly SettingKey[] {
  return SETTING_KEYS.filter((key) => key.startsWith(`${group}.`));
}

/** The last part of a dotted name: `min_facts` of `consolidate.min_facts`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A value as written behind its key in config.yaml: plain, or a list in brackets. */
export function showValue(value: SettingValue): string {
  return isList(value) ? `[${value.map(showItem).join(', ')}]` : String(value);
}

/** In YAML, `*` and `!` before a word have a meaning, and a comma separates items. */
function showItem(item: string): string {
  return /^[!*&#@%]|[,:"'\\[\]{}]| #/.test(item) ? JSON.stringify(item) : item;
}

export function isSameValue(a: SettingValue | undefined, b: SettingValue | undefined): boolean {
  return isList(a) && isList(b) ? showValue(a) === showValue(b) : a === b;
}

const isList = (value: SettingValue | undefined): value is readonly string[] =>
  typeof value === 'object' && value !== null;

export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(SETTINGS, name);
}

function folderProblem(name: string): string | null {
  if (name === '') return 'has an empty part';
  if (name.startsWith('.')) return 'starts with a dot';
  if (name !== name.trim() || name.endsWith('.')) return 'starts or ends with a space, or ends with a dot';
  const odd = /[\\/:*?"<>|#^[\]\u0000-\u001f\u007f]/.exec(name);
  if (odd) return `contains ${JSON.stringify(odd[0])}`;
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)) return 'is a reserved name on Windows';
  return /\.md$/i.test(name) ? 'looks like the name of a note' : null;
}

function urlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'is not a URL';
  const { protocol, username, password, search, hash } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return 'is not http or https';
  if (username !== '' || password !== '') return 'contains a user name or a password; keys come from the environment';
  return search === '' && hash === '' ? null : 'contains a ? or a #';
}

/** Per pattern; each further star makes rejecting a path that nearly matches more expensive. */
const MOST_STARS = 6;

function patternProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'is empty';
  if (pattern.length > 300) return 'is longer than 300 characters';
  if (hasControls(pattern)) return 'contains a control character';
  if (pattern.startsWith('#')) return 'is a comment; write \\# for a name that starts with #';
  if (/^!?\.{0,2}\/*$/.test(pattern) || /(^!?|\/)\.\.?(\/|$)/.test(pattern))
    return 'leads out of the vault; start at its root, without ./';
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern)) return 'ends with a lone \\';
  return (pattern.match(/\*+/g)?.length ?? 0) > MOST_STARS ? `has more than ${MOST_STARS} *` : null;
}
