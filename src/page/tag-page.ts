// The page of a tag over several projects. memvault owns the part between its markers and nothing else: statements by
// project, with links to where they stand. The rest of the file is a person's.
import { renderScalar } from '../note/front-matter.ts';
import { lineEndOf } from '../note/lines.ts';
import { relativeLink } from '../note/link-map.ts';
import { renderLink } from '../note/link-map.ts';
import { findOwnPart } from './markers.ts';
import { TAG_MARKERS } from './markers.ts';
import { toFileName, toTitle } from './page-name.ts';
import { hasMergeMarkers } from './page.ts';
import { renderStatement, renderTitle } from './summary.ts';

export interface TagGroup {
  readonly project: string;
  /** The project's page; null where there is none. */
  readonly page: string | null;
  /** The newest first. */
  readonly statements: readonly { readonly text: string; readonly page: string; readonly title: string }[];
  /** How many have no room. */
  readonly more: number;
}

/** The folder, in the zone of the wiki. */
export const SYNTHESES = 'Syntheses';
const ENDING = ' across projects';

/** The title of its page, such as `Firmware across projects`. */
function titleOfTag(tag: string): string {
  return `${toTitle(tag.replace(/[-_]+/g, ' ').trim() || tag)}${ENDING}`;
}

/** The name of its file. */
export const fileOfTag = (tag: string): string => `${toFileName(titleOfTag(tag))}.md`;

/** Does memvault write a part of it? */
export const isTagPage = (text: string): boolean =>
  text.includes(TAG_MARKERS.start) && typeof findOwnPart(text, TAG_MARKERS) !== 'string';

/** memvault's part, its markers included. `path`: of the page, for its links. */
export function renderTagPart(path: string, groups: readonly TagGroup[]): string {
  const parts = groups.map(({ project, page, statements, more }) => {
    const heading = page === null ? renderTitle(project) : `## ${renderLink(project, path, page)}`;
    const lines = statements.map(
      (one) => `${renderStatement(one.text)}${one.page === page ? '' : ` (${renderLink(one.title, path, one.page)})`}`,
    );
    return [
      heading,
      '',
      ...lines,
      ...(more === 0 ? [] : [`- ${more} more${page === null ? '' : `: [all of them](${relativeLink(path, page)})`}`]),
    ].join('\n');
  });
  return [TAG_MARKERS.start, parts.join('\n\n'), TAG_MARKERS.end].join('\n');
}

/**
 * The part of a tag that is in use for two projects no more. `see`: the page of the tag that stands for it. It stays:
 * another clone may be writing to it, and of a file that is gone and changed git asks a person.
 */
export function renderEmptyPart(path: string, see: { readonly tag: string; readonly path: string } | null): string {
  return [
    TAG_MARKERS.start,
    see === null ? 'Nothing of two projects has this tag.' : `See ${renderLink(titleOfTag(see.tag), path, see.path)}.`,
    TAG_MARKERS.end,
  ].join('\n');
}

/** Does it hold more than that? */
export function holdsStatements(text: string): boolean {
  const own = findOwnPart(text, TAG_MARKERS);
  return typeof own !== 'string' && /^- /m.test(text.slice(own.start, own.end));
}

/** The page as it begins. */
export function renderTagPage(tag: string, part: string): string {
  const title = titleOfTag(tag);
  const head = [
    'type: synthesis',
    `title: ${renderScalar(title)}`,
    `description: ${renderScalar(`What is tagged ${tag}, project by project`)}`,
    `tags: ${renderScalar([tag])}`,
    'status: stable',
  ];
  return `---\n${head.join('\n')}\n---\n\n${renderTitle(title).slice(1)}\n\n${part}\n`;
}

/** The text with memvault's part replaced; null where it has none, or a merge is not settled: then it is a person's. */
export function replaceTagPart(text: string, part: string): string | null {
  const own = findOwnPart(text, TAG_MARKERS);
  return typeof own === 'string' || hasMergeMarkers(text)
    ? null
    : text.slice(0, own.start) + part.replaceAll('\n', lineEndOf(text)) + text.slice(own.end);
}

/** Is there nothing of a person's in it? */
export function isUntouched(text: string, tag: string): boolean {
  const own = findOwnPart(text, TAG_MARKERS);
  return typeof own !== 'string' && text === renderTagPage(tag, text.slice(own.start, own.end));
}
