// The vault that each test of extraction begins with.
import { join } from 'node:path';
import { expect } from 'vitest';
import { memvaultHere } from '../../support/in-process.ts';
import { makePlace, type Place } from '../../support/memvault.ts';

/** An empty one, in a place of its own that the caller removes. */
export async function newVault(): Promise<{ place: Place; vault: string }> {
  const place = makePlace();
  const vault = join(place.root, 'vault');
  expect((await memvaultHere(place, ['init', '--no-git', vault, '-q'])).status).toBe(0);
  return { place, vault };
}
