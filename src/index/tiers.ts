// Which segments an index is kept in: one large one and a small tail behind it, into which what is new goes. The tail
// is folded into the large one when that is worth it, which a search never finds.
import type { Part } from './open-index.ts';
import type { NextSegment } from './publish.ts';
import type { SegmentEntry } from './manifest.ts';
import { isFoldDue } from './parts.ts';
import { memoryFile } from './segment/memory.ts';
import { mergeSegments } from './segment/merge.ts';
import { openSegment } from './segment/open.ts';

export interface Tiers {
  /** All parts as they are to be read, the large one first. */
  readonly parts: readonly Part[];
  /** Entries of those that have been published, in the same order. */
  readonly entries: readonly SegmentEntry[];
  readonly mayFold: boolean;
  /** Nothing that is dead may stay. */
  readonly purge: boolean;
}

/** What to publish. */
export function nextSegments({ parts, entries, mayFold, purge }: Tiers): NextSegment[] {
  const [large, ...tail] = parts;
  const [entry] = entries;
  if (large === undefined) return [];
  const isFolded =
    purge ||
    entry === undefined ||
    (mayFold && isFoldDue(parts.map(({ segment: { rows }, dead }) => ({ rows, dead }))));
  if (isFolded) return [merged(parts, true)];
  const kept = { ...entry, dead: large.dead };
  const [last, ...more] = tail;
  if (last === undefined) return [kept];
  const isAsPublished = more.length === 0 && entries[1] !== undefined && last.dead.length === entries[1].dead.length;
  return [kept, isAsPublished ? (entries[1] as SegmentEntry) : merged(tail, false)];
}

/** `whole`: there is no other segment in which what is gone must be known to be gone. */
function merged(parts: readonly Part[], whole: boolean): NextSegment {
  const bytes = mergeSegments(parts, { keepGone: !whole });
  return { bytes, rows: openSegment(memoryFile(bytes)).rows };
}
