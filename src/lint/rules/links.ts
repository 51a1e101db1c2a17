// Links resolve, as Obsidian does it; pages can be reached, and related pages link to each other.
import { groupBy } from '../../model/group-by.ts';
import { nearest } from '../../model/text.ts';
import { type LinkMap, makeHasAnchor, type Resolved } from '../../note/link-map.ts';
import type { NoteLink } from '../../note/links.ts';
import { type NoteFacts, noteFacts } from '../../vault/note-files.ts';
import { CATALOGUE_FILE, RUN_LOG_FILE } from '../../vault/vault.ts';
import { type Followed, followLinks, isTemplate, type LintInput } from '../input.ts';
import { type Check, movesOf, note, quote, type Remark, remark, type Rule, some } from '../rule.ts';

// Links resolve from the vault's root, from the note's folder, or by name. Web links are not checked, and sources of
// facts are checked by `citations`.

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

// Pages can be reached by links, and related pages link to each other.

const DAY_NOTE = /\/\d{4}-\d{2}-\d{2}\.md$/;

/**
 * Not orphans: files at the top of the vault, where reading starts; daily notes; templates.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   - [people] Ann likes tea ^m4w8y3bc5r
 *   == index.md
 * - - [Work](3_Personal/Work.md)
 *   == People.md
 *   - [Ann](2_Wiki/Ann.md)
 *   == 2_Wiki/Ann.md
 *   - Ann likes tea[^m4w8y3bc5r]
 *
 *   [^m4w8y3bc5r]: [2026-07-01](../daily/2026-07-01.md#^m4w8y3bc5r)
 *   == 3_Personal/Work.md
 *   - User works at Microsoft[^k3v9x2ab4q]
 *
 *   [^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
 * @finds note 3_Personal/Work.md:1
 */
const orphan: Check = {
  what: 'Each page has a link from another page or from index.md.',
  check: (input) => {
    const reached = reachedPages(input);
    return input.lookedAt
      .filter((path) => path.includes('/') && !reached.has(path) && !DAY_NOTE.test(path) && !isTemplate(input, path))
      .map((path): Remark =>
        note({ path }, 'nothing links here, not even index.md', 'link to it from a note that it belongs to'),
      );
  },
};

/** Pages with a link to them. One that an up-to-date index.md would list counts too, since `catalogue` reports that. */
function reachedPages({ followed, links, catalogue, unmerged }: LintInput): Set<string> {
  const listed =
    catalogue === null || unmerged.has(CATALOGUE_FILE)
      ? []
      : followLinks([noteFacts(CATALOGUE_FILE, catalogue.after)], links);
  const reached = new Set<string>();
  for (const { from, to } of [...followed, ...listed])
    if (from !== RUN_LOG_FILE) for (const path of targetsOf(to)) if (path !== from) reached.add(path);
  return reached;
}

/**
 * The link back may be anywhere on the page.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft with Ann ^k3v9x2ab4q
 *   - [people] Ann likes tea ^m4w8y3bc5r
 *   == 2_Wiki/Ann.md
 *   - Ann likes tea[^m4w8y3bc5r]
 *
 *   ## Related
 * - - [Work](../3_Personal/Work.md)
 *   == 3_Personal/Work.md
 *   - User works at Microsoft with Ann[^k3v9x2ab4q]
 *
 *   ## Related
 *   - [[Ann]]
 * @finds note 3_Personal/Work.md:4
 */
const backLink: Check = {
  what: 'A page listed under Related links back.',
  check: (input) =>
    missingBackLinks(input)
      .filter(({ other }) => input.looksAt(other))
      .map(({ path, line, other }) =>
        note(
          { path, line },
          `${other} is related to this page, and does not link back to it`,
          `add this page to ## Related of ${other}`,
        ),
      ),
};

/** Links under `## Related` to a page that does not link back, one per pair of pages. */
export function missingBackLinks(
  input: LintInput,
): { readonly path: string; readonly line: number; readonly other: string }[] {
  const graph = linkGraph(input.followed);
  const said = new Set<string>();
  return linksLookedAt(input).flatMap(({ from, link, to }) => {
    const [other] = isRelated(input.notes.get(from), link.line) ? targetsOf(to) : [];
    const key = `${from}\n${other}`;
    if (other === undefined || other === from || graph.get(other)?.has(from) === true || said.has(key)) return [];
    said.add(key);
    return [{ path: from, line: link.line, other }];
  });
}

/** Whether a line is below the heading `## Related`. False for an unknown note. */
function isRelated(note: NoteFacts | undefined, line: number): boolean {
  const above = note?.headings.findLast((heading) => heading.line < line && heading.level <= 2);
  return above?.level === 2 && above.text === 'Related';
}

export const unlinked: Rule = {
  name: 'unlinked',
  what: 'Pages can be reached by links, and related pages link to each other.',
  kinds: { orphan, 'back-link': backLink },
};

// Selects and groups the links to check.

/** The links that editorial rules check: those of checked notes, without sources of facts, which `citations` checks. */
function linksLookedAt({ followed, looksAt, isKnown }: LintInput): Followed[] {
  return followed.filter(({ from, link }) => looksAt(from) && (link.footnote === null || !isKnown(link.footnote)));
}

/** The files that a link opens or may open; none if it resolves to nothing. */
function targetsOf(to: Resolved): readonly string[] {
  if (to.how === 'found' || to.how === 'wrong-case') return [to.path];
  return to.how === 'ambiguous' ? to.paths : [];
}

/** For each note, the other files it links to. An ambiguous link counts for each file that it may open. */
function linkGraph(followed: Iterable<Followed>): Map<string, Set<string>> {
  const steps = [...followed].flatMap(({ from, to }) => targetsOf(to).map((path) => ({ from, path })));
  return new Map(
    [...groupBy(steps, ({ from }) => from)].map(([from, all]) => [
      from,
      new Set(all.map(({ path }) => path).filter((path) => path !== from)),
    ]),
  );
}

/** Links of one note that say the same. */
interface SameLinks {
  readonly first: Followed;
  readonly count: number;
}

/** Groups each note's links by `keyOf`; null leaves a link out. */
function sameLinks(followed: Iterable<Followed>, keyOf: (one: Followed) => string | null): SameLinks[] {
  const said = [...followed].filter((one) => keyOf(one) !== null);
  return [...groupBy(said, (one) => `${one.from}\n${keyOf(one)}`).values()].flatMap(([first, ...more]) =>
    first ? [{ first, count: more.length + 1 }] : [],
  );
}

/** The end of a message: how often the link occurs; empty for once. */
const times = ({ count }: SameLinks): string => (count === 1 ? '' : `, ${count} times`);

/** The target of a wikilink to a file: its name if unique, else its path; without `.md`. */
export function wikiTarget(links: LinkMap, path: string): string {
  const bare = path.replace(/\.md$/i, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return links.named(name).length === 1 ? name : bare;
}
