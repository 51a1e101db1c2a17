// Hostile inputs through the real command line: the short form of `npm run bench -- fuzz`.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, program } from '../support/memvault.ts';

test('a vault of hostile inputs is read in words, and nothing of it is lost', { timeout: 400_000 }, async () => {
  const place = makePlace();
  try {
    const { status, stderr } = await program(
      place,
      process.execPath,
      [join(import.meta.dirname, '../../bench/run.mjs'), 'fuzz', '--batch', '1', '--json'],
      { env: { ...place.env, TMPDIR: place.root } },
    );
    expect(`${status} ${stderr.replace(/^….*\n/gm, '')}`).toBe('0 ');
  } finally {
    place.remove();
  }
});
