// What is forgotten and comes back, by a merge or by hand: the first night takes it off, whatever the gate says.
import { afterAll, afterEach, expect, test } from 'vitest';
import { runHere } from '../two-clones/clone.ts';
import { dreamtVault, git, removePrepared, SECRET, type TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

const PAGE = '3_Personal/Health.md';

/** Forgotten, and on its page again; a dream was today already, so that none is due. */
async function brought(): Promise<{ vault: TestVault; id: string; page: string }> {
  const { vault, id } = await dreamtVault();
  open.push(vault);
  const [page, memory] = [vault.read(PAGE), vault.read('MEMORY.md')];
  await vault.must(['forget', id]);
  vault.write(PAGE, page);
  vault.write('MEMORY.md', memory);
  return { vault, id, page };
}

test('a night on which no dream is due takes it off, commits it and says so; status tells it before', async () => {
  const { vault } = await brought();
  await runHere({ place: vault.place, random: Math.random }, vault.root, new Date(vault.now), ['init', vault.root]);
  await git(vault, 'add', '-A');
  await git(vault, 'commit', '-qm', 'merged');
  const status = (await vault.must(['status'])).stdout;
  expect(status).toContain('1 forgotten fact stands on a page again: the next dream removes it');
  expect(status).toContain('not due');
  const { stderr } = await vault.must(['dream', '--batch', '--commit']);
  expect(stderr).toContain('Removed forgotten facts that had come back (r-');
  expect(vault.holding()).toEqual([]);
  expect(await git(vault, 'status', '--porcelain')).toBe('');
  expect(await git(vault, 'show', '--stat', 'HEAD')).toContain('Health.md');
  expect(vault.read('log.md')).toMatch(/, what was forgotten taken off 1 page\n$/);
  expect((await vault.must(['status'])).stdout).not.toContain('forgotten fact');
  expect((await vault.must(['lint'])).stdout).toBe('');
  const log = vault.read('log.md');
  expect(await vault.must(['dream', '--batch', '--commit'])).toMatchObject({ stdout: '', stderr: '' });
  expect(vault.read('log.md')).toBe(log);
});

test('in MEMORY.md alone, it goes, too', async () => {
  const { vault, id } = await brought();
  const { lint } = { lint: (await vault.must(['lint'], { status: 1 })).stdout };
  expect(lint).toContain(`${id} is forgotten, and this claim cites it`);
  const memory = vault.read('MEMORY.md');
  await vault.must(['dream', '--batch']);
  vault.write('MEMORY.md', memory);
  expect((await vault.must(['status'])).stdout).toContain(
    'MEMORY.md says what is forgotten: the next dream removes it',
  );
  await vault.must(['dream', '--batch']);
  expect(vault.holding()).toEqual([]);
  expect(vault.read('log.md')).toMatch(/, what was forgotten taken out of MEMORY\.md and index\.md\n$/);
});

test('a page that is open in a merge is named, by a night, by lint --fix and by status, until it is settled', async () => {
  const { vault, page } = await brought();
  vault.write(PAGE, page.replace('## Key Facts\n', '<<<<<<< HEAD\n## Key Facts\n'));
  for (const args of [
    ['dream', '--batch'],
    ['dream', '--batch', '--force'],
  ]) {
    const { stderr } = await vault.must(args, { status: 3 });
    expect(stderr).toMatch(/memvault: 3_Personal\/Health\.md:\d+ cites what is forgotten and has an unresolved merge/);
  }
  expect((await vault.must(['status'])).stdout).toContain(`a dream removes it, but not before ${PAGE} is merged`);
  const fixed = await vault.must(['lint', '--fix'], { status: 1 });
  expect(fixed.stderr).toContain('has an unresolved merge');
  expect(fixed.stderr).not.toContain('Nothing to repair automatically');
  expect(fixed.stdout).toContain('resolve the merge of this page; then memvault dream removes it');
  expect(fixed.stdout).not.toContain('lint --fix does so at once');
  expect(vault.read('MEMORY.md')).not.toMatch(WORD);
  vault.write(PAGE, page);
  await vault.must(['dream', '--batch']);
  expect(vault.holding()).toEqual([]);
});

test('the same words logged by hand make no night of their own', async () => {
  const { vault } = await brought();
  await vault.must(['dream', '--batch']);
  vault.append('daily/2026-06-28.md', `\n- [health] ${SECRET}\n`);
  const log = vault.read('log.md');
  await vault.must(['dream', '--batch']);
  expect(vault.read('log.md')).toBe(log);
});
