// What is forgotten, off the text of a page: which words go, which stay, which change.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forgetOnPage, type OnPage } from '../../../src/page/forget.ts';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { parseClaims } from '../../../src/page/page.ts';
import type { Fact } from '../../../src/model/fact.ts';

const A = 'aaaaaaaaaa';
const B = 'bbbbbbbbbb';
const C = 'cccccccccc';

const fact = (id: string, text: string, day = '2026-06-28'): Fact => ({
  id,
  computed: false,
  day,
  time: '09:00',
  session: null,
  path: `daily/${day}.md`,
  line: 1,
  category: 'work',
  text,
  tags: [],
  fields: {},
});
const FACTS = new Map(
  [fact(A, 'User works at Google'), fact(B, 'User works for Google', '2026-06-29'), fact(C, 'User likes tea')].map(
    (one) => [one.id, one],
  ),
);

function forget(text: string, { ids = [A], superseded = [] as string[], facts = FACTS } = {}): OnPage {
  return forgetOnPage(text, {
    path: '3_Personal/Work.md',
    isForgotten: (id) => ids.includes(id),
    factOf: (id) => facts.get(id),
    isSuperseded: (id) => superseded.includes(id),
    mayGo: true,
    today: '2026-07-02',
  });
}

const page = (facts: string, more = ''): string =>
  `---\ntype: note\ntitle: Work\nupdated: 2026-07-01\n---\n\n## Overview\nWork: 2 claims from 2 facts.\n\n## Key Facts\n${facts}\n${more}\n## Sources\n[^${A}]: [2026-06-28 09:00](../daily/2026-06-28.md#^${A})\n[^${C}]: [2026-06-28 09:00](../daily/2026-06-28.md#^${C})\n`;
const TEA = `- User likes tea[^${C}]`;
const bodyOf = ({ text }: OnPage): string => /## Key Facts\n([^]*?)\n+## Sources/.exec(text ?? '')?.[1]?.trim() ?? '';

describe('a claim', () => {
  test('that rests on it alone goes, with its source, and so does the generated overview', () => {
    const done = forget(page(`- User works at Google[^${A}]\n${TEA}`));
    expect(bodyOf(done)).toBe(TEA);
    expect(done.text).not.toContain('Overview');
    expect(done.text).toContain('updated: 2026-07-02');
    expect(done.text).not.toContain(A);
    expect(done.facts).toEqual([A]);
  });

  test.each([
    [
      'another fact says just that',
      `- user works at Google[^${A}][^${B}]`,
      new Map(FACTS).set(B, fact(B, 'User works at Google.')),
      `- user works at Google[^${B}]`,
    ],
    ['the others say something else', `- User works at Google[^${A}][^${B}]`, FACTS, `- User works for Google[^${B}]`],
    [
      'it was reworded out of both',
      `- User is at Google, they say[^${A}][^${B}]`,
      FACTS,
      `- User works for Google[^${B}]`,
    ],
    [
      'nobody knows the others',
      `- User works at Google[^${A}][^dddddddddd]`,
      FACTS,
      '- User works at Google[^dddddddddd]',
    ],
  ])('that rests on more: %s', (_what, claim, facts, wanted) => {
    expect(bodyOf(forget(page(`${claim}\n${TEA}`), { facts }))).toBe(`${wanted}\n${TEA}`);
  });

  test('in a callout that a person left one side, or struck one in, goes like any side', () => {
    const lead = '> [!warning] Conflicting claims: ';
    expect(bodyOf(forget(page(`${lead}User works at Google[^${A}] (2026-06-28)\n\n${TEA}`)))).toBe(TEA);
    expect(bodyOf(forget(page(`${lead}User works at Google[^${A}][^${B}]\n\n${TEA}`)))).toBe(
      `${lead}User works for Google[^${B}]\n\n${TEA}`,
    );
    expect(bodyOf(forget(page(`${lead}User likes tea[^${C}] vs ~~User works at Google~~[^${A}]`)))).toBe(TEA);
    expect(bodyOf(forget(page(`${lead}~~User likes tea~~[^${C}] vs User works at Google[^${A}]`)))).toBe(
      `- ~~User likes tea~~[^${C}]`,
    );
  });

  test('in History keeps its days', () => {
    const past = `\n## History\n- ~~User works at Google~~ 2026-06-01 to 2026-06-28.[^${A}][^${B}]\n`;
    expect(forget(page(TEA, past)).text).toContain(`- ~~User works for Google~~ 2026-06-01 to 2026-06-28.[^${B}]\n`);
    expect(forget(page(TEA, past), { ids: [A, B] }).text).not.toContain('Google');
  });

  test('that put another right: what was wrong does not hold again', () => {
    const facts = new Map(FACTS).set(A, fact(A, 'User works at Google', '2026-06-30'));
    const done = forget(page(`- User works at Google[^${A}][^${B}]\n${TEA}`), { superseded: [B], facts });
    expect(done.text).toContain(`## History\n- ~~User works for Google~~ 2026-06-29 to 2026-06-30.[^${B}]`);
    expect(bodyOf(done)).not.toContain('- User works');
  });

  test('that cites two forgotten facts goes once', () => {
    expect(bodyOf(forget(page(`- User works at Google[^${A}][^${B}]\n${TEA}`), { ids: [A, B] }))).toBe(TEA);
  });

  test('that stands on the page twice goes twice', () => {
    const done = forget(page(`- User works at Google[^${A}]\n${TEA}\n- again: Google[^${A}]`));
    expect(bodyOf(done)).toBe(TEA);
  });
});

describe('a callout of conflicting claims', () => {
  const callout = `> [!warning] Conflicting claims: User works at Google[^${A}] (2026-06-28) vs User works for Google[^${B}] (2026-06-29)`;

  test('that is left with one side is a plain claim, and waits for nobody', () => {
    const done = forget(page(`${callout}\n\n${TEA}`).replace('updated:', 'review: needs-review\nupdated:'));
    expect(bodyOf(done)).toBe(`- User works for Google[^${B}]\n\n${TEA}`);
    expect(done.text).toContain('review: current');
  });

  test('with no side left goes', () => {
    expect(bodyOf(forget(page(`${callout}\n\n${TEA}`), { ids: [A, B] }))).toBe(TEA);
  });
});

describe('a person’s own text', () => {
  test.each([
    ['a paragraph', `I am at Google now.[^${A}] Good food.`, 'I am at Google now. Good food.', true],
    ['a quote', `> I am at Google now.[^${A}]`, '> I am at Google now.', true],
    [
      'an item of several lines',
      `- I am at Google now,\n  which is fine.[^${A}]`,
      '- I am at Google now,\n  which is fine.',
      true,
    ],
    [
      'what is indented below a claim',
      `- User works at Google[^${A}]\n    - my boss is kind`,
      '- (forgotten)\n    - my boss is kind',
      false,
    ],
    ['the claim itself as a paragraph', `User works at Google[^${A}]`, '', false],
  ])('%s', (_what, text, wanted, isNamed) => {
    const done = forget(page(`${TEA}\n\n${text}\n`));
    expect(bodyOf(done)).toBe(`${TEA}\n\n${wanted}`.trim());
    expect(done.own.length > 0).toBe(isNamed);
  });
});

describe('a page with nothing left', () => {
  test('goes', () => {
    expect(
      forget(page(`- User works at Google[^${A}]`, '\n## Related\n- [Tea](Tea.md)\n').replace(/\[\^c.*\n/, '')),
    ).toMatchObject({ text: null, facts: [A] });
  });

  test.each([
    ['an overview of a person’s', (text: string) => text.replace(/Work: .*/, 'Where I earn my money.')],
    ['a paragraph', (text: string) => text.replace('## Sources', 'More to come.\n\n## Sources')],
    ['a key of a person’s in front matter', (text: string) => text.replace('title:', 'cssclasses: wide\ntitle:')],
    [
      'a link with words',
      (text: string) => text.replace('## Sources', '## Related\n- [Tea](Tea.md) which I drink there\n\n## Sources'),
    ],
  ])('stays for the sake of %s', (_what, edit) => {
    expect(forget(edit(page(`- User works at Google[^${A}]`).replace(/\[\^c.*\n/, ''))).text).not.toBe(null);
  });
});

test('two quotes stay two when the item between them goes, also where the last line of the first has no sign of one', () => {
  const quoted = (first: string) =>
    bodyOf(forget(page(`${first}\n- User works at Google[^${A}]\n> Tea is best[^${C}]`)));
  expect(['> A saying', '> A saying\nof two lines', '> A saying\n> of two lines', 'A paragraph'].map(quoted)).toEqual([
    `> A saying\n\n> Tea is best[^${C}]`,
    `> A saying\nof two lines\n\n> Tea is best[^${C}]`,
    `> A saying\n> of two lines\n\n> Tea is best[^${C}]`,
    `A paragraph\n> Tea is best[^${C}]`,
  ]);
});

test('a page that cites none of it comes back as it is', () => {
  const text = page(TEA);
  expect(forget(text).text).toBe(text);
});

test('after it no claim cites what is forgotten, every other claim stands, and a second time changes nothing', () => {
  const ids = fc.uniqueArray(fc.constantFrom(A, B, C, 'dddddddddd', 'eeeeeeeeee'), { minLength: 1, maxLength: 3 });
  const item = fc
    .tuple(fc.constantFrom('- ', '* ', '1. ', '', '> ', '  - '), fc.lorem({ maxCount: 5 }), ids)
    .map(([lead, words, facts]) => `${lead}${words}${facts.map((id) => `[^${id}]`).join('')}`);
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 6 }),
      fc.subarray([A, B, C]),
      fc.constantFrom('\n', '\n\n'),
      (items, gone, gap) => {
        const before = page(items.join(gap));
        const { text } = forget(before, { ids: gone });
        const claims = (whole: string): string[] =>
          parseClaims('', parseBlocks(whole))
            .filter(({ facts }) => facts.every((id) => !gone.includes(id)))
            .map((claim) => `${claim.text} ${claim.facts.join(' ')}`);
        const [kept, left] = [claims(before), parseClaims('', parseBlocks(text ?? ''))];
        expect(left.flatMap((claim) => claim.facts).filter((id) => gone.includes(id))).toEqual([]);
        for (const one of kept) expect(left.map((claim) => `${claim.text} ${claim.facts.join(' ')}`)).toContain(one);
        if (text !== null) expect(forget(text, { ids: gone }).text).toBe(text);
      },
    ),
    { numRuns: 300 },
  );
});
