import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateUsage } from '../../../../src/dream/propose/model/engine.ts';
import { createRules } from '../../../../src/dream/propose/rules/rules.ts';
import type { Asking } from '../../../../src/llm/port.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import { LEAST_WINDOW } from '../../../../src/model/day.ts';
import { askAbout, type Asked, engineOf, factOf, idOf, pageOf, PROMPTS, SCHEMA, viewOf, WORK, ZONES } from './bench.ts';
import { type Act, answerAll, type Call, scripted, serverError, unreachable } from './scripted.ts';

const OLD = factOf(900, 'User likes green tea', { day: '2026-06-01' });
const ON_PAGE = [OLD, factOf(901, 'User plays the cello on Sundays', { day: '2026-06-01' })];
const PAGE = pageOf(WORK, ON_PAGE);
const NEWS = [factOf(1, 'User adopted a cat named Miso'), factOf(2, 'User is learning the ukulele')];
const view = viewOf([...ON_PAGE, ...NEWS], [PAGE]);

/** Facts that have nothing to do with each other: twenty of them make a call. */
const unlike = (count: number): Fact[] => {
  let seed = 7;
  const next = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const word = (): string =>
    Array.from({ length: 4 }, () => `${'bcdfgklmnprstvz'[next(15)]}${'aeiou'[next(5)]}`).join('');
  return Array.from({ length: count }, (_, at) => factOf(at + 1, `${word()} ${word()} ${word()}`));
};
/** The fates of the facts of each call of twenty, where all of a call have the same. */
const fatesByCall = ({ fates }: Asked): string[] => {
  const all = Object.keys(fates)
    .sort()
    .map((id) => fates[id] ?? '');
  return Array.from({ length: Math.ceil(all.length / 20) }, (_, at) => [
    ...new Set(all.slice(at * 20, at * 20 + 20)),
  ]).map((some) => some.join(' and '));
};
const firstLooks = ({ model }: Asked): Call[] => model.calls.filter(({ name }) => name === 'first-look');

describe('the engine that asks a model', () => {
  it('takes each decision of a good answer, and says by its name who decided', async () => {
    const asked = await askAbout(NEWS, ({ shown }) => answerAll(shown), { view });
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    expect(asked.model.calls).toHaveLength(1);
    expect(asked.model.calls[0]?.shown).toMatchObject({
      claims: expect.arrayContaining([
        { id: expect.stringMatching(/^c\d$/) as string, in: 'work', says: OLD.text + '.', since: '2026-06-01' },
      ]) as unknown[],
      facts: [
        { id: 'f1', in: 'work', day: '2026-07-01', says: NEWS[0]?.text },
        { id: 'f2', in: 'work', day: '2026-07-01', says: NEWS[1]?.text },
      ],
    });
    expect(asked.answer.by).toEqual({});
    expect(engineOf(asked.model, { view }).engine.name).toBe('test:small/first-look-1');
  });

  it('asks nothing where the rules settle everything: equal statements, edited lines, explicit words, small talk', async () => {
    const facts = [
      factOf(1, 'User likes green tea.'),
      factOf(2, 'User likes black tea', { fields: { supersedes: OLD.id } }),
      factOf(4, 'Thanks!', { category: 'general' }),
    ];
    const edited = factOf(901, 'User plays the viola on Sundays', { day: '2026-06-01' });
    const all = viewOf([OLD, edited, ...facts], [PAGE]);
    const asked = await askAbout([edited, ...facts], ({ shown }) => answerAll(shown), { view: all });
    expect(asked.model.calls).toHaveLength(0);
    expect(asked.budget.usage).toEqual({ calls: 0, tokens: 0 });
    expect(asked.fates).toEqual({
      [idOf(901)]: 'placed',
      [idOf(1)]: 'duplicate',
      [idOf(2)]: 'placed',
      [idOf(4)]: 'set-aside',
    });
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
      'facts that the model left out even when asked again; the rules decided: 1',
    ]);
    expect(Object.keys(silent.answer.by ?? {})).toEqual([idOf(2)]);
  });

  it.each(['', 'I cannot help with that.', '{"decisions":', '[]', 'null', '{"decisions":{"f1":7}}'])(
    'lets the rules decide where the answer is %j',
    async (text) => {
      const asked = await askAbout(NEWS, () => ({ text }), { view });
      expect(asked.model.calls).toHaveLength(2);
      expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    },
  );

  it('sets aside what states nothing, and nothing that has a number, a tag, a field or a pin', async () => {
    const bare = [
      factOf(1, 'Well, let us see what the day brings'),
      factOf(2, 'Well, let us see what day 7 brings'),
      factOf(3, 'Well, let us see what the week brings', { tags: ['week'] }),
      factOf(4, 'Well, let us see what the month brings', { fields: { location: 'Oslo' } }),
      factOf(5, 'Well, let us see what the year brings'),
    ];
    const asked = await askAbout(bare, ({ shown }) => answerAll(shown, () => ({ as: 'set-aside' })), {
      view: viewOf(bare, [], { pinned: new Set([idOf(5)]) }),
    });
    expect(asked.fates).toEqual({
      [idOf(1)]: 'set-aside',
      [idOf(2)]: 'placed',
      [idOf(3)]: 'placed',
      [idOf(4)]: 'placed',
      [idOf(5)]: 'placed',
    });
    expect(asked.answer.notices).toEqual([
      'facts that the model would set aside although they state something; each got a claim: 4',
    ]);
  });

  it('takes the wording of the model where it keeps what is specific, else the fact’s own words', async () => {
    const said = [
      factOf(1, 'I am learning the ukulele since 2024'),
      factOf(2, 'I adopted a cat named Miso'),
      factOf(3, 'I never eat meat'),
    ];
    const words: Record<string, string> = {
      f1: 'User has been learning the ukulele since 2024',
      f2: 'User adopted a cat named Mimi',
      f3: 'User eats meat',
    };
    const asked = await askAbout(
      said,
      ({ shown }) => answerAll(shown, ({ id }) => ({ as: 'new', text: words[id] ?? null })),
      { view: viewOf(said) },
    );
    expect([1, 2, 3].map((number) => asked.proposal(number)?.text)).toEqual([words.f1, said[1]?.text, said[2]?.text]);
  });

  it('shows a later call what an earlier one brought, and not what it took away', async () => {
    const google = factOf(902, 'User works at Google', { day: '2026-06-01' });
    const many = [
      factOf(1, 'User signed with Contoso, so Google is history'),
      ...unlike(19).map((fact) => ({ ...fact, id: idOf(Number(fact.id.slice(1)) + 1) })),
      factOf(40, 'User asked Google and Contoso for the papers'),
    ];
    const asked = await askAbout(
      many,
      ({ shown }) =>
        answerAll(
          shown,
          ({ says }) =>
            says.includes('signed')
              ? { as: 'supersedes', claim: shown.claims.find((claim) => claim.says.includes('Google'))?.id ?? null }
              : { as: 'new' },
          ({ a }) => (a.says.includes('signed') ? 'a-replaces-b' : 'both'),
        ),
      { view: viewOf([google, ...many], [pageOf(WORK, [google])]) },
    );
    expect(asked.proposal(1)).toMatchObject({ as: 'placed', supersedes: [google.id] });
    const [first = [], second = []] = firstLooks(asked).map(({ shown }) => shown.claims.map(({ says }) => says));
    expect(first).toContain('User works at Google.');
    expect(second).not.toContain('User works at Google.');
    expect(second).toContain('User signed with Contoso, so Google is history');
  });

  it('asks nothing where its instructions alone fill the window', async () => {
    const asked = await askAbout(NEWS, ({ shown }) => answerAll(shown), {
      view,
      prompts: { ...PROMPTS, 'first-look': { version: 'first-look-0', text: 'long '.repeat(8000) } },
    });
    expect(asked.model.calls).toHaveLength(0);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
    expect(asked.answer.notices).toEqual([
      'facts that did not fit into a prompt, see models.num_ctx; the rules decided: 2',
    ]);
  });

  it('says nothing of what was logged in the system text, and gives the user’s wishes there', async () => {
    const asked = await askAbout(NEWS, ({ shown }) => answerAll(shown), { view, conventions: '  British English. ' });
    const [call] = asked.model.calls;
    const [system, prompt] = [call?.system ?? '', call?.prompt ?? ''];
    expect(system).toContain('British English.');
    expect(system).not.toContain('Miso');
    expect(prompt).toContain('Miso');
  });
});

describe('facts that must not reach the model', () => {
  const secret = factOf(3, 'User sees a therapist on Mondays', { tags: ['private'] });
  const known = factOf(902, 'User sees a dentist on Mondays', { day: '2026-06-01', tags: ['private'] });
  const all = viewOf([...ON_PAGE, known, ...NEWS, secret], [pageOf(WORK, [...ON_PAGE, known])]);
  const isPrivate = ({ tags }: Fact): boolean => tags.includes('private');
  const batch = [...NEWS, secret, factOf(4, 'User sees a friend on Mondays')];
  const withFriend = viewOf([...all.facts, ...batch.slice(3)], [pageOf(WORK, [...ON_PAGE, known])]);

  it('are placed by the rules, and not shown, neither new nor as claims nor in a pair', async () => {
    const asked = await askAbout(batch, ({ shown }) => answerAll(shown), { view: withFriend, isPrivate });
    expect(asked.model.calls.length).toBeGreaterThan(0);
    for (const { prompt, system } of asked.model.calls) expect(`${system}${prompt}`).not.toMatch(/therapist|dentist/);
    expect(asked.fates[secret.id]).toBe('placed');
    const queued = viewOf(withFriend.facts, [pageOf(WORK, [...ON_PAGE, known, secret])], {
      reviews: new Map([
        [
          'k3v9x2ab4q',
          {
            id: 'k3v9x2ab4q',
            kind: 'merge',
            facts: [known.id, secret.id],
            reason: 'r',
            score: 1,
            status: 'queued',
            run: 'r-20260701-0300-aaaaaa',
            at: '2026-07-01T03:00:00Z',
          },
        ],
      ]),
    });
    const later = await askAbout([], ({ shown }) => answerAll(shown), { view: queued, isPrivate });
    expect(later.model.calls).toEqual([]);
  });

  it('are not shown for MEMORY.md', async () => {
    const model = scripted(() => ({ answer: { groups: [] } }));
    const { engine, propose } = engineOf(model, { view: withFriend, isPrivate });
    await propose([]);
    const claim = (fact: Fact) => ({
      page: WORK,
      title: 'Work',
      text: fact.text,
      facts: [fact.id],
      days: [fact.day],
      must: false,
      heading: 'Work',
    });
    await engine.summarise?.(
      [...ON_PAGE, secret, known].map(claim),
      { update: () => undefined, end: () => undefined },
      { requested: false },
    );
    expect(model.calls.map(({ prompt }) => [prompt.includes('green tea'), /therapist|dentist/.test(prompt)])).toEqual([
      [true, false],
    ]);
  });

  it('are shown to a model on this machine', async () => {
    const asked = await askAbout(batch, ({ shown }) => answerAll(shown), { view: withFriend });
    expect(asked.model.calls.map(({ prompt }) => prompt).join('')).toContain('therapist');
  });
});

describe('what is cut off', () => {
  const many = unlike(8);

  it.each(['prompt', 'answer'] as const)('by the %s is asked in parts', async (cut) => {
    const asked = await askAbout(many, ({ shown, number }) => (number === 0 ? { cut } : answerAll(shown)), {
      view: viewOf(many),
    });
    expect(asked.model.calls.map(({ shown }) => shown.facts.length)).toEqual([8, 4, 4]);
    expect(Object.values(asked.fates)).toEqual(many.map(() => 'placed'));
  });

  it('always is asked with fewer facts, then fewer claims; then the rules decide, and nothing else is asked', async () => {
    const claims = Array.from({ length: 40 }, (_, at) =>
      factOf(at + 100, `User knows ${many.map(({ text }) => text).join(' ')} ${at}`, { day: '2026-06-01' }),
    );
    const asked = await askAbout(many, () => ({ cut: 'prompt' }), {
      view: viewOf([...claims, ...many], [pageOf(WORK, claims)]),
    });
    const sizes = asked.model.calls.map(({ shown }) => [shown.facts.length, shown.claims.length]);
    expect(sizes.map(([facts]) => facts)).toEqual([8, 4, 2, ...Array.from({ length: 9 }, () => 1)]);
    expect(sizes.slice(3, 6).map(([, claims]) => claims)).toEqual([6, 3, 1]);
    expect(asked.model.calls).toHaveLength(12);
    expect(new Set(Object.values(asked.fates))).toEqual(new Set(['placed']));
  });

  it.each([
    ['prompt', 'facts that reached the model in part, as its window is smaller than models.num_ctx; the rules decided'],
    ['answer', 'facts whose answer was cut off, see models.num_ctx; the rules decided'],
  ] as const)('always by the %s: the rules decide all, in each batch of the dream', async (cut, says) => {
    const model = scripted(() => ({ cut }));
    const later = factOf(20, 'User is learning the ukulele');
    const { budget, propose } = engineOf(model, { view: viewOf([...many, later]) });
    const answer = await propose(many);
    expect([answer.waits, answer.notices]).toEqual([[], [`${says}: 8`]]);
    expect(model.calls.length).toBeLessThanOrEqual(12);
    budget.cutsOff ??= cut === 'prompt' ? 'cutPrompt' : 'cutAnswer';
    budget.stopped ??= 'the model cuts off what it is asked';
    const calls = model.calls.length;
    expect(await propose([later])).toMatchObject({
      waits: [],
      notices: [`${says}: 1`],
      proposals: [{ fact: later.id, as: 'placed' }],
    });
    expect(model.calls).toHaveLength(calls);
    const one = await askAbout(
      many,
      ({ shown }) => (shown.facts.some(({ says: text }) => text === many[3]?.text) ? { cut } : answerAll(shown)),
      { view: viewOf(many) },
    );
    expect([one.answer.notices, Object.keys(one.answer.by ?? {})]).toEqual([[`${says}: 1`], [idOf(4)]]);
  });

  it('is nothing of the smallest window, with the instructions that there are and the longest conventions', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../templates/prompts/first-look-1.md'), 'utf8');
    const claims = Array.from({ length: 40 }, (_, at) =>
      factOf(at + 100, `User knows route number ${at} from the harbour to the hills by heart`, { day: '2026-06-01' }),
    );
    const walks = many.map((fact) => ({ ...fact, text: `User walks from ${fact.text} to the harbour by heart` }));
    const asked = await askAbout(
      walks,
      scripted(({ shown }) => answerAll(shown), { context: LEAST_WINDOW }),
      {
        view: viewOf([...claims, ...walks], [pageOf(WORK, claims)]),
        conventions: 'as we say here '.repeat(300),
        prompts: { ...PROMPTS, 'first-look': { version: 'first-look-1', text } },
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
      'facts that did not fit into a prompt, see models.num_ctx; the rules decided: 1',
    ]);
    expect(asked.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'placed' });
  });
});

describe('a model that fails', () => {
  const facts = unlike(61);
  const idsOf = (from: number, to: number): string[] => facts.slice(from, to).map(({ id }) => id);

  it('in one call leaves its facts waiting and goes on', async () => {
    const asked = await askAbout(facts, ({ shown, number }) =>
      number === 1 ? { fails: serverError() } : answerAll(shown),
    );
    expect(fatesByCall(asked)).toEqual(['placed', 'waits', 'placed', 'placed']);
    expect(asked.answer.waits).toEqual(
      idsOf(20, 40).map((fact) => ({ fact, reason: 'the model did not answer: the server said 500', why: 'model' })),
    );
  });

  it('twice in a row is asked no more', async () => {
    const asked = await askAbout(facts, ({ number, shown }) =>
      number === 0 ? answerAll(shown) : { fails: serverError() },
    );
    expect(asked.model.calls).toHaveLength(3);
    expect(fatesByCall(asked)).toEqual(['placed', 'waits', 'waits', 'waits']);
  });

  it.each([401, 403, 404])('with status %i is asked no more', async (status) => {
    const asked = await askAbout(facts, ({ shown, number }) =>
      number === 0 ? answerAll(shown) : { fails: serverError(status) },
    );
    expect(asked.model.calls).toHaveLength(2);
    expect(fatesByCall(asked)).toEqual(['placed', 'waits', 'waits', 'waits']);
    const model = scripted(() => ({ fails: serverError(status) }));
    // Nothing at all can be done: that is what the dream ends with.
    await expect(askAbout(facts, model)).rejects.toThrow(serverError(status).message);
    expect(model.calls).toHaveLength(1);
    const some = await askAbout([...facts, factOf(99, 'Thanks!', { category: 'general' })], () => ({
      fails: serverError(status),
    }));
    expect(some.fates).toMatchObject({ [idOf(1)]: 'waits', [idOf(99)]: 'set-aside' });
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
    expect(gone.answer.waits?.[0]?.reason).toBe('the model cannot be reached: no server at 127.0.0.1:11434');
    const broke = await askAbout(facts, ({ number, shown }) =>
      number === 0 ? { fails: unreachable() } : answerAll(shown),
    );
    expect(broke.model.calls).toHaveLength(4);
  });

  it('is replaced by the rules after three nights', async () => {
    const late = await askAbout(facts.slice(0, 3), () => ({ fails: serverError(401) }), {
      waited: (fact) => (fact === idOf(1) ? 3 : 2),
    });
    expect(late.fates).toEqual({ [idOf(1)]: 'placed', [idOf(2)]: 'waits', [idOf(3)]: 'waits' });
    expect(late.answer.by).toEqual({ [idOf(1)]: 'rules/2' });
    expect(late.answer.notices).toEqual([
      'facts that the rules decided after three nights of waiting: the model cannot be reached: the server said 401: 1',
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
    expect(fatesByCall(later)).toEqual(['placed', 'waits', 'waits', 'waits']);
    expect(told).toEqual([]);
  });

  it('or says nothing of use leaves all to the rules, what they settle themselves too', async () => {
    const settled = factOf(99, 'User likes tea', { fields: { supersedes: idOf(1) } });
    const { answer } = await askAbout([...facts.slice(0, 3), settled], () => ({ text: 'no' }));
    expect(Object.keys(answer.by ?? {}).sort()).toEqual([idOf(1), idOf(2), idOf(3), settled.id]);
  });

  it('by saying nothing at all is given up', async () => {
    const asked = await askAbout(facts, ({ number, shown }) => (number === 0 ? { hangs: true } : answerAll(shown)), {
      silenceMs: 50,
    });
    expect(asked.answer.waits).toEqual(
      idsOf(0, 20).map((fact) => ({ fact, reason: 'the model was silent for too long', why: 'model' })),
    );
  });

  it('makes what rests on its facts wait along', async () => {
    const again = factOf(98, facts[25]?.text ?? '', { time: '15:00' });
    const asked = await askAbout([...facts, again], ({ shown, number }) =>
      number === 1 ? { fails: serverError() } : answerAll(shown),
    );
    expect([asked.fates[idOf(26)], asked.fates[again.id]]).toEqual(['waits', 'waits']);
  });
});

describe('limits and Ctrl-C', () => {
  const facts = unlike(61);

  it('keeps to the number of calls', async () => {
    const asked = await askAbout(facts, ({ shown }) => answerAll(shown), {
      limits: { maxCalls: 2, minutes: 60 },
    });
    expect(asked.model.calls).toHaveLength(2);
    expect(asked.answer.waits?.map(({ reason, why }) => [reason, why])).toEqual(
      Array.from({ length: 21 }, () => ['the limit of 2 calls is reached', 'model']),
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
      await askAbout(facts, tries(2), { limits: { maxCalls: 2, minutes: 60 } }),
    ];
    expect(asked.budget.usage.calls).toBe(3);
    expect(dear.budget.usage.tokens - asked.budget.usage.tokens).toBeGreaterThan(200);
    expect(few.budget.usage.calls).toBe(2);
    expect(few.model.calls).toHaveLength(1);
  });

  it('keeps to the time limit, also where an answer does not end', async () => {
    const endless = await askAbout(facts, ({ number, shown }) => (number === 0 ? answerAll(shown) : { hangs: true }), {
      limits: { maxCalls: 200, minutes: 0.005 },
    });
    expect(endless.model.calls).toHaveLength(2);
    expect(new Set(endless.answer.waits?.map(({ reason }) => reason))).toEqual(
      new Set(['the time limit of 0.005 minutes is reached']),
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
    expect(fatesByCall(asked)).toEqual(['placed', 'placed', 'waits', 'waits']);
    expect(new Set(asked.answer.waits?.map(({ why }) => why))).toEqual(new Set(['later']));
  });

  it('says what is asked about', async () => {
    const labels: string[] = [];
    await askAbout(facts.slice(0, 1), ({ shown }) => answerAll(shown), { labels });
    expect(labels).toContain('asking small: 1 fact');
  });
});

describe('before anything is asked', () => {
  const facts = unlike(25);
  const estimate = async (batch: readonly Fact[], claims = 0) =>
    await estimateUsage(
      batch,
      viewOf(batch),
      { rules: createRules(batch, { zones: ZONES, schema: SCHEMA, claimsPerPage: 200 }), claims },
      { update: () => undefined, end: () => undefined },
      { requested: false },
    );

  it('calls and tokens are estimated, rather too many than too few', async () => {
    const [{ calls, tokens }, asked] = [await estimate(facts), await askAbout(facts, ({ shown }) => answerAll(shown))];
    // One more for MEMORY.md, one for an overview, and three for pairs, as each fact might name one.
    expect(asked.model.calls).toHaveLength(2);
    expect(calls).toBe(asked.model.calls.length + 3 + 2);
    expect(tokens).toBeGreaterThan(asked.budget.usage.tokens);
    expect(tokens).toBeLessThan(asked.budget.usage.tokens * 8);
  });

  it('claims that stand already make the prompt for MEMORY.md longer', async () => {
    const [none, some] = [await estimate(facts), await estimate(facts, 30)];
    expect(some.calls).toBe(none.calls);
    expect(some.tokens).toBeGreaterThan(none.tokens + 30 * 20);
  });

  it('nothing is where nothing is open', async () => {
    expect(await estimate([])).toEqual({ calls: 0, tokens: 0 });
    expect(await estimate([factOf(1, 'Thanks!', { category: 'general' })])).toEqual({ calls: 0, tokens: 0 });
  });
});
