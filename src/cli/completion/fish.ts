// The completion script for fish: one `complete` line a verb, flag and argument, each under its condition.
import { fillTemplate } from './fill.ts';
import type { Flag, Place, VerbWords, Words } from './words.ts';

/** Fills the template for fish. */
export function renderFish(template: string, global: readonly Flag[], verbs: readonly VerbWords[]): string {
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
