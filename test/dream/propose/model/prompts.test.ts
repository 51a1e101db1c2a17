import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerSchema, DECISIONS } from '../../../../src/dream/propose/model/answer.ts';
import { readPrompts } from '../../../../src/dream/propose/model/prompts.ts';
import { MemvaultError } from '../../../../src/model/errors.ts';

const templates = join(import.meta.dirname, '../../../../templates');
const folders: string[] = [];
const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-prompts-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

describe('the prompt files', () => {
  const own = readPrompts({ templates, own: null });

  it('are memvault’s, each with its version', () => {
    expect(Object.values(own).map(({ version }) => version)).toEqual([
      'consolidate-1',
      'classify-1',
      'merge-1',
      'memory-1',
    ]);
    expect(own.consolidate.text).toContain('{{conventions}}');
  });

  it('speak of each decision and each part of the answer', () => {
    const schema = JSON.stringify(answerSchema({ claims: [], facts: [], otherPages: [] }));
    const parts = [...schema.matchAll(/"required":\[([^\]]+)\]/g)]
      .flatMap(([, names = '']) => names.split(','))
      .filter((name) => !/decisions|"fact"/.test(name));
    expect(parts).toEqual(expect.arrayContaining(['"claim"', '"overview"']));
    for (const word of [...DECISIONS.map((one) => `"${one}"`), ...parts]) expect(own.consolidate.text).toContain(word);
  });

  it('are a person’s where their folder has them, with a version that follows their words', () => {
    const text = 'Be brief.';
    const prompts = readPrompts({
      templates,
      own: folderWith({ 'consolidate.md': `${text}\n`, 'classify-1.md': 'Compare.' }),
    });
    expect(prompts.consolidate).toEqual({
      version: `consolidate-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`,
      text,
    });
    expect(prompts.classify.text).toBe('Compare.');
    expect(prompts.classify.version).toMatch(/^classify-[0-9a-f]{8}$/);
    expect(prompts.memory).toEqual(own.memory);
  });

  it.each([
    ['empty', ' \n'],
    ['longer', 'x'.repeat(20_000)],
  ])('that cannot be used are named: %s', (words, text) => {
    const folder = folderWith({ 'consolidate-1.md': text });
    expect(() => readPrompts({ templates, own: folder })).toThrow(MemvaultError);
    expect(() => readPrompts({ templates, own: folder })).toThrow(words);
  });
});
