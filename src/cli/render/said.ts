// What pages say for facts, in the words of their claims: an engine may have worded a claim otherwise than its fact was
// logged. Pure.
import { plain } from '../../model/controls.ts';
import { isHistory } from '../../model/page.ts';
import type { PageText } from '../../vault/view.ts';

/**
 * The words of the claim, or of the side of a callout, that cites each fact on these pages; a current one before one in
 * History.
 */
export function saidOn(pages: Iterable<Pick<PageText, 'claims'>>): Map<string, string> {
  const claims = [...pages].flatMap((page) => page.claims).sort((a, b) => Number(isHistory(b)) - Number(isHistory(a)));
  return new Map(
    claims
      .flatMap((claim) => [claim, ...claim.sides])
      .flatMap(({ facts, text }) => facts.map((fact): [string, string] => [fact, text])),
  );
}

/** The words to show of a fact, and those that were logged where the first do not hold them as they are. */
export function wordsFor(
  logged: string,
  said: string | undefined,
): { readonly words: string; readonly logged: string | null } {
  const [from, to] = [plain(logged), plain(said ?? logged)];
  return { words: to, logged: core(to).includes(core(from)) ? null : from };
}

/** What a sentence may open and close with is no other wording. */
const core = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!。]+$/u, '')
    .trim();
