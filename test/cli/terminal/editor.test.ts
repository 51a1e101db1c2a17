// How an editor is told a place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editFile, placeFor } from '../../../src/cli/terminal/editor.ts';

test.each([
  ['vim -p', ['+7', '/v/a b.md']],
  ['/usr/bin/nano', ['+7', '/v/a b.md']],
  ['code --wait', ['--goto', '/v/a b.md:7']],
  ['C:\\Tools\\Code.exe', ['--goto', '/v/a b.md:7']],
  ['hx', ['/v/a b.md:7']],
  ['my-editor', ['/v/a b.md']],
])('%s is told the line as it takes it', (editor, args) => {
  expect(placeFor(editor, '/v/a b.md', 7)).toEqual(args);
});

test('a file is opened at its line, and an editor that fails is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-editor-'));
  try {
    // Called vim, so that it is told the line.
    const editor = join(folder, 'vim');
    writeFileSync(editor, `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(folder, 'said')}\nexit "$STATUS"\n`, {
      mode: 0o755,
    });
    const open = async (status: string): Promise<string | null> =>
      await editFile('/v/a b.md', 7, {
        env: { EDITOR: editor, STATUS: status, PATH: process.env['PATH'] },
        platform: 'linux',
        onStart: () => undefined,
      });
    expect(await open('0')).toBeNull();
    expect(readFileSync(join(folder, 'said'), 'utf8')).toBe('+7\n/v/a b.md\n');
    expect(await open('3')).toBe('vim ended with status 3');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
