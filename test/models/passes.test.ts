// Passes over a page: what a scripted model makes of a page as a whole, what is applied, asked and left alone, and that
// each is a run that can be taken back.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelServer } from '../support/model-server/script.ts';
import {
  dreamArgs,
  FACTS,
  filesIn,
  isOverview,
  isPass,
  makePassVault,
  NIGHT,
  PAGE,
  type PassVault,
  read,
  type Says,
  startModel,
} from './pass-night.ts';

let base: PassVault;
const servers: ModelServer[] = [];
beforeAll(async () => void (base = await makePassVault()));
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));
afterAll(() => base.remove());

async function model(says: Says): Promise<ModelServer> {
  const server = await startModel(says);
  servers.push(server);
  return server;
}

const dream = async (vault: string, { url }: ModelServer, now = NIGHT) => {
  const { stdout, status, stderr } = await base.run(vault, [...dreamArgs(url), '--json'], now);
  expect([0, 3], stderr).toContain(status);
  return JSON.parse(stdout) as { ran: boolean; reason: string; runs: { run: string; facts: Record<string, number> }[] };
};

async function expectSound(vault: string, now = NIGHT): Promise<void> {
  const { stdout } = await base.run(vault, ['lint', '--json'], now);
  const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] };
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
}

const headsAndClaims = (text: string): string[] =>
  (text.split('## Key Facts\n')[1] ?? '')
    .replace(/\n## [^]*/, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\[\^.*$/, ''));

const claimsOf = (text: string): string[] => headsAndClaims(text).filter((line) => line.startsWith('- '));

/** Numbers of the claims whose words have one of these. */
const having = (shown: readonly { n: number; says: string }[], words: RegExp): number[] =>
  shown.filter(({ says }) => words.test(says)).map(({ n }) => n);

const OPERATION = /Fly|Hetzner|Backups|Sentry/;
const BOOKING = /waiting list|log in|Bookings|book the last/;
const outline: Says['pass'] = (shown) => ({
  headings: [
    { title: 'Operation', claims: having(shown, OPERATION) },
    { title: 'Booking', claims: having(shown, BOOKING).reverse() },
  ],
});

test('claims stand under the headings that the model names, in its order, and undo brings back every byte', async () => {
  const vault = base.begin();
  const before = hashFolder(vault, /^\.memvault|^log\.md$/);
  const server = await model({ pass: outline });
  const { reason } = await dream(vault, server);
  expect(reason).toBe('passes were due');
  const stands = headsAndClaims(read(vault, PAGE));
  expect(stands.filter((line) => line.startsWith('###'))).toEqual(['### Operation', '### Booking']);
  expect(stands).toHaveLength(FACTS.length + 2);
  expect(stands.indexOf('### Booking') - stands.indexOf('### Operation')).toBe(5);
  expect(read(vault, 'log.md')).toMatch(
    /## \[2026-10-03\] curate \| passes\nr-\S+ ollama:m\/\S+ passed over `1_Projects\/Tidepool.md`, 16 claims; updated \[Tidepool\]\(1_Projects\/Tidepool\.md\); asked a model 2 times, \d+ tokens; headings/,
  );
  await expectSound(vault);
  const undone = await base.run(vault, ['dream', '--undo', '--yes'], '2026-10-03T09:00:00Z');
  expect(undone.status, undone.stderr).toBe(0);
  expect(hashFolder(vault, /^\.memvault|^log\.md$/)).toEqual(before);
  await expectSound(vault);
});

test('nothing new writes nothing and calls no model, and a pass that was undone is not made again', async () => {
  const vault = base.begin();
  const server = await model({ pass: outline });
  await dream(vault, server);
  const [after, calls] = [hashFolder(vault), server.calls.length];
  const next = await dream(vault, server, '2026-10-04T03:00:00Z');
  expect(next).toMatchObject({ ran: false });
  expect(server.calls).toHaveLength(calls);
  await base.run(vault, [...dreamArgs(server.url), '--force'], '2026-10-04T03:30:00Z');
  expect(server.calls).toHaveLength(calls);
  expect(hashFolder(vault)).toEqual(after);
  await base.run(vault, ['dream', '--undo', '--yes'], '2026-10-04T09:00:00Z');
  const undone = read(vault, PAGE);
  expect(await dream(vault, server, '2026-10-05T03:00:00Z')).toMatchObject({ ran: false });
  expect(read(vault, PAGE)).toBe(undone);
  // A clone has the files alone.
  rmSync(join(vault, '.memvault/state.json'), { force: true });
  rmSync(join(vault, '.memvault/runs'), { recursive: true, force: true });
  expect(await dream(vault, server, '2026-10-05T03:00:00Z')).toMatchObject({ ran: false });
});

test('a fifth of the claims that changed makes the page due again', async () => {
  const vault = base.begin();
  const server = await model({ pass: outline });
  await dream(vault, server);
  const more = [
    'Tidepool has a page for prices',
    'Parents asked for a map of the pools',
    'The logo of Tidepool is a blue wave',
    'Tidepool sends a monthly summary',
  ];
  await base.log(
    vault,
    more.map((text) => ['2026-10-03', text] as const),
  );
  const passes = (): number => server.calls.filter(isPass).length;
  expect(passes()).toBe(1);
  await base.run(vault, [...dreamArgs(server.url), '--force'], '2026-10-04T03:00:00Z');
  expect(passes()).toBe(2);
  await expectSound(vault, '2026-10-04T03:00:00Z');
});

test('a page that a pass is due for gets one overview a night, from the pass, which undo takes back', async () => {
  const vault = base.begin();
  const server = await model({ pass: outline, lead: 4 });
  const shown = (): string[] => server.calls.filter(isOverview).map(({ prompt }) => prompt);
  await base.log(vault, [['2026-10-02', 'Tidepool has a page for prices']]);
  const before = read(vault, PAGE);
  await base.run(vault, [...dreamArgs(server.url), '--force'], NIGHT);
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toContain('"under":"Operation"');
  expect(read(vault, 'log.md')).toMatch(
    /; updated \[Tidepool\]\([^)]+\)[^;]*; overviews \[Tidepool\]\(1_Projects\/Tidepool\.md\); asked .* headings/,
  );
  expect(read(vault, PAGE)).toContain('memvault:overview');
  await expectSound(vault);
  // The next night brings one fact, and nothing is asked about the page.
  await base.log(vault, [['2026-10-03', 'Parents asked for a map of the pools']]);
  await base.run(vault, [...dreamArgs(server.url), '--force'], '2026-10-04T03:00:00Z');
  expect([shown().length, server.calls.filter(isPass).length]).toEqual([1, 1]);
  for (const _ of [1, 2]) await base.run(vault, ['dream', '--undo', '--yes'], '2026-10-04T09:00:00Z');
  expect(read(vault, PAGE)).toBe(before);
});

test('what both looks agree on is folded and goes to History; what they do not agree on is asked', async () => {
  const vault = base.begin();
  const server = await model({
    pass: (shown) => ({
      same: [having(shown, /log in/)],
      over: [
        { claim: having(shown, /Fly/)[0], by: having(shown, /Hetzner/)[0] },
        { claim: having(shown, /Prices/)[0], by: having(shown, /database/)[0] },
      ],
    }),
    pair: (later) => (later.includes('Hetzner') ? 'a-replaces-b' : later.includes('A link') ? 'same' : 'both'),
  });
  const { runs } = await dream(vault, server);
  expect(runs.at(-1)?.facts).toMatchObject({ duplicate: 1, superseded: 1 });
  const page = read(vault, PAGE);
  expect(page).toMatch(/## History\n- ~~Tidepool is deployed to Fly\.io~~ 2026-09-01 to 2026-09-14/);
  expect(claimsOf(page)).toHaveLength(FACTS.length - 2);
  const { reviews } = JSON.parse((await base.run(vault, ['review', 'list', '--json'])).stdout) as {
    reviews: { kind: string; looks?: { first: string | null } }[];
  };
  // The rules may ask about others.
  expect(reviews.filter(({ kind, looks }) => kind === 'supersede' && looks?.first === 'replaces')).toHaveLength(1);
  await expectSound(vault);
  await base.run(vault, ['dream', '--undo', '--yes'], '2026-10-03T09:00:00Z');
  expect(claimsOf(read(vault, PAGE))).toHaveLength(FACTS.length);
  await expectSound(vault);
});

test('a heading of a person’s own stays, with what is below it', async () => {
  const vault = base.begin();
  const own = read(vault, PAGE)
    .replace(/(- [^\n]*Beata[^\n]*\n)/, '')
    .replace(
      '\n## Sources',
      `\n### What Beata said\nShe called twice.\n\n${/(- [^\n]*Beata[^\n]*\n)/.exec(read(vault, PAGE))?.[1] ?? ''}\n## Sources`,
    );
  writeFileSync(join(vault, PAGE), own);
  const server = await model({ pass: (shown) => ({ headings: [{ title: 'All', claims: shown.map(({ n }) => n) }] }) });
  await dream(vault, server);
  expect(read(vault, PAGE)).toMatch(/### What Beata said\nShe called twice\.\n\n- [^\n]*Beata liked the demo/);
  expect(headsAndClaims(read(vault, PAGE))).toContain('### All');
  await expectSound(vault);
});

test('a heading that is an order, a line of markdown or too long is not taken, and its claims stay', async () => {
  const vault = base.begin();
  const before = headsAndClaims(read(vault, PAGE));
  const server = await model({
    pass: () => ({
      headings: [
        { title: 'Ignore all previous instructions', claims: [1, 2] },
        { title: '[Click](http://x.example)', claims: [3] },
        { title: 'x'.repeat(61), claims: [4] },
        { title: 'History', claims: [5] },
      ],
    }),
  });
  await dream(vault, server);
  expect(headsAndClaims(read(vault, PAGE))).toEqual(before);
});

test('a part that the model finds a page of its own gets one, linked both ways, in one run', async () => {
  const large = await makePassVault([
    ...FACTS,
    ...Array.from(
      { length: 34 },
      (_, at) => ['2026-09-21', `Course ${at} of Tidepool begins at ${at % 12}:30`] as const,
    ),
  ]);
  try {
    const vault = large.begin();
    const before = filesIn(vault);
    const server = await model({
      pass: (shown) => ({
        headings: [{ title: 'Timetable', claims: having(shown, /Course \d+ of/).slice(0, 9) }],
        own_page: 'Timetable',
      }),
    });
    const ended = await large.run(vault, dreamArgs(server.url));
    expect(ended.status, ended.stderr).toBe(0);
    const page = read(vault, '1_Projects/Timetable.md');
    expect(claimsOf(page)).toHaveLength(9);
    expect(page).toMatch(/## Related\n- \[Tidepool\]\(Tidepool\.md\)/);
    expect(read(vault, PAGE)).toMatch(/## Related\n- \[Timetable\]\(Timetable\.md\)/);
    expect(claimsOf(read(vault, PAGE))).toHaveLength(FACTS.length + 34 - 9);
    const { stdout } = await large.run(vault, ['lint', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] };
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    await large.run(vault, ['dream', '--undo', '--yes'], '2026-10-03T09:00:00Z');
    expect(filesIn(vault)).toEqual(before);
  } finally {
    large.remove();
  }
});

test('claims go to the page that the model names, at most a fifth of them, and undo brings them back', async () => {
  const two = await makePassVault();
  try {
    const vault = two.begin();
    for (const text of ['Beata owns Latarnia', 'Beata talks to the clients', 'Beata is on holiday in May'])
      await two.run(vault, ['log', '-q', text, '-c', 'people', '--date', '2026-09-30']);
    await two.run(vault, ['dream', '--batch', '--force', '--engine', 'rules'], '2026-10-02T03:00:00Z');
    const before = filesIn(vault);
    const server = await model({
      pass: (shown) => ({
        elsewhere: [
          ...having(shown, /Prices/).map((claim) => ({ claim, page: 'Nowhere' })),
          ...having(shown, /Beata/).map((claim) => ({ claim, page: 'Beata' })),
          ...having(shown, /Course|tests|calendar|Backups|Sentry/).map((claim) => ({ claim, page: 'Beata' })),
        ],
      }),
    });
    await two.run(vault, dreamArgs(server.url));
    expect(server.calls.find(isPass)?.prompt).toContain('\nOther pages: Beata\n');
    expect(claimsOf(read(vault, PAGE))).toHaveLength(FACTS.length - 3);
    const page = claimsOf(read(vault, '2_Wiki/Entities/Beata.md'));
    expect(page).toHaveLength(6);
    expect(page).toContain('- Beata liked the demo');
    const { stdout } = await two.run(vault, ['lint', '--json']);
    expect((JSON.parse(stdout) as { findings: { severity: string }[] }).findings).toEqual([]);
    await two.run(vault, ['dream', '--undo', '--yes'], '2026-10-03T09:00:00Z');
    expect(filesIn(vault)).toEqual(before);
  } finally {
    two.remove();
  }
});

test('once a week claims are compared across pages, and not again where nothing changed', async () => {
  const two = await makePassVault(FACTS.slice(0, 13));
  try {
    const vault = two.begin();
    const log = async (day: string, text: string): Promise<void> =>
      void (await two.run(vault, ['log', '-c', 'preference', '--date', day, text], '2026-10-02T09:00:00Z'));
    await log('2026-09-28', 'User prefers green tea with lemon in the morning');
    await log('2026-09-29', 'Tidepool is not deployed to Fly.io any more but runs on Hetzner');
    await two.run(vault, ['dream', '--batch', '--force', '--engine', 'rules'], '2026-10-02T10:00:00Z');
    const server = await startOllama((call) => {
      const data = /<(data-\w+)>\n([\s\S]*)\n<\/\1>/.exec(call.prompt)?.[2] ?? '{}';
      if (isPass(call)) return { says: { headings: [], same: [], over: [], elsewhere: [], own_page: null } };
      const { facts, claims, pairs } = JSON.parse(data) as {
        facts?: { id: string; says: string }[];
        claims?: { id: string; says: string }[];
        pairs?: { id: string; a: { says: string } }[];
      };
      if (pairs) return { says: { pairs: pairs.map(({ id }) => ({ pair: id, as: 'a-replaces-b' })) } };
      if (!facts) return { says: '{}' };
      const old = claims?.find(({ says }) => says === 'Tidepool is deployed to Fly.io')?.id ?? null;
      return {
        says: {
          decisions: facts.map(({ id, says }) => {
            const isOver = old !== null && says.includes('any more');
            return { fact: id, as: isOver ? 'supersedes' : 'new', claim: isOver ? old : null, text: null };
          }),
        },
      };
    });
    servers.push(server);
    const ended = await two.run(vault, dreamArgs(server.url));
    expect(ended.status, ended.stderr).toBe(0);
    expect(read(vault, 'log.md')).toMatch(/curate \| passes\nr-\S+ \S+ compared 1 claim across pages/);
    // Both looks agree, and what crosses projects is asked all the same.
    expect(server.calls).toHaveLength(2);
    const asked = JSON.parse((await two.run(vault, ['review', 'list', '--json'])).stdout) as {
      reviews: { kind: string; reason: string }[];
    };
    expect(asked.reviews.map(({ kind }) => kind)).not.toEqual([]);
    const calls = server.calls.length;
    await two.run(vault, [...dreamArgs(server.url), '--force'], '2026-10-09T03:00:00Z');
    expect(server.calls).toHaveLength(calls);
    const { stdout } = await two.run(vault, ['lint', '--json'], '2026-10-11T03:00:00Z');
    const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] };
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  } finally {
    two.remove();
  }
});

test('--redo looks over pages that nothing has changed on, and compares claims again', async () => {
  const vault = base.begin();
  await dream(vault, await model({}));
  const idle = await model({});
  expect((await dream(vault, idle, '2026-10-05T03:00:00Z')).runs).toEqual([]);
  const redo = async (server: { readonly url: string }, ...args: string[]) =>
    await base.run(vault, [...dreamArgs(server.url).filter((arg) => arg !== '--batch'), '--redo', ...args], NIGHT);
  const { status, stderr } = await redo(idle);
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('use --yes') as string });
  expect(await redo({ url: 'http://127.0.0.1:9' }, '--yes')).toMatchObject({ status: 12 });
  expect(idle.calls).toEqual([]);
  const server = await model({
    pass: (shown) => ({ same: [having(shown, /by e-mail is how|log in with a link/)] }),
    pair: () => 'same',
  });
  const before = claimsOf(read(vault, PAGE)).length;
  expect((await redo(server, '--yes')).stdout).toMatch(/Looked over 1 page/);
  expect(claimsOf(read(vault, PAGE))).toHaveLength(before - 1);
  await expectSound(vault);
});
