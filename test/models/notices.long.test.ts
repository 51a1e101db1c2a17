// What a night says on stderr of a model that has understood nothing: a few short lines, in plain words; the rest is in
// the document of --json.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAll, randomFor } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { runHere } from '../support/here.ts';
import type { Ended } from '../support/memvault.ts';
import { dreamArgs, makeNights, type Nights } from './night.ts';

const CATEGORIES = ['work', 'health', 'travel', 'music', 'garden', 'books', 'food'];
const MORE = ['2026-06-26', '2026-06-27', '2026-06-28', '2026-06-30'].flatMap((day, at) =>
  CATEGORIES.flatMap(
    (category, nth) =>
      [
        [day, category, `Tomas saw ${at + 2} herons near pond ${nth}`],
        [day, category, `User does not like the ${category} of Monday ${at}`],
      ] as const,
  ),
);
const MOST = 7;

let nights: Nights;
beforeAll(async () => void (nights = await makeNights()));
afterAll(() => nights.remove());

test.each([1, 3])('answers by chance, seed %i: a few short lines', async (seed) => {
  const night = await nights.begin(MORE);
  const server = await startOllama((call) => ({ says: randomFor(call, seed) }));
  try {
    const dream = async (vault: string, ...more: string[]): Promise<Ended> =>
      await runHere({ place: nights.place, cwd: vault, now: '2026-07-01T12:00:00Z' }, [
        ...dreamArgs(server.url),
        '--max-days',
        '1',
        ...more,
      ]);
    const { status, stderr } = await dream(night.vault);
    expect(status).toBe(0);
    const lines = stderr.split('\n').filter((line) => line !== '');
    const { stdout } = await dream(night.before().vault, '--json');
    const told = (JSON.parse(stdout) as { runs: { notices: string[] }[] }).runs.flatMap(({ notices }) => notices);
    expect(told.length).toBeGreaterThan(MOST);
    expect(lines.length).toBeLessThanOrEqual(MOST);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line.length).toBeLessThan(190);
  } finally {
    await server.close();
  }
});

test.each([1, 4])('an outage after the first answer, in the %i. night of it: its cause once', async (night) => {
  const { vault, run } = await nights.begin(MORE);
  const server = await startOllama((call) => (call.number === 1 ? { says: answerAll(call) } : { status: 400 }));
  const away = await startOllama(() => ({ status: 400 }));
  try {
    // From the fourth on the rules decide.
    for (let earlier = 1; earlier < night; earlier++)
      await runHere({ place: nights.place, cwd: vault, now: `2026-07-0${earlier}T12:00:00Z` }, dreamArgs(away.url));
    const { status, stderr } =
      night === 1
        ? await run(...dreamArgs(server.url))
        : await runHere({ place: nights.place, cwd: vault, now: `2026-07-0${night}T12:00:00Z` }, dreamArgs(server.url));
    expect(status).toBe(night === 1 ? 3 : 0);
    expect(stderr.match(/status 400/g)).toHaveLength(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/pairs|MEMORY/);
  } finally {
    await server.close();
    await away.close();
  }
});
