// What is shown of a dream before and after is what it writes: the words of the claims, and beside them what was logged
// where a model said it otherwise.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerAll } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { Script } from '../support/model-server/script.ts';
import { dreamArgs, useNights, type Night, pages } from './night.ts';

const LOGGED = 'I moved to Bergen last week';
const WRITTEN = 'User moved to Bergen last week (week of 2026-06-22)';

const use = useNights();

const words: Script = (call) => ({
  says: answerAll(call, ({ says }) => (says.startsWith(LOGGED) ? { text: says.replace(/^I /, 'User ') } : {})),
});

async function begin(): Promise<{ night: Night; url: string }> {
  const server = await use.started(startOllama(words));
  return { night: await use.nights.begin([['2026-06-30', 'life', LOGGED]]), url: server.url };
}

test.each([
  ['--dry-run', []],
  ['--plan', ['plan.json']],
] as const)('%s shows what would be written, and what was logged', async (flag, more) => {
  const { night, url } = await begin();
  const args = more.map((name) => join(night.vault, '..', name));
  const { stdout, stderr, status } = await use.nights.memvault(
    use.nights.place,
    ['dream', flag, ...args, ...dreamArgs(url).slice(3)],
    { cwd: night.vault },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toMatch(
    new RegExp(`^  \\+ ${WRITTEN.replace(/[()]/g, '\\$&')} \\(.+\\)\n      logged: ${LOGGED}$`, 'm'),
  );
  expect(stdout).toMatch(/^ {2}\+ User slept 7 hours and 40 minutes \(.+\)\n(?! {6}logged)/m);
});

test('diff names facts by the words of their claims', async () => {
  const { night, url } = await begin();
  expect((await night.dream(url)).status).toBe(0);
  expect(pages(night)).toContain(WRITTEN);
  const { stdout } = await night.run('diff');
  expect(stdout).toMatch(
    new RegExp(`^# placed     ${WRITTEN.replace(/[()]/g, '\\$&')} \\(.+; logged: ${LOGGED}\\)$`, 'm'),
  );
  expect(stdout).toMatch(/^# placed {5}User slept 7 hours and 40 minutes \((?!.*logged:)/m);
});
