// From the words of a command line to a verb, its arguments and its flags.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderHelp } from '../../src/cli/help.ts';
import { optionsOf, parse } from '../../src/cli/parse.ts';
import type { OptionSpec, VerbSpec } from '../../src/cli/spec.ts';
import { VERBS } from '../../src/cli/verbs.ts';
import { MemvaultError } from '../../src/model/errors.ts';

/** What follows the verb, as it is read; of an error its hint. */
function read(...argv: string[]) {
  try {
    const parsed = parse(argv);
    return 'verb' in parsed ? { args: parsed.invocation.args, values: parsed.invocation.values } : parsed;
  } catch (error) {
    if (error instanceof MemvaultError) return error.hint;
    throw error;
  }
}

const word = fc.oneof(
  fc.constantFrom('', ' ', '-', '=', 'a=b', 'work', 'two words', 'naïve', '日本', 'log', 'help', '*', '\n'),
  fc.string({ maxLength: 5 }).filter((text) => !text.startsWith('-')),
);

/** A flag in each form that it can be typed in, with what it means. */
function flag({ long, short, value }: OptionSpec): fc.Arbitrary<{ typed: string[]; long: string; means: unknown }> {
  const names = fc.constantFrom(`--${long}`, ...(short === undefined ? [] : [`-${short}`]));
  if (value === undefined) return names.map((name) => ({ typed: [name], long, means: true }));
  return fc.tuple(names, word, fc.boolean()).map(([name, text, isJoined]) => ({
    typed:
      !isJoined || text === '' || /[\s:'"]/.test(text)
        ? [name, text]
        : [`${name}${name.startsWith('--') ? '=' : ''}${text}`],
    long,
    means: isJoined && !name.startsWith('--') && !/[\s:'"]/.test(text) ? text.replace(/^=/, '') : text,
  }));
}

test.each(VERBS.map((verb) => [verb.name, verb] as const))(
  '%s: flags of every form and words in any order are read as what they are',
  (_name: string, verb: VerbSpec) => {
    const options = optionsOf(verb).filter(({ long, optional }) => long !== 'help' && optional !== true);
    const isVariadic = verb.args.some(({ variadic }) => variadic);
    const least = verb.args.filter(({ required }) => required).length;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(...options.map(flag)), { maxLength: 6 }),
        fc.array(word, { minLength: least, maxLength: isVariadic ? 5 : verb.args.length }),
        (flags, words) => {
          const wanted = new Map<string, unknown>();
          for (const { long, means } of flags) {
            const { repeat } = options.find((one) => one.long === long) ?? {};
            wanted.set(long, repeat === true ? [...((wanted.get(long) as unknown[]) ?? []), means] : means);
          }
          expect(read(verb.name, ...flags.flatMap(({ typed }) => typed), '--', ...words)).toEqual({
            args: words,
            values: Object.fromEntries(wanted),
          });
        },
      ),
      { numRuns: 100 },
    );
  },
);

test('no command line is more than an error of its user', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.string({ maxLength: 5 }), fc.constantFrom('-x', '--json', '--', '-q', '-n'))),
      (argv) => {
        for (const name of ['', 'log', 'search', 'dream', 'help']) read(...(name === '' ? argv : [name, ...argv]));
      },
    ),
  );
});

test.each<[string, string[], Record<string, unknown>]>([
  ['-tag:deploy deploy', ['-tag:deploy deploy'], {}],
  ['-category:technical cats', ['-category:technical cats'], {}],
  ['-deployed to', ['-deployed to'], {}],
  ['-nobody is here', ['-nobody is here'], {}],
  ['-quiet "two words"', ['-quiet "two words"'], {}],
  ['-"deployed to" deploy', ['-"deployed to" deploy'], {}],
  ['-„zu Hause“ Katze', ['-„zu Hause“ Katze'], {}],
  ['-project:atlas', ['-project:atlas'], {}],
  ['-tui', ['x'], { tag: ['ui'] }],
  ['-n5', ['x'], { limit: '5' }],
  ['-n=5', ['x'], { limit: '5' }],
  ['-t=ui', ['x'], { tag: ['ui'] }],
  ['-tkey=a:b', ['x'], { tag: ['key=a:b'] }],
  ['-n 5', ['x'], { limit: ' 5' }],
])('search %j, which may look like a flag', (typed, args, values) => {
  const argv = args[0] === typed ? [typed] : ['x', typed];
  expect(read('search', ...argv)).toEqual({ args, values });
  expect(read('search', '--tag', '-a b', ...argv)).toMatchObject({
    values: { tag: ['-a b', ...((values['tag'] ?? []) as string[])] },
  });
});

test('a value that may be left out is the word behind the flag', () => {
  expect(read('dream', '--undo')).toEqual({ args: [], values: { undo: true } });
  expect(read('dream', '--undo', '--json')).toEqual({ args: [], values: { undo: true, json: true } });
  for (const typed of [['--undo', 'r-1'], ['--undo=r-1']])
    expect(read('dream', ...typed, '--yes')).toEqual({ args: [], values: { undo: 'r-1', yes: true } });
});

test('the hint of an error names what was meant', () => {
  expect(read('log', '--categroy', 'x', 'text')).toBe('did you mean --category?');
  expect(read('search')).toBe('see memvault search --help');
  expect(read('completion', 'bash', 'zsh')).toBe('see memvault completion --help');
  expect(read('log', '-c')).toBe('see memvault log --help');
  expect(read('status', '--json=1')).toBe('see memvault status --help');
  expect(read('stauts', 'log')).toBe('did you mean memvault status?');
  expect(read('help', 'stauts')).toBe('did you mean memvault help status?');
  expect(read('context', '-deploy')).toBe(
    'a text that begins with - goes after --, as in: memvault context -- -deploy',
  );
  expect(read('search', 'folder', '-budget')).toContain('memvault search "deploy -budget"');
  expect(read('log', '-"it is" so')).toBe(
    `a text that begins with - goes after --, as in: memvault log -- '-"it is" so'`,
  );
  expect(read('context', '-tag:ui is what')).toEqual({ args: ['-tag:ui is what'], values: {} });
});

test('help and the version are asked for in several ways; flags may stand before the verb', () => {
  for (const argv of [['--help'], ['-h'], ['--help', 'log'], ['help']]) expect(read(...argv)).toEqual({ help: null });
  for (const argv of [[], ['--vault', 'log'], ['--json']])
    expect(read(...argv)).toMatchObject({ morning: { args: [] } });
  for (const argv of [
    ['help', 'log'],
    ['log', '--help'],
    ['log', 'x', '-h'],
  ])
    expect(read(...argv)).toMatchObject({ help: { name: 'log' } });
  expect(read('--version')).toEqual({ version: true });
  expect(renderHelp(null, 80)).toMatch(/^ +status\b/m);
  expect(read('--vault', 'log', 'status', '--json')).toEqual({ args: [], values: { vault: 'log', json: true } });
});

test('a number below zero is a word', () => {
  expect(read('config', 'set', 'min_facts', '-3')).toEqual({ args: ['set', 'min_facts', '-3'], values: {} });
  expect(read('search', 'x', '-0')).toEqual({ args: ['x'], values: { null: true } });
});

test('git’s own arguments are taken as they come', () => {
  expect(read('merge-driver', '-x', '--json', '--')).toEqual({ args: ['-x', '--json', '--'], values: {} });
});
