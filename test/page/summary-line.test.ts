// Which line of an engine's may stand for which claims.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineFault, mayRestOn } from '../../src/page/summary-line.ts';

const COMPACT = 'User prefers compact dashboards.';
const DARK = 'User prefers dark themes.';

test.each<[string, readonly string[]]>([
  ['Prefers compact dashboards and dark themes', [COMPACT, DARK]],
  ['User prefers both dark themes and compact dashboards.', [COMPACT, DARK]],
  ['Works at Microsoft, on Atlas', ['User now works at Microsoft.', 'User works on Atlas.']],
  ['Works at Microsoft; prefers dark themes', ['User works at Microsoft', DARK]],
  ['User met Bob on 2 May and Ann on 3 June', ['User met Bob on 2 May', 'User met Ann on 3 June']],
  ['Prefers compact dashboards', [COMPACT]],
  ['Does not drink coffee', ['User does not drink coffee']],
  ['Runs `npm test` on port 8080', ['User runs `npm test` on port 8080.']],
  ['住在柏林，在微软工作', ['住在柏林，', '在微软工作']],
  ['Может говорить по-русски', ['Может говорить по-русски.']],
  ['Ann hates Bob and lives in Rome', ['Ann hates Bob.', 'Ann lives in Rome.']],
  ['Is a nurse and has diabetes', ['User is a nurse', 'User has diabetes']],
  ["User's wife is nurse; User has dog", ["User's wife is a nurse.", 'User has a dog.']],
  ['any\n<b>words</b> of one', ['any\n<b>words</b> of one']],
])('%s stands', (line, claims) => {
  expect(lineFault(line, claims)).toBeNull();
  for (const claim of claims) if (/\w/.test(claim)) expect(mayRestOn(line, claim)).toBe(true);
});

test.each<[string, string, readonly string[]]>([
  ['a dropped name', 'Works on Atlas', ['User works at Microsoft', 'User works on Atlas']],
  ['a changed number', 'Runs on port 8081', ['User runs on port 8080']],
  ['a name of nowhere', 'Paris is where the user lives', ['User is in the place where the user lives']],
  ['a dropped denial', 'User drinks coffee', ['User does not drink coffee']],
  ['a denial that spreads', 'User does not drink coffee, tea', ['User does not drink coffee', 'User drinks tea']],
  ['a denial that two share', 'Does not drink coffee, smoke', ['User does not drink coffee', 'User does not smoke']],
  ['a dropped sign', 'Knows C', ['User knows C++']],
  ['a number of another size', 'Feels 5 degrees', ['User feels -5 degrees']],
  ['a number that falls apart', 'Takes 1, 5 mg', ['User takes 1.5 mg']],
  ['a word of nowhere', 'Hates compact dashboards', [COMPACT]],
  ['a dropped word', 'Prefers dashboards', [COMPACT]],
  ['a dropped doubt', 'User moves to Lisbon', ['User maybe moves to Lisbon']],
  ['a doubt that spreads', 'User maybe moves to Lisbon, Porto', ['User maybe moves to Lisbon', 'User moves to Porto']],
  ['another time', 'Works at Microsoft and Google', ['User works at Microsoft', 'User worked at Google']],
  ['another order', 'Ann is taller than Bob', ['Bob is taller than Ann']],
  ['another boss', "Bob is user's boss", ["User is Bob's boss"]],
  ['somebody else', 'User drinks coffee', ["User's wife drinks coffee"]],
  [
    'days that are mixed',
    'User met Bob and Ann on 2 May and 3 June',
    ['User met Bob on 2 May', 'User met Ann on 3 June'],
  ],
  ['tastes that are mixed', 'User and Bob like coffee and tea', ['User like tea now', 'Bob like coffee now']],
  ['a claim that is lost in another', 'User likes green tea', ['User likes tea', 'User likes green tea']],
  ['another language', '他爱喝茶 is', ['他爱喝茶。。。。']],
  [
    'one who is not the subject of the other',
    "User's wife is a nurse and has diabetes",
    ["User's wife is a nurse", 'User has diabetes'],
  ],
  ['a wife without whose she is', 'Wife is a nurse, has diabetes', ["User's wife is a nurse", 'User has diabetes']],
  ['one who is left out after another', 'Ann hates Bob and loves Ann', ['Ann hates Bob', 'User loves Ann']],
  ['a place of somebody else', 'Ann lives in Rome and Oslo', ['Ann lives in Rome', 'User lives in Oslo']],
  ['one whom another knows', 'Knows Ann is ill and likes tea', ['User knows Ann is ill', 'User likes tea']],
  ['one of whom another thinks', 'Thinks of Bob; Ann is ill', ['User thinks Ann is ill', 'User thinks of Bob']],
  [
    "one who is another's",
    'User has a wife who is a nurse and has diabetes',
    ['User has a wife who is a nurse', 'User has diabetes'],
  ],
  ['two who live there', 'Wife live in Oslo', ['User and his wife live in Oslo']],
  ['a possessive that moves', "User's Ann is doctor", ["User is Ann's doctor"]],
  ['whose friend it is', 'Met a friend Ann', ['User met a friend of Ann']],
  ['two who become one', 'Met Ann Lee', ['User met Ann and Lee']],
  ['what the first is', 'Likes Ann, a nurse', ['User likes Ann', 'User is a nurse']],
  ['what the first is, by one verb', 'Knows Ann, a nurse', ['User knows Ann', 'User knows a nurse']],
  ['a verb of another object', 'Likes tea, knows Bob and Ann', ['User likes tea', 'User knows Bob', 'User likes Ann']],
  ['a place that spreads', 'Met Ann and Bob in Paris', ['User met Ann', 'User met Bob in Paris']],
  ['a colour that spreads', 'Likes green tea and coffee', ['User likes green tea', 'User likes coffee']],
  [
    'a thing that has the name of the user',
    'Likes tea, interface is slow',
    ['User interface is slow', 'User likes tea'],
  ],
])('%s does not', (_, line, claims) => {
  expect(lineFault(line, claims)).toBe('words');
});

test.each([
  ['nothing', '  '],
  ['a line break', 'Prefers\ncompact dashboards'],
  ['a heading', '# Prefers compact dashboards'],
  ['bold', '**Prefers** compact dashboards'],
  ['a comment', 'Prefers compact dashboards <!-- x -->'],
  ['a link', '[Prefers](x) compact dashboards'],
  ['code', '`Prefers` compact dashboards'],
  ['a character without a width', 'Prefers\u200B compact dashboards'],
  ['more letters than the claim', 'The user also prefers the compact dashboards'],
])('%s is no plain statement', (_, line) => {
  expect(lineFault(line, [COMPACT])).toBe('form');
});

test.each(['\u202E', '\u200B', '\u2066', '\uFE0F', '\u00AD', '\u034F', '\u0007'])(
  'what nobody sees stands nowhere but where its claim has it: %j',
  (char) => {
    const claim = `User prefers ${char}compact dashboards`;
    expect(lineFault(`Prefers ${char}compact dashboards`, [claim])).toBe('form');
    expect(lineFault(`Prefers compact ${char}dashboards`, [claim, DARK])).toBe('form');
    expect(lineFault(claim, [claim])).toBeNull();
  },
);

test('the marks of a claim stand where it has them', () => {
  const CODE = 'User types `rm` in <b>haste</b>';
  for (const line of ['Types rm in `<b>haste</b>`', 'Types `rm` in <b>haste</b> <b>', 'Types `rm in haste`'])
    expect(lineFault(line, [CODE])).toBe('words');
  expect(lineFault('Types `rm` in <b>haste</b>', [CODE])).toBeNull();
});

const word = fc.constantFrom(
  'User',
  'user',
  'works',
  'at',
  'Microsoft',
  'not',
  'and',
  'Ann',
  'Bob',
  'is',
  'tea',
  'green',
  '8080',
  'never',
  'maybe',
  'the',
  'she',
);
const statement = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));

test('whatever stands for claims has their words and no other, and is found by each of them', () => {
  let stood = 0;
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 3 }), fc.infiniteStream(fc.nat(9)), (claims, picks) => {
      // Words of the claims in turn, some left out: what is most like a line that may stand.
      const line = claims
        .flatMap((claim) => claim.split(' '))
        .filter(() => picks.next().value !== 0)
        .join(' ');
      if (lineFault(line, claims) !== null) return;
      stood++;
      const wordsOf = (text: string) => text.toLowerCase().split(' ');
      expect(line.length).toBeLessThanOrEqual(claims.join('').length);
      for (const claim of claims) {
        if (claim === line) continue;
        expect(mayRestOn(line, claim)).toBe(true);
        for (const telling of [
          'works',
          'microsoft',
          'ann',
          'bob',
          'tea',
          'green',
          '8080',
          'not',
          'never',
          'maybe',
          'she',
        ])
          if (wordsOf(claim).includes(telling)) expect(wordsOf(line)).toContain(telling);
      }
      for (const said of wordsOf(line))
        if (!['and', 'is', 'the'].includes(said)) expect(claims.flatMap(wordsOf)).toContain(said);
    }),
    {
      numRuns: 3000,
      examples: [
        [['the user is'], fc.stream([7, 0, 8].values())],
        [['the User works at Microsoft'], fc.stream([1, 0, 1, 1, 1].values())],
      ],
    },
  );
  expect(stood).toBeGreaterThan(100);
});

test('a subject that is left out is found whatever article it has, and where nothing is left to tell, no line may stand', () => {
  for (const claim of ['User likes tea', 'The user likes tea', 'the user likes tea'])
    expect([lineFault('Likes tea', [claim]), mayRestOn('Likes tea', claim)]).toEqual([null, true]);
  expect(lineFault('the is', ['the user is'])).toBe('words');
  expect(mayRestOn('Likes tea', 'Ann, the user, likes tea')).toBe(false);
});

test('a statement of which a word is missing is not found in a line', () => {
  expect(mayRestOn('Likes tea and coffee', 'User likes green tea')).toBe(false);
  expect(mayRestOn('Tea is what user likes', 'User likes tea')).toBe(false);
  expect(
    mayRestOn(
      'Sees a cardiologist named Quillfeather, Lyon; likes tea',
      'User sees a cardiologist named Quillfeather in Lyon',
    ),
  ).toBe(true);
  expect(mayRestOn('anything', '…')).toBe(false);
});
