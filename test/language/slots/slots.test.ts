// How single statements are read: slots, plain negations, what counts for equality, corrections, switches.
import { describe, expect, it } from 'vitest';
import { normalForm } from '../../../src/language/normal-form.ts';
import { corrects, plainNegation } from '../../../src/language/slots/compare.ts';
import { parseSlot, parseTurn } from '../../../src/language/slots/parse-slot.ts';
import { isCorrection, statementCore, statementWithoutLabel } from '../../../src/language/slots/sentence.ts';
import { judge } from '../../../src/language/slots/slots.ts';
import { of, sideOf } from './pair.ts';

const slotOf = (text: string): ReturnType<typeof parseSlot> => parseSlot({ text, category: 'general', fields: {} });
const parts = (key: string): string[] => key.split('\u0000');

describe('one relation in its wordings', () => {
  it.each([
    [
      [
        'User lives in Ulm',
        'The user resides in Ulm',
        "User's home is in Ulm",
        'I live in the city of Ulm',
        'My place of residence is Ulm',
        'The city where User lives is Ulm',
        'User currently lives in Ulm.',
        'Note: User lives in Ulm',
      ],
      ['', 'user', 'residence'],
      'ulm',
    ],
    [
      [
        'Acme was founded by Mara Lind',
        'Mara Lind founded Acme',
        'The founder of Acme is Mara Lind',
        "Acme's founder is Mara Lind",
        'Mara Lind is the founder of Acme',
        'Acme has Mara Lind as its founder',
      ],
      ['', 'acme', 'founder'],
      'mara lind',
    ],
    [
      [
        'Mara is a citizen of Chile',
        'Chile is the country of citizenship of Mara',
        'Mara holds the citizenship of Chile',
        "Mara's country of citizenship is Chile",
      ],
      ['', 'mara', 'citizenship'],
      'chile',
    ],
    [
      [
        'Mara plays the position of striker',
        'Mara plays as a striker',
        "Mara's playing position is striker",
        'The position Mara plays is striker',
      ],
      ['', 'mara', 'position'],
      'striker',
    ],
    [
      ['The editor of Mara is Vim', "Mara's text editor is Vim", 'Mara uses Vim as her editor'],
      ['', 'mara', 'editor'],
      'vim',
    ],
    [
      [
        'The headquarters of Acme is located in the city of Ulm',
        "Acme's headquarters are in Ulm",
        'Acme is headquartered in Ulm',
        'Acme has its headquarters in Ulm',
      ],
      ['', 'acme', 'headquarters'],
      'ulm',
    ],
  ])('%j', (texts, key, value) => {
    for (const text of texts) {
      const slot = slotOf(text);
      expect([text, slot && parts(slot.key), slot?.value]).toEqual([text, key, value]);
    }
  });
});

describe('no slot', () => {
  it.each([
    'User visited Ulm',
    'User lived in Ulm',
    'User used to live in Ulm',
    'User would live in Ulm',
    'If User lives in Ulm',
    'Does User live in Ulm?',
    'User plans to live in Ulm',
    'The children of User are Mia and Ben',
    'One of the founders of Acme is Mara',
    'A founder of Acme is Mara',
    'The car of Tom is red',
    'The car of Tom is broken',
    'The best part of the trip was Ulm',
    'The best part of Ulm is the Minster',
    'He lives in Ulm',
    'It is located in Ulm',
    'Her boss is Mara',
    'This was founded by Mara',
    'User lives in Ulm and works in Kiel',
    'User lives in Ulm on weekends',
    'Mara said User lives in Ulm',
    'User works from home',
    'User works at night',
    'User lives in Ulm. Mara lives in Kiel',
    "User's wife is German",
    "User's former boss is Mara",
    'Der Chef von Mara ist Tom',
    'Paris is the city of love',
    'The default branch is main',
    "User's boss is very strict",
    "Mara's plan is Ulm",
    'Mara is in Europe',
    'Mara probably lives in Ulm',
    'Mara allegedly works at Acme',
    'Mara almost never lives in Ulm',
    "User's bank is Swiss",
    "User's laptop is German",
    'User lives in Ulm or Kiel',
    'The script works for Windows',
    'Mara wrote tests',
    'Tom turned up at Acme',
    'The function is called Twice',
    '用户去过乌尔姆',
    '他住在北京',
    '用户以前住在北京',
    '如果用户住在北京',
    '用户住在北京吗',
    '用户打算住在北京',
    '用户在家工作',
    '小李大概住在北京',
    '小李周末住在北京',
    '要是小李住在北京就好了',
    '用户的孩子们是小明和小红',
  ])('%s', (text) => {
    expect(slotOf(text)).toBeNull();
  });
});

describe('words of change and of denial', () => {
  it.each([
    ['User now lives in Ulm', true, false],
    ['User no longer lives in Ulm', true, true],
    ['User does not live in Ulm', false, true],
    ["User doesn't live in Ulm any more", true, true],
    ['User has lived in Ulm since June', true, false],
    ['From now on User lives in Ulm', true, false],
    ['User moved to Ulm', true, false],
    ['User is still living in Ulm', false, false],
    ["User's new boss is Mara", true, false],
  ])('%s', (text, changed, negated) => {
    expect(slotOf(text)).toMatchObject({ changed, negated });
  });
});

it('what may have several values at a time says so', () => {
  for (const text of [
    'User speaks French',
    "User's son is Ben",
    "User's dog is named Rex",
    'The report was written by Mara',
    'Mara studied at MIT',
  ])
    expect(slotOf(text)?.single).toBe(false);
  for (const text of ["User's native language is French", 'Dune was written by Frank Herbert', 'User lives in Ulm'])
    expect(slotOf(text)?.single).toBe(true);
});

it('the speaker is the user, but for one who is named or speaks under a name', () => {
  const who = (category: string, fields: Record<string, string> = {}): string | undefined =>
    parts(parseSlot({ text: 'I live in Ulm', category, fields })?.key ?? '')[1];
  expect([who('general'), who('work'), who('mara'), who('general', { persons: 'Mara' })]).toEqual([
    'user',
    'user',
    'i of mara',
    'mara',
  ]);
});

it('a noun without an owner is the project’s, and a key is within its project', () => {
  expect(parts(parseSlot(sideOf(of('atlas', 'The default branch is main')))?.key ?? '')).toEqual([
    'atlas',
    'project',
    'default-branch',
  ]);
  const keyed = (fields: Record<string, string>): ReturnType<typeof parseSlot> =>
    parseSlot({ text: 'Any words', category: 'general', fields });
  expect(keyed({ key: 'region', value: 'EU' })).toMatchObject({ form: 'field', value: 'eu', single: true });
  expect(keyed({ key: 'region' })?.value).toBe('any words');
  expect(keyed({ key: 'region', project: 'a' })?.key).not.toBe(keyed({ key: 'region', project: 'b' })?.key);
});

it.each([
  ['User got laid off from Acme', { kind: 'identity', key: 'employer', value: 'Acme' }],
  ['用户和王敏离婚了', { kind: 'relationship', key: 'spouse', value: '王敏' }],
])('%s gives no value, whatever its fields say', (text, fields) => {
  expect(parseSlot({ text, fields, category: 'identity' })).toBeNull();
});

it.each([
  ['User quit their job', 'employer'],
  ['User got laid off', 'employer'],
  ['User is divorced now', 'spouse'],
  ['用户失业了', 'employer'],
  ['用户离婚了', 'spouse'],
])('%s ends the %s', (text, relation) => {
  const turn = parseTurn({ text, fields: {}, category: 'event' });
  expect([parts(turn?.key ?? ''), turn?.negated, turn?.value]).toEqual([['', 'user', relation], true, '']);
});

it.each([
  'User almost lost their job',
  'User might get divorced',
  'User dreamt that they quit their job',
  '用户差点失业',
  "User's sister got divorced",
])('%s ends nothing', (text) => {
  expect(parseTurn({ text, fields: {}, category: 'event' })).toBeNull();
});

describe('a plain negation', () => {
  it.each([
    ['User likes coffee', 'User does not like coffee'],
    ['User likes coffee', "User doesn't like coffee"],
    ['User likes coffee', 'User no longer likes coffee'],
    ['User is vegan', "User isn't vegan"],
    ['Mara can swim', 'Mara cannot swim'],
    ['I like coffee', "I don't like coffee"],
    ['User tries sushi', 'User does not try sushi'],
    ['User visited Ulm', 'User did not visit Ulm'],
    ['User drinks beer', 'User never drinks beer'],
    ['User has children', 'User has no children'],
    ['用户喜欢咖啡', '用户不喜欢咖啡'],
    ['用户有孩子', '用户没有孩子'],
    ['用户是学生', '用户不是学生'],
  ])('%s | %s', (positive, negative) => {
    expect(plainNegation(positive)?.negated).toBe(false);
    expect(plainNegation(negative)).toMatchObject({ form: plainNegation(positive)?.form, negated: true });
  });

  it.each([
    'User does not give up',
    'User likes not only coffee',
    'User does not like coffee and tea',
    'User would not go',
    'Why not?',
    'User is not sure',
    'User does not like coffee because it is bitter',
    'Not without milk',
    'User never says no',
    "User can't wait for May",
    '用户不放弃',
    '用户不太喜欢咖啡',
    '用户不得不去',
    '不错',
  ])('none: %s', (text) => {
    expect(plainNegation(text)).toBeNull();
  });

  it('says whether it was so before', () => {
    expect(plainNegation('User no longer smokes')?.changed).toBe(true);
    expect(plainNegation("User doesn't smoke anymore")?.changed).toBe(true);
    expect(plainNegation('User does not smoke')?.changed).toBe(false);
    expect(plainNegation('用户不再抽烟')?.changed).toBe(true);
  });
});

describe('what counts for equality', () => {
  const core = (text: string): string => normalForm(statementCore(text));
  it.each([
    ['Note: the gate is open', 'The gate is open'],
    ['FYI: User likes tea', 'User likes tea'],
    ['User is currently a student', 'User is a student'],
    ['User now works at Acme', 'User works at Acme'],
    ['User works at Acme at the moment', 'User works at Acme'],
    ['Currently, the gate is open', 'The gate is open'],
    ['The schema has been migrated', 'The schema was migrated'],
    ['The current owner of the car is Mara', 'The owner of the car is Mara'],
    ['备注：用户喜欢茶', '用户喜欢茶'],
    ['用户目前住在北京', '用户住在北京'],
  ])('%s | %s', (one, other) => {
    expect(core(one)).toBe(core(other));
  });

  it.each([
    ['User has been married to Mara', 'User was married to Mara'],
    ['User was at Acme', 'User is at Acme'],
    ['User is now known as Mara', 'User is known as Mara'],
    ['Run it right now', 'Run it'],
    ['Notes: open the gate', 'Open the gate'],
    ['The alternating current is 5 A', 'The alternating is 5 A'],
    ['User listens to Apocalypse Now', 'User listens to Apocalypse'],
  ])('%s | %s differ', (one, other) => {
    expect(core(one)).not.toBe(core(other));
  });
});

describe('a correction', () => {
  it.each([
    ['Correction: the gate is shut', 'the gate is shut'],
    ['Sorry, I meant Tuesday', 'Tuesday'],
    ['I meant to say that the gate is shut', 'the gate is shut'],
    ['Actually, I meant the gate', 'the gate'],
    ['更正：会议在周三', '会议在周三'],
    ['我是说周三', '周三'],
  ])('%s', (text, rest) => {
    expect(isCorrection(text)).toEqual({ rest });
  });

  it.each([
    'I meant it',
    'I meant to call',
    'I mean well',
    'The correction: done',
    'Corrections are due',
    'Correction:',
    '更正已发出',
  ])('none: %s', (text) => {
    expect(isCorrection(text)).toBeNull();
  });
});

describe('what a correction puts right', () => {
  it.each([
    ['Max is allergic to nuts', 'Correction: Max is not allergic to nuts'],
    ['Max is not allergic to nuts', 'Correction: Max is allergic to nuts'],
    ['I lived in Berlin', 'Correction: I never lived in Berlin'],
    ['The meeting is on May 3', 'the meeting is on May 4'],
    ['The vase costs 40 euros', 'Sorry, I meant the vase costs 45 euros'],
    ["User's dentist is Dr. Meyer", 'Correction: my dentist is Dr. Krause'],
    ["User's dentist is Dr. Krause", 'Correction: my dentist is Dr. Ida Krause'],
    ['Correction: the gate opens at 9', 'Correction: the gate opens at 10'],
    ['会议在周三', '更正：会议在周四'],
  ])('%s | %s', (older, newer) => {
    expect(corrects(sideOf(older), sideOf(newer))).toBe(true);
  });

  it.each([
    ['Max is allergic to nuts', 'Correction: Ida is not allergic to eggs'],
    ['The meeting is on May 3', 'Correction: the meeting is on May 3'],
    ["User's dentist is Dr. Meyer", "Correction: Tom's lawyer is Dr. Krause"],
    ['The gate opens at 9', 'Correction: Mia plays the piano on Tuesdays'],
  ])('not: %s | %s', (older, newer) => {
    expect(corrects(sideOf(older), sideOf(newer))).toBe(false);
  });

  it('keeps to one project, and to one speaker', () => {
    expect(
      corrects(sideOf(of('atlas', 'The gate opens at 9')), sideOf(of('borealis', 'Correction: the gate opens at 10'))),
    ).toBe(false);
    expect(
      corrects(
        { text: 'I like tea', category: 'mara', fields: {} },
        { text: 'Correction: I do not like tea', category: 'tom', fields: {} },
      ),
    ).toBe(false);
  });
});

describe('the words of a correction alone', () => {
  it.each([
    ['Correction: my dentist is Dr. Krause', 'My dentist is Dr. Krause'],
    ['I meant the gate is shut', 'The gate is shut'],
    ["Correction: mia's piano is new", "Mia's piano is new"],
    ['Correction: npm is slow', 'npm is slow'],
    ['Correction: `npm ci` is slow', '`npm ci` is slow'],
    ['Correction: iPhone 12 is old', 'iPhone 12 is old'],
    ['Correction: élan is a word', 'Élan is a word'],
    ['更正：会议在周四', '会议在周四'],
    ['The gate is shut', 'The gate is shut'],
    ['the gate is shut', 'the gate is shut'],
  ])('%s', (text, words) => {
    expect(statementWithoutLabel(text)).toBe(words);
  });
});

it('a pair is judged alike whatever came before it', () => {
  const matrixOf = (list: readonly string[]): string[][] =>
    list
      .slice(0, -1)
      .map((older, at) =>
        list.slice(at + 1).map((newer) => judge(sideOf(older), sideOf(newer), { sameDay: false, explicit: false }).as),
      );
  // Equal statements are not for `judge`; what has changed beside its like is nothing new.
  const said = [
    'Tom eats meat',
    'Tom does not eat meat',
    'Tom eats meat',
    'Tom no longer eats meat',
    'Tom eats meat again',
  ];
  expect(matrixOf(said)).toEqual([
    ['conflict', 'none', 'update', 'none'],
    ['conflict', 'none', 'update'],
    ['update', 'none'],
    ['update'],
  ]);
  expect(matrixOf(['The port of web is 80', 'The port of web is not 80', 'The port of web is 81'])).toEqual([
    ['conflict', 'update'],
    ['update'],
  ]);
  expect(matrixOf(['Tom is vegan', 'Tom is not vegan', 'Tom is no longer vegan'])).toEqual([
    ['conflict', 'update'],
    ['none'],
  ]);
});
