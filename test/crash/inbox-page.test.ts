// A page in the inbox that schema.md names for facts counts for a search as soon as a dream wrote it, also where a kill
// kept the dream from the ledger line that says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL, faultsAt, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault } from '../support/faults.ts';

let base: CrashVault;
let from: string;
let traced: Traced;
const dream = ['dream', '--batch', '--force', '--max-days', '20'];

const found = async (vault: string): Promise<string[]> => {
  const { stdout } = await base.run(vault, ['search', 'minutes slept', '--json', '--no-recall']);
  return (JSON.parse(stdout) as { hits: { kind: string; path: string; text: string }[] }).hits
    .map(({ kind, path, text }) => `${kind} ${path} ${text}`)
    .sort();
};

beforeAll(async () => {
  base = await makeCrashVault();
  from = base.copy('routed');
  const schema = join(from, 'schema.md');
  writeFileSync(
    schema,
    readFileSync(schema, 'utf8').replace(/^(\s*)preference: .*$/m, '$&\n$1health: 0_Inbox/Body.md'),
  );
  traced = await trace(base, { from, args: dream });
});
afterAll(() => base.remove());

test(
  'a search between the page and its ledger line, and one after the next dream, find what an index made anew finds',
  { timeout: 200_000 },
  async () => {
    const isPage = (write: string): boolean => write.startsWith('rename 0_Inbox/Body.md');
    const [page, ledger] = [
      traced.writes.findIndex(isPage),
      traced.writes.findIndex((write) => write.includes('.memvault/ledger/')),
    ];
    expect([page >= 0, ledger > page]).toEqual([true, true]);
    const kills = faultsAt(traced, 'write', 'kill', { first: ledger + 1, every: 1000 }).filter(
      ({ at }) => at === ledger + 1 || (ALL && at > page + 1 && at <= ledger + 8),
    );
    expect(kills.length).toBeGreaterThan(0);
    for (const kill of kills) {
      const vault = base.copy(`killed-${kill.at}`, from);
      expect((await memvaultWithFault(base.place, vault, dream, kill)).status).toBeNull();
      const between = await found(vault);
      expect((await base.run(vault, [...dream, '-q'])).status).toBe(0);
      const after = await found(vault);
      await base.run(vault, ['reindex', '-q']);
      expect([between.filter((hit) => hit.includes('Body')), after]).toEqual([
        [expect.stringMatching(/^claim 0_Inbox\/Body\.md User slept 7 hours/)],
        await found(vault),
      ]);
    }
  },
);
