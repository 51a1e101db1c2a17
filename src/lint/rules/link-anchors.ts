// The kind `anchor` of `links`: headings and blocks. Headings are compared as Obsidian does it, ignoring case and
// punctuation; a markdown link may also use GitHub's slug.
import { nearest } from '../../model/text.ts';
import { headingMeant, makeHasAnchor } from '../../note/link-map.ts';
import type { NoteLink } from '../../note/links.ts';
import type { NoteFacts } from '../../vault/note-facts.ts';
import { type Followed, linksLookedAt, sameLinks, targetsOf, times, wikiTarget } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { type Check, quote, type Remark } from '../rule.ts';

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 2_Wiki/Ann.md
# Ann
## At work
She is *his* colleague. ^colleague
== 3_Personal/Work.md
See [[Ann#at work]], [[Ann#^colleague]], [Ann](../2_Wiki/Ann.md#at-work) and [[#Jobs]].

## Jobs
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const anchor: Check = {
  what: 'A link to a heading or a block leads to one that exists.',
  examples: {
    ok,
    notOk: ok
      .replace('[[#Jobs]]', '[[#Job]]')
      .replace('#^colleague]], [Ann](../2_Wiki/Ann.md#at-work)', '#^collegue]],\n[Ann](../2_Wiki/Ann.md#at-home)'),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:2', 'warning 3_Personal/Work.md:2'],
  },
  check: (input) => {
    const finders = new Map<string, ReturnType<typeof makeHasAnchor>>();
    const isThere = (note: NoteFacts, { anchor, form }: NoteLink): boolean => {
      const has = finders.get(note.path) ?? makeHasAnchor(note);
      finders.set(note.path, has);
      return has(anchor, form === 'markdown' || form === 'definition');
    };
    return sameLinks(linksLookedAt(input), (one) => {
      const note = one.link.anchor === '' ? undefined : targetOf(input, one);
      return note === undefined || isThere(note, one.link) ? null : `${one.link.target}#${one.link.anchor}`;
    }).map((same): Remark => {
      const { first } = same;
      const { line, target } = first.link;
      return {
        severity: 'warning',
        path: first.from,
        line,
        message:
          (target === '' ? 'this note' : quote(target)) +
          ' has no ' +
          (first.link.anchor.includes('^') ? 'block' : 'heading') +
          ` ${quote(first.link.anchor)}${times(same)}`,
        fix: elsewhere(input, first, isThere) ?? remedy(targetOf(input, first), first.link.anchor),
      };
    });
  },
};

function targetOf({ notes }: LintInput, { to }: Followed): NoteFacts | undefined {
  return to.how === 'found' || to.how === 'wrong-case' ? notes.get(to.path) : undefined;
}

/** The fix if exactly one other note of that name has the heading or block; else null. */
function elsewhere(
  { links, notes }: LintInput,
  { link, to }: Followed,
  isThere: (note: NoteFacts, link: NoteLink) => boolean,
): string | null {
  if (link.target === '') return null;
  const others = links
    .named(link.target.slice(link.target.lastIndexOf('/') + 1))
    .flatMap((path) => notes.get(path) ?? [])
    .filter((note) => isThere(note, link));
  const [only] = others;
  if (only === undefined || others.length > 1 || targetsOf(to).includes(only.path)) return null;
  return `write [[${wikiTarget(links, only.path)}#${link.anchor}]]: ${only.path} has it`;
}

/** With more headings than this, edit distances take too long. */
const MOST_COMPARED = 500;

function remedy(note: NoteFacts | undefined, anchor: string): string {
  const last = anchor.slice(anchor.lastIndexOf('#') + 1);
  const isBlock = last.startsWith('^');
  const known = isBlock ? (note?.blocks ?? []) : (note?.headings ?? []).map(({ text }) => text);
  const meant = isBlock || note === undefined ? null : headingMeant(note, anchor);
  if (meant !== null) return `write #${meant}, which is how Obsidian names that heading`;
  const near = known.length > MOST_COMPARED ? null : nearest(isBlock ? last.slice(1) : last, known);
  return near === null
    ? 'correct the link, or take off what comes after #'
    : `did you mean ${isBlock ? '^' : ''}${near}?`;
}
