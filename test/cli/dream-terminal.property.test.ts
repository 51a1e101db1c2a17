// Whatever a person says of a dream, in whatever order: no fact is lost, nothing is wrong in the vault, what was put
// off is pending and nothing else, and a dream that accepts all that is left has nothing more to do.
import fc from 'fast-check';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { type Person, runHere } from '../support/here.ts';
import { makePlace, type Place } from '../support/memvault.ts';
import { makeDreamVault } from './dream-vault.ts';

const NOW = '2026-07-01T12:00:00Z';
const MOST_ANSWERS = 40;

let place: Place;
let template: string;
let next = 0;

beforeAll(async () => {
  place = makePlace();
  template = await makeDreamVault(place, 'template');
});
afterAll(() => place.remove());

/** Picks by these numbers; who has none left accepts all, or leaves things as they are. */
function personBy(numbers: readonly number[]): Person {
  const waiting = [...numbers];
  const LAST = ['write', 'all', 'accept', 'none', 'drop'];
  return {
    choose: (values) => {
      const number = waiting.shift();
      const allowed = number === undefined ? LAST.filter((value) => values.includes(value)) : values;
      return (number === undefined ? allowed[0] : allowed[number % allowed.length]) ?? null;
    },
    type: () => null,
  };
}

test('a walk at random leaves the vault whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: MOST_ANSWERS }), async (numbers) => {
      const vault = join(place.root, `walk${next++}`);
      cpSync(template, vault, { recursive: true });
      const json = async (...args: string[]): Promise<Record<string, unknown>> =>
        JSON.parse((await runHere({ place, cwd: vault, now: NOW }, [...args, '--json'])).stdout) as Record<
          string,
          unknown
        >;
      const dispositions = async (): Promise<Map<string, string>> =>
        new Map(
          ((await json('facts')) as { facts: { id: string; disposition: { as: string } | null }[] }).facts.map(
            ({ id, disposition }) => [id, disposition?.as ?? 'pending'],
          ),
        );
      const errors = async (): Promise<string[]> =>
        ((await json('lint')) as { findings: { severity: string; message: string }[] }).findings
          .filter(({ severity }) => severity === 'error')
          .map(({ message }) => message);
      const before = hashFolder(vault);
      const facts = [...(await dispositions()).keys()];
      const { status, stdout, stderr } = await runHere({ place, cwd: vault, now: NOW }, ['dream'], personBy(numbers));
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('defect') as string });
      if (!stdout.includes('Consolidated')) expect(hashFolder(vault)).toEqual(before);
      expect([...(await dispositions()).keys()]).toEqual(facts);
      expect(await errors()).toEqual([]);
      await runHere({ place, cwd: vault, now: NOW }, ['dream'], personBy([]));
      expect([...(await dispositions())].filter(([, as]) => as === 'pending').map(([id]) => id)).toEqual([
        '1anchana00',
      ]);
      expect(await errors()).toEqual([]);
      const settled = hashFolder(vault);
      await runHere({ place, cwd: vault, now: NOW }, ['dream', '--yes']);
      expect(hashFolder(vault)).toEqual(settled);
    }),
    { numRuns: 12 },
  );
});
