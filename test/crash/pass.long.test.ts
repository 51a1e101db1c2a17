// A pass over a page that is killed before any of its writes: the next dream ends with the bytes of one that nobody
// disturbed.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import type { ModelServer } from '../support/model-server/script.ts';
import { dreamArgs, makePassVault, NIGHT, type PassVault, startModel } from '../models/pass-night.ts';

let base: CrashVault;
let passes: PassVault;
let server: ModelServer;
let dream: Operation;
let traced: Traced;

beforeAll(async () => {
  passes = await makePassVault();
  const made = await makeCrashVault();
  const now = { MEMVAULT_NOW: NIGHT };
  base = {
    ...made,
    place: { ...made.place, env: { ...made.place.env, ...now } },
    prepared: join(passes.place.root, 'prepared'),
    run: async (vault, args, more = {}) => await made.run(vault, args, { ...more, env: { ...more.env, ...now } }),
  };
  server = await startModel({
    pass: (shown) => ({
      headings: [
        { title: 'Operation', claims: shown.filter(({ says }) => /Fly|Hetzner|Sentry/.test(says)).map(({ n }) => n) },
      ],
      over: [
        {
          claim: shown.find(({ says }) => says.includes('Fly'))?.n ?? 0,
          by: shown.find(({ says }) => says.includes('Hetzner'))?.n ?? 0,
        },
      ],
    }),
    pair: () => 'a-replaces-b',
  });
  dream = { from: base.prepared, args: [...dreamArgs(server.url), '--force'] };
  traced = await trace(base, dream);
});
afterAll(async () => {
  await server.close();
  base.remove();
  passes.remove();
});

test('killed before any write is made whole by the next', { timeout: 600_000 }, async () => {
  expect(await complaintsAbout(base, dream, traced, faultsAt(traced, 'write', 'kill', { every: 3 }))).toEqual([]);
});
