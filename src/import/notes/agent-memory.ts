// CLAUDE.md, AGENTS.md and the like: instructions for agents. List items and paragraphs are statements, headings their
// topics.
import { isCategory } from '../../page/fact-line.ts';
import { type Format, type Found, type Given, fieldsOf, found, type Head, headOf, nameOf } from '../format.ts';
import { saidIn } from './pieces.ts';

// The memory folder that Claude Code keeps for a project: `MEMORY.md`, an index or a list, and one file per topic with
// front matter that tells the kind of memory.

/** Categories for the kinds of memories; others stay as they are. */
const CATEGORIES: Readonly<Record<string, string>> = {
  user: 'identity',
  feedback: 'preference',
  project: 'project',
  reference: 'reference',
};
/** Begins a paragraph that continues the previous statement. */
const GOES_ON = /^(?:\*\*|__)?(?:Why|How to apply|Reason|Example)s?(?:\*\*|__)?:/i;
/** A line of the index: a link to a file, and a summary. */
const INDEX_LINE = /^\s*[-*+]\s+\[[^\]]*\]\(<?(?:\.\/)?([^)>#]+\.md)>?(?:#[^)]*)?\)/;

export const AGENT_MEMORY_FOLDER: Format = {
  name: 'agent-memory-folder',
  what: 'The memory folder of an agent: `MEMORY.md` and a file a topic, as Claude Code keeps it',
  known: '`MEMORY.md`, notes beside one, or front matter with `name`, `description` and `type`, also under `metadata`',
  takes:
    'each list item and each paragraph; “Why” and “How to apply” stay with what they explain. `type` gives ' +
    'the category (`user` becomes `identity`, `feedback` becomes `preference`), `name` the `topic`. Lines of ' +
    '`MEMORY.md` that only lead to a file that is read are left out',
  scope: 'file',
  category: 'general',
  detect: (given) =>
    isInVault(given)
      ? isIndex(given) && given.text.includes('<!-- memvault:')
      : isIndex(given) || (given.path.endsWith('.md') && (given.beside.has(indexBeside(given.path)) || isTopic(given))),
  read: (given) => ({ facts: isIndex(given) ? readIndex(given) : readTopic(given), left: [] }),
};

const isIndex = ({ path }: Pick<Given, 'path'>): boolean => nameOf(path) === 'MEMORY.md';
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const indexBeside = (path: string): string => `${folderOf(path)}MEMORY.md`;

/**
 * In a vault, MEMORY.md lies next to the catalogue, the journal and the conventions. Only what a person wrote around
 * memvault's part counts there.
 */
function isInVault({ path, beside }: Given): boolean {
  const has = (name: string): boolean => beside.has(folderOf(path) + name);
  return has('MEMORY.md') && has('log.md') && ['index.md', 'schema.md', 'SCHEMA.md'].some(has);
}

function isTopic(given: Given): boolean {
  if (!given.text.startsWith('---')) return false;
  const head = headOf(given);
  return head.text('name') !== '' && head.text('description') !== '' && Object.hasOwn(CATEGORIES, typeOf(head));
}

/** Newer files have it under `metadata`. */
const typeOf = (head: Head): string => (head.text('type') || head.text('metadata.type')).toLowerCase();

function readIndex({ path, text, beside }: Given): Found[] {
  const lines = text.split('\n');
  return saidIn(text)
    .filter(({ line }) => {
      const target = INDEX_LINE.exec(lines[line - 1] ?? '')?.[1];
      return target === undefined || !beside.has(folderOf(path) + decoded(target));
    })
    .filter(({ task }) => task !== 'open')
    .map(({ text: words, lead, line, headings }) =>
      found(lead + words, line, { fields: fieldsOf({ topic: headings.at(-1) ?? '' }) }),
    );
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function readTopic(given: Given): Found[] {
  const head = headOf(given);
  const type = typeOf(head);
  const category = (Object.hasOwn(CATEGORIES, type) ? CATEGORIES[type] : undefined) ?? (isCategory(type) ? type : null);
  const topic = head.text('name') || head.title;
  const facts: Found[] = [];
  for (const { text: words, lead, line, headings, task } of saidIn(given.text)) {
    const last = facts.at(-1);
    const text = lead + words;
    if (task === 'open') continue;
    if (GOES_ON.test(text) && last) facts[facts.length - 1] = { ...last, text: `${last.text} ${text}` };
    else
      facts.push(
        found(text, line, {
          category,
          tags: head.tags,
          day: head.day,
          fields: fieldsOf({ topic: headings.at(-1) === undefined ? topic : `${topic}: ${headings.at(-1) ?? ''}` }),
        }),
      );
  }
  // A topic without a body uses its description.
  const description = head.text('description');
  if (facts.length > 0 || description === '') return facts;
  return [
    found(description, given.text.split('\n').findIndex((line) => line.startsWith('description:')) + 1, {
      category,
      tags: head.tags,
      day: head.day,
      fields: fieldsOf({ topic }),
    }),
  ];
}

/** The sentence with which Claude Code's `/init` begins each file. */
const OPENING = /^This file provides guidance to .{3,60} when working with code in this repository\.$/;
const NAMES = new Set(['claude.md', 'claude.local.md', 'agents.md', 'agents.override.md', 'agent.md', 'gemini.md']);

export const CLAUDE_MD: Format = {
  name: 'claude-md',
  what: 'Instructions for agents: `CLAUDE.md`, `CLAUDE.local.md`, `AGENTS.md`, `GEMINI.md`',
  known: 'the name of the file',
  takes:
    'each list item and each paragraph; the nearest heading is its `topic`. Lines `@path` name other files, and ' +
    'those are not read',
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
