// What becomes a document: every statement once, and nothing that memvault generated from claims.
import { expect, test } from 'vitest';
import { renderNewSummary, replaceSummary } from '../../src/page/memory-file.ts';
import { type FoundDocument, ROW_FIELDS, type RowField } from '../../src/index/document.ts';
import { rebuild } from '../../src/index/refresh.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { wholeOf } from '../../src/index/delta.ts';
import { documentsOf as documentsIn, liveRows, notes } from './documents/notes.ts';
import { withFolder } from './vault-folder.ts';

function vaultOf(files: Record<string, string>, forgotten: string[] = []) {
  const vault = notes(files);
  for (const id of forgotten) vault.forgotten.add(id);
  return vault;
}
/** As they are read back from the files. */
const documentsOf = (files: Record<string, string>, forgotten: string[] = []) => documentsIn(vaultOf(files, forgotten));
const rowsOf = (files: Record<string, string>) => {
  const vault = vaultOf(files);
  return Array.from(wholeOf([...vault.all.keys()].map(vault.read), vault.options()).rows, (row) => ({
    kind: row.kind,
    line: row.line,
    group: row.group,
    ordinal: row.ordinal,
    keywords: [...row.keywords],
    terms: Object.fromEntries(ROW_FIELDS.map((field, number) => [field, [...(row.terms[number] ?? [])]])) as Record<
      RowField,
      string[]
    >,
  }));
};
const terms = (text: string) => createTokenizer().terms(text);
const shown = (documents: readonly FoundDocument[]) =>
  documents.map((one) => `${one.kind} ${one.path}:${one.line} ${one.text}`);

const LOG = `# Daily Log - 2026-07-01

## 14:05 — abc12345

- [preference] User prefers compact dashboards \`ui product\` ^k3v9x2ab4q
- [work] User now works at Microsoft [project:: atlas] [persons:: Ada, Bob] \`career\` ^p0d4mm1z5k
`;

test('a fact is a document with its fields until a page cites it', () => {
  const [dashboards, work] = documentsOf({ 'daily/2026-07-01.md': LOG });
  expect(dashboards).toEqual({
    kind: 'fact',
    id: 'k3v9x2ab4q',
    path: 'daily/2026-07-01.md',
    line: 5,
    date: '2026-07-01',
    logged: '2026-07-01',
    time: '14:05',
    text: 'User prefers compact dashboards',
    category: 'preference',
    tags: ['ui', 'product'],
    title: '2026-07-01',
    project: null,
    superseded: false,
    held: null,
    sources: [],
    facts: [{ id: 'k3v9x2ab4q', category: 'preference', fields: {}, day: '2026-07-01' }],
  });
  expect(work).toMatchObject({
    project: 'atlas',
    category: 'work',
    facts: [{ fields: { project: 'atlas', persons: 'Ada, Bob' } }],
  });
});

test('a claim takes the place of its fact, with its category, tags, session and date', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': LOG,
    '3_Personal/Work.md':
      '---\ntitle: Working life\n---\n\n## Overview\nWork: 1 claim from 1 fact, 2026-07-01.\n\n## Key Facts\n- User now works at Microsoft.[^p0d4mm1z5k]\n\n## Related\n- [Atlas](../1_Projects/Atlas.md)\n- see the contract\n\n## Sources\n[^p0d4mm1z5k]: [2026-07-01 14:05](../daily/2026-07-01.md#^p0d4mm1z5k)\n',
  });
  expect(shown(documents)).toEqual([
    'fact daily/2026-07-01.md:5 User prefers compact dashboards',
    'claim 3_Personal/Work.md:9 User now works at Microsoft.',
    'text 3_Personal/Work.md:13 - see the contract',
  ]);
  expect(documents[1]).toMatchObject({
    id: 'p0d4mm1z5k',
    category: 'work',
    tags: ['career'],
    date: '2026-07-01',
    time: '14:05',
    title: 'Working life',
    project: 'atlas',
    superseded: false,
    held: null,
    sources: [{ id: 'p0d4mm1z5k', path: 'daily/2026-07-01.md', line: 6 }],
  });
});

test("a claim that cites several facts has the newest one's date and everyone's tags; its id is the first cited", () => {
  const documents = documentsOf({
    'daily/2026-07-01.md':
      '- [work] Old ^aaaaaaaaaa\n- [idea] New [at:: 2026-08-09T10:30] `x` ^bbbbbbbbbb\n- [work] Mid `y` ^cccccccccc\n',
    '2_Wiki/W.md': '- All of it.[^cccccccccc][^bbbbbbbbbb][^aaaaaaaaaa][^0000000000]\n',
  });
  expect(documents).toHaveLength(1);
  expect(documents[0]).toMatchObject({
    id: 'cccccccccc',
    date: '2026-08-09',
    time: '10:30',
    category: 'idea',
    tags: ['y', 'x'],
  });
  expect(documents[0]?.sources.at(-1)).toEqual({ id: '0000000000', path: null, line: null });
  expect(documents[0]?.facts.map(({ id, day }) => [id, day])).toEqual(
    ['cccccccccc', 'bbbbbbbbbb', 'aaaaaaaaaa'].map((id) => [id, '2026-07-01']),
  );
});

test('of facts of one minute the later line is the newest', () => {
  const [claim] = documentsOf({
    'daily/2026-07-01.md': '- [work] One ^aaaaaaaaaa\n- [idea] Two ^bbbbbbbbbb\n',
    '2_Wiki/W.md': '- Both.[^bbbbbbbbbb][^aaaaaaaaaa]\n',
  });
  expect(claim?.category).toBe('idea');
});

test('History is superseded; callouts are claims; one fact may have several claims', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': LOG,
    '3_Personal/Work.md':
      '## Key Facts\n- Works at Microsoft.[^p0d4mm1z5k]\n- Works at Microsoft.[^p0d4mm1z5k]\n\n> [!warning] Conflicting claims: A vs B[^p0d4mm1z5k]\n\n## History\n- ~~Works at Google.~~ 2026-03-02 to 2026-07-01.[^p0d4mm1z5k]\n',
  });
  expect(documents.filter((one) => one.kind === 'claim').map((one) => [one.line, one.superseded, one.held])).toEqual([
    [2, false, null],
    [3, false, null],
    [5, false, null],
    [8, true, { from: '2026-03-02', to: '2026-07-01' }],
  ]);
  expect(documents.find((one) => one.superseded)?.text).toBe('Works at Google.');
});

test('only notes of the zones hold claims', () => {
  const documents = documentsOf({ 'daily/2026-07-01.md': LOG, 'elsewhere.md': '- Copied.[^p0d4mm1z5k]\n' });
  expect(shown(documents)).toContain('fact daily/2026-07-01.md:6 User now works at Microsoft');
  expect(shown(documents)).toContain('text elsewhere.md:1 - Copied.[^p0d4mm1z5k]');
});

test('what was forgotten is no document, nor a claim in other words; a fact it was folded with comes back', () => {
  const files = { 'daily/2026-07-01.md': LOG, '3_Personal/Work.md': '- He is with M.[^p0d4mm1z5k][^k3v9x2ab4q]\n' };
  expect(shown(documentsOf(files, ['p0d4mm1z5k']))).toEqual([
    'fact daily/2026-07-01.md:5 User prefers compact dashboards',
  ]);
});

test('prose of a daily log, without its headers and facts', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md':
      '# Daily Log - 2026-07-01\n\nSlept badly.\n\n## 14:05 — abc\n\n- [work] Fact ^p0d4mm1z5k\n  and a line below it\n- [ ] todo\n- [docs](https://example.com)\n\n### Evening\n\n```\n- [work] no fact\n```\n',
  });
  expect(shown(documents)).toEqual([
    'fact daily/2026-07-01.md:7 Fact',
    'text daily/2026-07-01.md:3 Slept badly.',
    'text daily/2026-07-01.md:8   and a line below it'.replace('  and', 'and'),
    'text daily/2026-07-01.md:9 - [ ] todo\n- [docs](https://example.com)',
    'text daily/2026-07-01.md:14 ```\n- [work] no fact\n```',
  ]);
  expect(documents[1]).toMatchObject({ date: '2026-07-01' });
});

test('the generated parts of index.md and MEMORY.md are left out; core files are in', () => {
  const documents = documentsOf({
    'index.md':
      '# Index\n\nMine.\n\n<!-- memvault:index -->\n## 3_Personal\n\n- [Work](3_Personal/Work.md): 3 claims\n<!-- /memvault:index -->\n\nAlso mine.\n',
    'MEMORY.md':
      replaceSummary(renderNewSummary(), [
        { heading: 'Working life', text: 'User works at Microsoft.', order: 0 },
        { heading: 'N', text: 'ends <!-- /memvault:memory --> here', order: 1 },
      ]) ?? '',
    'persona.md': 'You are terse.\n',
    'user.md': 'Lives in Basel.\n',
    'sub/log.md': 'A log of my own.\n',
  });
  expect(shown(documents)).toEqual([
    'text index.md:3 Mine.',
    'text index.md:11 Also mine.',
    'text persona.md:1 You are terse.',
    'text sub/log.md:1 A log of my own.',
    'text user.md:1 Lives in Basel.',
  ]);
});

test('the journal of runs and the conventions are left out', async () => {
  const files = {
    'log.md': '## [2026-07-02] ingest | daily logs  watermark=2026-07-01\nr-1: 42 facts\n',
    'schema.md': '---\nroutes: [secret]\n---\n\nWrite names in full.\n',
    'sub/log.md': 'A log of my own.\n',
  };
  const documents = await withFolder(files, async (folder) => {
    const index = await rebuild(folder, {
      forgotten: new Set(),
      look: 'all',
      write: 'never',
      today: '2026-07-02',
      languages: ['en'],
    });
    try {
      return liveRows(index.tables)
        .map((row) => index.read(row))
        .filter((one) => one !== null);
    } finally {
      index.close();
    }
  });
  expect(shown(documents)).toEqual(['text sub/log.md:1 A log of my own.']);
});

test('a marker without its end hides nothing', () => {
  expect(shown(documentsOf({ 'MEMORY.md': '<!-- memvault:memory -->\n\nMine.\n' }))).toContain(
    'text MEMORY.md:3 Mine.',
  );
});

test('title, aliases and tags of a note; hashtags of a passage', () => {
  const [one, two] = documentsOf({
    'Notes/k8s.md':
      '---\ntitle: "Cluster: notes"\naliases:\n  - Kubernetes\n  - kube # short\ntags: [ops, "#infra"]\nother: {x: 1}\n---\n\n# Set-up\n\nUse two nodes.\n\n## Later\n\nAsk Ada. #todo #1 see#not\n',
  });
  expect(one).toMatchObject({ title: 'Cluster: notes', tags: ['ops', 'infra'], date: null });
  expect(two).toMatchObject({ tags: ['ops', 'infra', 'todo'] });
});

test("a note without a word is found by its name, a page of memvault's without claims by none of its headings", () => {
  const documents = documentsOf({
    'References/Kevin Kelly.md': '---\ntags: people\n---\n',
    'empty.md': '',
    '3_Personal/Work.md': '---\ntitle: Work\n---\n\n## Overview\n\n## Key Facts\n\n## Sources\n',
  });
  expect(shown(documents)).toEqual([
    'text 3_Personal/Work.md:1 Work',
    'text References/Kevin Kelly.md:1 Kevin Kelly',
    'text empty.md:1 empty',
  ]);
});

test('front matter of any other form is left alone', () => {
  for (const front of [
    'title: [a, b]',
    'title: |\n  x',
    'title:',
    'title: >',
    'aliases: {a: 1}',
    '- title: x',
    'nothing',
  ]) {
    const [one] = documentsOf({ 'n.md': `---\n${front}\n---\nText.\n` });
    expect(one).toMatchObject({ title: 'n', text: 'Text.' });
  }
});

test('a dated note has its date, a heading with nothing below it is a passage', () => {
  const [first, second] = documentsOf({
    '0_Inbox/2026-02-03 call.md': '# Call with Ada\n## Next\n## Done\nAll of it.\n',
  });
  expect(first).toMatchObject({ line: 2, text: 'Next', date: '2026-02-03' });
  expect(second).toMatchObject({ line: 4, text: 'All of it.' });
});

test('headings with nothing but headings below them are passages, each on its own line', () => {
  const found = documentsOf({ 'n.md': '# Alpha\n\n## Beta\n\n### Gamma\n\n## Delta\n\nText.\n\n# Epsilon\n## Zeta\n' });
  expect(shown(found)).toEqual([
    'text n.md:3 Beta',
    'text n.md:5 Gamma',
    'text n.md:9 Text.',
    'text n.md:11 Epsilon',
    'text n.md:12 Zeta',
  ]);
  const [beta, gamma] = rowsOf({ 'n.md': '# Alpha\n\n## Beta\n\n### Gamma\n\n## Delta\n\nText.\n' });
  expect([beta?.terms.headings, gamma?.terms.headings]).toEqual([terms('n Alpha'), terms('n Alpha Beta')]);
});

test('what a note says of itself in its front matter finds its beginning', () => {
  const headings = (front: string) =>
    rowsOf({ 'n.md': `---\n${front}\n---\n\nFirst.\n\nSecond.\n` }).map((row) => row.terms.headings);
  for (const [front, about] of [
    ['description: How we brew', 'How we brew'],
    ['summary: "Ten: steps"', 'Ten: steps'],
    ['author: Ada Byron', 'Ada Byron'],
    ['authors: [Ada, "Bob"]', 'Ada Bob'],
    ['authors:\n  - Ada\n  - Bob', 'Ada Bob'],
    ['description: >-\n  How we\n\n  brew\nsummary: |\n  Ten steps', 'How we brew Ten steps'],
    ['description: How we\n  brew # not this\nstatus: draft', 'How we brew'],
    ['description:\n  How we brew', 'How we brew'],
    ['description: "How we\n  brew"', 'How we brew'],
    ['description: [a, b]\nsummary: {x: 1}\nauthor:\ncssclass: wide', ''],
  ] as const)
    expect([front, ...headings(front)]).toEqual([front, terms(`n ${about}`), terms('n')]);
  expect(
    rowsOf({ 'n.md': '---\nauthor: Ada\n---\n' }).map((row) => [row.line, row.terms.text, row.terms.headings]),
  ).toEqual([[1, terms('n'), terms('n Ada')]]);
});

test('long passages are cut at about a thousand characters, and nothing of them is lost', () => {
  const words = Array.from({ length: 700 }, (_, i) => `word${i}`);
  for (const text of [words.join(' '), words.join('\n'), words.join('. '), '咖'.repeat(3500), '👍'.repeat(1600)]) {
    const documents = documentsOf({ 'n.md': text });
    expect(documents.length).toBeGreaterThan(2);
    for (const one of documents) expect(one.text.length).toBeLessThanOrEqual(1000);
    expect(
      documents
        .map((one) => one.text)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
    const lines = text.split('\n');
    for (const one of documents) expect(lines[one.line - 1]).toContain(one.text.split('\n')[0]);
    expect(documents.every((one) => one.text.isWellFormed())).toBe(true);
  }
});

test('equal passages of one note have ids of their own, and keep them when others move', () => {
  const before = documentsOf({ 'n.md': 'Same.\n\nSame.\n' });
  const after = documentsOf({ 'n.md': 'New.\n\nSame.\n\nSame.\n' });
  expect(new Set(before.map((one) => one.id)).size).toBe(2);
  expect(after.slice(1).map((one) => one.id)).toEqual(before.map((one) => one.id));
  expect(before[0]?.id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
});

test('an id that an earlier day has taken is computed anew on the later one', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': '- [work] First ^aaaaaaaaaa\n',
    'daily/2026-07-02.md': '- [work] Second ^aaaaaaaaaa\n- [work] Third ^bbbbbbbbbb\n',
  });
  expect(documents.map((one) => one.text)).toEqual(['First', 'Second', 'Third']);
  expect(documents.map((one) => one.id === 'aaaaaaaaaa')).toEqual([true, false, false]);
  expect(documents[2]?.id).toBe('bbbbbbbbbb');
});

test('bytes that are no UTF-8, CRLF and a byte order mark', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': '\uFEFF# Daily Log - 2026-07-01\r\n\r\n- [work] Caf\u00e9 ^aaaaaaaaaa\r\n',
    'n.md': '\uFEFF---\r\ntitle: X\r\n---\r\nText\r\n',
  });
  expect(shown(documents)).toEqual(['fact daily/2026-07-01.md:3 Café', 'text n.md:4 Text']);
  expect(documents[1]?.title).toBe('X');
});

test('what a person struck through is past, and the callout that lost a side is a plain claim', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': LOG,
    '3_Personal/Work.md':
      '## Mine\n- ~~User prefers compact dashboards~~ 2026-06-01 to 2026-07-01[^k3v9x2ab4q]\n\n> [!warning] Conflicting claims: User now works at Microsoft[^p0d4mm1z5k] (2026-07-01)\n',
  });
  expect(documents.map(({ text, superseded, held }) => ({ text, superseded, held }))).toEqual([
    { text: 'User prefers compact dashboards', superseded: true, held: { from: '2026-06-01', to: '2026-07-01' } },
    { text: 'User now works at Microsoft', superseded: false, held: null },
  ]);
});

test('a passage is found by the names of its note and the headings above it, a fact by whom and what it names', () => {
  const note =
    '---\ntitle: "Cluster: notes"\naliases:\n  - Kubernetes\n  - kube # short\n---\n\n# Set-up\n\nUse two nodes.\n\n## Later\n\nAsk Ada.\n';
  const [one, two] = rowsOf({ 'Notes/k8s.md': note });
  expect(one?.terms.headings).toEqual(terms('Cluster: notes Kubernetes kube k8s Set-up'));
  expect(two?.terms.headings).toEqual(terms('Cluster: notes Kubernetes kube k8s Set-up Later'));
  const [evening] = rowsOf({ 'daily/2026-07-01.md': '### Evening\n\nSlept badly.\n' });
  expect(evening?.terms.headings).toEqual(terms('Evening'));
  const work = rowsOf({ 'daily/2026-07-01.md': LOG }).find((row) => row.line === 6);
  expect(work?.terms).toEqual({
    text: terms('User now works at Microsoft'),
    names: terms('Ada, Bob atlas'),
    tags: terms('career'),
    category: terms('work'),
    date: terms('2026-07-01 in July'),
    headings: [],
  });
});

test('exact words to filter by: those of its facts, in lower case', () => {
  const log =
    '- [my Work] One [project:: Atlas] [persons:: Ada; Bob  Ross] [kind:: Event] `UI` ^aaaaaaaaaa\n- [idea] Two [entities:: Caf\u0065\u0301] `x` ^bbbbbbbbbb\n';
  const [one] = rowsOf({ 'daily/2026-07-01.md': log });
  expect(one?.keywords.sort()).toEqual([
    'category:my work',
    'field:kind=event',
    'field:persons=ada; bob ross',
    'field:project=atlas',
    'kind:event',
    'person:ada',
    'person:bob ross',
    'project:atlas',
    'tag:ui',
  ]);
  const [claim] = rowsOf({ 'daily/2026-07-01.md': log, '2_Wiki/W.md': '- Both.[^aaaaaaaaaa][^bbbbbbbbbb]\n' });
  expect(claim?.keywords).toEqual(
    expect.arrayContaining([
      'category:idea',
      'tag:ui',
      'tag:x',
      'entity:caf\u00e9',
      'project:atlas',
      'logged:2026-07-01',
    ]),
  );
  expect(claim?.keywords).not.toContain('category:my work');
});

test('facts of one session of a day share a group, in the order of their lines, whatever pages cite; a claim stands where its newest fact stood', () => {
  const log =
    '## 09:00 \u2014 s1\n- [work] A ^aaaaaaaaaa\n\n## 09:30 \u2014 s2\n- [work] B ^bbbbbbbbbb\n\n## 10:00 \u2014 s1\n- [work] C ^cccccccccc\n- [work] D ^dddddddddd\n';
  const places = (files: Record<string, string>) =>
    rowsOf(files)
      .map(({ group, ordinal }) => `${group} ${ordinal}`)
      .sort();
  const facts = rowsOf({ 'daily/2026-07-01.md': log });
  expect(new Set(facts.map((row) => row.group)).size).toBe(2);
  expect(
    facts
      .filter((row) => row.group === facts.find((one) => one.line === 2)?.group)
      .map((row) => [row.line, row.ordinal]),
  ).toEqual([
    [2, 0],
    [8, 1],
    [9, 2],
  ]);
  expect(places({ 'daily/2026-07-01.md': log, '2_Wiki/W.md': '- C it is.[^cccccccccc]\n' })).toEqual(
    places({ 'daily/2026-07-01.md': log }),
  );
});

test('a log may be quoted in a fence that was left open: its facts are facts, what is left of the fence is prose around them', () => {
  const documents = documentsOf({
    'daily/2026-07-01.md': '```\nabove\n\n## 14:05 \u2014 abc <!-- aaaaa -->\n- [work] Fact ^p0d4mm1z5k\nbelow\n',
  });
  expect(shown(documents)).toEqual([
    'fact daily/2026-07-01.md:5 Fact',
    'text daily/2026-07-01.md:1 ```\nabove',
    'text daily/2026-07-01.md:6 below',
  ]);
});

test('an event that is no real day or time is that of the entry', () => {
  const [one, two] = documentsOf({
    'daily/2026-07-01.md':
      '## 14:05\n- [work] A [at:: 2026-99-99T10:00] ^aaaaaaaaaa\n- [work] B [at:: 1965-02-28T99:99] ^bbbbbbbbbb\n',
  });
  expect(one).toMatchObject({ date: '2026-07-01', time: '14:05' });
  expect(two).toMatchObject({ date: '1965-02-28', time: '14:05' });
});
