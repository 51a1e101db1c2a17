// A real Ollama, where one answers: npm run test:ollama. OLLAMA_HOST says where, OLLAMA_MODEL which model, else the
// first that it has. Not part of the usual suite; where nobody answers it says so and is skipped.
import { expect, test } from 'vitest';
import { expectWhole, logsOf, makeNights, PENDING, read } from '../models/night.ts';

const HOST = process.env['OLLAMA_HOST'] ?? '127.0.0.1:11434';
const URL_OF_HOST = HOST.includes('://') ? HOST : `http://${HOST.replace(/^0\.0\.0\.0/, '127.0.0.1')}`;

interface Tags {
  readonly models: readonly { readonly name: string }[];
}

async function findModel(): Promise<{ readonly model: string | null; readonly why: string }> {
  try {
    const answer = await fetch(new URL('/api/tags', URL_OF_HOST), { signal: AbortSignal.timeout(3000) });
    const { models } = (await answer.json()) as Tags;
    const model =
      process.env['OLLAMA_MODEL'] ?? models.map(({ name }) => name).find((name) => !/embed|bge|minilm/.test(name));
    return { model: model ?? null, why: `the Ollama at ${URL_OF_HOST} has no model: ollama pull qwen3:4b` };
  } catch {
    return { model: null, why: `no Ollama answers at ${URL_OF_HOST}: start one (ollama serve), or set OLLAMA_HOST` };
  }
}

const { model, why } = await findModel();
if (model === null) console.warn(`\n***\n*** SKIPPED: nothing was tested. ${why}\n***\n`);

test.skipIf(model === null)(`a night with ${model ?? 'a real model'}`, { timeout: 3_600_000 }, async () => {
  const nights = await makeNights();
  try {
    const night = await nights.begin();
    const logs = logsOf(night);
    const ended = await night.dream(URL_OF_HOST, { factor: 1, args: ['--model', model ?? ''], timeoutMs: 3_600_000 });
    console.log(ended.stdout, ended.stderr);
    await expectWhole(night, logs, ended, { status: 0 });
    expect(read(night, '.memvault/ledger/2026-06.jsonl')).toContain(`"engine":"ollama:${model ?? ''}/first-look-1"`);
    expect((await night.facts()).filter(({ date }) => date > '2026-06-28')).toHaveLength(PENDING.length);

    const again = await night.dream(URL_OF_HOST, { factor: 1, args: ['--model', model ?? ''] });
    await expectWhole(night, logs, again, { status: 0, says: /Nothing to do|^$/ });
  } finally {
    nights.remove();
  }
});
