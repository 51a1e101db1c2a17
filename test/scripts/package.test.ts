// What the package brings along: a man page of every verb, and nothing that makes it large.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the man page describes every verb, and man can read it', () => {
  const page = join(ROOT, 'dist/memvault.1');
  const text = readFileSync(page, 'utf8');
  expect(text.match(/(?<=^\.SS ).*/gm)).toEqual(VERBS.map(({ name }) => name));
  const groff = spawnSync('groff', ['-k', '-man', '-Tutf8', '-ww', page], { encoding: 'utf8' });
  if (groff.error === undefined)
    expect({ status: groff.status, stderr: groff.stderr }).toEqual({ status: 0, stderr: '' });
});

test('the package is under 4 MB, without compiled code', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ size, files }] = JSON.parse(stdout) as [{ size: number; files: { path: string }[] }];
  expect(size).toBeLessThan(4_000_000);
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['dist/memvault.1', 'templates/completion/memvault.bash']));
  expect(paths.filter((path) => path.endsWith('.cache'))).toEqual([]);
});
