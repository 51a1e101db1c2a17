// What can stand where on a command line, for completion: made from the table of verbs, with one more table
// that says what kind of word a flag or an argument takes. Knows no shell.
import { SETTING_KEYS, SETTINGS } from '../../config/settings.ts';
import { FORMAT_NAMES } from '../../import/exports/formats.ts';
import { AGENT_NAMES } from '../../init/agent-files.ts';
import { RULE_NAMES } from '../../lint/rules.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import { REVIEW_ACTIONS } from '../../model/review.ts';
import { SCHEDULERS } from '../../schedule/schedule.ts';
import { SEARCH_MODES } from '../../search/request.ts';
import { optionsOf } from '../parse.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from '../spec.ts';
import { VERBS } from '../verbs.ts';

// The two closed lists of completion: shells, and kinds of words that only a vault knows.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** `memvault completion --list KIND` prints them. */
export const LISTED = ['categories', 'tags', 'ids', 'projects', 'zones', 'pages', 'subjects'] as const;
export type Listed = (typeof LISTED)[number];

/** What completes a word: a list of the vault's, folders, files, fixed words, or nothing that could be known. */
export type Words = { readonly from: Listed | 'folders' | 'files' } | { readonly words: readonly string[] };

const NOTHING: Words = { words: [] };
const DAYS: Words = { words: ['today', 'yesterday', '7d', '30d'] };

/** By the flag's name, which means the same with every verb; one that is not here has no words that could be known. */
export const FLAG_WORDS: Readonly<Record<string, Words>> = {
  vault: { from: 'folders' },
  category: { from: 'categories' },
  tag: { from: 'tags' },
  project: { from: 'projects' },
  zone: { from: 'zones' },
  supersedes: { from: 'ids' },
  keep: { from: 'ids' },
  to: { from: 'pages' },
  since: DAYS,
  until: DAYS,
  date: { words: ['today', 'yesterday'] },
  mode: { words: SEARCH_MODES },
  as: { words: DISPOSITIONS },
  rule: { words: RULE_NAMES },
  engine: { words: SETTINGS['consolidate.engine'].choices ?? [] },
  format: { words: FORMAT_NAMES },
  agent: { words: AGENT_NAMES },
};

/** By verb and argument; one that is not here has no words that could be known. */
export const ARGUMENT_WORDS: Readonly<Record<string, Words>> = {
  'init dir': { from: 'folders' },
  'import path': { from: 'files' },
  'config action': { words: ['get', 'set', 'trust'] },
  'config key': { words: SETTING_KEYS },
  'completion shell': { words: SHELLS },
  'explain what': { from: 'subjects' },
  'open what': { from: 'subjects' },
  'fix id': { from: 'ids' },
  'forget what': { from: 'ids' },
  'review action': { words: REVIEW_ACTIONS },
  'pin id': { from: 'ids' },
  'schedule scheduler': { words: SCHEDULERS },
  'help verb': { words: VERBS.map((verb) => verb.name) },
};

const HELP: VerbSpec = {
  name: 'help',
  group: '',
  summary: 'print help for a verb',
  args: [{ name: 'verb', required: false, variadic: false, help: '' }],
  options: [],
  examples: [],
  load: () => Promise.reject(new Error('help is no command')),
};

export const COMPLETED: readonly VerbSpec[] = [...VERBS, HELP];

/** The flags that can follow a verb; null: that may stand before one. */
export const flagsOf = (verb: VerbSpec | null): readonly OptionSpec[] =>
  verb === HELP ? [] : optionsOf(verb).filter(({ hidden }) => hidden !== true);

/** What completes the value of a flag; null for a switch, and where the value may be left out. */
export const wordsOfFlag = ({ long, value, optional }: OptionSpec): Words | null =>
  value === undefined || optional === true ? null : (FLAG_WORDS[long] ?? NOTHING);

export const wordsOfArgument = (verb: VerbSpec, { name }: ArgumentSpec): Words =>
  ARGUMENT_WORDS[`${verb.name} ${name}`] ?? NOTHING;
