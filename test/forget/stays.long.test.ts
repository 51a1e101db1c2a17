// What is forgotten stays so: through reindex, dreams, undo, a merge in either direction, the same words logged again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { makePlace } from '../support/memvault.ts';
import { dreamtVault, git, removePrepared, SECRET, TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

async function start(others?: readonly string[]): Promise<{ vault: TestVault; id: string }> {
  const made = await dreamtVault(others);
  open.push(made.vault);
  return made;
}

const PAGE = '3_Personal/Health.md';

/** Nobody finds it, and nothing holds it. */
async function expectForgotten(vault: TestVault, id: string): Promise<void> {
  for (const query of ['cardiologist Quillfeather', '*'])
    expect((await vault.must(['search', query, '--all', '-n', '50'])).stdout).not.toMatch(WORD);
  for (const args of [['facts'], ['facts', '--json'], ['facts', '--as', 'forgotten', '--json'], ['facts', '--pending']])
    expect((await vault.must(args)).stdout).not.toMatch(WORD);
  expect((await vault.must(['facts', '--as', 'forgotten'])).stdout).toContain(id);
  for (const args of [['diff'], ['complete', 'fix', ''], ['status'], ['dream', '--dry-run'], ['fix', id]])
    expect(JSON.stringify(await vault.run(args)), args.join(' ')).not.toMatch(WORD);
  expect(vault.holding()).toEqual([]);
  expect(await vault.run(['forget', '--verify'])).toMatchObject({ status: 0 });
  expect((await vault.must(['lint'])).stdout).not.toContain('error');
}

test('through reindex, searches and nights', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  await expectForgotten(vault, id);
  await vault.must(['reindex']);
  await vault.log('User runs on Mondays');
  vault.now = '2026-07-03T03:00:00Z';
  await vault.dream();
  await expectForgotten(vault, id);
});

test('a fact that no dream has seen yet is none for a dream', async () => {
  const { vault } = await start();
  const id = await vault.log(`${SECRET} and in Nice`);
  await vault.must(['forget', id]);
  expect((await vault.dream()).stdout).not.toMatch(/2 facts/);
  await vault.must(['forget', SECRET]);
  await expectForgotten(vault, id);
});

test('of today', async () => {
  const { vault, id: other } = await start();
  await vault.must(['forget', other]);
  const id = await vault.log('User met Quillfeather at noon', 'health', 'today');
  expect((await vault.must(['dream', '--dry-run'])).stdout).toMatch(WORD);
  await vault.must(['forget', id]);
  expect((await vault.must(['dream', '--dry-run'])).stdout).not.toMatch(WORD);
  expect((await vault.must(['dream', '--dry-run', '--json'])).stdout).not.toMatch(WORD);
  await expectForgotten(vault, id);
});

const lastDream = (vault: TestVault): string =>
  vault
    .read('log.md')
    .match(/r-\d{8}-\d{4}-[0-9a-f]{6}(?=, rules)/g)
    ?.at(-1) ?? '';

test('an undo of the dream that placed it is refused, with what is true of it', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  const { stderr } = await vault.must(['dream', '--undo', '--yes'], { status: 2 });
  expect(stderr).toContain(`${PAGE} was changed since, and what they said was forgotten`);
  await expectForgotten(vault, id);
});

test('an undo of another dream brings nothing back', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  await vault.log('User works at Google', 'work');
  await vault.dream();
  await vault.must(['dream', '--undo', lastDream(vault), '--yes']);
  await expectForgotten(vault, id);
  await vault.dream();
  await expectForgotten(vault, id);
});

describe('logged again', () => {
  test('it is logged, says so, and stays forgotten until it is brought back', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id]);
    const { stdout, stderr } = await vault.must([
      'log',
      `  ${SECRET.toUpperCase()}`,
      '-c',
      'note',
      '--date',
      '2026-06-29',
    ]);
    const again = stdout.trim();
    expect(stderr).toContain(
      `${again} repeats a forgotten fact: it was logged, but stays forgotten. memvault forget --undo ${again} restores it.`,
    );
    expect(vault.read('.memvault/tombstones.jsonl')).toContain(again);
    expect(vault.read('daily/2026-06-29.md')).toMatch(WORD);
    await vault.dream();
    await expectForgotten(vault, id);
    expect((await vault.must(['forget', '--undo', again])).stdout).toContain(again);
    await vault.dream();
    expect((await vault.must(['search', 'Quillfeather'])).stdout).toMatch(WORD);
    expect((await vault.must(['facts', '--as', 'forgotten'])).stdout).toBe('');
    expect((await vault.must(['lint'])).stdout).toBe('');
  });

  test('other words are not it', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id]);
    const { stderr } = await vault.must(['log', 'User visits a cardiologist in Lyon']);
    expect(stderr).not.toContain('forgotten');
  });

  test('by hand, without an id, it is forgotten, too, and found no more by a quick search', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id]);
    await vault.must(['search', 'swims']);
    vault.append('daily/2026-06-28.md', `\n- [health] ${SECRET}\n- [health] User sleeps well\n`);
    vault.write('daily/2026-06-20.md', `- [note] user visits a CARDIOLOGIST named Quillfeather in  Lyon\n`);
    await vault.dream();
    await expectForgotten(vault, id);
    expect((await vault.must(['search', 'sleeps'])).stdout).toContain('sleeps well');
    vault.edit('daily/2026-06-20.md', 'in  Lyon', 'in Nice');
    expect((await vault.must(['search', 'Nice'])).stdout).toMatch(WORD);
  });
});

describe('taken back', () => {
  test('the fact is pending again, and so is what said the same', async () => {
    const { vault, id } = await start();
    const same = await vault.log(SECRET, 'note', '2026-06-29');
    const { stdout } = await vault.must(['forget', id, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      forgotten: [
        { id, equal: false },
        { id: same, equal: true },
      ],
    });
    await expectForgotten(vault, id);
    await vault.must(['forget', '--undo', same]);
    expect((await vault.must(['facts', '--pending'])).stdout.match(/Quillfeather/g)).toHaveLength(2);
    expect((await vault.must(['search', 'Quillfeather'])).stdout).toMatch(WORD);
    await vault.dream();
    expect(vault.read(PAGE)).toMatch(WORD);
    expect((await vault.must(['lint'])).stdout).toBe('');
    expect(await vault.run(['forget', '--undo', id])).toMatchObject({ status: 2 });
  });

  test('forgotten again, it is forgotten', async () => {
    const { vault, id } = await start();
    for (const args of [[id], ['--undo', id], [id]]) await vault.must(['forget', ...args]);
    await expectForgotten(vault, id);
    await vault.must(['forget', '--undo', id]);
    expect((await vault.must(['search', 'Quillfeather'])).stdout).toMatch(WORD);
  });

  test('not after a purge', async () => {
    const { vault, id } = await start();
    await vault.must(['forget', id, '--purge']);
    expect((await vault.must(['forget', '--undo', id], { status: 2 })).stderr).toContain('its line is gone');
    const again = (await vault.must(['log', SECRET])).stdout.trim();
    expect((await vault.must(['forget', '--undo', again], { status: 2 })).stderr).toContain('in other words');
  });
});

describe('purged', () => {
  test('its line becomes blanks of the same length, and every other byte stays', async () => {
    const { vault, id } = await start();
    const before = vault.read('daily/2026-06-28.md');
    const line = before.split('\n').find((one) => one.includes(id)) ?? '';
    await vault.must(['forget', id, '--purge']);
    expect(vault.read('daily/2026-06-28.md')).toBe(before.replace(line, ' '.repeat(Buffer.byteLength(line))));
    expect(vault.holding()).toEqual([]);
    expect((await vault.must(['lint'])).stdout).toBe('');
    await vault.must(['search', 'Quillfeather']);
    await vault.dream();
    expect((await vault.must(['lint'])).stdout).toBe('');
  });

  test('also what was forgotten before, with line ends of Windows and letters of two bytes', async () => {
    const { vault } = await start();
    const line = '- [health] Ärztin Quillfeather: Grüße `ü`';
    vault.write('daily/2026-06-27.md', `# Daily Log - 2026-06-27\r\n\r\n${line}\r\n- [health] User naps\r\n`);
    const { facts } = JSON.parse((await vault.must(['facts', '--json'])).stdout) as {
      facts: { id: string; content: string }[];
    };
    const id = facts.find(({ content }) => content.startsWith('Ärztin'))?.id ?? '';
    await vault.must(['forget', id]);
    await vault.must(['forget', id, '--purge']);
    expect(vault.read('daily/2026-06-27.md')).toBe(
      `# Daily Log - 2026-06-27\r\n\r\n${' '.repeat(Buffer.byteLength(line))}\r\n- [health] User naps\r\n`,
    );
    expect(JSON.parse((await vault.must(['forget', id, '--json'])).stdout)).toMatchObject({ run: null });
  });
});

test('a second time there is nothing to do', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  const log = vault.read('log.md');
  expect((await vault.must(['forget', id])).stdout).toContain('it is forgotten already');
  expect(vault.read('log.md')).toBe(log);
});

test('a look ahead writes nothing', async () => {
  const { vault, id } = await start();
  const { stdout } = await vault.must(['forget', id, '--dry-run', '--purge']);
  expect(stdout).toContain(`Would forget ${id} of 2026-06-28: ${SECRET}`);
  expect(vault.has('.memvault/tombstones.jsonl')).toBe(false);
  expect(vault.read(PAGE)).toMatch(WORD);
});

test('a page that cannot be written costs itself: the fact is forgotten, and the rest is told', async () => {
  const { vault, id } = await start();
  vault.edit(PAGE, '## Key Facts\n', '<<<<<<< HEAD\n## Key Facts\n');
  const { stdout } = await vault.must(['forget', id, '--json'], { status: 3 });
  expect(JSON.parse(stdout)).toMatchObject({
    forgotten: [{ id }],
    pages: [],
    remaining: [{ path: PAGE, what: 'cites it and has an unresolved merge' }],
  });
  expect(vault.read('MEMORY.md')).not.toMatch(WORD);
  expect((await vault.must(['search', 'Quillfeather'])).stdout).not.toMatch(WORD);
  vault.edit(PAGE, '<<<<<<< HEAD\n', '');
  expect((await vault.must(['dream', '--yes'])).stderr).toContain('Removed forgotten facts that had come back (r-');
  await expectForgotten(vault, id);
});

describe('two clones', () => {
  async function twoClones(): Promise<{ one: TestVault; other: TestVault; id: string }> {
    const place = makePlace();
    const [one, other] = [new TestVault(place, 'one'), new TestVault(place, 'other')];
    open.push(one);
    const { runHere } = await import('../two-clones/clone.ts');
    expect(
      await runHere({ place, random: Math.random }, place.root, new Date(one.now), ['init', one.root]),
    ).toMatchObject({ status: 0 });
    const id = await one.log(SECRET);
    await one.log('User swims on Fridays');
    await one.dream('--commit');
    await git(one, 'add', '-A');
    await git(one, 'commit', '-qm', 'all', '--allow-empty');
    await git(one, 'clone', '-q', one.root, other.root);
    expect(
      await runHere({ place, random: Math.random }, other.root, new Date(one.now), ['init', other.root]),
    ).toMatchObject({ status: 0 });
    await other.must(['search', 'Quillfeather']);
    return { one, other, id };
  }

  test.each(['it forgets', 'the other forgets'])(
    'merged where %s, with the claim edited on the other side',
    async (which) => {
      const { one, other, id } = await twoClones();
      other.edit(PAGE, 'Quillfeather in Lyon', 'Quillfeather in Lyon, the old town');
      await other.log('User naps', 'health', '2026-06-29');
      other.now = '2026-07-01T04:00:00Z';
      await other.dream();
      await git(other, 'add', '-A');
      await git(other, 'commit', '-qm', 'edited');
      await one.must(['forget', id]);
      await git(one, 'add', '-A');
      await git(one, 'commit', '-qm', 'forgotten');
      const [into, from] = which === 'it forgets' ? [one, other] : [other, one];
      try {
        await git(into, 'pull', '-q', '--no-rebase', '--no-edit', from.root, 'HEAD');
      } catch {
        // A person's own edit against a line that goes: the person keeps theirs, and the next dream removes it.
        await git(into, 'checkout', '--theirs', '.');
        await git(into, 'add', '-A');
        await git(into, 'commit', '-qm', 'settled');
      }
      into.now = '2026-07-02T04:00:00Z';
      expect((await into.must(['search', 'Quillfeather', '--all'])).stdout, 'at once').not.toMatch(WORD);
      await into.dream();
      await expectForgotten(into, id);
    },
  );

  test('a clone that only pulls loses the words from its own files, too', async () => {
    const { one, other, id } = await twoClones();
    rmSync(join(other.root, '.memvault', 'runs'), { recursive: true, force: true });
    await other.log('User naps', 'health', '2026-06-29');
    await other.dream();
    await other.must(['dream', '--undo', lastDream(other), '--yes']);
    const first = (/r-\d{8}-\d{4}-[0-9a-f]{6}/.exec(other.read('log.md')) ?? [''])[0];
    expect(other.holding().filter((path) => path.startsWith('.memvault/'))).not.toEqual([]);
    await git(other, 'add', '-A');
    await git(other, 'commit', '-qm', 'other');
    await one.must(['forget', id, '--commit']);
    await git(other, 'pull', '-q', '--no-rebase', '--no-edit', one.root, 'HEAD');
    other.now = '2026-07-02T04:00:00Z';
    await other.dream();
    await expectForgotten(other, id);
    // From its commit, since the journal is not here.
    const { stdout } = await other.must(['diff', first]);
    expect(stdout).toContain('+- (forgotten)');
    expect(stdout).not.toMatch(WORD);
  });

  test('a purged line that a merge brings back is an error, and lint --fix removes it again', async () => {
    const { one, other, id } = await twoClones();
    await other.must(['log', 'User naps', '-c', 'health', '--date', '2026-06-28']);
    await git(other, 'add', '-A');
    await git(other, 'commit', '-qm', 'more');
    await one.must(['forget', id, '--purge']);
    await git(one, 'add', '-A');
    await git(one, 'commit', '-qm', 'purged');
    // The other one has the line as it was, and a person keeps it.
    await git(one, 'checkout', 'HEAD~1', '--', 'daily');
    await git(one, 'pull', '-q', '--no-rebase', '--no-edit', '--autostash', other.root, 'HEAD');
    expect((await one.must(['lint', '--rule', 'forgotten/purged'], { status: 1 })).stdout).toContain(
      `${id} was purged from the daily log`,
    );
    expect((await one.must(['search', 'Quillfeather'])).stdout).not.toMatch(WORD);
    await one.must(['lint', '--fix']);
    expect(one.read('daily/2026-06-28.md')).not.toMatch(WORD);
    expect(one.read('daily/2026-06-28.md')).toContain('User naps');
    expect(await one.run(['forget', '--verify'])).toMatchObject({ status: 0 });
    expect((await one.must(['lint', '--fix'])).stderr).toContain('Nothing to repair automatically');
  });

  /**
   * One takes its forgetting back and merges what the other has: the fact and its twin are on their page after the next
   * dream.
   */
  async function expectRemembered(one: TestVault, other: TestVault, id: string, twin: string): Promise<void> {
    one.now = '2026-07-01T06:00:00Z';
    await one.must(['forget', '--undo', id, '--commit']);
    await git(one, 'pull', '-q', '--no-rebase', '--no-edit', other.root, 'HEAD');
    expect((await one.must(['facts', '--as', 'forgotten'])).stdout).toBe('');
    one.now = '2026-07-02T04:00:00Z';
    await one.dream();
    for (const fact of [id, twin]) expect(one.read(PAGE)).toContain(`[^${fact}]`);
    expect((await one.must(['lint'])).stdout).toBe('');
  }

  test('taken back on one while the other logs it again: both are remembered', async () => {
    const { one, other, id } = await twoClones();
    await one.must(['forget', id, '--commit']);
    await git(other, 'pull', '-q', '--no-rebase', '--no-edit', one.root, 'HEAD');
    const again = await other.log(SECRET, 'health', '2026-06-29');
    await git(other, 'add', '-A');
    await git(other, 'commit', '-qm', 'logged again');
    await expectRemembered(one, other, id, again);
    await one.must(['forget', id]);
    await expectForgotten(one, id);
    await expectForgotten(one, again);
  });

  test('taken back on one while the other takes what says the same off its page: both are remembered', async () => {
    const { one, other, id } = await twoClones();
    const same = await other.log(SECRET, 'health', '2026-06-29');
    other.now = '2026-07-01T04:00:00Z';
    await other.dream('--commit');
    await git(other, 'add', '-A');
    await git(other, 'commit', '-qm', 'more', '--allow-empty');
    await one.must(['forget', id, '--commit']);
    await git(other, 'pull', '-q', '--no-rebase', '--no-edit', one.root, 'HEAD');
    other.now = '2026-07-01T05:00:00Z';
    await other.dream('--commit');
    await expectForgotten(other, id);
    await expectForgotten(other, same);
    await expectRemembered(one, other, id, same);
  });

  test.each([['log', 'User naps at noon'], ['pin', 'SWIMS'], ['index'], ['reindex'], ['dream', '--batch']])(
    'the first %s after a pull takes the words out of the journals of the other clone',
    async (...args) => {
      const { one, other, id } = await twoClones();
      const swims = await other.log('User swims on Mondays');
      other.now = '2026-07-01T04:00:00Z';
      await other.dream('--commit');
      await one.must(['forget', id]);
      await git(one, 'add', '-A');
      await git(one, 'commit', '-qm', 'forgotten');
      await git(other, 'add', '-A');
      await git(other, 'commit', '-qm', 'other', '--allow-empty');
      await git(other, 'pull', '-q', '--no-rebase', '--no-edit', one.root, 'HEAD');
      const inJournals = (): string[] => other.holding().filter((path) => path.startsWith('.memvault/runs/'));
      expect(inJournals()).not.toEqual([]);
      await other.must(args.map((arg) => (arg === 'SWIMS' ? swims : arg)));
      expect(inJournals()).toEqual([]);
    },
  );

  test('taken back where the clock is behind that of the clone that placed it: it is pending, not removed by hand', async () => {
    const { one, other } = await twoClones();
    const id = await one.log('User keeps bees', 'hobby');
    await git(one, 'add', '-A');
    await git(one, 'commit', '-qm', 'more');
    await git(other, 'pull', '-q', '--no-rebase', '--no-edit', one.root, 'HEAD');
    await one.must(['forget', id, '--commit']);
    other.now = '2026-07-03T03:00:00Z';
    await other.dream('--commit');
    await git(one, 'pull', '-q', '--no-rebase', '--no-edit', other.root, 'HEAD');
    one.now = '2026-07-01T06:00:00Z';
    await one.dream();
    await one.must(['forget', '--undo', id]);
    expect((await one.must(['facts', '--pending'])).stdout).toContain(id);
    one.now = '2026-07-04T04:00:00Z';
    await one.dream();
    expect((await one.must(['search', 'bees'])).stdout).toContain('bees');
    expect((await one.must(['facts', '--as', 'placed'])).stdout).toContain(id);
  });

  test('one forgets, the other takes its own forgetting back: it stays forgotten', async () => {
    const { one, other, id } = await twoClones();
    await one.must(['forget', id]);
    await git(one, 'add', '-A');
    await git(one, 'commit', '-qm', 'forgotten');
    other.now = '2026-07-01T05:00:00Z';
    await other.must(['forget', id]);
    other.now = '2026-07-01T06:00:00Z';
    await other.must(['forget', '--undo', id]);
    await git(other, 'add', '-A');
    await git(other, 'commit', '-qm', 'back and forth');
    await git(one, 'pull', '-q', '--no-rebase', '--no-edit', other.root, 'HEAD');
    one.now = '2026-07-02T04:00:00Z';
    await one.dream();
    await expectForgotten(one, id);
    await one.must(['forget', '--undo', id]);
    expect((await one.must(['search', 'Quillfeather'])).stdout).toMatch(WORD);
  });
});
