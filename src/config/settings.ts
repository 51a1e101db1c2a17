// The table of settings: each key's kind, default and meaning, in the order of config.yaml, a file a section.
// Schema, template, environment and checks are all made from it. Data only; imports nothing heavy.
import { DEFAULT_FADING } from '../model/confidence.ts';
import { LEAST_WINDOW } from '../model/day.ts';
import {
  type AllSettings,
  COUNT,
  FOLDER,
  PART,
  type SectionOf,
  type SettingKey,
  type SettingValue,
} from './setting.ts';

// The settings of `consolidate`: when a dream runs and how it turns facts into pages. Data only.

const CONSOLIDATE: SectionOf<'consolidate'> = {
  'consolidate.engine': {
    is: { kind: 'choice', of: ['rules', 'ollama', 'openai', 'command', 'auto'] },
    default: 'rules',
    meaning:
      'What proposes how facts become pages: rules, which is built in and needs no model, or a model. auto ' +
      'asks the model where it answers.',
  },
  'consolidate.on_model_failure': {
    is: { kind: 'choice', of: ['wait', 'rules'] },
    default: 'wait',
    meaning:
      'What becomes of facts that a model failed to decide: wait leaves them pending for up to three nights, ' +
      'then the rules take them; rules lets them do so at once.',
  },
  'consolidate.min_facts': {
    is: COUNT,
    default: 20,
    meaning: 'A nightly dream (dream --batch) runs once this many facts are pending.',
  },
  'consolidate.max_wait_days': {
    is: COUNT,
    default: 3,
    meaning: 'It also runs once the oldest pending fact has waited this many days.',
  },
  'consolidate.max_days': {
    is: COUNT,
    default: 14,
    meaning: 'Pending days that a dream takes at a time. More are caught up batch by batch.',
  },
  'consolidate.timeout_seconds': {
    is: { kind: 'whole', min: 1, max: 604_800 },
    default: 600,
    meaning: 'A dream gives up after this many seconds without progress.',
  },
  'consolidate.claims_per_page': {
    is: COUNT,
    default: 200,
    meaning: 'A page with this many claims is full: new ones go to parts of it.',
  },
  'consolidate.entity_facts': {
    is: COUNT,
    default: 3,
    meaning: 'A named subject with this many facts gets a page of its own.',
  },
  'consolidate.owner': {
    is: { kind: 'text', what: 'your name' },
    default: null,
    meaning:
      'Your name, as conversations have it; several with commas between. What is said of it goes to your ' +
      'profile, as what is said of "User" does.',
  },
  'consolidate.profile': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'on',
    meaning:
      'Facts about you that say what kind they are go to the pages Profile and Timeline. off sends them ' +
      'where their category goes.',
  },
};

// The settings of `dream`: where a dream runs by night. Data only.

const DREAM: SectionOf<'dream'> = {
  'dream.host': {
    is: { kind: 'name' },
    default: null,
    meaning: 'Id of the clone (memvault status) or name of the machine that dreams by night; null is any.',
  },
};

// The settings of `extract`: how conversations become facts. Data only.

const EXTRACT: SectionOf<'extract'> = {
  'extract.keep_sessions_days': {
    is: { kind: 'whole', min: 1, max: 36_500 },
    default: 14,
    meaning: 'Days after which this clone no longer keeps what it read of a session. The facts stay.',
  },
  'extract.min_confidence': {
    is: PART,
    default: 0.62,
    meaning: 'Confidence below which nothing is taken from a conversation, 0 to 1.',
  },
  'extract.max_facts': {
    is: { kind: 'whole', min: 1, max: 1000 },
    default: 12,
    meaning:
      'Facts that a model may take from a session in one reading, the surest first. The rules have no such limit.',
  },
};

// The settings of `inbox`: what becomes of the files in the inbox. Data only.

const INBOX: SectionOf<'inbox'> = {
  'inbox.nightly': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'on',
    meaning:
      'Whether a dream reads what lies in the inbox: a literature page for each text, and the text itself ' +
      'goes to the archives.',
  },
  'inbox.binaries': {
    is: { kind: 'path' },
    default: null,
    meaning:
      "Folder of the vault that other files of the inbox go to (pictures, PDFs), from the vault's root. null " +
      'leaves them where they are.',
  },
  'inbox.max_bytes': {
    is: { kind: 'whole', min: 1024, max: 100_000_000 },
    default: 2_000_000,
    meaning: 'Size of a text in the inbox, in bytes, above which it is left where it is.',
  },
};

// The settings of `lint`: what is looked at for the health of the vault. Data only.

const LINT: SectionOf<'lint'> = {
  'lint.include': {
    is: { kind: 'patterns' },
    default: [],
    meaning:
      "Notes that lint also looks at beside memvault's own pages, as patterns of .gitignore from the " +
      'vault\'s root, such as ["1_Projects/", "**/*.md"].',
  },
  'lint.exclude': {
    is: { kind: 'patterns' },
    default: [],
    meaning:
      "Notes whose links, age and length lint leaves alone, memvault's own pages among them; what must hold " +
      'is proved of every page.',
  },
  'lint.every_days': {
    is: { kind: 'whole', min: 0, max: 36_500 },
    default: 7,
    meaning: 'Days after which a nightly dream also runs lint and writes how healthy the vault is; 0 is never.',
  },
};

// The settings of `maintain`: how the vault is kept in order, and what fades. Data only.

const MAINTAIN: SectionOf<'maintain'> = {
  'maintain.keep_runs': {
    is: COUNT,
    default: 30,
    meaning: 'Journals of runs that this clone keeps, for dream --undo and diff.',
  },
  'maintain.fade': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: DEFAULT_FADING.fade,
    meaning: 'Whether the confidence of facts that nobody looks at falls. It only changes what comes first.',
  },
  'maintain.fade_after_days': {
    is: { kind: 'whole', min: 0, max: 36_500 },
    default: DEFAULT_FADING.fade_after_days,
    meaning: 'Days from which it falls: since the event, or since the fact was last shown by a search.',
  },
  'maintain.fade_per_day': {
    is: PART,
    default: DEFAULT_FADING.fade_per_day,
    meaning: 'How fast it falls each day: 0.03 is three in a hundred.',
  },
  'maintain.fade_below': {
    is: PART,
    default: DEFAULT_FADING.fade_below,
    meaning: 'Below this confidence a fact has faded and is left out of MEMORY.md.',
  },
  'maintain.fade_never': {
    is: { kind: 'words' },
    default: DEFAULT_FADING.fade_never,
    meaning: 'Categories, and kinds (a field of a fact), that do not fade; nor does what is pinned.',
  },
};

// The settings of `models`: which language models are asked, and how much. Data only.

const MODELS: SectionOf<'models'> = {
  'models.auto': {
    is: { kind: 'choice', of: ['ollama', 'openai', 'command'] },
    default: 'ollama',
    meaning: 'What the engine auto asks: ollama, openai (any server that speaks its protocol) or command.',
  },
  'models.model': {
    is: { kind: 'text', what: 'the name of a model, such as qwen3:8b' },
    default: null,
    meaning: 'The model, as its server names it, such as qwen3:8b.',
  },
  'models.url': {
    is: { kind: 'url' },
    default: null,
    meaning:
      'Address of the server, such as http://127.0.0.1:8080/v1. null is OLLAMA_HOST or OPENAI_BASE_URL, else ' +
      "this machine. A vault's own counts once you trust it (memvault config trust).",
  },
  'models.command': {
    is: { kind: 'text', what: 'a program with its arguments, such as claude -p' },
    default: null,
    meaning:
      "Program that reads a prompt on stdin and prints JSON, such as claude -p; no shell. A vault's own " +
      'counts once you trust it.',
  },
  'models.prompts': {
    is: { kind: 'text', what: 'a folder' },
    default: null,
    meaning:
      "Folder with your own prompt files, absolute or from the vault's root. A vault's own counts once you trust it.",
  },
  'models.num_ctx': {
    is: { kind: 'whole', min: LEAST_WINDOW, max: 10_000_000 },
    default: 8192,
    meaning: 'Tokens that prompt and answer may have together. A prompt is made to fit.',
  },
  'models.temperature': {
    is: { kind: 'number', min: 0, max: 2 },
    default: 0,
    meaning: 'How freely a model words its answers, 0 to 2.',
  },
  'models.max_calls': {
    is: COUNT,
    default: 200,
    meaning: 'Calls of a model in one dream, at most. What is left then waits for the next.',
  },
  'models.max_tokens': {
    is: COUNT,
    default: 2_000_000,
    meaning: 'Tokens of prompts and answers in one dream, at most.',
  },
};

// The settings of `retrieve`: how things are found again. Data only.

const RETRIEVE: SectionOf<'retrieve'> = {
  'retrieve.limit': { is: COUNT, default: 10, meaning: 'Hits that a search shows.' },
  'retrieve.languages': {
    is: { kind: 'languages' },
    default: ['en'],
    meaning:
      'Languages of the notes, such as [en, de]: a search finds the forms of their words. Chinese, Japanese, ' +
      'Korean and Thai are found without it.',
  },
  'retrieve.recall_log_max_bytes': {
    is: { kind: 'whole', min: 1024 },
    default: 1_000_000,
    meaning: 'Size that the record of shown hits (.memvault/recall.jsonl) may reach, in bytes.',
  },
  'retrieve.embeddings': {
    is: { kind: 'choice', of: ['off', 'ollama', 'openai'] },
    default: 'off',
    meaning:
      'What turns texts into vectors, so that search also finds what is said in other words: ollama, openai ' +
      '(any server that speaks its protocol) or nothing.',
  },
  'retrieve.embeddings_model': {
    is: { kind: 'text', what: 'the name of a model for embeddings, such as bge-m3' },
    default: null,
    meaning:
      'The model for embeddings, as its server names it. null is embeddinggemma with ollama, and with openai ' +
      'what the server has.',
  },
  'retrieve.embeddings_url': {
    is: { kind: 'url' },
    default: null,
    meaning:
      'Address of the server for embeddings. null is OLLAMA_HOST or OPENAI_BASE_URL, else this machine. A ' +
      "vault's own counts once you trust it (memvault config trust).",
  },
  'retrieve.embeddings_weight': {
    is: PART,
    default: 0.5,
    meaning: 'How much vectors count against words in a search, 0 to 1.',
  },
  'retrieve.embeddings_batch': {
    is: { kind: 'whole', min: 1, max: 1024 },
    default: 32,
    meaning: 'Texts that are sent to the server for embeddings in one call.',
  },
};

// The settings of `review`: what is put before a person. Data only.

const REVIEW: SectionOf<'review'> = {
  'review.nightly': {
    is: { kind: 'whole', min: 0 },
    default: 5,
    meaning: 'New questions (memvault review) that a nightly dream asks at most, the most telling first.',
  },
  'review.catch_up': {
    is: { kind: 'whole', min: 0 },
    default: 200,
    meaning: 'The same for a dream that a person runs, and for one that catches up more than max_days.',
  },
  'review.near_duplicate': {
    is: PART,
    default: 0.9,
    meaning: 'Likeness from which a model is asked whether two claims say the same.',
  },
  'review.contradiction': {
    is: PART,
    default: 0.7,
    meaning:
      'Likeness from which, up to near_duplicate, a model is asked whether one claim contradicts or replaces ' +
      'the other.',
  },
  'review.apply_agreed': {
    is: { kind: 'choice', of: ['on', 'off'] },
    default: 'off',
    meaning:
      'Whether a replacement that the rules would ask you about is applied where a model says the same. A ' +
      'merge always waits for you.',
  },
};

// The settings of `write`: where things are written: folders, zones and the time zone. Data only.

const WRITE: SectionOf<'write'> = {
  'write.daily_dir': {
    is: { kind: 'path' },
    default: 'daily',
    meaning: "Folder of the daily logs, from the vault's root. Logs that are there already are not moved along.",
  },
  'write.timezone': {
    is: { kind: 'timezone' },
    default: null,
    meaning: "Time zone in which days begin, such as Europe/Berlin. null is the system's.",
  },
  'write.zones.inbox': { is: FOLDER, default: '0_Inbox', meaning: 'What waits to be sorted.' },
  'write.zones.projects': { is: FOLDER, default: '1_Projects', meaning: 'A page for each project.' },
  'write.zones.wiki': { is: FOLDER, default: '2_Wiki', meaning: 'What is known of things and people.' },
  'write.zones.personal': { is: FOLDER, default: '3_Personal', meaning: 'What is known of you.' },
  'write.zones.assets': { is: FOLDER, default: '4_Assets', meaning: 'Your files. memvault never writes here.' },
  'write.zones.archives': { is: FOLDER, default: '5_Archives', meaning: 'What is over and done with.' },
};

export const SETTINGS: AllSettings = {
  ...WRITE,
  ...EXTRACT,
  ...CONSOLIDATE,
  ...DREAM,
  ...REVIEW,
  ...RETRIEVE,
  ...MAINTAIN,
  ...INBOX,
  ...LINT,
  ...MODELS,
};

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The sections by stage, with what each is about. */
export const SECTIONS: Readonly<Record<string, string>> = {
  write: 'Where things are written.',
  extract: 'How conversations become facts.',
  consolidate: 'When a dream runs and how it turns facts into pages.',
  dream: 'Where a dream runs by night.',
  review: 'What is put before a person.',
  retrieve: 'How things are found again.',
  maintain: 'How the vault is kept in order.',
  inbox: 'What becomes of the files in the inbox.',
  lint: 'What is looked at for the health of the vault.',
  models: 'Which language models are asked.',
};

/** The keys below a section or group, such as `write` or `write.zones`. */
export function keysUnder(group: string): readonly SettingKey[] {
  return SETTING_KEYS.filter((key) => key.startsWith(`${group}.`));
}

/** The last part of a dotted name: `min_facts` of `consolidate.min_facts`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The parts of a dotted name before its last, outermost first. */
export const groupsOf = (name: string): readonly string[] => name.split('.').slice(0, -1);

/** A value as it may stand behind its key in config.yaml: plain, or a list in brackets. */
export function showValue(value: SettingValue): string {
  return isList(value) ? `[${value.map(showItem).join(', ')}]` : String(value);
}

/** `*` and `!` before a word mean something else in YAML, a comma parts two. */
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
