// The ids of forgotten facts. Their text is nowhere; these lines only say that they stay away. Older layouts
// kept the plain content in `.state/tombstones.jsonl`: there a fact is known by its text.
import type { Fact } from '../model/fact.ts';
import { readStat } from './disk.ts';
import { readJsonLines } from './jsonl.ts';
import { absolute, TOMBSTONE_FILE, type Vault } from './vault.ts';

const OLDER_FILE = '.state/tombstones.jsonl';

/** `readFacts` is asked only where an older layout's tombstones are. */
export async function readForgotten(vault: Vault, readFacts: () => Promise<readonly Fact[]>): Promise<Set<string>> {
  const ids = forgottenIds(vault);
  if (readStat(absolute(vault, OLDER_FILE)) === null) return ids;
  return withOlder(vault, ids, await readFacts());
}

/** The same with the facts at hand. */
export function forgottenAmong(vault: Vault, facts: readonly Fact[]): Set<string> {
  return withOlder(vault, forgottenIds(vault), facts);
}

function forgottenIds(vault: Vault): Set<string> {
  const ids = readJsonLines(absolute(vault, TOMBSTONE_FILE)).map(({ value }) => value?.fact);
  return new Set(ids.filter((id): id is string => typeof id === 'string'));
}

function withOlder(vault: Vault, ids: Set<string>, facts: readonly Fact[]): Set<string> {
  const contents = readJsonLines(absolute(vault, OLDER_FILE)).map(({ value }) => value?.content);
  const texts = new Set(contents.filter((content): content is string => typeof content === 'string').map(fold));
  if (texts.size > 0) for (const fact of facts) if (texts.has(fold(fact.text))) ids.add(fact.id);
  return ids;
}

/** Case, white space and Unicode aside. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
