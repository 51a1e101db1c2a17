// The kinds of repairs of `lint --fix`, in the order in which they are made on a page.
import type { Repairer } from './repair.ts';
import { frontMatterRepairs } from './repairs/front-matter.ts';
import { linkRepairs } from './repairs/links.ts';
import { relatedRepairs } from './repairs/related.ts';
import { sourceRepairs } from './repairs/sources.ts';

export const REPAIRERS: readonly Repairer[] = [linkRepairs, sourceRepairs, frontMatterRepairs, relatedRepairs];

/** Those that answer one of these rules. */
export function repairersFor(rules: readonly { readonly name: string }[]): readonly Repairer[] {
  const names = new Set(rules.map(({ name }) => name));
  return REPAIRERS.filter((repairer) => repairer.rules.some((rule) => names.has(rule)));
}
