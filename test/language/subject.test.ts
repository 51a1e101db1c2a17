// What a statement is about: whether it stands alone, tells a mood, contradicts another.
import { expect, test } from 'vitest';
import { lacksSubject, lastingRank, mayContradict, tellsAttitude } from '../../src/language/subject.ts';

test.each([
  'The clinic rang, their anaesthetist is away, so her operation slips to the 28th of April',
  'It moved to Bron',
  'they called about Dad',
  'Thursdays it is from April on',
  'He starts at nine',
  '她八月来',
])('lacks its subject: %s', (text) => expect(lacksSubject(text)).toBe(true));

test.each([
  "Maman's birthday is 9 May, she turns 80",
  "The cat is called Miso, he's nine",
  'my sister sold her flat',
  'User shares the car with his brother',
  'bins go out Thursdays, they come at dawn',
  'Use tabs, never mix them',
  'wade says he snores',
  '月说她八月来',
])('says of whom it speaks: %s', (text) => expect(lacksSubject(text)).toBe(false));

test.each([
  "Gina is supportive of Jon's dream of opening a dance studio",
  'Gina roots for Jon to keep going',
  'Gina believes that stumbling blocks can be opened doors',
  'Jon is so proud of Gina',
  'Gina and Jon hope for the best',
  'Dancing has kept Jon going during stressful times',
])('is a mood or an opinion: %s', (text) => expect(tellsAttitude(text)).toBe(true));

test.each([
  'Gina runs an online clothing store',
  'Jon is considering a move to Rome',
  'Jon is working on a business plan',
  'Gina hopes to open 3 stores',
  'Béatrice has been conducting us since 2019',
])('tells more: %s', (text) => expect(tellsAttitude(text)).toBe(false));

test.each<[string, string, boolean]>([
  ['Maman gets her hip on 14 April, at the clinic', 'The clinic rang, it slips to 28 April', true],
  ['User prefers tabs', 'User prefers spaces', true],
  ["Tomás's birthday is on 12 October", "Tomás's birthday is on 13 October", true],
  [
    'User writes commit messages in the imperative, in English',
    'User wants no dependency without a reason in the commit message',
    false,
  ],
  ['furnace takes a 16x25x1 filter', 'note on the furnace: filter size 20x25x1', true],
  ['My brother Karim works in Marseille', 'Karim says Papa was born in 1939', false],
  ["Aunt Lou's is the 25th", 'Aunt Lou swears Ray came from Waukon', false],
  ['Gina was in Rome last week', 'Gina built a website last week', false],
])('%s | %s', (a, b, same) => expect(mayContradict(a, b)).toBe(same));

test.each<[string, readonly string[]]>([
  [
    'what holds',
    [
      'Jon is a dancer who runs his own studio',
      'Gina has a trophy from a dance contest',
      'Béatrice has been conducting us since 2019',
      'customs_load crashes every Sunday night',
      '我的中文大概是 HSK 2 水平',
    ],
  ],
  ['what is under way', ['Jon is looking for a studio', 'We are slowly packing', 'The team is still moving the data']],
  ['what happened', ['Gina lost her job at Door Dash', 'Jon visited Paris', 'We planted the balcony garlic']],
  ['a mood', ['Gina encourages Jon', 'Jon is feeling low', 'Jon is having trouble with his project']],
])('%s has its place in the order', (kind, texts) => {
  const place = ['a mood', 'what happened', 'what is under way', 'what holds'].indexOf(kind);
  expect(texts.map(lastingRank)).toEqual(texts.map(() => place));
});
