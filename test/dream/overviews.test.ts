// Overviews over nights: written from the claims as a dream leaves them, thinned when a claim ends, written anew when a
// fifth of the claims changed, and taken back byte for byte.
import { expect, test } from 'vitest';
import { applyTo, rehearse } from '../../src/dream/apply.ts';
import type { Heard } from '../../src/dream/dream.ts';
import type { Engine } from '../../src/dream/engine.ts';
import { parsePlan, renderPlan } from '../../src/dream/plan-file/parse.ts';
import { replayOf, toPlanFile } from '../../src/dream/plan-file/replay.ts';
import type { Asked, Asks } from '../../src/llm/port.ts';
import { writeOverviews } from '../../src/dream/propose/model/overviews.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import type { Fact } from '../../src/model/fact.ts';
import { NO_USAGE, type Proposals } from '../../src/model/plan.ts';
import { parseOverview } from '../../src/page/overview.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { findings } from '../lint/folders.ts';
import { copyOf, dreamOnce, everything, logDay, makeVault, placeAll, read, TODAY, WORK, write } from './nights.ts';
import { makeUndoVault, undoIn } from './undo-vault.ts';

interface Shown {
  readonly title: string;
  readonly new: boolean;
  readonly claims: readonly { readonly n: number; readonly says: string; readonly day: string }[];
  readonly past: readonly { readonly n: number; readonly says: string; readonly to: string }[];
  readonly sentences?: readonly { readonly id: string; readonly text: string; readonly wrong: string }[];
}

interface Scripted extends Asks {
  readonly shown: Shown[];
}

/** Answers each question with what `say` makes of what it is shown. */
function asker(say: (shown: Shown, call: number) => unknown, { room = 1e6 } = {}): Scripted {
  const shown: Shown[] = [];
  return {
    shown,
    fits: ({ prompt }) => prompt.length < room,
    ask: async ({ prompt }) => {
      const [, , data = ''] = /<(data-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>/.exec(prompt) ?? [];
      shown.push(JSON.parse(data) as Shown);
      const said = say(shown.at(-1) as Shown, shown.length);
      return await Promise.resolve(
        typeof said === 'object' && said !== null && 'kind' in said ? (said as Asked) : { kind: 'answer', value: said },
      );
    },
  };
}

const engineFor =
  (vault: Vault, ask: Asks, propose?: (batch: readonly Fact[]) => Proposals) =>
  (facts: readonly Fact[]): Engine => {
    const rules = createRules(facts, {
      zones: vault.zones,
      schema: readSchema(vault),
      claimsPerPage: 200,
    });
    let usage = NO_USAGE;
    return {
      name: 'test:small/first-look-1',
      get usage() {
        return usage;
      },
      propose: propose ? (batch) => Promise.resolve(propose(batch)) : rules.propose.bind(rules),
      overviews: (pages) => {
        usage = { calls: usage.calls + 1, tokens: usage.tokens + 100 };
        return writeOverviews({ pages, system: 'Write.', asks: ask });
      },
    };
  };

const [A, B, C, D, E, F, G] = [
  'aaaaaaaaaa',
  'bbbbbbbbbb',
  'cccccccccc',
  'dddddddddd',
  'eeeeeeeeee',
  'ffffffffff',
  'gggggggggg',
] as const;
const FACTS = {
  [A]: '[work] User works at Google',
  [B]: '[work] The office of User is in Zürich',
  [C]: '[work] User leads the Atlas team',
  [D]: '[work] The Atlas team has 7 people',
  [E]: '[work] User does not work on Fridays',
};
const n = ({ claims, past }: Shown, words: string): number =>
  [...claims, ...past].find(({ says }) => says.includes(words))?.n ?? 0;
const lead = (shown: Shown) => ({
  title: 'Work at Google',
  description: 'The job of User, the Atlas team and the office.',
  lead: [
    { text: 'User works at Google in Zürich.', claims: [n(shown, 'at Google'), n(shown, 'Zürich')] },
    { text: 'The Atlas team, led by User, has 7 people.', claims: [n(shown, 'leads'), n(shown, '7 people')] },
  ],
  parts: [],
  timeline: [],
});
const placeOn = (batch: readonly Fact[]): Proposals => ({
  ...placeAll(batch, WORK),
  pages: [{ page: WORK, type: 'note', title: 'Work', about: '' }],
});
const textsOf = (vault: Vault): string[] =>
  parseOverview(read(vault, WORK))?.parts.flatMap(({ sentences }) => sentences.map(({ text }) => text)) ?? [];

async function firstNight(say: (shown: Shown, call: number) => unknown = lead, facts: Record<string, string> = FACTS) {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', facts);
  const ask = asker(say);
  const result = await dreamOnce(vault, { makeEngine: engineFor(vault, ask, placeOn) });
  return { vault, ask, result, notices: result.runs.flatMap(({ plan }) => plan.notices) };
}

test('a page of five claims gets an overview, a title and a description, and lint finds nothing', async () => {
  const { vault, ask, notices, result } = await firstNight();
  expect(ask.shown).toHaveLength(1);
  expect(ask.shown[0]).toMatchObject({ title: 'Work', new: true, past: [] });
  expect(ask.shown[0]?.claims).toHaveLength(5);
  expect(textsOf(vault)).toEqual(['User works at Google in Zürich.', 'The Atlas team, led by User, has 7 people.']);
  expect(read(vault, WORK)).toContain('title: Work at Google\n');
  expect(read(vault, 'index.md')).toContain('The job of User, the Atlas team and the office, 5 claims');
  expect(notices).toEqual([]);
  expect(result.usage.calls).toBe(1);
  expect(findings(vault, TODAY)).toEqual([]);
});

test('a page of four claims gets none, and a page with words of a person below the heading keeps them', async () => {
  const { [E]: _, ...four } = FACTS;
  expect((await firstNight(lead, four)).ask.shown).toEqual([]);
  const vault = makeVault();
  logDay(vault, '2026-07-01', FACTS);
  write(vault, WORK, '---\ntitle: Work\n---\n\n## Overview\nMy job.\n\n## Key Facts\n');
  const ask = asker(lead);
  await dreamOnce(vault, { makeEngine: engineFor(vault, ask, placeOn) });
  expect(ask.shown).toEqual([]);
  expect(read(vault, WORK)).toContain('## Overview\nMy job.\n');
});

test('a sentence that fails is asked for once more, then left out and counted', async () => {
  const wrong = { text: 'The Atlas team has 9 people.', claims: [4] };
  const { vault, ask, notices } = await firstNight((shown, call) => {
    if (call > 1)
      return {
        sentences: [
          { id: 's1', text: 'The Atlas team has 7 people.', claims: [n(shown, '7 people')] },
          { id: 's2', text: 'User works on Fridays.', claims: [n(shown, 'Fridays')] },
        ],
      };
    return {
      ...lead(shown),
      lead: [
        { ...wrong, claims: [n(shown, '7 people')] },
        { text: 'User works on Fridays.', claims: [n(shown, 'Fridays')] },
        { text: 'User works at Google.', claims: [n(shown, 'at Google')] },
      ],
    };
  });
  expect(ask.shown[1]?.sentences?.map(({ wrong: why }) => why)).toEqual([
    'its claims do not say 9',
    'it denies what its claims affirm, or affirms what they deny',
  ]);
  expect(textsOf(vault)).toEqual(['The Atlas team has 7 people.', 'User works at Google.']);
  expect(notices).toEqual(['sentences of overviews that their claims do not support, left out: 1']);
});

test.each<[string, unknown]>([
  ['no JSON', undefined],
  ['a list', []],
  ['nothing', {}],
  ['sentences of no claim', { lead: [{ text: 'User works at Google.', claims: [] }] }],
  ['numbers that were not shown', { lead: [{ text: 'User works at Google.', claims: [99] }] }],
  ['a cut answer', { kind: 'cut', what: 'answer' }],
  ['no answer', { kind: 'failed', all: true, reason: 'the model did not answer' }],
])('%s leaves the page without an overview, and the facts placed', async (_, value) => {
  const { vault, notices } = await firstNight(() => value);
  expect(parseOverview(read(vault, WORK))).toBeNull();
  expect(notices).toHaveLength(1);
  expect(findings(vault, TODAY)).toEqual([]);
});

test('an update takes the sentence off that tells the old value as current, without a model', async () => {
  const { vault } = await firstNight();
  logDay(vault, '2026-07-02', { [F]: '[work] User works at Microsoft' });
  await dreamOnce(vault, {
    minute: 5,
    propose: (batch) => placeAll(batch, WORK, () => ({ supersedes: [A] })),
  });
  expect(textsOf(vault)).toEqual(['The Atlas team, led by User, has 7 people.']);
  expect(findings(vault, TODAY)).toEqual([]);
});

test('a correction takes off the sentence with the wrong number, and the section goes with the last one', async () => {
  const { vault } = await firstNight((shown) => ({
    ...lead(shown),
    lead: [{ text: 'The Atlas team has 7 people.', claims: [n(shown, '7 people')] }],
  }));
  logDay(vault, '2026-07-02', { [F]: '[work] The Atlas team has 8 people' });
  await dreamOnce(vault, { minute: 5, propose: (batch) => placeAll(batch, WORK, () => ({ supersedes: [D] })) });
  expect(read(vault, WORK)).not.toContain('Overview');
});

test('a contested claim is in no overview', async () => {
  const { vault } = await firstNight();
  logDay(vault, '2026-07-02', { [F]: '[work] User works at Amazon' });
  await dreamOnce(vault, {
    minute: 5,
    propose: (batch) => ({
      ...placeAll(batch, WORK),
      proposals: batch.map(({ id }) => ({ fact: id, as: 'conflict', page: WORK, with: A, reason: 'test' })),
    }),
  });
  expect(textsOf(vault)).toEqual(['The Atlas team, led by User, has 7 people.']);
});

test('is written anew once a fifth of the claims changed, and not before', async () => {
  const facts = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`zzzzzzzzz${at}`, `[work] User keeps the notebook ${at + 10}`]),
  );
  const { vault } = await firstNight(lead, { ...FACTS, ...facts });
  const ask = asker((shown) => ({ ...lead(shown), lead: lead(shown).lead.slice(0, 1) }));
  const night = async (minute: number, more: Record<string, string>) => {
    logDay(vault, `2026-07-${String(minute).padStart(2, '0')}`, more);
    await dreamOnce(vault, { minute, makeEngine: engineFor(vault, ask, placeOn) });
  };
  await night(2, { [F]: '[work] User has a desk at the window' });
  expect(ask.shown).toHaveLength(0);
  await night(3, { [G]: '[work] User eats in the canteen', hhhhhhhhhh: '[work] User takes the tram' });
  expect(ask.shown).toHaveLength(1);
  expect(ask.shown[0]).toMatchObject({ new: false });
  // It cites facts of the first night alone, and was written with those of the third in view.
  await night(6, { iiiiiiiiii: '[work] User has a plant on the desk' });
  expect(ask.shown).toHaveLength(1);
  expect(read(vault, 'log.md').match(/; overviews \[[^\]]+\]/g)).toHaveLength(2);
  const before = everything(vault);
  await dreamOnce(vault, { minute: 9, makeEngine: engineFor(vault, ask, placeOn) });
  expect([ask.shown.length, everything(vault)]).toEqual([1, before]);
});

test('is written anew for what came, also where a claim that it cites as past was decided again', async () => {
  const { vault } = await firstNight((shown) => ({
    ...lead(shown),
    lead: [{ text: 'User worked at Google.', claims: [1] }],
    parts: [],
    timeline: [],
  }));
  const news = { [F]: '[work] User works at Microsoft', [G]: '[work] User eats in the canteen' };
  logDay(vault, '2026-07-02', { ...news, hhhhhhhhhh: '[work] User takes the tram' });
  const ask = asker(lead);
  const propose = (batch: readonly Fact[]) => placeAll(batch, WORK, ({ id }) => (id === F ? { supersedes: [A] } : {}));
  await dreamOnce(vault, { minute: 2, makeEngine: engineFor(vault, ask, propose) });
  expect(ask.shown.length).toBeGreaterThan(0);
});

test('is written anew once it lost a sentence', async () => {
  const facts = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`zzzzzzzzz${at}`, `[work] User keeps the notebook ${at + 10}`]),
  );
  const { vault } = await firstNight(lead, { ...FACTS, ...facts });
  logDay(vault, '2026-07-02', { [F]: '[work] User works at Microsoft' });
  const ask = asker(lead);
  const night = (minute: number) =>
    dreamOnce(vault, {
      minute,
      makeEngine: engineFor(vault, ask, (batch) => placeAll(batch, WORK, () => ({ supersedes: [A] }))),
    });
  const asked = () => ask.shown.filter(({ sentences }) => sentences === undefined).length;
  await night(2);
  expect(asked()).toBe(1);
  await night(3);
  expect(asked()).toBe(1);
});

test('what a person edited stays theirs', async () => {
  const { vault } = await firstNight();
  write(vault, WORK, read(vault, WORK).replace('in Zürich', 'in Zürich, alas'));
  logDay(vault, '2026-07-02', { [F]: '[work] User works at Microsoft' });
  const ask = asker(lead);
  await dreamOnce(vault, {
    minute: 5,
    makeEngine: engineFor(vault, ask, (batch) => placeAll(batch, WORK, () => ({ supersedes: [A] }))),
  });
  expect(ask.shown).toEqual([]);
  expect(textsOf(vault)).toContain('User works at Google in Zürich, alas.');
});

test('what is private is neither shown nor cited', async () => {
  const { vault, ask } = await firstNight(
    (shown) => ({ ...lead(shown), lead: [{ text: 'User earns 9000.', claims: [6] }] }),
    { ...FACTS, [F]: '[work] User earns 9000 `private`' },
  );
  expect(JSON.stringify(ask.shown[0])).not.toContain('9000');
  expect(parseOverview(read(vault, WORK))).toBeNull();
  expect(read(vault, WORK)).toContain('User earns 9000');
});

test('a plan file holds the overview, and its replay gives the same bytes', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', FACTS);
  const other = copyOf(vault);
  const heard: Heard[] = [];
  const start = new Date(2026, 6, 20, 3, 0);
  const options = { maxDays: 14, reviews: 200, repeatUndone: false, retry: false };
  await dreamOnce(vault, {
    makeEngine: engineFor(vault, asker(lead), placeOn),
    apply: rehearse,
    hear: (one) => heard.push(one),
    settle: () => undefined,
  });
  const file = toPlanFile(heard, readView(vault).factById, { start: start.toISOString(), today: TODAY, options });
  const text = renderPlan(file);
  expect(parsePlan(text, 'plan.json').batches[0]?.proposals.overviews).toEqual(file.batches[0]?.proposals.overviews);
  await dreamOnce(vault, { makeEngine: engineFor(vault, asker(lead), placeOn) });
  const { batches, makeEngine } = replayOf(parsePlan(text, 'plan.json'));
  await dreamOnce(other, { batches, makeEngine, apply: applyTo(other, { commit: false }) });
  expect(read(other, WORK)).toBe(read(vault, WORK));
  expect(everything(other)).toEqual(everything(vault));
});

test('undo brings the bytes back', async () => {
  const { vault } = await firstNight();
  const before = read(vault, WORK);
  logDay(vault, '2026-07-02', { [F]: '[work] User works at Microsoft' });
  const { runs } = await dreamOnce(vault, {
    minute: 5,
    propose: (batch) => placeAll(batch, WORK, () => ({ supersedes: [A] })),
  });
  expect(read(vault, WORK)).not.toBe(before);
  await undoIn(vault, new Date(2026, 6, 20, 4, 0), runs[0]?.run);
  expect(read(vault, WORK)).toBe(before);
});
