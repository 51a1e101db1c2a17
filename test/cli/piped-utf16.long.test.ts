// What is piped in as UTF-16, as shells of Windows do, is read as a file is: by its mark, or by its zeros.
import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newVault } from '../import/conversations/new-vault.ts';
import { BIN, type Place, program } from '../support/memvault.ts';

let place: Place;
let vault: string;
beforeEach(async () => {
  ({ place, vault } = await newVault());
});
afterEach(() => place.remove());

const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();
const ENCODINGS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['little-endian', (text) => little(`\uFEFF${text}`)],
  ['big-endian', (text) => big(`\uFEFF${text}`)],
  ['without its mark', little],
];
const TALK = JSON.stringify([{ role: 'user', content: 'I am allergic to peanuts. 我住在成都。' }]);
const LINE = '{"content":"User likes té 茶","category":"preference"}\r\n';
const WAYS: readonly (readonly [args: string, input: string, holds: string])[] = [
  ['import - --format openai', TALK, '用户住在成都'],
  ['log --jsonl', LINE, '[preference] User likes té 茶'],
  ['log', 'User likes té 茶\r\n', 'User likes té 茶'],
];

test.each(
  WAYS.flatMap(([args, input, holds]) =>
    ENCODINGS.map(([name, encode]) => ({ args, name, bytes: encode(input), holds })),
  ),
)('$args, $name', async ({ args, bytes, holds }) => {
  writeFileSync(join(place.root, 'in'), bytes);
  const ended = await program(place, '/bin/sh', [
    '-c',
    `"${process.execPath}" "${BIN}" ${args} --vault "${vault}" < in`,
  ]);
  expect(ended, ended.stderr).toMatchObject({ status: 0 });
  const daily = readdirSync(join(vault, 'daily'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(vault, 'daily', file), 'utf8'))
    .join('');
  expect(daily).toContain(holds);
  expect(daily).not.toContain('\0');
});
