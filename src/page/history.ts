// A superseded claim as text: `- ~~statement.~~ 2026-03-02 to 2026-07-01.[^fact]`, one day alone where it held for
// no longer, and back. What a person wrote in another form is read without days.
import { isDay, renderSpan } from '../model/day.ts';
import { escapeCharacters } from '../note/escape.ts';
import {
  citationsIn,
  type ClaimParts,
  marksIn,
  parseParts,
  parseStruck,
  renderCitations,
  renderClaimText,
  withoutCitations,
  withoutStrikes,
} from './claim-text.ts';

/** The local days from which and to which a claim held. */
export interface Held {
  readonly from: string;
  readonly to: string;
}

/** `at` or `from`, whichever is later: nothing ends before it began. */
export const heldUntil = (from: string, at: string): Held => ({ from, to: at < from ? from : at });

/** Statement, days, and footnotes that a person put behind them. */
const PAST = /^~~(.+)~~ (\d{4}-\d{2}-\d{2})(?: to (\d{4}-\d{2}-\d{2}))?(\.?(?:\[\^[^\]\s]+\])*)$/s;
const DAYS = /~~ \d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?/g;
const daysIn = (block: string): RegExpExecArray | undefined => Array.from(block.matchAll(DAYS)).at(-1);
const MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]]\][ \t]+)?/u;
/** Marks that would end or lengthen those around the statement; in a code span they mean nothing. */
const TILDES = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|~{2,}|^~|~$|\\$/gs;

/** The line of a claim that goes to History. */
export function renderPast(text: string, facts: readonly string[], held: Held): string {
  return renderPastParts({ task: '', words: renderClaimText(text), blockId: '' }, facts, held);
}

/** The same of words that are written already; task box and block id stay with them. */
export function renderPastParts({ task, words, blockId }: ClaimParts, facts: readonly string[], held: Held): string {
  return `- ${task}${struckWith(words, held)}${renderCitations(facts)}${blockId}`;
}

/**
 * A list item struck where it stands, each of its lines as it is but for the marks, the days and the footnotes of its
 * facts, which go behind them.
 */
export function strikeItem(block: string, facts: readonly string[], held: Held): string {
  const { blockId } = parseParts(block);
  const mark = MARK.exec(block)?.[0] ?? '';
  const body = block.slice(mark.length, blockId === '' ? undefined : block.lastIndexOf(blockId.trim()));
  return `${mark}${struckWith(withoutCitations(body).trim(), held)}${renderCitations(facts)}${blockId}`;
}

/**
 * A block without the marks that strike it, and without the days behind them. `isOfHistory`: also where more words
 * stand behind the days.
 */
export function unstrike(block: string, { isOfHistory = false } = {}): string {
  const last = isOfHistory || heldOf(block) ? daysIn(block) : undefined;
  if (!last) return withoutStrikes(block);
  return withoutStrikes(
    block.slice(0, last.index) + '~~' + block.slice(last.index + last[0].length).replace(/^\./, ''),
  );
}

function struckWith(words: string, { from, to }: Held): string {
  const struck = words.replace(TILDES, (match) => (match.startsWith('`') ? match : escapeCharacters(match, /./g)));
  return `${words === '' ? '' : `~~${struck}~~ `}${renderSpan({ from, to })}.`;
}

/** The words of a claim in History without marks and days, which come apart; null for another form. */
export function parsePast(words: string): { readonly words: string; readonly held: Held } | null {
  const [, struck, from, to = from, notes = ''] = PAST.exec(words) ?? [];
  if (struck === undefined || from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return { words: struck + notes.replace(/^\./, ''), held: { from, to } };
}

/** The words of a statement that is struck as a whole, whatever stands behind it; null for any other. */
export function parseBygone(words: string): { readonly words: string; readonly held: Held | null } | null {
  if (!words.includes('~~')) return null;
  const past = parsePast(words);
  if (past) return past;
  const struck = parseStruck(words);
  return struck === null ? null : { words: struck, held: null };
}

/** The days of a block of History, or null where they cannot be read. */
export function heldOf(block: string): Held | null {
  return parsePast(parseParts(block).words)?.held ?? null;
}

/** The block with other days and all else as it is; one without readable days comes back unchanged. */
export function withHeld(block: string, held: Held): string {
  const last = heldOf(block) ? daysIn(block) : undefined;
  return last
    ? `${block.slice(0, last.index)}~~ ${renderSpan(held)}${block.slice(last.index + last[0].length)}`
    : block;
}

/** The block with another statement between its marks; null where it is not struck. */
export function withPastText(block: string, text: string): string | null {
  if (!parseBygone(parseParts(block).words)) return null;
  const days = heldOf(block) ? daysIn(block)?.index : undefined;
  const marks = marksIn(block);
  const [open, close] = days === undefined ? [marks[0], marks.at(-1)] : [block.indexOf('~~'), days];
  if (open === undefined || close === undefined) return null;
  const struck = renderPast(text, [], { from: '', to: '' });
  // Footnotes that stood between the marks stay, right behind them.
  const inside = renderCitations(citationsIn(block.slice(open, close)));
  return (
    block.slice(0, open + 2) +
    struck.slice(struck.indexOf('~~') + 2, struck.lastIndexOf('~~')) +
    block.slice(close, close + 2) +
    inside +
    block.slice(close + 2)
  );
}
