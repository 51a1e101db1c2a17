// Paths of recorded sessions: what was asked for and done. Nothing of what failed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Conversation, RanCommand } from '../../../src/import/conversations/conversation.ts';
import { readConversations } from '../../../src/import/formats.ts';
import { pathsOf } from '../../../src/import/conversations/rules/paths.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/sessions');

test.each([
  [
    'release-claude-code.jsonl',
    [
      [
        'Release version 1.4.2 of the package: `npm test` then `npm version 1.4.2` then `npm publish`; ' +
          'avoid `npm publish --provenance`',
        [1, 16],
      ],
      [
        'Now release version 1.4.3 of the package, please: `npm test` then `npm version 1.4.3` then `npm publish`',
        [16, 23],
      ],
    ],
  ],
  [
    'release-codex.jsonl',
    [['Release version 1.5.0 of the package: `npm test` then `npm version 1.5.0` then `npm publish`', [2, 10]]],
  ],
])('%s', (name, paths) => {
  const found = readConversations(readFileSync(join(FIXTURES, name), 'utf8')).flatMap(pathsOf);
  expect(found.map(({ statement, events }) => [statement.text, events])).toEqual(paths);
  for (const { statement } of found) expect(statement.fields).toEqual({ kind: 'path', project: 'harbor-web' });
});

interface Said {
  readonly request?: string;
  /** A `!` before one that failed. */
  readonly ran: readonly string[];
  readonly answer?: string;
}

const sessionOf = ({ request = 'Deploy the docs', ran, answer }: Said): Conversation => {
  const turn = (event: number, text: string) => ({ event, role: 'person' as const, speaker: null, at: null, text });
  const commands = ran.map((command, at): RanCommand => ({
    event: at + 2,
    command: command.replace(/^!/, ''),
    isDone: !command.startsWith('!'),
  }));
  return {
    session: 's',
    format: 'claude-code',
    project: null,
    turns: [turn(1, request), ...(answer === undefined ? [] : [turn(99, answer)])],
    commands,
    events: 99,
    broken: [],
  };
};

test.each<[string, Said, string | null]>([
  ['the last command succeeded', { ran: ['make', 'rsync a b'] }, 'Deploy the docs: `make` then `rsync a b`'],
  ['the last command failed', { ran: ['make', 'tar c .', '!rsync a b'] }, null],
  [
    'it failed, and the person is content',
    { ran: ['make', 'tar c .', '!rsync a b'], answer: 'Thanks, that works' },
    'Deploy the docs: `make` then `tar c .`; avoid `rsync a b`',
  ],
  ['the person is not content', { ran: ['make', 'rsync a b'], answer: 'No, that is the wrong folder' }, null],
  ['the person says that it does not work', { ran: ['make', 'rsync a b'], answer: "It doesn't load." }, null],
  ['one command is no procedure', { ran: ['make'] }, null],
  ['looking is no step', { ran: ['ls', 'cat a', 'git status', 'make', 'cd docs && make'] }, null],
  [
    'what failed and then succeeded is no warning',
    { ran: ['!make', 'make', 'rsync a b'] },
    'Deploy the docs: `make` then `rsync a b`',
  ],
  ['what cannot stand in a line is no step', { ran: ['make', 'cat <<X\nX', 'echo `date`', 'x'.repeat(200)] }, null],
  ['no request in a word', { request: 'Continue', ran: ['make', 'rsync a b'] }, null],
  ['no request of a page', { request: 'word '.repeat(40), ran: ['make', 'rsync a b'] }, null],
  ['a day of work is no procedure', { ran: Array.from({ length: 20 }, (_, at) => `step ${at}`) }, null],
])('%s', (_, said, path) => {
  expect(pathsOf(sessionOf(said)).map(({ statement }) => statement.text)).toEqual(path === null ? [] : [path]);
});
