// A page's text to its claims. Finds them by their footnotes, wherever a person moved them.
import type { Claim } from '../model/page.ts';
import type { Blocks } from './blocks.ts';
import { citationsIn, parseClaimText } from './claim-text.ts';

/** The claims of a page. One pass over its lines; needs no YAML. */
export function parseClaims(path: string, blocks: Blocks): Claim[] {
  const claims: Claim[] = [];
  for (const block of blocks.blocks) {
    if (block.kind !== 'item' && block.kind !== 'paragraph' && block.kind !== 'quote') continue;
    const facts = citationsIn(block.text);
    if (facts.length === 0) continue;
    claims.push({ page: path, line: block.start + 1, section: block.section, head: block.head, text: parseClaimText(block.text), facts, held: null, sides: [] });
  }
  return claims;
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
