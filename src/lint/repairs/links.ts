// Repairs links that certainly mean another place than they say: to a page that moved, in another case of letters, or
// by another name of a page. The words that a reader sees stay; only the bytes of the target change.
import { posix } from 'node:path';
import { isId } from '../../model/ids.ts';
import { relativeLink } from '../../note/link-target.ts';
import { type NoteLink, parseNoteLinks } from '../../note/links.ts';
import { addRelated } from '../../page/edit-page.ts';
import { titleFromPath } from '../../page/page.ts';
import { isCalled, isPath, linkGraph, linksLookedAt, speltSo, targetsOf } from '../follow.ts';
import type { LintInput } from '../input.ts';
import type { Mended, Repairer } from '../repair.ts';
import { movesOf } from '../rule.ts';
import { isRelated } from '../rules/back-links.ts';

export const linkRepairs: Repairer = {
  name: 'links',
  rules: ['broken-links', 'link-case', 'alias-links'],
  over: (input) => {
    const movedTo = movesOf(input);
    return ({ path, text }) => {
      const edits: Edit[] = [];
      const mended: Mended[] = [];
      for (const link of parseNoteLinks(text)) {
        // The source of a fact is repaired by sources.ts, which knows the fact.
        if (link.footnote !== null && isId(link.footnote) && input.isKnown(link.footnote)) continue;
        const found = newPlace(input, path, link, movedTo);
        const edit = found === null ? null : rewritten(input, path, text, link, found);
        if (found === null || edit === null) continue;
        edits.push(edit);
        mended.push({
          rule: found.rule,
          path,
          line: link.line,
          reason: `“${text.slice(link.start, link.end)}” leads to ${found.to}: ${found.why}`,
        });
      }
      return { text: applied(text, edits), mended };
    };
  },
};

/** Where a link is to lead. */
interface NewPlace {
  readonly rule: string;
  readonly to: string;
  readonly why: string;
  /** The words that a reader sees today, where they would change with the target. */
  readonly shown?: string;
}

function newPlace(
  input: LintInput,
  from: string,
  link: NoteLink,
  movedTo: (from: string, target: string) => string | null,
): NewPlace | null {
  if (link.target === '') return null;
  const resolved = input.links.resolve(from, link.target);
  if (resolved.how === 'found' || resolved.how === 'ambiguous') return null;
  if (resolved.how === 'wrong-case') {
    // One that is spelt so may be the one that is meant.
    if (speltSo(input.links, link.target, resolved.path).length > 0) return null;
    // A small letter within a sentence is meant to be seen; a path is not.
    const isShown = link.form === 'wiki' && !link.target.includes('/');
    return {
      rule: 'link-case',
      to: resolved.path,
      why: 'only the case of its letters is another',
      ...(isShown ? { shown: shownBy(link) } : {}),
    };
  }
  if (resolved.how === 'by-alias') {
    const [only, ...others] = resolved.paths;
    // In other letters a name is often another word: `Ada` is no `ADA`.
    return only === undefined || others.length > 0 || !isCalled(input, only, link.target)
      ? null
      : { rule: 'alias-links', to: only, why: 'no other page is called so', shown: shownBy(link) };
  }
  return whereNow(input, from, link.target, movedTo);
}

/** Where the note is now that a link names and that is gone from there; null where that is not certain. */
export function whereNow(
  input: LintInput,
  from: string,
  target: string,
  movedTo: (from: string, target: string) => string | null,
): Omit<NewPlace, 'shown'> | null {
  const to = movedTo(from, target);
  if (to !== null) return { rule: 'broken-links', to, why: 'the facts of the page are there now' };
  const [only, ...others] = GENERAL.test(posix.basename(target))
    ? []
    : input.links.named(posix.basename(target)).filter((path) => input.notes.has(path));
  return only === undefined || others.length > 0 || !isPath(input, from, target, only)
    ? null
    : { rule: 'broken-links', to: only, why: 'no other page has that name' };
}

/** What Obsidian shows for a link without words of its own. */
const shownBy = ({ target, anchor }: NoteLink): string =>
  [target, ...anchor.split('#').filter((part) => part !== '')].join(' > ');

/** Names that many folders have: such a page elsewhere need not be the one that is gone. */
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
  // All up to the brackets: an anchor stands between the target and the name that is shown.
  return bar === null
    ? null
    : {
        start: link.targetStart,
        end: link.end - 2,
        text: `${target}${text.slice(link.targetEnd, link.end - 2)}${bar}${shown}`,
      };
}

/**
 * The bar between target and shown words. In a table a bar would end the cell, so it is escaped; null where it is not
 * clear whether the line is one of a table.
 */
function barFor(text: string, link: NoteLink): string | null {
  const from = text.lastIndexOf('\n', link.start - 1) + 1;
  const to = text.indexOf('\n', link.end);
  const around = text.slice(from, link.start) + text.slice(link.end, to < 0 ? text.length : to);
  if (/^[\s>]*\|/.test(around)) return '\\|';
  return around.replace(/\[\[[^\]\n]*\]\]/g, '').includes('|') ? null : '|';
}

/**
 * The target as the link would name it: in the link's own manner where that leads to the page, else from the root or
 * from the note. Null where nothing does.
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

export function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: words }) => now.slice(0, start) + words + now.slice(end), text);
}

// The way back: a page that another names under `## Related` names it there, too, as a dream writes both.

export const relatedRepairs: Repairer = {
  name: 'related',
  rules: ['back-links'],
  over: (input) => {
    const wanted = waysBack(input);
    return ({ path, text }) => {
      const others = wanted.get(path) ?? [];
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
              rule: 'back-links',
              path,
              line: 1,
              reason: `${other} names it under ## Related`,
            })),
          };
    };
  },
};

/** For each page the pages that name it under `## Related` and that it does not link to. */
function waysBack(input: LintInput): Map<string, string[]> {
  const graph = linkGraph(input.followed);
  const wanted = new Map<string, string[]>();
  for (const { from, link, to } of linksLookedAt(input)) {
    const [other] = targetsOf(to);
    if (
      other === undefined ||
      other === from ||
      !isRelated(input.notes.get(from), link.line) ||
      graph.get(other)?.has(from) === true
    )
      continue;
    const list = wanted.get(other);
    if (list === undefined) wanted.set(other, [from]);
    else if (!list.includes(from)) list.push(from);
  }
  return wanted;
}
