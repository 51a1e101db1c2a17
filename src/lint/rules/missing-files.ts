// Images, embedded notes and attachments that a note shows or links to are in the vault.
import type { NoteLink } from '../../note/links.ts';
import { linksLookedAt, makeOtherEndings, sameLinks, times } from '../follow.ts';
import { quote, type Remark, type Rule, some } from '../rule.ts';

/** Endings of files that Obsidian opens beside notes, and of others that people keep. */
const ATTACHMENT = new RegExp(
  String.raw`\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|opus|wav|3gp|mkv|mov|mp4|ogv|` +
    String.raw`webm|pdf|epub|base|canvas|excalidraw|csv|tsv|txt|json|html?|docx?|xlsx?|pptx?|od[pst]|rtf|zip|gz|` +
    String.raw`7z)$`,
  'i',
);

/** Does a link mean a file and no note: is it embedded, or has its target the ending of an attachment? */
export function isFileLink({ embed, target }: Pick<NoteLink, 'embed' | 'target'>): boolean {
  return embed || ATTACHMENT.test(target);
}

const ok = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^k3v9x2ab4q
== 4_Assets/desk.png
== 3_Personal/Work.md
![[desk.png|200]] ![The desk](../4_Assets/desk.png) ![](https://example.org/logo.png)
- User works at Microsoft[^k3v9x2ab4q]

[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)
`;

export const missingFiles: Rule = {
  name: 'missing-files',
  what: 'Images, embedded notes and attachments are in the vault.',
  examples: {
    ok,
    notOk: ok
      .replace('[[desk.png|200]]', '[[chair.png|200]]')
      .replace('../4_Assets/', '4_Assets/')
      .replace('- User', 'See [the plan](plan.pdf).\n- User'),
    finds: ['warning 3_Personal/Work.md:1', 'warning 3_Personal/Work.md:2'],
  },
  check: (input) => {
    const otherEndings = makeOtherEndings(input.readPaths);
    return sameLinks(linksLookedAt(input), ({ link, to }) =>
      to.how === 'missing' && isFileLink(link) ? link.target : null,
    ).map((same): Remark => {
      const { from, link } = same.first;
      const named = input.links.named(link.target.slice(link.target.lastIndexOf('/') + 1));
      const others = named.length > 0 ? [] : otherEndings(link.target.replace(ATTACHMENT, ''));
      return {
        severity: 'warning',
        path: from,
        line: link.line,
        message:
          `${quote(link.target)} is ` +
          (link.embed || link.form === 'card' ? 'shown' : 'linked to') +
          ` here and not in the vault${times(same)}`,
        fix:
          named.length > 0
            ? `a file of that name is ${some(named)}`
            : others.length > 0
              ? `with another ending there is ${some(others)}`
              : `put the file into the vault, or take it off the ${link.form === 'card' ? 'canvas' : 'note'}`,
      };
    });
  },
};
