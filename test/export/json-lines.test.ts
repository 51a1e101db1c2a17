// `export --jsonl` and `log --jsonl` are inverse: another vault that reads the lines has the same facts.
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace } from '../support/memvault.ts';

const place = makePlace();
afterAll(() => place.remove());
let vaults = 0;

async function makeVault(): Promise<string> {
  const vault = join(place.root, `vault-${++vaults}`);
  expect((await memvaultHere(place, ['init', '--no-git', '-q', vault])).status).toBe(0);
  return vault;
}

async function log(vault: string, lines: string): Promise<void> {
  const args = ['log', '--jsonl', '--allow-secret', '-q', '--vault', vault];
  expect(await memvaultHere(place, args, { input: lines })).toEqual({ status: 0, stdout: '', stderr: '' });
}

/** The lines, ids aside, which each vault gives anew. */
async function exported(vault: string): Promise<{ lines: string; facts: object[] }> {
  const { stdout: lines } = await memvaultHere(place, ['export', '--jsonl', '--vault', vault]);
  const facts = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ ...(JSON.parse(line) as object), id: '' }));
  return { lines, facts };
}

const visible = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text));
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{1,7}$/);
const fact = fc.record(
  {
    content: fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        visible,
        fc.constantFrom(
          '- [work] a line',
          '## 14:05 — abc',
          'ends with `code`',
          '[x:: y] `t` ^k3v9x2ab4q',
          'two\nlines\r\n',
        ),
      )
      .filter((text) => text.trim() !== ''),
    category: word,
    tags: fc.array(word, { maxLength: 3 }).filter((tags) => !tags.includes('private')),
    date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-06-${String(day).padStart(2, '0')}`),
    time: fc
      .integer({ min: 0, max: 1439 })
      .map((of) => [Math.floor(of / 60), of % 60].map((part) => String(part).padStart(2, '0')).join(':')),
    session: word,
    fields: fc.dictionary(fc.constantFrom('project', 'location', 'source', 'mood'), visible, { maxKeys: 3 }),
  },
  { requiredKeys: ['content'] },
);

test('a vault that reads what another wrote has the same facts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 12 }), async (facts) => {
      const [one, other] = [await makeVault(), await makeVault()];
      await log(one, facts.map((line) => JSON.stringify(line)).join('\n'));
      const first = await exported(one);
      expect(first.facts).toHaveLength(facts.length);
      await log(other, first.lines);
      expect((await exported(other)).facts).toEqual(first.facts);
    }),
    { numRuns: 40 },
  );
});
