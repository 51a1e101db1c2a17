// Does the source of a footnote lead to its fact, as GitHub or Obsidian would follow it?
import { posix } from 'node:path';
import type { Fact } from '../model/fact.ts';

const LINK = /\[[^\]]*\]\((?:<([^>]*)>|([^)\s]*))(?:\s[^)]*)?\)|\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/;

/**
 * A relative link, or one that Obsidian resolves: from the vault's root, or by the file's name alone. A source
 * that is no link is a person's own words and right.
 */
export function isSameLink(source: string, page: string, fact: Pick<Fact, 'id' | 'path' | 'computed'>): boolean {
  // As a dream writes it, which is so for all but a few of a hundred thousand.
  if (source.endsWith(`/${fact.path}#^${fact.id})`) && source.includes(`](${'../'.repeat(page.split('/').length - 1)}${fact.path}#`)) return true;
  const match = LINK.exec(source);
  if (!match) return true;
  const wiki = match[3];
  const href = wiki ?? decode(match[1] ?? match[2] ?? '');
  const at = href.indexOf('#');
  const file = at < 0 ? href : href.slice(0, at);
  const anchor = at < 0 ? '' : href.slice(at + 1);
  if (anchor.startsWith('^') && anchor !== `^${fact.id}`) return false;
  const bare = fact.path.replace(/\.md$/, '');
  const targets = [posix.normalize(posix.join(posix.dirname(page), file)), file.replace(/^\//, '')];
  return targets.some((target) => target === fact.path || target === bare) || [fact.path, bare].some((path) => posix.basename(path) === file);
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
