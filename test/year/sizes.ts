// How large a vault is, read from its files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../../src/vault/view.ts';

/** Bytes, lines and counts at the end of a day. */
export interface Sizes {
  readonly memory: number;
  readonly memoryLines: number;
  readonly pages: number;
  /** Of all pages with claims, and of the largest. */
  readonly pageBytes: number;
  readonly largest: number;
  readonly mostClaims: number;
  /** Pages that hold what another had no room for. */
  readonly parts: number;
  readonly index: number;
  readonly logs: number;
  readonly facts: number;
}

export function sizesOf(root: string, view: View): Sizes {
  const pages = [...view.pages.values()].filter(({ claims }) => claims.length > 0);
  const bytes = pages.map(({ text }) => Buffer.byteLength(text));
  const memory = readFileSync(join(root, 'MEMORY.md'));
  return {
    memory: memory.length,
    memoryLines: memory.toString().split('\n').length - 1,
    pages: pages.length,
    pageBytes: bytes.reduce((sum, one) => sum + one, 0),
    largest: Math.max(0, ...bytes),
    mostClaims: Math.max(0, ...pages.map(({ claims }) => claims.length)),
    parts: pages.filter(({ path }) => / - \d{4}-\d\d(?: \(\d+\))?\.md$/.test(path)).length,
    index: bytesBelow(join(root, '.memvault/cache/search')),
    logs: bytesBelow(join(root, 'daily')),
    facts: view.facts.length,
  };
}

function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
