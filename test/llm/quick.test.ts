// log and search are to start in no time: what talks to a model is in files of its own, which only a dream loads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, memvault } from '../support/memvault.ts';

const DIST = join(import.meta.dirname, '../../dist');

test('log, search and a dream of the rules load nothing of llm/, a dream that asks Ollama does', async () => {
  const place = makePlace();
  try {
    const loaded = join(place.root, 'loaded.txt');
    const probe = join(place.root, 'probe.cjs');
    writeFileSync(
      probe,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, Object.keys(require.cache).join('\\n')))`,
    );
    const talks = async (...args: string[]): Promise<boolean> => {
      await memvault(place, args, {
        env: {
          ...place.env,
          NODE_OPTIONS: `--require ${JSON.stringify(probe)}`,
          MEMVAULT_VAULT: join(place.root, 'vault'),
          OLLAMA_HOST: '127.0.0.1:9',
        },
      });
      const files = readFileSync(loaded, 'utf8')
        .split('\n')
        .filter((file) => file.startsWith(DIST));
      expect(files).not.toEqual([]);
      return files.some((file) => readFileSync(file, 'utf8').includes('no server at'));
    };
    expect(await talks('init', join(place.root, 'vault'))).toBe(false);
    expect(await talks('log', 'User prefers tea', '--date', '2026-06-29')).toBe(false);
    expect(await talks('search', 'tea')).toBe(false);
    expect(await talks('dream', '--batch', '--force', '--engine', 'ollama', '--model', 'm')).toBe(true);
    expect(await talks('dream', '--batch', '--force')).toBe(false);
  } finally {
    place.remove();
  }
});
