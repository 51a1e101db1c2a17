// The links by which the footnotes of a page lead to the lines of the log: whether one does, as GitHub or Obsidian
// would follow it, and the page with those that do not put right. Only the address of a link changes, never what it
// says. Pure.
import { posix } from 'node:path';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { relativeLink } from './links.ts';
import { parseNoteLinks } from './note-links.ts';

type Logged = Pick<Fact, 'id' | 'path' | 'computed'>;

const LINK = /\[[^\]]*\]\((?:<([^>]*)>|([^)\s]*))(?:\s[^)]*)?\)|\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/;
const DEFINITION = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

/**
 * A relative link, or one that Obsidian resolves: from the vault's root, or by the file's name alone. A source
 * that is no link is a person's own words and right.
 */
export function isSameLink(source: string, page: string, fact: Logged): boolean {
  // As a dream writes it, which is so for all but a few of a hundred thousand.
  if (
    source.endsWith(`/${fact.path}#^${fact.id})`) &&
    source.includes(`](${'../'.repeat(page.split('/').length - 1)}${fact.path}#`)
  )
    return true;
  const link = addressIn(source);
  if (link === null) return true;
  const { file, anchor } = link;
  if (anchor.startsWith('^') && anchor !== `^${fact.id}`) return false;
  const bare = fact.path.replace(/\.md$/, '');
  const targets = [posix.normalize(posix.join(posix.dirname(page), file)), file.replace(/^\//, '')];
  return (
    targets.some((target) => target === fact.path || target === bare) ||
    [fact.path, bare].some((path) => posix.basename(path) === file)
  );
}

/** Does it name the log of the fact, and perhaps its line, from another place? So it is on a page that was moved. */
export function isOfAnotherPlace(source: string, { id, path }: Logged): boolean {
  const link = addressIn(source);
  return (
    link !== null &&
    ['', `^${id}`].includes(link.anchor) &&
    [posix.basename(path), posix.basename(path, '.md')].includes(posix.basename(link.file))
  );
}

function addressIn(source: string): { readonly file: string; readonly anchor: string } | null {
  const match = LINK.exec(source);
  if (!match) return null;
  const href = match[3] ?? decode(match[1] ?? match[2] ?? '');
  const at = href.indexOf('#');
  return { file: at < 0 ? href : href.slice(0, at), anchor: at < 0 ? '' : href.slice(at + 1) };
}

/**
 * The page with the sources that do not lead to their facts put right, as far as `mayLead`, and which those are, in
 * their order.
 */
export function leadSources(
  text: string,
  page: string,
  factOf: (id: string) => Logged | undefined,
  mayLead: (source: string, fact: Logged) => boolean = () => true,
): { readonly text: string; readonly led: readonly { readonly fact: Logged; readonly line: number }[] } {
  const wrong = [...text.matchAll(DEFINITION)].flatMap(({ 1: id = '', 2: source = '', index }) => {
    const fact = factOf(id);
    return fact === undefined || isSameLink(source.trimEnd(), page, fact) || !mayLead(source, fact)
      ? []
      : [{ fact, index }];
  });
  if (wrong.length === 0) return { text, led: [] };
  const links = parseNoteLinks(text).filter(({ footnote }) => footnote !== null);
  const led: { fact: Logged; line: number }[] = [];
  let next = text;
  for (const { fact, index } of wrong.reverse()) {
    const line = text.slice(0, index).split('\n').length;
    const [link, ...others] = links.filter((one) => one.footnote === fact.id && one.line === line);
    // Of two links nobody knows which is the source.
    if (link === undefined || others.length > 0) continue;
    const to = link.form === 'wiki' ? fact.path.replace(/\.md$/, '') : relativeLink(page, fact.path);
    const anchorEnd = link.targetEnd + (/^#[^|\])>\s]*/.exec(next.slice(link.targetEnd, link.end))?.[0].length ?? 0);
    next = `${next.slice(0, link.targetStart)}${to}${fact.computed ? '' : `#^${fact.id}`}${next.slice(anchorEnd)}`;
    led.unshift({ fact, line });
  }
  return { text: next, led };
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
