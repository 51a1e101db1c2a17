// The completion script for one shell, from its template and the table of verbs.
import { join } from 'node:path';
import { readBytes } from '../../vault/disk.ts';
import type { OptionSpec, VerbSpec } from '../spec.ts';
import { COMPLETED, flagsOf, type Shell, type Words, wordsOfArgument, wordsOfFlag } from './words.ts';

// Puts the generated lines of a script into its template in templates/completion/.

/** Each `@NAME@` replaced by its lines. */
const fillTemplate = (template: string, parts: Readonly<Record<string, readonly string[]>>): string =>
  template.replace(/@([A-Z]+)@/g, (_, name: string) => (parts[name] ?? []).join('\n'));

// The completion script for bash, 3.2 and later: one function over the words before the cursor.

/** Fills the template for bash. */
function renderBash(template: string): string {
  const valued = new Map<string, string>();
  // A flag means the same with every verb; where its words differ, the verb's own come first.
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

/** `--category`, then `-c` where there is one. */
const namesOf = ({ long, short }: OptionSpec): string[] => [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];

const kindOf = (words: Words): string => ('from' in words ? `@${words.from}` : words.words.join(' '));

// The completion script for fish: one `complete` line a verb, flag and argument, each under its condition.

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

function wordsOf(words: Words): string {
  if ('words' in words) return words.words.length === 0 ? '' : ` -a '${words.words.join(' ')}'`;
  if (words.from === 'files') return " -a '(__fish_complete_path)'";
  return words.from === 'folders' ? " -a '(__fish_complete_directories)'" : ` -a '(__memvault_list ${words.from})'`;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;

// The completion script for zsh: specifications for its own _arguments, one set a verb.

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

/** `templates`: the folder of memvault's own templates. */
export function renderScript(shell: Shell, templates: string): string {
  const template = readBytes(join(templates, 'completion', `memvault.${shell}`));
  if (template === null) throw new Error(`the template of the ${shell} completion is missing`);
  return RENDER[shell](template.toString('utf8'));
}
