// Decides what may leave a vault, to an agent or in an export: nothing private and nothing forgotten, wherever it is.
import { normalForm } from '../language/normal-form.ts';
import { type Fact, isPrivate } from '../model/fact.ts';
import type { Claim } from '../model/page.ts';
import { parseBlocks } from '../note/blocks.ts';
import { citationsIn, parseClaimText } from '../page/claim-text.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { isForgotten, type View } from './view.ts';

export interface Outlet {
  readonly fact: (fact: Fact) => boolean;
  readonly claim: (claim: Pick<Claim, 'facts'>) => boolean;
  /** The lines of a note or a daily log, with null for those that must not leave. */
  readonly lines: (path: string, text: string) => (string | null)[];
}

const PRIVATE_HASHTAG = /(?<=^|\s)#private(?![\w/-])/im;

/** `view` must be read after the texts to check, so that it covers them. */
export function outletOf(view: View): Outlet {
  const fact = (one: Fact): boolean => !isPrivate(one) && !isForgotten(one.id, view);
  const isOpenId = (id: string): boolean => {
    const known = view.factById.get(id);
    return known === undefined ? !isForgotten(id, view) : fact(known);
  };
  const claim = ({ facts }: Pick<Claim, 'facts'>): boolean => facts.every(isOpenId);
  let barred: ReadonlySet<string> | null = null;
  const isBarred = (text: string): boolean =>
    (barred ??= new Set(view.facts.flatMap((one) => (fact(one) ? [] : [normalForm(one.text)])))).has(normalForm(text));
  const isOpenLine = (line: string): boolean => {
    const said = parseFactLine(line);
    return said === null || !(isPrivate(said) || !isOpenId(said.id ?? '') || isBarred(said.text));
  };
  const isOpenBlock = (text: string): boolean =>
    citationsIn(text).every(isOpenId) && !PRIVATE_HASHTAG.test(text) && !isBarred(parseClaimText(text));
  return {
    fact,
    claim,
    lines: (path, text) => {
      const { lines, blocks } = parseBlocks(text);
      if (isPrivate(parsePageHead(path, text))) return lines.map(() => null);
      const open = lines.map((line) => (isOpenLine(line) ? line : null));
      let isShut = false;
      for (const block of blocks) {
        isShut = (block.nested && isShut) || !isOpenBlock(block.text);
        if (isShut) open.fill(null, block.start, block.end + 1);
      }
      return open;
    },
  };
}
