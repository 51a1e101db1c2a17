import { expect, test } from 'vitest';
import { asWritten, whatItLacks } from '../../src/language/specifics.ts';

test.each([
  [
    'The backup goes to Hetzner and Bob O’Hara',
    'The backup goes away',
    'does not say Hetzner, Bob, O’Hara, which was logged',
  ],
  ['User pays €9.99 for a book on C++', 'User pays', 'does not say €9.99, C++, which was logged'],
  ['User likes tea', 'User does not like tea', 'denies what was not denied'],
  ['User does not like tea', 'User likes tea', 'does not deny what was denied'],
  ['User never drinks tea without milk', 'User never drinks tea with milk', 'denies more or less than was logged'],
  ['User is not in Rome', 'User is away', 'does not say Rome, which was logged, and does not deny what was denied'],
  ['User has twelve cats', 'User has cats', 'does not say 12, which was logged'],
  ['The team moved to Rome', 'The team moved to Rome', null],
  ['Atlas has Ann on Thu and Fri', 'Ann is at Atlas on Thursdays and Fridays', null],
  ['Atlas has Ann on Thu', 'Ann is at Atlas on Fridays', 'does not say Thu, which was logged'],
  ['Dancing has kept Jon going', 'Dance has kept Jon going', null],
  ['Beijing has kept Jon busy', 'Work has kept Jon busy', 'does not say Beijing, which was logged'],
])('%j: %j %s', (fact, wording, said) => expect(whatItLacks(fact, wording)).toBe(said));

test('a specific is not looked for in the middle of a word', () =>
  expect(asWritten('Adamant Adam', 'adam')).toBe('Adam'));
