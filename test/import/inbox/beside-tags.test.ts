// A night that makes a page of a tag and then reads the inbox: index.md lists both.
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFolder } from '../../support/folder-hash.ts';
import { memvaultHere } from '../../support/in-process.ts';
import { makePlace } from '../../support/memvault.ts';

test('a page of a tag that the dream made stands in index.md behind the inbox of the same night', async () => {
  const place = makePlace();
  try {
    const must = async (args: readonly string[], input = ''): Promise<void> => {
      const ended = await memvaultHere(place, args, { input });
      expect(`${ended.status} ${ended.stderr}`).toMatch(/^0 /);
    };
    await must(['init', '--no-git', '-q', place.root]);
    const facts = ['atlas', 'borealis'].map((project) =>
      JSON.stringify({
        content: `The board of ${project} has a watchdog`,
        category: 'work',
        tags: ['firmware'],
        project,
        date: '2026-06-29',
      }),
    );
    await must(['log', '--jsonl', '-q'], facts.join('\n'));
    mkdirSync(join(place.root, '0_Inbox'), { recursive: true });
    writeFileSync(
      join(place.root, '0_Inbox/clip.md'),
      '# Rivers\n\nRivers of the north carry more water in spring than in any other season.\n',
    );
    utimesSync(join(place.root, '0_Inbox/clip.md'), 1_600_000_000, 1_600_000_000);
    await must(['dream', '--batch', '--force', '-q']);
    const index = readFileSync(join(place.root, 'index.md'), 'utf8');
    expect([index.includes('Firmware across projects'), index.includes('[Rivers]')]).toEqual([true, true]);
    const before = hashFolder(place.root);
    await must(['dream', '--batch', '--force', '-q']);
    expect(hashFolder(place.root)).toEqual(before);
  } finally {
    place.remove();
  }
});
