import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendLines, createOnce, readBytes, writeAtomic } from '../../src/vault/disk.ts';
import { readJsonLines } from '../../src/vault/jsonl.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memvault-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writing', () => {
  it('replaces a file as a whole, keeps its mode, makes its folder, leaves nothing behind', () => {
    writeFileSync(at('a.md'), 'old');
    chmodSync(at('a.md'), 0o640);
    writeAtomic(at('a.md'), 'new');
    writeAtomic(at('deep/er/b.md'), Buffer.from([0xff, 0]));
    expect(readFileSync(at('a.md'), 'utf8')).toBe('new');
    expect(statSync(at('a.md')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['a.md', 'deep']);
  });
  it('that fails leaves the old file and no temporary one, and says what stands in the way', () => {
    mkdirSync(at('a.md'));
    expect(() => writeAtomic(at('a.md'), 'new')).toThrow(expect.objectContaining({ code: 'io', message: expect.stringContaining('a.md') as string }) as Error);
    expect(readdirSync(folder)).toEqual(['a.md']);
    writeFileSync(at('file'), '');
    expect(() => writeAtomic(at('file/b.md'), 'x')).toThrow(/cannot make the folder/);
  });
  it('makes a file once', () => {
    expect([createOnce(at('x'), 'one'), createOnce(at('x'), 'two')]).toEqual([true, false]);
    expect(readFileSync(at('x'), 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['x']);
  });
  it('of lines ends a torn one first', () => {
    writeFileSync(at('a.jsonl'), '{"a":1}\n{"to');
    appendLines(at('a.jsonl'), ['{"b":2}']);
    expect(readJsonLines(at('a.jsonl'))).toEqual([{ line: 1, value: { a: 1 } }, { line: 2, value: null }, { line: 3, value: { b: 2 } }]);
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
    expect(readJsonLines(at('a')).map(({ line, value }) => [line, value])).toEqual([[1, null], [2, null], [3, null], [6, { ok: true }]]);
  });
});
