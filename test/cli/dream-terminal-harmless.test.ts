// What a person edits of a fact with control characters: a file that any editor opens, and that comes back as it was.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { makePlace, type Place } from '../support/memvault.ts';
import { makeDreamVault } from './dream-vault.ts';

let place: Place;
let vault: string;

beforeAll(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  cpSync(await makeDreamVault(place, 'template'), vault, { recursive: true });
  writeFileSync(
    join(vault, 'daily/2026-06-27.md'),
    '# Daily Log - 2026-06-27\n\n## 10:00 — cli-aaaa\n\n- [note] The log of Bob has &#27;[2J and &#0; and a <br>word in it [project:: atlas] ^c0ntr01000\n',
  );
});
afterAll(() => place.remove());

test('control characters stand in it as references', async () => {
  const edit = async (change: (text: string) => string): Promise<string> =>
    (
      await runHere(
        { place, cwd: vault, now: '2026-07-01T12:00:00Z' },
        ['dream'],
        [
          'edit',
          {
            editor: (text) => {
              expect(text).toContain('says: The log of Bob has &#27;[2J and &#0; and a');
              expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F]/);
              return change(text);
            },
          },
          ...(change('says: The log of Bob') === 'says: The log of Bob'
            ? ['quit' as const]
            : ['all' as const, 'write' as const]),
        ],
      )
    ).stderr;
  expect(await edit((text) => text)).toContain('Nothing was changed.');
  await edit((text) => text.replace('says: The log of Bob', 'says: The whole log of Bob'));
  expect(readFileSync(join(vault, '1_Projects/Atlas.md'), 'utf8')).toContain(
    'The whole log of Bob has &#27;[2J and &#0; and a',
  );
});
