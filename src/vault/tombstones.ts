// The ids of forgotten facts. Their text is nowhere; these lines only say that they stay away.
import { readJsonLines } from './jsonl.ts';
import { absolute, TOMBSTONE_FILE, type Vault } from './vault.ts';

export function readForgotten(vault: Vault): Set<string> {
  const ids = readJsonLines(absolute(vault, TOMBSTONE_FILE)).map(({ value }) => value?.fact);
  return new Set(ids.filter((id): id is string => typeof id === 'string'));
}
