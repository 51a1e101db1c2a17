// Two parsers read the same command lines: the quick one must say what the full one says, or leave it to that.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemvaultError } from '../../src/model/errors.ts';
import { parseProgram } from '../../src/cli/program.ts';
import { quickParse } from '../../src/cli/quick-parse.ts';
import { QUICK_VERBS } from '../../src/cli/quick-verbs.ts';
import { GLOBAL_OPTIONS, type Invocation, type OptionSpec, type VerbSpec } from '../../src/cli/spec.ts';
import type { World } from '../../src/tasks/world.ts';

async function fullParse(verb: VerbSpec, argv: readonly string[]): Promise<Invocation | null | string> {
  const silent = { write: () => undefined, isTerminal: false, columns: 80 };
  const world = { argv: [verb.name, ...argv], version: '0', stdout: silent, stderr: silent } as unknown as World;
  try {
    return await parseProgram(world);
  } catch (error) {
    if (error instanceof MemvaultError) return error.message;
    throw error;
  }
}

const word = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '-',
    '--',
    '=',
    'a=b',
    'work',
    'two words',
    'naïve',
    '日本',
    '-5',
    '0',
    '--json',
    '-q',
    '--help',
    '-x',
    '--unknown',
    '--no-json',
    'log',
    'help',
    '*',
    '\n',
    '-deployed to',
    '-tag:ui x',
    '-category:work',
    '-"two words"',
    '-n=1',
    '-t=ui',
    "-c'a b'",
    '-ctwo words',
  ),
  fc.string({ maxLength: 5 }),
);

function flag(option: OptionSpec): fc.Arbitrary<string[]> {
  const names = [`--${option.long}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
  const name = fc.constantFrom(...names);
  const shortened = name.map((text) => text.slice(0, -1));
  const alone = fc.oneof({ weight: 8, arbitrary: name }, { weight: 1, arbitrary: shortened }).map((text) => [text]);
  const joined = fc
    .tuple(name, word)
    .map(([text, value]) => [text.startsWith('--') ? `${text}=${value}` : `${text}${value}`]);
  const parted = fc.tuple(name, word).map(([text, value]) => [text, value]);
  return option.value === undefined
    ? fc.oneof({ weight: 6, arbitrary: alone }, { weight: 1, arbitrary: joined })
    : fc.oneof(alone, joined, parted);
}

/** Anything that somebody could type behind the verb: its flags in every form, words, what looks like either. */
function commandLine(verb: VerbSpec): fc.Arbitrary<string[]> {
  const flags = fc.oneof(...[...verb.options, ...GLOBAL_OPTIONS].map(flag));
  return fc
    .array(
      fc.oneof(
        flags,
        word.map((text) => [text]),
      ),
      { maxLength: 7 },
    )
    .map((parts) => parts.flat());
}

test.each(QUICK_VERBS.map((verb) => [verb.name, verb] as const))(
  '%s: the quick parser agrees with the full one',
  async (_name, verb) => {
    let quick = 0;
    await fc.assert(
      fc.asyncProperty(commandLine(verb), async (argv) => {
        const parsed = quickParse(verb, argv);
        if (parsed === null) return;
        quick++;
        expect(parsed).toEqual(await fullParse(verb, argv));
      }),
      { numRuns: 500 },
    );
    expect(quick).toBeGreaterThan(50);
  },
);

test.each([
  ['log', ['User', 'prefers', 'tabs', '-c', 'work', '-tui', '--tag=x', '-q']],
  ['log', ['-']],
  ['log', ['--', '-x', '--json']],
  ['log', []],
  ['search', ['deploy', '-n', '5', '--since=2026-06-01', '--json']],
  ['search', ['*', '-n5', '-0', '--files']],
  ['context', ['where', 'does', 'the', 'user', 'work', '--max-tokens', '2000', '--project=atlas']],
  ['context', ['-']],
  ['completion', ['--list', 'ids', '--', '']],
])('%s %j is read quickly', async (name, argv) => {
  const verb = QUICK_VERBS.find((candidate) => candidate.name === name);
  if (!verb) throw new Error(name);
  expect(quickParse(verb, argv)).not.toBeNull();
  expect(quickParse(verb, argv)).toEqual(await fullParse(verb, argv));
});

test.each([
  ['log', ['--help']],
  ['log', ['--categroy', 'x', 'text']],
  ['log', ['text', '-x']],
  ['search', []],
  ['search', ['--json']],
  ['completion', ['bash', 'zsh']],
])('%s %j is left to the full parser', (name, argv) => {
  const verb = QUICK_VERBS.find((candidate) => candidate.name === name);
  if (!verb) throw new Error(name);
  expect(quickParse(verb, argv)).toBeNull();
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
  ['-ctwo words', ['x'], { category: ['two words'] }],
  ['-n 5', ['x'], { limit: ' 5' }],
])('search %j, which may look like a flag', async (typed, args, values) => {
  const verb = QUICK_VERBS.find(({ name }) => name === 'search');
  if (!verb) throw new Error('search');
  const argv = args[0] === typed ? [typed] : ['x', typed];
  expect(quickParse(verb, argv)).toEqual({ verb: 'search', args, values });
  expect(await fullParse(verb, argv)).toEqual({ verb: 'search', args, values });
  expect(await fullParse(verb, ['--tag', '-a b', ...argv])).toMatchObject({
    values: { tag: ['-a b', ...((values['tag'] ?? []) as string[])] },
  });
});

test('what begins with - and is no flag is told of', async () => {
  const hint = async (...argv: string[]) => {
    const silent = { write: () => undefined, isTerminal: false, columns: 80 };
    return await parseProgram({ argv, version: '0', stdout: silent, stderr: silent } as unknown as World).then(
      () => null,
      (error: unknown) => (error as MemvaultError).hint,
    );
  };
  expect(await hint('context', '-deploy')).toBe(
    'a question that begins with - goes after --, as in: memvault context -- "-deploy"',
  );
  expect(await hint('search', 'folder', '-budget')).toContain('memvault search "deploy -budget"');
  expect(await hint('log', '-"it is" so')).toBe(
    `a text that begins with - goes after --, as in: memvault log -- '-"it is" so'`,
  );
  expect(await hint('context', '-tag:ui is what')).toBe(null);
});

test('where the name of a verb stands for something else, all verbs are still known', async () => {
  const ask = async (
    ...argv: string[]
  ): Promise<{ said: string; found: Invocation | null | undefined; hint: string | undefined }> => {
    let said = '';
    const stream = { write: (text: string) => void (said += text), isTerminal: false, columns: 80 };
    const ended = await parseProgram({ argv, version: '0', stdout: stream, stderr: stream } as unknown as World).catch(
      (error: unknown) => error as MemvaultError,
    );
    return ended instanceof MemvaultError
      ? { said, found: undefined, hint: ended.hint }
      : { said, found: ended, hint: undefined };
  };
  const pages = await ask('--help');
  expect(pages.said).toMatch(/^ +status\b/m);
  for (const argv of [['--vault', 'log'], ['--help', 'log'], ['help']]) expect(await ask(...argv)).toEqual(pages);
  expect((await ask('help', 'log')).said).toBe((await ask('log', '--help')).said);
  expect((await ask('--vault', 'log', 'status', '--json')).found).toMatchObject({
    verb: 'status',
    values: { vault: 'log', json: true },
  });
  expect(await ask('stauts', 'log')).toEqual({ said: '', found: undefined, hint: 'did you mean memvault status?' });
});
