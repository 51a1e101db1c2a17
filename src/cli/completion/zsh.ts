// The completion script for zsh: specifications for its own _arguments, one set a verb.
import { fillTemplate } from './fill.ts';
import type { Flag, Place, VerbWords, Words } from './words.ts';

/** Fills the template for zsh. */
export function renderZsh(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
  return fillTemplate(template, {
    GLOBAL: [argumentsOf([...global.map(flagSpec), quote('1: :->verb'), quote('*:: :->rest')], '  ', ' -C')],
    VERBS: verbs.map((verb) => `        ${quote(`${verb.name}:${verb.help}`)}`),
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
  if (written.length === 1) return quote(`${before}${written[0] ?? ''}${rest}`);
  return `${before === '' ? '' : quote(before)}{${written.join(',')}}${quote(rest)}`;
}

const placeSpec = ({ name, variadic, words }: Place, index: number): string =>
  quote(`${variadic ? '*' : index + 1}:${escape(name)}:${actionOf(words)}`);

function actionOf(words: Words): string {
  if ('words' in words) return words.words.length === 0 ? ' ' : `(${words.words.join(' ')})`;
  if (words.from === 'files') return '_files';
  return words.from === 'folders' ? '_files -/' : `_memvault_list ${words.from}`;
}

const escape = (text: string): string => text.replace(/[[\]:\\]/g, String.raw`\$&`);

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
