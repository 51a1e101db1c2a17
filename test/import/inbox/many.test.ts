// Many texts at once: what is asked about names and folders grows with them, not with their square.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { processInbox } from '../../../src/tasks/process-inbox.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeVault, write } from '../../lint/folders.ts';

test('of one title they get numbers, and none looks at all the numbers before its own', async () => {
  const vault = makeVault();
  const ready = Array.from({ length: 300 }, (_, at) => {
    const [path, text] = [
      `0_Inbox/n${at}.txt`,
      `Minutes\n\nIn this meeting we spoke at length about item ${at} and nothing else.\n`,
    ];
    write(vault, path, text);
    return { path, kind: 'text' as const, digest: createHash('sha256').update(text).digest('hex'), page: null };
  });
  let looks = 0;
  const zones = {
    ...vault.zones,
    get wiki() {
      looks++;
      return vault.zones.wiki;
    },
  };
  const done = await processInbox(
    {
      vault: { ...vault, zones },
      terms: (text) => text.split(' '),
      maySay: () => true,
      model: () => Promise.resolve(null),
      carry: (journal) => ({ journal, unwritten: new Map() }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
    },
    ready,
    readView(vault),
    { start: new Date(2026, 6, 5), commit: false },
  );
  const pages = done.runs.flatMap((run) => run.pages.map(({ path }) => path));
  expect([new Set(pages).size, pages[0], pages.at(-1)]).toEqual([
    300,
    '2_Wiki/Literature/Minutes.md',
    '2_Wiki/Literature/Minutes 300.md',
  ]);
  expect(looks).toBeLessThan(ready.length * 20);
});
