// Real processes that are killed with SIGKILL while they apply: the short form of `npm run bench -- crashes` and `--
// kills`.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, program } from '../support/memvault.ts';

const KILLS = 8;
/** Eight a day: four batches of two days. */
const FACTS = 96;

test('dreams that are killed while they apply are made whole by the next', { timeout: 400_000 }, async () => {
  const place = makePlace();
  try {
    const { status, stdout, stderr } = await program(
      place,
      process.execPath,
      [
        join(import.meta.dirname, '../../bench/run.mjs'),
        'crashes',
        '--kills',
        String(KILLS),
        '--facts',
        String(FACTS),
        '--json',
      ],
      { env: { ...place.env, TMPDIR: place.root } },
    );
    expect(`${status} ${stderr.replace(/^….*\n/gm, '')}`).toBe('0 ');
    const { rows } = JSON.parse(stdout) as { rows: { what: string; value: number }[] };
    const moments = rows.filter(({ what }) => what.startsWith('killed '));
    expect(moments.reduce((sum, { value }) => sum + value, 0)).toBe(KILLS);
    // Where none was killed while it applied nothing is proved.
    const applying = moments.filter(({ what }) =>
      ['killed within a batch', 'killed between two batches'].includes(what),
    );
    expect(applying).toHaveLength(2);
    expect(applying.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(0);
  } finally {
    place.remove();
  }
});

test('commands that are killed while they write are made whole by the next', { timeout: 400_000 }, async () => {
  const place = makePlace();
  try {
    const { status, stderr } = await program(
      place,
      process.execPath,
      [join(import.meta.dirname, '../../bench/run.mjs'), 'kills', '--kills', '6', '--json'],
      { env: { ...place.env, TMPDIR: place.root } },
    );
    expect(`${status} ${stderr.replace(/^….*\n/gm, '')}`).toBe('0 ');
  } finally {
    place.remove();
  }
});
