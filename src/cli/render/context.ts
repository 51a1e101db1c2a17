// What is said beside a bundle that holds no answer.

/** `documents`: how many there are to be found at all. */
export function renderEmpty(query: string, documents: number): string {
  return documents === 0
    ? 'Nothing has been logged yet. Log a fact: memvault log "User prefers tabs" -c preference'
    : `No hits for ${JSON.stringify(query.length > 200 ? `${query.slice(0, 200)}…` : query)}.`;
}
