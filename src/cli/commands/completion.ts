// `memvault completion`: prints a shell's completion script. The script hands the words on the command line to
// `memvault complete`, which prints what can stand at the cursor.
import { FORMAT_NAMES } from '../../import/format.ts';
import { type Listed, listWords, type Offer } from '../../inspect/list-words.ts';
import { AGENTS, HOOK_EVENTS } from '../../model/agents.ts';
import { hasControls } from '../../model/controls.ts';
import { DISPOSITIONS } from '../../model/disposition.ts';
import type { World } from '../../tasks/context.ts';
import { readText } from '../../vault/disk.ts';
import { makeAnswer, openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { optionsOf } from '../parse.ts';
import { type BareCommand, knownWord, type OptionSpec, usage, type VerbSpec } from '../spec.ts';
import { VERBS } from '../verbs.ts';
import { join } from 'node:path';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const start: BareCommand = async (world, invocation) => {
  const [name] = invocation.args;
  if (name === undefined) throw usage('no shell was named', `name one of ${SHELLS.join(', ')}`);
  const shell = knownWord('shell', name.replace(/^.*\//, ''), SHELLS);
  const script = readText(join(world.templates, 'completion', `memvault.${shell}`));
  if (script === null) throw new Error(`the template of the ${shell} completion is missing`);
  const answer = makeAnswer(world, invocation);
  answer.document({ shell, script });
  answer.print(script);
  return EXIT.done;
};

/**
 * `memvault complete WORD… TYPED`: prints a word, a tab and a description a line, or `:files` or `:folders`, which the
 * shell lists itself. Never fails, since the user is in the middle of typing.
 */
export const complete: BareCommand = async (world, { args }) => {
  const words = args.map((word) => word.replace(/["'\\]/g, ''));
  try {
    const offered = await offersFor(world, words.slice(0, -1), words.at(-1) ?? '');
    // Shells cannot take control characters as typed words.
    const lines = offered.filter(({ word }) => !hasControls(word)).map(({ word, about }) => `${word}\t${about}\n`);
    world.stdout.write(lines.join(''));
  } catch {
    // A missing or unreadable vault is not worth a message here.
  }
  return EXIT.done;
};

/** What completes a word: words of the vault, files or folders of the disk, or fixed words. */
type Source = Listed | ':files' | ':folders' | (() => Promise<readonly string[]> | readonly string[]);

const DAYS = (): readonly string[] => ['today', 'yesterday', '7d', '30d'];
const AGENT_NAMES = (): readonly string[] => AGENTS.map(({ name }) => name);

/** By flag, the same for every verb. Other flags complete nothing. Long lists are loaded only here. */
export const FLAG_WORDS: Readonly<Record<string, Source>> = {
  vault: ':folders',
  category: 'categories',
  tag: 'tags',
  project: 'projects',
  zone: 'zones',
  supersedes: 'ids',
  keep: 'ids',
  to: 'pages',
  since: DAYS,
  until: DAYS,
  date: () => ['today', 'yesterday'],
  mode: async () => (await import('../../search/request.ts')).SEARCH_MODES,
  as: () => DISPOSITIONS,
  rule: async () => (await import('../../lint/rules.ts')).RULE_NAMES,
  engine: async () => (await import('../../config/settings.ts')).SETTINGS['consolidate.engine'].choices ?? [],
  format: () => FORMAT_NAMES,
  agent: AGENT_NAMES,
};

/** By verb and argument. Other arguments complete nothing. */
export const ARGUMENT_WORDS: Readonly<Record<string, Source>> = {
  'init dir': ':folders',
  'import path': ':files',
  'config key': async () => (await import('../../config/settings.ts')).SETTING_KEYS,
  'completion shell': () => SHELLS,
  'hook agent': AGENT_NAMES,
  'hook event': () => HOOK_EVENTS,
  'explain what': 'subjects',
  'open what': 'subjects',
  'fix id': 'ids',
  'forget what': 'ids',
  'pin id': 'ids',
  'schedule scheduler': async () => (await import('../../schedule/schedule.ts')).SCHEDULERS,
};

/** `before`: the words before the cursor. `typed`: the beginning of the word at it. */
async function offersFor(world: World, before: readonly string[], typed: string): Promise<readonly Offer[]> {
  const { verb, flag, vault, args, isPlain } = placeAt(before);
  const [, name, value] = isPlain ? [] : (/^(--[^=]+=)(.*)$/.exec(typed) ?? []);
  const open = name === undefined ? flag : optionNamed(verb, name.slice(0, -1));
  if (open !== null) {
    const found = await offersFrom(world, FLAG_WORDS[open.long], value ?? typed, vault);
    return found.map(({ word, about }) => ({ word: `${word.startsWith(':') ? '' : (name ?? '')}${word}`, about }));
  }
  if (!isPlain && typed.startsWith('-'))
    return optionsOf(verb).flatMap(({ long, short, help }) => [
      { word: `--${long}`, about: help },
      ...(short === undefined ? [] : [{ word: `-${short}`, about: help }]),
    ]);
  if (verb === null || (verb === HELP && args.length === 0))
    return [...VERBS, HELP].map((one) => ({ word: one.name, about: one.summary }));
  const argument = verb.args[args.length] ?? verb.args.find(({ variadic }) => variadic);
  const source: Source | undefined =
    argument?.name === 'action' && verb.actions !== undefined
      ? () => Object.keys(verb.actions ?? {})
      : ARGUMENT_WORDS[`${verb.name} ${argument?.name ?? ''}`];
  return await offersFrom(world, source, typed, vault);
}

const HELP: VerbSpec = {
  name: 'help',
  group: '',
  summary: 'print help for a verb',
  args: [],
  options: [],
  examples: [],
  load: () => Promise.reject(new Error('help is not a command')),
};

interface Place {
  /** Null if none is named yet. */
  readonly verb: VerbSpec | null;
  /** The flag whose value is next. */
  readonly flag: OptionSpec | null;
  readonly vault: string | null;
  readonly args: readonly string[];
  /** Whether flags have ended, with `--`. */
  readonly isPlain: boolean;
}

function placeAt(words: readonly string[]): Place {
  let place: Place = { verb: null, flag: null, vault: null, args: [], isPlain: false };
  for (const word of words) {
    const { verb, flag, args, isPlain } = place;
    const isFlag = !isPlain && flag === null && /^-./.test(word);
    const [, name = word, value] = /^(--[^=]+)=(.*)$/.exec(word) ?? [];
    if (flag !== null) place = { ...place, flag: null, ...(flag.long === 'vault' && { vault: word }) };
    else if (isFlag && word === '--') place = { ...place, isPlain: true };
    else if (isFlag && value !== undefined) place = name === '--vault' ? { ...place, vault: value } : place;
    else if (isFlag) place = { ...place, flag: optionNamed(verb, name) };
    else if (verb === null) place = { ...place, verb: [...VERBS, HELP].find((one) => one.name === word) ?? NO_VERB };
    else place = { ...place, args: [...args, word] };
  }
  return place;
}

const NO_VERB: VerbSpec = { ...HELP, name: '' };

/** The option, if a value must follow it. */
const optionNamed = (verb: VerbSpec | null, typed: string): OptionSpec | null =>
  optionsOf(verb).find(
    ({ long, short, value, optional }) =>
      (typed === `--${long}` || typed === `-${short ?? ''}`) && value !== undefined && optional !== true,
  ) ?? null;

async function offersFrom(
  world: World,
  source: Source | undefined,
  typed: string,
  vault: string | null,
): Promise<readonly Offer[]> {
  if (source === undefined) return [];
  if (typeof source === 'function') return (await source()).map((word) => ({ word, about: '' }));
  if (source === ':files' || source === ':folders') return [{ word: source, about: '' }];
  const values = vault === null ? {} : { vault: vault.replace(/^~(?=\/|$)/, world.home ?? '~') };
  const context = await openContext(world, { verb: 'complete', args: [], values });
  return await listWords(context.vault, source, typed.toLowerCase());
}
