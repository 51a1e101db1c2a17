// Events as agents send them, and the answers that they take: by the documentation that templates/agents/agents.json
// names for each.
import { expect, test } from 'vitest';
import { parseEvent, renderAnswer } from '../../src/agents/hooks.ts';
import { AGENTS, agentNamed, HOOK_EVENTS, type HookEvent } from '../../src/model/agents.ts';
import { parseJson } from '../../src/model/json.ts';

const CLAUDE = {
  session_id: '5f2c9a1e-77aa-4a1c-9d1e-0c7b5f1d2e3f',
  transcript_path: '/home/you/.claude/projects/-home-you-code-atlas/5f2c9a1e-77aa-4a1c-9d1e-0c7b5f1d2e3f.jsonl',
  cwd: '/home/you/code/atlas',
};
const CODEX = {
  session_id: '0199f3a1-2b3c-7d4e-8f90-a1b2c3d4e5f6',
  transcript_path: '/home/you/.codex/sessions/2026/07/01/rollout-2026-07-01T14-05-00-0199f3a1.jsonl',
  cwd: '/home/you/code/atlas',
  model: 'gpt-5.6',
};
const told = (recorded: object, more: object = {}) => {
  const { session_id: session, transcript_path: transcript, cwd: folder } = recorded as typeof CLAUDE;
  return { folder, session, prompt: null, transcript, ...more };
};

test.each([
  [{ ...CLAUDE, hook_event_name: 'SessionStart', source: 'startup', model: 'claude-opus-4-8' }, told(CLAUDE)],
  [{ ...CLAUDE, hook_event_name: 'SessionStart', source: 'compact', session_title: 'Atlas' }, told(CLAUDE)],
  [
    { ...CLAUDE, permission_mode: 'default', hook_event_name: 'UserPromptSubmit', prompt: 'Where is Atlas?' },
    told(CLAUDE, { prompt: 'Where is Atlas?' }),
  ],
  [{ ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }, told(CLAUDE)],
  [{ ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' }, told(CLAUDE)],
  [{ ...CODEX, hook_event_name: 'SessionStart', permission_mode: 'default', source: 'resume' }, told(CODEX)],
  [
    { ...CODEX, turn_id: '1', hook_event_name: 'UserPromptSubmit', permission_mode: 'plan', prompt: 'Go on' },
    told(CODEX, { prompt: 'Go on' }),
  ],
  [
    { ...CODEX, hook_event_name: 'SessionEnd', reason: 'other', transcript_path: null },
    told(CODEX, { transcript: null }),
  ],
  [{ ...CODEX, turn_id: '2', hook_event_name: 'PreCompact', trigger: 'manual' }, told(CODEX)],
  [
    {
      conversation_id: '668320d2-2fd8-4888-b33c-2a466fec86e7',
      generation_id: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
      hook_event_name: 'sessionStart',
      workspace_roots: ['/home/you/code/atlas'],
      cursor_version: '3.20.17',
      user_email: null,
      session_id: '668320d2-2fd8-4888-b33c-2a466fec86e7',
      is_background_agent: false,
      composer_mode: 'agent',
    },
    { folder: '/home/you/code/atlas', session: '668320d2-2fd8-4888-b33c-2a466fec86e7', prompt: null, transcript: null },
  ],
  [
    {
      session_id: 'a1b2',
      transcript_path: '/home/you/.gemini/tmp/ab/chats/session.json',
      cwd: '/home/you/code/atlas',
      hook_event_name: 'SessionStart',
      timestamp: '2026-07-01T12:00:00.000Z',
      source: 'startup',
    },
    told({ session_id: 'a1b2', transcript_path: '/home/you/.gemini/tmp/ab/chats/session.json', cwd: CLAUDE.cwd }),
  ],
  // OpenCode has no events of commands; this is what memvault's plugin there sends.
  [
    { session_id: 'ses_1', cwd: CLAUDE.cwd },
    { folder: CLAUDE.cwd, session: 'ses_1', prompt: null, transcript: null },
  ],
  [{}, { folder: null, session: null, prompt: null, transcript: null }],
  [
    { session_id: 7, cwd: ['/'], prompt: ' ', transcript_path: {} },
    { folder: null, session: null, prompt: null, transcript: null },
  ],
  [
    { cwd: 'atlas', transcript_path: '../x.jsonl' },
    { folder: null, session: null, prompt: null, transcript: null },
  ],
  [
    { cwd: '//host/share', transcript_path: '\\\\host\\x.jsonl' },
    { folder: null, session: null, prompt: null, transcript: null },
  ],
  [{ cwd: '/home/\0' }, { folder: null, session: null, prompt: null, transcript: null }],
])('%j', (event, expected) => {
  expect(parseEvent(JSON.stringify(event))).toEqual(expected);
});

test.each(['', 'null', '[]', '{"cwd":', '"x"'])('%j is no event', (text) => {
  expect(() => parseEvent(text)).toThrow('the event on stdin is not a JSON object');
});

const TEXT = 'Two lines\nand a "quote" \u0085';

test.each([
  ['claude-code', 'session-start', { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: TEXT } }],
  ['claude-code', 'prompt', { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: TEXT } }],
  ['codex', 'session-start', { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: TEXT } }],
  ['gemini-cli', 'session-start', { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: TEXT } }],
  ['cursor', 'session-start', { additional_context: TEXT }],
] as const)('%s is answered at %s', (name, event, answer) => {
  const text = renderAnswer(agentNamed(name), event, TEXT);
  expect(parseJson(text)).toEqual(answer);
  expect(text).toMatch(/^[^\n]*\n$/);
});

test('OpenCode’s plugin takes the text as it is', () => {
  expect(renderAnswer(agentNamed('opencode'), 'session-start', TEXT)).toBe(TEXT);
});

test('each agent has the beginning of a session, and those whose transcripts are read all events', () => {
  for (const { events, transcripts } of AGENTS) {
    const expected: readonly HookEvent[] = transcripts === null ? ['session-start'] : HOOK_EVENTS;
    expect(Object.keys(events)).toEqual(expected);
  }
});
