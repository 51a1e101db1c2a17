// memvault's block in the vault's `.gitignore`: what this clone keeps to itself.
import type { MarkedBlock } from './marked-block.ts';
import { CACHE_DIR, CLONE_FILE, LOCK_FILE, QUARANTINE_FILE, RECALL_FILE, RUNS_DIR, SESSIONS_DIR, STATE_FILE } from './vault.ts';

export const IGNORE_BLOCK: MarkedBlock = {
  path: '.gitignore',
  lines: [`/${RUNS_DIR}/`, `/${CACHE_DIR}/`, `/${LOCK_FILE}*`, `/${STATE_FILE}`, `/${CLONE_FILE}`, `/${RECALL_FILE}`, `/${QUARANTINE_FILE}`, `/${SESSIONS_DIR}/`, '.*.tmp'],
};
