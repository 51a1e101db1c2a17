// The rules about links, beyond their examples: which links they leave alone, what they say to do, what joins pages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { wikiTarget } from '../../src/lint/rules/links.ts';
import { lint } from '../../src/lint/lint.ts';
import { type Finding, labelOf } from '../../src/lint/rule.ts';
import { resolveRules, RULES } from '../../src/lint/rules.ts';
import { makeLinkMap } from '../../src/note/link-map.ts';
import { NOTES_CACHE, type Vault } from '../../src/vault/vault.ts';
import { makeFolder, writeExample } from './folders.ts';

const ID = 'k3v9x2ab4q';
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
const OWN = `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${ID}
== index.md
- [[Work]]
== 3_Personal/Work.md
- User works at Microsoft[^${ID}]
`;

function look(vault: Vault, rules: readonly string[], include: readonly string[] = []): readonly Finding[] {
  return lint(readLintInput(vault, '2026-07-03', 3, new Set(), { include, exclude: [] }), resolveRules(rules)).findings;
}

/** What these rules find, as `rule path:line message`, or with what to do. */
function found(example: string, rules: readonly string[], include: readonly string[] = []): string[] {
  const vault = makeFolder();
  writeExample(vault, example);
  return look(vault, rules, include).map((one) => `${labelOf(one)} ${one.path}:${one.line}`);
}

const say = (example: string, rule: string): (readonly [string, string | null])[] => {
  const vault = makeFolder();
  writeExample(vault, example);
  return look(vault, [rule]).map(({ message, fix }) => [message, fix]);
};

describe('links are looked at', () => {
  const note = `${OWN}== Ideas/Mine.md\n[[Nowhere]] ![[no.png]] [[work]]\n== Home.md\n[[Mine]]\n`;
  it('on memvault’s own pages alone', () => expect(found(note, LINK_RULES)).toEqual([]));
  it('on notes that the settings name', () =>
    expect(found(note, LINK_RULES, ['Ideas/'])).toEqual([
      'links/missing Ideas/Mine.md:1',
      'links/file Ideas/Mine.md:1',
      'links/case Ideas/Mine.md:1',
    ]));
  it.each([
    ['of a person alone', '# Home\n[[Nowhere]]\n', ['links/missing MEMORY.md:2', 'links/missing index.md:2']],
    [
      'with a part of memvault',
      '[[Nowhere]]\n<!-- memvault:index -->\n<!-- /memvault:index -->\n<!-- memvault:memory -->\n<!-- /memvault:memory -->\n',
      [],
    ],
    ['with a part of memvault that is broken', '[[Nowhere]]\n<!-- memvault:index -->\n<!-- memvault:memory -->\n', []],
  ])('in index.md and MEMORY.md %s', (_what, text, wanted) =>
    expect(
      found(`== index.md\n${text}== MEMORY.md\n${text}== log.md\n[[Nowhere]]\n`, ['links/missing'], ['**']),
    ).toEqual(wanted),
  );
  it('but for the sources of facts, which citations proves', () => {
    const page = `${OWN}\n[^${ID}]: [x](../daily/2026-07-09.md#^${ID})\n[^book]: [x](../nowhere.md)\n`;
    expect(found(page, ['links/missing'])).toEqual(['links/missing 3_Personal/Work.md:4']);
  });
});

describe('a broken link', () => {
  it('says which notes have that name', () => {
    expect(say(`${OWN}See [[2_Wiki/Ann]].\n== 1_Projects/Ann.md\nx\n`, 'links/missing')).toEqual([
      ['the link to “2_Wiki/Ann” does not resolve to a note', 'did you mean 1_Projects/Ann.md?'],
    ]);
    expect(
      say(`${OWN}See [[2_Wiki/Ann]].\n== 1_Projects/Ann.md\nx\n== 5_Archives/Ann.md\ny\n`, 'links/missing'),
    ).toEqual([
      ['the link to “2_Wiki/Ann” does not resolve to a note', 'did you mean 1_Projects/Ann.md, 5_Archives/Ann.md?'],
    ]);
  });
  it('says where the facts of a page went that has another name now', () => {
    const ledger = `== .memvault/ledger/2026-07.jsonl\n{"fact":"${ID}","as":"placed","page":"3_Personal/Job.md"}\n`;
    expect(say(`${OWN}${ledger}== 2_Wiki/Tea.md\n- User works at Microsoft[^${ID}]\n`, 'links/missing')).toEqual([]);
    expect(say(`${OWN}See [[Job]].\n${ledger}`, 'links/missing')).toEqual([
      [
        'the link to “Job” does not resolve to a note',
        'write [[Work]]: the facts of the page are in 3_Personal/Work.md now',
      ],
    ]);
    // On two pages: nobody knows which of them it is.
    expect(
      say(`${OWN}See [[Job]].\n${ledger}== 2_Wiki/Tea.md\n- User works at Microsoft[^${ID}]\n`, 'links/missing').map(
        ([, fix]) => fix,
      ),
    ).toEqual(['add the note, correct the link, or remove it']);
  });
  it('is counted by no other rule', () => {
    const example = `${OWN}[[Ann Lee]]\n== 2_Wiki/Tea.md\n- User works at Microsoft[^${ID}], as [[Ann Lee]] does\n`;
    const vault = makeFolder();
    writeExample(vault, example);
    expect(
      look(
        vault,
        RULES.map(({ name }) => name),
      )
        .filter(({ message }) => message.includes('Ann Lee'))
        .map(labelOf),
    ).toEqual(['links/missing', 'links/missing']);
  });
  it('is told once for a note, with how often', () => {
    expect(say(`${OWN}[[Ann]] [[Ann|a]]\n\n[[Ann#b]]\n`, 'links/missing')).toEqual([
      ['the link to “Ann” does not resolve to a note, 3 times', 'add the note, correct the link, or remove it'],
    ]);
  });
});

test('an embedded note that is not there is a file that is not there, told once', () => {
  expect(found(`${OWN}![[Ann]] ![[Ann#x]] ![[a.png]]\n`, LINK_RULES)).toEqual([
    'links/file 3_Personal/Work.md:2',
    'links/file 3_Personal/Work.md:2',
  ]);
});

test.each([
  ['a page of a PDF', '![[a.pdf#page=3]]\n== 4_Assets/a.pdf\n', 0],
  ['a fact in a daily log', `[[2026-07-01#^${ID}]]\n`, 0],
  ['no fact in a daily log', '[[2026-07-01#^m4w8y3bc5r]]\n', 1],
  ['a heading of one of several notes', '[[Ann#x]]\n== 1_Projects/Ann.md\nx\n== 5_Archives/Ann.md\ny\n', 0],
  ['a heading of no note', '[[Ann#x]]\n', 0],
  ['a heading of a note in another case', '[[ann#x]]\n== 1_Projects/Ann.md\n# y\n', 1],
  ['a heading by GitHub’s name in a wikilink', '[[Ann#a-b]]\n== 1_Projects/Ann.md\n# A b\n', 1],
  ['a heading by GitHub’s name in a markdown link', '[x](../1_Projects/Ann.md#a-b)\n== 1_Projects/Ann.md\n# A b\n', 0],
])('an anchor: %s', (_what, rest, count) => expect(found(OWN + rest, ['links/anchor'])).toHaveLength(count));

test('an anchor that is nearly one says which', () => {
  expect(say(`${OWN}[[#Histroy]]\n\n## History\n`, 'links/anchor')).toEqual([
    ['this note has no heading “Histroy”', 'did you mean History?'],
  ]);
});

describe('a link in another case', () => {
  const plain = 'spell it as the file is called; Obsidian finds it either way, GitHub and other programs may not';
  it.each([
    ['is to be spelt as the file', '[[Plan]]\n== plan.md\nx\n', plain],
    ['means no other where it names the folder', '[[mine/Plan]]\n== Mine/plan.md\nx\n== Other/Plan.md\nx\n', plain],
  ])('%s', (_what, notes, fix) => expect(say(OWN + notes, 'links/case').map(([, said]) => said)).toEqual([fix]));
});

describe('an orphan', () => {
  const orphan = (more: string): string[] => found(OWN.replace('- [[Work]]', 'x') + more, ['unlinked/orphan']);
  it.each([
    ['nothing', ''],
    ['itself', 'See [[Work#x]].\n'],
    ['log.md', '== log.md\n[Work](3_Personal/Work.md)\n'],
  ])('is linked to by %s', (_what, more) => expect(orphan(more)).toEqual(['unlinked/orphan 3_Personal/Work.md:1']));
  it.each([
    ['any note', '== Mine.md\n[[Work]]\n'],
    ['a note in another case', '== Mine.md\n[[work]]\n'],
    ['one of several', '== Mine.md\n[[Work]]\n== 2_Wiki/Work.md\nx\n'],
    ['a property', '== Mine.md\n---\nof: "[[Work]]"\n---\n'],
  ])('is none with a link from %s', (_what, more) => expect(orphan(more)).toEqual([]));
  describe('beside others', () => {
    const pages = `\n== daily/2026-07-01.md\n- [work] User works at Microsoft ^${ID}\n== 3_Personal/Work.md\n- User works at Microsoft[^${ID}]\n== 2_Wiki/Tea.md\n- User works at Microsoft[^${ID}]\n== T/Mine.md\nx\n`;
    it.each([
      [
        'findings where index.md is a person’s own',
        '== index.md\n# Mine\n',
        ['unlinked/orphan 2_Wiki/Tea.md:1', 'unlinked/orphan 3_Personal/Work.md:1', 'unlinked/orphan T/Mine.md:1'],
      ],
      [
        'no findings where index.md is out of step and will list them',
        '== index.md\n<!-- memvault:index -->\n<!-- /memvault:index -->\n',
        ['unlinked/orphan T/Mine.md:1'],
      ],
    ])('pages of memvault are %s', (_what, index, wanted) =>
      expect(found(pages + index, ['unlinked/orphan'], ['T/'])).toEqual(wanted),
    );
  });
  it('is no template and no note of a day', () =>
    expect(
      found(`${OWN}== T/New.md\n# {{title}}\n== T/2026-07-01.md\nx\n== T/Old.md\nx\n`, ['unlinked/orphan'], ['T/']),
    ).toEqual(['unlinked/orphan T/Old.md:1']));
  it.each([
    ['.obsidian/templates.json', '{"folder":"T"}'],
    ['.obsidian/plugins/templater-obsidian/data.json', '{"templates_folder":"/T/"}'],
  ])('is no note of the folder that %s names', (path, json) =>
    expect(found(`${OWN}== ${path}\n${json}\n== T/Old.md\nx\n`, ['unlinked/orphan'], ['T/'])).toEqual([]),
  );
  it.each(['{', '[]', '{"folder":7}', '{"folder":"/"}'])(
    'may be anywhere where the settings of templates are %s',
    (json) =>
      expect(
        found(`${OWN}== .obsidian/templates.json\n${json}\n== T/Old.md\nx\n`, ['unlinked/orphan'], ['T/']),
      ).toEqual(['unlinked/orphan T/Old.md:1']),
  );
});

describe('a way back', () => {
  const pair = (ann: string, related = '## Related\n- [[Ann]]\n'): string => `
== daily/2026-07-01.md
- [work] User works at Microsoft ^${ID}
- [people] Ann likes tea ^m4w8y3bc5r
== 2_Wiki/Ann.md
- Ann likes tea[^m4w8y3bc5r]
${ann}== 3_Personal/Work.md
- User works at Microsoft[^${ID}]

${related}`;
  it('is missing', () =>
    expect(found(pair(''), ['unlinked/back-link'])).toEqual(['unlinked/back-link 3_Personal/Work.md:4']));
  it('is missing once, however often the page is named', () =>
    expect(found(pair('', '## Related\n- [[Ann]]\n- [her](../2_Wiki/Ann.md)\n'), ['unlinked/back-link'])).toEqual([
      'unlinked/back-link 3_Personal/Work.md:4',
    ]));
  it('may be anywhere on the page', () => expect(found(pair('At [[Work]].\n'), ['unlinked/back-link'])).toEqual([]));
  it('is asked for under Related alone', () =>
    expect(found(pair('', 'See [[Ann]].\n\n## Related\n\n## Sources\n- [[Ann]]\n'), ['unlinked/back-link'])).toEqual(
      [],
    ));
  it('is not asked of notes that lint does not look at', () =>
    expect(found(`${OWN}\n## Related\n- [[Mine]]\n== Mine.md\nx\n`, ['unlinked/back-link'])).toEqual([]));
});

test('a link to a file is written by its name, by its path where another has the name', () => {
  const links = makeLinkMap(['a/Ann.md', 'a/Bob.md', 'b/Bob.md', 'a/x.png'], []);
  expect(['a/Ann.md', 'a/Bob.md', 'a/x.png'].map((path) => wikiTarget(links, path))).toEqual(['Ann', 'a/Bob', 'x.png']);
});

test('rules that do not ask for links read no other notes', () => {
  const vault = makeFolder();
  writeExample(vault, OWN);
  look(vault, ['conservation', 'citations']);
  expect(existsSync(join(vault.root, NOTES_CACHE))).toBe(false);
  look(vault, ['links/missing']);
  expect(existsSync(join(vault.root, NOTES_CACHE))).toBe(true);
});
