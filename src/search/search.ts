// A search as people and programs see it: the request resolved, the index asked, hits in the shape that
// is promised. Writes nothing, the record of recalls included.
import type { IndexDocument, Source } from '../index/document.ts';
import { explainTerms, type Parts, query, type RankedHit } from '../index/query.ts';
import type { IndexState } from '../index/state.ts';
import { MemvaultError } from '../model/errors.ts';
import { firstOf, type Memory, type Sureness, surenessOf } from './fading.ts';
import { type Layout, resolveFilters, type SearchRequest } from './request.ts';

export interface SearchHit {
  readonly id: string;
  readonly kind: IndexDocument['kind'];
  readonly path: string;
  readonly line: number;
  readonly date: string | null;
  readonly score: number;
  /** The whole statement, or the paragraph. */
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites; empty for facts and text. */
  readonly sources: readonly Source[];
  /** How sure it is today, 0 to 1. Present on facts and claims where marks and recalls are at hand, like the next two. */
  readonly confidence?: number;
  /** Present on what nobody has looked at for so long that it comes last. */
  readonly faded?: true;
  /** Present on what a person pinned. */
  readonly pinned?: true;
  /** Present on claims that another has superseded. */
  readonly superseded?: true;
  /** Present on those of which the page says from which local day to which they held. */
  readonly held?: { readonly from: string; readonly to: string };
  /** Present where an explanation was asked for and there is a score to explain. */
  readonly parts?: Parts & { readonly terms: Readonly<Record<string, readonly string[]>> };
}

export interface SearchResult {
  readonly query: string;
  /** All that match, shown or not. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /** One line for the person who asked, when something was done otherwise than asked. */
  readonly notice: string | null;
}

/** Hits that have faded, or that another superseded, come last. Throws `usage` for a request that cannot be answered. No hits are an answer. */
export function search(request: SearchRequest, state: IndexState, layout: Layout, memory: Memory | null = null): SearchResult {
  if (request.query.trim() === '') throw new MemvaultError('usage', 'nothing to search for', { hint: 'give some words, or * for the newest' });
  const hits = query(state, request.query, resolveFilters(request, layout));
  const sureOf = memory === null ? (): null => null : surenessOf(memory);
  // A list of the newest is in order of time, and faded ones are the oldest of it.
  const shown = request.query.trim() === '*' ? hits.slice(0, request.limit) : firstOf(hits, request.limit, ({ document }) => document.superseded || sureOf(document)?.faded === true);
  return {
    query: request.query,
    total: hits.length,
    hits: shown.map((hit) => ({ ...hitOf(hit), ...wordsOf(sureOf(hit.document)), ...(request.explain ? partsOf(hit, request, state) : {}) })),
    notice: request.mode === 'lexical' ? null : `There is no model for --mode ${request.mode}: this is a search by words.`,
  };
}

function hitOf({ document, score }: RankedHit): SearchHit {
  const { id, kind, path, line, date, text, category, tags, title, sources, superseded, held } = document;
  return { id, kind, path, line, date, score, text, category, tags, title, sources, ...(superseded && { superseded }), ...(held && { held }) };
}

function wordsOf(sureness: Sureness | null): Pick<SearchHit, 'confidence' | 'faded' | 'pinned'> {
  if (sureness === null) return {};
  const { confidence, faded, pinned } = sureness;
  return { confidence, ...(faded ? { faded } : {}), ...(pinned ? { pinned } : {}) };
}

function partsOf({ document, parts }: RankedHit, request: SearchRequest, state: IndexState): Pick<SearchHit, 'parts'> {
  return parts === null ? {} : { parts: { terms: explainTerms(state, request.query, document), ...parts } };
}
