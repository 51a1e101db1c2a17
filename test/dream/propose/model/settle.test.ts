// What two looks come to, as tables: what is applied, what is asked, what only a person may decide, and which wording
// stands for what was said.
import { describe, expect, it, test } from 'vitest';
import {
  agrees,
  isClosed,
  needsPerson,
  proposalFor,
  questionFor,
  wordingOf,
} from '../../../../src/dream/propose/model/settle.ts';
import type { BoardClaim } from '../../../../src/dream/propose/model/board.ts';
import { keepsSpecifics } from '../../../../src/language/specifics.ts';
import type { Fact } from '../../../../src/model/fact.ts';
import type { Proposal } from '../../../../src/model/plan.ts';
import type { Look } from '../../../../src/model/review.ts';
import { factOf, viewOf, WORK } from './bench.ts';

const LOOKS = ['same', 'replaces', 'corrects', 'contradicts', 'both', null] as const;
const OLD = factOf(1, 'User lives in Oslo', { day: '2026-06-01' });
const NEW = factOf(2, 'User lives in Bergen');
const base = (fact: Fact): Proposal => ({ fact: fact.id, as: 'placed', page: WORK, reason: 'rules' });
const claimOf = (fact: Fact, more: Partial<BoardClaim> = {}): BoardClaim => ({
  fact: fact.id,
  facts: [fact.id],
  text: fact.text,
  page: WORK,
  since: fact.day,
  isSide: false,
  place: 'work',
  ...more,
});

describe('two looks', () => {
  const applied = new Set([
    'same+same',
    'replaces+replaces',
    'corrects+replaces',
    'corrects+corrects',
    'contradicts+contradicts',
  ]);
  const found = (look: Look | null): boolean => look !== null && look !== 'both';
  const all = LOOKS.flatMap((first) => LOOKS.map((second) => [first, second] as const));

  it.each(all)('%s and %s', (first, second) => {
    expect(agrees({ first, second })).toBe(applied.has(`${first}+${second}`));
    // Nothing is asked where nobody found anything, and else it is.
    const question = questionFor({ fact: NEW, claim: claimOf(OLD), looks: { first, second }, score: 0.4 });
    expect(question !== null).toBe(found(first) || found(second));
    if (question !== null)
      expect(question).toMatchObject({ facts: [OLD.id, NEW.id], score: 0.4, looks: { first, second } });
  });

  it.each([
    ['same', 'both', 'merge'],
    ['both', 'replaces', 'supersede'],
    ['corrects', 'both', 'supersede'],
    [null, 'contradicts', 'contradiction'],
    ['replaces', 'same', 'supersede'],
  ] as const)('%s and %s are asked as %s', (first, second, kind) => {
    expect(questionFor({ fact: NEW, claim: claimOf(OLD), looks: { first, second }, score: 1 })?.kind).toBe(kind);
  });

  it.each([
    ['replaces', { as: 'placed', supersedes: [OLD.id] }],
    ['corrects', { as: 'placed', corrects: OLD.id }],
    ['contradicts', { as: 'conflict', with: OLD.id }],
  ] as const)('that agree on %s make a proposal', (first, wanted) => {
    const looks = { first, second: first };
    expect(proposalFor({ fact: NEW, base: base(NEW), claim: claimOf(OLD), looks, text: null })).toMatchObject({
      fact: NEW.id,
      page: WORK,
      ...wanted,
    });
  });
});

test('what takes the place of a claim may name whom that named, and no number of it', () => {
  const clinic = factOf(4, 'The clinic rang, so her operation slips to 28 April');
  const hip = claimOf(factOf(5, 'Maman gets her new hip on 14 April in Écully', { day: '2026-06-01' }));
  const said = (text: string, first: 'replaces' | 'corrects' = 'replaces') =>
    proposalFor({ fact: clinic, base: base(clinic), claim: hip, looks: { first, second: 'replaces' }, text })?.text;
  const whole = "The clinic rang, so Maman's operation in Écully slips to 28 April";
  expect(said(whole)).toBe(whole);
  expect(said(whole, 'corrects')).toBeUndefined();
  expect(said("The clinic rang, so Maman's operation slips from 14 to 28 April")).toBeUndefined();
  expect(said("The clinic rang, so Papa's operation slips to 28 April")).toBeUndefined();
  expect(said('Maman is operated on in Écully')).toBeUndefined();
});

describe('only a person may decide', () => {
  const atlas = { fields: { project: 'atlas' } };
  const later = factOf(3, 'User lives in Rome', { day: '2026-07-09' });
  const why = (fact: Fact, claim: BoardClaim, look: Look, pinned: readonly string[] = []): string | null =>
    needsPerson(
      { fact, claim, looks: { first: look, second: null } },
      viewOf([OLD, NEW, later, fact], [], { pinned: new Set(pinned) }),
    );

  test.each<[string, string | null, RegExp | null]>([
    ['a plain pair', why(NEW, claimOf(OLD), 'replaces'), null],
    ['a pinned claim', why(NEW, claimOf(OLD), 'same', [OLD.id]), /pinned/],
    ['a pinned fact', why(NEW, claimOf(OLD), 'replaces', [NEW.id]), /pinned/],
    [
      'another fact of the claim is pinned',
      why(NEW, claimOf(OLD, { facts: [OLD.id, later.id] }), 'same', [later.id]),
      /pinned/,
    ],
    ['two projects', why(factOf(4, 'x', atlas), claimOf(OLD), 'same'), /different projects/],
    ['a side of a callout', why(NEW, claimOf(OLD, { isSide: true }), 'replaces'), /contradicts another/],
    ['a repetition of a side', why(NEW, claimOf(OLD, { isSide: true }), 'same'), null],
    ['backwards in time', why(NEW, claimOf(later), 'replaces'), /later/],
    ['a correction of what is later', why(NEW, claimOf(later), 'corrects'), /later/],
    ['a claim one fact of which is later', why(NEW, claimOf(OLD, { facts: [OLD.id, later.id] }), 'replaces'), /later/],
    ['a repetition of what is later', why(NEW, claimOf(later), 'same'), null],
    ['a contradiction of what is later', why(NEW, claimOf(later), 'contradicts'), null],
  ])('%s', (_, found, wanted) => {
    if (wanted === null) expect(found).toBeNull();
    else expect(found).toMatch(wanted);
  });

  it('and nobody looks at two that are kept apart, or at what was forgotten, or at itself', () => {
    const closed = (more: object): boolean => isClosed(NEW, claimOf(OLD), viewOf([OLD, NEW], [], more));
    expect(closed({})).toBe(false);
    expect(closed({ apart: (a: string, b: string) => [a, b].sort().join() === [OLD.id, NEW.id].sort().join() })).toBe(
      true,
    );
    expect(closed({ forgotten: new Set([OLD.id]) })).toBe(true);
    expect(isClosed(OLD, claimOf(OLD), viewOf([OLD]))).toBe(true);
  });
});

describe('a wording', () => {
  const fact = factOf(1, 'I did not see Anna at `npm start` on 2026-05-01, see https://example.org/a');
  it.each([
    ['a good one', 'On 2026-05-01 User did not see Anna at `npm start`, see https://example.org/a', true],
    ['another number', 'On 2026-05-02 User did not see Anna at `npm start`, see https://example.org/a', false],
    ['a name dropped', 'On 2026-05-01 User did not see her at `npm start`, see https://example.org/a', false],
    ['a name added', 'On 2026-05-01 User did not see Anna and Bob at `npm start`, see https://example.org/a', false],
    ['a denial dropped', 'On 2026-05-01 User saw Anna at `npm start`, see https://example.org/a', false],
    ['code dropped', 'On 2026-05-01 User did not see Anna, see https://example.org/a', false],
    ['a link dropped', 'On 2026-05-01 User did not see Anna at `npm start`', false],
    ['another link', 'On 2026-05-01 User did not see Anna at `npm start`, see https://example.org/b', false],
    ['a heading', `# ${fact.text}`, false],
    ['a list', `- ${fact.text}`, false],
    ['a number of a list', `1. ${fact.text}`, false],
    ['a fence', `\`\`\`${fact.text}`, false],
    ['two lines', `${fact.text}\nand`, false],
    ['too long', `${fact.text} ${'really '.repeat(30)}`, false],
    ['none', null, false],
  ])('%s', (_, text, isTaken) => {
    expect(wordingOf(fact, base(fact), text)).toEqual(isTaken ? { text } : {});
    expect(wordingOf(fact, { ...base(fact), text: 'dated' }, text)).toEqual({ text: isTaken ? text : 'dated' });
  });

  const joint = (claim: string, said: string, text: string | null): string | null | undefined => {
    const named = { fact: factOf(2, said), base: base(factOf(2, said)), claim: claimOf(OLD, { text: claim }) };
    const found = proposalFor({ ...named, looks: { first: 'same', second: 'same' }, text });
    return found === null ? null : found.text;
  };
  it.each([
    [
      'the model’s',
      'User has 2 cats',
      'A cat of User is Miso',
      'User has 2 cats, one is Miso',
      'User has 2 cats, one is Miso',
    ],
    [
      'the one that says more',
      'User has cats',
      'User has 2 cats at home',
      'User has 3 cats',
      'User has 2 cats at home',
    ],
    ['that of the claim', 'User has 2 cats at home', 'User has cats', null, 'User has 2 cats at home'],
    ['none', 'User has 2 cats', 'A cat of User is Miso', null, null],
    ['none for a statement and its denial', 'User eats meat', 'User does not eat meat', null, null],
    ['none for those whatever the model says', 'User eats meat', 'User does not eat meat', 'User eats no meat', null],
  ])('for two that say the same: %s', (_, claim, said, text, wanted) => {
    expect(joint(claim, said, text)).toBe(wanted);
  });
});

describe('one sentence for several', () => {
  it.each<[string, readonly string[], boolean]>([
    ['User has 2 cats named Miso and Bo', ['User has 2 cats', 'A cat of the user is Miso, another Bo'], true],
    ['User has 2 cats', ['User has 2 cats', 'A cat of the user is Miso'], false],
    ['User has 2 cats in Oslo', ['User has 2 cats'], false],
    ['User has 2 cats', ['User has 2 cats', 'User has 3 cats'], false],
    ['Indent with spaces, never with tabs', ['Indent with spaces', 'Indent with spaces, never with tabs'], true],
    ['User is vegetarian and eats no meat', ['User is vegetarian', 'User does not eat meat'], true],
    ['User eats meat', ['User is vegetarian', 'User does not eat meat'], false],
    [
      'Farid wants summaries short, in bullet points',
      ['Keep summaries short, bullet points please', 'Farid wants summaries brief and in bullets'],
      true,
    ],
    ['Someone wants short summaries', ['Farid wants short summaries', 'Keep summaries short'], false],
    ['User never eats meat', ['User eats meat', 'User never eats meat'], false],
    ["User doesn't eat meat", ['User eats meat', "User doesn't eat meat"], false],
    ['User no longer eats meat', ['User eats meat', 'User no longer eats meat'], false],
    ['See https://example.org and run `make`', ['See https://example.org', 'run `make`'], true],
    ['See https://example.org', ['See https://example.org', 'run `make`'], false],
    ['用户在东京住了3年', ['用户住在东京', '用户在东京已经3年了'], true],
    ['用户在东京住了3年', ['用户住在东京', '用户在东京已经4年了'], false],
    ['用户不喜欢茶', ['用户喜欢茶', '用户不喜欢茶'], false],
    ['用户没有猫', ['用户有猫', '用户没有猫'], false],
    ['用户吃素，不吃肉', ['用户吃素', '用户不吃肉'], true],
    ['用户的电话是12345', ['用户的电话是12345', '用户的号码：12345'], true],
  ])('%s: %j', (text, said, isKept) => {
    expect(keepsSpecifics(text, said)).toBe(isKept);
  });
});
