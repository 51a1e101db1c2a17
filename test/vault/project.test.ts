import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject, placeInProject, readProjectFile, writeProjectFile } from '../../src/init/agent-files.ts';

let root: string;
const folder = (path: string): string => {
  mkdirSync(join(root, path), { recursive: true });
  return join(root, path);
};
const file = (path: string, text: string | Uint8Array = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-project-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the project of a folder', () => {
  it.each<[what: string, made: readonly string[], at: string, is: string]>([
    ['is the root of its repository', ['home/atlas/.git/HEAD'], 'home/atlas/src/deep', 'home/atlas'],
    ['may be a work tree, where .git is a file', ['home/atlas/.git'], 'home/atlas/src', 'home/atlas'],
    [
      'is the innermost repository',
      ['home/atlas/.git/HEAD', 'home/atlas/lib/.git/HEAD'],
      'home/atlas/lib/src',
      'home/atlas/lib',
    ],
    [
      'is the repository that a vault lies in',
      ['home/atlas/.git/HEAD', 'home/atlas/notes/.memvault/config.yaml'],
      'home/atlas/notes/daily',
      'home/atlas',
    ],
    [
      'is the vault, where git knows nothing of it',
      ['home/notes/.memvault/config.yaml'],
      'home/notes/daily',
      'home/notes',
    ],
    ['is the folder, where there is neither', [], 'home/atlas/src', 'home/atlas/src'],
    ['is not the home, where that is a repository', ['home/.git/HEAD'], 'home/atlas', 'home/atlas'],
    ['is not what lies above the home', ['.git/HEAD'], 'home/atlas', 'home/atlas'],
    ['is the home for who is in it', ['.git/HEAD', 'home/.git/HEAD'], 'home', 'home'],
  ])('%s', (_, made, at, is) => {
    for (const path of made) file(path);
    expect(findProject(folder(at), folder('home'))).toBe(join(root, is));
  });
  it('needs no home', () => {
    file('.git/HEAD');
    expect(findProject(folder('a/b'), null)).toBe(root);
  });
});

describe('a vault’s place in a project', () => {
  it.each<[vault: string, place: string | null]>([
    ['atlas/notes', 'notes'],
    ['atlas/a b/c', 'a b/c'],
    ['atlas', null],
    ['other', null],
    ['atlas-2', null],
    ['', null],
    ['atlas/..notes', '..notes'],
  ])('%s', (vault, place) => {
    expect(placeInProject(folder('atlas'), folder(vault))).toBe(place);
  });
  it('is that of the folder behind a link', () => {
    folder('atlas');
    symlinkSync(folder('other'), join(root, 'atlas/notes'));
    expect(placeInProject(join(root, 'atlas'), join(root, 'atlas/notes'))).toBeNull();
  });
});

describe('a file of a project', () => {
  it('is written with its folders, and read as it was', () => {
    expect(readProjectFile(root, '.claude/skills/memvault/SKILL.md')).toBeNull();
    writeProjectFile(root, '.claude/skills/memvault/SKILL.md', 'caf\udce9');
    expect(readFileSync(join(root, '.claude/skills/memvault/SKILL.md'))).toEqual(Buffer.from('caf\xe9', 'latin1'));
    expect(readProjectFile(root, '.claude/skills/memvault/SKILL.md')).toBe('caf\udce9');
  });
  it('is neither read nor written where a link leads out', () => {
    const out = mkdtempSync(join(tmpdir(), 'memvault-out-'));
    symlinkSync(out, join(root, '.claude'));
    try {
      expect(() => readProjectFile(root, '.claude/SKILL.md')).toThrow('.claude/SKILL.md leads out of the project');
      expect(() => writeProjectFile(root, '.claude/SKILL.md', 'x')).toThrow('leads out of the project');
      expect(readdirSync(out)).toEqual([]);
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});
