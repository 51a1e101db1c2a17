// log and search are to start in no time: what runs git is in files of its own, which they do not load.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, memvault } from '../support/memvault.ts';

const DIST = join(import.meta.dirname, '../../dist');

test('log and search load nothing of what runs git, status does', async () => {
  const place = makePlace();
  try {
    const loaded = join(place.root, 'loaded.txt');
    const probe = join(place.root, 'probe.cjs');
    writeFileSync(
      probe,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, Object.keys(require.cache).join('\\n')))`,
    );
    const runsGit = async (...args: string[]): Promise<boolean> => {
      expect(
        (
          await memvault(place, args, {
            env: {
              ...place.env,
              NODE_OPTIONS: `--require ${JSON.stringify(probe)}`,
              MEMVAULT_VAULT: join(place.root, 'vault'),
            },
          })
        ).status,
      ).toBe(0);
      const files = readFileSync(loaded, 'utf8')
        .split('\n')
        .filter((file) => file.startsWith(DIST));
      expect(files).not.toEqual([]);
      return files.some((file) => readFileSync(file, 'utf8').includes('GIT_TERMINAL_PROMPT'));
    };
    expect(readdirSync(join(DIST, 'chunks')).some((name) => name.endsWith('.cjs'))).toBe(true);
    await runsGit('init', '--no-git', join(place.root, 'vault'));
    expect(await runsGit('log', 'User prefers tea')).toBe(false);
    expect(await runsGit('search', 'tea')).toBe(false);
    expect(await runsGit('status')).toBe(true);
  } finally {
    place.remove();
  }
});
