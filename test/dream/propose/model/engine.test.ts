import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EstimateOptions, estimateUsage } from '../../../../src/dream/propose/model/estimate.ts';
import type { PairLimits } from '../../../../src/dream/propose/model/groups.ts';
import { createRules } from '../../../../src/dream/propose/rules/rules.ts';
import type { Asking } from '../../../../src/llm/port.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import { LEAST_WINDOW } from '../../../../src/model/day.ts';
import { askAbout, engineOf, factOf, idOf, pageOf, PROMPTS, SCHEMA, viewOf, WORK, ZONES } from './bench.ts';
import { type Act, answerAll, scripted, serverError, unreachable } from './scripted.ts';

const OLD = factOf(900, 'User likes green tea', { day: '2026-06-01' });
const ON_PAGE = [OLD, factOf(901, 'User plays the cello on Sundays', { day: '2026-06-01' })];
const PAGE = pageOf(WORK, ON_PAGE);
const NEWS = [factOf(1, 'User adopted a cat named Miso'), factOf(2, 'User is learning the ukulele')];
const view = viewOf([...ON_PAGE, ...NEWS], [PAGE]);

describe('the engine that asks a model', () => {
  it('takes each decision of a good answer, and says by its name who decided', async () => {
    const asked = await askAbout(
      NEWS,
      ({ shown }) => answerAll(shown, undefined, { overview: 'User plays the cello.' }),
      { view },
    );
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    expect(asked.model.calls).toHaveLength(1);
    expect(asked.model.calls[0]?.shown).toMatchObject({
      page: { path: WORK, title: 'Work', new: false },
      claims: [{ id: 'c1', says: 'User likes green tea.', since: '2026-06-01' }, { id: 'c2' }],
      facts: [{ id: 'f1' }, { id: 'f2' }],
    });
    expect(asked.answer.usage).toEqual(asked.budget.usage);
    expect(asked.answer.by).toEqual({});
  });

  it('asks nothing where the rules settle everything: equal statements, edited lines, explicit words, pins, small talk', async () => {
    const facts = [
      factOf(1, 'User likes green tea.'),
      factOf(2, 'User likes black tea', { fields: { supersedes: OLD.id } }),
      factOf(3, 'User is at home on Mondays'),
      factOf(4, 'Thanks!', { category: 'general' }),
    ];
    const edited = factOf(901, 'User plays the viola on Sundays', { day: '2026-06-01' });
    const all = viewOf([OLD, edited, ...facts], [PAGE], { pinned: new Set([idOf(3)]) });
    const asked = await askAbout([edited, ...facts], ({ shown }) => answerAll(shown), { view: all });
    expect(asked.model.calls).toHaveLength(0);
    expect(asked.answer.usage).toEqual({ calls: 0, tokens: 0 });
    expect(asked.fates).toEqual({
      [idOf(901)]: 'placed',
      [idOf(1)]: 'duplicate',
      [idOf(2)]: 'placed',
      [idOf(3)]: 'placed',
      [idOf(4)]: 'set-aside',
    });
  });

  it('asks a person about two pairs a dream at most that share no word, after all that are alike', async () => {
    const had = [
      factOf(801, "User's editor is Vim", { day: '2026-06-01' }),
      factOf(802, "User's shell is fish", { day: '2026-06-01' }),
      factOf(803, 'User is an early bird', { day: '2026-06-01' }),
    ];
    const news = [
      factOf(1, 'User switched to Helix'),
      factOf(2, 'User switched to nushell'),
      factOf(3, 'User sleeps till noon'),
    ];
    const asked = await askAbout(
      news,
      ({ shown, name }) =>
        name === 'classify'
          ? { answer: { pairs: [] } }
          : answerAll(shown, ({ id }) => ({ as: 'supersedes', claim: id.replace('f', 'c') })),
      { view: viewOf([...had, ...news], [pageOf(WORK, had)]) },
    );
    expect(asked.answer.reviews.map(({ facts, score }) => [facts, score < 0.2])).toEqual([
      [[idOf(801), idOf(1)], true],
      [[idOf(802), idOf(2)], true],
    ]);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed', [idOf(3)]: 'placed' });
  });

  it('asks once more for what an answer left out, and only for that; then the rules place it', async () => {
    const asked = await askAbout(
      NEWS,
      ({ shown, number }) => answerAll(shown, (fact) => (number === 0 && fact.id === 'f2' ? null : { as: 'new' })),
      { view },
    );
    expect(asked.model.calls.map(({ shown }) => shown.facts.map(({ says }) => says))).toEqual([
      NEWS.map(({ text }) => text),
      ['User is learning the ukulele'],
    ]);
    expect(asked.answer.notices).toEqual([]);
    const silent = await askAbout(
      NEWS,
      ({ shown }) => answerAll(shown, ({ id }) => (id === 'f1' && shown.facts.length === 2 ? { as: 'new' } : null)),
      { view },
    );
    expect(silent.model.calls).toHaveLength(2);
    expect(silent.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    expect(silent.answer.notices).toEqual([
      'the model left out 1 fact, also when it was asked again: the rules decided',
    ]);
    expect([silent.answer.leftOut, Object.keys(silent.answer.by ?? {})]).toEqual([[idOf(2)], [idOf(2)]]);
  });

  it.each(['', 'I cannot help with that.', '{"decisions":', '[]', 'null', '{"decisions":{"f1":7}}'])(
    'lets the rules decide where the answer is %j',
    async (text) => {
      const asked = await askAbout(NEWS, () => ({ text }), { view });
      expect(asked.model.calls).toHaveLength(2);
      expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    },
  );

  it('shows a later call what an earlier one brought, and not what it took away', async () => {
    const google = factOf(902, 'User works at Google', { day: '2026-06-01' });
    const many = Array.from({ length: 25 }, (_, at) =>
      factOf(at + 1, at === 0 ? 'User now works at Microsoft' : `User read chapter ${at} of the handbook`),
    );
    const asked = await askAbout(many, ({ shown }) => answerAll(shown), {
      view: viewOf([google, ...ON_PAGE, ...many], [pageOf(WORK, [google, ...ON_PAGE])]),
    });
    expect(asked.model.calls.map(({ shown }) => shown.facts.length)).toEqual([20, 5]);
    const [first, second] = asked.model.calls.map(({ shown }) => shown.claims.map(({ says }) => says));
    expect(first).toContain('User works at Google.');
    expect(second).not.toContain('User works at Google.');
    expect(second).toEqual(
      expect.arrayContaining(['User now works at Microsoft', 'User read chapter 7 of the handbook']),
    );
    expect(asked.proposal(1)).toMatchObject({ as: 'placed', supersedes: [google.id] });
  });

  it('asks nothing where its instructions alone fill the window', async () => {
    const asked = await askAbout(NEWS, ({ shown }) => answerAll(shown), {
      view,
      conventions: 'x'.repeat(50),
      prompts: { ...PROMPTS, consolidate: { version: 'consolidate-0', text: 'long '.repeat(8000) } },
    });
    expect(asked.model.calls).toHaveLength(0);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    expect(asked.answer.notices).toEqual([
      '2 facts did not fit into a prompt: the rules decided (models.num_ctx sets its size)',
    ]);
  });
});

describe('what is cut off', () => {
  const many = Array.from({ length: 8 }, (_, at) => factOf(at + 1, `User read chapter ${at} of the handbook`));

  it.each(['prompt', 'answer'] as const)('by the %s is asked in parts', async (cut) => {
    const asked = await askAbout(many, ({ shown, number }) => (number === 0 ? { cut } : answerAll(shown)), {
      view: viewOf(many),
    });
    expect(asked.model.calls.map(({ shown }) => shown.facts.length)).toEqual([8, 4, 4]);
    expect(Object.values(asked.fates)).toEqual(many.map(() => 'placed'));
  });

  it('always is asked with fewer facts, then fewer claims; then the rules decide, and nothing else is asked', async () => {
    const claims = Array.from({ length: 40 }, (_, at) =>
      factOf(at + 100, `User knows route number ${at}`, { day: '2026-06-01' }),
    );
    const asked = await askAbout(many, () => ({ cut: 'prompt' }), {
      view: viewOf([...claims, ...many], [pageOf(WORK, claims)]),
    });
    expect(asked.model.calls.map(({ shown }) => [shown.facts.length, shown.claims.length]).slice(0, 9)).toEqual([
      [8, 40],
      [4, 24],
      [2, 16],
      [1, 12],
      [1, 6],
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
    expect(asked.model.calls).toHaveLength(12);
    expect(new Set(Object.values(asked.fates))).toEqual(new Set(['placed']));
  });

  it.each([
    [
      'prompt',
      'reached the model in part: the rules decided (the window of its server is smaller than models.num_ctx)',
    ],
    ['answer', 'got an answer that was cut off: the rules decided (models.num_ctx sets how long it may be)'],
  ] as const)('always by the %s: the rules decide all, in each batch of the dream', async (cut, says) => {
    const model = scripted(() => ({ cut }));
    const later = factOf(20, 'User is learning the ukulele');
    const { budget, propose } = engineOf(model, { view: viewOf([...many, later]) });
    const answer = await propose(many);
    expect([answer.waits, answer.notices, answer.leftOut]).toEqual([[], [`8 facts ${says}`], []]);
    expect(model.calls.length).toBeLessThanOrEqual(12);
    budget.cutOff(cut === 'prompt' ? 'cutPrompt' : 'cutAnswer');
    const calls = model.calls.length;
    expect(await propose([later])).toMatchObject({
      waits: [],
      notices: [`1 fact ${says}`],
      proposals: [{ fact: later.id, as: 'placed' }],
    });
    expect(model.calls).toHaveLength(calls);
    const one = await askAbout(
      many,
      ({ shown }) => (shown.facts.some(({ says: text }) => text.includes('chapter 3')) ? { cut } : answerAll(shown)),
      { view: viewOf(many) },
    );
    expect([one.answer.notices, Object.keys(one.answer.by ?? {})]).toEqual([[`1 fact ${says}`], [idOf(4)]]);
  });

  it('is nothing of the smallest window, with the instructions that there are and the longest conventions', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../templates/prompts/consolidate-1.md'), 'utf8');
    const claims = Array.from({ length: 40 }, (_, at) =>
      factOf(at + 100, `User knows route number ${at} from the harbour to the hills by heart`, { day: '2026-06-01' }),
    );
    const asked = await askAbout(
      many,
      scripted(({ shown }) => answerAll(shown), { context: LEAST_WINDOW }),
      {
        view: viewOf([...claims, ...many], [pageOf(WORK, claims)]),
        conventions: 'as we say here '.repeat(300),
        prompts: { ...PROMPTS, consolidate: { version: 'consolidate-1', text } },
      },
    );
    expect(asked.answer.notices).toEqual([]);
    expect(new Set(asked.model.calls.flatMap(({ shown }) => shown.facts.map(({ says }) => says))).size).toBe(8);
    expect(Math.min(...asked.model.calls.map(({ shown }) => shown.claims.length))).toBeGreaterThan(0);
  });

  it('in one fact that is too long is left to the rules', async () => {
    const long = factOf(1, `User noted ${'many words '.repeat(3000)}`);
    const short = factOf(2, 'User is learning the ukulele');
    const asked = await askAbout([long, short], ({ shown }) => answerAll(shown), { view: viewOf([long, short]) });
    expect(asked.model.calls.map(({ shown }) => shown.facts.map(({ says }) => says))).toEqual([
      ['User is learning the ukulele'],
    ]);
    expect(asked.answer.notices).toEqual([
      '1 fact did not fit into a prompt: the rules decided (models.num_ctx sets its size)',
    ]);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
  });
});

describe('a model that fails', () => {
  const projects = ['alpha', 'beta', 'gamma', 'delta'];
  const facts = projects.map((project, at) =>
    factOf(at + 1, `The build of ${project} takes ${at + 2} minutes`, { fields: { project } }),
  );

  it('on one page leaves its facts waiting and goes on', async () => {
    const asked = await askAbout(facts, ({ shown, number }) =>
      number === 1 ? { fails: serverError() } : answerAll(shown),
    );
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'waits', [idOf(3)]: 'placed', [idOf(4)]: 'placed' });
    expect(asked.answer.waits).toEqual([
      { fact: idOf(2), reason: 'the model did not answer: the server said 500', why: 'model' },
    ]);
  });

  it('twice in a row is asked no more', async () => {
    const asked = await askAbout(facts, ({ number, shown }) =>
      number === 0 ? answerAll(shown) : { fails: serverError() },
    );
    expect(asked.model.calls).toHaveLength(3);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'waits', [idOf(3)]: 'waits', [idOf(4)]: 'waits' });
  });

  it.each([401, 403, 404])('with status %i is asked no more', async (status) => {
    const asked = await askAbout(facts, ({ shown, number }) =>
      number === 0 ? answerAll(shown) : { fails: serverError(status) },
    );
    expect(asked.model.calls).toHaveLength(2);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'waits', [idOf(3)]: 'waits', [idOf(4)]: 'waits' });
    const model = scripted(() => ({ fails: serverError(status) }));
    // Nothing at all can be done: that is what the dream ends with.
    await expect(askAbout(facts, model)).rejects.toThrow(serverError(status).message);
    expect(model.calls).toHaveLength(1);
    const some = await askAbout([...facts, factOf(9, 'Thanks!', { category: 'general' })], () => ({
      fails: serverError(status),
    }));
    expect(some.fates).toMatchObject({ [idOf(1)]: 'waits', [idOf(9)]: 'set-aside' });
  });

  it('that cannot be reached is asked no more, one that broke off is', async () => {
    const gone = await askAbout(
      facts,
      scripted(() => ({ fails: unreachable() }), {
        check: () => {
          throw unreachable();
        },
      }),
    );
    expect(gone.model.calls).toHaveLength(1);
    expect(gone.answer.waits?.[0]?.reason).toBe('the model cannot be reached: nobody answers at 127.0.0.1:11434');
    const broke = await askAbout(facts, ({ number, shown }) =>
      number === 0 ? { fails: unreachable() } : answerAll(shown),
    );
    expect(broke.model.calls).toHaveLength(4);
  });

  it('is replaced by the rules after three nights', async () => {
    const late = await askAbout(facts, () => ({ fails: serverError(401) }), {
      waited: (fact) => (fact === idOf(1) ? 3 : 2),
    });
    expect(late.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'waits', [idOf(3)]: 'waits', [idOf(4)]: 'waits' });
    expect(late.answer.by).toEqual({ [idOf(1)]: 'rules/2' });
    expect(late.answer.notices).toEqual([
      'the rules decided 1 fact after three nights of waiting: the model cannot be reached: the server said 401',
    ]);
  });

  it('at once may leave the whole dream to the rules, and after an answer may not', async () => {
    const told: string[] = [];
    const instead = (reason: string): void => void told.push(reason);
    for (const fails of [serverError(), serverError(401), unreachable()]) {
      const asked = await askAbout(facts, () => ({ fails }), { instead });
      expect(asked.model.calls).toHaveLength(1);
      expect(asked.fates).toEqual(Object.fromEntries(facts.map(({ id }) => [id, 'placed'])));
      expect(asked.answer.by).toEqual(Object.fromEntries(facts.map(({ id }) => [id, 'rules/2'])));
      expect([asked.answer.notices ?? [], told.splice(0)]).toEqual([[], [fails.message]]);
    }
    const later = await askAbout(
      facts,
      ({ shown, number }) => (number === 0 ? answerAll(shown) : { fails: serverError(401) }),
      { instead },
    );
    expect(Object.values(later.fates)).toEqual(['placed', 'waits', 'waits', 'waits']);
    expect(told).toEqual([]);
  });

  it('or says nothing of use leaves all to the rules, what they settle themselves too', async () => {
    const settled = factOf(9, 'User likes tea', { fields: { supersedes: idOf(1) } });
    const { answer } = await askAbout([...facts, settled], () => ({ text: 'no' }));
    expect(Object.keys(answer.by ?? {}).sort()).toEqual([...facts, settled].map(({ id }) => id));
  });

  it('by saying nothing at all is given up', async () => {
    const asked = await askAbout(facts, ({ number, shown }) => (number === 0 ? { hangs: true } : answerAll(shown)), {
      silenceMs: 50,
    });
    expect(asked.answer.waits).toEqual([{ fact: idOf(1), reason: 'the model was silent for too long', why: 'model' }]);
  });

  it('makes what rests on its facts wait along', async () => {
    const again = factOf(9, 'The build of beta takes 3 minutes', { fields: { project: 'beta' }, time: '15:00' });
    const asked = await askAbout([...facts, again], ({ shown, number }) =>
      number === 1 ? { fails: serverError() } : answerAll(shown),
    );
    expect(asked.fates[idOf(9)]).toBe('waits');
  });
});

describe('limits and Ctrl-C', () => {
  const facts = Array.from({ length: 6 }, (_, at) =>
    factOf(at + 1, `The build takes ${at + 2} minutes`, { fields: { project: `project ${at}` } }),
  );

  it('keeps to the number of calls', async () => {
    const asked = await askAbout(facts, ({ shown }) => answerAll(shown), {
      limits: { maxCalls: 2, seconds: 3600 },
    });
    expect(asked.model.calls).toHaveLength(2);
    expect(asked.answer.waits?.map(({ reason, why }) => [reason, why])).toEqual(
      Array.from({ length: 4 }, () => ['the limit of 2 calls is reached', 'model']),
    );
  });

  it('count each try, with what it cost', async () => {
    const tries =
      (times: number, words = 0) =>
      async (call: { number: number; shown: Parameters<typeof answerAll>[0] }, asking: Asking): Promise<Act> => {
        for (let count = 0; count < times; count++) {
          for (let tokens = 1; tokens <= words; tokens++) asking.heard(tokens);
          if (asking.again?.(serverError(), 1000) === false) return { fails: serverError() };
        }
        return await Promise.resolve({ ...answerAll(call.shown), tokens: 10 });
      };
    const [asked, dear, few] = [
      await askAbout(facts.slice(0, 1), tries(2)),
      await askAbout(facts.slice(0, 1), tries(2, 100)),
      await askAbout(facts, tries(2), { limits: { maxCalls: 2, seconds: 3600 } }),
    ];
    expect(asked.budget.usage.calls).toBe(3);
    expect(dear.budget.usage.tokens - asked.budget.usage.tokens).toBeGreaterThan(200);
    expect(few.budget.usage.calls).toBe(2);
    expect(few.model.calls).toHaveLength(1);
  });

  it('keeps to the time limit, also where an answer does not end', async () => {
    const endless = await askAbout(facts, ({ number, shown }) => (number === 0 ? answerAll(shown) : { hangs: true }), {
      limits: { maxCalls: 200, seconds: 0.2 },
    });
    expect(endless.model.calls).toHaveLength(2);
    expect(new Set(endless.answer.waits?.map(({ reason }) => reason))).toEqual(
      new Set(['the time limit of 0.2 seconds is reached']),
    );
  });

  it('ends at once, keeps what was decided, and leaves the rest for later', async () => {
    const stop = new AbortController();
    const cancel = {
      get requested() {
        return stop.signal.aborted;
      },
      signal: stop.signal,
    };
    const asked = await askAbout(
      facts,
      ({ shown, number }) => {
        if (number < 2) return answerAll(shown);
        setTimeout(() => stop.abort(), 5);
        return { hangs: true };
      },
      { cancel },
    );
    expect(Object.values(asked.fates)).toEqual(['placed', 'placed', 'waits', 'waits', 'waits', 'waits']);
    expect(new Set(asked.answer.waits?.map(({ why }) => why))).toEqual(new Set(['later']));
  });

  it('says what is asked about', async () => {
    const labels: string[] = [];
    await askAbout(facts.slice(0, 1), ({ shown }) => answerAll(shown), { labels });
    expect(labels).toContain('asking small: Project 0');
  });
});

describe('before anything is asked', () => {
  const facts = Array.from({ length: 25 }, (_, at) => factOf(at + 1, `User read chapter ${at} of the handbook`));
  const NO_PAIRS: PairLimits = { nearDuplicate: 0.9, contradiction: 0.7, maxPairs: 0 };
  const estimate = async (
    batch: readonly Fact[],
    {
      context = 8192,
      pairs = NO_PAIRS,
      maxDays = 14,
      claims = [],
    }: Partial<Pick<EstimateOptions, 'context' | 'pairs' | 'maxDays' | 'claims'>> = {},
  ) => {
    const all = viewOf(batch);
    const rules = createRules(batch, { zones: ZONES, schema: SCHEMA, claimsPerPage: 200, entityFacts: 3 });
    return await estimateUsage(
      batch,
      all,
      { rules, context, prompts: PROMPTS, conventions: '', schema: SCHEMA, pairs, maxDays, claims },
      { update: () => undefined, end: () => undefined },
      { requested: false },
    );
  };

  it('calls and tokens are estimated, rather too many than too few', async () => {
    const [{ calls, tokens }, asked] = [await estimate(facts), await askAbout(facts, ({ shown }) => answerAll(shown))];
    // One more for MEMORY.md.
    expect(calls).toBe(asked.model.calls.length + 1);
    expect(tokens).toBeGreaterThan(asked.budget.usage.tokens);
    expect(tokens).toBeLessThan(asked.budget.usage.tokens * 3);
  });

  it('facts of many days are asked about batch by batch', async () => {
    const long = facts.map((fact, at) => ({ ...fact, day: `2026-06-${String(at + 1).padStart(2, '0')}` }));
    expect([
      (await estimate(long)).calls,
      (await estimate(long, { maxDays: 25 })).calls,
      (await estimate(long, { maxDays: 5 })).calls,
    ]).toEqual([3, 3, 6]);
  });

  it('claims that stand already make the prompt for MEMORY.md longer', async () => {
    const claims = Array.from({ length: 30 }, (_, at) => ({
      title: 'Work',
      text: `User knows the road number ${at} by heart`,
    }));
    const [none, some] = [await estimate(facts), await estimate(facts, { claims })];
    expect(some.calls).toBe(none.calls);
    expect(some.tokens).toBeGreaterThan(none.tokens + 30 * 20);
  });

  it('pairs that are alike are counted, where they would be asked', async () => {
    const alike = Array.from({ length: 12 }, (_, at) =>
      factOf(at + 1, `The nightly backup of server ${at} to the harbour office takes long`),
    );
    const pairs = { nearDuplicate: 0.9, contradiction: 0.5, maxPairs: 20 };
    const model = scripted(({ shown, name }) => (name === 'classify' ? { answer: { pairs: [] } } : answerAll(shown)));
    const { budget, propose } = engineOf(model, { view: viewOf(alike), pairs });
    await propose(alike);
    const { calls, tokens } = await estimate(alike, { pairs });
    // Beside one call about facts there are two about pairs at most, and that for MEMORY.md.
    expect(calls).toBe(4);
    expect(model.calls).toHaveLength(3);
    expect(tokens).toBeGreaterThan(budget.usage.tokens);
  });

  it('nothing is where nothing is open, or nothing fits', async () => {
    expect(await estimate([])).toEqual({ calls: 0, tokens: 0 });
    expect(await estimate([factOf(1, 'Thanks!', { category: 'general' })])).toEqual({ calls: 0, tokens: 0 });
    expect(await estimate(facts, { context: 100 })).toEqual({ calls: 0, tokens: 0 });
  });
});

describe('pairs of claims that are alike', () => {
  it('are put before the model after the facts, no more than the dream may in all its batches', async () => {
    const old = Array.from({ length: 6 }, (_, at) =>
      factOf(at + 100, `The nightly backup of server ${at} to the harbour office takes long`, { day: '2026-06-01' }),
    );
    const news = Array.from({ length: 6 }, (_, at) =>
      factOf(at + 1, `The nightly backup of server ${at} to the harbour office takes ${at + 2} hours`),
    );
    const all = viewOf([...old, ...news], [pageOf(WORK, old)]);
    const model = scripted(({ shown, name }) => (name === 'classify' ? { answer: { pairs: [] } } : answerAll(shown)));
    const { engine, propose } = engineOf(model, {
      view: all,
      pairs: { nearDuplicate: 0.9, contradiction: 0.5, maxPairs: 5 },
    });
    await propose(news.slice(0, 3));
    await propose(news.slice(3));
    const pairs = model.calls
      .filter(({ name }) => name === 'classify')
      .map(({ prompt }) => prompt.split('"older"').length - 1);
    expect(model.calls[0]?.name).toBe('consolidate');
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(engine.name).toBe('test:small/consolidate-1');
  });

  it('cost at most two calls and a fifth of those about facts, and none where no fact was asked about', async () => {
    const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ina', 'Jo', 'Kim', 'Lou'];
    const pairs = { nearDuplicate: 0.99, contradiction: 0.3, maxPairs: 400 };
    const count = async (projects: number, more: Partial<Fact>): Promise<readonly (number | undefined)[]> => {
      const facts = Array.from({ length: 30 }, (_, at) =>
        factOf(at + 1, `The nightly backup to the harbour office was seen by ${names[at % 12]}`, {
          fields: { project: `p${at % projects}` },
          ...more,
        }),
      );
      const model = scripted(({ shown, name }) => (name === 'classify' ? { answer: { pairs: [] } } : answerAll(shown)));
      await engineOf(model, {
        view: viewOf(facts, [], more.fields === undefined ? {} : { pinned: new Set(facts.map(({ id }) => id)) }),
        pairs,
      }).propose(facts);
      return ['consolidate', 'classify'].map((name) => model.calls.filter((call) => call.name === name).length);
    };
    const [few, many] = [await count(1, {}), await count(10, {})];
    expect([few[1], many[1]]).toEqual([2, 4]);
    expect(many[0]).toBeGreaterThanOrEqual(10);
    expect(await count(1, { fields: {} })).toEqual([0, 0]);
  });
});
