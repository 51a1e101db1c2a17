// The completion script for one shell, from its template and the table of verbs.
import { join } from 'node:path';
import { readBytes } from '../../vault/disk.ts';
import { type Flag, globalFlags, type Place, type Shell, type VerbWords, verbWords, type Words } from './words.ts';

// Puts the generated lines of a script into its template in templates/completion/.

/** Each `@NAME@` replaced by its lines. */
const fillTemplate = (template: string, parts: Readonly<Record<string, readonly string[]>>): string =>
  template.replace(/@([A-Z]+)@/g, (_, name: string) => (parts[name] ?? []).join('\n'));

// The completion script for bash, 3.2 and later: one function over the words before the cursor.

/** Fills the template for bash. */
function renderBash(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  const valued = new Map<string, Words>();
  // A flag means the same with every verb; where its words differ, the verb's own come first.
  const own: string[] = [];
  for (const { name, flags } of [{ name: '', flags: global }, ...verbs]) {
    for (const { names, value } of flags) {
      const key = names.map((one) => `${one},*`).join(' | ');
      const known = valued.get(key);
      if (value === null) continue;
      if (known === undefined) valued.set(key, value.words);
      else if (kindOf(known) !== kindOf(value.words))
        own.push(`    ${names.map((one) => `${one},${name}`).join(' | ')}) kind='${kindOf(value.words)}' ;;`);
    }
  }
  return fillTemplate(template, {
    TAKES: [...own, ...[...valued].map(([names, words]) => `    ${names}) kind='${kindOf(words)}' ;;`)],
    FLAGS: verbs.map((verb) => `    ${verb.name}) kind='${namesOf(verb.flags)}' ;;`),
    GLOBAL: [namesOf(global)],
    VERBS: [verbs.map((verb) => verb.name).join(' ')],
    PLACES: verbs.flatMap((verb) =>
      verb.places.map(
        (place, index) => `    ${verb.name},${place.variadic ? '*' : index}) kind='${kindOf(place.words)}' ;;`,
      ),
    ),
  });
}

const namesOf = (flags: readonly Flag[]): string => flags.flatMap((flag) => flag.names).join(' ');

const kindOf = (words: Words): string => ('from' in words ? `@${words.from}` : words.words.join(' '));

// The completion script for fish: one `complete` line a verb, flag and argument, each under its condition.

/** Fills the template for fish. */
function renderFish(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  return fillTemplate(template, {
    VALUED: [
      [
        ...new Set(
          [...global, ...verbs.flatMap((verb) => verb.flags)].flatMap((flag) => (flag.value ? flag.names : [])),
        ),
      ].join(' '),
    ],
    LINES: [
      ...verbs.map((verb) => `complete -c memvault -n '__memvault_at 0' -a ${verb.name} -d ${quote(verb.help)}`),
      ...global.map((flag) => flagLine(flag, "'__memvault_at 0'")),
      ...verbs.flatMap((verb) => [
        '',
        ...verb.flags.map((flag) => flagLine(flag, `'__memvault_in ${verb.name}'`)),
        ...verb.places.map((place, index) => placeLine(verb.name, place, index)).filter((line) => line !== null),
      ]),
    ],
  });
}

function flagLine({ names, help, value }: Flag, condition: string): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  const takes = value === null ? '' : ` -x${wordsOf(value.words)}`;
  return `complete -c memvault -n ${condition} ${named}${takes} -d ${quote(help)}`;
}

function placeLine(verb: string, { variadic, words }: Place, index: number): string | null {
  const known = wordsOf(words);
  return known === ''
    ? null
    : `complete -c memvault -n '__memvault_in ${verb}${variadic ? '' : `; and __memvault_at ${index + 1}`}'${known}`;
}

function wordsOf(words: Words): string {
  if ('words' in words) return words.words.length === 0 ? '' : ` -a '${words.words.join(' ')}'`;
  if (words.from === 'files') return " -a '(__fish_complete_path)'";
  return words.from === 'folders' ? " -a '(__fish_complete_directories)'" : ` -a '(__memvault_list ${words.from})'`;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;

// The completion script for zsh: specifications for its own _arguments, one set a verb.

/** Fills the template for zsh. */
function renderZsh(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  return fillTemplate(template, {
    GLOBAL: [
      argumentsOf([...global.map(flagSpec), quoteForZsh('1: :->verb'), quoteForZsh('*:: :->rest')], '  ', ' -C'),
    ],
    VERBS: verbs.map((verb) => `        ${quoteForZsh(`${verb.name}:${verb.help}`)}`),
    CASES: verbs.flatMap((verb) => [
      `        ${verb.name})`,
      `${argumentsOf([...verb.flags.map(flagSpec), ...verb.places.map(placeSpec)], '          ')} && ret=0`,
      '          ;;',
    ]),
  });
}

const argumentsOf = (specs: readonly string[], indent: string, more = ''): string =>
  [`${indent}_arguments -s -S${more} :`, ...specs.map((spec) => `${indent}  ${spec}`)].join(' \\\n');

/** `'(-c --category)'{-c+,--category=}'[help]:NAME:action'`. */
function flagSpec({ names, help, repeat, value }: Flag): string {
  const written = names.map((name) => (value === null ? name : name.startsWith('--') ? `${name}=` : `${name}+`));
  const rest = `[${escape(help)}]${value === null ? '' : `:${escape(value.name)}:${actionOf(value.words)}`}`;
  const before = repeat ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  if (written.length === 1) return quoteForZsh(`${before}${written[0] ?? ''}${rest}`);
  return `${before === '' ? '' : quoteForZsh(before)}{${written.join(',')}}${quoteForZsh(rest)}`;
}

const placeSpec = ({ name, variadic, words }: Place, index: number): string =>
  quoteForZsh(`${variadic ? '*' : index + 1}:${escape(name)}:${actionOf(words)}`);

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
  return RENDER[shell](template.toString('utf8'), globalFlags(), verbWords());
}
