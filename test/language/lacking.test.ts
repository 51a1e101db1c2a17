import { expect, test } from 'vitest';
import { asWritten, whatItLacks } from '../../src/language/specifics.ts';

test.each([
  ['The backup goes to Hetzner and Bob O’Hara', 'The backup goes away', 'drops Hetzner, Bob, O’Hara'],
  ['User pays €9.99 for a book on C++', 'User pays', 'drops €9.99, C++'],
  ['User likes tea', 'User does not like tea', 'adds a negation'],
  ['User does not like tea', 'User likes tea', 'drops a negation'],
  ['User never drinks tea without milk', 'User never drinks tea with milk', 'changes a negation'],
  ['User is not in Rome', 'User is away', 'drops Rome and drops a negation'],
  ['User has twelve cats', 'User has cats', 'drops 12'],
  ['The team moved to Rome', 'The team moved to Rome', null],
  ['Atlas has Ann on Thu and Fri', 'Ann is at Atlas on Thursdays and Fridays', null],
  ['Atlas has Ann on Thu', 'Ann is at Atlas on Fridays', 'drops Thu'],
  ['Dancing has kept Jon going', 'Dance has kept Jon going', null],
  ['Beijing has kept Jon busy', 'Work has kept Jon busy', 'drops Beijing'],
])('%j: %j %s', (fact, wording, said) => expect(whatItLacks(fact, wording)).toBe(said));

test('a specific is not looked for in the middle of a word', () =>
  expect(asWritten('Adamant Adam', 'adam')).toBe('Adam'));
