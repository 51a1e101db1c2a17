import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileName, makeNamePage, newPageProblem } from '../../src/page/page-name.ts';

describe('the name of a new page', () => {
  it.each([
    ['2_Wiki/Anna Müller.md'],
    ['2_Wiki/Entities/東京.md'],
    ['2_Wiki/C++ & Rust (2026).md'],
    ['5_Archives/a/b/c.md'],
    ['2_Wiki/node_modules.md'],
    ['2_Wiki/-x.md'],
  ])('%s may be', (path) => expect(newPageProblem(path)).toBeNull());

  it.each([
    ['2_Wiki/.md', 'its name is empty'],
    ['2_Wiki/.hidden.md', 'begins with a dot'],
    ['2_Wiki/.obsidian/x.md', 'begins with a dot'],
    ['2_Wiki/node_modules/x.md', 'are not read'],
    ['2_Wiki/ .md', 'its name is empty'],
    ['2_Wiki/x .md', 'a space or a dot'],
    ['2_Wiki/ x.md', 'a space or a dot'],
    ['2_Wiki/x..md', 'a space or a dot'],
    ['2_Wiki/a./x.md', 'a space or a dot'],
    ['2_Wiki/a /x.md', 'a space or a dot'],
    ['2_Wiki/a:b?*#x[1]|^.md', 'contains ":"'],
    ['2_Wiki/a[b.md', 'contains "["'],
    ['2_Wiki/a|b.md', 'contains "|"'],
    ['2_Wiki/a\u2028b.md', 'contains'],
    ['2_Wiki/a\nb.md', 'contains'],
    ['2_Wiki/a\u200Bb.md', 'an invisible character'],
    ['2_Wiki/\uD800.md', 'an invisible character'],
    [`2_Wiki/${'n'.repeat(121)}.md`, 'longer than 120'],
    [`2_Wiki/${'東'.repeat(90)}.md`, 'longer than 120'],
    [`2_Wiki/${'a/'.repeat(120)}x.md`, 'longer than 200'],
    ['2_Wiki/Technical.md/Sub.md', 'the name of a note'],
    ['2_Wiki/con.md', 'Windows'],
    ['2_Wiki/LPT1.x.md', 'Windows'],
    ['2_Wiki/aux/x.md', 'Windows'],
  ])('%j may not be', (path, why) => expect(newPageProblem(path)).toContain(why));

  it('is one that a title is turned into', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('con', '.x', 'a:b', 'LPT1.x.', ' ', '-')),
        (title) => {
          expect(newPageProblem(`2_Wiki/${toFileName(title)}.md`)).toBeNull();
        },
      ),
    );
  });
});

describe('the page that a path means', () => {
  const there = new Map(
    [
      '2_Wiki/Technical.md',
      '2_Wiki/Entities/Anna.md',
      '2_Wiki/Cafe\u0301.md',
      '2_Wiki/a:b.md',
      '2_Wiki/Two.md',
      '2_Wiki/TWO.md',
    ].map((path) => [path, null]),
  );
  const named = (path: string): unknown =>
    makeNamePage(there, (one) => one.startsWith('2_Wiki/') && !one.includes('/.'))(path);

  it.each([
    ['2_Wiki/Technical.md', '2_Wiki/Technical.md'],
    ['2_Wiki/technical.md', '2_Wiki/Technical.md'],
    ['2_wiki/TECHNICAL.MD', '2_Wiki/Technical.md'],
    ['2_Wiki/Café.md', '2_Wiki/Cafe\u0301.md'],
    ['2_Wiki/a:b.md', '2_Wiki/a:b.md'],
    ['2_Wiki/entities/New.md', '2_Wiki/Entities/New.md'],
    ['2_Wiki/entities/more/New.md', '2_Wiki/Entities/more/New.md'],
    ['2_Wiki/Ne\u0301e.md', '2_Wiki/Née.md'],
  ])('%s means %s', (path, page) => expect(named(path)).toEqual({ page }));

  it('is refused with its name where it may be one of two', () => {
    expect(named('2_Wiki/two.md')).toEqual({
      problem: '2_Wiki/Two.md and 2_Wiki/TWO.md exist; name one of them',
      near: ['2_Wiki/Two.md', '2_Wiki/TWO.md'],
    });
  });

  it.each([
    ['../x.md', 'in no zone'],
    ['4_Assets/x.md', 'in no zone'],
    ['2_Wiki/.x.md', 'begins with a dot'],
    ['2_Wiki/a?.md', 'contains "?"'],
  ])('%s means none', (path, problem) => {
    expect(named(path)).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });

  it('is the first of two new ones that differ by case alone', () => {
    const nameOf = makeNamePage(there, () => true);
    expect(nameOf('2_Wiki/New.md')).toEqual({ page: '2_Wiki/New.md' });
    expect(nameOf('2_Wiki/new.md')).toEqual({ page: '2_Wiki/New.md' });
  });
});
