// Three claims that say the same, from the night to its end: one question with one drafted statement, what an approval
// and a rejection make of it, and that nobody is asked again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerAll, kindOf } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelCall } from '../support/model-server/script.ts';
import type { Ended } from '../support/memvault.ts';
import { dreamArgs, useNights } from './night.ts';

const FERN = 'User waters the tall green fern in the narrow hallway with cold rain water from the barrel';
const THREE = [
  ['2026-06-28', 'plants', FERN],
  ['2026-06-29', 'plants', `${FERN} at 9:30`],
  ['2026-06-30', 'plants', `${FERN} for Ingrid`],
] as const;
const DRAFT = `${FERN} for Ingrid at 9:30`;

const use = useNights();

interface Shown {
  id: string;
  kind: string;
  status: string;
  facts: string[];
  draft: string | null;
}

interface Clustered {
  readonly calls: readonly ModelCall[];
  readonly ids: readonly string[];
  run(now: string, ...args: string[]): Promise<Ended>;
  dream(now: string): Promise<Ended>;
  reviews(now: string, ...args: string[]): Promise<Shown[]>;
  fates(now: string): Promise<string[]>;
  read(path: string): string;
}

const isFern = (facts: readonly unknown[], ids: readonly string[]): boolean =>
  facts.some((id) => typeof id === 'string' && ids.includes(id));

/** The night after the three were logged. */
async function clustered(draft: string | null = DRAFT): Promise<Clustered> {
  const server = await use.started(
    startOllama((call) => {
      const data = JSON.parse(/\n(\{[\s\S]*\})\n<\//.exec(call.prompt)?.[1] ?? '{}') as {
        pairs?: { id: string; older: { says: string } }[];
        clusters?: { id: string }[];
      };
      if (kindOf(call) === 'pairs')
        return {
          says: {
            pairs: (data.pairs ?? []).map(({ id, older }) => ({
              pair: id,
              as: older.says.startsWith(FERN) ? 'duplicate' : 'complementary',
              text: null,
              reason: 'x',
            })),
          },
        };
      if (kindOf(call) === 'merge')
        return { says: { clusters: (data.clusters ?? []).map(({ id }) => ({ cluster: id, text: draft })) } };
      return { says: answerAll(call) };
    }),
  );
  const { vault } = await use.nights.begin(THREE);
  const run = async (now: string, ...args: string[]): Promise<Ended> =>
    await use.nights.memvault(use.nights.place, args, {
      cwd: vault,
      env: { ...use.nights.place.env, MEMVAULT_NOW: now },
    });
  const dream = async (now: string): Promise<Ended> => await run(now, ...dreamArgs(server.url));
  const facts = async (now: string): Promise<{ id: string; content: string; disposition: { as: string } | null }[]> =>
    (
      JSON.parse((await run(now, 'facts', '--json')).stdout) as {
        facts: { id: string; content: string; disposition: { as: string } | null }[];
      }
    ).facts;
  const ended = await dream('2026-07-01T12:00:00Z');
  expect(ended, ended.stderr).toMatchObject({ status: 0 });
  const all = await facts('2026-07-01T12:00:00Z');
  const ids = THREE.map(([, , text]) => all.find(({ content }) => content === text)?.id ?? '');
  return {
    calls: server.calls,
    ids,
    run,
    dream,
    reviews: async (now, ...args) =>
      (JSON.parse((await run(now, 'review', 'list', '--json', ...args)).stdout) as { reviews: Shown[] }).reviews.filter(
        (review) => isFern(review.facts, ids),
      ),
    fates: async (now) =>
      (await facts(now))
        .filter(({ content }) => content.startsWith(FERN))
        .map(({ disposition }) => disposition?.as ?? 'pending'),
    read: (path) => readFileSync(join(vault, path), 'utf8'),
  };
}

const JULY = (day: number): string => `2026-07-0${day}T12:00:00Z`;

async function expectSound({ run }: Clustered, now: string): Promise<void> {
  const { stdout } = await run(now, 'lint', '--json');
  expect(
    (JSON.parse(stdout) as { findings: { severity: string }[] }).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  ).toEqual([]);
}

test('one question about three, with a statement for all of them; a second dream asks nobody', async () => {
  const place = await clustered();
  expect(place.calls.filter((call) => kindOf(call) === 'merge')).toHaveLength(1);
  expect(await place.reviews(JULY(1))).toMatchObject([
    { kind: 'merge', status: 'pending', facts: place.ids, draft: DRAFT },
  ]);
  const { stdout } = await place.run(JULY(1), 'review', 'list');
  expect(stdout).toContain(DRAFT);
  for (const [, , text] of THREE) expect(stdout).toContain(text);
  const before = place.calls.length;
  expect((await place.dream(JULY(2))).status).toBe(0);
  expect(place.calls).toHaveLength(before);
  await expectSound(place, JULY(2));
});

test('without a statement that can be taken, and none of their own says all: a text is asked for', async () => {
  const place = await clustered(`${FERN} at 9:30`);
  const [review] = await place.reviews(JULY(1));
  expect(review).toMatchObject({ facts: place.ids, draft: null });
  const refused = await place.run(JULY(1), 'review', 'approve', review?.id ?? '');
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('--text');
});

test('approved: a fact of today, which the next dream puts in the place of the three', async () => {
  const place = await clustered();
  const [review] = await place.reviews(JULY(1));
  const approved = await place.run(JULY(1), 'review', 'approve', review?.id ?? '');
  expect(approved, approved.stderr).toMatchObject({ status: 0 });
  expect(place.read('daily/2026-07-01.md')).toContain(DRAFT);
  const before = place.calls.length;
  expect((await place.dream(JULY(2))).status).toBe(0);
  // The statement says itself what it replaces: no fact is left to ask about.
  expect(
    place.calls
      .slice(before)
      .map(kindOf)
      .filter((kind) => kind !== 'memory'),
  ).toEqual([]);
  expect((await place.fates(JULY(2))).sort()).toEqual(['placed', 'superseded', 'superseded', 'superseded']);
  const found = (await place.run(JULY(2), 'search', 'tall green fern', '--json')).stdout;
  expect(found).toContain(DRAFT);
  expect(found.split(FERN)).toHaveLength(found.split(DRAFT).length);
  expect(await place.reviews(JULY(2))).toEqual([]);
  await expectSound(place, JULY(2));
  const after = place.calls.length;
  expect((await place.dream(JULY(3))).status).toBe(0);
  expect(place.calls).toHaveLength(after);
});

test('rejected: all three are kept apart, and what comes later brings the question back about none of them', async () => {
  const place = await clustered();
  const [review] = await place.reviews(JULY(1));
  expect((await place.run(JULY(1), 'review', 'reject', review?.id ?? '')).status).toBe(0);
  expect((await place.run(JULY(1), 'log', '--category', 'plants', `${FERN} on Sundays`)).status).toBe(0);
  expect((await place.dream(JULY(2))).status).toBe(0);
  expect((await place.fates(JULY(2))).sort()).toEqual(['placed', 'placed', 'placed', 'placed']);
  // The fourth may say the same as one of them.
  const later = await place.reviews(JULY(2));
  expect(later).toHaveLength(1);
  for (const { facts } of later) expect(facts.filter((id) => place.ids.includes(id))).toHaveLength(1);
  await expectSound(place, JULY(2));
});
