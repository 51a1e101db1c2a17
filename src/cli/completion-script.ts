// The completion script for one shell, generated from the table of verbs and a table of the words that flags and
// arguments take, and inserted into the shell's template.
import { join } from 'node:path';
import { SETTING_KEYS, SETTINGS } from '../config/settings.ts';
import { FORMAT_NAMES } from '../import/format.ts';
import { AGENTS, HOOK_EVENTS } from '../model/agents.ts';
import { RULE_NAMES } from '../lint/rules.ts';
import { DISPOSITIONS } from '../model/disposition.ts';
import { REVIEW_ACTIONS } from '../model/review.ts';
import { SCHEDULERS } from '../schedule/schedule.ts';
import { SEARCH_MODES } from '../search/request.ts';
import { readBytes } from '../vault/disk.ts';
import { type Listed, type Shell, SHELLS } from './commands/completion.ts';
import { optionsOf } from './parse.ts';
import type { ArgumentSpec, OptionSpec, VerbSpec } from './spec.ts';
import { VERBS } from './verbs.ts';

/** What completes a word: a list from the vault, folders, files, fixed words, or nothing. */
type Words = { readonly from: Listed | 'folders' | 'files' } | { readonly words: readonly string[] };

const NOTHING: Words = { words: [] };
const DAYS: Words = { words: ['today', 'yesterday', '7d', '30d'] };

/** Completions by flag name, the same for every verb. Other flags complete nothing. */
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
  agent: { words: AGENTS.map(({ name }) => name) },
};

/** Completions by verb and argument. Other arguments complete nothing. */
export const ARGUMENT_WORDS: Readonly<Record<string, Words>> = {
  'init dir': { from: 'folders' },
  'import path': { from: 'files' },
  'config action': { words: ['get', 'set', 'trust'] },
  'config key': { words: SETTING_KEYS },
  'completion shell': { words: SHELLS },
  'hook agent': { words: AGENTS.map(({ name }) => name) },
  'hook event': { words: HOOK_EVENTS },
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
  load: () => Promise.reject(new Error('help is not a command')),
};

const COMPLETED: readonly VerbSpec[] = [...VERBS, HELP];

/** The flags that may follow a verb; null: those that may precede one. */
const flagsOf = (verb: VerbSpec | null): readonly OptionSpec[] =>
  verb === HELP ? [] : optionsOf(verb).filter(({ hidden }) => hidden !== true);

/** What completes a flag's value; null for a switch and for an optional value. */
const wordsOfFlag = ({ long, value, optional }: OptionSpec): Words | null =>
  value === undefined || optional === true ? null : (FLAG_WORDS[long] ?? NOTHING);

const wordsOfArgument = (verb: VerbSpec, { name }: ArgumentSpec): Words =>
  ARGUMENT_WORDS[`${verb.name} ${name}`] ?? NOTHING;

// Fills a template of templates/completion/ with the generated lines.

/** Replaces each `@NAME@` with its lines. */
const fillTemplate = (template: string, parts: Readonly<Record<string, readonly string[]>>): string =>
  template.replace(/@([A-Z]+)@/g, (_, name: string) => (parts[name] ?? []).join('\n'));

// The completion script for bash 3.2 and later: one function over the words before the cursor.

/** Fills the template for bash. */
function renderBash(template: string): string {
  const valued = new Map<string, string>();
  // A flag usually takes the same words with every verb; exceptions are listed first.
  const own: string[] = [];
  for (const verb of [null, ...COMPLETED])
    for (const option of flagsOf(verb)) {
      const words = wordsOfFlag(option);
      if (words === null) continue;
      const at = (name: string): string =>
        namesOf(option)
          .map((one) => `${one},${name}`)
          .join(' | ');
      const known = valued.get(at('*'));
      if (known === undefined) valued.set(at('*'), kindOf(words));
      else if (known !== kindOf(words)) own.push(`    ${at(verb?.name ?? '')}) kind='${kindOf(words)}' ;;`);
    }
  const names = (verb: VerbSpec | null): string => flagsOf(verb).flatMap(namesOf).join(' ');
  return fillTemplate(template, {
    TAKES: [...own, ...[...valued].map(([at, kind]) => `    ${at}) kind='${kind}' ;;`)],
    FLAGS: COMPLETED.map((verb) => `    ${verb.name}) kind='${names(verb)}' ;;`),
    GLOBAL: [names(null)],
    VERBS: [COMPLETED.map(({ name }) => name).join(' ')],
    PLACES: COMPLETED.flatMap((verb) =>
      verb.args.map(
        (argument, index) =>
          `    ${verb.name},${argument.variadic ? '*' : index}) kind='${kindOf(wordsOfArgument(verb, argument))}' ;;`,
      ),
    ),
  });
}

/** `--category`, then `-c` if there is one. */
const namesOf = ({ long, short }: OptionSpec): string[] => [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];

const kindOf = (words: Words): string => ('from' in words ? `@${words.from}` : words.words.join(' '));

// The completion script for fish: one conditional `complete` line per verb, flag and argument.

/** Fills the template for fish. */
function renderFish(template: string): string {
  const valued = [null, ...COMPLETED].flatMap(flagsOf).filter((option) => wordsOfFlag(option) !== null);
  return fillTemplate(template, {
    VALUED: [[...new Set(valued.flatMap(namesOf))].join(' ')],
    LINES: [
      ...COMPLETED.map(
        ({ name, summary }) => `complete -c memvault -n '__memvault_at 0' -a ${name} -d ${quote(summary)}`,
      ),
      ...flagsOf(null).map((option) => flagLine(option, "'__memvault_at 0'")),
      ...COMPLETED.flatMap((verb) => [
        '',
        ...flagsOf(verb).map((option) => flagLine(option, `'__memvault_in ${verb.name}'`)),
        ...verb.args.flatMap((argument, index) => {
          const known = wordsOf(wordsOfArgument(verb, argument));
          const at = argument.variadic ? '' : `; and __memvault_at ${index + 1}`;
          return known === '' ? [] : [`complete -c memvault -n '__memvault_in ${verb.name}${at}'${known}`];
        }),
      ]),
    ],
  });
}

function flagLine(option: OptionSpec, condition: string): string {
  const { long, short, help } = option;
  const words = wordsOfFlag(option);
  const takes = words === null ? '' : ` -x${wordsOf(words)}`;
  const shortly = short === undefined ? '' : ` -s ${short}`;
  return `complete -c memvault -n ${condition} -l ${long}${shortly}${takes} -d ${quote(help)}`;
}

const FISH_PLACES: Readonly<Record<string, string>> = {
  files: '__fish_complete_path',
  folders: '__fish_complete_directories',
};

function wordsOf(words: Words): string {
  if ('words' in words) return words.words.length === 0 ? '' : ` -a '${words.words.join(' ')}'`;
  return ` -a '(${FISH_PLACES[words.from] ?? `__memvault_list ${words.from}`})'`;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;

// The completion script for zsh: one set of `_arguments` specifications per verb.

/** Fills the template for zsh. */
function renderZsh(template: string): string {
  return fillTemplate(template, {
    GLOBAL: [
      argumentsOf([...flagsOf(null).map(flagSpec), quoteForZsh('1: :->verb'), quoteForZsh('*:: :->rest')], '  ', ' -C'),
    ],
    VERBS: COMPLETED.map(({ name, summary }) => `        ${quoteForZsh(`${name}:${summary}`)}`),
    CASES: COMPLETED.flatMap((verb) => {
      const places = verb.args.map((argument, index) => {
        const action = actionOf(wordsOfArgument(verb, argument));
        return quoteForZsh(`${argument.variadic ? '*' : index + 1}:${escape(argument.name)}:${action}`);
      });
      return [
        `        ${verb.name})`,
        `${argumentsOf([...flagsOf(verb).map(flagSpec), ...places], '          ')} && ret=0`,
        '          ;;',
      ];
    }),
  });
}

const argumentsOf = (specs: readonly string[], indent: string, more = ''): string =>
  [`${indent}_arguments -s -S${more} :`, ...specs.map((spec) => `${indent}  ${spec}`)].join(' \\\n');

/** `'(-c --category)'{-c+,--category=}'[help]:NAME:action'`. */
function flagSpec(option: OptionSpec): string {
  const words = wordsOfFlag(option);
  const names = namesOf(option);
  const written = names.map((name) => (words === null ? name : name.startsWith('--') ? `${name}=` : `${name}+`));
  const value = words === null ? '' : `:${escape(option.value ?? '')}:${actionOf(words)}`;
  const rest = `[${escape(option.help)}]${value}`;
  const before = option.repeat === true ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  if (written.length === 1) return quoteForZsh(`${before}${written[0] ?? ''}${rest}`);
  return `${before === '' ? '' : quoteForZsh(before)}{${written.join(',')}}${quoteForZsh(rest)}`;
}

function actionOf(words: Words): string {
  if ('words' in words) return words.words.length === 0 ? ' ' : `(${words.words.join(' ')})`;
  if (words.from === 'files') return '_files';
  return words.from === 'folders' ? '_files -/' : `_memvault_list ${words.from}`;
}

const escape = (text: string): string => text.replace(/[[\]:\\]/g, String.raw`\$&`);

const quoteForZsh = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const RENDER = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;

/** `templates`: the folder of memvault's templates. */
export function renderScript(shell: Shell, templates: string): string {
  const template = readBytes(join(templates, 'completion', `memvault.${shell}`));
  if (template === null) throw new Error(`the template of the ${shell} completion is missing`);
  return RENDER[shell](template.toString('utf8'));
}
