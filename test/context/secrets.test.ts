// What looks like a secret goes into no prompt, wherever in the vault it stands; its owner finds it by a search.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyLinesOf } from '../../src/context/secrets.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace, type Place } from '../support/memvault.ts';

/** Made by hand, and never anybody's. */
const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const KEY = Array.from(
  { length: 40 },
  (_, index) => `MIIEpAIBAAKCAQEA${String(index).padStart(2, '0')}u5vKf8Zq0Zr1PzYw3nX9bD7eGhTjLmQoRsUvWxYaBcDeFgHi`,
);

let place: Place;
let vault: string;
const run = async (...args: string[]) => await memvaultHere(place, [...args, '--vault', vault]);
const bundle = async (...question: string[]) => (await run('context', ...question, '--no-recall')).stdout;
const write = (name: string, text: string) => writeFileSync(join(vault, name), text);

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await run('init', vault, '-q');
});
afterEach(() => place.remove());

test('a line written by hand, before a dream and when it was quarantined, and one that was logged all the same', async () => {
  await run('log', 'The deploy pipeline runs at noon', '-q');
  appendFileSync(join(vault, 'daily/2026-07-01.md'), `- [general] The deploy token is ${TOKEN}\n`);
  await run('log', 'The deploy password is Sunny-Day-42', '--allow-secret', '-q');
  const before = await bundle('deploy');
  await run('dream', '--yes', '-q', '--force');
  const after = await bundle('deploy');
  for (const text of [before, after]) {
    expect(text).toContain('runs at noon');
    expect(text).not.toMatch(/ghp_|Sunny/);
    expect(text).toContain('\n2 left out: they look like secrets.\n');
  }
  expect(JSON.parse(await bundle('deploy', '--json'))).toMatchObject({ missing: { secret: 2 }, truncated: false });
  expect(JSON.stringify(JSON.parse(await bundle('deploy', '--json')))).not.toMatch(/ghp_|Sunny/);
  expect((await run('search', 'deploy', 'token', '--no-recall')).stdout).toContain(TOKEN);
});

test('claims, notes, headings and the three files', async () => {
  write('persona.md', `You are brief.\n\nYour key: \`${TOKEN}\`\n`);
  write('user.md', `- Nadia\n  - wifi password: tr0mbone77\n- Lyon\n\n## Token ${TOKEN}\n\n- below it\n`);
  write('MEMORY.md', `# Memory\n\n- The deploy token is &#103;hp\u200B_${TOKEN.slice(4)}\n- It rains\n`);
  mkdirSync(join(vault, '2_Wiki'), { recursive: true });
  write(
    '2_Wiki/Deploy.md',
    `# Deploy\n\n## Key Facts\n\n- The deploy token is ${TOKEN}[^aaaaaaaaaa]\n- A deploy takes an hour[^bbbbbbbbbb]\n`,
  );
  write(
    'note.md',
    `To deploy:\n\n    curl -u nadia:${TOKEN} https://deploy.example.com/go\n\nThen deploy again, ${TOKEN.slice(0, 9)}[^1]${TOKEN.slice(9)}.\n\nThat is a deploy.\n`,
  );
  const text = await bundle('deploy');
  expect(text).not.toMatch(/16C7e42F|tr0mbone/);
  for (const kept of ['You are brief', '- Lyon', '- It rains', 'takes an hour', 'That is a deploy'])
    expect(text).toContain(kept);
  expect(text).toMatch(/\n\d left out: they look like secrets\.\n/);
});

test('a private key that is longer than a passage', async () => {
  write(
    'key.md',
    `Of the lighthouse.\n\n-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${KEY.join('\n')}\n-----END RSA PRIVATE KEY-----\n\nThe lighthouse is old.\n`,
  );
  expect((await run('search', '*', '-n', '50', '--no-recall', '--json')).stdout).toContain(KEY[30]);
  const text = await bundle('*');
  expect(text).not.toContain('MIIE');
  expect(text).toContain('The lighthouse is old.');
});

test('a private key of which each line was logged', () => {
  const log = `# Daily Log - 2026-07-01\n\n## 10:00 — cli-x\n- [general] It rains\n- [general] -----BEGIN PRIVATE KEY-----\n\n## 10:01 — cli-x\n- [general] ${KEY[0]}\n- [general] ${KEY[1]} ^fk1ndv8nyz\n- [general] -----END PRIVATE KEY-----\n- [general] It snows\n`;
  expect([...keyLinesOf(log, '2026-07-01')].filter((line) => log.split('\n')[line - 1]?.startsWith('- '))).toEqual([
    5, 8, 9, 10,
  ]);
  expect(keyLinesOf(log.replaceAll('PRIVATE', 'PUBLIC'), '2026-07-01').size).toBe(0);
});

test('of one project there is no heading of another, whoever said the same', async () => {
  for (const project of ['beacon', 'atlas'])
    await run('log', 'Deployed to Hetzner', '--project', project, '-c', 'technical', '-q');
  write('MEMORY.md', '# Memory\n\n## Beacon\n\n- Deployed to Hetzner\n');
  const text = await bundle('nothing', 'like', 'it', '--project', 'atlas');
  expect(text).toContain('\n## MEMORY.md\n\n- 2026-07-01 [technical] Deployed to Hetzner\n');
  expect(text).not.toContain('Beacon');
});

test('any budget is one', async () => {
  await run('log', 'It rains', '-q');
  expect(await bundle('rain', '--max-chars', '99999999999999999999')).toContain('It rains');
});
