// Canvases beside notes: what stands on one is linked to, a card whose file is gone is told, and nothing that is in a
// canvas makes lint fail.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import { type Finding, labelOf } from '../../src/lint/rule.ts';
import { resolveRules } from '../../src/lint/rules.ts';
import { NOTES_CACHE, type Vault } from '../../src/vault/vault.ts';
import { memvaultHere } from '../support/in-process.ts';
import { makePlace } from '../support/memvault.ts';
import { makeFolder, write, writeExample } from './folders.ts';

const [ID, OTHER] = ['k3v9x2ab4q', 'm4w8y3bc5r'];
const LINK_RULES = [
  'links/missing',
  'links/file',
  'links/anchor',
  'links/alias',
  'links/ambiguous',
  'links/case',
  'unlinked/back-link',
  'unlinked/orphan',
];
/** Ann's page is linked to by no note. */
const OWN = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${ID}
- [people] Ann likes tea ^${OTHER}
== index.md
- [[Work]]
== 3_Personal/Work.md
- User works at Microsoft[^${ID}]
== 2_Wiki/Ann.md
# Ann
- Ann likes tea[^${OTHER}] ^tea
`;

const file = (path: unknown, subpath?: string): unknown => ({
  id: '1',
  type: 'file',
  file: path,
  ...(subpath === undefined ? {} : { subpath }),
  x: 0,
});
const text = (words: unknown): unknown => ({ id: '2', type: 'text', text: words });
/** A card a line, the first on the third. */
const board = (...nodes: unknown[]): string =>
  `{\n\t"nodes":[\n${nodes.map((node) => `\t\t${JSON.stringify(node)}`).join(',\n')}\n\t],\n\t"edges":[]\n}`;

function look(
  vault: Vault,
  rules: readonly string[] = LINK_RULES,
  include: readonly string[] = ['**'],
): readonly Finding[] {
  return lint(readLintInput(vault, '2026-07-03', 3, new Set(), { include, exclude: [] }), resolveRules(rules)).findings;
}

function vaultWith(canvas: string, more = '', path = 'Boards/Plan.canvas'): Vault {
  const vault = makeFolder();
  writeExample(vault, OWN + more);
  write(vault, path, canvas);
  return vault;
}

const brief = (found: readonly Finding[]): string[] => found.map((one) => `${labelOf(one)} ${one.path}:${one.line}`);
const found = (canvas: string, more = ''): string[] =>
  brief(look(vaultWith(canvas, more))).filter((one) => one !== 'unlinked/orphan 2_Wiki/Ann.md:1');
describe('a page that no note links to', () => {
  const orphans = (canvas: string, include: readonly string[] = []): string[] =>
    brief(look(vaultWith(canvas), ['unlinked/orphan'], include));
  it.each([
    ['its card', board(file('2_Wiki/Ann.md'))],
    ['a card of one part of it', board(file('2_Wiki/Ann.md', '#Ann'))],
    ['its card in another case', board(file('2_wiki/ann.md'))],
    ['a link in a card of text', board(text('Of [[Ann]].'))],
    ['a markdown link from the folder of the canvas', board(text('[her](../2_Wiki/Ann.md#Ann)'))],
    ['a card in a file without line ends', JSON.stringify({ nodes: [file('2_Wiki/Ann.md')] })],
  ])('is no orphan with %s, whatever lint looks at', (_what, canvas) =>
    expect([orphans(canvas), orphans(canvas, ['**'])]).toEqual([[], []]),
  );
  it.each([
    ['a card of another page', board(file('3_Personal/Work.md'))],
    ['a card that leaves its ending out', board(file('2_Wiki/Ann'))],
    ['a card of its name alone', board(file('Ann.md'))],
    ['a card by a path from the canvas', board(file('../2_Wiki/Ann.md'))],
    ['its folder', board(file('2_Wiki/'))],
    ['a card of text with its path', board(text('2_Wiki/Ann.md'))],
    ['code in a card of text', board(text('`[[Ann]]`'))],
    ['a web address', board({ type: 'link', url: '2_Wiki/Ann.md' })],
    ['a canvas that cannot be read', '{"nodes":[{"type":"file","file":"2_Wiki/Ann.md"}]'],
  ])('is one with %s', (_what, canvas) => expect(orphans(canvas)).toEqual(['unlinked/orphan 2_Wiki/Ann.md:1']));
  it('is no orphan by a canvas that lint leaves alone', () => {
    const vault = vaultWith(board(file('2_Wiki/Ann.md'), file('gone.md')));
    expect(
      lint(
        readLintInput(vault, '2026-07-03', 3, new Set(), { include: ['**'], exclude: ['Boards/'] }),
        resolveRules(LINK_RULES),
      ).findings,
    ).toEqual([]);
  });
});

describe('on a canvas', () => {
  it.each([
    [
      'notes, parts of them and attachments',
      board(
        file('2_Wiki/Ann.md', '#Ann'),
        file('2_Wiki/Ann.md', '#^tea'),
        file('4_Assets/x.png'),
        file('Boards/Plan.canvas'),
        text('[[Ann#Ann]] ![[x.png]] [[Plan.canvas]] [w](https://example.org/x.md) [[#Here]]'),
      ),
      [],
    ],
    [
      'a note that is gone',
      board(file('2_Wiki/Bob.md'), file('2_Wiki/Ann.md')),
      ['links/missing Boards/Plan.canvas:3'],
    ],
    ['a file that is gone', board(text('x'), file('4_Assets/gone.png')), ['links/file Boards/Plan.canvas:4']],
    ['another canvas that is gone', board(file('Boards/Old.canvas')), ['links/file Boards/Plan.canvas:3']],
    ['a part that is not there', board(file('2_Wiki/Ann.md', '#At work')), ['links/anchor Boards/Plan.canvas:3']],
    ['a block that is not there', board(file('2_Wiki/Ann.md', '#^coffee')), ['links/anchor Boards/Plan.canvas:3']],
    ['a file in another case', board(file('2_wiki/Ann.md')), ['links/case Boards/Plan.canvas:3']],
    [
      'one card twice',
      board(file('a.md'), file('b.md'), file('a.md')),
      ['links/missing Boards/Plan.canvas:3', 'links/missing Boards/Plan.canvas:4'],
    ],
    [
      'links that lead nowhere in a card of text',
      board(text('x\n[[Bob]]\n![[y.png]] [[Annie]]\n[[Ann#Job]]')),
      [
        'links/missing Boards/Plan.canvas:3',
        'links/file Boards/Plan.canvas:3',
        'links/anchor Boards/Plan.canvas:3',
        'links/alias Boards/Plan.canvas:3',
      ],
    ],
    [
      'a path out of the vault',
      board(file('../../etc/passwd'), file('/etc/passwd'), file('2_Wiki/../2_Wiki/Ann.md'), file('C:\\x.md')),
      [
        'links/missing Boards/Plan.canvas:3',
        'links/missing Boards/Plan.canvas:4',
        'links/missing Boards/Plan.canvas:5',
        'links/missing Boards/Plan.canvas:6',
      ],
    ],
    [
      'a folder',
      board(file('2_Wiki/'), file('..'), file('2_Wiki')),
      [
        'links/missing Boards/Plan.canvas:3',
        'links/missing Boards/Plan.canvas:4',
        'links/missing Boards/Plan.canvas:5',
      ],
    ],
    [
      'what is no path',
      board(file(7), file(['2_Wiki/Ann.md']), file(null), text({ a: 1 }), 'file', 7, null, [file('gone.md')]),
      [],
    ],
  ])('%s', (_what, canvas, wanted) =>
    expect(
      found(
        canvas,
        '== 4_Assets/x.png\n== 5_Archives/Anne.md\n---\naliases: [Annie]\n---\n[[Ann]]\n== Home.md\n[[Anne]]\n',
      ).sort(),
    ).toEqual([...wanted].sort()),
  );

  it('nothing is told where lint does not look', () =>
    expect(look(vaultWith(board(file('gone.md'), file('2_Wiki/Ann.md'))), LINK_RULES, [])).toEqual([]));
});

test.each(['{', '{"nodes":[', '[]', '7', '\0', '"file"', '# A note', '{"nodes":[]}}'])(
  'a canvas of %j is told of once, and costs nothing else',
  (canvas) => {
    const vault = vaultWith(canvas);
    for (const _ of ['anew', 'from the cache'])
      expect(look(vault).map((one) => [labelOf(one), one.severity, one.path, one.line])).toEqual([
        ['unlinked/orphan', 'note', '2_Wiki/Ann.md', 1],
        ['links/missing', 'note', 'Boards/Plan.canvas', 1],
      ]);
    expect(look(vault, LINK_RULES, []).map(labelOf)).toEqual(['unlinked/orphan']);
  },
);

test.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['no cards', '{}'],
  ['a mark of UTF-8', '\uFEFF{}'],
  ['cards of another form', '{"nodes":{"a":1},"edges":7}'],
])('a canvas of %s is an empty one', (_what, canvas) => expect(found(canvas)).toEqual([]));

describe('what is read of canvases', () => {
  const gone = (vault: Vault): string[] => brief(look(vault, ['links/missing']));
  it('is kept with the notes, and read anew where it changed', async () => {
    const vault = vaultWith(board(file('gone.md')));
    await new Promise((done) => void setTimeout(done, 40));
    expect(gone(vault)).toEqual(['links/missing Boards/Plan.canvas:3']);
    const cache = join(vault.root, NOTES_CACHE);
    const { ino } = statSync(cache);
    expect([gone(vault), statSync(cache).ino]).toEqual([['links/missing Boards/Plan.canvas:3'], ino]);
    // Only the cache says so: the canvas is not read again.
    writeFileSync(cache, readFileSync(cache, 'utf8').replace('"gone.md"', '"away.md"'));
    expect(look(vault, ['links/missing']).map(({ message }) => message)).toEqual([
      'the link to “away.md” leads to no note',
    ]);
    write(vault, 'Boards/Plan.canvas', board(text('x'), file('gone.md')));
    expect(gone(vault)).toEqual(['links/missing Boards/Plan.canvas:4']);
    unlinkSync(join(vault.root, 'Boards/Plan.canvas'));
    expect([gone(vault), readFileSync(cache, 'utf8').includes('.canvas')]).toEqual([[], false]);
  });
  it('lies in the vault and behind no link', () => {
    const vault = makeFolder();
    const away = makeFolder();
    write(away, 'Away.canvas', board(file('gone.md')));
    write(vault, 'Here.md', 'x');
    mkdirSync(join(vault.root, 'Boards'));
    symlinkSync(away.root, join(vault.root, 'Far'));
    symlinkSync(join(away.root, 'Away.canvas'), join(vault.root, 'Boards/Away.canvas'));
    write(vault, '.obsidian/Hidden.canvas', board(file('gone.md')));
    expect(gone(vault)).toEqual([]);
    write(vault, 'Boards/Own.canvas', board(file('lost.md')));
    symlinkSync('Own.canvas', join(vault.root, 'Boards/Same.canvas'));
    expect(gone(vault)).toEqual(['links/missing Boards/Own.canvas:3']);
    expect(
      existsSync(join(vault.root, NOTES_CACHE)) && readFileSync(join(vault.root, NOTES_CACHE), 'utf8'),
    ).not.toContain('gone.md');
  });
  it('may be ten megabytes', () => {
    const canvas = board(
      ...Array.from({ length: 40_000 }, (_, at) =>
        at % 2 === 0
          ? file(at === 39_998 ? 'gone.md' : '2_Wiki/Ann.md')
          : text(`${'Words and words. '.repeat(26)}[[Ann]]`),
      ),
    );
    expect(canvas.length).toBeGreaterThan(9e6);
    expect(gone(vaultWith(canvas))).toEqual(['links/missing Boards/Plan.canvas:40001']);
  });
});

test('bees: a canvas that somebody drew on a vault of years', async () => {
  const place = makePlace();
  onTestFinished(place.remove);
  const vault = join(place.root, 'bees');
  cpSync(join(import.meta.dirname, '../../fixtures/bees'), vault, { recursive: true });
  await memvaultHere(place, ['init', '--no-git', '--yes', '-q'], { cwd: vault });
  await memvaultHere(place, ['config', 'set', 'lint.include', '**'], { cwd: vault });
  const found = async (): Promise<string[]> =>
    (
      JSON.parse((await memvaultHere(place, ['lint', '--json'], { cwd: vault })).stdout) as { findings: Finding[] }
    ).findings
      .filter((one) => labelOf(one) === 'unlinked/orphan' || one.path.endsWith('.canvas'))
      .map((one) => `${labelOf(one)} ${one.path}:${one.line}`);
  expect(await found()).toEqual(['unlinked/orphan Journal/Honey sold.md:1']);
  writeFileSync(
    join(vault, 'Yard.canvas'),
    board(
      file('Journal/Honey sold.md'),
      file('Hives/Hive 1.md', '#Queen of 2019'),
      file('Attachments/yard.svg'),
      text('From [[Candles]] to [[Hive 2]]'),
      file('Hives/Hive 9.md'),
    ),
  );
  for (const _ of ['anew', 'from the cache'])
    expect(await found()).toEqual(['links/anchor Yard.canvas:4', 'links/missing Yard.canvas:7']);
  rmSync(join(vault, 'Yard.canvas'));
  expect(await found()).toEqual(['unlinked/orphan Journal/Honey sold.md:1']);
});
