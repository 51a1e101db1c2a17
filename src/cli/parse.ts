// Parses a command line into a verb, its arguments and flags, by the table of verbs.
import { parseArgs } from 'node:util';
import type { MemvaultError } from '../model/errors.ts';
import { nearest, plural, quoteForShell } from '../model/text.ts';
import { GLOBAL_OPTIONS, type Invocation, type OptionSpec, unknownWord, type VerbSpec, usage } from './spec.ts';
import { PLUMBING, VERBS } from './verbs.ts';

/** What was asked for: a verb, nothing at all, a help page (null: the program's), or the version. */
export type Parsed =
  | { readonly verb: VerbSpec; readonly invocation: Invocation }
  | { readonly morning: Invocation }
  | { readonly help: VerbSpec | null }
  | { readonly version: true };

/** Throws `usage`, with the closest valid word in its hint. */
export function parse(argv: readonly string[]): Parsed {
  const at = verbAt(argv);
  const [name, ...rest] = argv.slice(at);
  if (name === undefined || argv.slice(0, at).some((word) => word === '--help' || word === '-h')) {
    const { values } = readFlags(null, argv);
    if (values['version'] === true) return { version: true };
    const wantsHelp = name !== undefined || values['help'] === true;
    return wantsHelp ? { help: null } : { morning: { verb: 'morning', args: [], values } };
  }
  if (name === 'help') return { help: rest[0] === undefined ? null : verbNamed(rest[0], 'memvault help') };
  const plumbing = PLUMBING.find((one) => one.name === name);
  if (plumbing !== undefined) return { verb: plumbing, invocation: { verb: name, args: rest, values: {} } };
  const verb = verbNamed(name, 'memvault');
  const { args, values } = readFlags(verb, [...argv.slice(0, at), ...rest]);
  if (values['help'] === true) return { help: verb };
  const missing = verb.args.filter(({ required }) => required)[args.length];
  if (missing !== undefined) throw usage(`missing required argument '${missing.name}'`, helpOf(verb));
  if (args.length > verb.args.length && !verb.args.some(({ variadic }) => variadic))
    throw usage(`too many arguments for ${name}: ${args.slice(verb.args.length).join(' ')}`, helpOf(verb));
  return { verb, invocation: { verb: name, args, values } };
}

/**
 * The invocation with its action, for a verb that has some. Throws `usage`, with an example, for words and flags that
 * do not go together.
 */
export function checkUsage(verb: VerbSpec, typed: Invocation): Invocation {
  const { name, actions } = verb;
  const invocation = actions === undefined ? typed : withAction(verb, actions, typed);
  const { action, values, args } = invocation;
  const isGiven = (word: string): boolean =>
    word === action || values[word.replace('--', '')] !== undefined || (/^[A-Z]/.test(word) && args.length > 0);
  for (const { long, needs = [], not = [] } of verb.options) {
    if (values[long] === undefined) continue;
    if (needs.length > 0 && !needs.some(isGiven)) {
      const of = actions !== undefined && needs.some((one) => one in actions) ? `${name} ` : '';
      throw usage(`--${long} needs ${of}${needs.join(' or ')}`, exampleOf(verb, `--${long}`));
    }
    const other = not.find((one) => values[one] !== undefined);
    if (other !== undefined)
      throw usage(`--${long} and --${other} do not go together`, `leave one of them out; ${helpOf(verb)}`);
  }
  return invocation;
}

function withAction(verb: VerbSpec, actions: NonNullable<VerbSpec['actions']>, typed: Invocation): Invocation {
  const [action = verb.usual, ...args] = typed.args;
  if (action === undefined) return typed;
  const takes = actions[action];
  if (takes === undefined) throw unknownWord(`action of ${verb.name}`, action, Object.keys(actions));
  const [least, most] = takes;
  if (args.length >= least && args.length <= most) return { ...typed, action, args };
  const count = least === 0 ? 'no arguments' : plural(least, 'argument');
  throw usage(
    `${verb.name} ${action} takes ${least === most ? count : `at least ${count}`}`,
    exampleOf(verb, `${verb.name} ${action}`),
  );
}

/** An example with these words from the help page. */
const exampleOf = (verb: VerbSpec, words: string): string =>
  verb.examples.find(([line]) => line.includes(words))?.[0] ?? helpOf(verb);

/** The position of the verb, after global flags. */
function verbAt(argv: readonly string[]): number {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-')) return at;
    if (GLOBAL_OPTIONS.some(({ long, value }) => value !== undefined && word === `--${long}`)) at++;
  }
  return argv.length;
}

function verbNamed(name: string, command: string): VerbSpec {
  const verb = VERBS.find((candidate) => candidate.name === name);
  if (verb !== undefined) return verb;
  const near = nearest(
    name,
    VERBS.map((candidate) => candidate.name),
  );
  throw usage(`unknown command '${name}'`, near === null ? 'see memvault --help' : `did you mean ${command} ${near}?`);
}

const HELP: OptionSpec = { long: 'help', short: 'h', help: 'print help' };
const VERSION: OptionSpec = { long: 'version', help: 'print the version' };

/** The flags of a verb; null: those without a verb. */
export const optionsOf = (verb: VerbSpec | null): readonly OptionSpec[] => [
  ...(verb?.options ?? []),
  ...GLOBAL_OPTIONS,
  HELP,
  ...(verb === null ? [VERSION] : []),
];

/** Prefix that keeps node from parsing a word that begins with `-` as a flag. No argument can contain it. */
const MARK = '\0';

/** Words of a search query that begin with `-`: `-"two words"`, `-deployed to`, `-tag:ui`. */
const QUESTION = /^-(?:["“”„«»]|[a-zA-Z][^=\s:'"“”„«»]+[\s:'"“”„«»])/;

/** `-3` is a number, unless there is a flag of that name. */
const isText = (word: string, verb: VerbSpec | null): boolean =>
  (/^-\d/.test(word) && verb?.options.some(({ short }) => short === word[1]) !== true) ||
  (verb?.asks === true && QUESTION.test(word));

function readFlags(verb: VerbSpec | null, words: readonly string[]): Pick<Invocation, 'args' | 'values'> {
  const options = optionsOf(verb);
  const { tokens } = parseArgs({
    args: words.map((word) => (isText(word, verb) ? MARK + word : word)),
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      options.map(({ long, short, value, optional }) => [
        long,
        { type: value === undefined || optional === true ? 'boolean' : 'string', ...(short && { short }) },
      ]),
    ),
  });
  const args: string[] = [];
  const values: Record<string, string | boolean | string[]> = {};
  /** The last flag, if its optional value may follow. */
  let open: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const word = token.value.replace(MARK, '');
      if (open === null) args.push(word);
      else values[open] = word;
    }
    open = null;
    if (token.kind !== 'option') continue;
    const typed = words[token.index] ?? '';
    const option = options.find(({ long }) => long === token.name);
    if (option === undefined) throw unknownOption(verb, typed);
    const { long, value, optional, repeat } = option;
    // Accepts `-n=5` for `-n5`.
    const text =
      token.inlineValue === true && !token.rawName.startsWith('--') ? token.value.replace(/^=/, '') : token.value;
    if (value === undefined && text !== undefined) throw usage(`--${long} takes no value`, helpOf(verb));
    if (value !== undefined && text === undefined && optional !== true)
      throw usage(`--${long} needs a value`, helpOf(verb));
    const before = values[long];
    if (text === undefined) values[long] = true;
    else if (repeat !== true) values[long] = text.replace(MARK, '');
    else values[long] = [...(Array.isArray(before) ? before : []), text.replace(MARK, '')];
    if (optional === true && text === undefined) open = long;
  }
  return { args, values };
}

const helpOf = (verb: VerbSpec | null): string => `see memvault ${verb === null ? '' : `${verb.name} `}--help`;

function unknownOption(verb: VerbSpec | null, typed: string): MemvaultError {
  const near = nearest(
    typed.replace(/=.*$/s, ''),
    optionsOf(verb).map(({ long }) => `--${long}`),
  );
  return usage(`unknown option '${typed}'`, near === null ? otherHint(verb, typed) : `did you mean ${near}?`);
}

function otherHint(verb: VerbSpec | null, typed: string): string {
  if (verb?.name === 'search' && /^-[a-z]{3,}$/i.test(typed))
    return `to leave a word out, put the question in quotes: memvault search "deploy ${typed}"`;
  const isWords = !/^--?[a-z][\w-]*(?:=.*)?$/i.test(typed) || (verb?.asks === true && /^-[a-z]{2,}$/i.test(typed));
  return isWords && verb?.args.some(({ variadic }) => variadic) === true
    ? `a text that begins with - goes after --, as in: memvault ${verb.name} -- ${quoteForShell(typed)}`
    : helpOf(verb);
}
