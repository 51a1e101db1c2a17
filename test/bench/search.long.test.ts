// The benchmark of search in its short form: two small vaults, one round, without other engines.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, type Place, program } from '../support/memvault.ts';

const RUN = join(import.meta.dirname, '../../bench/run.mjs');
const OLDER = `# Measured

<!-- results -->

|        | what             | result | target  | met |
| ------ | ---------------- | -----: | ------- | --- |
| log    | log of one fact  |  27 ms |         |     |
| search | search, long ago |  99 ms | ≤ 20 ms | NO  |
| dream  | 10,000 facts     |   12 s | ≤ 20 s  | yes |

<!-- end of results -->

More words.
`;

test('search is measured at two sizes, drawn, and put in the place of older results', async () => {
  const place = makePlace();
  try {
    const document = join(place.root, 'measured.md');
    const picture = join(place.root, 'images', 'search.svg');
    writeFileSync(document, OLDER);
    const { rows, said } = await bench(place, '--sizes', '200,100', '--picture', picture, '--save', document);
    const value = (what: string): number => rows.find((row) => row.what === what)?.value ?? Number.NaN;

    expect(said.filter((line) => line.includes('making a vault'))).toHaveLength(2);
    expect(value('200 facts: daily files')).toBe(20);
    expect(value('200 facts: dreamed pages')).toBeGreaterThan(0);
    expect(value('200 facts: of them dreamed')).toBeGreaterThan(50);
    expect(value('200 facts: of them dreamed')).toBeLessThanOrEqual(100);
    expect(value('search, 200 facts, against bare node')).toBeCloseTo(
      value('search, 200 facts') / value('bare node -e 0, beside 200 facts'),
      10,
    );
    expect(rows.find(({ what }) => what === 'index, 100 facts, against the markdown')?.most).toBe(0.8);

    const drawn = readFileSync(picture, 'utf8');
    expect(drawn.match(/<polyline points="(?:[\d.]+,[\d.]+ ?){2}"/g)).toHaveLength(2);
    expect(drawn).not.toMatch(/NaN|undefined/);
    const saved = readFileSync(document, 'utf8');
    expect(saved).toMatch(/^# Measured\n\n<!-- results -->\n\n\| {3}/);
    expect(saved.endsWith('|\n\n<!-- end of results -->\n\nMore words.\n')).toBe(true);
    const names = [...saved.matchAll(/^\| (log|search|dream) /gm)].map(([, name]) => name);
    expect(names).toEqual(['log', ...rows.map(() => 'search'), 'dream']);
    expect(saved).not.toContain('long ago');
  } finally {
    place.remove();
  }
});

async function bench(
  place: Place,
  ...flags: string[]
): Promise<{ rows: { what: string; value: number; most?: number }[]; said: string[] }> {
  const { status, stdout, stderr } = await program(
    place,
    process.execPath,
    [RUN, 'search', '--alone', '--rounds', '1', '--json', ...flags],
    { env: { ...place.env, TMPDIR: place.root, MEMVAULT_BENCH_CACHE: join(place.root, 'kept') } },
  );
  expect(`${status} ${stderr.replace(/^….*\n/gm, '')}`).toBe('0 ');
  return { ...(JSON.parse(stdout) as { rows: { what: string; value: number }[] }), said: stderr.split('\n') };
}
