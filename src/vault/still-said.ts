// What the vault says less what is forgotten: facts as they were logged, and claims in the words of their pages.
import type { View } from './view.ts';

export function stillSaid({ facts, pages, forgotten }: Pick<View, 'facts' | 'pages' | 'forgotten'>): string[] {
  const claims = [...pages.values()].flatMap((page) =>
    page.claims.filter((claim) => !claim.facts.some((id) => forgotten.has(id))),
  );
  return [...facts.filter(({ id }) => !forgotten.has(id)), ...claims].map(({ text }) => text);
}
