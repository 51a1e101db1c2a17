// memvault's blocks in `.gitattributes` and `.gitignore`: logs and ledger merge by union, pages with memvault's driver.
// Never a rule for all markdown: a person's other notes merge as text.
import { encodeText } from '../model/bytes.ts';
import { lineEndOf, splitLines } from '../note/lines.ts';
import { writeInVault } from './confine.ts';
import { readText } from './disk.ts';
import {
  absolute,
  CATALOGUE_FILE,
  CLONE_FILE,
  LOCK_FILE,
  OWN,
  pageZones,
  PRIVATE,
  RUN_LOG_FILE,
  SUMMARY_FILE,
  type Vault,
} from './vault.ts';

// memvault's lines in a file that belongs to the user, between two markers. Everything outside the markers stays byte
// for byte, and so do lines that a person added between them.

export interface MarkedBlock {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly lines: readonly string[];
}

const BEGIN = '# memvault: begin';
const END = '# memvault: end';

/** What the file lacks: `all` without a block, `some` if lines are missing, else `nothing`. */
export function lackOf(vault: Vault, block: MarkedBlock): 'all' | 'some' | 'nothing' {
  const lines = splitLines(readBlockFile(vault, block));
  if (!lines.includes(BEGIN)) return 'all';
  return block.lines.every((line) => lines.includes(line)) ? 'nothing' : 'some';
}

/** Adds what the file lacks; creates the file if necessary. Throws `refused` if it is outside the vault. */
export function putBlock(vault: Vault, block: MarkedBlock): void {
  const before = readBlockFile(vault, block);
  const after = withBlock(before, block.lines);
  if (after !== before) writeInVault(vault, block.path, encodeText(after));
}

/** Appends the block to the text, or adds missing lines to an existing block. */
export function withBlock(text: string, lines: readonly string[]): string {
  const end = lineEndOf(text);
  const present = splitLines(text);
  const block = (all: readonly string[]): string => all.map((line) => line + end).join('');
  if (!present.includes(BEGIN))
    return text + (text !== '' && !text.endsWith('\n') ? end : '') + block([BEGIN, ...lines, END]);
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return text;
  // Before the end marker; if a person removed it, right after the begin marker.
  const whole = text.split(/(?<=\n)/);
  const begin = present.indexOf(BEGIN);
  const close = present.indexOf(END, begin);
  const at = close === -1 ? begin + 1 : close;
  const before = whole.slice(0, at).join('');
  return before + (before.endsWith('\n') || before === '' ? '' : end) + block(missing) + whole.slice(at).join('');
}

const readBlockFile = (vault: Vault, { path }: MarkedBlock): string => readText(absolute(vault, path)) ?? '';

const FILE = '.gitattributes';

/** The blocks of a vault, from the outermost folder inwards. */
export function attributeBlocks(vault: Pick<Vault, 'dailyDir' | 'zones'>): MarkedBlock[] {
  const pages = [CATALOGUE_FILE, SUMMARY_FILE, ...pageZones(vault).map((zone) => `${literal(zone)}/**/*.md`)];
  return [
    { path: FILE, lines: [rule(RUN_LOG_FILE, 'union'), ...pages.map((pattern) => rule(pattern, 'memvault'))] },
    { path: `${vault.dailyDir}/${FILE}`, lines: ['*.md merge=union'] },
    { path: `${OWN}/${FILE}`, lines: ['*.jsonl merge=union', '/tags.yaml merge=memvault'] },
  ];
}

/** The attribute files that lack lines; without them git would merge pages and logs as text. */
export function lackingAttributes(vault: Vault): string[] {
  return attributeBlocks(vault)
    .filter((block) => lackOf(vault, block) !== 'nothing')
    .map(({ path }) => path);
}

/** A rule for files in this folder. A pattern with a space is quoted as a C string. */
function rule(pattern: string, merge: string): string {
  const anchored = `/${pattern}`;
  return `${/[\s"]/.test(anchored) ? `"${anchored.replace(/[\\"]/g, String.raw`\$&`)}"` : anchored} merge=${merge}`;
}

/** Escapes glob characters in a folder name. */
const literal = (name: string): string => name.replace(/[*?[\]\\]/g, String.raw`\$&`);

// memvault's block in the vault's `.gitignore`: files that are local to the clone.

export const IGNORE_BLOCK: MarkedBlock = {
  path: '.gitignore',
  lines: [...PRIVATE.map((path) => `/${path}`), `/${LOCK_FILE}*`, `/${CLONE_FILE}`, '.*.tmp'],
};
