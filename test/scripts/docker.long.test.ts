// The image of the Dockerfile: a vault on a volume. Skipped where there is no Docker.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const docker = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8', timeout: 900_000 });

test.runIf(docker('info').status === 0)('a first dream in a container', { timeout: 900_000 }, () => {
  expect(docker('build', '-t', 'memvault-test', ROOT)).toMatchObject({ status: 0 });
  const vault = mkdtempSync(join(tmpdir(), 'memvault-docker-'));
  const user = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
  const memvault = (...args: string[]): string =>
    docker('run', '--rm', '-u', user, '-e', 'HOME=/tmp', '-v', `${vault}:/vault`, 'memvault-test', ...args).stdout;
  memvault('init', '-q');
  memvault('log', 'User prefers tabs', '--date', 'yesterday');
  expect(memvault('dream', '--yes')).toContain('1 placed');
  expect(memvault('search', 'tabs')).toContain('User prefers tabs');
});
