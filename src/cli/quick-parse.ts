// Parses the command line of a quick verb in a few lines: commander alone would cost a quarter of the time in
// which node starts, and what node has built in a twentieth. Whatever is out of the ordinary is left to the full parser.
import { GLOBAL_OPTIONS, type Invocation, type OptionSpec, type VerbSpec } from './spec.ts';

/** The invocation, or null where the full parser must look: help, an error, switches in one word. */
export function quickParse(verb: VerbSpec, argv: readonly string[]): Invocation | null {
  const options = [...GLOBAL_OPTIONS, ...verb.options];
  const values: Record<string, string | boolean | string[]> = {};
  const args: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? '';
    if (arg === '--') {
      args.push(...argv.slice(i + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      args.push(arg);
      continue;
    }
    const found = findOption(options, arg);
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
