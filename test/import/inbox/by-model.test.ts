// What a model costs is told once, and after it stopped nothing is read.
import { expect, test } from 'vitest';
import { ByModel } from '../../../src/import/inbox/process.ts';
import { extract, type Extract } from '../../../src/import/inbox/extract.ts';
import type { ModelReader } from '../../../src/llm/port.ts';

const QUOTE = 'Rivers carry more water in spring than in autumn.';
const terms = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const text = extract({ text: `${QUOTE}\n`, isMarkdown: false }, { name: 'Rivers', maySay: () => true }) as Extract;

type Answer = Awaited<ReturnType<ModelReader['asks']['ask']>>;
const claim: Answer = {
  kind: 'answer',
  value: {
    claims: [{ text: 'Rivers carry more water in spring', quote: QUOTE }],
  },
};

/** Reads one text after the other, with these answers. */
function by(answers: readonly Answer[] | null): ByModel {
  let calls = 0;
  const model: ModelReader = {
    name: 'm/inbox-1',
    system: '',
    usage: () => ({ calls, tokens: calls * 100 }),
    asks: { fits: () => true, ask: async () => await Promise.resolve(answers?.[calls++] ?? { kind: 'stopped' }) },
  };
  return new ByModel({
    terms,
    maySay: () => true,
    model: () => Promise.resolve(answers === null ? null : model),
  });
}

test('without a model the text is taken as it is, and nothing was asked', async () => {
  const none = by(null);
  expect(await none.read(text)).toEqual({ reading: null, engine: 'extract/1' });
  expect([none.isStopped, none.tellCost()]).toEqual([false, { calls: 0, tokens: 0 }]);
});

test('the model is named where it found something, and each call is told of once', async () => {
  const model = by([claim, { kind: 'failed', reason: 'it said nothing' }, claim]);
  expect(await model.read(text)).toMatchObject({ engine: 'm/inbox-1', reading: [{ quote: QUOTE }] });
  expect(await model.read(text)).toEqual({ reading: null, engine: 'extract/1' });
  expect([model.tellCost(), model.notices]).toEqual([{ calls: 2, tokens: 200 }, ['Rivers: it said nothing']]);
  await model.read(text);
  expect([model.tellCost(), model.tellCost()]).toEqual([
    { calls: 1, tokens: 100 },
    { calls: 0, tokens: 0 },
  ]);
});

test('where it was stopped there is nothing of that text', async () => {
  const model = by([claim]);
  expect([(await model.read(text))?.engine, model.isStopped]).toEqual(['m/inbox-1', false]);
  expect([await model.read(text), model.isStopped]).toEqual([null, true]);
});
