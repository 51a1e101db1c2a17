// A model that answers at random, right by the schema and by nothing else: every invariant holds each time.
// MEMVAULT_SEEDS says how many; the suite has time for a few.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { runHere } from '../support/here.ts';
import { makePlace, type Place, program } from '../support/memvault.ts';
import { answerAll, kindOf, randomFor } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { makeRunner } from '../support/runner.ts';
import { dreamArgs, type Listed } from './night.ts';

const SEEDS = Number(process.env['MEMVAULT_SEEDS'] ?? 4);
/** Lives of the bench's generator; each seed of answers goes to one of them. */
const LIVES = Math.min(4, SEEDS);
const [FACTS, DAYS, PENDING_DAYS] = [120, 12, 4];
/** What is worth a decision: a page on which each new fact has to do with a claim. */
const ORCHARD = [
  'The pump of the orchard runs on Mondays',
  'The orchard has 40 trees',
  'Marta looks after the orchard',
  'User waters the orchard in the morning',
  'The gate of the orchard is locked at 20:00',
  'The orchard sells apples at the market',
];
const NEWS = [
  'The pump of the orchard runs on Thursdays now',
  'The orchard has 46 trees',
  'Correction: the gate of the orchard is locked at 21:00',
  'The orchard does not sell apples at the market',
  'The orchard sells its apples at the market',
  'Marta no longer looks after the orchard',
  'The user waters the orchard in the morning',
  'The pump of the orchard runs on Mondays and Thursdays',
  'So the orchard, well',
  'Marta looks after the orchard too',
];
const ALL = FACTS + ORCHARD.length + NEWS.length;
const NOW = '2026-07-02T03:00:00Z';
/** In so many all pairs have had their second look. */
const NIGHTS = 6;

const memvault = makeRunner();
let place: Place;
beforeAll(async () => {
  place = makePlace();
  for (let life = 0; life < LIVES; life++) await prepare(join(place.root, `life-${life}`), life);
});
afterAll(() => place.remove());

/** Pages from the first days, and the last days waiting. */
async function prepare(vault: string, life: number): Promise<void> {
  const must = async (args: readonly string[], input = ''): Promise<void> => {
    const { status, stderr } = await memvault(place, args, { input });
    if (status !== 0) throw new Error(`memvault ${args.join(' ')}: ${stderr}`);
  };
  await must(['init', '--no-git', vault]);
  const { status, stderr } = await program(place, process.execPath, [
    join(import.meta.dirname, '../../bench/generate.mjs'),
    join(vault, 'daily'),
    '--facts',
    String(FACTS),
    '--days',
    String(DAYS),
    '--seed',
    String(100 + life),
  ]);
  if (status !== 0) throw new Error(stderr);
  const linesOf = (texts: readonly string[], date: string): string =>
    texts
      .map((content) => JSON.stringify({ date, time: '09:15', category: 'work', project: 'orchard', content }))
      .join('\n');
  await must(['log', '--jsonl', '-q', '--vault', vault], linesOf(ORCHARD, '2026-06-20'));
  await must(['log', '--jsonl', '-q', '--no-color', '--vault', vault], linesOf(NEWS, '2026-06-30'));
  const logs = readdirSync(join(vault, 'daily'))
    .filter((name) => /^\d.*\.md$/.test(name))
    .sort()
    .slice(-PENDING_DAYS);
  const aside = `${vault}-aside`;
  mkdirSync(aside);
  for (const name of logs) renameSync(join(vault, 'daily', name), join(aside, name));
  await must(['dream', '--batch', '--force', '--engine', 'rules', '--vault', vault]);
  for (const name of logs) renameSync(join(aside, name), join(vault, 'daily', name));
}

/** What became of facts by the word of the model. */
const taken = new Set<string>();

/** What an undo brings back. */
const pagesIn = (vault: string): string => JSON.stringify(hashFolder(vault, /^(?:daily|log\.md|\.memvault)(?:\/|$)/));

test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('answers by chance, seed %i', async (seed) => {
  const vault = join(place.root, `seed-${seed}`);
  cpSync(join(place.root, `life-${seed % LIVES}`), vault, { recursive: true });
  const logs = hashFolder(join(vault, 'daily'));
  const untouched = pagesIn(vault);
  const here = { place, cwd: vault, now: NOW };
  const expectSound = async (): Promise<void> => {
    expect(hashFolder(join(vault, 'daily'))).toEqual(logs);
    const { facts } = JSON.parse((await runHere(here, ['facts', '--json'])).stdout) as { facts: Listed[] };
    expect(facts).toHaveLength(ALL);
    expect(facts.filter(({ disposition }) => disposition === null)).toEqual([]);
    const { findings } = JSON.parse((await runHere(here, ['lint', '--json'])).stdout) as {
      findings: { severity: string }[];
    };
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  };
  const server = await startOllama((call) => ({ says: randomFor(call, seed) }));
  const good = await startOllama((call) => ({ says: answerAll(call) }));
  try {
    const ended = await runHere(here, dreamArgs(server.url));
    expect(ended).toMatchObject({ status: 0 });
    expect(server.calls.length).toBeGreaterThan(3);
    await expectSound();

    const ledger = readFileSync(join(vault, '.memvault/ledger/2026-06.jsonl'), 'utf8').trim().split('\n');
    for (const line of ledger.filter((one) => one.includes('"ollama:m/')))
      taken.add((JSON.parse(line) as { as: string }).as);

    // Pairs that wait for their second look get it in a later dream; no fact is asked about twice.
    const calls = server.calls.length;
    expect(await runHere(here, dreamArgs(server.url))).toMatchObject({ status: 0 });
    expect(server.calls.slice(calls).map(kindOf)).not.toContain('first-look');
    await expectSound();

    // One that answers each comes to an end with them; then nothing is new: no call, and no byte changes.
    let before: Record<string, string> | undefined;
    for (let [night, asked] = [0, -1]; asked < good.calls.length; night++) {
      expect(night).toBeLessThan(NIGHTS);
      [asked, before] = [good.calls.length, hashFolder(vault)];
      expect(await runHere(here, dreamArgs(good.url))).toMatchObject({ status: 0 });
    }
    expect(good.calls.map(kindOf)).not.toContain('first-look');
    expect(hashFolder(vault)).toEqual(before);
    await expectSound();

    for (let run = ALL; run > 0 && pagesIn(vault) !== untouched; run--)
      expect(await runHere(here, ['dream', '--undo', '-q'])).toMatchObject({ status: 0 });
    expect(pagesIn(vault)).toBe(untouched);
  } finally {
    await Promise.all([server.close(), good.close()]);
  }
});

test('not all that is said by chance comes to nothing', () => {
  for (const as of ['placed', 'duplicate', 'superseded']) expect([...taken]).toContain(as);
});
