// Relative links between files of the vault, as both GitHub and Obsidian follow them.
import { escapeWords } from './escape.ts';

/** The way from one file to another, both from the vault's root, encoded for a markdown link. */
export function relativeLink(from: string, to: string): string {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const steps = [...source.slice(shared).map(() => '..'), ...target.slice(shared)];
  return steps.map(encodePart).join('/');
}

// White space and control characters end an address, `:` could make a scheme of a folder's name, `&` an entity.
const encodePart = (part: string): string =>
  part.replace(/[%\s\u0000-\u001F\u007F()<>[\]#?\\"`:&|^*~]/g, (char) =>
    encodeURIComponent(char).replace(/[()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  );

/** A link with any text. */
export function renderLink(title: string, from: string, to: string): string {
  return `[${escapeWords(title)}](${relativeLink(from, to)})`;
}
