// Thirty-two bits of a text and of what people see of a document. They tell change, not malice, and are the same
// on every machine.
import type { FoundDocument } from './document.ts';

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, with an end of its own, so that two texts are not one. */
function add(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return Math.imul(hash ^ 0x10000, PRIME);
}

/** The last bits reach the first. */
function finish(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (half ^ (half >>> 13)) >>> 0;
}

export function hashOfText(text: string): number {
  return finish(add(START, text));
}

/** What the facts of one session of a day have in common. */
export function groupOfSession(day: string, session: string | null): number {
  return hashOfText(`${day} ${session ?? ''}`);
}

/** Of everything that is read from its words and from those of the facts it cites; of its place nothing. */
export function hashOfDocument({
  id,
  date,
  time,
  text,
  category,
  tags,
  project,
  superseded,
  held,
  sources,
  facts,
}: FoundDocument): number {
  let hash = add(add(add(START, text), id), category ?? '');
  for (const tag of tags) hash = add(hash, tag);
  hash = add(add(add(add(hash, date ?? ''), time ?? ''), project ?? ''), superseded ? 'past' : '');
  if (held !== null) hash = add(add(hash, held.from), held.to);
  for (const source of sources) hash = add(hash, source.id);
  for (const fact of facts) {
    hash = add(add(add(hash, fact.id), fact.category), fact.day);
    for (const name of Object.keys(fact.fields)) hash = add(add(hash, name), fact.fields[name] ?? '');
  }
  return finish(hash);
}
