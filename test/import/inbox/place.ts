// A vault with an inbox, and the command line on it in this process.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { memvaultHere } from '../../support/in-process.ts';
import { type Ended, makePlace, type Place } from '../../support/memvault.ts';

export const NOW = '2026-07-05T01:00:00Z';

export interface InboxVault {
  readonly place: Place;
  readonly vault: string;
  run(args: readonly string[], more?: { readonly now?: string; readonly input?: string }): Promise<Ended>;
  json(args: readonly string[]): Promise<Record<string, unknown>>;
  put(path: string, bytes: string | Uint8Array): void;
  read(path: string): string;
  has(path: string): boolean;
  /** Every file below a folder, from the root of the vault, sorted. */
  files(folder: string): string[];
  pages(): string[];
}

/** A fresh one for each test. */
export function useInbox(init: readonly string[] = []): InboxVault {
  let place: Place;
  let vault: string;
  beforeEach(async () => {
    place = makePlace();
    vault = join(place.root, 'vault');
    const { status, stderr } = await memvaultHere(place, ['init', '--no-git', vault, '-q', ...init]);
    if (status !== 0) throw new Error(stderr);
  });
  afterEach(() => place.remove());
  const run: InboxVault['run'] = async (args, { now = NOW, input = '' } = {}) =>
    await memvaultHere(place, [...args, '--vault', vault], { input, env: { ...place.env, MEMVAULT_NOW: now } });
  const files = (folder: string): string[] => {
    if (!existsSync(join(vault, folder))) return [];
    return readdirSync(join(vault, folder), { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? files(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
      .sort();
  };
  return {
    get place() {
      return place;
    },
    get vault() {
      return vault;
    },
    run,
    files,
    json: async (args) => JSON.parse((await run([...args, '--json'])).stdout) as Record<string, unknown>,
    put: (path, bytes) => {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), bytes);
    },
    read: (path) => readFileSync(join(vault, path), 'utf8'),
    has: (path) => existsSync(join(vault, path)),
    pages: () => files('2_Wiki/Literature'),
  };
}

export const RIVERS = `# Rivers of the north

Rivers of the north carry more water in spring than in any other season of the year.
The water comes from snow that melts in the hills, and from rain that falls on frozen ground.

## How it was measured

The authors measured the water of 14 rivers every day for 20 years with floats and gauges.
They did not count small streams, since nobody kept a gauge there.

## Links

See [the data](https://example.org/data) and <https://example.org/map>.
`;
