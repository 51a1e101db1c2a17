// Repairs links that certainly mean another target: a moved page, a name in the wrong case, an alias. The visible text
// stays; only the target changes.
import { posix } from 'node:path';
import { groupBy } from '../model/group-by.ts';
import { isId } from '../model/ids.ts';
import { relativeLink } from '../note/link-map.ts';
import { type NoteLink, parseNoteLinks } from '../note/links.ts';
import { addRelated } from '../page/edit-page.ts';
import { titleFromPath } from '../page/page.ts';
import type { LintInput } from './input.ts';
import type { Mended, Repairer } from './repair.ts';
import { movesOf } from './rule.ts';
import { missingBackLinks } from './rules/unlinked.ts';

export const linkRepairs: Repairer = {
  name: 'links',
  checks: ['links/missing', 'links/case', 'links/alias'],
  over: (input) => {
    const movedTo = movesOf(input);
    return ({ path, text }) => {
      const edits: Edit[] = [];
      const mended: Mended[] = [];
      for (const link of parseNoteLinks(text)) {
        // Sources of facts belong to `sourceRepairs`.
        if (link.footnote !== null && isId(link.footnote) && input.isKnown(link.footnote)) continue;
        const found = newPlace(input, path, link, movedTo);
        const edit = found === null ? null : rewritten(input, path, text, link, found);
        if (found === null || edit === null) continue;
        edits.push(edit);
        mended.push({
          rule: 'links',
          kind: found.kind,
          path,
          line: link.line,
          reason: `“${text.slice(link.start, link.end)}” leads to ${found.to}: ${found.why}`,
        });
      }
      return { text: applied(text, edits), mended };
    };
  },
};

/** The new target of a link. */
interface NewPlace {
  /** The kind of `links` that reports it. */
  readonly kind: string;
  readonly to: string;
  readonly why: string;
  /** The visible text, if it would change with the target. */
  readonly shown?: string;
}

function newPlace(
  input: LintInput,
  from: string,
  link: NoteLink,
  movedTo: ReturnType<typeof movesOf>,
): NewPlace | null {
  if (link.target === '') return null;
  const resolved = input.links.resolve(from, link.target);
  if (resolved.how === 'found' || resolved.how === 'ambiguous') return null;
  if (resolved.how === 'wrong-case') {
    // Another file with exactly this spelling may be the right one.
    if (speltSo(input.links, link.target, resolved.path).length > 0) return null;
    // Lower case may be deliberate in a sentence, but not in a path.
    const isShown = link.form === 'wiki' && !link.target.includes('/');
    return {
      kind: 'case',
      to: resolved.path,
      why: 'only the case of its letters is another',
      ...(isShown ? { shown: shownBy(link) } : {}),
    };
  }
  if (resolved.how === 'by-alias') {
    const [only, ...others] = resolved.paths;
    // A name in another case is often another word: `Ada` is not `ADA`.
    return only === undefined || others.length > 0 || !isCalled(input, only, link.target)
      ? null
      : { kind: 'alias', to: only, why: 'no other page is called so', shown: shownBy(link) };
  }
  return whereNow(input, from, link.target, movedTo);
}

/** The note that a link refers to by an old path; null if uncertain. */
function whereNow(
  input: LintInput,
  from: string,
  target: string,
  movedTo: ReturnType<typeof movesOf>,
): NewPlace | null {
  const to = movedTo(from, target);
  if (to !== null) return { kind: 'missing', to, why: 'the facts of the page are there now' };
  const [only, ...others] = GENERAL.test(posix.basename(target))
    ? []
    : input.links.named(posix.basename(target)).filter((path) => input.notes.has(path));
  return only === undefined || others.length > 0 || !isPath(input, from, target, only)
    ? null
    : { kind: 'missing', to: only, why: 'no other page has that name' };
}

/** What Obsidian displays for a link without an alias. */
const shownBy = ({ target, anchor }: NoteLink): string =>
  [target, ...anchor.split('#').filter((part) => part !== '')].join(' > ');

/** Names that occur in many folders: a page with one elsewhere need not be the same. */
const GENERAL = /^(?:index|readme|home|note|notes|todo|untitled(?: \d+)?|_index)(?:\.md)?$/i;

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
  // Up to the brackets, since an anchor may follow the target.
  return bar === null
    ? null
    : {
        start: link.targetStart,
        end: link.end - 2,
        text: `${target}${text.slice(link.targetEnd, link.end - 2)}${bar}${shown}`,
      };
}

/** The bar between target and alias, escaped in a table; null if it is unclear whether this is a table. */
function barFor(text: string, link: NoteLink): string | null {
  const from = text.lastIndexOf('\n', link.start - 1) + 1;
  const to = text.indexOf('\n', link.end);
  const around = text.slice(from, link.start) + text.slice(link.end, to < 0 ? text.length : to);
  if (/^[\s>]*\|/.test(around)) return '\\|';
  return around.replace(/\[\[[^\]\n]*\]\]/g, '').includes('|') ? null : '|';
}

/**
 * A target that leads to the page, in the link's style if possible, else from the root or the note; null if there is
 * none.
 */
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
  if (way === undefined || (isWiki && /[|#^[\]\\\n]/.test(way)) || (form === 'property' && /["'\\]/.test(way)))
    return null;
  if (isWiki) return way;
  return way.startsWith('/') ? `/${relativeLink('', way.slice(1))}` : relativeLink('', way);
}

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: words }) => now.slice(0, start) + words + now.slice(end), text);
}

/** Adds the missing link back from a page that another names under `## Related`, in the form that a dream writes. */
export const relatedRepairs: Repairer = {
  name: 'related',
  checks: ['unlinked/back-link'],
  over: (input) => {
    const wanted = groupBy(missingBackLinks(input), ({ other }) => other);
    return ({ path, text }) => {
      const others = (wanted.get(path) ?? []).map((from) => from.path);
      const related = others.map((other) => ({
        path: other,
        title: input.view.pages.get(other)?.head.title ?? titleFromPath(other),
      }));
      const after = related.length === 0 ? text : addRelated(text, path, related);
      return after === text
        ? { text, mended: [] }
        : {
            text: after,
            mended: others.map((other) => ({
              rule: 'unlinked',
              kind: 'back-link',
              path,
              line: 1,
              reason: `${other} names it under ## Related`,
            })),
          };
    };
  },
};

/**
 * Whether the part of a missing target before the slash is a folder, not a word as in `TCP/IP`: with the extension of a
 * note, if the folder exists or is a zone, or if memvault's page of that name may have been moved.
 */
function isPath(
  { links, pages, zones }: Pick<LintInput, 'links' | 'pages' | 'zones'>,
  from: string,
  target: string,
  found: string,
): boolean {
  if (target.endsWith('/')) return false;
  const folder = posix.dirname(target);
  return (
    target.endsWith('.md') ||
    zones.includes(folder) ||
    links.resolve(from, `${folder}/`).how === 'found' ||
    pages.some(({ path }) => path === found)
  );
}

/** Whether the note has exactly this alias or title. */
function isCalled({ notes }: Pick<LintInput, 'notes'>, path: string, name: string): boolean {
  const note = notes.get(path);
  return (
    note !== undefined &&
    [note.title ?? '', ...note.aliases].some((one) => one.normalize('NFC') === name.normalize('NFC'))
  );
}

/** Files in other folders whose name is spelled exactly like the link. */
function speltSo(links: LintInput['links'], target: string, path: string): string[] {
  if (target.includes('/')) return [];
  const names = [target, `${target}.md`].map((name) => name.normalize('NFC'));
  return links
    .named(target)
    .filter((other) => other !== path && names.includes(other.slice(other.lastIndexOf('/') + 1).normalize('NFC')));
}
