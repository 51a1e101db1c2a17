// What the pages of a view say, in short: current claims, sides and the past with its days.
import { isHistory } from '../../../../src/model/page.ts';
import type { View } from '../../../../src/vault/view.ts';

export interface Said {
  readonly current: string[];
  readonly sides: string[];
  /** `text from..to`. */
  readonly past: string[];
}

export function pageHistory(view: View): Said {
  const claims = [...view.pages.values()].flatMap((page) => page.claims);
  return {
    current: claims
      .filter((claim) => !isHistory(claim) && claim.sides.length === 0)
      .map(({ text }) => text.replace(/\.$/, ''))
      .sort(),
    sides: claims.flatMap(({ sides }) => sides.map(({ text }) => text.replace(/\.$/, ''))).sort(),
    past: claims
      .filter(isHistory)
      .map(({ text, held }) => `${text.replace(/\.$/, '')} ${held?.from ?? '?'}..${held?.to ?? '?'}`)
      .sort(),
  };
}
