// Both looks at a pair, from the facts to what is applied, asked or queued, and the queue of earlier nights.
import { describe, expect, it } from 'vitest';
import { reviewId } from '../../../../src/model/bytes.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import type { ReviewLine } from '../../../../src/model/review.ts';
import { askAbout, type AskOptions, engineOf, factOf, idOf, pageOf, viewOf, WORK } from './bench.ts';
import { answerAll, type Call, type Decided, scripted, serverError } from './scripted.ts';

const OLD = factOf(900, 'User keeps the bicycle in the cellar', { day: '2026-06-01' });
const NEW = factOf(1, 'The bicycle of the user stands in the shed these days');
const view = viewOf([OLD, NEW], [pageOf(WORK, [OLD])]);

const names = ({ shown }: Call, as: string, more: Partial<Decided> = {}) =>
  answerAll(shown, () => ({
    as,
    claim: shown.claims.find(({ says }) => says.includes('cellar'))?.id ?? null,
    ...more,
  }));
/** Both looks of a model at the one pair. */
const looks = async (first: string, second: string | null, options: AskOptions = {}, more: Partial<Decided> = {}) =>
  await askAbout(
    [NEW],
    (call) => (call.name === 'first-look' ? names(call, first, more) : answerAll(call.shown, undefined, () => second)),
    { view, ...options },
  );

describe('two looks at a pair', () => {
  it.each([
    ['supersedes', 'a-replaces-b', { as: 'placed', supersedes: [OLD.id] }],
    ['corrects', 'a-replaces-b', { as: 'placed', corrects: OLD.id }],
    ['conflicts', 'contradict', { as: 'conflict', with: OLD.id }],
    ['duplicate', 'same', { as: 'duplicate', of: OLD.id }],
  ])('that agree are applied: %s and %s', async (first, second, wanted) => {
    const asked = await looks(first, second);
    expect(asked.proposal(1)).toMatchObject(wanted);
    expect([asked.answer.reviews, asked.answer.queued]).toEqual([[], []]);
    expect(asked.model.calls.map(({ name }) => name)).toEqual(['first-look', 'second-look']);
  });

  it.each([
    ['supersedes', 'both', 'supersede', { first: 'replaces', second: 'both' }],
    ['supersedes', 'b-replaces-a', 'supersede', { first: 'replaces', second: 'both' }],
    ['supersedes', 'same', 'supersede', { first: 'replaces', second: 'same' }],
    ['duplicate', 'contradict', 'merge', { first: 'same', second: 'contradicts' }],
    ['conflicts', 'a-replaces-b', 'contradiction', { first: 'contradicts', second: 'replaces' }],
  ])('that do not agree are asked, with both: %s and %s', async (first, second, kind, both) => {
    const asked = await looks(first, second);
    expect(asked.proposal(1)).toMatchObject({ as: 'placed' });
    expect(asked.proposal(1)).not.toHaveProperty('supersedes');
    expect(asked.answer.reviews).toMatchObject([{ kind, facts: [OLD.id, NEW.id], looks: both }]);
    expect(asked.answer.queued).toEqual([]);
  });

  it.each([
    ['left out', async () => await looks('supersedes', null)],
    ['over the pairs of a night', async () => await looks('supersedes', 'a-replaces-b', { maxPairs: 0 })],
    [
      'over the calls of a night',
      async () => await looks('supersedes', 'a-replaces-b', { limits: { maxCalls: 1, minutes: 60 } }),
    ],
    [
      'failed',
      async () =>
        await askAbout(
          [NEW],
          (call) => (call.name === 'first-look' ? names(call, 'supersedes') : { fails: serverError() }),
          { view },
        ),
    ],
    [
      'cut off',
      async () =>
        await askAbout([NEW], (call) => (call.name === 'first-look' ? names(call, 'supersedes') : { cut: 'answer' }), {
          view,
        }),
    ],
  ] as const)('of which the second is %s wait in the queue, and both stay', async (_, ask) => {
    const asked = await ask();
    expect(asked.proposal(1)).toMatchObject({ as: 'placed', page: WORK });
    expect(asked.proposal(1)).not.toHaveProperty('supersedes');
    expect(asked.answer.reviews).toEqual([]);
    expect(asked.answer.queued).toMatchObject([
      { kind: 'supersede', facts: [OLD.id, NEW.id], looks: { first: 'replaces', second: null } },
    ]);
  });

  it('ask a person about what is pinned, kept apart not even the model', async () => {
    const pinned = await looks('supersedes', 'a-replaces-b', {
      view: viewOf([OLD, NEW], [pageOf(WORK, [OLD])], { pinned: new Set([OLD.id]) }),
    });
    expect(pinned.proposal(1)).not.toHaveProperty('supersedes');
    expect(pinned.answer.reviews).toHaveLength(1);
    const apart = await looks('supersedes', 'a-replaces-b', {
      view: viewOf([OLD, NEW], [pageOf(WORK, [OLD])], { apart: (a, b) => a !== b }),
    });
    expect(apart.model.calls.map(({ name }) => name)).toEqual(['first-look']);
    expect(apart.answer.reviews).toEqual([]);
  });

  it('take no more than twelve pairs in a call, and each once', async () => {
    const old = Array.from({ length: 15 }, (_, at) =>
      factOf(at + 800, `User keeps ${at + 2} bicycles in cellar ${at + 20}`, { day: '2026-06-01' }),
    );
    const news = old.map((_, at) => factOf(at + 1, `User keeps ${at + 2} bicycles in shed ${at + 20}`));
    const asked = await askAbout(
      news,
      ({ shown }) =>
        answerAll(
          shown,
          ({ says }) => ({
            as: 'supersedes',
            claim:
              shown.claims.find((claim) => claim.says === `${says.replace('shed', 'cellar')}.`)?.id ??
              shown.claims[0]?.id ??
              null,
          }),
          () => 'a-replaces-b',
        ),
      { view: viewOf([...old, ...news], [pageOf(WORK, old)]) },
    );
    const pairs = asked.model.calls.filter(({ name }) => name === 'second-look').map(({ shown }) => shown.pairs);
    expect(Math.max(...pairs.map((some) => some.length))).toBeLessThanOrEqual(12);
    const texts = pairs.flat().map(({ a, b }) => `${a.says} ${b.says}`);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('of facts of one call: a later one may name an earlier, and of a chain each takes the place of the one before', async () => {
    const [a, b, c] = [
      factOf(1, 'The retro is on Friday at the office', { time: '09:00' }),
      factOf(2, 'Moved the retro from the office to the park', { time: '10:00' }),
      factOf(3, 'The retro goes from the park to the pier', { time: '11:00' }),
    ] as const;
    const asked = await askAbout(
      [a, b, c],
      ({ shown }) =>
        answerAll(
          shown,
          ({ id }) => (id === 'f1' ? { as: 'new' } : { as: 'supersedes', claim: `f${Number(id.slice(1)) - 1}` }),
          () => 'a-replaces-b',
        ),
      { view: viewOf([a, b, c]) },
    );
    expect(asked.model.calls.filter(({ name }) => name === 'first-look')).toHaveLength(1);
    expect([asked.proposal(2)?.supersedes, asked.proposal(3)?.supersedes]).toEqual([[a.id], [b.id]]);
  });

  it('of which the second finds two things leave the fact its own words', async () => {
    const text = 'The bicycle of the user stands in the shed these days, and in the cellar';
    const asked = await looks('duplicate', 'both', {}, { text });
    expect(asked.proposal(1)).toMatchObject({ as: 'placed' });
    expect(asked.proposal(1)?.text ?? NEW.text).toBe(NEW.text);
  });

  it('of several that say the same keep the words that the first of them got', async () => {
    const [a, b, c] = [
      factOf(1, 'Gina tells Jon to keep going'),
      factOf(2, 'Gina tells Jon that he will make it'),
      factOf(3, 'Gina tells Jon to hang in there, today as ever'),
    ] as const;
    const text = 'Gina tells Jon to keep going and that he will make it, however long it takes';
    const asked = await askAbout(
      [a, b, c],
      ({ shown }) =>
        answerAll(
          shown,
          ({ id }) =>
            id === 'f1'
              ? { as: 'new' }
              : { as: 'duplicate', claim: `f${Number(id.slice(1)) - 1}`, ...(id === 'f2' ? { text } : {}) },
          () => 'same',
        ),
      { view: viewOf([a, b, c]) },
    );
    expect([2, 3].map((id) => asked.proposal(id)?.text)).toEqual([text, text]);
  });

  it('ask nothing about a claim that both looks leave alone, whichever of its facts the rules name', async () => {
    const [first, again] = [
      factOf(900, 'User keeps the bicycle in the cellar', { day: '2026-06-01' }),
      factOf(901, 'The bicycle is kept in the cellar', { day: '2026-06-02' }),
    ] as const;
    const [path, text] = pageOf(WORK, [first]);
    const suspected = viewOf([first, again, NEW], [[path, text.replace('.[^', `.[^${again.id}][^`)]]);
    const asked = await askAbout(
      [NEW],
      (call) => (call.name === 'first-look' ? names(call, 'new') : answerAll(call.shown, undefined, () => 'both')),
      {
        view: suspected,
        rules: {
          name: 'rules/1',
          propose: async () => ({
            proposals: [{ fact: NEW.id, as: 'placed', page: WORK, reason: 'r' }],
            pages: [],
            heads: {},
            tags: {},
            related: {},
            reviews: [{ kind: 'supersede', facts: [first.id, NEW.id], reason: 'r', score: 0.5 }],
          }),
        },
      },
    );
    expect(asked.model.calls.map(({ name }) => name)).toEqual(['first-look', 'second-look']);
    expect([asked.answer.reviews, asked.answer.queued]).toEqual([[], []]);
  });

  it('set nothing aside that another fact of the call repeats', async () => {
    const [a, b] = [factOf(1, 'Well, the harbour was lovely'), factOf(2, 'Oh how lovely the harbour was')];
    const asked = await askAbout(
      [a, b],
      ({ shown }) =>
        answerAll(
          shown,
          ({ id }) => (id === 'f1' ? { as: 'set-aside' } : { as: 'duplicate', claim: 'f1' }),
          () => 'same',
        ),
      { view: viewOf([a, b]) },
    );
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'duplicate' });
  });
});

const line = (facts: readonly Fact[], more: Partial<ReviewLine> = {}): ReviewLine => ({
  id: reviewId(facts.map(({ id }) => id)),
  kind: 'supersede',
  facts: facts.map(({ id }) => id),
  reason: 'r',
  score: 0.5,
  looks: { first: 'replaces', second: null },
  status: 'queued',
  run: 'r-20260701-0300-aaaaaa',
  at: '2026-07-01T03:00:00Z',
  ...more,
});
const withQueue = (lines: readonly ReviewLine[], facts: readonly Fact[]) =>
  viewOf(facts, [pageOf(WORK, facts)], { reviews: new Map(lines.map((one) => [one.id, one])) });

describe('the queue', () => {
  it.each([
    ['a-replaces-b', 'replaces', [{ facts: [OLD.id, NEW.id], as: 'superseded' }], []],
    ['both', 'replaces', [], [{ kind: 'supersede', looks: { first: 'replaces', second: 'both' } }]],
    ['same', 'same', [{ facts: [OLD.id, NEW.id], as: 'duplicate' }], []],
    ['contradict', 'contradicts', [{ facts: [OLD.id, NEW.id], as: 'conflict' }], []],
    ['same', null, [], [{ kind: 'merge', looks: { first: null, second: 'same' } }]],
    ['both', null, [{ facts: [OLD.id, NEW.id], as: null }], []],
    ['both', 'both', [{ facts: [OLD.id, NEW.id], as: null }], []],
  ] as const)('is worked through first: %s after %s', async (second, first, agreed, reviews) => {
    const short = factOf(1, 'User keeps the bicycle in the shed');
    const all = withQueue([line([OLD, short], { looks: { first, second: null } })], [OLD, short]);
    const asked = await askAbout([], ({ shown }) => answerAll(shown, undefined, () => second), { view: all });
    expect(asked.model.calls.map(({ name }) => name)).toEqual(['second-look']);
    expect(asked.answer.agreed).toMatchObject(agreed);
    expect(asked.answer.reviews).toMatchObject(reviews);
  });

  it('goes the oldest first, as far as the night may, and leaves the rest as it is', async () => {
    const facts = Array.from({ length: 6 }, (_, at) =>
      factOf(at + 1, `User keeps thing ${at + 10} in the shed`, { day: `2026-06-0${at + 1}` }),
    );
    const lines = [3, 1, 2].map((day, at) =>
      line(facts.slice(at * 2, at * 2 + 2), { at: `2026-07-0${day}T03:00:00Z` }),
    );
    const { answer, model } = await askAbout([], ({ shown }) => answerAll(shown), {
      view: withQueue(lines, facts),
      maxPairs: 2,
    });
    expect(model.calls.flatMap(({ shown }) => shown.pairs.map(({ b }) => b.says))).toEqual([
      'User keeps thing 12 in the shed.',
      'User keeps thing 14 in the shed.',
    ]);
    expect(answer.reviews).toHaveLength(2);
    expect(answer.queued).toEqual([]);
  });

  it('holds what waits for its turn alone, too: it is asked, and no model looks again', async () => {
    const looked = line([OLD, NEW], { looks: { first: 'replaces', second: 'both' } });
    const { answer, model } = await askAbout([], ({ shown }) => answerAll(shown), {
      view: withQueue([looked], [OLD, NEW]),
    });
    expect(model.calls).toEqual([]);
    expect(answer.reviews.map(({ facts }) => facts)).toEqual([[OLD.id, NEW.id]]);
    const page = line([OLD, NEW], { kind: 'page', pairs: [{ facts: [OLD.id, NEW.id], as: 'superseded' }] });
    const other = await askAbout([], ({ shown }) => answerAll(shown), { view: withQueue([page], [OLD, NEW]) });
    expect([other.model.calls, other.answer.reviews.map(({ kind }) => kind)]).toEqual([[], ['page']]);
  });

  it('keeps what a model does not answer', async () => {
    for (const script of [
      () => ({ text: 'no' }),
      () => ({ fails: serverError() }),
      () => ({ cut: 'prompt' as const }),
    ]) {
      const model = scripted(script);
      const { propose } = engineOf(model, { view: withQueue([line([OLD, NEW])], [OLD, NEW]) });
      const answer = await propose([]);
      expect([answer.agreed, answer.reviews, model.calls.length]).toEqual([[], [], 1]);
    }
  });
});
