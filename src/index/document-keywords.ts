// All exact words that a document is filtered by.
import { ASKING, isAsking } from './asking.ts';
import type { FoundDocument } from './document.ts';
import { keyword } from './keywords.ts';
import { remembering } from './remembering.ts';
import { replacingWords, SIDES } from './replaced.ts';
import { unsureWord } from './unsure.ts';

const SEPARATORS = /[,;，；、]/;

/** Each once. */
export type Keywords = (
  document: Pick<FoundDocument, 'kind' | 'text' | 'tags' | 'category' | 'project' | 'facts' | 'sources'> & {
    readonly isSides?: boolean;
  },
) => readonly string[];

/** Remembers those of tags and categories, which repeat from document to document. */
export function createKeywords(): Keywords {
  const ofTag = remembering((tag) => keyword('tag', tag));
  const ofCategory = remembering((category) => keyword('category', category));
  return (document) => {
    const { text, tags, category, project, facts } = document;
    const words = category === null ? [] : [ofCategory(category)];
    const add = (word: string): void => {
      if (!words.includes(word)) words.push(word);
    };
    if (isAsking(text)) words.push(ASKING);
    if (document.isSides === true) words.push(SIDES);
    for (const word of replacingWords(document)) words.push(word);
    const unsure = unsureWord(facts);
    if (unsure !== null) words.push(unsure);
    for (const tag of tags) add(ofTag(tag));
    if (project !== null) add(keyword('project', project));
    for (const { fields, day } of facts) {
      if (facts.length > 1) add(keyword('logged', day));
      for (const name of Object.keys(fields)) {
        const value = fields[name] ?? '';
        add(keyword('field', `${name}=${value.trim()}`));
        if (name === 'kind') add(keyword('kind', value));
        else if (name === 'persons') for (const one of namesIn(value)) add(keyword('person', one));
        else if (name === 'entities') for (const one of namesIn(value)) add(keyword('entity', one));
      }
    }
    return words;
  };
}

function namesIn(list: string): string[] {
  return list.split(SEPARATORS).filter((name) => name.trim() !== '');
}
