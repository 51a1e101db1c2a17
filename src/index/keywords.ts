// The exact words that documents are filtered by, such as `tag:ui`: how they are written, for whoever indexes and
// whoever asks.
import { ASKING, isAsking } from './asking.ts';
import type { FoundDocument } from './document.ts';

/** `kind` is the fact's field of that name; `field` takes `name=value`; `logged` a day on which one of several facts was logged. */
export type KeywordOf = 'tag' | 'category' | 'project' | 'kind' | 'person' | 'entity' | 'field' | 'logged';

const SEPARATORS = /[,;，；、]/;

/** One exact word: in lower case, white space collapsed, accents composed. */
export function keyword(of: KeywordOf, value: string): string {
  const plain = value.trim().toLowerCase();
  // Nearly all are one word of plain letters.
  return `${of}:${/^[\x21-\x7E]*$/.test(plain) ? plain : plain.normalize('NFC').replace(/\s+/g, ' ')}`;
}

/** All of a document, each once. */
export function keywordsOf({ text, tags, category, project, facts }: Pick<FoundDocument, 'text' | 'tags' | 'category' | 'project' | 'facts'>): string[] {
  const words = new Set<string>();
  if (isAsking(text)) words.add(ASKING);
  for (const tag of tags) words.add(keyword('tag', tag));
  if (category !== null) words.add(keyword('category', category));
  if (project !== null) words.add(keyword('project', project));
  for (const { fields, day } of facts) {
    if (facts.length > 1) words.add(keyword('logged', day));
    for (const name of Object.keys(fields)) {
      const value = fields[name] ?? '';
      words.add(keyword('field', `${name}=${value.trim()}`));
      if (name === 'kind') words.add(keyword('kind', value));
      else if (name === 'persons') addEach(words, 'person', value);
      else if (name === 'entities') addEach(words, 'entity', value);
    }
  }
  return [...words];
}

function addEach(words: Set<string>, of: KeywordOf, list: string): void {
  for (const name of list.split(SEPARATORS)) if (name.trim() !== '') words.add(keyword(of, name));
}
