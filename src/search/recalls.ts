// What was shown to someone, for the recall log: times and ids of facts. Never what was asked.
import type { SearchHit } from './hit.ts';

/**
 * The line that a search adds to the recall log, without line end: `{"at":…,"facts":[…]}`. None where no fact was
 * shown.
 */
export function renderRecalls(hits: readonly Pick<SearchHit, 'id' | 'kind' | 'sources'>[], at: Date): string[] {
  const facts = new Set(
    hits.flatMap((hit) => (hit.kind === 'fact' ? [hit.id] : hit.sources.map((source) => source.id))),
  );
  return facts.size === 0 ? [] : [JSON.stringify({ at: at.toISOString(), facts: [...facts] })];
}
