// What each format gives: who said what, when, under which number; what a program put in is not there.
import { describe, expect, it, test } from 'vitest';
import { detectConversation, readConversations } from '../../../src/import/formats.ts';
import type { ConversationFormat } from '../../../src/import/format.ts';
import { saidIn } from '../../../src/import/conversations/formats/messages.ts';
import { sessionName } from '../../../src/import/conversations/conversation.ts';
import { cpuTime } from '../../support/cpu-time.ts';

type Short = [event: number, who: string, at: string | null, text: string];

const turnsOf = (text: string, format: ConversationFormat | null = null): Short[] =>
  readConversations(text, format).flatMap(({ turns }) =>
    turns.map((turn): Short => [
      turn.event,
      turn.speaker ?? (turn.role === 'person' ? '(person)' : '(assistant)'),
      turn.at,
      turn.text,
    ]),
  );

const jsonl = (...values: unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');

const AT = '2026-06-30T09:15:00.000Z';
const cc = (type: string, content: unknown, more: object = {}): object => ({
  type,
  sessionId: 'b7c1',
  uuid: 'u',
  cwd: '/home/ann/code/atlas',
  timestamp: AT,
  message: { role: type, content },
  ...more,
});
const cx = (type: string, payload: object): object => ({ timestamp: AT, type, payload });
const item = (role: string, text: string): object =>
  cx('response_item', {
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  });

describe('claude-code', () => {
  test.each<[string, object, string | null]>([
    ['a text', cc('user', 'I prefer pnpm'), 'I prefer pnpm'],
    [
      'blocks of text',
      cc('user', [
        { type: 'text', text: 'one' },
        { type: 'image', source: {} },
        { type: 'text', text: 'two' },
      ]),
      'one\n\ntwo',
    ],
    [
      'an answer with thinking and a tool',
      cc('assistant', [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Done.' },
        { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
      ]),
      'Done.',
    ],
    ['what a tool gave', cc('user', [{ type: 'tool_result', tool_use_id: 't', content: 'User prefers npm' }]), null],
    ['what a tool gave, with its record', cc('user', 'I prefer npm', { toolUseResult: { stdout: 'x' } }), null],
    [
      'a reminder beside words',
      cc('user', '<system-reminder>I like spaces\n</system-reminder>I like tabs'),
      'I like tabs',
    ],
    ['a reminder alone', cc('user', '<system-reminder>I like spaces</system-reminder>'), null],
    ['a tag in a sentence', cc('user', 'I never read <system-reminder> parts'), 'I never read <system-reminder> parts'],
    [
      'a command with words',
      cc(
        'user',
        '<command-message>note</command-message>\n<command-name>/note</command-name>\n<command-args>I use zsh</command-args>',
      ),
      'I use zsh',
    ],
    ['output of a command', cc('user', '<local-command-stdout>I am root</local-command-stdout>'), null],
    ['an interruption', cc('user', [{ type: 'text', text: '[Request interrupted by user for tool use]' }]), null],
    ['what a program says for somebody', cc('user', 'I like spaces', { isMeta: true }), null],
    ['another agent’s talk', cc('user', 'I like spaces', { isSidechain: true }), null],
    ['a summary of the beginning', cc('user', 'The user likes spaces', { isCompactSummary: true }), null],
    [
      'an error of the service',
      cc('assistant', [{ type: 'text', text: 'API Error: overloaded' }], { isApiErrorMessage: true }),
      null,
    ],
    ['a title', { type: 'summary', summary: 'User likes spaces', leafUuid: 'u' }, null],
    ['a system event', { type: 'system', content: 'I like spaces', sessionId: 'b7c1', timestamp: AT }, null],
  ])('%s', (_what, event, text) => {
    expect(turnsOf(jsonl(event), 'claude-code')).toEqual(text === null ? [] : [[1, expect.any(String), AT, text]]);
  });

  it('numbers events by line, names the session and the project, and counts broken lines', () => {
    const text = jsonl(
      { type: 'summary', summary: 's', leafUuid: 'u' },
      cc('user', 'a'),
      '{"type":"user", torn',
      '',
      cc('assistant', 'b'),
    );
    expect(detectConversation(text)).toBe('claude-code');
    expect(readConversations(text)).toEqual([
      {
        session: 'b7c1',
        format: 'claude-code',
        project: 'atlas',
        events: 5,
        broken: [3],
        turns: [
          { event: 2, role: 'person', speaker: null, at: AT, text: 'a' },
          { event: 5, role: 'assistant', speaker: null, at: AT, text: 'b' },
        ],
      },
    ]);
  });
});

describe('codex', () => {
  it('takes a message once, whichever of its two events comes first', () => {
    const text = jsonl(
      cx('session_meta', { id: '019a', timestamp: AT, cwd: 'C:\\src\\atlas', instructions: 'I like spaces' }),
      item('user', '<environment_context>\n<cwd>/x</cwd>\n</environment_context>'),
      item('user', '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nI like spaces\n</INSTRUCTIONS>'),
      item('user', 'I prefer pnpm'),
      cx('event_msg', { type: 'user_message', message: 'I prefer pnpm', kind: 'plain' }),
      cx('turn_context', { cwd: '/x' }),
      cx('event_msg', { type: 'agent_reasoning', text: 'hm' }),
      cx('response_item', { type: 'reasoning', summary: [] }),
      cx('response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
      cx('response_item', { type: 'function_call_output', call_id: 'c', output: 'I like spaces' }),
      cx('event_msg', { type: 'agent_message', message: 'Done.' }),
      item('assistant', 'Done.'),
      item('developer', 'I like spaces'),
      item('user', 'I prefer pnpm'),
      cx('compacted', { message: 'I like spaces' }),
    );
    expect(detectConversation(text)).toBe('codex');
    expect(turnsOf(text)).toEqual([
      [4, '(person)', AT, 'I prefer pnpm'],
      [11, '(assistant)', AT, 'Done.'],
      [14, '(person)', AT, 'I prefer pnpm'],
    ]);
    expect(readConversations(text)[0]).toMatchObject({ session: '019a', project: 'atlas', events: 15 });
  });

  it('reads what an editor was asked', () => {
    expect(
      turnsOf(
        jsonl(
          cx('event_msg', {
            type: 'user_message',
            message: '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nI use zsh',
          }),
        ),
      ),
    ).toEqual([[1, '(person)', AT, 'I use zsh']]);
  });
});

test.each<[string, ConversationFormat, unknown, Short[]]>([
  [
    'a list',
    'openai',
    [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'a', name: 'Ann' },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', content: 'T' },
      { role: 'assistant', content: 'b' },
    ],
    [
      [2, 'Ann', null, 'a'],
      [5, '(assistant)', null, 'b'],
    ],
  ],
  [
    'a request with parts',
    'openai',
    {
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: {} },
          ],
        },
      ],
    },
    [[1, '(person)', null, 'a']],
  ],
  [
    'times',
    'openai',
    {
      messages: [
        { role: 'user', content: 'a', created_at: 1782810900 },
        { role: 'user', content: 'b', timestamp: '2026-06-30T11:15:00+02:00' },
      ],
    },
    [
      [1, '(person)', AT, 'a'],
      [2, '(person)', AT, 'b'],
    ],
  ],
  [
    'an answer beside its request',
    'openai',
    {
      id: 'c1',
      messages: [{ role: 'user', content: 'a' }],
      choices: [{ message: { role: 'assistant', content: 'b' } }],
    },
    [[1, '(person)', null, 'a']],
  ],
  [
    'input of a response',
    'openai',
    {
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'a' }] }],
      output: [
        { type: 'reasoning' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'b' }] },
      ],
    },
    [[1, '(person)', null, 'a']],
  ],
  [
    'several conversations',
    'openai',
    [{ messages: [{ role: 'user', content: 'a' }] }, { messages: [{ role: 'user', content: 'b' }] }],
    [
      [1, '(person)', null, 'a'],
      [1, '(person)', null, 'b'],
    ],
  ],
  [
    'a system text beside the list',
    'anthropic',
    { system: 'S', messages: [{ role: 'user', content: 'a' }] },
    [[1, '(person)', null, 'a']],
  ],
  [
    'blocks',
    'anthropic',
    [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'h' },
          { type: 'text', text: 'b' },
          { type: 'tool_use', id: 't', name: 'n', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'T' }] },
    ],
    [
      [1, '(person)', null, 'a'],
      [2, '(assistant)', null, 'b'],
    ],
  ],
])('messages: %s', (_what, format, value, turns) => {
  const text = JSON.stringify(value);
  expect(detectConversation(text)).toBe(format);
  expect(turnsOf(text)).toEqual(turns);
});

it('reads messages by line, whatever line is broken', () => {
  const text = jsonl({ role: 'user', content: 'a' }, '{bad', { role: 'user', content: 'b' });
  expect(turnsOf(text)).toEqual([
    [1, '(person)', null, 'a'],
    [3, '(person)', null, 'b'],
  ]);
  expect(readConversations(text)[0]?.broken).toEqual([2]);
});

test.each<[string, string, Short[]]>([
  [
    'names',
    'Ann: I moved to Rome.\nIt is warm.\nBob: nice\n',
    [
      [1, 'Ann', null, 'I moved to Rome.\nIt is warm.'],
      [2, 'Bob', null, 'nice'],
    ],
  ],
  [
    'names in bold with times',
    '# 2026-07-01\n\n**Ann** (14:05): hi\n\nmore\n\n**Bob** (2026-07-02 09:00): yo\n',
    [
      [1, 'Ann', '2026-07-01T14:05', 'hi\n\nmore'],
      [2, 'Bob', '2026-07-02T09:00', 'yo'],
    ],
  ],
  [
    'bold with the colon inside',
    '**User:** I use zsh\n\n**Assistant:** **Fix:** done\n',
    [
      [1, '(person)', null, 'I use zsh'],
      [2, '(assistant)', null, '**Fix:** done'],
    ],
  ],
  [
    'times before names',
    '[2026-07-01 14:05] Ann Lee: hello\n[14:06] Bob: re: that\n',
    [
      [1, 'Ann Lee', '2026-07-01T14:05', 'hello'],
      [2, 'Bob', '2026-07-01T14:06', 're: that'],
    ],
  ],
  [
    'roles as headings',
    '## User\n\nI prefer tabs.\n\n**Performance:** good\n\n## Assistant\n\nSure.\n\nNote: x\n',
    [
      [1, '(person)', null, 'I prefer tabs.\n\n**Performance:** good'],
      [2, '(assistant)', null, 'Sure.\n\nNote: x'],
    ],
  ],
  [
    'headings with who and when',
    '### Ann — 2026-07-01 2:05 pm\n\nHello\n\n### Bob — 14:06\n\nhi\n',
    [
      [1, 'Ann', '2026-07-01T14:05', 'Hello'],
      [2, 'Bob', '2026-07-01T14:06', 'hi'],
    ],
  ],
  [
    'a line with the day',
    '1:56 pm on 8 May, 2023\n\nAnn: Hey!\nMel: Hi\n\n2:10 pm on 9 May, 2023\n\nAnn: x\n',
    [
      [1, 'Ann', '2023-05-08T13:56', 'Hey!'],
      [2, 'Mel', '2023-05-08T13:56', 'Hi'],
      [3, 'Ann', '2023-05-09T14:10', 'x'],
    ],
  ],
  [
    'Chinese',
    '# 2026年7月1日\n\n王敏：我搬到了杭州\n李雷：真的吗？\n',
    [
      [1, '王敏', '2026-07-01T00:00', '我搬到了杭州'],
      [2, '李雷', '2026-07-01T00:00', '真的吗？'],
    ],
  ],
  [
    'front matter',
    '---\nsession: talk-7\ndate: 2026-07-01\n---\nAnn: a\nBob: b\n',
    [
      [1, 'Ann', '2026-07-01T00:00', 'a'],
      [2, 'Bob', '2026-07-01T00:00', 'b'],
    ],
  ],
  [
    'code in a fence',
    'Ann: see\n```\nBob: I am code\nAnn: me too\n```\nBob: ok\nAnn: fine\n',
    [
      [1, 'Ann', null, 'see\n```\nBob: I am code\nAnn: me too\n```'],
      [2, 'Bob', null, 'ok'],
      [3, 'Ann', null, 'fine'],
    ],
  ],
  [
    'words before a colon that are no names',
    'Ann: my list\nIngredients: rice\nNote: salt\nhttps://x.example\nBob: ok\nAnn: bye\nBob: bye\n',
    [
      [1, 'Ann', null, 'my list\nIngredients: rice\nNote: salt\nhttps://x.example'],
      [2, 'Bob', null, 'ok'],
      [3, 'Ann', null, 'bye'],
      [4, 'Bob', null, 'bye'],
    ],
  ],
  [
    'a system among them',
    'User: a\nSystem: I like spaces\nAssistant: b\n',
    [
      [1, '(person)', null, 'a'],
      [3, '(assistant)', null, 'b'],
    ],
  ],
])('plain: %s', (_what, text, turns) => {
  expect(detectConversation(text)).toBe('plain');
  expect(turnsOf(text)).toEqual(turns);
});

test.each([
  '',
  ' \n',
  'An essay about bees.\n\nNote: it is long.\n',
  '{"a": 1}',
  '[1, 2]',
  '# 2026-07-01\n\nI went home.\n',
])('no conversation: %j', (text) => {
  expect(detectConversation(text)).toBeNull();
  expect(() => readConversations(text)).toThrow(/empty|unknown conversation format/);
});

it('takes a text without speakers as one person’s, when told so', () => {
  expect(turnsOf('# 2026-07-01\n\nI went home.\nIt rained.\n\nI like rain.\n', 'plain')).toEqual([
    [1, '(person)', '2026-07-01T00:00', 'I went home.\nIt rained.'],
    [2, '(person)', '2026-07-01T00:00', 'I like rain.'],
  ]);
});

it('keeps the name of a session that grew', () => {
  const [short, long] = ['Ann: a\nBob: b\nAnn: c\n', 'Ann: a\nBob: b\nAnn: c\nBob: d\nAnn: e\n'].map(
    (text) => readConversations(text)[0]?.session,
  );
  expect(long).toBe(short);
  expect(short).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
});

test.each(['../../x', 'a/b', 'x:1', '', '.hidden', 'a\nb', 'x'.repeat(200)])(
  'a session of the name %j is named by a digest',
  (name) => {
    expect(sessionName(name)).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
  },
);

it('takes no longer for tags that nobody closes', () => {
  expect(
    cpuTime(() => {
      saidIn('<system-reminder>'.repeat(200_000));
      turnsOf(`Ann: ${'**'.repeat(20_000)}\n${'# '.repeat(20_000)}\nBob: x\n${'[1:'.repeat(20_000)}\n`);
    }),
  ).toBeLessThan(3000);
});
