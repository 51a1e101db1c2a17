// Hits for the tests of bundles, made of their words.
import type { Found } from '../../src/context/found.ts';

let made = 0;

export function found(text: string, more: Partial<Found> = {}): Found {
  made++;
  return {
    id: `k${String(made).padStart(9, '0')}`,
    kind: 'fact',
    path: 'daily/2026-07-01.md',
    line: made,
    date: '2026-07-01',
    score: 10,
    text,
    category: 'work',
    tags: [],
    title: '2026-07-01',
    sources: [],
    ...more,
  };
}
