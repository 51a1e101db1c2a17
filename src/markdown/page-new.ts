// The text of a page that does not exist yet.
import { renderScalar } from './front-matter.ts';

export interface NewPage {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Local day of the run. */
  readonly updated: string;
}

/** Front matter and the sections that every page has from its first day. */
export function renderNewPage(page: NewPage): string {
  const front: [string, string][] = [
    ['type', renderScalar(page.type)],
    ['title', renderScalar(page.title)],
    ['description', renderScalar(page.description)],
    ['tags', renderScalar(page.tags)],
    ['status', 'stable'],
    ['review', 'current'],
    ['updated', page.updated],
  ];
  const head = front.map(([key, value]) => `${key}: ${value}`).join('\n');
  return `---\n${head}\n---\n\n## Overview\n\n## Key Facts\n\n## Sources\n`;
}
