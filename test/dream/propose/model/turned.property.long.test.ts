// Statements that differ in one thing that turns their meaning: who, whose, the auxiliary, a negation, a preposition,
// the voice, the mood. None may be worded as another, nor go with it as a duplicate.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { saysAllOf } from '../../../../src/dream/propose/model/says-all.ts';
import { takesPlaceOf } from '../../../../src/dream/propose/model/support.ts';
import { whyNotWording } from '../../../../src/dream/propose/model/wording.ts';

interface Verb {
  readonly plain: string;
  readonly third: string;
  readonly past: string;
  readonly ing: string;
}

const VERBS: readonly Verb[] = [
  ['bite', 'bites', 'bitten', 'biting'],
  ['paint', 'paints', 'painted', 'painting'],
  ['drive', 'drives', 'driven', 'driving'],
  ['like', 'likes', 'liked', 'liking'],
  ['use', 'uses', 'used', 'using'],
].map(([plain = '', third = '', past = '', ing = '']) => ({ plain, third, past, ing }));
const NOUNS = [
  'dentist',
  'boss',
  'parent',
  'landlord',
  'guide',
  'friend',
  'red boat',
  'diary',
  'team of nurses',
  'cancer',
  'key',
];
const SUBJECTS = [
  'User',
  'Ann',
  'Rex',
  'The team',
  'Neighbour of user',
  "User's mother",
  "Ann's dog",
  'The dog of user',
  'User and Ann',
  'A friend of Ann',
  'Nobody',
  'User knows that boss',
  'Ann says user',
  'If it rains user',
  'The man who knows user',
  'Half of the team',
  'I',
  'My mother',
  'We',
  'The mother of the team',
];
/** Each row of them differs in one thing, and no two say the same. */
const PREDICATES: readonly ((verb: Verb, noun: string) => readonly string[])[] = [
  (_, noun) =>
    [
      'is',
      'has',
      'was',
      'had',
      'will be',
      'may be',
      'is of',
      'does not have',
      'wants to be',
      'wants',
      'never is',
      'is no',
      'needs',
      'is not',
      'has been',
      'is said to be',
      'would be',
      'is with',
      'is for',
      'is by',
      'could have',
      'is like',
    ].map((aux) => `${aux} a ${noun}`),
  ({ past }) =>
    [
      'is',
      'has',
      'was',
      'had',
      'will be',
      'has been',
      'is not',
      'has never',
      'is to be',
      'may be',
      'wants to be',
      'gets',
      'is being',
      'would have',
    ].map((aux) => `${aux} ${past}`),
  ({ plain, third, ing, past }, noun) =>
    [
      third,
      `does not ${plain}`,
      `may ${plain}`,
      `would ${plain}`,
      `used to ${plain}`,
      `wants to ${plain}`,
      `is ${ing}`,
      `stopped ${ing}`,
      `is ${past} by`,
      `never ${third}`,
      `hardly ${third}`,
      `only ${third}`,
      `is said to ${plain}`,
      `will ${plain}`,
      `has to ${plain}`,
      `is to ${plain}`,
    ].map((words) => `${words} the ${noun}`),
  ({ third }, noun) =>
    [
      'in',
      'on',
      'of',
      'to',
      'from',
      'with',
      'without',
      'by',
      'for',
      'about',
      'under',
      'like',
      'that',
      'than',
      'until',
      'before',
      'after',
    ].map((word) => `${third} ${word} the ${noun}`),
  (_, noun) =>
    [
      'said the nurse has',
      'said that the nurse is',
      'said the nurse',
      'told the nurse of',
      'is the nurse of',
      'has the nurse and',
      'has the nurse or',
      'is the nurse and',
      'has all but',
      'has the nurse of',
      'is of the nurse of',
    ].map((words) => `${words} the ${noun}`),
];
/** What may stand around a statement and turns it. */
const MOODS = [
  (text: string) => `${text}?`,
  (text: string) => `If ${text}`,
  (text: string) => `Maybe ${text}`,
  (text: string) => `Ann said: ${text}`,
  (text: string) => `"${text}"`,
  (text: string) => `Let ${text}`,
  (text: string) => `${text} when it rains`,
  (text: string) => `${text}, said Ann`,
  (text: string) => `${text} if it rains`,
];

const anyVerb = fc.constantFrom(...VERBS);
const anyNoun = fc.constantFrom(...NOUNS);
const twoOf = (most: number): fc.Arbitrary<[number, number]> =>
  fc.tuple(fc.nat(most - 1), fc.nat(most - 1)).filter(([a, b]) => a !== b);
const anyRow = fc.constantFrom(...PREDICATES);

const otherSubject = fc
  .tuple(twoOf(SUBJECTS.length), anyRow, anyVerb, anyNoun, fc.nat())
  .filter(([[a, b]]) => !isOne(SUBJECTS[a], SUBJECTS[b]))
  .map(([[a, b], row, verb, noun, at]) => {
    const rest = pick(row(verb, noun), at);
    return [`${pick(SUBJECTS, a)} ${rest}`, `${pick(SUBJECTS, b)} ${rest}`] as const;
  });
const otherPredicate = fc
  .tuple(anyRow, anyVerb, anyNoun, fc.constantFrom(...SUBJECTS), fc.nat(), fc.nat())
  .map(([row, verb, noun, subject, one, other]) => {
    const rests = row(verb, noun);
    return [`${subject} ${pick(rests, one)}`, `${subject} ${pick(rests, other)}`] as const;
  })
  .filter(([a, b]) => a !== b);
const otherMood = fc
  .tuple(anyRow, anyVerb, anyNoun, fc.constantFrom(...SUBJECTS), fc.nat(), fc.constantFrom(...MOODS))
  .map(([row, verb, noun, subject, at, mood]) => {
    const text = `${subject} ${pick(row(verb, noun), at)}`;
    return [text, mood(text)] as const;
  });

/** What somebody else says of themselves. */
const otherPerson = fc
  .tuple(
    fc.constantFrom(
      'Ann said:',
      'Ann told me "',
      'Ben writes that',
      'Ben: “',
      'The nurse often says',
      'Tell Ann that',
      'Has Ann told you that',
      'Ann, said:',
    ),
    fc.constantFrom('I', 'my dog'),
    anyVerb,
    anyNoun,
  )
  .map(
    ([before, subject, { plain }, noun]) =>
      [
        `${before} ${subject} ${plain} the ${noun}`,
        `${before} ${subject === 'I' ? 'User' : "User's dog"} ${plain === 'bite' ? 'bites' : `${plain}s`} the ${noun}`,
      ] as const,
  );

/** "I" and "User" are one. */
const isOne = (a = '', b = ''): boolean =>
  [a, b].every((subject) => subject === 'I' || subject === 'User') ||
  [a, b].every((subject) => subject === 'My mother' || subject === "User's mother");
const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

test.each([
  ['subject or an owner', otherSubject],
  ['verb, a negation or a preposition', otherPredicate],
  ['mood', otherMood],
  ['speaker', otherPerson],
])('of two that differ in their %s none stands for the other', (_, pairs) => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        expect([one, other, whyNotWording(other, { text: one, fields: {}, category: 'personal' }, one)]).not.toEqual([
          one,
          other,
          null,
        ]);
        expect([one, other, saysAllOf(one, other, true), takesPlaceOf(one, other)]).toEqual([one, other, false, false]);
      }
    }),
    { numRuns: 1500 },
  );
});
