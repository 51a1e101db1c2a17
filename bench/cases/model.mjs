// A night of 40 facts with a model, over a vault of 1,000 claims and over one of 50,000: what it asks must not grow
// with what is known. It is a night as it comes by itself, the one after that of all other facts. The model is a
// scripted server that finds every fact new, so only the questions are measured.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { generateLogs, renderLog, writeLogs } from '../generate.mjs';
import { checkVault, makeVault } from '../parts/bench-vault.mjs';
import { memvault, PROGRAM, startRun } from '../parts/run-program.mjs';

export const about = 'calls and tokens of a night of 40 facts over 1,000 and over 50,000 claims';

const NIGHT = { facts: 40, days: 1, until: '2026-06-30' };
const SUPPORT = join(import.meta.dirname, '../../test/support/model-server');

export async function run({ seed, say }) {
  const { startOllama } = await load('ollama.ts');
  const { answerAll, kindOf } = await load('answers.ts');
  const night = async (claims, days) => {
    say(`a night over ${claims.toLocaleString('en')} claims`);
    const vault = makeVault();
    try {
      const daily = join(vault, 'daily');
      mkdirSync(daily, { recursive: true });
      writeLogs(daily, generateLogs({ facts: claims, days, seed, until: '2026-06-29' }));
      memvault(['dream', '--batch', '--force', '--engine', 'rules', '--vault', vault], {
        env: { MEMVAULT_NOW: '2026-06-30T03:00:00Z' },
      });
      for (const log of generateLogs({ ...NIGHT, seed: seed + 1 }))
        writeFileSync(join(daily, `${log.day}.md`), renderLog(log));
      return await dreamWithModel(vault, claims, { startOllama, answerAll, kindOf });
    } finally {
      rmSync(vault, { recursive: true });
    }
  };
  const small = await night(1000, 100);
  const large = await night(50_000, 500);
  return [
    { what: '40 facts over 1,000 claims, calls', value: small.calls, unit: '' },
    { what: '40 facts over 50,000 claims, calls', value: large.calls, unit: '' },
    { what: '40 facts over 1,000 claims, tokens', value: small.tokens, unit: '' },
    { what: '40 facts over 50,000 claims, tokens', value: large.tokens, unit: '' },
    { what: 'calls, 50,000 claims against 1,000', value: large.calls / small.calls, unit: '×', most: 1.25 },
    { what: 'tokens, 50,000 claims against 1,000', value: large.tokens / small.tokens, unit: '×', most: 1.25 },
    {
      what: 'longest prompt over 50,000 claims, of the tokens there are for it',
      value: large.longest,
      unit: '%',
      most: 100,
    },
  ];
}

async function dreamWithModel(vault, claims, { startOllama, answerAll, kindOf }) {
  const server = await startOllama((call) => ({ says: answerAll(call) }));
  try {
    await startRun(PROGRAM, [
      'dream',
      '--batch',
      '--engine',
      'ollama',
      '--model',
      'm',
      '--set',
      `url=${server.url}`,
      '--vault',
      vault,
    ]);
    checkVault(vault, claims + NIGHT.facts);
    if (!server.calls.some((call) => kindOf(call) === 'first-look')) throw new Error('the model was never asked');
    const tokens = server.calls.map(({ system, prompt }) => Math.ceil((system.length + prompt.length) / 4));
    const windows = server.calls.map(({ window }) => window);
    return {
      calls: tokens.length,
      tokens: tokens.reduce((sum, one) => sum + one, 0),
      longest: Math.max(...tokens.map((one, index) => (one * 100) / windows[index])),
    };
  } finally {
    await server.close();
  }
}

/** The test equipment is TypeScript, which node cannot read by itself. */
async function load(name) {
  const { module } = await runnerImport(join(SUPPORT, name), { configFile: false, logLevel: 'silent' });
  return module;
}
