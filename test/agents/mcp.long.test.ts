// Eight agents on one vault while dreams run, and how soon the first answer comes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, makePlace, memvault, type Place } from '../support/memvault.ts';
import { connect } from './client.ts';

const AGENTS = 8;
const TURNS = 6;
const FACT = /^- \[event\] .+ \^[0-9a-hjkmnp-tv-z]{10}$/;

async function makeVault(place: Place): Promise<string> {
  const vault = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', '-q', vault]);
  const lines = Array.from({ length: 300 }, (_, n) =>
    JSON.stringify({
      content: `User saw heron ${n} at lake ${n % 7}`,
      category: 'event',
      date: `2026-06-${10 + (n % 20)}`,
    }),
  );
  await memvault(place, ['log', '--jsonl', '-q', '--vault', vault], { input: lines.join('\n') });
  return vault;
}

test(`${AGENTS} agents search, read and log while dreams run: no error, no torn line`, async () => {
  const place = makePlace();
  try {
    const vault = await makeVault(place);
    const agents = await Promise.all(
      Array.from(
        { length: AGENTS },
        async (_, at) => await connect(place, vault, at % 2 === 0 ? 'legacy' : { pin: '2026-07-28' }, `agent-${at}`),
      ),
    );
    let working = true;
    const work = Promise.all(
      agents.map(async ({ call, summary }, at) => {
        for (let turn = 0; turn < TURNS; turn++) {
          const own = `Agent ${at} counted ${turn} swans`;
          const { id, session } = JSON.parse(await call('memory_log', { text: own, category: 'event' })) as {
            id: string;
            session: string;
          };
          expect(session).toBe(`agent-${at}`);
          expect(await call('memory_search', { query: `"${own}"` })).toContain(id);
          expect(await call('memory_get', { ids: [id] })).toContain(own);
          expect(await call('memory_context', { question: 'Which herons did the user see?' })).toContain('heron');
          await call('memory_status');
          await summary();
        }
      }),
    ).finally(() => (working = false));
    const dreams: (number | null)[] = [];
    for (let day = 1; working; day++) {
      const env = { ...place.env, MEMVAULT_NOW: `2026-07-${String(1 + (day % 20)).padStart(2, '0')}T12:00:00Z` };
      dreams.push((await memvault(place, ['dream', '--yes', '-q', '--vault', vault], { env })).status);
    }
    await work;
    expect(dreams.filter((status) => status !== 0)).toEqual([]);
    expect(agents.map(({ said }) => said())).toEqual(agents.map(() => ''));
    await Promise.all(agents.map(async ({ client }) => await client.close()));
    const lines = readdirSync(join(vault, 'daily')).flatMap((name) =>
      readFileSync(join(vault, 'daily', name), 'utf8').split('\n'),
    );
    expect(lines.filter((line) => line.startsWith('- ') && !FACT.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes(' swans '))).toHaveLength(AGENTS * TURNS);
    expect((await memvault(place, ['lint', '--strict', '-q', '--vault', vault])).stdout).toBe('');
    const listed = await memvault(place, ['facts', '--session', 'agent-3', '--json', '--vault', vault]);
    expect((JSON.parse(listed.stdout) as { facts: unknown[] }).facts).toHaveLength(TURNS);
  } finally {
    place.remove();
  }
});

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`;

/** Milliseconds until a program says something, or ends; the best of many, since others use the machine too. */
async function firstWord(place: Place, args: readonly string[]): Promise<number> {
  let best = Infinity;
  for (let turn = 0; turn < 25; turn++) {
    const start = performance.now();
    const child = spawn(process.execPath, args, { env: place.env, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => undefined);
    child.stdin.write(HELLO);
    await once(child.stdout, 'readable');
    best = Math.min(best, performance.now() - start);
    child.kill();
    await once(child, 'close');
  }
  return best;
}

test('the first answer comes within 150 ms of bare node', async () => {
  const place = makePlace();
  try {
    const vault = await makeVault(place);
    const bare = await firstWord(place, ['-e', '']);
    expect(await firstWord(place, [BIN, 'mcp', '--vault', vault])).toBeLessThan(bare + 150);
  } finally {
    place.remove();
  }
});
