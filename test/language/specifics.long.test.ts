import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingSpecifics } from '../../src/language/specifics.ts';
import { anyText } from '../page/arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

describe('a wording may stand for a fact', () => {
  it.each([
    ['User works at Microsoft', 'Works at Microsoft.'],
    ['User works at Microsoft', 'The user has a job at microsoft'],
    ['User now works at Microsoft in Berlin', 'Works for Microsoft (Berlin)'],
    ['User pays 15 € a month', 'Pays 15 € each month'],
    ['User was born on 1990-05-17', 'Birthday: 1990-05-17'],
    ['User meets Anna on Monday', 'On Monday: Anna'],
    ['User does not smoke', "Doesn't smoke"],
    ['User does not smoke', 'Is not a smoker'],
    ['User never eats meat', 'Eats no meat'],
    ['Uses `npm ci`', 'Runs npm ci'],
    ['Uses npm ci', 'Runs `npm ci`'],
    ['See https://example.org/a_(b).', 'See https://example.org/a_(b) for more'],
    ['See <https://example.org/a>', 'https://example.org/a'],
    ['User said "Dune" is great', 'Thinks Dune is great'],
    ['Anna’s dog is Rex', 'The dog of Anna is Rex'],
    ['User has three cats', 'Has 3 cats'],
    ['User has 3 cats', 'Has three cats'],
    ['Saves 15 % a year', 'Saves 15% a year'],
    ['Costs $ 5', 'It is $5'],
    ['It was −5 degrees', 'It was -5 degrees'],
    ['Prefers tea', 'The user prefers tea'],
    ['The user prefers tea', 'Prefers tea'],
    ['Moved to Berlin', 'User moved to Berlin'],
    ['This is good', 'It is good'],
    ['User likes caf\u00E9 Einstein', 'Likes cafe\u0301 Einstein'],
    ['用户不喜欢茶', '不喜欢茶'],
    ['用户有3只猫', '有３只猫'],
    ['', ''],
    ['Met Anna yesterday', 'Met Anna yesterday (2026-06-30)'],
    ['x', 'y'],
    ["I'm a nurse and I love my job", 'User is a nurse and loves their job'],
    ["Well, I'm new, and I've a cat that I’d keep, so I'll stay", 'User is new, has a cat to keep, and stays'],
    ['Yesterday I swam', 'User swam'],
    ['On Mondays I swim', 'User swims on Mondays'],
    ['This is the job I love', 'User loves this job'],
  ])('%j: %j', (fact, wording) => {
    expect(missingSpecifics(fact, wording)).toEqual([]);
  });
});

describe('a wording that drops a specific may not', () => {
  it.each<[string, string, string[]]>([
    ['User pays 15 €', 'Pays monthly', ['15']],
    ['It was Henry I who ruled', 'It was Henry who ruled', ['i']],
    ['Ann has type I diabetes', 'Ann has diabetes', ['i']],
    ['It waits for I/O now', 'It waits now', ['i']],
    ['It is about World War I', 'It is about World War', ['i']],
    ['It hangs on an I beam', 'It hangs on a beam', ['i']],
    ['User pays 15 €', 'Pays 150 €', ['15']],
    ['User pays 15 €', 'Pays 1.15 €', ['15']],
    ['User pays 1.5 €', 'Pays 15 €', ['1.5']],
    ['User pays 1,500 €', 'Pays 1500 €', ['1,500']],
    ['Costs $5', 'Costs 5', ['$5']],
    ['Costs $5', 'Costs €5', ['$5']],
    ['Saves 15%', 'Saves 15', ['15%']],
    ['It was -5 degrees', 'It was 5 degrees', ['-5']],
    ['It was 5 degrees', 'It was -5 degrees', ['5']],
    ['Is 10⁵', 'Is 105', ['10', '5']],
    ['At 10:30', 'At 10', ['10:30']],
    ['Born on 1990-05-17', 'Born in 1990', ['1990-05-17']],
    ['Due on May 17', 'Due in May', ['17']],
    ['Due on May 17', 'Due on the 17th', ['may']],
    ['User has three cats', 'Has cats', ['3']],
    ['User has three cats', 'Has 4 cats', ['3']],
    ['User has a dozen cats', 'Has cats', ['dozen']],
    ['User works at Microsoft', 'Works at a company', ['microsoft']],
    ['User works at Microsoft', 'Works at Micro', ['microsoft']],
    ['User met Mary O’Brien', 'Met Mary O’Reilly', ["o'brien"]],
    ['Anna likes tea', 'She likes tea', ['anna']],
    ['Anna and Ben like tea', 'Ben likes tea', ['anna']],
    ['Anna’s dog is old', 'The dog is old', ['anna']],
    ['User writes C++', 'Writes C', ['c++']],
    ['User writes in C', 'Writes in C++', ['c']],
    ['User writes C#', 'Writes C', ['c#']],
    ['User owns an iPhone', 'Owns a phone', ['iPhone']],
    ['User deploys with kubectl_apply', 'Deploys', ['kubectl_apply']],
    ['User edits config.yaml', 'Edits the config', ['config.yaml']],
    ['User runs make --force', 'Runs make', ['--force']],
    ['User reads /etc/hosts', 'Reads a file', ['/etc/hosts']],
    ['Mail: anna@example.org', 'Has a mail address', ['anna@example.org']],
    ['Is @anna there', 'Is someone there', ['@anna']],
    ['See https://example.org/a', 'See the page', ['https://example.org/a']],
    ['See https://example.org/a', 'See https://example.org/ab', ['https://example.org/a']],
    ['See https://example.org/a_(b)', 'See https://example.org/a_', ['https://example.org/a_(b)']],
    ['Uses `npm ci`', 'Uses npm install', ['npm ci']],
    ['User does not smoke', 'User smokes', ['not']],
    ['User smokes', 'User does not smoke', ['not']],
    ["User can't swim", 'User can swim', ['not']],
    ['User cant swim and didnt try', 'User can swim and tried', ['not']],
    ['User goes without milk', 'User goes with milk', ['not']],
    ['User does not drink and does not smoke', 'Does not drink or smoke', ['not']],
    ['User no longer works there', 'User works there', ['not']],
    ['Der Nutzer trinkt keinen Tee', 'Der Nutzer trinkt Tee', ['not']],
    ['Пользователь не пьёт чай', 'Пользователь пьёт чай', ['not']],
    ['用户不喜欢茶', '用户喜欢茶', ['not']],
    ['用户没有猫', '用户有猫', ['not']],
    ['ユーザーはお茶を飲みません', 'ユーザーはお茶を飲みます', ['not']],
    ['用户有三只猫', '用户有猫', ['三']],
    ['用户有３只猫', '用户有猫', ['3']],
    ['彼はマイクロソフトで働く', '彼は働く', ['マイクロソフト']],
    ['لديه ٣ قطط', 'لديه قطط', ['٣']],
  ])('%j: %j drops %j', (fact, wording, missing) => {
    expect(missingSpecifics(fact, wording)).toEqual(missing);
  });
});

describe('specifics', () => {
  it('of a text are all in itself, with more around it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(missingSpecifics(text, text)).toEqual([]);
        expect(missingSpecifics(text, `${text} `)).toEqual([]);
        expect(missingSpecifics(text.normalize('NFD'), text.normalize('NFC'))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '15 ',
    '1',
    '1.',
    'A',
    'A ',
    'A.',
    'A-',
    'a',
    'https://',
    'http://a)',
    '((',
    ')',
    '`',
    ' ',
    'not ',
    "n't",
    '@',
    'a_',
    '/a',
    'a.',
    '--',
    '不',
    '三',
    'ア',
    '$',
    'Is ',
  ])('of two hundred kilobytes of %j take no longer than they must', (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const spent = cpuTime(() => {
      missingSpecifics(`x ${text}y`, `z ${text}`);
      missingSpecifics(`${text} 15 https://x.y/${text}`, `${text} 15`);
    });
    expect(spent).toBeLessThan(4000);
  });
});
