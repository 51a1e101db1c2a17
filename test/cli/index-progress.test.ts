// Who makes an index at a terminal sees how far it is, whichever command makes it; and nothing where it is there
// already.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { faster } from '../support/fast-clock.ts';
import { runHere } from '../support/here.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';
import { atTerminal, hasTerminals } from '../support/terminal.ts';

const DIST = join(import.meta.dirname, '../../dist');
const NOTES = 150;
const DRAWN = new RegExp(`\\r\\u001B\\[K(?:reading notes \\d+/${NOTES + 2}|indexing \\d+/${NOTES + 1})`);

let place: Place;
let vault: string;

beforeAll(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', '--no-git', vault]);
  await memvaultHere(place, ['log', 'User prefers tea'], { cwd: vault });
  writeNotes('Rain over the harbour.');
});
afterAll(() => place.remove());
beforeEach(() => rmSync(join(vault, '.memvault/cache/search'), { recursive: true, force: true }));

const writeNotes = (text: string): void => {
  mkdirSync(join(vault, 'notes'), { recursive: true });
  for (let at = 0; at < NOTES; at++) writeFileSync(join(vault, `notes/${at}.md`), `${text}\n`);
};

/** Two milliseconds are as long as a person waits before they want to know. */
const slowly = async (args: readonly string[], isTerminal = true): Promise<Ended> =>
  await faster(
    500,
    async () => await runHere({ place, cwd: vault, now: new Date().toISOString() }, args, isTerminal ? [] : null),
  );

test.each([[['status']], [['search', 'tea']], [['context', 'tea']], [['index']], [['reindex']]])('%j', async (args) => {
  const { status, stdout, stderr } = await slowly(args);
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(DRAWN);
  // It is taken away again.
  expect(stderr).toMatch(/\r\u001B\[K(?!reading|indexing)/);
  expect(stdout).not.toContain('\r');
});

describe('nothing is drawn', () => {
  test.each([['--quiet'], ['--json']])('with %s', async (flag) => {
    expect((await slowly(['search', 'tea', flag])).stderr).toBe('');
  });

  test('where there is no terminal', async () => {
    expect((await slowly(['search', 'tea'], false)).stderr).not.toContain('\r');
  });

  test('of an index that is there', async () => {
    await slowly(['index']);
    for (const args of [['status'], ['search', 'tea'], ['index']])
      expect((await slowly(args)).stderr, args.join(' ')).not.toMatch(DRAWN);
  });
});

test('of many notes that changed, too', async () => {
  await slowly(['index']);
  writeNotes('Snow over the harbour.');
  expect((await slowly(['index'])).stderr).toMatch(
    new RegExp(`\\r\\u001B\\[K(?:reading notes|indexing) \\d+/${NOTES}`),
  );
});

test.runIf(hasTerminals)('a search that builds nothing loads nothing of it', async () => {
  const loaded = join(place.root, 'loaded.txt');
  const probe = join(place.root, 'probe.cjs');
  writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, Object.keys(require.cache).join('\\n')))`,
  );
  const draws = async (): Promise<boolean> => {
    await atTerminal(
      {
        place,
        vault,
        command: 'exec memvault search tea',
        env: { NODE_OPTIONS: `--require ${JSON.stringify(probe)}` },
      },
      [],
    );
    const files = readFileSync(loaded, 'utf8')
      .split('\n')
      .filter((file) => file.startsWith(DIST));
    expect(files).not.toEqual([]);
    return files.some((file) => readFileSync(file, 'utf8').includes('makeProgress(world, answer, now'));
  };
  expect(await draws()).toBe(true);
  expect(await draws()).toBe(false);
});
