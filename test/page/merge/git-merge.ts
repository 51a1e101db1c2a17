// The merge of lines that the tests of merges use: git's own, with its markers.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeBytes, encodeText } from '../../../src/model/bytes.ts';
import type { MergeText } from '../../../src/page/merge/three-way.ts';

const folder = mkdtempSync(join(tmpdir(), 'memvault-merge-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export const gitMerge: MergeText = (ours, base, theirs) => {
  const paths = Object.entries({ ours, base, theirs }).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, encodeText(text));
    return path;
  });
  const { status, stdout } = spawnSync(
    'git',
    ['merge-file', '-p', '-L', 'ours', '-L', 'base', '-L', 'theirs', ...paths],
    { env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', HOME: folder } },
  );
  if (status === null || status < 0 || status > 127) return Promise.reject(new Error('git could not merge'));
  return Promise.resolve({ text: decodeBytes(stdout), conflicts: status > 0 });
};
