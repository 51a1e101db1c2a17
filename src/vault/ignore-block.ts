// memvault's block in the vault's `.gitignore`: what this clone keeps to itself. Appended; every other line stays.
import { decodeBytes, encodeText } from '../markdown/bytes.ts';
import { lineEndOf } from '../markdown/lines.ts';
import { confined } from './confine.ts';
import { readBytes, writeAtomic } from './disk.ts';
import { absolute, CACHE_DIR, CLONE_FILE, LOCK_FILE, OWN, RECALL_FILE, STATE_FILE, type Vault } from './vault.ts';

const FILE = '.gitignore';
const BEGIN = '# memvault: begin';
const LINES = [
  BEGIN, `/${OWN}/runs/`, `/${CACHE_DIR}/`, `/${LOCK_FILE}*`, `/${STATE_FILE}`, `/${CLONE_FILE}`, `/${RECALL_FILE}`, '.*.tmp', '# memvault: end',
];

function readText(vault: Vault): string {
  const bytes = readBytes(absolute(vault, FILE));
  return bytes === null ? '' : decodeBytes(bytes);
}

export function hasIgnoreBlock(vault: Vault): boolean {
  return readText(vault).split(/\r?\n/).includes(BEGIN);
}

export function appendIgnoreBlock(vault: Vault): void {
  const before = readText(vault);
  const end = lineEndOf(before);
  const open = before !== '' && !before.endsWith('\n') ? end : '';
  writeAtomic(confined(vault, FILE), encodeText(before + open + LINES.map((line) => line + end).join('')));
}
