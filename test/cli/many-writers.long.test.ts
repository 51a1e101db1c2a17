// Several processes log at once, also while a dream runs: nothing is lost, nothing is torn.
// MEMVAULT_TEST_APPENDS sets how many facts each of the eight logs; 2000 is the promise, a smaller one the habit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { makePlace, memvault, type Place, program } from '../support/memvault.ts';

const WRITERS = 8;
const APPENDS = Number(process.env['MEMVAULT_TEST_APPENDS'] ?? 60);
const FACT = /^- \[event\] (.+) \^[0-9a-hjkmnp-tv-z]{10}$/;
const TIMEOUT = 60_000 + APPENDS * 200;

/** Every line of every daily log, split into the texts of facts and what is neither a fact nor of the usual frame. */
function readLogs(vault: string): { texts: string[]; odd: string[] } {
  const lines = readdirSync(join(vault, 'daily')).flatMap((name) =>
    readFileSync(join(vault, 'daily', name), 'utf8').split('\n'),
  );
  const texts = lines.flatMap((line) => FACT.exec(line)?.[1] ?? []);
  const odd = lines.filter(
    (line) =>
      !FACT.test(line) && !/^$|^# Daily Log - \d{4}-\d\d-\d\d$|^## \d\d:\d\d — cli-\w{4}( <!-- \w+ -->)?$/.test(line),
  );
  return { texts, odd };
}

async function expectWholeVault(place: Place, vault: string, expected: readonly string[]): Promise<void> {
  const { texts, odd } = readLogs(vault);
  expect(odd).toEqual([]);
  expect(texts.sort()).toEqual([...expected].sort());
  const tomorrow = { ...place.env, MEMVAULT_NOW: '2026-07-02T12:00:00Z' };
  expect(await memvault(place, ['dream', '--yes', '-q'], { cwd: vault, env: tomorrow })).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  const { facts } = JSON.parse((await memvault(place, ['facts', '--json'], { cwd: vault, env: tomorrow })).stdout) as {
    facts: { id: string; disposition: { as: string } | null }[];
  };
  expect(new Set(facts.map((fact) => fact.id)).size).toBe(expected.length);
  expect(facts.filter((fact) => fact.disposition === null)).toEqual([]);
  expect(await memvault(place, ['lint', '--strict', '-q'], { cwd: vault, env: tomorrow })).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
}

test(
  `${WRITERS} processes with ${APPENDS} appends each, to two days, while dreams run`,
  { timeout: TIMEOUT },
  async () => {
    const place = makePlace();
    try {
      const vault = join(place.root, 'vault');
      const script = join(place.root, 'append-many.cjs');
      await build({
        input: fileURLToPath(new URL('../support/append-many.ts', import.meta.url)),
        platform: 'node',
        output: { file: script, format: 'cjs' },
        logLevel: 'silent',
      });
      await memvault(place, ['init', '--no-git', vault]);
      let writing = true;
      const names = Array.from({ length: WRITERS }, (_, writer) => `W${writer}`);
      const writers = Promise.all(
        names.map(
          async (name) =>
            await program(place, process.execPath, [script, vault, name, String(APPENDS), '2026-07-01', '2026-06-30']),
        ),
      ).finally(() => (writing = false));
      const dreams: (number | null)[] = [];
      while (writing) dreams.push((await memvault(place, ['dream', '--yes', '-q'], { cwd: vault })).status);
      expect((await writers).map(({ status, stderr }) => ({ status, stderr }))).toEqual(
        names.map(() => ({ status: 0, stderr: '' })),
      );
      expect(dreams.length).toBeGreaterThan(0);
      expect(dreams.filter((status) => status !== 0)).toEqual([]);
      await expectWholeVault(
        place,
        vault,
        names.flatMap((name) =>
          Array.from({ length: APPENDS }, (_, i) => `Writer ${name} saw bird number ${i} of its own`),
        ),
      );
    } finally {
      place.remove();
    }
  },
);

test(`${WRITERS} shells that run memvault log again and again`, async () => {
  const place = makePlace();
  const times = 4;
  try {
    const vault = join(place.root, 'vault');
    await memvault(place, ['init', '--no-git', vault]);
    const loop = `for i in $(seq ${times}); do memvault log "Shell $1 saw bird number $i of its own" -c event -q || exit; done`;
    const names = Array.from({ length: WRITERS }, (_, shell) => `S${shell}`);
    const ended = await Promise.all(
      names.map(async (name) => await program(place, 'bash', ['-c', loop, 'bash', name], { cwd: vault })),
    );
    expect(ended.map(({ status }) => status)).toEqual(names.map(() => 0));
    await expectWholeVault(
      place,
      vault,
      names.flatMap((name) =>
        Array.from({ length: times }, (_, i) => `Shell ${name} saw bird number ${i + 1} of its own`),
      ),
    );
  } finally {
    place.remove();
  }
});
