// CLAUDE.md, AGENTS.md and the like: what an agent is told in each session. List items and paragraphs are statements,
// headings what they are about.
import { found, nameOf } from './notes.ts';
import { saidIn } from './pieces.ts';
import type { Format } from './types.ts';

/** With which `/init` of Claude Code begins each such file. */
const OPENING = /^This file provides guidance to .{3,60} when working with code in this repository\.$/;
const NAMES = new Set(['claude.md', 'claude.local.md', 'agents.md', 'agents.override.md', 'agent.md', 'gemini.md']);

export const CLAUDE_MD: Format = {
  name: 'claude-md',
  what: 'Instructions for agents: `CLAUDE.md`, `CLAUDE.local.md`, `AGENTS.md`, `GEMINI.md`',
  known: 'the name of the file',
  takes:
    'each list item and each paragraph; the nearest heading is its `topic`. So is each command of a shell ' +
    'block that has a comment. Lines `@path` name other files, and those are not read',
  scope: 'file',
  category: 'convention',
  detect: ({ path }) => NAMES.has(nameOf(path).toLowerCase()),
  read: ({ text }) => ({
    facts: saidIn(text)
      .filter((said) => said.task !== 'open' && !/^@[\w~./-]+$/.test(said.text) && !OPENING.test(said.text))
      .map(({ text: words, lead, line, headings }) => {
        const topic = headings.at(-1) ?? '';
        return found(lead + words, line, { fields: topic === '' ? {} : { topic } });
      }),
    left: [],
  }),
};
