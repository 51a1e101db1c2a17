// Tags as lines for people.
import type { ListedTag } from '../../tags/list.ts';
import { painter, plain, plural } from '../paint.ts';
import { wrap } from '../wrap.ts';

const WIDEST = 24;

export function renderTags(tags: readonly ListedTag[], columns: number, color: boolean): string {
  const paint = painter(color);
  const width = Math.min(WIDEST, Math.max(0, ...tags.map(({ tag }) => plain(tag).length)));
  const count = String(tags[0]?.facts ?? 0).length;
  return tags.flatMap(({ tag, aliases, facts, pages, projects }) => {
    const counts = `${String(facts).padStart(count)} ${facts === 1 ? 'fact' : 'facts'}${pages === 0 ? '' : `, ${plural(pages, 'page')}`}`;
    const some = projects.slice(0, 3).map(plain);
    const of = some.length === 0 ? '' : `, of ${some.join(', ')}${projects.length > some.length ? ` and ${projects.length - some.length} more` : ''}`;
    const also = aliases.length === 0 ? '' : `; also ${aliases.map(plain).join(', ')}`;
    const name = plain(tag).padEnd(width);
    return wrap(`${counts}${of}${also}`, columns, `${name}  `, ' '.repeat(width + 2)).map((line, at) => (at === 0 ? paint('cyan', line.slice(0, name.length)) + line.slice(name.length) : line));
  }).join('\n');
}

export function countTagsInWords(tags: readonly ListedTag[]): string {
  return tags.length === 0 ? 'No fact has a tag yet: memvault log TEXT -t TAG.' : `${plural(tags.length, 'tag')}.`;
}
