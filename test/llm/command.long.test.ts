// A program as the model: what it is told, what it may do wrong, and that nothing of it stays behind.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { splitCommand } from '../../src/llm/address.ts';
import { LLMError } from '../../src/llm/errors.ts';
import { makeModel } from '../../src/tasks/model-engine.ts';
import { faster } from '../support/fast-clock.ts';
import { asking, noSleep, optionsOf, REQUEST } from './tiny-server.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-command-')));
afterAll(() => rmSync(root, { recursive: true }));

const env = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), KEY: 'k' };
const modelOf = (command: string, more: Parameters<typeof optionsOf>[0] = {}) =>
  makeModel('command', optionsOf({ command, env, cwd: root, platform: process.platform, ...more }));

let scripts = 0;
/** A program in JavaScript, as a command line. */
function program(text: string): string {
  const path = join(root, `program ${++scripts}.cjs`);
  writeFileSync(path, text);
  return `node '${path}'`;
}
const failure = async (promise: Promise<unknown>): Promise<LLMError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof LLMError)) throw new Error('it did not fail as a model does', { cause: thrown });
  return thrown;
};

test('a program gets the whole question on its stdin, and its answer is what it prints', async () => {
  const model = modelOf(
    `${program(`
    const text = require('node:fs').readFileSync(0, 'utf8')
    console.error('SECRET')
    console.log('<think>hm</think>' + JSON.stringify({ text, dream: process.env.MEMVAULT_DREAM, key: process.env.KEY, home: process.env.HOME, cwd: process.cwd(), args: process.argv.slice(2) }))
  `)} -p "two words"`,
  );
  await model.check(asking().signal);
  const reply = await model.ask(REQUEST, asking());
  const { text, ...rest } = JSON.parse(reply.text) as { text: string };
  expect(rest).toEqual({ dream: '1', key: 'k', cwd: root, args: ['-p', 'two words'] });
  expect(text.startsWith(REQUEST.system)).toBe(true);
  expect(text.endsWith(`${REQUEST.prompt}\n`)).toBe(true);
  expect(text).toContain(JSON.stringify(REQUEST.schema));
  expect(reply).toMatchObject({ cut: null });
  expect(model.name).toBe('command:node');
});

test('letters that are split between two writes arrive whole', async () => {
  const reply = await modelOf(
    program(`
    const bytes = Buffer.from('{"a":"日本🎉"}')
    let at = 0
    const next = () => at < bytes.length && process.stdout.write(bytes.subarray(at, ++at), () => setTimeout(next, 5))
    next()
  `),
  ).ask(REQUEST, asking());
  expect(reply.text).toBe('{"a":"日本🎉"}');
});

test('a program that reads nothing may answer all the same', async () => {
  const reply = await modelOf(`printf '{"a":1}'`).ask({ ...REQUEST, prompt: 'x'.repeat(3_000_000) }, asking());
  expect(reply.text).toBe('{"a":1}');
});

test('a program that prints nothing gives an empty answer', async () => {
  expect(await modelOf('true').ask(REQUEST, asking())).toMatchObject({ text: '', answerTokens: 0 });
});

test.each([
  [
    'ends with a status',
    `console.log('{"a":1}'); console.error('SECRET'); process.exit(3)`,
    'node exited with status 3',
  ],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'node was killed by SIGKILL'],
])('a program that %s fails at once, without its own words', async (_what, text, message) => {
  const { waits, sleep } = noSleep();
  const error = await failure(modelOf(program(text), { sleep }).ask(REQUEST, asking()));
  expect(error).toMatchObject({
    code: 'model',
    message,
    retryable: false,
    hint: expect.stringContaining('by hand') as string,
  });
  expect(JSON.stringify(error)).not.toContain('SECRET');
  expect(waits).toEqual([]);
});

test('status 75 asks to try again', async () => {
  const mark = join(root, 'tried');
  const text = `const fs = require('node:fs'); if (!fs.existsSync(${JSON.stringify(mark)})) { fs.writeFileSync(${JSON.stringify(mark)}, ''); process.exit(75) } console.log('{}')`;
  const { waits, sleep } = noSleep();
  expect((await modelOf(program(text), { sleep }).ask(REQUEST, asking())).text).toBe('{}');
  expect(waits).toEqual([1000]);
});

test('a program that is not there', async () => {
  for (const [command, called, hint] of [
    ['/no/such/claude -p', '/no/such/claude', 'install it, or'],
    ['claude-of-nobody -p', 'claude-of-nobody', 'install it, or'],
  ] as const) {
    const model = modelOf(command);
    for (const doing of [() => model.check(asking().signal), () => model.ask(REQUEST, asking())]) {
      expect(await failure(doing())).toMatchObject({
        message: `program not found: ${called}`,
        hint: expect.stringContaining(hint) as string,
      });
    }
    expect(model.name).toBe(`command:${called.split('/').at(-1)}`);
  }
});

test('a program that prints without end is ended', async () => {
  const error = await failure(modelOf('yes {}').ask(REQUEST, asking()));
  expect(error).toMatchObject({ message: 'yes printed too much', retryable: false });
});

/** One that has ended and that nobody has asked after is not alive. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

/** Starts a child that does the same, says both ids in a file, and hangs. */
const hanging = (file: string, deaf: boolean): string =>
  program(`
  ${deaf ? "process.on('SIGTERM', () => {})" : ''}
  const { spawn } = require('node:child_process')
  if (process.argv[2] !== 'child') {
    const child = spawn(process.execPath, [__filename, 'child'], { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] })
    child.on('message', () => { require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid); console.log('{') })
  } else process.send('here')
  setInterval(() => {}, 1000)
`);

test.each([
  ['', false],
  [' though it does not want to', true],
])('an abort ends a program that hangs, with its children%s', async (_what, deaf) => {
  const file = join(root, `ids-${String(deaf)}`);
  const abort = new AbortController();
  const reason = new Error('stop');
  await expect(
    modelOf(hanging(file, deaf)).ask(
      REQUEST,
      asking(abort.signal, () => abort.abort(reason)),
    ),
  ).rejects.toBe(reason);
  const ids = readFileSync(file, 'utf8').split(' ').map(Number);
  expect(ids).toHaveLength(2);
  for (let tries = 0; tries < 200 && ids.some(isAlive); tries++) await wait(50);
  expect(ids.filter(isAlive)).toEqual([]);
});

test('a call that is aborted before starts nothing', async () => {
  const mark = join(root, 'started');
  await expect(modelOf(`touch '${mark}'`).ask(REQUEST, asking(AbortSignal.abort(new Error('stop'))))).rejects.toThrow(
    'stop',
  );
  expect(existsSync(mark)).toBe(false);
});

test('what a program leaves behind in the background keeps nobody waiting', async () => {
  const reply = await faster(
    5,
    async () =>
      await modelOf(
        program(`
    require('node:child_process').spawn('sleep', ['30'], { stdio: ['ignore', 'inherit', 'ignore'] }).unref()
    console.log('{"a":1}')
  `),
      ).ask(REQUEST, asking(AbortSignal.timeout(12_000))),
  );
  expect(reply.text.trim()).toBe('{"a":1}');
});

test.each<[line: string, words: string[]]>([
  ['claude -p', ['claude', '-p']],
  ["  llm\t-m  'my model' ", ['llm', '-m', 'my model']],
  ['a "b \'c\' d" \'e "f" g\'', ['a', "b 'c' d", 'e "f" g']],
  ['a --x="y z"w', ['a', '--x=y zw']],
  ['a\\ b c\\"d "e\\"f\\\\g\\h"', ['a b', 'c"d', 'e"f\\g\\h']],
  ["a '\\n' ''", ['a', '\\n', '']],
  ['a $HOME *.md | b > c; d && e `f` #g', ['a', '$HOME', '*.md', '|', 'b', '>', 'c;', 'd', '&&', 'e', '`f`', '#g']],
])('the command line %s', (line, words) => {
  expect(splitCommand(line, 'linux')).toEqual(words);
});

test('on Windows a backslash parts folders', () => {
  expect(splitCommand('"C:\\Program Files\\x.exe" C:\\y\\z.txt a\\ b "c\\"d"', 'win32')).toEqual([
    'C:\\Program Files\\x.exe',
    'C:\\y\\z.txt',
    'a b',
    'c"d',
  ]);
});

test.each(['', '  ', "''", '"a'])('%j is no command line', (line) => {
  expect(() => splitCommand(line, 'linux')).toThrow('models.command');
});
