// What never reaches a model on another machine, by every way to it. A program counts as one: it may send what it gets
// anywhere.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerAll } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { type Night, useNights } from './night.ts';

const SECRET = 'User sees a therapist on Thursdays';

const use = useNights();

/** A program that writes down what it is asked and answers nothing of use. */
function recorder({ vault }: Night): { readonly command: string; readonly heard: () => string } {
  const program = join(vault, '..', `recorder-${vault.slice(-1)}.cjs`);
  const heard = `${program}.log`;
  writeFileSync(
    program,
    `const fs = require('node:fs')\nfs.appendFileSync(${JSON.stringify(heard)}, fs.readFileSync(0, 'utf8'))\nprocess.stdout.write('{}')\n`,
  );
  return {
    command: `'${process.execPath}' '${program}'`,
    heard: () => (existsSync(heard) ? readFileSync(heard, 'utf8') : ''),
  };
}

async function begin(): Promise<{
  night: Night;
  dreamed: (...args: string[]) => Promise<string>;
  heard: () => string;
}> {
  const night = await use.nights.begin();
  const { command, heard } = recorder(night);
  expect((await night.run('log', '-c', 'health', '-t', 'Private', '--date', '2026-06-30', SECRET)).status).toBe(0);
  const asked = async (...args: string[]): Promise<string> => {
    const { status, stderr } = await night.run(...args, '--engine', 'command', '--set', `command=${command}`);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    return stderr;
  };
  return { night, dreamed: asked, heard };
}

test('a fact tagged private is decided by the rules; the first use says what is sent', async () => {
  const { night, dreamed, heard } = await begin();
  const said = await dreamed('dream', '--batch', '--force');
  expect(said).toMatch(/facts tagged private stay on this machine/);
  expect(heard()).toContain('Anna Berg');
  expect(heard()).not.toContain('therapist');
  expect((await night.facts()).filter(({ disposition }) => disposition === null)).toEqual([]);
  expect((await night.run('search', 'therapist')).stdout).toContain(SECRET);

  await night.run('log', '--date', '2026-06-30', 'User sold the blue canoe');
  expect(await dreamed('dream', '--batch', '--force')).not.toMatch(/stay on this machine/);
  expect(heard()).toContain('canoe');
  expect(heard()).not.toContain('therapist');
});

test('nor does lint --llm show it', async () => {
  const { night, heard } = await begin();
  for (const text of ['The nightly backup takes 50 minutes', 'User sees no therapist on Thursdays'])
    await night.run('log', '--project', 'house', '--date', '2026-06-30', text);
  await night.run('dream', '--batch', '--force', '--engine', 'rules');
  const { command } = recorder(night);
  await night.run('lint', '--llm', '--set', 'engine=command', '--set', `command=${command}`);
  expect(heard()).toContain('50 minutes');
  expect(heard()).not.toContain('sees a therapist');
});

test('on this machine a model sees it', async () => {
  const server = await use.started(startOllama((call) => ({ says: answerAll(call, () => ({})) })));
  const { night } = await begin();
  expect((await night.dream(server.url)).stderr).not.toMatch(/stay on this machine/);
  expect(server.calls.map(({ body }) => JSON.stringify(body)).join('')).toContain('therapist');
});
