// memvault's block in the vault's `.gitignore`: what this clone keeps to itself.
import type { MarkedBlock } from './marked-block.ts';
import { CLONE_FILE, LOCK_FILE, PRIVATE } from './vault.ts';

export const IGNORE_BLOCK: MarkedBlock = {
  path: '.gitignore',
  lines: [...PRIVATE.map((path) => `/${path}`), `/${LOCK_FILE}*`, `/${CLONE_FILE}`, '.*.tmp'],
};
