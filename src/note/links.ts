// Links from footnotes to log lines: checks whether one leads to its fact, as GitHub or Obsidian would follow it, and
// repairs those that do not. Changes only the address of a link, never its text. Pure.
import { posix } from 'node:path';
import type { Fact } from '../model/fact.ts';
import { ID_PATTERN } from '../model/ids.ts';
import { relativeLink } from './link-map.ts';
import { type NoteBlock, scanNote } from './outline.ts';

// The links of a note with their positions: everything that Obsidian and GitHub would follow inside a vault. Web
// addresses are excluded.

export interface NoteLink {
  /** `definition`: the address of `[name]: address`; `property`: a quoted wikilink in the front matter. */
  readonly form: 'wiki' | 'markdown' | 'definition' | 'property';
  /** Embedded: `![[…]]`, `![…](…)`. */
  readonly embed: boolean;
  /** 1-based line on which it starts. */
  readonly line: number;
  /** UTF-16 offsets of the whole link, including its `!`. */
  readonly start: number;
  readonly end: number;
  /** The file that it names, decoded, without anchor; empty for an anchor in the note itself. */
  readonly target: string;
  /** The part after the first `#`, decoded: headings joined by `#`, or `^` and a block id; empty if there is none. */
  readonly anchor: string;
  /** The text shown instead of the target, as written; null if there is none. */
  readonly alias: string | null;
  /** Offsets of the written target, without anchor and without surrounding white space and angle brackets. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** The name of the footnote whose definition contains it; null elsewhere. */
  readonly footnote: string | null;
}

/** In order of their start. */
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
  /** Offsets of file and anchor. */
  readonly hrefStart: number;
  readonly hrefEnd: number;
  /** Offsets of the text shown instead; null if there is none. */
  readonly alias: readonly [number, number] | null;
}

function linksIn(text: string, written: string, { start, end }: NoteBlock): Found[] {
  const footnote = /^\[\^([^\]\s]+)\]:/.exec(written)?.[1] ?? null;
  const links = inlineLinks(written, start).map((link) => ({ ...link, footnote }));
  return footnote !== null || !written.includes(']:') ? links : [...links, ...definitionsIn(text, start, end)];
}

// Tokens of prose. Every alternative has bounded length, so that any text takes linear time.

const TOKEN = new RegExp(
  [
    String.raw`\\[^]`,
    // A code span ends at an equal run of backticks; an unclosed run is literal.
    String.raw`(?<run>\x60+)(?:(?<=(?<!\x60)\x60{1,20})[^]{1,2000}?(?<!\x60)\k<run>(?!\x60))?`,
    String.raw`<!--[^]{0,2000}?-->|%%[^]{0,2000}?%%|\$\$[^]{0,2000}?\$\$`,
    // Math on one line; if a digit follows the second dollar sign, both are prices.
    String.raw`\$(?!\s)(?:[^$\\\n]|\\.){0,500}?(?<!\s)\$(?!\d)`,
    String.raw`<\/?[a-z][^<>[\x60\n]{0,1000}>`,
    // \x60[[1]](address)\x60, as web citations are written, is a link with brackets in its text.
    String.raw`(?<embed>!?)\[\[(?!\[)(?<wiki>(?:(?!\[\[|\]\]|\n)[^]){1,1000})\]\](?!\(http)`,
    String.raw`!?\[|\]`,
  ].join('|'),
  'gi',
);
/** An address in parentheses, with or without a title. */
const HREF = new RegExp(
  String.raw`\([ \t]{0,99}(?:<(?<angled>(?:[^<>\n\\]|\\.){0,2000})>|` +
    String.raw`(?<bare>(?!<)(?:[^\s()\\]|\\[^]|\((?:[^\s()\\]|\\[^]){0,500}\)){0,2000}))` +
    String.raw`(?:[ \t]{1,99}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^)]{0,500}\)))?[ \t]{0,99}\)`,
  'y',
);

/** The wikilinks, markdown links and images in a piece of prose that starts at `offset` of its note. */
function inlineLinks(text: string, offset: number): Omit<Found, 'footnote'>[] {
  const links: Omit<Found, 'footnote'>[] = [];
  const opened: { readonly at: number; readonly embed: boolean }[] = [];
  /** Brackets below this depth already contain a link, and links cannot be nested. Images can. */
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

/** `[name]: address`, alone on lines at the start of a paragraph. */
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

/** Obsidian treats a value as a link only if it is nothing else. */
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

/** True if a YAML `#` precedes it on its line. */
function isComment(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return before.includes('#') && /(?:^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, ''));
}

/** An address with a scheme, on another host, or with a template placeholder cannot be resolved. */
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
    // In single-quoted YAML an apostrophe is doubled.
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

/** The percent-encoded bytes of one UTF-8 character; any other percent sign is literal. */
const ESCAPED =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** Decodes an address from its markdown and URL escapes. */
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

const SOURCE_LINE = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:[ \t]*(.*)`, 'gm');

/**
 * True if a source leads to its fact: by a relative link, or one that Obsidian resolves from the vault's root or by
 * file name. A source without a link is a person's own text and counts as correct.
 */
export function isSameLink(source: string, page: string, fact: Logged): boolean {
  // Fast path: the form that a dream writes, true for all but a few of a hundred thousand.
  if (
    source.endsWith(`/${fact.path}#^${fact.id})`) &&
    source.includes(`](${'../'.repeat(page.split('/').length - 1)}${fact.path}#`)
  )
    return true;
  const [link] = parseNoteLinks(source);
  if (link === undefined) return true;
  const { target: file, anchor } = link;
  if (anchor.startsWith('^') && anchor !== `^${fact.id}`) return false;
  const bare = fact.path.replace(/\.md$/, '');
  const targets = [posix.normalize(posix.join(posix.dirname(page), file)), file.replace(/^\//, '')];
  return (
    targets.some((target) => target === fact.path || target === bare) ||
    [fact.path, bare].some((path) => posix.basename(path) === file)
  );
}

/** True if it names the fact's log, and perhaps its line, relative to another location, as on a page that was moved. */
export function isOfAnotherPlace(source: string, { id, path }: Logged): boolean {
  const [link] = parseNoteLinks(source);
  return (
    link !== undefined &&
    ['', `^${id}`].includes(link.anchor) &&
    [posix.basename(path), posix.basename(path, '.md')].includes(posix.basename(link.target))
  );
}

/**
 * Repairs sources that do not lead to their facts, if `mayLead` allows it, and returns the page and the repaired ones
 * in order.
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
    // With two links it is unclear which is the source.
    if (link === undefined || others.length > 0) continue;
    const to = link.form === 'wiki' ? fact.path.replace(/\.md$/, '') : relativeLink(page, fact.path);
    const anchorEnd = link.targetEnd + (/^#[^|\])>\s]*/.exec(next.slice(link.targetEnd, link.end))?.[0].length ?? 0);
    next = `${next.slice(0, link.targetStart)}${to}${fact.computed ? '' : `#^${fact.id}`}${next.slice(anchorEnd)}`;
    led.unshift({ fact, line });
  }
  return { text: next, led };
}
