// The full parser: every verb with its help, built from the table. Errors name the nearest right word.
import { CommanderError, Option, Command as Program } from 'commander';
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import type { World } from '../tasks/world.ts';
import { EXIT_STATUS } from './exit-codes.ts';
import { isAsking, isOfQuestion, optionsOf, withoutEquals } from './quick-parse.ts';
import { GLOBAL_OPTIONS, type Invocation, type OptionSpec, type Values, type VerbSpec } from './spec.ts';
import { GROUPS, VERBS } from './verbs.ts';

/** What was asked for: a verb with its arguments, or null where help or the version was printed. */
export async function parseProgram(world: World): Promise<Invocation | null> {
  let found: Invocation | null = null;
  const take = (invocation: Invocation): void => void (found = invocation);
  // All verbs with all their options take longer than most commands: those that are named do, until there is something
  // to say.
  const named = VERBS.filter(({ name }) => world.argv.includes(name));
  try {
    if (named.length > 0)
      await makeProgram(world, named, take, () => undefined).parseAsync(marked(world.argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  if (found !== null) return found;
  const program = makeProgram(world, VERBS, take, (text) => world.stdout.write(text));
  try {
    await program.parseAsync(marked(world.argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    if (error.code === 'commander.help') return helpFor(program, world.argv);
    throw toUsageError(error, world.argv);
  }
  return found;
}

/**
 * Before a word of a question that begins with `-`, so that commander does not take it for flags. No argument can hold
 * it.
 */
const MARK = '\0';

/** As the quick parser reads it. */
function marked(argv: readonly string[]): string[] {
  const verb = VERBS.find(({ name }) => name === argv.find((arg) => VERBS.some((known) => known.name === arg)));
  if (verb === undefined || !isAsking(verb.name)) return [...argv];
  const options = optionsOf(verb);
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.map((arg, at) =>
    at >= end || !arg.startsWith('-') ? arg : isOfQuestion(options, arg) ? MARK + arg : withoutEquals(options, arg),
  );
}

function unmarked<T>(typed: T): T | string | string[] {
  if (Array.isArray(typed)) return typed.map((one) => String(unmarked(one)));
  return typeof typed === 'string' && typed.startsWith(MARK) ? typed.slice(MARK.length) : typed;
}

/** What commander calls help on an error: no verb at all, which is a question, or help on a verb that there is not. */
function helpFor(program: Program, argv: readonly string[]): null {
  const asked = argv[argv.indexOf('help') + 1];
  if (argv.includes('help') && asked !== undefined)
    throw new MemvaultError('usage', `unknown command '${asked}'`, { hint: nearestVerb(asked, 'memvault help') });
  program.outputHelp();
  return null;
}

function makeProgram(
  world: Pick<World, 'version' | 'stdout' | 'stderr'>,
  verbs: readonly VerbSpec[],
  take: (invocation: Invocation) => void,
  writeOut: (text: string) => void,
): Program {
  const program = new Program('memvault')
    .description('Keeps the memory of a person and their agents in a folder of markdown that git tracks.')
    .version(world.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [verb]', 'print help for a verb')
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({
      writeOut,
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(world.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(world.stderr.columns, 100),
    })
    .addHelpText(
      'after',
      `\nFirst steps:\n  memvault init ~/notebook && cd ~/notebook\n  memvault log "User prefers tabs" -c ` +
        `preference\n  memvault dream --dry-run\n\n${EXIT_STATUS}`,
    );
  for (const option of GLOBAL_OPTIONS) program.addOption(toOption(option));
  for (const verb of verbs) addVerb(program, verb, take);
  return program;
}

function addVerb(program: Program, verb: VerbSpec, take: (invocation: Invocation) => void): void {
  const command = program
    .command(verb.name)
    .summary(verb.summary)
    .description(sentence(verb.summary))
    .allowExcessArguments(false)
    .exitOverride();
  const group = Object.entries(GROUPS).find(([, names]) => names.includes(verb.name))?.[0];
  if (group !== undefined) command.helpGroup(`${group}:`);
  for (const argument of verb.args) {
    const name = argument.variadic ? `${argument.name}...` : argument.name;
    command.argument(argument.required ? `<${name}>` : `[${name}]`, argument.help);
  }
  for (const option of [...verb.options, ...GLOBAL_OPTIONS]) command.addOption(toOption(option));
  const typed = new Set<string>();
  for (const { long } of verb.options) command.on(`option:${long}`, () => typed.add(long));
  const width = Math.max(...verb.examples.map(([line]) => line.length));
  const examples = verb.examples.map(([line, does]) => `  ${does === '' ? line : `${line.padEnd(width)}  ${does}`}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}\n\n${EXIT_STATUS}`);
  command.action((...parameters: unknown[]) => {
    // Of the two the parser takes the last.
    const denied = [...typed].find((long) => typed.has(`no-${long}`));
    if (denied !== undefined)
      throw new MemvaultError('usage', `--${denied} does not go with --no-${denied}`, {
        hint: `see memvault ${verb.name} --help`,
      });
    const args = parameters
      .slice(0, verb.args.length)
      .flatMap((value) => (Array.isArray(value) ? value : [value]))
      .filter((value): value is string => typeof value === 'string')
      .map((value) => String(unmarked(value)));
    take({ verb: verb.name, args, values: toValues([...verb.options, ...GLOBAL_OPTIONS], command.optsWithGlobals()) });
  });
}

function toOption(spec: OptionSpec): Option {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const value = spec.value === undefined ? '' : spec.optional ? ` [${spec.value}]` : ` <${spec.value}>`;
  const option = new Option(`${short}--${spec.long}${value}`, spec.help);
  if (spec.hidden) option.hideHelp();
  if (spec.repeat) option.argParser((value: string, all: string[] | undefined) => [...(all ?? []), value]);
  return option;
}

/** Commander's camel case and its `--no-` switches, back to the names in the table. */
function toValues(specs: readonly OptionSpec[], parsed: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    specs.flatMap(({ long }) => {
      const negated = long.startsWith('no-');
      const value = unmarked(parsed[camel(negated ? long.slice(3) : long)]);
      if (negated) return value === false ? [[long, true]] : [];
      return value === undefined ? [] : [[long, value as string | boolean | string[]]];
    }),
  );
}

const camel = (long: string): string => long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;

function toUsageError(error: CommanderError, argv: readonly string[]): MemvaultError {
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\n?\(Did you mean.*$/s, '')
    .trim();
  return new MemvaultError('usage', message, { hint: hintFor(error, message, argv), cause: error });
}

function hintFor(error: CommanderError, message: string, argv: readonly string[]): string {
  const verb = VERBS.find((candidate) => argv.includes(candidate.name));
  const word = /'([^']+)'/.exec(message)?.[1] ?? '';
  if (error.code === 'commander.unknownCommand') {
    return nearestVerb(word, 'memvault');
  }
  const help = verb ? `see memvault ${verb.name} --help` : 'see memvault --help';
  if (error.code !== 'commander.unknownOption') return help;
  const known = [...(verb?.options ?? []), ...GLOBAL_OPTIONS].map((option) => `--${option.long}`);
  const near = nearest(word.replace(/=.*$/, ''), known);
  if (near !== null) return `did you mean ${near}?`;
  if (verb?.name === 'search' && /^-[a-z]{3,}$/i.test(word))
    return `to leave a word out, put the question in quotes: memvault search "deploy ${word}"`;
  if (verb?.name === 'context' && /^-[a-z]{2,}$/i.test(word))
    return `a question that begins with - goes after --, as in: memvault context -- ${quoted(word)}`;
  const isText = !/^--?[a-z][\w-]*(?:=.*)?$/i.test(word);
  return isText && verb?.args.some((argument) => argument.variadic)
    ? `a text that begins with - goes after --, as in: memvault ${verb.name} -- ${quoted(word)}`
    : help;
}

/** As a shell takes it. */
const quoted = (word: string): string =>
  /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;

function nearestVerb(word: string, command: string): string {
  const near = nearest(
    word,
    VERBS.map((candidate) => candidate.name),
  );
  return near === null ? 'see memvault --help' : `did you mean ${command} ${near}?`;
}
