// dream --redo at a terminal: what it says before it asks a model, and that nobody is asked where nothing would change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Replies, runHere } from '../support/here.ts';
import type { Ended, Place } from '../support/memvault.ts';
import { answerAll, type Decide } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { screenOf } from '../support/screen.ts';
import { useDreamVaults } from './dream-vault.ts';

const LEDGER = '.memvault/ledger/2026-06.jsonl';

let place: Place;
let vault: string;
useDreamVaults((made) => void ({ place, vault } = made));

const redo = async (replies: Replies | null, args: readonly string[] = []): Promise<Ended> =>
  await runHere(
    { place, cwd: vault, now: '2026-06-21T12:00:00Z' },
    ['dream', '--redo', '--since', '2026-06-01', ...args],
    replies,
  );
const ledger = (): string => readFileSync(join(vault, LEDGER), 'utf8');

test.each([
  ['at a terminal', [], []],
  ['with --yes', null, ['--yes']],
] as const)(
  'where nothing would change nobody is asked, and what was looked at is recorded, %s',
  async (_where, replies, args) => {
    writeFileSync(join(vault, LEDGER), ledger().replaceAll(/"engine":"rules\/\d+"/g, '"engine":"rules/1"'));
    const { status, stdout, stderr } = await redo(replies, args);
    // On a busy machine progress is drawn, and taken away again.
    expect({ status, stderr: screenOf(stderr).trim() }).toEqual({ status: 0, stderr: '' });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'looked again at 3 facts since 2026-06-01: 0 would change, 3 stay as they are.',
    );
    expect(stdout).not.toContain('carried out');
    const again = await redo(replies, args);
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to do') as string });
  },
);

test('a model is asked after it was said how much, once', async () => {
  const server = await startOllama((call) => ({ says: answerAll(call) }));
  try {
    const model = ['--engine', 'ollama', '--model', 'm', '--set', `url=${server.url}`];
    const { status, stdout, stderr } = await redo([], model);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stderr.replaceAll('\n', ' ')).toMatch(/ollama:m is asked at \S+: about \d+ calls? with [\d,]+ tokens\./);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('0 would change, 3 stay as they are.');
    const { length } = server.calls;
    expect(length).toBeGreaterThan(0);
    expect((await redo([], model)).stdout).toContain('Nothing to do');
    expect(server.calls).toHaveLength(length);
  } finally {
    await server.close();
  }
});

test.each([
  ['all of it is written', ['yes'], true],
  ['nothing is written', ['no'], false],
] as const)('what would change is asked about once: %s', async (_what, replies, isWritten) => {
  const reword: Decide = ({ says }) => ({ text: `The user: ${says}` });
  const server = await startOllama((call) => ({ says: answerAll(call, reword) }));
  try {
    const page = (): string => readFileSync(join(vault, '3_Personal/Work.md'), 'utf8');
    const before = page();
    const { status, stderr } = await redo(replies, [
      '--engine',
      'ollama',
      '--model',
      'm',
      '--set',
      `url=${server.url}`,
    ]);
    expect(status).toBe(0);
    expect(page() !== before).toBe(isWritten);
    expect(stderr.includes('Nothing was written.')).toBe(!isWritten);
  } finally {
    await server.close();
  }
});
