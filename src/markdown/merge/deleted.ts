// A page that one side of a merge deleted and the other changed, which git gives to no merge driver. Pure.
import type { Fact } from '../../model/fact.ts';
import { forgetOnPage } from '../forget/page.ts';
import { parseFrontMatter } from '../front-matter.ts';
import { parsePageHead } from '../page-head.ts';
import { parseBlocks } from '../blocks.ts';
import { parseClaims } from '../page.ts';

export interface DeletedPage {
  readonly path: string;
  /** The text that both sides began with, and what the side that kept the page made of it. */
  readonly base: string;
  readonly kept: string;
  /** Did memvault take this fact off the page? */
  readonly isTakenOff: (fact: string) => boolean;
  readonly factOf: (fact: string) => Fact | undefined;
  readonly isSuperseded: (fact: string) => boolean;
}

/**
 * The changed page without what the other side took off, as if that side had left an empty page; null where nothing is
 * left. Undefined where either text holds anything of a person's, or the deletion was not memvault's.
 */
export function mergeDeleted({ path, base, kept, isTakenOff, ...known }: DeletedPage): string | null | undefined {
  const { description, title } = parsePageHead(path, kept);
  const { updated } = parseFrontMatter(kept).data;
  if (typeof updated !== 'string') return undefined;
  const page = { ...known, path, mayGo: true, about: description || title, today: updated };
  const isOwn = [base, kept].every((text) => forgetOnPage(text, { ...page, isForgotten: () => true }).text === null);
  const former = new Set(parseClaims(path, parseBlocks(base)).flatMap(({ facts }) => facts));
  if (!isOwn || ![...former].every(isTakenOff)) return undefined;
  return forgetOnPage(kept, { ...page, isForgotten: (fact) => former.has(fact) }).text;
}
