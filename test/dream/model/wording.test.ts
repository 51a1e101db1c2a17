// Which wordings may stand for a statement.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMarkedUp, whyNotWording } from '../../../src/dream/model/wording.ts';
import { missingSpecifics } from '../../../src/markdown/specifics.ts';

const why = (said: string, wording: string, fields: Readonly<Record<string, string>> = {}) => whyNotWording(wording, { text: said, fields, category: 'work' }, said);

test.each([
  ['I moved to Berlin in March', 'User moved to Berlin in March.'], ["I'm a nurse and love my job", 'User is a nurse and loves their job'], ["I don't eat meat", 'User does not eat meat.'], ['Hi there! Thanks! I sat with 2 cats.', 'User sat with 2 cats.'],
  ['User still has the old bike', 'User has the old bike.'], ['btw Ann hid the 2 boxes', 'Ann hid the 2 boxes'], ['I try to go to the gym 3 times a week', 'User tries to go to the gym 3 times a week'], ['用户真的喜欢茶', '用户真的喜欢茶。'],
])('%s: %s', (said, wording) => expect(why(said, wording)).toBeNull());

test.each([
  ['User works in the US', 'User works in the us', 'words'], ['User now lives in Oslo', 'User lives in Oslo', 'words'], ['btw the port is 8080', 'The port is 8080', 'words'], ['User told Ann that Ben left', 'User told Ben that Ann left', 'words'], ['User gave Ann a book', 'Ann gave user a book', 'words'], ['I think the shop is shut', 'The shop is shut', 'words'],
  ['Does user like tea?', 'User does like tea', 'words'], ['We moved to the sea', 'User moved to the sea', 'words'], ['User will move', 'User moves', 'words'], ['User is older than Ann', 'User is old', 'dropped'], ['User used to smoke', 'User smokes', 'words'],
  ['User moved from the sea', 'User moved to the sea', 'words'], ['他住在海边', '他不住在海边', 'dropped'], ['他喜欢茶', '他喜欢水', 'words'], ['User likes tea', '', 'words'], ['User likes tea', 'Пользователь', 'language'], ['User likes tea', 'User likes tea 🍵', 'markup'],
  ['User likes tea', 'User likes tea\u200B', 'markup'], ['User likes tea', 'User likes tea \uD800', 'markup'], ['User likes tea', '1. User likes tea', 'markup'], ['User likes tea', 'User likes `tea`', 'markup'],
] as const)('%s: not %s', (said, wording, wanted) => expect(why(said, wording)).toBe(wanted));

test('who speaks with a name is not the user', () => expect([why('I like tea', 'User likes tea', { persons: 'Ann' }), why('I like tea', 'I like tea.', { persons: 'Ann' })]).toEqual(['words', null]));

test('whatever is taken keeps all that is specific, adds nothing of the kind, and has no mark that its fact has not', () => {
  const word = fc.constantFrom('User', 'I', 'likes', 'like', 'tea', 'not', 'Ann', '5', 'the', 'really', 'to', 'from', '`x`', '[a]', 'was', 'no', 'never', 'Hi!', 'and');
  const anyText = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  let taken = 0;
  fc.assert(fc.property(anyText, anyText, fc.string({ unit: 'binary' }), fc.boolean(), (said, other, wild, same) => {
    for (const wording of [same ? said.replace(/^I /, 'User ').replace('really ', '') : other, wild]) {
      if (why(said, wording) !== null) continue;
      taken++;
      expect([missingSpecifics(said, wording), missingSpecifics(wording, said), isMarkedUp(wording, said)]).toEqual([[], [], false]);
    }
  }));
  expect(taken).toBeGreaterThan(3);
});
