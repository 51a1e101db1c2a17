// Where the folders of tests are made: in memory where the system has such a place, since the program waits for the
// disk (fsync) with most of what it writes. A disk gives the same results, only later; MEMVAULT_TEST_DISK names one.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the program says of such a path is the same anywhere; others it puts between quotes and breaks at their blanks.
 */
const PLAIN = /^[\w./+@:-]+$/;

/** What the largest tests need at once, several times. */
const ENOUGH = 1_500_000_000;

/**
 * A folder below which tests make theirs: that of the system, or a new one in memory that is large enough and lets
 * programs run.
 */
export function quickDisk(memory = '/dev/shm'): string {
  const named = process.env['MEMVAULT_TEST_DISK'];
  if (named !== undefined) return named;
  const isNamed = process.env['TMPDIR'] !== undefined && PLAIN.test(tmpdir());
  if (isNamed || process.platform !== 'linux') return tmpdir();
  const otherwise = PLAIN.test(tmpdir()) ? tmpdir() : '/tmp';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ENOUGH && runsPrograms(memory) ? ownFolder(memory) : otherwise;
  } catch {
    return otherwise;
  }
}

/** What tests leave there would stay in memory: it goes with the process that runs them. */
function ownFolder(memory: string): string {
  const own = mkdtempSync(join(memory, 'mv-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** A container may mount it `noexec`. */
function runsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'memvault-tests-'));
  try {
    writeFileSync(join(own, 'program'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    return spawnSync(join(own, 'program')).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
