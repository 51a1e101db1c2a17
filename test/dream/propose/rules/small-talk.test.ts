import { describe, expect, it } from 'vitest';
import { isSmallTalk } from '../../../../src/dream/propose/rules/terms.ts';

describe('small talk', () => {
  it.each([
    'Hey Anna! Good to see you! How have you been?',
    'Thanks, Tom!',
    'Wow, that’s awesome!',
    'Yeah, totally!',
    'ok',
    'Bye!',
    '谢谢！',
    '你好',
    'Haha, so true.',
    'Sounds good. Talk to you soon!',
  ])('is “%s”', (text) => expect(isSmallTalk(text)).toBe(true));

  it.each([
    'User likes tea',
    'Should we move to Postgres?',
    'Thanks for the ticket',
    'Anna is great',
    'I love pottery',
    'See you at 5',
    'Good `npm`',
    'Say "yes"',
    '我喜欢茶',
    'Hello world',
    'No more meat',
    'Anna',
    'Bonjour',
    'I have a dog',
    'Not Tom',
  ])('is not “%s”', (text) => expect(isSmallTalk(text)).toBe(false));
});
