// Links lead where they say, as Obsidian follows them: from the root of the vault, from the note's own folder, or by
// name. A card of a canvas is a link to the file that it shows. Links to the web are not checked, and the sources of
// facts are the business of `citations`.
import { groupBy } from '../../model/group-by.ts';
import type { NoteLink } from '../../note/links.ts';
import {
  isCalled,
  isPath,
  linksLookedAt,
  makeOtherEndings,
  sameLinks,
  type SameLinks,
  speltSo,
  times,
  wikiTarget,
} from '../follow.ts';
import type { LintInput } from '../input.ts';
import { type Check, count, movesOf, quote, type Remark, type Rule, some } from '../rule.ts';
import { anchor } from './link-anchors.ts';

/** A vault with a page of these lines, beside these files. */
const vault = (lines: string, files: string): string => `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
${files}
== 3_Personal/Work.md
${lines}
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

/** One finding for all links of a note that say the same. */
const found = (
  { first: { from, link } }: SameLinks,
  severity: Remark['severity'],
  message: string,
  fix: string,
): Remark => ({ severity, path: from, line: link.line, message, fix });

const ANN = '== 2_Wiki/Ann.md\nAnn, of [[Work#Colleagues|work]].';
const WEB = '`[[code]]` and [the web](https://example.org/x.md)';

/** Several notes may link to one that nobody wrote: each link is a finding, and its fix counts the others. */
const missing: Check = {
  what: 'A link to a note leads to one.',
  examples: {
    ok: vault(`See [Ann](../2_Wiki/Ann.md), [[ann]], ${WEB}.\n\n## Colleagues`, ANN),
    notOk: vault(
      `See [Ann](Ann.md#Ann), [[3_Personal/Ann]], ${WEB}.\n\n## Colleagues\nSee [[Bob]] and [[Bob|him]].`,
      ANN,
    ),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:4'],
  },
  check: (input) => {
    const broken = sameLinks(linksLookedAt(input), ({ link, to }) =>
      to.how === 'missing' && !isFileLink(link) ? link.target : null,
    );
    const linking = groupBy(broken, ({ first }) => fold(first.link.target));
    let moves: ReturnType<typeof movesOf> | undefined;
    const otherEndings = makeOtherEndings(input.readPaths);
    return [
      ...unreadCanvases(input),
      ...broken.map((same): Remark => {
        const { from, link } = same.first;
        const isCard = link.form === 'card';
        const notes = new Set(linking.get(fold(link.target))?.map(({ first }) => first.from));
        const near: Near = {
          // A card names the note from the root.
          moved: (moves ??= movesOf(input))(isCard ? '' : from, link.target),
          named: input.links.named(bareName(link.target)),
          files: otherEndings(link.target),
          others: notes.size - 1,
        };
        return isCard
          ? found(
              same,
              'warning',
              `a card shows ${quote(link.target)}, and there is no such note${times(same)}`,
              cardFix(near),
            )
          : found(
              same,
              'warning',
              `the link to ${quote(link.target)} leads to no note${times(same)}`,
              noteFix(input, from, link.target, near),
            );
      }),
    ];
  },
};

/** A canvas that cannot be read hides what it links to. */
function unreadCanvases({ canvases, looksAt }: LintInput): Remark[] {
  return [...canvases.values()].flatMap(({ path, broken }): Remark[] =>
    broken === null || !looksAt(path)
      ? []
      : [
          {
            severity: 'note',
            path,
            line: 1,
            message: `the canvas cannot be read (${broken}), so nobody knows what its cards lead to`,
            fix: 'bring it back as it was, from git or a backup, or remove it',
          },
        ],
  );
}

const nameOf = (target: string): string => target.slice(target.lastIndexOf('/') + 1);
const bareName = (target: string): string => nameOf(target).replace(/\.md$/i, '');
/** The name of the note that a link means, as file systems and Obsidian compare names. */
const fold = (target: string): string => bareName(target).normalize('NFC').toLowerCase();

/** What comes near to a note that does not exist. */
interface Near {
  /** Where the facts of the page are now; null if it did not move. */
  readonly moved: string | null;
  /** Notes of that name. */
  readonly named: readonly string[];
  /** Files of that name with another extension. */
  readonly files: readonly string[];
  /** How many other notes link to it. */
  readonly others: number;
}

function noteFix(input: LintInput, from: string, target: string, { moved, named, files, others }: Near): string {
  const { links } = input;
  if (moved !== null) return `write [[${wikiTarget(links, moved)}]]: the facts of the page are in ${moved} now`;
  const [only] = named;
  if (only === undefined && files.length > 0)
    return files.length === 1
      ? `write [[${wikiTarget(links, files[0] ?? '')}]]: the file is ${files[0] ?? ''}`
      : `files of that name are ${some(files)}`;
  if (only === undefined)
    return (
      'write the note' +
      (others === 0 ? '' : ` (${count(others, 'other note')} link${others === 1 ? 's' : ''} to it too)`) +
      ', correct the link, or take it off'
    );
  if (named.length > 1) return `notes of that name are ${some(named)}`;
  return (
    `write [[${wikiTarget(links, only)}]]` +
    (isPath(input, from, target, only) ? `: the note is ${only}` : ` if ${only} is meant`)
  );
}

/** A card names a file by its path, which Obsidian fills in when another file is chosen. */
function cardFix({ moved, named, files }: Near): string {
  if (moved !== null) return `let the card show ${moved}: the facts of the page are there now`;
  const there = named.length > 0 ? named : files;
  if (there.length === 0) return 'write the note, let the card show another, or take it off the canvas';
  return there.length === 1 ? `let the card show ${there[0] ?? ''}` : `files of that name are ${some(there)}`;
}

/** Extensions of files that Obsidian opens beside notes, and of others that people keep. */
const ATTACHMENT = new RegExp(
  String.raw`\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|opus|wav|3gp|mkv|mov|mp4|ogv|` +
    String.raw`webm|pdf|epub|base|canvas|excalidraw|csv|tsv|txt|json|html?|docx?|xlsx?|pptx?|od[pst]|rtf|zip|gz|` +
    String.raw`7z)$`,
  'i',
);

/** Does a link mean a file and not a note? It does if it is an embed, or if its target has such an extension. */
const isFileLink = ({ embed, target }: Pick<NoteLink, 'embed' | 'target'>): boolean => embed || ATTACHMENT.test(target);

const file: Check = {
  what: 'Images, embedded notes and attachments are in the vault.',
  examples: {
    ok: vault(
      '![[desk.png|200]] ![The desk](../4_Assets/desk.png) ![](https://example.org/logo.png)',
      '== 4_Assets/desk.png',
    ),
    notOk: vault(
      '![[chair.png|200]] ![The desk](4_Assets/desk.png)\nSee [the plan](plan.pdf).',
      '== 4_Assets/desk.png',
    ),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:2'],
  },
  check: (input) => {
    const otherEndings = makeOtherEndings(input.readPaths);
    return sameLinks(linksLookedAt(input), ({ link, to }) =>
      to.how === 'missing' && isFileLink(link) ? link.target : null,
    ).map((same): Remark => {
      const { link } = same.first;
      const named = input.links.named(nameOf(link.target));
      const others = named.length > 0 ? [] : otherEndings(link.target.replace(ATTACHMENT, ''));
      return found(
        same,
        'warning',
        `${quote(link.target)} is ${link.embed || link.form === 'card' ? 'shown' : 'linked to'} here and not in the ` +
          `vault${times(same)}`,
        named.length > 0
          ? `a file of that name is ${some(named)}`
          : others.length > 0
            ? `with another ending there is ${some(others)}`
            : `put the file into the vault, or take it off the ${link.form === 'card' ? 'canvas' : 'note'}`,
      );
    });
  },
};

/** Obsidian offers aliases while you type and then writes the name of the file: a bare alias leads nowhere. */
const alias: Check = {
  what: 'A link names a file, not an alias of it.',
  examples: {
    ok: vault('See [[Ann Berg|Annie]].', '== 2_Wiki/Ann Berg.md\n---\naliases: [Annie]\n---\nA colleague.'),
    notOk: vault('See [[annie]], [[Annie]].', '== 2_Wiki/Ann Berg.md\n---\naliases: [Annie]\n---\nA colleague.'),
    finds: ['warning 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'by-alias' ? link.target.toLowerCase() : null)).map(
      (same): Remark => {
        const { link, to } = same.first;
        const paths = to.how === 'by-alias' ? to.paths : [];
        const [only = ''] = paths;
        return found(
          same,
          'warning',
          `${quote(link.target)} is another name of ${some(paths)}, and no link follows those${times(same)}`,
          paths.length === 1
            ? `write [[${wikiTarget(input.links, only)}|${link.alias ?? link.target}]]` +
                (isCalled(input, only, link.target) ? '' : ' if that note is meant')
            : 'write the name of the note that is meant, then a bar and the words to show, as in [[Name|words]]',
        );
      },
    ),
};

const NOTES = '== 1_Projects/Atlas/Notes.md\nOf Atlas.\n== 1_Projects/Borealis/Notes.md\nOf Borealis, see [[Notes]].';

/** Obsidian opens the file with the shortest path, which may not be the right one. */
const ambiguous: Check = {
  what: 'A link names one file, not one of several.',
  examples: {
    ok: vault('See [[Atlas/Notes]].', NOTES),
    notOk: vault('See [[Notes]] and [[notes]].', NOTES),
    finds: ['warning 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'ambiguous' ? link.target.toLowerCase() : null)).map(
      (same): Remark => {
        const { link, to } = same.first;
        const paths = to.how === 'ambiguous' ? to.paths : [];
        return found(
          same,
          'warning',
          `the link to ${quote(link.target)} may lead to ${some(paths)}; Obsidian opens the first${times(same)}`,
          `write the path of the one that is meant, as in [[${(paths[0] ?? '').replace(/\.md$/i, '')}]]`,
        );
      },
    ),
};

/** Obsidian ignores case; GitHub and Linux do not, and neither does a card of a canvas. */
const letterCase: Check = {
  what: 'A link is spelled in the same case as its file.',
  examples: {
    ok: vault('See [[Ann]].', '== 2_Wiki/Ann.md\nA colleague.'),
    notOk: vault('See [[ann]] or [her](../2_wiki/Ann.md).', '== 2_Wiki/Ann.md\nA colleague.'),
    finds: ['note 3_Personal/Work.md:1', 'note 3_Personal/Work.md:1'],
  },
  check: (input) =>
    sameLinks(linksLookedAt(input), ({ link, to }) => (to.how === 'wrong-case' ? link.target : null)).map(
      (same): Remark => {
        const { link, to } = same.first;
        const path = to.how === 'wrong-case' ? to.path : '';
        return link.form === 'card'
          ? found(
              same,
              'note',
              `a card shows ${quote(link.target)}, and the file is ${path}${times(same)}`,
              `let the card show ${path}`,
            )
          : found(
              same,
              'note',
              `the link to ${quote(link.target)} leads to ${path}, spelt otherwise${times(same)}`,
              caseFix(input, link.target, path),
            );
      },
    ),
};

/** `path`: where the link leads. A file elsewhere that is spelled as the link is may be the one that is meant. */
function caseFix({ links }: LintInput, target: string, path: string): string {
  const [other] = speltSo(links, target, path);
  return other === undefined
    ? 'spell it as the file is called; Obsidian finds it either way, GitHub and other programs may not'
    : `write [[${wikiTarget(links, other)}]] if ${other} is meant, which is spelt so, or spell it as the file is ` +
        'called';
}

export const links: Rule = {
  name: 'links',
  what: 'Links lead where they say.',
  kinds: { missing, file, anchor, alias, ambiguous, case: letterCase },
};
