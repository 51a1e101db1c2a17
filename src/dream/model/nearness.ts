// Which claims and pages are nearest to some facts, by the words that they share. Remembers what words it found.
import type { Fact } from '../../model/fact.ts';
import { type Bag, bagOf, likeness } from '../rules/alike.ts';
import { createStem } from '../rules/terms.ts';

export interface Nearness {
  /**
   * At most so many of the claims, in their order: the chosen ones, then turn by turn the nearest to each text, then
   * the latest.
   */
  nearest<C extends { readonly text: string }>(
    texts: readonly string[],
    claims: readonly C[],
    most: number,
    isChosen: (claim: C) => boolean,
  ): C[];
  /** At most so many of the pages whose titles the facts have in their words or tags, the most often named first. */
  mentioned<P extends { readonly path: string; readonly title: string }>(
    facts: readonly Fact[],
    pages: readonly P[],
    most: number,
  ): P[];
}

const LEAST_TITLE = 3;

export function createNearness(): Nearness {
  const stem = createStem();
  const bags = new Map<string, Bag>();
  const bag = (text: string): Bag => {
    const known = bags.get(text) ?? bagOf(text, stem);
    bags.set(text, known);
    return known;
  };
  const titles = new Map<string, string>();
  const plainTitle = (title: string): string => {
    const known = titles.get(title) ?? plain(title);
    titles.set(title, known);
    return known;
  };
  return {
    nearest: (texts, claims, most, isChosen) => {
      if (claims.length <= most) return [...claims];
      const chosen = new Set(claims.filter(isChosen).slice(0, most));
      const ranked = texts.map((text) => {
        const own = bag(text);
        const scored = claims
          .map((claim, at) => ({ claim, at, score: likeness(own, bag(claim.text)) }))
          .filter(({ score }) => score > 0);
        return scored.sort((a, b) => b.score - a.score || b.at - a.at).map(({ claim }) => claim);
      });
      for (let turn = 0; chosen.size < most && ranked.some((row) => turn < row.length); turn++) {
        for (const row of ranked) {
          const claim = row[turn];
          if (claim && chosen.size < most) chosen.add(claim);
        }
      }
      for (let at = claims.length - 1; at >= 0 && chosen.size < most; at--) {
        const claim = claims[at];
        if (claim) chosen.add(claim);
      }
      return claims.filter((claim) => chosen.has(claim));
    },
    mentioned: (facts, pages, most) => {
      const said = facts.map(({ text, tags }) => ` ${plain(text)} ${tags.map(plain).join(' ')} `);
      const counted = pages.map((page, at) => {
        const title = plainTitle(page.title);
        const times = title.length < LEAST_TITLE ? 0 : said.filter((words) => words.includes(` ${title} `)).length;
        return { page, at, times };
      });
      return counted
        .filter(({ times }) => times > 0)
        .sort((a, b) => b.times - a.times || a.at - b.at)
        .slice(0, most)
        .map(({ page }) => page);
    },
  };
}

/** Words without case and punctuation. */
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
