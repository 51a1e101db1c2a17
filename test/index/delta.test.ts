// How far a change reaches: what is read again for it, and which rows it leaves where they are.
import { expect, test } from 'vitest';
import { deltaOf } from '../../src/index/delta.ts';
import { growthOf } from '../../src/index/update.ts';
import { notes, type Notes, wholeTables } from './documents/notes.ts';

const day = (n: number) => `2026-07-${String(n).padStart(2, '0')}`;
const id = (n: number) => `k3v9x2a${String(n).padStart(3, '0')}`;
const log = (n: number) =>
  `# Daily Log - ${day(n)}\n\n## 09:00 \u2014 s1 <!-- ${n + 10000} -->\n- [work] One of day ${n} ^${id(n * 2)}\n- [idea] Two of day ${n} ^${id(n * 2 + 1)}\n`;

/** Twenty logs and ten pages; page n cites the first facts of days n and n + 10. */
function vaultOf(): Notes {
  const vault = notes();
  for (let n = 1; n <= 20; n++) vault.write(`daily/${day(n)}.md`, log(n));
  for (let n = 1; n <= 10; n++)
    vault.write(
      `2_Wiki/p${n}.md`,
      `## Key Facts\n- Of day ${n}.[^${id(n * 2)}]\n- Of day ${n + 10}.[^${id(n * 2 + 20)}]\n`,
    );
  vault.write('2_Wiki/loose.md', `- Of a fact that no log has.[^${id(777)}]\n`);
  return vault;
}

function changed(change: (vault: Notes) => string[], of = deltaOf) {
  const vault = vaultOf();
  const tables = wholeTables(vault);
  const paths = change(vault);
  vault.seen.wholes.length = 0;
  const delta = of(tables, paths.map(vault.read), vault.options());
  return (
    delta && {
      reads: vault.seen.wholes.sort(),
      dead: delta.dead
        .map((row) => tables.spot(row))
        .map(({ kind, path, line }) => `${kind} ${path}:${line}`)
        .sort(),
      rows: delta.input.rows.map(({ kind, line, file }) => `${kind} ${delta.input.files[file]?.path}:${line}`).sort(),
      files: delta.input.files.map((file) => file.path),
      facts: delta.input.facts.map((fact) => fact.id).sort(),
    }
  );
}
const edit = (vault: Notes, path: string, to: (text: string) => string) => {
  vault.write(path, to(Buffer.from(vault.all.get(path) ?? []).toString()));
  return [path];
};
const ENTRY = `\n## 20:00 \u2014 s9 <!-- 99999 -->\n- [work] New ^${id(900)}\n`;

test.each([
  ['whole', deltaOf],
  ['growth', growthOf],
] as const)('an entry that is appended is one row, and no other file is read (%s)', (_, of) => {
  expect(changed((vault) => edit(vault, `daily/${day(20)}.md`, (text) => text + ENTRY), of)).toEqual({
    reads: [],
    dead: [],
    rows: [`fact daily/${day(20)}.md:8`],
    files: [`daily/${day(20)}.md`],
    facts: [id(900)],
  });
});

test('a new log is read as one that grew', () => {
  expect(
    changed((vault) => edit(vault, `daily/${day(21)}.md`, () => `# Daily Log - ${day(21)}\n${ENTRY}`), growthOf),
  ).toMatchObject({ reads: [], dead: [], rows: [`fact daily/${day(21)}.md:4`] });
});

test.each([
  ['prose', (text: string) => `${text}Slept badly.\n`],
  ['a fact without an id', (text: string) => `${text}\n## 20:00\n- [work] New\n`],
  ['a known id', (text: string) => `${text}${ENTRY.replace(id(900), id(3))}`],
  ['an id that a page cites', (text: string) => `${text}${ENTRY.replace(id(900), id(777))}`],
  ['an id twice', (text: string) => text + ENTRY + ENTRY],
  ['a fence', (text: string) => `${text}\`\`\`\n${ENTRY}`],
  ['a torn line', (text: string) => text + ENTRY.trimEnd()],
  ['a fact below the old header', (text: string) => `${text}- [work] New ^${id(900)}\n`],
  ['a line on top', (text: string) => `x\n${text}${ENTRY}`],
])('growth leaves to others: %s', (_, to) => {
  expect(changed((vault) => edit(vault, `daily/${day(20)}.md`, to), growthOf)).toBe(null);
});

test('an edited page reads the logs that it cites, and rows that did not move stay', () => {
  const found = changed((vault) => edit(vault, '2_Wiki/p3.md', (text) => text.replace('Of day 13', 'About day 13')));
  expect(found).toMatchObject({
    reads: [3, 13].map((n) => `daily/${day(n)}.md`),
    dead: ['claim 2_Wiki/p3.md:3'],
    rows: ['claim 2_Wiki/p3.md:3'],
    facts: [],
  });
});

test('a claim that goes brings its fact back, one that comes takes its place', () => {
  const found = changed((vault) => edit(vault, '2_Wiki/p3.md', (text) => text.replace(id(26), id(7))));
  expect(found).toMatchObject({
    dead: ['claim 2_Wiki/p3.md:3', `fact daily/${day(3)}.md:5`],
    rows: ['claim 2_Wiki/p3.md:3', `fact daily/${day(13)}.md:4`],
  });
});

test('an edited fact reaches the page that cites it', () => {
  const found = changed((vault) =>
    edit(vault, `daily/${day(3)}.md`, (text) => text.replace('[work] One', '[idea] One')),
  );
  expect(found).toMatchObject({
    reads: ['2_Wiki/p3.md'],
    dead: ['claim 2_Wiki/p3.md:2'],
    rows: ['claim 2_Wiki/p3.md:2'],
  });
});

test('a file on the way that changed unnoticed counts as changed, one that is gone as gone', () => {
  const found = changed((vault) => {
    edit(vault, '2_Wiki/p3.md', (text) => `${text}\nMore.\n`);
    return edit(vault, `daily/${day(3)}.md`, (text) => text.replace('[work] One', '[idea] One'));
  });
  expect(found?.files).toEqual(['2_Wiki/p3.md', `daily/${day(3)}.md`]);
  expect(found?.rows).toContain('text 2_Wiki/p3.md:5');
  const gone = changed((vault) => {
    vault.remove('2_Wiki/p3.md');
    return edit(vault, `daily/${day(3)}.md`, (text) => text.replace('[work] One', '[idea] One'));
  });
  expect(gone).toMatchObject({
    dead: ['claim 2_Wiki/p3.md:2', 'claim 2_Wiki/p3.md:3'],
    rows: [`fact daily/${day(3)}.md:4`, `fact daily/${day(13)}.md:4`],
  });
});

test('an id that an earlier day comes to claim is computed anew where it was, and its logs are known to share it', () => {
  const vault = vaultOf();
  const tables = wholeTables(vault);
  edit(vault, `daily/${day(2)}.md`, (text) => `${text}- [work] Copied ^${id(11)}\n`);
  const delta = deltaOf(tables, [vault.read(`daily/${day(2)}.md`)], vault.options());
  expect(new Set(vault.seen.wholes)).toEqual(new Set([`daily/${day(5)}.md`]));
  expect(delta?.input.files.map((file) => file.note?.shares)).toEqual([[`daily/${day(5)}.md`], [`daily/${day(2)}.md`]]);
  expect(delta?.input.rows.find((row) => row.id === id(11))?.file).toBe(0);
  expect(delta?.dead.map((row) => tables.spot(row).id)).toEqual([id(11)]);
});
