// Tags as lines for people.
import type { ListedTag } from '../../curate/tags/use.ts';
import { plain } from '../../model/controls.ts';
import { plural } from '../../model/text.ts';
import { painter } from '../terminal/paint.ts';
import { padTo, widthOf, wrap } from '../terminal/wrap.ts';

const WIDEST = 24;

/** One tag a line, more where it does not fit. */
export function renderTags(tags: readonly ListedTag[], columns: number, color: boolean): string {
  const paint = painter(color);
  const width = tags.reduce((widest, { tag }) => Math.min(WIDEST, Math.max(widest, widthOf(plain(tag)))), 0);
  const count = String(tags[0]?.facts ?? 0).length;
  return tags
    .flatMap(({ tag, aliases, facts, pages, projects }) => {
      const counts =
        `${String(facts).padStart(count)} ${facts === 1 ? 'fact' : 'facts'}` +
        (pages === 0 ? '' : `, ${plural(pages, 'page')}`);
      const also = aliases.length === 0 ? '' : `; also ${aliases.map(plain).join(', ')}`;
      const name = padTo(plain(tag), width);
      return wrap(`${counts}${ofProjects(projects)}${also}`, columns, `${name}  `, ' '.repeat(width + 2)).map(
        (line, at) => (at === 0 ? paint('cyan', line.slice(0, name.length)) + line.slice(name.length) : line),
      );
    })
    .join('\n');
}

/** The first three projects that a tag is used in, as the end of a clause; nothing for none. */
function ofProjects(projects: readonly string[]): string {
  const some = projects.slice(0, 3).map(plain);
  return some.length === 0
    ? ''
    : `, of ${some.join(', ')}${projects.length > some.length ? ` and ${projects.length - some.length} more` : ''}`;
}

/** How many tags there are; without any, how to give a fact one. */
export function countTagsInWords(tags: readonly ListedTag[]): string {
  return tags.length === 0 ? 'No fact has a tag yet: memvault log TEXT -t TAG.' : `${plural(tags.length, 'tag')}.`;
}
