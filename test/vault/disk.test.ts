import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  appendLines,
  createOnce,
  makeFolder,
  readBytes,
  removeTemporaries,
  replaceFile,
  temporaryFor,
  writeAtomic,
} from '../../src/vault/disk.ts';
import { readJsonLines } from '../../src/vault/ledger.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memvault-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writing', () => {
  it('replaces a file as a whole, keeps its mode, leaves nothing behind', () => {
    writeFileSync(at('a.md'), 'old');
    chmodSync(at('a.md'), 0o640);
    writeAtomic(at('a.md'), 'new');
    expect(readFileSync(at('a.md'), 'utf8')).toBe('new');
    expect(statSync(at('a.md')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['a.md']);
  });
  it('that fails leaves the old file and no temporary one, and says what stands in the way', () => {
    mkdirSync(at('a.md'));
    expect(() => writeAtomic(at('a.md'), 'new')).toThrow(
      expect.objectContaining({ code: 'io', message: expect.stringContaining('a.md') as string }) as Error,
    );
    expect(readdirSync(folder)).toEqual(['a.md']);
    writeFileSync(at('file'), '');
    expect(() => writeAtomic(at('file/b.md'), 'x')).toThrow(/ENOTDIR/);
    expect(() => writeAtomic(at('no/b.md'), 'x')).toThrow(/ENOENT/);
    expect(readdirSync(folder).sort()).toEqual(['a.md', 'file']);
  });
  it('asks at the end whether the file is still to be replaced, and leaves no temporary one where it is not', () => {
    writeFileSync(at('a.md'), 'old');
    const names: string[][] = [];
    const answered = [true, false].map((answer) =>
      replaceFile(at('a.md'), `new, ${answer}`, () => {
        names.push(readdirSync(folder));
        return answer;
      }),
    );
    expect(answered).toEqual([true, false]);
    expect(readFileSync(at('a.md'), 'utf8')).toBe('new, true');
    for (const found of names) expect(found.sort()).toEqual([expect.stringMatching(/^\.a\.md\.memvault-/), 'a.md']);
    expect(readdirSync(folder)).toEqual(['a.md']);
  });
  it('is done once more when the temporary file was swept away, and leaves a name as long as one may be', () => {
    let swept = 0;
    const sweep = (): boolean => {
      if (swept++ === 0) removeTemporaries(folder, 'a.md');
      return true;
    };
    expect(replaceFile(at('a.md'), 'new', sweep)).toBe(true);
    expect([readFileSync(at('a.md'), 'utf8'), swept]).toEqual(['new', 2]);
    for (const long of ['é'.repeat(126), '記'.repeat(84), '🌍'.repeat(63)]) writeAtomic(at(`${long}.m`), 'x');
    expect(readdirSync(folder)).toHaveLength(4);
  });
  it('knows its temporary files from those of a person and of other programs', () => {
    const others = [
      '.a.md.swp',
      '.a.md.tmp',
      '.a.md.k3v9x2ab4q1z.tmp',
      '.hidden',
      'a.md.memvault-k3v9x2ab4q1z.tmp',
      '.a.md.memvault-k3v9x2ab4q1z.tmp.md',
      '.a.md.memvault-notes.tmp',
    ];
    const [a, b] = ['.a.md.memvault-k3v9x2ab4q1z.tmp', '.b.md.memvault-k3v9x2ab4q1z.tmp'];
    for (const name of [...others, a, b]) writeFileSync(at(name), '');
    removeTemporaries(folder, 'b.md');
    expect(readdirSync(folder).sort()).toEqual([...others, a].sort());
    removeTemporaries(folder);
    expect(readdirSync(folder).sort()).toEqual([...others].sort());
    removeTemporaries(at('no'));
  });
  it('draws no number for them: the ids of facts would hang on how much was written before', () => {
    const draw = vi.spyOn(Math, 'random');
    writeAtomic(at('a.md'), 'new');
    createOnce(at('b.md'), 'new');
    expect(draw).not.toHaveBeenCalled();
    draw.mockRestore();
    expect(new Set(Array.from({ length: 1000 }, () => temporaryFor(at('a.md')))).size).toBe(1000);
    writeFileSync(temporaryFor(at('a.md')), '');
    const names = readdirSync(folder).length;
    removeTemporaries(folder, 'a.md');
    expect(readdirSync(folder)).toHaveLength(names - 1);
  });
  it('makes a file once', () => {
    expect([createOnce(at('x'), 'one'), createOnce(at('x'), 'two')]).toEqual([true, false]);
    expect(readFileSync(at('x'), 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['x']);
  });
  it('of lines ends a torn one first', () => {
    writeFileSync(at('a.jsonl'), '{"a":1}\n{"to');
    appendLines(at('a.jsonl'), ['{"b":2}']);
    expect(readJsonLines(at('a.jsonl'))).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, value: null },
      { line: 3, value: { b: 2 } },
    ]);
  });
});

describe('reading', () => {
  it('what is not there is null, what cannot be read is an error', () => {
    expect(readBytes(at('no'))).toBeNull();
    expect(readBytes(at('no/deeper'))).toBeNull();
    expect(() => readBytes(folder)).toThrow(/EISDIR/);
  });
  it('lines that are no JSON object have no value', () => {
    writeFileSync(at('a'), '[1]\n"x"\nnull\n\n  \r\n{"ok":true}\r\n');
    expect(readJsonLines(at('a')).map(({ line, value }) => [line, value])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [6, { ok: true }],
    ]);
  });
});

test.runIf(existsSync('/proc/self'))(
  'a folder below one in which none can be made is refused, and not tried for ever',
  () => {
    expect(() => makeFolder('/proc/no-such/folder')).toThrow(/cannot create the folder/);
  },
);
