// What the front matter of a page says about it, each with what stands for it where it says nothing.
import { parseFrontMatter } from './front-matter.ts';
import { titleFromPath } from './page.ts';

export interface PageHead {
  /** As the front matter says it; empty where it does not. */
  readonly type: string;
  /** From the front matter, else the file's name. */
  readonly title: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly aliases: readonly string[];
  /** A list of them, or one text with spaces or commas between them, as Obsidian reads it. */
  readonly tags: readonly string[];
  /** They stand there as a list, so that one may be put to it. */
  readonly hasTagList: boolean;
  /** Front matter that is not valid YAML, in words; then nothing is known of it. */
  readonly broken: string | null;
}

export function parsePageHead(path: string, text: string): PageHead {
  const { data, broken } = parseFrontMatter(text);
  const aliases = Array.isArray(data.aliases) ? data.aliases : [data.aliases];
  return {
    type: textOf(data.type),
    title: textOf(data.title) || titleFromPath(path),
    description: textOf(data.description),
    aliases: aliases.map(textOf).filter((alias) => alias !== ''),
    tags: tagsIn(data.tags),
    hasTagList: Array.isArray(data.tags),
    broken,
  };
}

function tagsIn(value: unknown): string[] {
  const tags = Array.isArray(value)
    ? value.map(textOf)
    : textOf(value)
        .split(/[\s,]+/)
        .map((tag) => tag.replace(/^#/, ''));
  return tags.filter((tag) => tag !== '');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
