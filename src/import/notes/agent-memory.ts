// What agents keep in markdown: instructions such as CLAUDE.md, the memory folder of Claude Code, notes of Basic
// Memory. List items and paragraphs are statements, headings their topics.
import { normalForm } from '../../language/normal-form.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { isCategory } from '../../page/fact-line.ts';
import { type Format, type Found, found, type Given } from '../format.ts';
import { fieldsOf, type Head, headOf, nameOf } from '../values.ts';
import { isOwnPage, NO_STATEMENT, type Said, saidIn, withoutOwnParts, wordsOf } from './pieces.ts';

/** The sentence with which Claude Code's `/init` begins each file. */
const OPENING = /^This file provides guidance to .{3,60} when working with code in this repository\.$/;
const NAMES = new Set(['claude.md', 'claude.local.md', 'agents.md', 'agents.override.md', 'agent.md', 'gemini.md']);

export const CLAUDE_MD: Format = {
  name: 'claude-md',
  scope: 'file',
  category: 'convention',
  detect: ({ path }) => NAMES.has(nameOf(path).toLowerCase()),
  read: ({ text }) => ({
    facts: saidIn(text)
      .filter((said) => said.task !== 'open' && !/^@[\w~./-]+$/.test(said.text) && !OPENING.test(said.text))
      .map(underHeading),
    left: [],
  }),
};

const underHeading = ({ text, lead, line, headings }: Said): Found =>
  found(lead + text, line, { fields: fieldsOf({ topic: headings.at(-1) }) });

// The memory folder that Claude Code keeps for a project: `MEMORY.md`, an index or a list, and one file per topic with
// front matter that tells the kind of memory.

/** Categories for the kinds of memories; others stay as they are. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['user', 'identity'],
  ['feedback', 'preference'],
  ['project', 'project'],
  ['reference', 'reference'],
]);
/** Begins a paragraph that continues the previous statement. */
const GOES_ON = /^(?:\*\*|__)?(?:Why|How to apply|Reason|Example)s?(?:\*\*|__)?:/i;
/** A line of the index: a link to a file, and a summary. */
const INDEX_LINE = /^\s*[-*+]\s+\[[^\]]*\]\(<?(?:\.\/)?([^)>#]+\.md)>?(?:#[^)]*)?\)/;

export const AGENT_MEMORY_FOLDER: Format = {
  name: 'agent-memory-folder',
  scope: 'file',
  category: 'general',
  detect: (given) => {
    const isBeside = (name: string): boolean => given.beside.has(folderOf(given.path) + name);
    // In a vault, only what a person wrote around memvault's part of MEMORY.md counts.
    if (isBeside('MEMORY.md') && isBeside('log.md') && ['index.md', 'schema.md', 'SCHEMA.md'].some(isBeside))
      return isIndex(given) && given.text.includes('<!-- memvault:');
    return isIndex(given) || (given.path.endsWith('.md') && (isBeside('MEMORY.md') || isTopic(given)));
  },
  read: (given) => ({ facts: isIndex(given) ? readIndex(given) : readTopic(given), left: [] }),
};

const isIndex = ({ path }: Given): boolean => nameOf(path) === 'MEMORY.md';
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function isTopic(given: Given): boolean {
  const head = headOf(given);
  return head.text('name') !== '' && head.text('description') !== '' && CATEGORIES.has(typeOf(head));
}

/** Newer files have it under `metadata`. */
const typeOf = (head: Head): string => (head.text('type') || head.text('metadata.type')).toLowerCase();

/** Without lines that only lead to a file that is read. */
function readIndex({ path, text, beside }: Given): Found[] {
  const lines = text.split('\n');
  const leadsToFile = ({ line }: Said): boolean => {
    const target = INDEX_LINE.exec(lines[line - 1] ?? '')?.[1];
    return target !== undefined && beside.has(folderOf(path) + target.replaceAll('%20', ' '));
  };
  return saidIn(text)
    .filter((said) => said.task !== 'open' && !leadsToFile(said))
    .map(underHeading);
}

function readTopic(given: Given): Found[] {
  const head = headOf(given);
  const type = typeOf(head);
  const topic = head.text('name') || head.title;
  const about = {
    category: CATEGORIES.get(type) ?? (isCategory(type) ? type : null),
    tags: head.tags,
    day: head.day,
  };
  const facts: Found[] = [];
  for (const { text: words, lead, line, headings, task } of saidIn(given.text)) {
    const last = facts.at(-1);
    const text = lead + words;
    const heading = headings.at(-1);
    if (task === 'open') continue;
    if (GOES_ON.test(text) && last) facts[facts.length - 1] = { ...last, text: `${last.text} ${text}` };
    else facts.push(found(text, line, { ...about, fields: { topic: heading ? `${topic}: ${heading}` : topic } }));
  }
  // A topic without a body uses its description.
  const description = head.text('description');
  if (facts.length > 0 || description === '') return facts;
  const line = given.text.split('\n').findIndex((one) => one.startsWith('description:')) + 1;
  return [found(description, line, { ...about, fields: { topic } })];
}

// Notes of Basic Memory: observations `- [category] content #tag (context)` and relations `- relation_type [[Note]]`.
// Prose is skipped, since it only comments on the observations.

const OBSERVATION = /^\s*[-*]\s+\[([^[\]()]{2,})\]\s+(\S[\s\S]*)$/;
const RELATION =
  /^\s*[-*]\s+(?:"([^"[\]]+)"|'([^'[\]]+)'|([^[\]"]*?))\s*\[\[([^\][|#]+)[^\][]*\]\]\s*(?:\(([^()]*)\))?\s*$/;
const TAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

export const BASIC_MEMORY: Format = {
  name: 'basic-memory',
  scope: 'file',
  category: 'general',
  detect: (given) =>
    /\.(?:md|markdown)$/.test(given.path) &&
    !isOwnPage(given.text) &&
    (headOf(given).text('permalink') !== '' ||
      itemsOf(given.text).some(({ text }) => isCategory(OBSERVATION.exec(text)?.[1] ?? ''))),
  read: (given) => {
    const head = headOf(given);
    const facts = itemsOf(given.text).flatMap(({ text, start }) => {
      const read = text.length > NO_STATEMENT ? { text } : (observation(text, head) ?? relation(text, head));
      return read === null ? [] : [found(read.text ?? '', start + 1, { day: head.day, ...read })];
    });
    return { facts, left: [] };
  },
};

const itemsOf = (text: string) => parseBlocks(withoutOwnParts(text)).blocks.filter(({ kind }) => kind === 'item');

function observation(item: string, { title, tags }: Head): Partial<Found> | null {
  const [, category = '', content = ''] = OBSERVATION.exec(item) ?? [];
  if (content === '') return null;
  const words = wordsOf(content).text;
  // Tags after the sentence are not part of it; a tag within it is also a word.
  const bare = words.replace(/(?:\s+#[\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)+(?=\s*(?:\([^()]*\))?$)/u, '');
  const text = bare.startsWith('#') ? words : bare;
  return {
    // An observation often omits its subject, the note's title: `[born] 1916`.
    text: normalForm(text).includes(normalForm(title)) ? text : `${title}: ${text}`,
    category: isCategory(category) ? category : null,
    tags: [...Array.from(words.matchAll(TAG), ([, tag = '']) => tag), ...tags],
    fields: fieldsOf({ topic: title, entities: asNames(title) }),
  };
}

/** As a list of names; names with a comma are left out. */
const asNames = (...names: readonly string[]): string => names.filter((name) => !name.includes(',')).join(', ');

function relation(item: string, { title, tags }: Head): Partial<Found> | null {
  const [, double, single, plain = '', target = '', context = ''] = RELATION.exec(item) ?? [];
  if (target === '') return null;
  const type =
    (double ?? single ?? plain)
      .trim()
      .replaceAll('_', ' ')
      .replace(/[:：]$/, '') || 'links to';
  const other = target.trim();
  return {
    text: `${title} ${type} ${other}${context.trim() === '' ? '' : ` (${context.trim()})`}`,
    category: 'relation',
    tags,
    fields: fieldsOf({ topic: title, entities: asNames(title, other) }),
  };
}
