// `MEMORY.md`, the always-visible summary. memvault owns the part between its markers and nothing else.

const START = '<!-- memvault:memory -->';
const END = '<!-- /memvault:memory -->';

/** The file as `init` makes it. */
export function renderNewSummary(): string {
  return `# Memory\n\n${START}\n${END}\n`;
}
