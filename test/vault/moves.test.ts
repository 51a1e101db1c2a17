// One file moved with its bytes: from whatever state it is found in, and never over another.
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemvaultError } from '../../src/model/errors.ts';
import { moveFiles, obstacleToMove, wayBack, type Way } from '../../src/vault/carry-out.ts';
import type { Vault } from '../../src/vault/vault.ts';

const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const WORDS = 'words of somebody\n';
const way: Way = {
  from: '0_Inbox/a/x.md',
  to: '5_Archives/Inbox/a/x.md',
  digest: createHash('sha256').update(WORDS).digest('hex'),
};
let vault: Vault;
/** Null once it is where it is to be. */
const moveFile = (to: Vault, one: Way): string | null =>
  moveFiles(to, [one], (_): _ is MemvaultError => false).get(one.from) ?? null;
const at = (path: string): string => join(vault.root, path);
const put = (path: string, text: string): void => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
};

beforeEach(() => {
  vault = { root: realpathSync(mkdtempSync(join(tmpdir(), 'memvault-moves-'))), dailyDir: 'daily', zones: ZONES };
  mkdirSync(at('.memvault'));
  put(way.from, WORDS);
});
afterEach(() => rmSync(vault.root, { recursive: true, force: true }));

test('it goes with its bytes and its time, into a folder that is made, and back', () => {
  utimesSync(at(way.from), new Date('2020-01-01'), new Date('2020-01-01'));
  expect([
    obstacleToMove(vault, way),
    moveFile(vault, way),
    existsSync(at(way.from)),
    readFileSync(at(way.to), 'utf8'),
  ]).toEqual([null, null, false, WORDS]);
  expect(statSync(at(way.to)).mtime).toEqual(new Date('2020-01-01'));
  expect([
    moveFile(vault, way),
    moveFile(vault, wayBack(way)),
    existsSync(at(way.to)),
    readFileSync(at(way.from), 'utf8'),
  ]).toEqual([null, null, false, WORDS]);
});

test.each<[what: string, change: () => void, why: string]>([
  ['was edited', () => put(way.from, `${WORDS}more`), '0_Inbox/a/x.md was edited in between'],
  ['is gone', () => rmSync(at(way.from)), '0_Inbox/a/x.md is not there any more'],
  [
    'became a link',
    () => {
      put('3_Personal/Work.md', WORDS);
      rmSync(at(way.from));
      symlinkSync(at('3_Personal/Work.md'), at(way.from));
    },
    '0_Inbox/a/x.md is not a file',
  ],
  ['would go over another', () => put(way.to, 'mine'), '5_Archives/Inbox/a/x.md is there already'],
  [
    'would go over a link',
    () => {
      mkdirSync(at('5_Archives/Inbox/a'), { recursive: true });
      symlinkSync('nowhere', at(way.to));
    },
    '5_Archives/Inbox/a/x.md is there already',
  ],
])('one that %s stays', (_, change, why) => {
  change();
  const before = existsSync(at(way.from));
  expect([obstacleToMove(vault, way), moveFile(vault, way), existsSync(at(way.from))]).toEqual([why, why, before]);
});

test('a folder that leads out of the vault, and a move that has nothing to do with the inbox, are refused', () => {
  mkdirSync(at('5_Archives'));
  symlinkSync(tmpdir(), at('5_Archives/Inbox'));
  expect(() => moveFile(vault, way)).toThrow(/leads out of the vault/);
  expect(() => moveFile(vault, { ...way, from: '3_Personal/Work.md', to: '4_Assets/Work.md' })).toThrow(
    /which no run moves/,
  );
  for (const from of ['0_Inbox/../3_Personal/Work.md', '0_Inbox/..', '0_Inbox/a/'])
    expect(() => moveFile(vault, { ...way, from })).toThrow(/is not the path|leads out|which no run moves/);
  expect(readFileSync(at(way.from), 'utf8')).toBe(WORDS);
});

describe('many at once', () => {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const many = (count: number): Way[] =>
    Array.from({ length: count }, (_, at) => {
      put(`0_Inbox/a/n${at}.md`, `${at}`);
      return { from: `0_Inbox/a/n${at}.md`, to: `5_Archives/Inbox/a/n${at}.md`, digest: digest(`${at}`) };
    });
  const isOne = (error: unknown): error is MemvaultError => error instanceof MemvaultError;
  const real = { fsyncSync: fs.fsyncSync, linkSync: fs.linkSync };
  afterEach(() => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  });

  test('cost one sync of each folder, however many they are', () => {
    const ways = many(20);
    mkdirSync(at('5_Archives/Inbox/a'), { recursive: true });
    const calls: string[] = [];
    fs.fsyncSync = (file) => {
      calls.push('fsync');
      real.fsyncSync(file);
    };
    fs.linkSync = (path, other) => {
      calls.push('link');
      real.linkSync(path, other);
    };
    syncBuiltinESMExports();
    expect(moveFiles(vault, ways, isOne)).toEqual(new Map());
    expect(calls).toEqual([...ways.map(() => 'link'), 'fsync', 'fsync']);
  });

  test('one that stays keeps none of the others', () => {
    const ways = many(3);
    put('0_Inbox/a/n0.md', 'of the last moment');
    expect(moveFiles(vault, ways, isOne)).toEqual(
      new Map([['0_Inbox/a/n0.md', '0_Inbox/a/n0.md was edited in between']]),
    );
    expect(readdirSync(at('5_Archives/Inbox/a')).sort()).toEqual(['n1.md', 'n2.md']);
    expect(readFileSync(at('0_Inbox/a/n0.md'), 'utf8')).toBe('of the last moment');
  });
});
