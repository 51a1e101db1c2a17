// What was not logged because it looks like a secret: `.memvault/quarantine.jsonl`, which git ignores, as JSON lines
// that `log --jsonl` takes. Nothing reads it but a person, and who would put the same there once more.
import { appendLines } from './append-file.ts';
import { IGNORE_BLOCK, putBlock } from './attributes.ts';
import { confined, makeFolderFor } from './confine.ts';
import { readJsonLines } from './ledger.ts';
import { absolute, QUARANTINE_FILE, type Vault } from './vault.ts';

/**
 * Appends lines, and gives the file. Before the first, git is told to ignore it, also in a vault of an older memvault.
 * Throws `io`, `refused`.
 */
export function appendQuarantined(vault: Vault, lines: readonly string[]): string {
  putBlock(vault, IGNORE_BLOCK);
  const target = confined(vault, QUARANTINE_FILE);
  makeFolderFor(vault, target);
  appendLines(target, lines, { isPrivate: true });
  return QUARANTINE_FILE;
}

/** `source` and text of what lies there out of conversations, with a line end between them. */
export function quarantinedSources(vault: Vault): Set<string> {
  return new Set(
    readJsonLines(absolute(vault, QUARANTINE_FILE)).flatMap(({ value }) => {
      const fields = value?.fields;
      const source = typeof fields === 'object' && fields !== null && 'source' in fields ? fields.source : undefined;
      return typeof source === 'string' && typeof value?.content === 'string' ? [`${source}\n${value.content}`] : [];
    }),
  );
}
