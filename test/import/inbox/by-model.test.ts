// What a model costs is told once, and after it stopped nothing is read.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ModelReader } from '../../../src/llm/port.ts';
import { type InboxDone, processInbox } from '../../../src/tasks/process-inbox.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeVault, write } from '../../lint/folders.ts';

const QUOTE = 'Rivers carry more water in spring than in autumn.';

type Answer = Awaited<ReturnType<ModelReader['asks']['ask']>>;
const claim: Answer = {
  kind: 'answer',
  value: {
    claims: [{ text: 'Rivers carry more water in spring', quote: QUOTE }],
  },
};

/** Reads so many texts, with these answers; null: without a model. */
async function read(count: number, answerTo: ((call: number) => Answer) | null): Promise<InboxDone> {
  const vault = makeVault();
  const ready = Array.from({ length: count }, (_, at) => {
    const [path, text] = [`0_Inbox/n${String(at).padStart(3, '0')}.txt`, `Rivers ${at}\n\n${QUOTE}\n`];
    write(vault, path, text);
    return { path, digest: createHash('sha256').update(text).digest('hex'), page: null };
  });
  let calls = 0;
  const model: ModelReader = {
    name: 'm/inbox-1',
    system: '',
    usage: () => ({ calls, tokens: calls * 100 }),
    asks: { fits: () => true, ask: async () => await Promise.resolve(answerTo?.(calls++) ?? { kind: 'stopped' }) },
  };
  return await processInbox(
    {
      vault,
      terms: (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [],
      maySay: () => true,
      model: () => Promise.resolve(answerTo === null ? null : model),
      carry: (journal) => ({ journal, unwritten: new Map() }),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
    },
    ready,
    readView(vault),
    { start: new Date(2026, 6, 5), commit: false },
  );
}

const enginesOf = ({ runs }: InboxDone): string[] =>
  runs.flatMap(({ pages }) => pages.map(({ after }) => /^engine: (.*)$/m.exec(after ?? '')?.[1] ?? ''));

test('without a model the text is taken as it is, and nothing was asked', async () => {
  const done = await read(2, null);
  expect(enginesOf(done)).toEqual(['extract/1', 'extract/1']);
  expect([done.interrupted, done.runs.map(({ usage }) => usage)]).toEqual([false, [undefined]]);
});

test('the model is named where it found something', async () => {
  const done = await read(3, (call) => (call === 1 ? { kind: 'failed', reason: 'it said nothing' } : claim));
  expect(enginesOf(done)).toEqual(['m/inbox-1', 'extract/1', 'm/inbox-1']);
  expect(done.notices).toEqual(['Rivers 1: it said nothing']);
  expect(done.runs.map(({ engine, usage }) => ({ engine, usage }))).toEqual([
    { engine: 'm/inbox-1', usage: { calls: 3, tokens: 300 } },
  ]);
});

test('each call is told of once, by the run that it was for', async () => {
  const done = await read(60, () => claim);
  expect(done.runs.map(({ usage }) => usage)).toEqual([
    { calls: 50, tokens: 5000 },
    { calls: 10, tokens: 1000 },
  ]);
});

test.each([
  [50, [50]],
  [1001, [51, 51]],
])('without a model %i texts make no more than twenty runs', async (count, first) => {
  const { runs } = await read(count, null);
  expect(runs.slice(0, 2).map(({ pages }) => pages.length)).toEqual(first);
  expect(runs.length).toBeLessThanOrEqual(20);
});

test('where it was stopped there is nothing of that text, and nothing more is read', async () => {
  const done = await read(4, (call) => (call === 1 ? { kind: 'stopped' } : claim));
  expect([enginesOf(done), done.interrupted, done.runs.map(({ usage }) => usage)]).toEqual([
    ['m/inbox-1'],
    true,
    [{ calls: 2, tokens: 200 }],
  ]);
});
