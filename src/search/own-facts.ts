// A claim as the members of one project may see it. Changes nothing of what it says.
import type { FoundDocument } from '../index/document.ts';
import { keyword } from '../index/keywords.ts';

/**
 * Without the facts that say they are of another project: not among its sources, nor where it is asked how sure it is.
 */
export function withOwnFacts(document: FoundDocument, project: string): FoundDocument {
  const own = keyword('project', project);
  const others = document.facts
    .filter(({ fields }) => fields.project !== undefined && keyword('project', fields.project) !== own)
    .map(({ id }) => id);
  if (document.kind !== 'claim' || others.length === 0) return document;
  const sources = document.sources.filter(({ id }) => !others.includes(id));
  return {
    ...document,
    id: sources[0]?.id ?? document.id,
    sources,
    facts: document.facts.filter(({ id }) => !others.includes(id)),
  };
}
