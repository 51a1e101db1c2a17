// Notes of Basic Memory: observations `- [category] content #tag (context)` and relations `- relation_type [[Note]]`.
// Prose is skipped, since it only comments on the observations.
import { normalForm } from '../../language/normal-form.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { isCategory } from '../../page/fact-line.ts';
import { type Format, type Found, fieldsOf, found, type Head, headOf } from '../format.ts';
import { isOwnPage, NO_STATEMENT, withoutOwnParts, wordsOf } from './branches.ts';

const OBSERVATION = /^\s*[-*]\s+\[([^[\]()]{2,})\]\s+(\S[\s\S]*)$/;
const RELATION =
  /^\s*[-*]\s+(?:"([^"[\]]+)"|'([^'[\]]+)'|([^[\]"]*?))\s*\[\[([^\][|#]+)[^\][]*\]\]\s*(?:\(([^()]*)\))?\s*$/;
const TAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

export const BASIC_MEMORY: Format = {
  name: 'basic-memory',
  what: 'Notes of Basic Memory',
  known: 'observations `- [category] content`, or front matter with `permalink`',
  takes:
    'each observation, with its category, its `#tags` and those of the note, its context in brackets in the ' +
    'text, told with the title of the note where it does not name it; and each relation as a sentence ' +
    '(category `relation`). The title of the note is the `topic` and, with the other note of a relation, in ' +
    '`entities`',
  scope: 'file',
  category: 'general',
  detect: (given) =>
    /\.(?:md|markdown)$/.test(given.path) &&
    !isOwnPage(given.text) &&
    (headOf(given).text('permalink') !== '' || itemsOf(given.text).some(({ text }) => isObservation(text))),
  read: (given) => {
    const head = headOf(given);
    return {
      facts: itemsOf(given.text).flatMap(
        ({ text, line }) => observation(text, line, head) ?? relation(text, line, head) ?? [],
      ),
      left: [],
    };
  },
};

function itemsOf(text: string): { readonly text: string; readonly line: number }[] {
  return parseBlocks(withoutOwnParts(text))
    .blocks.filter(({ kind }) => kind === 'item')
    .map((block) => ({ text: block.text, line: block.start + 1 }));
}

function isObservation(text: string): boolean {
  const category = OBSERVATION.exec(text)?.[1];
  return category !== undefined && isCategory(category);
}

function observation(item: string, line: number, head: Head): Found | null {
  const [, category = '', content = ''] = OBSERVATION.exec(item) ?? [];
  if (content === '') return null;
  if (content.length > NO_STATEMENT) return found(content, line);
  const words = wordsOf(content).text;
  const tags = [...words.matchAll(TAG)].map((match) => match[1] ?? '');
  // Tags after the sentence are not part of it; a tag within it is also a word.
  const text = words.replace(/(?:\s+#[\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)+(?=\s*(?:\([^()]*\))?$)/u, '');
  return found(told(text.startsWith('#') ? words : text, head.title), line, {
    category: isCategory(category) ? category : null,
    tags: [...tags, ...head.tags],
    day: head.day,
    fields: fieldsOf({ topic: head.title, entities: asNames(head.title) }),
  });
}

/** As a list of names; names with a comma are left out. */
const asNames = (...names: readonly string[]): string => names.filter((name) => !name.includes(',')).join(', ');

/** An observation often omits its subject, the note's title: `[born] 1916`. */
function told(text: string, title: string): string {
  return normalForm(text).includes(normalForm(title)) ? text : `${title}: ${text}`;
}

function relation(item: string, line: number, head: Head): Found | null {
  const [, double, single, plain = '', target = '', context] =
    item.length > NO_STATEMENT ? [] : (RELATION.exec(item) ?? []);
  if (target === '') return null;
  const type =
    (double ?? single ?? plain)
      .trim()
      .replaceAll('_', ' ')
      .replace(/[:：]$/, '') || 'links to';
  const names = [head.title, target.trim()];
  return found(
    `${names[0] ?? ''} ${type} ${names[1] ?? ''}` +
      (context === undefined || context.trim() === '' ? '' : ` (${context.trim()})`),
    line,
    {
      category: 'relation',
      tags: head.tags,
      day: head.day,
      fields: fieldsOf({ topic: head.title, entities: asNames(...names) }),
    },
  );
}
