// Completion as it happens: each shell sources the script and is asked what it would offer.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GLOBAL_OPTIONS } from '../../src/cli/spec.ts';
import { VERBS } from '../../src/cli/verbs.ts';
import { ARGUMENT_WORDS, FLAG_WORDS } from '../../src/cli/commands/completion.ts';
import { makePlace, memvault, type Place, program } from '../support/memvault.ts';

const DAY = `# Daily Log - 2026-06-30

## 09:00 — abc12345

- [work] User works at Google [project:: atlas moon] \`career two-words\` ^abcdef0001
- [my cat] Likes: fish, "and" 'cream' \`café\` ^zzzzzz0003
`;

const CATEGORIES = [
  'constraint',
  'decision',
  'event',
  'experience',
  'goal',
  'identity',
  'my cat',
  'preference',
  'relationship',
  'skill',
  'technical',
  'work',
];
const verbNames = [...VERBS.map((verb) => verb.name), 'help'];
const flagsOf = (name: string): string[] =>
  [...(VERBS.find((verb) => verb.name === name)?.options ?? []), ...GLOBAL_OPTIONS].map(({ long }) => `--${long}`);

/** What is typed; the last word is the one that is completed. \`<vault>\` stands for the vault's path. */
const CASES: readonly (readonly [line: readonly string[], offered: readonly string[]])[] = [
  [[''], verbNames],
  [['se'], ['search']],
  [
    ['--vault', '<vault>', 're'],
    ['review', 'report', 'reindex'],
  ],
  [['log', '-c', ''], CATEGORIES],
  [['log', '-c', 'w'], ['work']],
  [
    ['log', 'User', 'eats', '--tag', 'ca'],
    ['career', 'café'],
  ],
  [
    ['log', '--supersedes', ''],
    ['abcdef0001', 'zzzzzz0003'],
  ],
  [['log', '--supersedes', 'zz'], ['zzzzzz0003']],
  [['log', '--project', ''], ['atlas moon']],
  [['log', '--session', ''], []],
  [['log', 'User', ''], []],
  [['search', '--zone', '2'], ['2_Wiki']],
  [
    ['search', 'x', '--mode', ''],
    ['hybrid', 'lexical', 'semantic'],
  ],
  [['facts', '--as', 'set'], ['set-aside']],
  [
    ['import', 'x', '--format', 'c'],
    ['chatgpt', 'claude-code', 'claude-md', 'codex'],
  ],
  [['lint', '--rule', 'conserv'], ['conservation']],
  [
    ['config', ''],
    ['get', 'set', 'trust'],
  ],
  [
    ['tags', 'a'],
    ['alias', 'apply'],
  ],
  [['config', 'get', 'consolidate.max_'], ['consolidate.max_wait_days']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['explain', 'abc'], ['abcdef0001']],
  [['open', '1_'], ['1_Projects/Atlas.md']],
  [['fix', 'abcdef0001', '--to', '1'], ['1_Projects/Atlas.md']],
  [
    ['help', 'd'],
    ['diff', 'dream'],
  ],
  [['log', '--'], flagsOf('log')],
  [['dream', '--'], flagsOf('dream')],
];

let place: Place;
let vault: string;

beforeAll(async () => {
  place = makePlace();
  vault = join(place.root, 'my vault ü');
  await memvault(place, ['init', '--no-git', vault]);
  mkdirSync(join(vault, 'daily'));
  writeFileSync(join(vault, 'daily', '2026-06-30.md'), DAY);
  mkdirSync(join(vault, '1_Projects'), { recursive: true });
  writeFileSync(join(vault, '1_Projects', 'Atlas.md'), '# Atlas\n');
});
afterAll(() => place.remove());

/** Runs a shell in the vault; its answer is one line for each of the cases, words parted by tabs. */
async function ask(shell: string, args: readonly string[], script: string): Promise<string[][]> {
  const ended = await program(place, shell, [...args, script], { cwd: vault });
  expect(ended.stderr).toBe('');
  return ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .filter((word) => word !== '')
        .sort(),
    );
}

const has = async (shell: string): Promise<boolean> =>
  (await program(place, 'bash', ['-c', `command -v ${shell}`])).status === 0;
const quote = (word: string): string => `'${word.replaceAll('<vault>', vault).replaceAll("'", String.raw`'\''`)}'`;
const expected = CASES.map(([, offered]) => [...offered].sort());
const onlyLong = (words: readonly string[]): string[] =>
  words.filter((word) => !/^-[^-]/.test(word) && word !== '--help');

describe('bash', () => {
  const drive = (lines: readonly (readonly string[])[]): string =>
    [
      'eval "$(memvault completion bash)"',
      'try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memvault memvault; local IFS=$\'\\t\'; echo "${COMPREPLY[*]}"; }',
      ...lines.map((line) => `try ${['memvault', ...line].map(quote).join(' ')}`),
    ].join('\n');

  test('offers what can stand there', async () => {
    const answers = await ask('bash', ['-c'], drive(CASES.map(([line]) => line)));
    expect(answers.map(onlyLong)).toEqual(
      expected.map((words) => words.map((word) => word.replaceAll(' ', String.raw`\ `)).sort()),
    );
  });

  test('reads words as they were typed: parted at =, quoted, with a tilde, behind --', async () => {
    await memvault({ ...place, root: place.root }, ['init', '--no-git', join(place.env['HOME'] ?? '', 'notes')]);
    const answers = await ask(
      'bash',
      ['-c'],
      drive([
        ['log', '--category', '=', 'w'],
        ['log', '--category', '='],
        ['log', '--category=w'],
        ['log', '-c', '"my'],
        ['log', '-c', String.raw`my\ `],
        ['log', '--', '--'],
        ['--vault', '=', '"<vault>"', 'log', '-c', 'my'],
        ['--vault', '~/notes', 'log', '-c', 'my'],
        ['--vault', '/nowhere', 'log', '-c', ''],
        ['--vault', '<vault>/da'],
        ['init', '--no-git', '<vault>/da'],
        ['import', '<vault>/daily/2026'],
      ]),
    );
    expect(answers).toEqual([
      ['work'],
      CATEGORIES.map((word) => word.replace(' ', String.raw`\ `)),
      ['--category=work'],
      ['my cat'],
      [String.raw`my\ cat`],
      [],
      [String.raw`my\ cat`],
      [],
      [],
      [`${vault}/daily`],
      [`${vault}/daily`],
      [`${vault}/daily/2026-06-30.md`],
    ]);
  });
});

describe('zsh', () => {
  test('offers what can stand there', async ({ skip }) => {
    if (!(await has('zsh'))) skip('zsh is not installed');
    // What its completion system is given is taken down instead of being shown.
    const script = [
      'zmodload zsh/zpty; zpty shell zsh -f -i',
      'zpty -w shell \'PS1=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; eval "$(memvault completion zsh)"\'',
      'zpty -w shell \'compadd() { local -a offered; builtin compadd -O offered "$@"; print -rl -- "${(@)offered}" >>$OUT; builtin compadd "$@" }\'',
      'zpty -w shell \'taken() { zle expand-or-complete; BUFFER=; print -n "do"; print -n "ne@" }; zle -N taken; bindkey -e; bindkey "^I" taken; setopt no_beep no_auto_list no_auto_menu\'',
      'zpty -w shell \'print -n "rea"; print -n "dy@"\'',
      'zpty -r -m shell ignored "*ready@*"',
      'try() { : >$OUT; zpty -w -n shell "$1"$\'\\t\'; zpty -r -m shell ignored "*done@*"; print -r -- "${(pj:\\t:)${(@fu)$(<$OUT)}}" }',
      ...CASES.map(
        ([line]) =>
          `try ${quote(['memvault', ...line.map((word, at) => (at === line.length - 1 ? word : word.replaceAll('<vault>', vault.replaceAll(' ', '\\ '))))].join(' '))}`,
      ),
    ];
    const ended = await program(place, 'zsh', ['-f', '-c', script.join('\n')], {
      cwd: vault,
      env: { ...place.env, TERM: 'dumb', OUT: join(place.root, 'offered') },
    });
    const answers = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .split('\t')
          .filter((word) => word !== '')
          .sort(),
      );
    // Where it knows no word zsh falls back on flags.
    const wanted = (word: string, at: number): boolean =>
      !word.startsWith('-') || (CASES[at]?.[0].at(-1) ?? '').startsWith('-');
    expect(
      answers.map((words, at) =>
        onlyLong(words)
          .map((word) => word.replace(/=$/, ''))
          .filter((word) => wanted(word, at)),
      ),
    ).toEqual(expected);
  });
});

describe('fish', () => {
  test('offers what can stand there', async ({ skip }) => {
    if (!(await has('fish'))) skip('fish is not installed');
    const answers = await ask(
      'fish',
      ['--no-config', '-c'],
      [
        'memvault completion fish | source',
        'function try; string join \\t -- (complete -C "$argv" | string replace -r "\\t.*" "") ""; end',
        ...CASES.map(
          ([line]) =>
            `try ${quote(['memvault', ...line.map((word, at) => (at === line.length - 1 ? word : word.replaceAll('<vault>', String.raw`'<vault>'`)))].join(' ')).replaceAll(String.raw`'\''`, String.raw`\'`)}`,
        ),
      ].join('\n'),
    );
    expect(answers.map(onlyLong)).toEqual(expected);
  });
});

describe('memvault complete', () => {
  test.each(['-c', '-t', '--supersedes', '--project'])('says what the words of log %s are', async (flag) => {
    const { stdout, stderr, status } = await memvault(place, ['complete', 'log', flag, ''], { cwd: vault });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .every((line) => /^[^\t]+\t[^\t]+$/.test(line)),
    ).toBe(true);
  });

  test.each([
    ['no vault', ['--vault', '/nowhere', 'log', '-t', '']],
    ['no such verb', ['colours', '']],
    ['a broken config', ['--vault', '<broken>', 'log', '-t', '']],
  ])('%s: nothing, without a word', async (_what, args) => {
    const broken = join(place.root, 'broken');
    mkdirSync(join(broken, '.memvault'), { recursive: true });
    writeFileSync(join(broken, '.memvault', 'config.yaml'), '- [');
    const ended = await memvault(place, ['complete', ...args.map((arg) => arg.replace('<broken>', broken))]);
    expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test('the tables of words name flags and arguments that there are', () => {
  const options = [...VERBS.flatMap((verb) => verb.options), ...GLOBAL_OPTIONS];
  expect(
    Object.keys(FLAG_WORDS).filter(
      (name) => !options.some((option) => option.long === name && option.value !== undefined),
    ),
  ).toEqual([]);
  const places = VERBS.flatMap((verb) => verb.args.map((argument) => `${verb.name} ${argument.name}`));
  expect(Object.keys(ARGUMENT_WORDS).filter((name) => !places.includes(name))).toEqual([]);
});
