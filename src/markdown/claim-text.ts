// A claim as text on a page: `- statement.[^fact][^fact]`, and back.
import { ID_PATTERN } from '../model/ids.ts';
import { escapeCharacters, escapeLine, unescapeLine } from './escape.ts';

const CITATION = new RegExp(String.raw`\[\^(${ID_PATTERN})\](?!:)`, 'g');
const LIST_MARK = /^(?:[-*+]|\d{1,9}[.)])\s+/;
/** A text that would begin a block, a task or a comment inside its list item. */
const BLOCK_START = /^(?:[#>`~<*+|=-]|\d{1,9}[.)]\s|\[[ xX/-]\]\s|%%)/;

/** The ids of the facts that a block of text cites, in order, each once. */
export function citationsIn(text: string): string[] {
  if (!text.includes('[^')) return [];
  return [...new Set(Array.from(text.matchAll(CITATION), (match) => match[1] ?? ''))];
}

export function renderCitations(facts: readonly string[]): string {
  return facts.map((fact) => `[^${fact}]`).join('');
}

/** The statement as it stands in a list item, without footnotes. */
export function renderClaimText(text: string): string {
  const line = escapeCharacters(escapeLine(text), new RegExp(String.raw`\[(?=\^${ID_PATTERN}\])`, 'g'));
  const flat = line.trim();
  return BLOCK_START.test(flat) ? escapeCharacters(flat[0] ?? '', /./g) + flat.slice(1) : flat;
}

export function renderClaim(text: string, facts: readonly string[]): string {
  return `- ${renderClaimText(text)}${renderCitations(facts)}`;
}

/** The statement of a block that cites facts: without list mark, quote marks and footnotes. */
export function parseClaimText(block: string): string {
  const flat = block.replace(/\n\s*(?:>\s?)?/g, ' ').replace(LIST_MARK, '').replace(/^>\s?/, '');
  return unescapeLine(flat.replace(CITATION, '')).trim();
}

/** The block with its statement replaced and everything else (list mark, footnotes) kept. */
export function replaceClaimText(block: string, text: string): string {
  const mark = LIST_MARK.exec(block)?.[0] ?? '';
  return `${mark}${renderClaimText(text)}${renderCitations(citationsIn(block))}`;
}

/** The block with one more footnote, after the last that it has. */
export function addCitations(block: string, facts: readonly string[]): string {
  const last = Array.from(block.matchAll(CITATION)).at(-1);
  if (!last) return block + renderCitations(facts);
  const at = last.index + last[0].length;
  return block.slice(0, at) + renderCitations(facts) + block.slice(at);
}

/** The block without the footnote of one fact. */
export function removeCitation(block: string, fact: string): string {
  return block.replaceAll(`[^${fact}]`, '');
}
