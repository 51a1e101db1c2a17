// The links by which the footnotes of a page lead to the lines of the log: whether one does, as GitHub or Obsidian
// would follow it, and the page with those that do not put right. Only the address of a link changes, never what it
// says. Pure.
import { posix } from 'node:path';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { relativeLink } from './link-map.ts';
import { type NoteBlock, scanNote } from './outline.ts';

// The links of a note, each with where it stands: what Obsidian and GitHub would follow inside a vault. Addresses on
// the web are none.

export interface NoteLink {
  /** `definition`: the address of `[name]: address`; `property`: a wikilink in quotes in the front matter. */
  readonly form: 'wiki' | 'markdown' | 'definition' | 'property';
  /** Shown in place: `![[…]]`, `![…](…)`. */
  readonly embed: boolean;
  /** 1-based line on which it begins. */
  readonly line: number;
  /** Offsets in UTF-16 units of the whole link, its `!` included. */
  readonly start: number;
  readonly end: number;
  /** The file that it names, decoded, without anchor; empty for a place in the note itself. */
  readonly target: string;
  /** What stands behind the first `#`, decoded: headings joined by `#`, or `^` and a block id; empty without one. */
  readonly anchor: string;
  /** What is shown instead of the target, as written; null where nothing is said. */
  readonly alias: string | null;
  /** Offsets of what is written for the target, without its anchor, white space and angle brackets around it. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** The name of the footnote in whose definition it stands; null elsewhere. */
  readonly footnote: string | null;
}

/** In the order in which they begin. */
export function parseNoteLinks(text: string, blocks: readonly NoteBlock[] = scanNote(text)): NoteLink[] {
  const links: NoteLink[] = [];
  for (const block of blocks) {
    const written = text.slice(block.start, block.end);
    if (!written.includes('[')) continue;
    const found = block.kind === 'properties' ? propertiesIn(text, block) : linksIn(text, written, block);
    found.sort((a, b) => a.start - b.start);
    let line = block.line;
    let lineEnd = text.indexOf('\n', block.start);
    for (const one of found) {
      for (; lineEnd >= 0 && lineEnd < one.start; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
      const link = toLink(text, one, line);
      if (link !== null) links.push(link);
    }
  }
  return links;
}

interface Found extends Pick<NoteLink, 'form' | 'embed' | 'start' | 'end' | 'footnote'> {
  /** What stands for file and anchor. */
  readonly hrefStart: number;
  readonly hrefEnd: number;
  /** Offsets of what is shown instead; null where nothing is said. */
  readonly alias: readonly [number, number] | null;
}

function linksIn(text: string, written: string, { start, end }: NoteBlock): Found[] {
  const footnote = /^\[\^([^\]\s]+)\]:/.exec(written)?.[1] ?? null;
  const links = inlineLinks(written, start).map((link) => ({ ...link, footnote }));
  return footnote !== null || !written.includes(']:') ? links : [...links, ...definitionsIn(text, start, end)];
}

// Prose token by token. Every pattern looks only so far, so that no text takes more than linear time.

const TOKEN = new RegExp(
  [
    String.raw`\\[^]`,
    // A code span is closed by a run of as many back-ticks; a run that none closes stands for itself.
    String.raw`(?<run>\x60+)(?:(?<=(?<!\x60)\x60{1,20})[^]{1,2000}?(?<!\x60)\k<run>(?!\x60))?`,
    String.raw`<!--[^]{0,2000}?-->|%%[^]{0,2000}?%%|\$\$[^]{0,2000}?\$\$`,
    // Math on one line; a digit behind the second dollar makes both prices.
    String.raw`\$(?!\s)(?:[^$\\\n]|\\.){0,500}?(?<!\s)\$(?!\d)`,
    String.raw`<\/?[a-z][^<>[\x60\n]{0,1000}>`,
    // \x60[[1]](address)\x60, as the web cites, is a link with brackets in its text.
    String.raw`(?<embed>!?)\[\[(?!\[)(?<wiki>(?:(?!\[\[|\]\]|\n)[^]){1,1000})\]\](?!\(http)`,
    String.raw`!?\[|\]`,
  ].join('|'),
  'gi',
);
/** An address in round brackets, with a title or without. */
const HREF = new RegExp(
  String.raw`\([ \t]{0,99}(?:<(?<angled>(?:[^<>\n\\]|\\.){0,2000})>|` +
    String.raw`(?<bare>(?!<)(?:[^\s()\\]|\\[^]|\((?:[^\s()\\]|\\[^]){0,500}\)){0,2000}))` +
    String.raw`(?:[ \t]{1,99}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^)]{0,500}\)))?[ \t]{0,99}\)`,
  'y',
);

/** The wikilinks, markdown links and images of a stretch of prose that begins at `offset` of its note. */
function inlineLinks(text: string, offset: number): Omit<Found, 'footnote'>[] {
  const links: Omit<Found, 'footnote'>[] = [];
  const opened: { readonly at: number; readonly embed: boolean }[] = [];
  /** Brackets below this one hold a link already, and a link holds no other. An image may. */
  let dead = 0;
  const add = (
    link: Pick<Found, 'form' | 'embed'>,
    [start, end]: readonly [number, number],
    [from, to]: readonly [number, number],
    alias: Found['alias'],
  ): void => {
    links.push({
      ...link,
      start: offset + start,
      end: offset + end,
      hrefStart: offset + from,
      hrefEnd: offset + to,
      alias: alias && [offset + alias[0], offset + alias[1]],
    });
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: token, index: at, groups: { embed = '', wiki } = {} } = match;
    if (wiki !== undefined) {
      const from = at + embed.length + 2;
      const bar = wiki.indexOf('|');
      // In a table the bar is escaped.
      const to = bar < 0 ? wiki.length : bar - (wiki[bar - 1] === '\\' ? 1 : 0);
      const alias = bar < 0 ? null : ([from + bar + 1, from + wiki.length] as const);
      add({ form: 'wiki', embed: embed !== '' }, [at, TOKEN.lastIndex], [from, from + to], alias);
    } else if (token === '[' || token === '![') opened.push({ at, embed: token === '![' });
    else if (token === ']') {
      const from = opened.pop();
      if (from === undefined) continue;
      const isDead = !from.embed && opened.length < dead;
      dead = Math.min(dead, opened.length);
      HREF.lastIndex = at + 1;
      const href = isDead ? null : HREF.exec(text);
      if (href === null) continue;
      const address = href.groups?.angled ?? href.groups?.bare ?? '';
      const start = at + 1 + (/^\([ \t]*<?/.exec(href[0])?.[0].length ?? 1);
      const end = HREF.lastIndex;
      const alias = [from.at + (from.embed ? 2 : 1), at] as const;
      add({ form: 'markdown', embed: from.embed }, [from.at, end], [start, start + address.length], alias);
      if (!from.embed) dead = opened.length;
      TOKEN.lastIndex = end;
    }
  }
  return links;
}

const DEFINITION = new RegExp(
  String.raw`\[(?!\^)(?:[^[\]\\\n]|\\.)+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))[ \t]*(?:"[^"\n]*"|'[^'\n]*'|` +
    String.raw`\([^()\n]*\))?[ \t]*(?=\r?(?:\n|$(?![\s\S])))`,
  'y',
);

/** `[name]: address`, alone on lines at the beginning of a paragraph. */
function definitionsIn(text: string, start: number, end: number): Found[] {
  const found: Found[] = [];
  for (let at = start; at < end;) {
    DEFINITION.lastIndex = at;
    const match = DEFINITION.exec(text);
    if (!match || at + match[0].length > end) break;
    const href = match[1] ?? match[2] ?? '';
    const hrefStart = at + match[0].indexOf(href, match[0].indexOf(']:') + 2);
    const to = at + match[0].trimEnd().length;
    found.push({
      form: 'definition',
      embed: false,
      start: at,
      end: to,
      hrefStart,
      hrefEnd: hrefStart + href.length,
      alias: null,
      footnote: null,
    });
    at = text.indexOf('\n', to) + 1;
    if (at === 0) break;
  }
  return found;
}

const PROPERTY = /(["'])\[\[([^[\]\n]+)\]\]\1/g;

/** Obsidian takes a value for a link that is nothing else. */
function propertiesIn(text: string, { start, end }: NoteBlock): Found[] {
  return [...text.slice(start, end).matchAll(PROPERTY)]
    .filter(({ index }) => !isComment(text, start + index))
    .map((match): Found => {
      const from = start + match.index + 1;
      const to = from + match[0].length - 2;
      const bar = match[2]?.indexOf('|') ?? -1;
      return {
        form: 'property',
        embed: false,
        start: from,
        end: to,
        hrefStart: from + 2,
        hrefEnd: bar < 0 ? to - 2 : from + 2 + bar,
        alias: bar < 0 ? null : [from + 3 + bar, to - 2],
        footnote: null,
      };
    });
}

/** Does a `#` of YAML stand before it on its line? */
function isComment(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return before.includes('#') && /(?:^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, ''));
}

/** Of an address with a scheme, on another host, or that a template fills in, nothing can be said. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const WEB = /^[a-z][a-z\d+.-]*:\/\//i;
const TEMPLATE = /\{\{|<%/;

function toLink(
  text: string,
  { form, embed, start, end, hrefStart, hrefEnd, alias, footnote }: Found,
  line: number,
): NoteLink | null {
  const href = text.slice(hrefStart, hrefEnd);
  const isWiki = form === 'wiki' || form === 'property';
  if ((isWiki ? WEB : ELSEWHERE).test(href.trim()) || TEMPLATE.test(href)) return null;
  const hash = href.indexOf('#');
  const written = hash < 0 ? href : href.slice(0, hash);
  const anchor = hash < 0 ? '' : href.slice(hash + 1).trim();
  const target = written.trim();
  if (target === '' && anchor === '') return null;
  const targetStart = hrefStart + (target === '' ? 0 : written.indexOf(target));
  return {
    form,
    embed,
    line,
    start,
    end,
    footnote,
    targetStart,
    targetEnd: targetStart + target.length,
    // Between single quotes of YAML an apostrophe is written twice.
    target:
      form === 'property' && text[start - 1] === "'"
        ? target.replaceAll("''", "'")
        : isWiki
          ? target
          : decodeHref(target),
    anchor: isWiki ? anchor : decodeHref(anchor),
    alias: alias === null ? null : text.slice(alias[0], alias[1]),
  };
}

/** The bytes of one character in UTF-8; any other percent sign stands for itself. */
const ESCAPED =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** What an address says, without escapes of markdown and of the web. */
function decodeHref(href: string): string {
  const plain = href.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
  return plain.replace(ESCAPED, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

type Logged = Pick<Fact, 'id' | 'path' | 'computed'>;

const LINK = /\[[^\]]*\]\((?:<([^>]*)>|([^)\s]*))(?:\s[^)]*)?\)|\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/;
const SOURCE_LINE = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

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
  const href = match[3] ?? decodeHref(match[1] ?? match[2] ?? '');
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
  const wrong = [...text.matchAll(SOURCE_LINE)].flatMap(({ 1: id = '', 2: source = '', index }) => {
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
