// The files that memvault keeps beside pages and daily logs, as texts: `log.md`, the generated files, `tags.yaml` and
// every `.jsonl` of its own folder. For who checks them; whoever needs their meaning reads them by their own module.
import { readdirSync } from 'node:fs';
import { decodeBytes } from '../markdown/bytes.ts';
import { systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { explainIo, readBytes } from './disk.ts';
import {
  absolute,
  CATALOGUE_FILE,
  LEDGER_DIR,
  OWN,
  RUN_LOG_FILE,
  SUMMARY_FILE,
  TAGS_FILE,
  type Vault,
} from './vault.ts';

export interface FileText {
  /** From the vault's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The files at the top of a vault that memvault writes and that name its pages: that one of them links to a page says
 * nothing of that page.
 */
export const LISTING_FILES: ReadonlySet<string> = new Set([CATALOGUE_FILE, RUN_LOG_FILE, SUMMARY_FILE]);

/** Those that exist, sorted by path. */
export function readOwnFiles(vault: Vault): FileText[] {
  const paths = [
    ...LISTING_FILES,
    TAGS_FILE,
    ...[OWN, LEDGER_DIR, `${OWN}/recalls`].flatMap((folder) => jsonLinesIn(vault, folder)),
  ];
  return paths.sort(compareText).flatMap((path) => {
    const bytes = readBytes(absolute(vault, path));
    return bytes === null ? [] : [{ path, text: decodeBytes(bytes) }];
  });
}

function jsonLinesIn(vault: Vault, folder: string): string[] {
  try {
    return readdirSync(absolute(vault, folder), { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.jsonl') && !entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`);
  } catch (error) {
    // A folder that is made when first needed.
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', absolute(vault, folder));
  }
}
