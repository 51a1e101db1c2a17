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
import type { OptionSpec } from '../spec.ts';
import { VERBS } from '../verbs.ts';

// The two closed lists of completion: shells, and kinds of words that only a vault knows.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** `memvault completion --list KIND` prints them. */
export const LISTED = ['categories', 'tags', 'ids', 'projects', 'zones', 'pages', 'subjects'] as const;
export type Listed = (typeof LISTED)[number];

/** What completes a word: a list of the vault's, folders, files, fixed words, or nothing that could be known. */
export type Words = { readonly from: Listed | 'folders' | 'files' } | { readonly words: readonly string[] };

export interface Flag {
  /** `--category`, then `-c` where there is one. */
  readonly names: readonly string[];
  readonly help: string;
  readonly repeat: boolean;
  /** Placeholder and words of its value; null for a switch. */
  readonly value: { readonly name: string; readonly words: Words } | null;
}

export interface Place {
  readonly name: string;
  readonly variadic: boolean;
  readonly words: Words;
}

export interface VerbWords {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly Flag[];
  readonly places: readonly Place[];
}

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

/** Flags that may stand before the verb. */
export const globalFlags = (): Flag[] => optionsOf(null).map(toFlag);

/** Every verb with what can follow it. */
export function verbWords(): VerbWords[] {
  const verbs = VERBS.map((verb): VerbWords => ({
    name: verb.name,
    help: verb.summary,
    flags: optionsOf(verb)
      .filter(({ hidden }) => hidden !== true)
      .map(toFlag),
    places: verb.args.map(({ name, variadic }) => ({
      name,
      variadic,
      words: ARGUMENT_WORDS[`${verb.name} ${name}`] ?? NOTHING,
    })),
  }));
  const help: VerbWords = {
    name: 'help',
    help: 'print help for a verb',
    flags: [],
    places: [{ name: 'verb', variadic: false, words: ARGUMENT_WORDS['help verb'] ?? NOTHING }],
  };
  return [...verbs, help];
}

function toFlag({ long, short, value, optional, repeat, help }: OptionSpec): Flag {
  return {
    names: [`--${long}`, ...(short === undefined ? [] : [`-${short}`])],
    help,
    repeat: repeat === true,
    value: value === undefined || optional ? null : { name: value, words: FLAG_WORDS[long] ?? NOTHING },
  };
}
