// The front matter of a page as memvault writes it, read without a parser of YAML: that takes half a millisecond a
// page, and a night asks every page for its title. Reads plain lines alone, and leaves all that could mean anything
// else.
import type { PageHead } from '../markdown/page-head.ts';
import { titleFromPath } from '../markdown/page.ts';

const LONGEST = 4000;
const LINE = /^([a-z][a-z_]*): (?:([A-Za-z0-9][A-Za-z0-9 ,.()/_-]*)|\[([A-Za-z0-9 ,._-]*)\])$/;
/** In these YAML sees a value of another type. */
const NO_TEXT = /^(?:null|true|false)$/i;

/**
 * The same as `parsePageHead`; null for front matter with anything but plain words and lists of them on one line each.
 */
export function quickHead(path: string, text: string): PageHead | null {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1;
  if (end < 4 || end > LONGEST) return null;
  const said: {
    type: string;
    title: string;
    description: string;
    aliases: readonly string[];
    tags: readonly string[] | null;
  } = { type: '', title: '', description: '', aliases: [], tags: null };
  const seen = new Set<string>();
  for (const line of text.slice(4, end).split('\n')) {
    const [, key = '', words, list] = LINE.exec(line) ?? [];
    if (key === '' || seen.has(key)) return null;
    seen.add(key);
    if (key === 'type' || key === 'title' || key === 'description') {
      if (words === undefined || !isText(words)) return null;
      said[key] = words;
    } else if (key === 'aliases' || key === 'tags') {
      const items = list === '' ? [] : list?.split(', ');
      if (items === undefined || !items.every((item) => isText(item) && !item.includes(','))) return null;
      said[key] = items;
    } else if (words === undefined) return null;
  }
  const { type, title, description, aliases, tags } = said;
  return {
    type,
    title: title || titleFromPath(path),
    description,
    aliases,
    tags: tags ?? [],
    hasTagList: tags !== null,
    broken: null,
  };
}

/** It begins as no number and no sign of YAML's does, and ends in none. */
const isText = (words: string): boolean => /^[A-Za-z](?:.*[A-Za-z0-9).])?$/.test(words) && !NO_TEXT.test(words);
