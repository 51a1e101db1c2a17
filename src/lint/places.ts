// On which line something stands, for findings.
import type { View } from '../vault/view.ts';
import type { Place } from './rule.ts';

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The place of the claim on a page that cites a fact; line 1 where no claim does. */
export function claimPlace(view: View, page: string, fact: string): Place {
  return { path: page, line: view.pages.get(page)?.claims.find((claim) => claim.facts.includes(fact))?.line ?? 1 };
}
