// Links that certainly mean another place than they say: to a page that moved, spelt in another case, or by another name
// of the page. The words that a reader sees stay; of a link only the bytes of its target change.
import { posix } from 'node:path';
import { relativeLink } from '../../markdown/links.ts';
import { type NoteLink, parseNoteLinks } from '../../markdown/note-links.ts';
import { isId } from '../../model/ids.ts';
import type { LintInput } from '../input.ts';
import type { Mended, Repairer } from '../repair.ts';

export const linkRepairs: Repairer = {
  name: 'links',
  rules: ['broken-links', 'link-case', 'alias-links'],
  over: (input) => {
    const movedTo = movesOf(input);
    return ({ path, text }) => {
      const edits: Edit[] = [];
      const mended: Mended[] = [];
      for (const link of parseNoteLinks(text)) {
        // A source of memvault's is put right from the fact itself.
        if (link.footnote !== null && isId(link.footnote) && input.isKnown(link.footnote)) continue;
        const found = newPlace(input, path, link, movedTo);
        const edit = found === null ? null : rewritten(input, path, text, link, found);
        if (found === null || edit === null) continue;
        edits.push(edit);
        mended.push({ rule: found.rule, path, line: link.line, reason: `“${text.slice(link.start, link.end)}” leads to ${found.to}: ${found.why}` });
      }
      return { text: applied(text, edits), mended };
    };
  },
};

interface NewPlace {
  readonly rule: string;
  readonly to: string;
  readonly why: string;
  /** It is shown by the name that it was called by. */
  readonly shown?: string;
}

function newPlace(input: LintInput, from: string, link: NoteLink, movedTo: (from: string, target: string) => string | null): NewPlace | null {
  if (link.target === '') return null;
  const resolved = input.links.resolve(from, link.target);
  if (resolved.how === 'found' || resolved.how === 'ambiguous') return null;
  if (resolved.how === 'wrong-case') {
    // Within a sentence a small letter is right; a path is shown for nobody's sake.
    const isShown = link.form === 'wiki' && !link.target.includes('/');
    return { rule: 'link-case', to: resolved.path, why: 'only the case of its letters is another', ...(isShown ? { shown: shownBy(link) } : {}) };
  }
  if (resolved.how === 'by-alias') {
    const [only, ...others] = resolved.paths;
    return only === undefined || others.length > 0 ? null : { rule: 'alias-links', to: only, why: 'no other page is called so', shown: shownBy(link) };
  }
  const to = movedTo(from, link.target);
  if (to !== null) return { rule: 'broken-links', to, why: 'the facts of the page are there now' };
  const [only, ...others] = GENERAL.test(posix.basename(link.target)) ? [] : input.links.named(posix.basename(link.target)).filter((path) => input.notes.has(path));
  return only === undefined || others.length > 0 ? null : { rule: 'broken-links', to: only, why: 'no other page has that name' };
}

/** What Obsidian shows for a link without words of its own. */
const shownBy = ({ target, anchor }: NoteLink): string => [target, ...anchor.split('#').filter((part) => part !== '')].join(' > ');

/** Names that many folders have one of: such a page elsewhere need not be the one that moved. */
const GENERAL = /^(?:index|readme|home|note|notes|todo|untitled(?: \d+)?|_index)(?:\.md)?$/i;

/** Where the facts of a page that is gone are cited now, where that is on one page alone. */
function movesOf({ view, notes }: LintInput): (from: string, target: string) => string | null {
  const factsOf = new Map<string, Set<string>>();
  for (const { page, fact } of view.ledgerRead.lines) {
    if (page === undefined || notes.has(page)) continue;
    const facts = factsOf.get(page) ?? new Set();
    factsOf.set(page, facts.add(fact));
  }
  return (from, target) => {
    const name = target.endsWith('.md') ? target : `${target}.md`;
    const relative = posix.normalize(posix.join(posix.dirname(from), name));
    const gone = factsOf.has(relative) ? [relative] : [...factsOf.keys()].filter((path) => path === name || path.endsWith(`/${name}`));
    const [facts, ...others] = gone.map((path) => factsOf.get(path) ?? new Set<string>());
    if (facts === undefined || others.length > 0) return null;
    const now = new Set([...facts].flatMap((fact) => view.citedOn.get(fact) ?? []));
    const [only] = now;
    return now.size === 1 && only !== undefined ? only : null;
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function rewritten(input: LintInput, from: string, text: string, link: NoteLink, { to, shown }: NewPlace): Edit | null {
  const target = targetFor(input, from, link, to);
  if (target === null) return null;
  const edit = { start: link.targetStart, end: link.targetEnd, text: target };
  const isWiki = link.form === 'wiki' || link.form === 'property';
  if (shown === undefined || !isWiki || link.alias !== null || link.embed) return edit;
  const bar = barFor(text, link);
  // All up to the brackets: an anchor stands between the target and the name that is shown.
  return bar === null ? null : { start: link.targetStart, end: link.end - 2, text: `${target}${text.slice(link.targetEnd, link.end - 2)}${bar}${shown}` };
}

/** In a table a bar ends the cell. Null where nobody can tell whether the line is of one. */
function barFor(text: string, link: NoteLink): string | null {
  const from = text.lastIndexOf('\n', link.start - 1) + 1;
  const to = text.indexOf('\n', link.end);
  const around = text.slice(from, link.start) + text.slice(link.end, to < 0 ? text.length : to);
  if (/^[\s>]*\|/.test(around)) return '\\|';
  return around.replace(/\[\[[^\]\n]*\]\]/g, '').includes('|') ? null : '|';
}

/** As the link would be written: in its own manner where that leads there, else from the root or the page. Null where no writing does. */
function targetFor(input: LintInput, from: string, { form, target }: NoteLink, to: string): string | null {
  const isWiki = form === 'wiki' || form === 'property';
  const bare = !target.toLowerCase().endsWith('.md') && to.endsWith('.md');
  const cut = (path: string): string => (bare ? path.replace(/\.md$/, '') : path);
  const parts = to.split('/');
  const sameLength = parts.slice(-target.split('/').length).join('/');
  const ways = isWiki
    ? [...(/^\.{0,2}\//.test(target) ? [] : [cut(sameLength)]), cut(posix.basename(to)), cut(to)]
    : [...(target.startsWith('/') ? [`/${to}`] : []), cut(posix.relative(posix.dirname(from), to)), to];
  const way = ways.find((one) => {
    const resolved = input.links.resolve(from, one);
    return resolved.how === 'found' && resolved.path === to;
  });
  if (way === undefined || (isWiki && /[|#^[\]\\\n]/.test(way)) || (form === 'property' && /["'\\]/.test(way))) return null;
  if (isWiki) return way;
  return way.startsWith('/') ? `/${relativeLink('', way.slice(1))}` : relativeLink('', way);
}

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits].sort((a, b) => b.start - a.start).reduce((now, { start, end, text: words }) => now.slice(0, start) + words + now.slice(end), text);
}
