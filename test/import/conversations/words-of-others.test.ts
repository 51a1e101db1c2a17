// Words of others that a person brings along: mail with its head, what somebody wrote. None of it is of the person.
import { expect, test } from 'vitest';
import { extractByRules } from '../../../src/import/conversations/rules/rules.ts';

const factsOf = (text: string): string[] =>
  extractByRules({
    session: 's',
    format: 'openai',
    project: null,
    events: 2,
    broken: [],
    turns: [
      { event: 1, role: 'person', speaker: null, at: '2026-05-20T10:00', text },
      { event: 2, role: 'assistant', speaker: null, at: null, text: 'Fine.' },
    ],
  }).map(({ statement }) => statement.text);

test.each([
  'From: tom@example.org\nTo: me@example.org\nSubject: Hello\n\nI moved to Berlin in May. I am allergic to cats.\n\nBest, Tom',
  '**From:** Tom\n**Sent:** Monday\n\nI live in Berlin.',
  'Von: Tom\nBetreff: Umzug\n\nI live in Berlin.',
  '发件人：小明\n主题：你好\n\n我住在北京。',
  'Tom wrote me: I live in Berlin and I hate cats.',
  'My landlord replied: I am allergic to dogs.',
  'I moved to the next step.',
])('%j is of another', (text) => expect(factsOf(text)).toEqual([]));

test.each([
  [
    'I live in Ghent. What do I answer?\n\nFrom: tom@example.org\nSubject: Hello\n\nI moved to Berlin.',
    ['User lives in Ghent'],
  ],
  ['From: Ghent\n\nI am allergic to peanuts.', ['User is allergic to peanuts']],
  ['I wrote a book in 2019. I hate cats.', ['User wrote a book in 2019', 'User hates cats']],
])('%j: what stands before is the person’s own', (text, facts) => expect(factsOf(text)).toEqual(facts));
