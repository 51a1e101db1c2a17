// Reading the inbox, of which any operation fails or is the last before a kill: the next one makes it whole. No file is
// lost or there twice, and every byte of it is as it was.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RIVERS } from '../import/inbox/place.ts';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { hashFolder } from '../support/folder-hash.ts';

let base: CrashVault;
let inbox: Operation;
let undo: Operation;
let traced: Traced;
let tracedUndo: Traced;

const HILLS = 'Hills of the south\n\nThe hills of the south are older than the rivers that cut them.\n';

/** Each file of a person's, wherever it is: how often, and with which bytes. */
const texts = (vault: string): string[] =>
  readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(0_Inbox|5_Archives|4_Assets)[\\/].*\.(md|txt|pdf)$/.test(path))
    .map((path) => readFileSync(join(vault, path), 'utf8'))
    .sort();

const undone = (vault: string): boolean =>
  readdirSync(join(vault, '.memvault/runs')).some((run) => {
    const names = readdirSync(join(vault, '.memvault/runs', run));
    return (
      names.includes('done') &&
      (JSON.parse(readFileSync(join(vault, '.memvault/runs', run, 'journal.json'), 'utf8')) as { kind: string })
        .kind === 'undo'
    );
  });

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('full');
  mkdirSync(join(from, '0_Inbox/sub'), { recursive: true });
  writeFileSync(join(from, '0_Inbox/rivers.md'), RIVERS);
  writeFileSync(join(from, '0_Inbox/sub/again.md'), RIVERS);
  writeFileSync(join(from, '0_Inbox/hills.txt'), HILLS);
  inbox = { from, args: ['import'] };
  traced = await trace(base, inbox);
  const read = base.copy('read', from);
  expect(await base.run(read, ['import'])).toMatchObject({ status: 0 });
  undo = {
    from: read,
    args: ['dream', '--undo', '--yes'],
    isOver: (vault, status) => status === 0 || (status === null && undone(vault)),
  };
  tracedUndo = await trace(base, undo);
});
afterAll(() => base.remove());

const ENOSPC_OR_EIO = (at: number): string => (at % 2 === 0 ? 'EIO' : 'ENOSPC');

describe('reading the inbox', { timeout: 600_000 }, () => {
  test('that nobody disturbs moves every file once', async () => {
    const vault = base.copy('undisturbed', inbox.from);
    const before = texts(vault);
    expect(await base.run(vault, inbox.args)).toMatchObject({ status: 0 });
    expect(texts(vault)).toEqual(before);
    expect(readdirSync(join(vault, '0_Inbox'), { recursive: true })).toEqual(['sub']);
    expect(hashFolder(vault)).toEqual(traced.expected);
  });

  test('of which any write fails is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, inbox, traced, faultsAt(traced, 'write', 'fail', { code: ENOSPC_OR_EIO, every: 3 })),
    ).toEqual([]);
  });

  test('that is killed before any write, or in its middle, is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, inbox, traced, faultsAt(traced, 'write', 'kill', { every: 4, first: 1 })),
    ).toEqual([]);
    expect(
      await complaintsAbout(base, inbox, traced, faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 5 })),
    ).toEqual([]);
  });

  test('and the undo of it, too', async () => {
    expect(
      await complaintsAbout(
        base,
        undo,
        tracedUndo,
        faultsAt(tracedUndo, 'write', 'fail', { code: ENOSPC_OR_EIO, every: 7 }),
      ),
    ).toEqual([]);
    expect(
      await complaintsAbout(base, undo, tracedUndo, faultsAt(tracedUndo, 'write', 'kill', { every: 7, first: 2 })),
    ).toEqual([]);
  });

  test('a file that a person edits between the kill and the next run stays, and no page tells of its former words', async () => {
    const killed = base.copy('killed', inbox.from);
    const whole = base.copy('whole', inbox.from);
    expect(await base.run(whole, inbox.args)).toMatchObject({ status: 0 });
    // As a kill leaves it right behind its journal.
    cpSync(join(whole, '.memvault/runs'), join(killed, '.memvault/runs'), {
      recursive: true,
      filter: (path) => !path.endsWith('/done') || !path.includes(runOf(whole)),
    });
    writeFileSync(join(killed, '0_Inbox/hills.txt'), `${HILLS}More of it.\n`);
    const { status, stderr } = await base.run(killed, ['dream', '--undo', '--dry-run']);
    expect([status, stderr]).toMatchObject([0, '']);
    const next = await base.run(killed, ['import']);
    expect(next.stderr).toContain('0_Inbox/hills.txt was edited meanwhile');
    expect(readFileSync(join(killed, '5_Archives/Inbox/hills.txt'), 'utf8')).toBe(`${HILLS}More of it.\n`);
    const runs = readFileSync(join(killed, 'log.md'), 'utf8').match(/^r-\S+ extract\/1: .*$/gm) ?? [];
    expect(runs.map((line) => /: (\d+ files?);/.exec(line)?.[1])).toEqual(['2 files', '1 file']);
    expect(runs[0]).not.toContain('Hills');
  });
});

const runOf = (vault: string): string =>
  /^(r-\S+), extract\/1/m.exec(readFileSync(join(vault, 'log.md'), 'utf8'))?.[1] ?? '';
