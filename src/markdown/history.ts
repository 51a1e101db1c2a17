// A superseded claim as text: `- ~~statement.~~ 2026-03-02 to 2026-07-01.[^fact]`, and back. What a person wrote
// in another form is read as it stands, without days.
import { isDay } from '../model/day.ts';
import { type ClaimParts, parseParts, renderClaimText, renderCitations } from './claim-text.ts';
import { escapeCharacters } from './escape.ts';

/** The local days from which and to which a claim held. */
export interface Held {
  readonly from: string;
  readonly to: string;
}

/** Statement, days, and footnotes that a person put behind them. */
const PAST = /^~~(.+)~~ (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})(\.?(?:\[\^[^\]\s]+\])*)$/s;
const DAYS = /~~ \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}/g;
/** Marks that would end or lengthen those around the statement; in a code span they mean nothing. */
const TILDES = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|~{2,}|^~|~$|\\$/gs;

/** The line of a claim that goes to History. */
export function renderPast(text: string, facts: readonly string[], held: Held): string {
  return renderPastParts({ task: '', words: renderClaimText(text), blockId: '' }, facts, held);
}

/** The same of words that are written already; task box and block id stay with them. */
export function renderPastParts({ task, words, blockId }: ClaimParts, facts: readonly string[], { from, to }: Held): string {
  const struck = words.replace(TILDES, (match) => (match.startsWith('`') ? match : escapeCharacters(match, /./g)));
  return `- ${task}${words === '' ? '' : `~~${struck}~~ `}${from} to ${to}.${renderCitations(facts)}${blockId}`;
}

/** The words of a claim in History without marks and days, which come apart; null for another form. */
export function parsePast(words: string): { readonly words: string; readonly held: Held } | null {
  const [, struck, from, to, notes = ''] = PAST.exec(words) ?? [];
  if (struck === undefined || from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return { words: struck + notes.replace(/^\./, ''), held: { from, to } };
}

/** The days of a block of History, or null where they cannot be read. */
export function heldOf(block: string): Held | null {
  return parsePast(parseParts(block).words)?.held ?? null;
}

/** The block with other days and all else as it is; one without readable days comes back unchanged. */
export function withHeld(block: string, { from, to }: Held): string {
  const last = heldOf(block) ? Array.from(block.matchAll(DAYS)).at(-1) : undefined;
  return last ? `${block.slice(0, last.index)}~~ ${from} to ${to}${block.slice(last.index + last[0].length)}` : block;
}

/** The block with another statement between its marks; null where it has none. */
export function withPastText(block: string, text: string): string | null {
  const held = heldOf(block);
  if (!held || block.includes('\n')) return null;
  const open = block.indexOf('~~') + 2;
  const close = Array.from(block.matchAll(DAYS)).at(-1)?.index;
  const struck = renderPast(text, [], held);
  return close === undefined ? null : block.slice(0, open) + struck.slice(struck.indexOf('~~') + 2, struck.lastIndexOf('~~')) + block.slice(close);
}
