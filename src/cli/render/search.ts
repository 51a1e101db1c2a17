// Hits for people: the place, then the statement with the found words marked.
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { shortened } from '../../model/text.ts';
import {
  bestPlace,
  cutAround,
  type Match,
  type Range,
  rangesOf,
  renderTime,
  type SearchHit,
  type SearchResult,
} from '../../search/hit.ts';
import type { Near } from '../../search/suggest.ts';
import { type Paint, painter, linesOf } from '../terminal/face.ts';

const MAX_TEXT = 600;

/** What tells how a hit was found. Asked only where it is shown. */
export interface Findings {
  /** The words of a text that answer. */
  readonly matchesIn: (text: string) => Match[];
  /** How a hit writes a term. */
  readonly wordOf: (hit: SearchHit, term: string) => string;
}

export function renderSearch(hits: readonly SearchHit[], findings: Findings, color: boolean): string {
  const paint = painter(color);
  return hits.map((hit) => renderHit(hit, paint, findings, color)).join('\n');
}

function renderHit(hit: SearchHit, paint: Paint, { matchesIn, wordOf }: Findings, color: boolean): string {
  const text = plain(
    hit.text.length > MAX_TEXT ? cutAround(hit.text, bestPlace(matchesIn(hit.text)), MAX_TEXT) : hit.text,
  );
  const about = [
    hit.logged === undefined ? hit.date : `${hit.date}, logged ${hit.logged}`,
    hit.category === null ? null : `[${hit.category}]`,
    ...hit.tags.map((tag) => `#${tag}`),
    hit.superseded ? (hit.held ? `superseded, ${renderSpan(hit.held)}` : 'superseded') : null,
    hit.open ? 'open question: a later statement may replace it' : null,
    hit.pinned ? 'pinned' : null,
    hit.faded ? 'faded' : null,
  ].filter((part) => part !== null);
  const lines = [
    `${paint('cyan', `${hit.path}:${hit.matchLine ?? hit.line}`)}  ${paint('dim', about.join(' '))}`.trimEnd(),
    `  ${color ? marked(text, rangesOf(matchesIn(text)), paint) : text}`,
  ];
  return hit.parts ? [...lines, paint('dim', `  ${explain(hit, wordOf)}`)].join('\n') : lines.join('\n');
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

function explain(hit: SearchHit, wordOf: Findings['wordOf']): string {
  const { score, parts, confidence } = hit;
  const { terms, match, ...factors } = parts ?? { terms: {}, match: 0 };
  const found = Object.entries(terms).map(([term, fields]) => `${plain(wordOf(hit, term))} (${fields.join(', ')})`);
  const steps = Object.entries(factors).map(([name, value]) => `${name} ${String(value)}`);
  return linesOf(
    `score ${score}: match ${match}`,
    steps,
    found.length > 0 && `found ${found.join(', ')}`,
    confidence !== undefined && `confidence ${confidence}`,
  ).join('; ');
}

/** Null for what is near where nobody looked for it: the vault is empty, or was not asked. */
export function renderNothing(
  query: string,
  documents: number,
  near: Near | null = null,
  time?: SearchResult['time'],
): string {
  if (documents === 0) return 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference';
  const lines = [
    `No hits for ${JSON.stringify(shortened(query))}${time === undefined ? '' : `: nothing of ${renderTime(time)}`}.`,
  ];
  for (const { filter, hits } of near?.without ?? [])
    lines.push(`  ${hits === 1 ? '1 hit' : `${hits} hits`} without ${shortened(filter)}`);
  if (near !== null && near.superseded > 0)
    lines.push(
      '  ' +
        (near.superseded === 1 ? '1 hit is' : `${near.superseded} hits are`) +
        ` superseded; --all shows ${near.superseded === 1 ? 'it' : 'them'}`,
    );
  for (const { asked, near: words } of near?.words ?? []) {
    lines.push(
      `  ${shortened(asked)}: did you mean ` +
        words.map(({ word, documents: holding }) => `${word} (${holding})`).join(', ') +
        '?',
    );
  }
  return lines.join('\n');
}
