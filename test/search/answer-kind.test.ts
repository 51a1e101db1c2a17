// Which answers a question asks for, and which statements hold one.
import { expect, test } from 'vitest';
import { answerTest } from '../../src/search/answer-kind.ts';

test.each([
  ['When is the dentist?', 'dentist on 3 March', 'the dentist is kind'],
  ['By what time must the file be there?', 'the file has to be there by 5:00', 'the file must be complete'],
  ['On which weekdays do we swim?', 'swimming is Tuesdays now', 'the pool is cold'],
  ['Quand part le train ?', 'le train part à midi', 'le train est plein'],
  ['Wann kommt Ada?', 'Ada kommt am Freitag', 'Ada kommt gern'],
  ['牙医约在什么时候?', '牙医约在周五', '牙医很好'],
  ['How much is the gym?', 'the gym is 40 a month', 'the gym is loud'],
  ["What's my daily rate?", 'I charge six hundred a day', 'I charge by the day'],
  ['Which port does the proxy use?', 'the proxy listens on 8443', 'the proxy listens on all interfaces'],
  ['What does the cleaner charge?', 'the cleaner takes 25 an hour', 'the cleaner takes her time'],
  ['Quel est le loyer du garage ?', 'le garage coûte 90 euros', 'le garage est humide'],
  ['Welche Version läuft bei uns?', 'bei uns läuft Postgres 16', 'bei uns läuft alles'],
  ['¿Cuál es el sueldo de Marta?', 'Marta gana 2.100 al mes', 'Marta gana poco'],
  ['Who is our vet?', 'our vet is Dr Hansen', 'our vet is kind'],
  ['Where do we sing?', 'choir moved to Saint Bruno, in the crypt', 'choir moved again'],
])('%s', (question, answer, other) => {
  const holds = answerTest(question);
  expect(holds?.(answer)).toBe(true);
  expect(holds?.(other)).toBe(false);
});

test('a name that the question says is no answer', () => {
  expect(answerTest('Who is the manager of Kip?')?.('the manager of Kip is new')).toBe(false);
});

test.each(['redis staging memory', 'Which herb should I leave out when Yue eats with us?', 'rowing Friday', '*'])(
  'no kind of answer is asked for: %s',
  (question) => expect(answerTest(question)).toBeNull(),
);
