// Links resolve, as Obsidian does it: from the vault's root, from the note's folder, or by name. Web links are not
// checked, and sources of facts are checked by `citations`.
import { nearest } from '../../model/text.ts';
import { makeHasAnchor, type Resolved } from '../../note/link-map.ts';
import type { NoteLink } from '../../note/links.ts';
import type { NoteFacts } from '../../vault/note-files.ts';
import { type Followed, linksLookedAt, sameLinks, type SameLinks, times, wikiTarget } from '../follow.ts';
import type { LintInput } from '../input.ts';
import { type Check, movesOf, quote, type Remark, remark, type Rule, some } from '../rule.ts';

/** One finding for all links of a note that say the same. */
const found = (
  { first: { from, link } }: SameLinks,
  message: string,
  fix: string,
  severity: Remark['severity'] = 'warning',
): Remark => remark(severity, { path: from, line: link.line }, message, fix);

/** Extensions of files that Obsidian opens, and of other common ones. */
const ATTACHMENT = new RegExp(
  String.raw`\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|opus|wav|3gp|mkv|mov|mp4|ogv|` +
    String.raw`webm|pdf|epub|base|canvas|excalidraw|csv|tsv|txt|json|html?|docx?|xlsx?|pptx?|od[pst]|rtf|zip|gz|` +
    String.raw`7z)$`,
  'i',
);

/** Whether a link is to a file, not a note: it is an embed, or its target has such an extension. */
const isFileLink = ({ embed, target }: Pick<NoteLink, 'embed' | 'target'>): boolean => embed || ATTACHMENT.test(target);

/** Links to notes, or to files, that lead nowhere. */
function broken(input: LintInput, areFiles: boolean): Remark[] {
  const movedTo = movesOf(input);
  return sameLinks(linksLookedAt(input), ({ link, to }) =>
    to.how === 'missing' && isFileLink(link) === areFiles ? link.target : null,
  ).map((same): Remark => {
    const { from, link } = same.first;
    const moved = areFiles ? null : movedTo(from, link.target);
    const named = input.links.named(link.target.slice(link.target.lastIndexOf('/') + 1));
    return found(
      same,
      `the link to ${quote(link.target)} does not resolve to a ${areFiles ? 'file' : 'note'}${times(same)}`,
      moved !== null
        ? `write [[${wikiTarget(input.links, moved)}]]: the facts of the page are in ${moved} now`
        : named.length > 0
          ? `did you mean ${some(named)}?`
          : `add the ${areFiles ? 'file' : 'note'}, correct the link, or remove it`,
    );
  });
}

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 2_Wiki/Ann.md
 *   Ann, of [[Work#Colleagues|work]].
 *   == 3_Personal/Work.md
 * - See [Ann](../2_Wiki/Ann.md), [[ann]], `[[code]]` and [the web](https://example.org/x.md).
 * + See [Ann](Ann.md#Ann), [[3_Personal/Ann]], `[[code]]` and [the web](https://example.org/x.md).
 *
 *   ## Colleagues
 * + See [[Bob]] and [[Bob|him]].
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds warning 3_Personal/Work.md:1
 * @finds warning 3_Personal/Work.md:4
 */
const missing: Check = {
  what: 'A link to a note leads to an existing note.',
  check: (input) => broken(input, false),
};

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 4_Assets/desk.png
 *   == 3_Personal/Work.md
 * - ![[desk.png|200]] ![The desk](../4_Assets/desk.png) ![](https://example.org/logo.png)
 * + ![[chair.png|200]] ![The desk](4_Assets/desk.png)
 * + See [the plan](plan.pdf).
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds warning 3_Personal/Work.md:1
 * @finds warning 3_Personal/Work.md:2
 */
const file: Check = {
  what: 'Images, embedded notes and attachments are in the vault.',
  check: (input) => broken(input, true),
};

/**
 * Headings are compared as Obsidian does it, ignoring case and punctuation; a markdown link may use GitHub's slug.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 2_Wiki/Ann.md
 *   # Ann
 *   ## At work
 *   She is *his* colleague. ^colleague
 *   == 3_Personal/Work.md
 * - See [[Ann#at work]], [[Ann#^colleague]], [Ann](../2_Wiki/Ann.md#at-work) and [[#Jobs]].
 * + See [[Ann#at work]], [[Ann#^collegue]],
 * + [Ann](../2_Wiki/Ann.md#at-home) and [[#Job]].
 *
 *   ## Jobs
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds warning 3_Personal/Work.md:1
 * @finds warning 3_Personal/Work.md:2
 * @finds warning 3_Personal/Work.md:2
 */
const anchor: Check = {
  what: 'A link to a heading or a block leads to an existing one.',
  check: (input) => {
    const finders = new Map<string, ReturnType<typeof makeHasAnchor>>();
    const isThere = (note: NoteFacts, { anchor: name, form }: NoteLink): boolean => {
      const has = finders.get(note.path) ?? makeHasAnchor(note);
      finders.set(note.path, has);
      return has(name, form === 'markdown' || form === 'definition');
    };
    return sameLinks(linksLookedAt(input), (one) => {
      const note = one.link.anchor === '' ? undefined : targetOf(input, one);
      return note === undefined || isThere(note, one.link) ? null : `${one.link.target}#${one.link.anchor}`;
    }).map((same): Remark => {
      const { target, anchor: name } = same.first.link;
      const where = target === '' ? 'this note' : quote(target);
      const what = name.includes('^') ? 'block' : 'heading';
      return found(
        same,
        `${where} has no ${what} ${quote(name)}${times(same)}`,
        remedy(targetOf(input, same.first), name),
      );
    });
  },
};

function targetOf({ notes }: LintInput, { to }: Followed): NoteFacts | undefined {
  return to.how === 'found' || to.how === 'wrong-case' ? notes.get(to.path) : undefined;
}

/** With more headings than this, edit distances take too long. */
const MOST_COMPARED = 500;

function remedy(note: NoteFacts | undefined, name: string): string {
  const last = name.slice(name.lastIndexOf('#') + 1);
  const mark = last.startsWith('^') ? '^' : '';
  const known = mark === '^' ? (note?.blocks ?? []) : (note?.headings ?? []).map(({ text }) => text);
  const near = known.length > MOST_COMPARED ? null : nearest(last.slice(mark.length), known);
  return near === null ? 'correct the link, or remove what comes after #' : `did you mean ${mark}${near}?`;
}

/**
 * Obsidian offers aliases in its completion and then writes the file's name: a bare alias leads nowhere.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 2_Wiki/Ann Berg.md
 *   ---
 *   aliases: [Annie]
 *   ---
 *   A colleague.
 *   == 3_Personal/Work.md
 * - See [[Ann Berg|Annie]].
 * + See [[annie]], [[Annie]].
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds warning 3_Personal/Work.md:1
 */
const alias: Check = {
  what: 'A link names a file, not an alias of it.',
  check: (input) =>
    resolvedAs(input, 'by-alias', (same, paths) => {
      const { link } = same.first;
      const [only = ''] = paths;
      return found(
        same,
        `${quote(link.target)} is an alias of ${some(paths)}, and links do not resolve aliases${times(same)}`,
        `write [[${paths.length === 1 ? wikiTarget(input.links, only) : 'Name'}|${link.alias ?? link.target}]]`,
      );
    }),
};

/** One remark for all links of a note to one target that resolve in this way. */
function resolvedAs(
  input: LintInput,
  how: Resolved['how'],
  say: (same: SameLinks, paths: readonly string[]) => Remark,
): Remark[] {
  const isSo = ({ link, to }: Followed): string | null => (to.how === how ? link.target.toLowerCase() : null);
  return sameLinks(linksLookedAt(input), isSo).map((same) => {
    const { to } = same.first;
    return say(same, 'path' in to ? [to.path] : 'paths' in to ? to.paths : []);
  });
}

/**
 * Obsidian opens the file with the shortest path, which may not be the right one.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 1_Projects/Atlas/Notes.md
 *   Of Atlas.
 *   == 1_Projects/Borealis/Notes.md
 *   Of Borealis, see [[Notes]].
 *   == 3_Personal/Work.md
 * - See [[Atlas/Notes]].
 * + See [[Notes]] and [[notes]].
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds warning 3_Personal/Work.md:1
 */
const ambiguous: Check = {
  what: 'A link matches only one file.',
  check: (input) =>
    resolvedAs(input, 'ambiguous', (same, [path = '', ...others]) =>
      found(
        same,
        `the link to ${quote(same.first.link.target)} may lead to ${some([path, ...others])}; ` +
          `Obsidian opens the first${times(same)}`,
        `write the full path of the right one, as in [[${path.replace(/\.md$/i, '')}]]`,
      ),
    ),
};

/**
 * Obsidian ignores case; GitHub and Linux do not.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 2_Wiki/Ann.md
 *   A colleague.
 *   == 3_Personal/Work.md
 * - See [[Ann]].
 * + See [[ann]] or [her](../2_wiki/Ann.md).
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds note 3_Personal/Work.md:1
 * @finds note 3_Personal/Work.md:1
 */
const letterCase: Check = {
  what: 'A link has the same case as its file.',
  check: (input) =>
    resolvedAs(input, 'wrong-case', (same, [path = '']) =>
      found(
        same,
        `the link to ${quote(same.first.link.target)} leads to ${path}, spelt otherwise${times(same)}`,
        'spell it as the file is called; Obsidian finds it either way, GitHub and other programs may not',
        'note',
      ),
    ),
};

export const links: Rule = {
  name: 'links',
  what: 'Links lead where they should.',
  kinds: { missing, file, anchor, alias, ambiguous, case: letterCase },
};
