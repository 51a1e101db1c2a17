// `forget` with a person at the terminal: a choice where several are meant, a question before what cannot be taken
// back.
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Ended } from '../support/memvault.ts';
import { runHere, type Replies } from '../support/here.ts';
import { dreamtVault, removePrepared, SECRET, type TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

async function start(): Promise<{
  vault: TestVault;
  id: string;
  at: (args: readonly string[], replies?: Replies, ask?: string | null) => Promise<Ended>;
}> {
  const { vault, id } = await dreamtVault([
    'User swims on Fridays',
    'The dentist whom User visits in Lyon is closed on Mondays',
  ]);
  open.push(vault);
  const at = async (args: readonly string[], replies: Replies = []): Promise<Ended> =>
    await runHere({ place: vault.place, cwd: vault.root, now: vault.now }, args, replies);
  return { vault, id, at };
}

test('several are shown, and the one that is chosen is forgotten', async () => {
  const { vault, id, at } = await start();
  const { status, stdout, stderr } = await at(['forget', 'user', 'visits', 'lyon'], [id]);
  expect(stderr).toContain('Which one should be forgotten?');
  expect(stdout).toContain(`Forgot ${id}`);
  expect(status).toBe(0);
  expect(vault.holding()).toEqual([]);
  expect(vault.read('3_Personal/Health.md')).toContain('dentist');
});

test('none is a choice, and writes nothing', async () => {
  const { vault, at } = await start();
  expect(await at(['forget', 'user visits'], [''])).toMatchObject({ status: 0, stdout: '' });
  expect(await at(['forget', 'user visits'], [null])).toMatchObject({ status: 130 });
  expect(vault.has('.memvault/tombstones.jsonl')).toBe(false);
});

test('one that only holds the words is shown and asked about; who goes away has forgotten nothing', async () => {
  const { vault, at } = await start();
  // Nobody answers: the program is ended.
  const { status, stderr } = await at(['forget', 'quillfeather']);
  expect(stderr).toContain(SECRET);
  expect(status).toBe(130);
  expect(vault.read('MEMORY.md')).toMatch(WORD);
});

test('what it says, or its id, is enough', async () => {
  const { vault, at } = await start();
  expect(await at(['forget', SECRET])).toMatchObject({ status: 0 });
  expect(vault.holding()).toEqual([]);
});

test('--purge asks before the line goes', async () => {
  const { vault, id, at } = await start();
  expect((await at(['forget', id, '--purge'])).status).toBe(130);
  expect(vault.read('daily/2026-06-28.md')).toMatch(WORD);
  expect(vault.has('.memvault/tombstones.jsonl')).toBe(false);
  expect((await at(['forget', id, '--purge', '--yes'])).status).toBe(0);
  expect(vault.read('daily/2026-06-28.md')).not.toMatch(WORD);
});
