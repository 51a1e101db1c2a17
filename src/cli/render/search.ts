// Hits for people: the place, then the statement with the found words marked.
import { renderSpan } from '../../model/day.ts';
import type { Range } from '../../search/marks.ts';
import type { SearchHit } from '../../search/hit.ts';
import type { Near } from '../../search/suggest.ts';
import { painter, plain, type Paint } from '../paint.ts';

const MAX_TEXT = 600;

/** `rangesOf`: what to mark in a text; null for nothing. */
export function renderSearch(hits: readonly SearchHit[], rangesOf: ((text: string) => Range[]) | null, color: boolean): string {
  const paint = painter(color);
  return hits.map((hit) => renderHit(hit, paint, rangesOf ?? ((): Range[] => []))).join('\n');
}

function renderHit(hit: SearchHit, paint: Paint, rangesOf: (text: string) => Range[]): string {
  const text = plain(hit.text.length > MAX_TEXT ? `${hit.text.slice(0, MAX_TEXT)}…` : hit.text);
  const about = [hit.date, hit.category === null ? null : `[${hit.category}]`, ...hit.tags.map((tag) => `#${tag}`), hit.superseded ? (hit.held ? `superseded, ${renderSpan(hit.held)}` : 'superseded') : null, hit.pinned ? 'pinned' : null, hit.faded ? 'faded' : null].filter((part) => part !== null);
  const lines = [`${paint('cyan', `${hit.path}:${hit.line}`)}  ${paint('dim', about.join(' '))}`.trimEnd(), `  ${marked(text, rangesOf(text), paint)}`];
  return hit.parts ? [...lines, paint('dim', `  ${explain(hit)}`)].join('\n') : lines.join('\n');
}

function marked(text: string, ranges: readonly Range[], paint: Paint): string {
  let at = 0;
  let result = '';
  for (const [start, end] of ranges) {
    result += text.slice(at, start) + paint('bold', text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

function explain({ score, parts, confidence }: SearchHit): string {
  const { terms, match, ...factors } = parts ?? { terms: {}, match: 0 };
  const found = Object.entries(terms).map(([term, fields]) => `${term} (${fields.join(', ')})`);
  const steps = Object.entries(factors).map(([name, value]) => `${name} ${String(value)}`);
  return [`score ${score}: match ${match}`, ...steps, ...(found.length > 0 ? [`found ${found.join(', ')}`] : []), ...(confidence === undefined ? [] : [`confidence ${confidence}`])].join('; ');
}

/** Each path once, in the order of the best hit. */
export function renderPaths(hits: readonly SearchHit[], end: string): string {
  return [...new Set(hits.map((hit) => hit.path))].map((path) => path + end).join('');
}

/** Null for what is near where nobody looked for it: the vault is empty, or was not asked. */
export function renderNothing(query: string, documents: number, near: Near | null = null): string {
  if (documents === 0) return 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference';
  const lines = [`No hits for ${JSON.stringify(query)}.`];
  for (const { filter, hits, meant } of near?.without ?? []) lines.push(`  ${hits === 1 ? '1 hit' : `${hits} hits`} without ${filter}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`);
  if (near !== null && near.superseded > 0) lines.push(`  ${near.superseded === 1 ? '1 hit is' : `${near.superseded} hits are`} superseded; --all shows ${near.superseded === 1 ? 'it' : 'them'}`);
  for (const { asked, near: words } of near?.words ?? []) {
    lines.push(`  ${asked}: did you mean ${words.map(({ word, documents: holding }) => `${word} (${holding})`).join(', ')}?`);
  }
  return lines.join('\n');
}
