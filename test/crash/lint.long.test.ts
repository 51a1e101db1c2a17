// A repair of lint of which any operation fails or is the last before a kill is made whole by who takes the lock next, to
// the same bytes; what a person saves meanwhile stays.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault } from '../support/faults.ts';

let base: CrashVault;
const operations = new Map<string, Operation>();
const traces = new Map<string, Traced>();

const WORK = '3_Personal/Work.md';

function change(vault: string, path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(vault, path), 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} does not hold ${String(from)}`);
  writeFileSync(join(vault, path), changed);
}

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('dreamt');
  expect(await base.run(from, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  const planted = base.copy('planted', from);
  change(planted, WORK, '](../daily/', '](../../daily/');
  change(planted, '3_Personal/Preferences.md', /title: .*\n/, '');
  change(planted, '3_Personal/Events.md', '## Key Facts', 'See [work](work.md).\n\n## Key Facts');
  operations.set('lint --fix', { from: planted, args: ['lint', '--fix'] });
  for (const [name, operation] of operations) traces.set(name, await trace(base, operation));
});
afterAll(() => base.remove());

const its = (name: string): readonly [Operation, Traced] => {
  const [operation, traced] = [operations.get(name), traces.get(name)];
  if (!operation || !traced) throw new Error(`there is no ${name}`);
  return [operation, traced];
};
const ENOSPC_OR_EIO = (at: number): string => (at % 2 === 0 ? 'EIO' : 'ENOSPC');

describe('lint --fix', { timeout: 600_000 }, () => {
  test('that is killed before any write, or in its middle', async () => {
    const [operation, traced] = its('lint --fix');
    expect(traced.writes.length).toBeGreaterThan(10);
    expect(
      await complaintsAbout(base, operation, traced, faultsAt(traced, 'write', 'kill', { every: 7, first: 3 })),
    ).toEqual([]);
    expect(
      await complaintsAbout(
        base,
        operation,
        traced,
        faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 4 }),
      ),
    ).toEqual([]);
  });

  test('of which any write fails', async () => {
    const [operation, traced] = its('lint --fix');
    expect(
      await complaintsAbout(
        base,
        operation,
        traced,
        faultsAt(traced, 'write', 'fail', { code: ENOSPC_OR_EIO, every: 4 }),
      ),
    ).toEqual([]);
  });

  test('leaves a page that a person saves meanwhile, says so with 3, and repairs it the next time', async () => {
    const [{ from, args }, { writes }] = its('lint --fix');
    const line = 'A line of my own about the tram.';
    for (const at of [
      writes.findIndex((text) => text.endsWith('journal.json') || text.includes('/runs/')) + 1,
      writes.findIndex((text) => /^open .*Work\.md/.test(text)) + 1,
    ]) {
      expect(at).toBeGreaterThan(0);
      const vault = base.copy(`saved-${at}`, from);
      const ended = await memvaultWithFault(base.place, vault, args, {
        of: 'write',
        at,
        how: 'run',
        command: `printf '\\n%s\\n' '${line}' >> '${join(vault, WORK)}'`,
      });
      expect(ended).toMatchObject({
        status: 3,
        stderr: expect.stringContaining(`${WORK} was edited meanwhile; run the command again`) as string,
      });
      expect(readFileSync(join(vault, WORK), 'utf8')).toMatch(/\]\(\.\.\/\.\.\/daily\/[^]*about the tram\.\n$/);
      expect(readFileSync(join(vault, '3_Personal/Preferences.md'), 'utf8')).toContain('title: Preferences\n');
      expect(await base.run(vault, args)).toMatchObject({ status: 0 });
      expect(readFileSync(join(vault, WORK), 'utf8')).toMatch(/^(?:(?!\.\.\/\.\.\/)[^])*about the tram\.\n$/);
    }
  });
});
