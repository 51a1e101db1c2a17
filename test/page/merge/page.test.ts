// Single merges of pages, each a thing that a person does to a page while a dream works on the other clone.
import { describe, expect, it, test } from 'vitest';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { mergeNote } from '../../../src/page/merge/merge.ts';
import { parseClaims } from '../../../src/page/page.ts';
import { gitMerge } from './git-merge.ts';
import { EMPTY, factId, outdated, type Step, take } from './pages.ts';

const add = (facts: number[], head: string | null = null): Step => ({ does: 'add', facts, head });
const base = take(EMPTY, [add([1, 4, 7]), add([10, 13], 'Food')], '2026-05-01');
const dreamt = take(base, [add([25]), add([26], 'Food'), { does: 'cite', on: 1, fact: 28 }], '2026-06-02');
const claim = (n: number): string => `- User did thing ${n} at Place${n}.[^${factId(n)}]`;

/** The merge in both directions, which must be one; without the front matter. */
async function merged(ours: string, theirs: string, from = base): Promise<string> {
  const one = await mergeNote({ ours, base: from, theirs }, gitMerge);
  expect(one).toEqual(await mergeNote({ ours: theirs, base: from, theirs: ours }, gitMerge));
  expect(one.conflicts, one.text).toBe(false);
  return one.text;
}

const part = (text: string, name: string): string => text.split(`## ${name}\n`)[1]?.split('\n## ')[0] ?? '';

describe('what a person did stays while the other side dreamt', () => {
  it('a claim in other words, on which the other side cites another fact', async () => {
    const text = await merged(base.replace('User did thing 4 at Place4.', 'He **did** it.'), dreamt);
    expect(text).toContain(`- He **did** it.[^${factId(4)}][^${factId(28)}]`);
  });

  it('a claim taken out, which comes back only for another fact', async () => {
    const without = (n: number): string =>
      base.replace(`${claim(n)}\n`, '').replace(new RegExp(String.raw`^\[\^${factId(n)}\]:.*\n`, 'm'), '');
    expect(await merged(without(7), dreamt)).not.toContain(factId(7));
    expect(await merged(without(4), dreamt)).toContain(`${claim(4)}[^${factId(28)}]`);
    expect(await merged(without(4), dreamt)).toMatch(new RegExp(String.raw`^\[\^${factId(4)}\]:`, 'm'));
  });

  it('a claim in a paragraph, in notes of one’s own, under another head', async () => {
    const paragraph = await merged(
      base
        .replace(claim(4), '')
        .replace('## Related', '')
        .concat(`\n## Mine\n\nI did thing 4,[^${factId(4)}] long ago.\n`),
      dreamt,
    );
    expect(part(paragraph, 'Mine')).toBe(`\nI did thing 4,[^${factId(4)}][^${factId(28)}] long ago.\n`);
    expect(part(paragraph, 'Key Facts')).not.toContain(factId(4));
    const moved = await merged(
      base.replace(`${claim(4)}\n`, '').replace(`${claim(13)}\n`, `${claim(13)}\n${claim(4)}\n`),
      dreamt,
    );
    expect(moved.split('### Food')[1]).toContain(`${claim(4)}[^${factId(28)}]`);
  });

  it('a note below a claim, a callout and words between claims', async () => {
    const written = base
      .replace(claim(7), `${claim(7)}\n  - a note\n    more\n\nA word of mine.\n`)
      .replace('### Food', '> [!tip] A tip\n> of mine\n\n### Food');
    const text = await merged(written, dreamt);
    expect(text).toContain(`${claim(7)}\n  - a note\n    more\n\nA word of mine.\n\n${claim(4)}`);
    expect(text).toContain('\n> [!tip] A tip\n> of mine\n\n### Food\n');
  });

  it('notes below a claim that both sides changed next to each other are for a person', async () => {
    const before = base.replace(claim(4), `${claim(4)}\n  - one`);
    for (const theirs of ['  - another', '  - new\n  - one', '  - one\n    - more', '  - one\n    more'])
      expect(
        (await mergeNote({ ours: base, base: before, theirs: before.replace('  - one', theirs) }, gitMerge)).conflicts,
        theirs,
      ).toBe(true);
    const reworded = before.replace(claim(4), `- He **did** it.[^${factId(4)}]\n  - new`);
    const away = before.replace('  - one', '\nA word of mine.\n\n  - one');
    expect((await mergeNote({ ours: reworded, base: before, theirs: away }, gitMerge)).conflicts).toBe(true);
  });

  it('the name of a head, under which the other side adds', async () => {
    const text = await merged(base.replace('### Food', '### Meals'), dreamt);
    expect(text).not.toContain('### Food');
    const withWords = base.replace(claim(10), `\nA word of mine.\n\n${claim(10)}`).replace('### Food', '### Meals');
    expect(await merged(withWords, dreamt)).toContain(
      `### Meals\n${claim(26)}\n\n${claim(13)}\n\nA word of mine.\n\n${claim(10)}\n`,
    );
    expect(text.split('### Meals\n')[1]?.split('\n\n')[0]).toBe([26, 13, 10].map(claim).join('\n'));
  });

  it('an overview of one’s own', async () => {
    const mine = outdated(base).replace(/^The work: .*$/m, 'My own words.');
    for (const from of [base, outdated(base)])
      expect(part(await merged(mine, dreamt, from), 'Overview')).toBe('My own words.\n');
  });
});

test('what earlier versions generated is on no merged page', async () => {
  const old = (page: string): string => outdated(page).replace('The work\n', 'What is known about Work\n');
  const mine = take(base, [add([31])], '2026-06-01');
  const without = (page: string): string => page.replace(/^description: .*\n/m, '');
  const expected = await merged(without(mine), without(dreamt), without(base));
  for (const [ours, theirs, from] of [
    [old(mine), old(dreamt), old(base)],
    [old(mine), without(dreamt), old(base)],
    [without(mine), old(dreamt), old(base)],
    [without(mine), without(dreamt), old(base)],
    [old(mine), without(dreamt), without(base)],
  ] as const)
    expect(await merged(ours, theirs, from)).toBe(expected);
});

describe('what dreams do to a page', () => {
  const supersede = (on: number, fact: number): Step => ({ does: 'supersede', on, fact });
  const oppose = (on: number, fact: number): Step => ({ does: 'conflict', on, fact });
  const past = (n: number, to: string): string =>
    `- ~~User did thing ${n} at Place${n}.~~ 2026-01-0${1 + Math.floor(n / 3)} to ${to}.[^${factId(n)}]`;
  const ours = (...steps: Step[]): string => take(base, steps, '2026-06-01');
  const theirs = (...steps: Step[]): string => take(base, steps, '2026-06-02');
  const callout = (...ns: number[]): string =>
    `> [!warning] Conflicting claims: ${ns.map((n) => `User did thing ${n} at Place${n}.[^${factId(n)}] (2026-01-${String(1 + Math.floor(n / 3)).padStart(2, '0')})`).join(' vs ')}`;

  it('a claim goes to History on one side and gets a fact on the other', async () => {
    const text = await merged(ours(supersede(1, 29)), dreamt);
    expect(part(text, 'History')).toBe(`${past(4, '2026-01-10')}[^${factId(28)}]\n`);
    expect(part(text, 'Key Facts')).not.toContain(factId(4));
  });

  it('a claim goes to History on one side and is reworded on the other', async () => {
    const text = await merged(
      ours(supersede(1, 29)),
      base.replace('User did thing 4 at Place4.', 'He ~~never~~ **did** it.'),
    );
    expect(part(text, 'History')).toBe(
      `- ~~He &#126;&#126;never&#126;&#126; **did** it.~~ 2026-01-02 to 2026-01-10.[^${factId(4)}]\n`,
    );
    expect(part(text, 'Key Facts')).toContain(`${claim(29)}\n${claim(7)}\n${claim(1)}\n`);
  });

  it('a claim goes to History on one side and elsewhere on the other', async () => {
    const arranged = theirs({ does: 'arrange', head: 'Sport', every: 4 });
    expect(part(arranged, 'Key Facts')).toContain(`### Sport\n${claim(4)}\n`);
    const moved = base.replace(`${claim(4)}\n`, '').concat(`\n## Mine\n\nMy notes.\n\n${claim(4)}\n`);
    for (const other of [arranged, moved])
      expect(part(await merged(ours(supersede(1, 29)), other), 'History')).toBe(`${past(4, '2026-01-10')}\n`);
    const before = take(base, [supersede(1, 16)], '2026-05-02');
    const back = await merged(
      take(before, [{ does: 'revive', on: 1 }], '2026-06-01'),
      take(before, [{ does: 'redate', on: 1, fact: 19 }], '2026-06-02'),
      before,
    );
    expect(part(back, 'Key Facts')).toContain(`${claim(4)}\n`);
    expect(back).not.toContain('## History');
  });

  it('one claim is superseded on both sides, by one fact or by two', async () => {
    expect(part(await merged(ours(supersede(1, 29), add([25])), theirs(supersede(1, 29))), 'History')).toBe(
      `${past(4, '2026-01-10')}\n`,
    );
    const text = await merged(ours(supersede(1, 25)), theirs(supersede(1, 32)));
    expect(part(text, 'History')).toBe(`${past(4, '2026-01-09')}\n`);
    expect(part(text, 'Key Facts')).toContain(`${claim(32)}\n${claim(25)}\n${claim(7)}\n${claim(1)}\n`);
  });

  it('the histories of both sides are one, by their days', async () => {
    const text = await merged(
      ours(supersede(0, 25), supersede(2, 31)),
      theirs(supersede(1, 29), { does: 'past', on: 2, fact: 32 }),
    );
    const late = `- ~~User did thing 32 at Place32.~~ 2026-01-03 to 2026-01-11.[^${factId(32)}]`;
    expect(part(text, 'History')).toBe(
      `${[past(7, '2026-01-11'), late, past(4, '2026-01-10'), past(1, '2026-01-09')].join('\n')}\n`,
    );
  });

  it('other days on one side, and on both', async () => {
    const before = take(base, [supersede(0, 16), supersede(1, 19)], '2026-05-02');
    const redate = (on: number, fact: number): Step => ({ does: 'redate', on, fact });
    const one = await merged(
      take(before, [redate(0, 40)], '2026-06-01'),
      take(before, [add([25])], '2026-06-02'),
      before,
    );
    expect(part(one, 'History')).toBe(`${past(1, '2026-01-14')}\n${past(4, '2026-01-07')}\n`);
    const both = await merged(
      take(before, [redate(0, 40)], '2026-06-01'),
      take(before, [redate(0, 37), redate(1, 41)], '2026-06-02'),
      before,
    );
    expect(part(both, 'History')).toBe(`${past(4, '2026-01-14')}\n${past(1, '2026-01-13')}\n`);
  });

  it('a claim becomes a callout on one side and gets a fact, other words or a successor on the other', async () => {
    expect(await merged(ours(oppose(1, 25)), dreamt)).toContain(
      `\n${callout(4, 25).replace(`[^${factId(4)}]`, `[^${factId(4)}][^${factId(28)}]`)}\n${claim(1)}\n`,
    );
    expect(await merged(ours(oppose(1, 25)), base.replace('thing 4 at', 'thing 4 in'))).toContain(
      callout(4, 25).replace('thing 4 at', 'thing 4 in'),
    );
    const gone = await merged(ours(oppose(1, 25)), theirs(supersede(1, 32)));
    expect(part(gone, 'History')).toBe(`${past(4, '2026-01-11')}\n`);
    expect(part(gone, 'Key Facts')).toContain(`${claim(32)}\n${claim(25)}\n${claim(7)}\n${claim(1)}\n`);
    expect(gone).toContain('\nreview: current\n');
  });

  it('one claim is contradicted on both sides, and a callout settled on one', async () => {
    const both = await merged(ours(oppose(1, 25)), theirs(oppose(1, 32)));
    expect(both).toMatch(
      new RegExp(
        `^${[callout(4, 25, 32), callout(4, 32, 25)].map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')}$`,
        'm',
      ),
    );
    const before = take(base, [oppose(1, 16)], '2026-05-02').replace('review: current', 'review: needs-review');
    const settled = await merged(
      take(before, [{ does: 'settle', on: 1 }], '2026-06-01').replace('needs-review', 'current'),
      take(before, [add([25])], '2026-06-02'),
      before,
    );
    expect(settled).not.toContain('[!warning]');
    expect(settled).toContain('\nreview: current\n');
    const third = await merged(
      take(before, [{ does: 'settle', on: 1 }], '2026-06-01').replace('needs-review', 'current'),
      take(before, [oppose(1, 25)], '2026-06-02'),
      before,
    );
    expect(third).toContain(`\n${callout(4, 16, 25)}\n`);
    expect(third).toContain('\nreview: needs-review\n');
  });

  it('a conflict that one side takes back with its claims and the other settled: what was settled stays, what nobody decided about goes', async () => {
    const opposed = take(base, [oppose(1, 25)], '2026-05-02').replace('review: current', 'review: needs-review');
    const settled = take(opposed, [{ does: 'settle', on: 1 }], '2026-06-01').replace('needs-review', 'current');
    const text = await merged(settled, base, opposed);
    expect(text).toContain(`\n${claim(25)}\n`);
    expect(text).toMatch(new RegExp(String.raw`^\[\^${factId(25)}\]:`, 'm'));
    expect(await merged(take(opposed, [add([26])], '2026-06-01'), base, opposed)).not.toContain(factId(25));
  });

  it('callouts of both sides stay two', async () => {
    const callout = (n: number): string =>
      `> [!warning] Conflicting claims: thing ${n}[^${factId(n)}] vs another[^${factId(n + 1)}]`;
    const withCallout = (n: number): string =>
      take(base, [add([n, n + 1])], '2026-06-01').replace(`${claim(n + 1)}\n${claim(n)}\n`, `\n${callout(n)}\n\n`);
    const text = await merged(withCallout(25), withCallout(31));
    for (const n of [25, 31]) expect(text).toContain(`\n${callout(n)}\n`);
    expect(
      parseClaims('', parseBlocks(text))
        .map(({ sides }) => sides.length)
        .filter((count) => count > 0),
    ).toEqual([2, 2]);
  });

  it('a month that one side empties goes, and comes back for what the other adds', async () => {
    const month = take(EMPTY, [add([1, 4, 7], 'May 2026')], '2026-05-01');
    const arranged = take(month, [{ does: 'arrange', head: 'Food', every: 1 }], '2026-06-01');
    expect(arranged).not.toContain('May 2026');
    expect(await merged(arranged, take(month, [{ does: 'tag', tag: 'x' }], '2026-06-01'), month)).not.toContain(
      'May 2026',
    );
    const text = await merged(arranged, take(month, [add([25], 'May 2026')], '2026-06-02'), month);
    expect(part(text, 'Key Facts')).toBe(
      `\n### Food\n${[7, 4, 1].map(claim).join('\n')}\n\n### May 2026\n${claim(25)}\n`,
    );
  });
});

describe('front matter', () => {
  const front = (text: string): string => text.split('\n---\n')[0] ?? '';
  const touched = (from: string, to: string, page = base): string => page.replace(from, to);

  it('keeps neighbouring edits of both sides, comments and formatting', async () => {
    const mine = touched('title: Work\n', '# mine\ntitle: "My work"\nmood: good\n').replace(
      'tags: [career]',
      'tags:\n  - career # first',
    );
    const text = await merged(
      mine,
      take(touched('status: stable', 'status: draft'), [{ does: 'tag', tag: 'ui' }], '2026-06-02'),
    );
    expect(front(text)).toBe(
      '---\ntype: note\n# mine\ntitle: "My work"\nmood: good\ndescription: The work\ntags:\n  - career # first\n  - ui\nstatus: draft\nreview: current\nupdated: 2026-06-02',
    );
  });

  it('asks for a review where either side does, and takes the later day', async () => {
    const text = await merged(
      touched('review: current', 'review: needs-review'),
      touched('updated: 2026-05-01', 'updated: 2026-07-09'),
    );
    expect(front(text)).toContain('review: needs-review\nupdated: 2026-07-09');
    expect(
      await merged(touched('review: current', 'review: needs-review'), touched('review: current', 'review: someday')),
    ).toContain('\nreview: needs-review\n');
  });

  it('merges as lines where it is no plain list of keys', async () => {
    const odd = (title: string, tail: string): string =>
      `---\n{ title: ${title} }\n---\n\n## Key Facts\n${claim(1)}\n${tail}`;
    expect(await merged(odd('a', ''), odd('b', 'x\n'), odd('b', ''))).toBe(odd('a', 'x\n'));
  });
});

describe('line ends', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

  it('follow the side that changed them', async () => {
    expect(await merged(crlf(base), dreamt)).toBe(crlf(dreamt));
    expect(await merged(dreamt, `\uFEFF${base}`)).toBe(`\uFEFF${dreamt}`);
    expect(await merged(base.trimEnd(), dreamt)).toBe(dreamt.trimEnd());
  });

  it('are those of the page also within a claim below which both sides wrote', async () => {
    const noted = (notes: string): string => base.replace(claim(4), `${claim(4)}${notes}`);
    const known = [
      noted('\n  - new\n  - one\n  - still'),
      noted('\n  - one\n  - still\n  - two'),
      noted('\n  - one\n  - still'),
    ] as const;
    expect(await merged(crlf(known[0]), crlf(known[1]), crlf(known[2]))).toBe(
      crlf(noted('\n  - new\n  - one\n  - still\n  - two')),
    );
    expect(await merged(crlf(known[0]), crlf(known[1]), '')).toBe(crlf(await merged(known[0], known[1], '')));
  });
});

it('two hundred claims on both sides are one pass', async () => {
  const many = (from: number): number[] => Array.from({ length: 200 }, (_, index) => from + index);
  const before = take(EMPTY, [add(many(1))], '2026-05-01');
  const text = await merged(
    take(before, [add(many(1000))], '2026-06-01'),
    take(before, [add(many(2000))], '2026-06-02'),
    before,
  );
  expect(text.match(/^- User did thing/gm)).toHaveLength(600);
});
