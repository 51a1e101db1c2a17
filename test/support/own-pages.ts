// Pages of categories that are there before the first dream, which therefore does not collect them on one page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function makeOwnPages(vault: string, ...titles: readonly string[]): void {
  mkdirSync(join(vault, '3_Personal'), { recursive: true });
  for (const title of titles)
    writeFileSync(
      join(vault, '3_Personal', `${title}.md`),
      `---\ntype: note\ntitle: ${title}\ntags: []\nstatus: stable\nreview: current\nupdated: 2026-06-01\n---\n`,
    );
}
