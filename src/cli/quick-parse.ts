// Parses the command line of a quick verb in a few lines: commander alone would cost a quarter of the time in which
// node starts, and what node has built in a twentieth. Whatever is out of the ordinary is left to the full parser.
import { GLOBAL_OPTIONS, type Invocation, type OptionSpec, type VerbSpec } from './spec.ts';

/** The invocation, or null where the full parser must look: help, an error, switches in one word. */
export function quickParse(verb: VerbSpec, argv: readonly string[]): Invocation | null {
  const options = optionsOf(verb);
  const asks = isAsking(verb.name);
  const values: Record<string, string | boolean | string[]> = {};
  const args: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? '';
    if (arg === '--') {
      args.push(...argv.slice(i + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-') || (asks && isOfQuestion(options, arg))) {
      args.push(arg);
      continue;
    }
    const found = findOption(options, asks ? withoutEquals(options, arg) : arg);
    if (!found) return null;
    const { option, inline } = found;
    if (option.value === undefined) {
      if (inline !== null) return null;
      values[option.long] = true;
      continue;
    }
    const value = inline ?? argv[++i];
    if (value === undefined || (inline === null && value.startsWith('-') && value !== '-')) return null;
    const before = values[option.long];
    values[option.long] = !option.repeat ? value : Array.isArray(before) ? [...before, value] : [value];
  }
  return fits(verb, args) ? { verb: verb.name, args, values } : null;
}

export const optionsOf = (verb: VerbSpec): readonly OptionSpec[] => [...GLOBAL_OPTIONS, ...verb.options];

/** Do the words behind a verb ask something? Then they may begin with a minus, which leaves out. */
export const isAsking = (verb: string): boolean => verb === 'search' || verb === 'context';

/**
 * Is a word that begins with `-` one of the question, because no flag is written so? `-deployed to`, `-tag:ui`, `-"two
 * words"`. `-c` takes a category of several words; `-n 5` in one word is a slip, and told as one.
 */
export function isOfQuestion(options: readonly OptionSpec[], arg: string): boolean {
  const letter = arg.charAt(1);
  if (OPENING.includes(letter) && letter !== '') return true;
  if (!isLetter(letter)) return false;
  const sign = arg.search(/[\s:='"“”„«»]/);
  if (sign < 2 || arg[sign] === '=') return false;
  const option = options.find(({ short }) => short === letter);
  if (option?.value === undefined || !/\s/.test(arg.charAt(sign))) return true;
  return sign > 2 && (option.long !== 'category' || /[:'"“”„«»]/.test(arg));
}

/** One sign; by hand, since `--vault` asks it at each start and to make a pattern takes longer. */
const isLetter = (sign: string): boolean => (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');

const OPENING = '"“”„«';

/** `-n=1` as `-n1`. */
export function withoutEquals(options: readonly OptionSpec[], arg: string): string {
  return arg[2] === '=' && options.some(({ short, value }) => short === arg[1] && value !== undefined)
    ? arg.slice(0, 2) + arg.slice(3)
    : arg;
}

/** The option that a word names, with the value that it carries: `--name=value`, `-nvalue`. */
function findOption(options: readonly OptionSpec[], arg: string): { option: OptionSpec; inline: string | null } | null {
  if (!arg.startsWith('--')) {
    const option = options.find(({ short }) => short === arg[1]);
    return option ? { option, inline: arg.length > 2 ? arg.slice(2) : null } : null;
  }
  const equals = arg.indexOf('=');
  const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const option = options.find(({ long }) => long === name);
  return option ? { option, inline: equals < 0 ? null : arg.slice(equals + 1) } : null;
}

function fits(verb: VerbSpec, args: readonly string[]): boolean {
  const least = verb.args.filter((argument) => argument.required).length;
  return args.length >= least && (verb.args.some((argument) => argument.variadic) || args.length <= verb.args.length);
}
