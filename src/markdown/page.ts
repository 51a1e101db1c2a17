// A page's text to its claims. Finds them by their footnotes, wherever a person moved them.
import { type Claim, isHistory } from '../model/page.ts';
import type { Block, Blocks } from './blocks.ts';
import { citationsIn, parseParts, textOf } from './claim-text.ts';
import { sidesOf } from './conflict.ts';
import { parsePast } from './history.ts';

/** The claims of a page. One pass over its lines; needs no YAML. */
export function parseClaims(path: string, blocks: Blocks): Claim[] {
  const claims: Claim[] = [];
  for (const block of blocks.blocks) {
    const facts = holdsClaim(block) ? citationsIn(block.text) : [];
    if (facts.length === 0) continue;
    const { words } = parseParts(block.text);
    const past = block.section === 'History' ? parsePast(words) : null;
    const sides = block.kind === 'quote' ? sidesOf(block.text) : [];
    claims.push({ page: path, line: block.start + 1, section: block.section, head: block.head, text: textOf(past?.words ?? words), facts, held: past?.held ?? null, sides });
  }
  return claims;
}

/** Of the kinds that can be a claim, where they cite a fact. */
export function holdsClaim({ kind }: Pick<Block, 'kind'>): boolean {
  return kind === 'item' || kind === 'paragraph' || kind === 'quote';
}

/** The words that stand for that fact: those of its side of a callout, else the claim's. */
export function sayingOf(claim: Pick<Claim, 'text' | 'sides'>, fact: string): string {
  return claim.sides.find((side) => side.facts.includes(fact))?.text ?? claim.text;
}

/** Does a callout of conflicting claims stand on the page, for a person to decide? */
export function hasConflict(claims: readonly Claim[]): boolean {
  return claims.some((claim) => claim.sides.length > 0 && !isHistory(claim));
}

/** The file's name without folder and ending. */
export function titleFromPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** The dates that a page's own `## Sources` gives for its facts: id to `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`. */
export function parseSources(blocks: Blocks): Map<string, string> {
  const sources = new Map<string, string>();
  for (const block of blocks.blocks) {
    if (block.kind !== 'definition') continue;
    const match = /^\[\^([^\]]+)\]:\s*(?:\[(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)\])?/.exec(block.text);
    if (match?.[1] !== undefined) sources.set(match[1], match[2] ?? '');
  }
  return sources;
}

/** A git conflict marker: the page is left alone until a person settled it. */
export function hasMergeMarkers(text: string): boolean {
  return /^(?:<{7}|>{7})(?: |$)/m.test(text);
}
