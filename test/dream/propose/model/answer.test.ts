// The schema that a model is asked with, and answers read as they come.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerSchema, readAnswer } from '../../../../src/dream/propose/model/answer.ts';
import { setUp } from './groups.ts';

const { group } = setUp({ claims: ['User has a cat'], facts: ['User likes tea', 'User has a dog'] });

test('the schema is closed and flat: each property required, null as a type, only ids that were shown', () => {
  const schema = answerSchema(group);
  expect(JSON.stringify(schema)).not.toMatch(/anyOf|\$ref|\$schema/);
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['decisions', 'page'],
    properties: {
      decisions: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['fact', 'as', 'claim', 'text', 'head', 'page', 'reason'],
          properties: {
            fact: { type: 'string', enum: ['f1', 'f2'] },
            claim: { type: ['string', 'null'], enum: ['c1', 'f1', 'f2', null] },
            text: { type: ['string', 'null'] },
            page: { type: ['string', 'null'], enum: ['2_Wiki/Berlin.md', null] },
            reason: { type: 'string' },
          },
        },
      },
      page: { additionalProperties: false, required: ['title', 'overview'] },
    },
  });
});

test('where nothing can be named, null is all that there is', () => {
  const { group: bare } = setUp({ facts: ['User likes tea'] });
  expect(answerSchema({ ...bare, otherPages: [] })).toMatchObject({
    properties: { decisions: { items: { properties: { claim: { type: 'null' }, page: { type: 'null' } } } } },
  });
});

test.each([
  ['"c1"', 'c1', 'c1'],
  ['a number', 1, 'c1'],
  ['digits', '1', 'c1'],
  ['capitals', 'C1', 'c1'],
  ['in words', 'claim 1', 'c1'],
  ['in brackets', '[c1]', 'c1'],
  ['a list of one', ['c1'], 'c1'],
  ['zeros', 'c01', 'c1'],
  ['an earlier fact', 'f2', 'f2'],
  ['one that was not shown', 'c7', null],
  ['a list of two', ['c1', 'f2'], null],
  ['an object', { id: 'c1' }, null],
  ['itself', 'f1', null],
  ['words', 'the first', null],
])('a claim named by %s', (_, claim, wanted) => {
  expect(
    readAnswer({ decisions: [{ fact: 'f1', as: 'duplicate', claim }] }, group).decisions.map((one) => one.claim),
  ).toEqual(wanted === null ? [] : [wanted]);
});

test.each([
  ['update', 'supersedes'],
  ['UPDATED', 'supersedes'],
  ['add', 'new'],
  ['same_as', 'duplicate'],
  ['set aside', 'set-aside'],
  ['ignore', 'set-aside'],
  ['contradicts', 'conflicts'],
  ['fix', 'corrects'],
])('%s is %s', (as, wanted) => {
  expect(readAnswer([{ fact: 'f1', decision: as, target: 'c1' }], group).decisions[0]?.as).toBe(wanted);
});

test('texts are trimmed, and "null" is none', () => {
  expect(
    readAnswer(
      {
        decisions: [{ fact: 'f1', as: 'new', text: ' Tea. ', head: 'null', page: 'None' }],
        page: { title: 'n/a', about: ' Tea ' },
      },
      group,
    ),
  ).toMatchObject({ decisions: [{ text: 'Tea.', head: null, page: null }], title: null, overview: 'Tea' });
});

test('any value is read without an error, each fact once at most, only claims that were shown', () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true, withMap: true, withSparseArray: true }),
      fc.array(
        fc.dictionary(
          fc.constantFrom('fact', 'as', 'claim', 'text'),
          fc.oneof(fc.constantFrom('f1', 'f2', 'c1', 'new', 'duplicate'), fc.anything()),
        ),
      ),
      (value, decisions) => {
        for (const one of [value, { decisions: value }, decisions, { decisions }]) {
          const read = readAnswer(one, group).decisions;
          expect(new Set(read.map(({ fact }) => fact)).size).toBe(read.length);
          for (const { fact, claim } of read)
            expect(['f1 ', 'f2 ', 'f1 c1', 'f2 c1', 'f1 f2', 'f2 f1']).toContain(`${fact} ${claim ?? ''}`);
        }
      },
    ),
  );
});
