// The help pages, from the table of verbs.
import { capitalized } from '../model/text.ts';
import { EXIT_STATUS } from './exit-codes.ts';
import { optionsOf } from './parse.ts';
import type { OptionSpec, VerbSpec } from './spec.ts';
import { wrap } from './terminal/face.ts';
import { GROUPS, VERBS } from './verbs.ts';

/** `verb`: null for the program's page. Lines have at most `columns` columns, except examples. */
export function renderHelp(verb: VerbSpec | null, columns: number): string {
  const parts = verb === null ? programPage(columns) : verbPage(verb, columns);
  return `${[...parts, EXIT_STATUS].join('\n\n')}\n`;
}

function programPage(columns: number): string[] {
  return [
    'Usage: memvault COMMAND [OPTIONS]',
    wrap('Memory for you and your agents, in markdown files that git tracks.', columns).join('\n'),
    ...GROUPS.map((group) =>
      renderRows(
        group,
        VERBS.filter((one) => one.group === group).map(({ name, summary }) => [name, summary]),
        columns,
      ),
    ),
    renderRows('Options', optionsOf(null).map(optionRow), columns),
    wrap(
      'memvault help COMMAND describes a command. In a vault, memvault alone shows what the last night changed, ' +
        'what is waiting for you, and what to do next.',
      columns,
    ).join('\n'),
    'First steps:\n  memvault init ~/notebook && cd ~/notebook\n' +
      '  memvault log "User prefers tabs" -c preference\n  memvault dream --dry-run',
  ];
}

function verbPage(verb: VerbSpec, columns: number): string[] {
  const width = Math.max(...verb.examples.map(([line]) => line.length));
  return [
    `Usage: memvault ${usageOf(verb)} [OPTIONS]`,
    wrap(`${capitalized(verb.summary)}.`, columns).join('\n'),
    ...(verb.args.length === 0
      ? []
      : [
          renderRows(
            'Arguments',
            verb.args.map(({ name, help }) => [name.toUpperCase(), help]),
            columns,
          ),
        ]),
    renderRows('Options', optionsOf(verb).map(optionRow), columns),
    [
      'Examples:',
      ...verb.examples.map(([line, does]) => `  ${line.padEnd(does === '' ? 0 : width)}  ${does}`.trimEnd()),
    ].join('\n'),
  ];
}

/** `search QUERY…`, `explain WHAT`, `init [DIR]`. */
const usageOf = ({ name, args }: VerbSpec): string =>
  [
    name,
    ...args.map((argument) => {
      const word = `${argument.name.toUpperCase()}${argument.variadic ? '…' : ''}`;
      return argument.required ? word : `[${word}]`;
    }),
  ].join(' ');

const optionRow = ({ long, short, value, optional, help }: OptionSpec): [string, string] => [
  `${short === undefined ? '' : `-${short}, `}--${long}` +
    (value === undefined ? '' : optional === true ? ` [${value}]` : ` ${value}`),
  help,
];

function renderRows(title: string, rows: readonly (readonly [name: string, does: string])[], columns: number): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`${title}:`, ...rows.flatMap(([name, does]) => wrap(does, columns, `  ${name.padEnd(width)}  `))].join('\n');
}
