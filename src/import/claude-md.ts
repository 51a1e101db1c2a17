// CLAUDE.md, AGENTS.md and the like: what an agent is told in each session. List items and paragraphs are statements,
// headings what they are about.
import { found, nameOf } from './notes.ts';
import { saidIn } from './pieces.ts';
import type { Format } from './types.ts';

const NAMES = new Set(['claude.md', 'claude.local.md', 'agents.md', 'agents.override.md', 'agent.md', 'gemini.md']);

export const CLAUDE_MD: Format = {
  name: 'claude-md',
  what: 'Instructions for agents: `CLAUDE.md`, `CLAUDE.local.md`, `AGENTS.md`, `GEMINI.md`',
  known: 'the name of the file',
  takes: 'each list item and each paragraph; the nearest heading is its `topic`. Lines `@path` name other files, and those are not read',
  scope: 'file',
  category: 'convention',
  detect: ({ path }) => NAMES.has(nameOf(path).toLowerCase()),
  read: ({ text }) => ({
    facts: saidIn(text).filter((said) => said.task !== 'open' && !/^@[\w~./-]+$/.test(said.text)).map(({ text: words, line, headings }) => {
      const topic = headings.at(-1) ?? '';
      return found(words, line, { fields: topic === '' ? {} : { topic } });
    }),
    left: [],
  }),
};
