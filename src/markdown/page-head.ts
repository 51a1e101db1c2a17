// What the front matter of a page says about it, each with what stands for it where it says nothing.
import { parseFrontMatter } from './front-matter.ts';
import { titleFromPath } from './page.ts';

export interface PageHead {
  /** From the front matter, else the file's name. */
  readonly title: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly aliases: readonly string[];
  /** Null where the page has no list of tags. */
  readonly tags: readonly string[] | null;
  /** Front matter that is not valid YAML, in words; then nothing is known of it. */
  readonly broken: string | null;
}

export function parsePageHead(path: string, text: string): PageHead {
  const { data, broken } = parseFrontMatter(text);
  const aliases = Array.isArray(data.aliases) ? data.aliases : [data.aliases];
  return {
    title: textOf(data.title) || titleFromPath(path),
    description: textOf(data.description),
    aliases: aliases.map(textOf).filter((alias) => alias !== ''),
    tags: Array.isArray(data.tags) ? data.tags.map(textOf).filter((tag) => tag !== '') : null,
    broken,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
