// From the changes of a plan to the bytes of a page: updates, conflicts and what takes them back.
import { expect, test } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { renderPages } from '../../src/vault/render-pages.ts';
import { readView, type View } from '../../src/vault/view.ts';
import { makeVault, write } from '../lint/folders.ts';

const PAGE = '3_Personal/Work.md';
const [A, B, C, D] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;
const START = `---
title: Work
review: current
---

## Key Facts

### Job
- User works at Google.[^${A}]

### Home
- User lives in Rome.[^${B}]

## Sources
[^${A}]: [2026-03-02 14:05](../daily/2026-03-02.md#^${A})
[^${B}]: [2026-03-02 14:05](../daily/2026-03-02.md#^${B})
`;

/** A change without its page and reason. */
type Bare = Change extends infer C ? (C extends Change ? Omit<C, 'page' | 'reason'> : never) : never;

function viewOf(text: string): View {
  const vault = makeVault();
  write(
    vault,
    'daily/2026-03-02.md',
    `# Daily Log - 2026-03-02\n\n## 14:05 — s1\n\n- [work] User works at Google ^${A}\n- [home] User lives in Rome ^${B}\n`,
  );
  write(
    vault,
    'daily/2026-07-01.md',
    `# Daily Log - 2026-07-01\n\n## 09:00 — s2\n\n- [work] User works at Microsoft ^${C}\n- [home] User lives in Paris [at:: 2026-03-02] ^${D}\n`,
  );
  write(vault, PAGE, text);
  return readView(vault);
}

function render(changes: readonly Bare[], text = START): string {
  const view = viewOf(text);
  const all = changes.map((change): Change => ({ ...change, page: PAGE, reason: 'so' }));
  return renderPages({ changes: all }, view, '2026-07-02')[0]?.after ?? text;
}

const add: Bare = { kind: 'add', text: 'User works at Microsoft.', head: 'Job', facts: [C] };
const supersede: Bare = { kind: 'supersede', claim: A, from: '2026-03-02', to: '2026-07-01', facts: [C] };
const conflict: Bare = { kind: 'conflict', claim: B, text: 'User lives in Paris', facts: [D] };

test('an update: the new claim under its head, the old one in History, both with their sources', () => {
  expect(render([add, supersede])).toBe(`---
title: Work
review: current
updated: 2026-07-02
---

## Key Facts

### Job
- User works at Microsoft.[^${C}]

### Home
- User lives in Rome.[^${B}]

## History
- ~~User works at Google.~~ 2026-03-02 to 2026-07-01.[^${A}]

## Sources
[^${A}]: [2026-03-02 14:05](../daily/2026-03-02.md#^${A})
[^${B}]: [2026-03-02 14:05](../daily/2026-03-02.md#^${B})
[^${C}]: [2026-07-01 09:00](../daily/2026-07-01.md#^${C})
`);
});

test('a conflict: one callout in the place of the claim, with the days of which the facts speak, and a review', () => {
  const page = render([conflict]);
  expect(page).toContain(
    `### Home\n> [!warning] Conflicting claims: User lives in Rome.[^${B}] (2026-03-02) vs User lives in Paris[^${D}] (2026-03-02)\n\n## Sources`,
  );
  expect(page).toContain(`\nreview: needs-review\n`);
  expect(page).toContain(`[^${D}]: [2026-07-01 09:00](../daily/2026-07-01.md#^${D})\n`);
});

test.each<[string, Bare, string]>([
  [
    'both stand',
    { kind: 'settle', claim: B, facts: [B, D] },
    `### Home\n- User lives in Rome.[^${B}]\n- User lives in Paris[^${D}]\n`,
  ],
  ['one goes', { kind: 'remove', claim: D, facts: [D] }, `### Home\n- User lives in Rome.[^${B}]\n`],
  [
    'one is past',
    { kind: 'supersede', claim: B, from: '2026-03-02', to: '2026-03-02', facts: [D] },
    `### Home\n- User lives in Paris[^${D}]\n\n## History\n- ~~User lives in Rome.~~ 2026-03-02.[^${B}]\n`,
  ],
])('a conflict that is settled waits for nobody: %s', (_what, change, expected) => {
  const page = render([change], render([conflict]));
  expect(page).toContain(expected);
  expect(page).toContain('\nreview: current\n');
});

const MINE = `# Work\n\n## My jobs\n\nWords of mine.\n* mine\n  * User works at Google.[^${A}]\n    * nice canteen\n\n## Key Facts\n- User lives in Rome.[^${B}]\n`;

test('a new claim goes right before the one that it is like, in a person’s own section too, else where its head says', () => {
  const moved = render([{ ...add, beside: A }, supersede], MINE);
  expect(moved).toContain(`Words of mine.\n* mine\n  * User works at Microsoft.[^${C}]\n`);
  expect(moved).toContain(`## Key Facts\n- User lives in Rome.[^${B}]\n\n## History\n`);
  expect(render([{ ...add, beside: B }], MINE)).toContain(
    `## Key Facts\n- User works at Microsoft.[^${C}]\n- User lives in Rome.[^${B}]\n`,
  );
  expect(render([{ ...add, beside: 'zzzzzzzzzz' }], MINE)).toContain(`### Job\n- User works at Microsoft.[^${C}]\n`);
  expect(render([{ ...add, beside: A }], MINE.replace('  * User', '\nUser'))).toContain(
    `### Job\n- User works at Microsoft.[^${C}]\n`,
  );
});

test('the key for a review is a person’s where it says something else, or no callout stood', () => {
  expect(render([conflict], START.replace('review: current', 'review: someday'))).toContain('\nreview: someday\n');
  expect(render([conflict], START.replace('review: current\n', ''))).toContain('\nreview: needs-review\n');
  expect(render([add], START.replace('review: current\n', ''))).not.toContain('review');
  expect(render([add], START.replace('review: current', 'review: needs-review'))).toContain('\nreview: needs-review\n');
});

test('a topic that is emptied goes, one that was empty or holds a person’s words stays', () => {
  const text = START.replace('### Home\n', '### Later\n\n### Home\n')
    .replace('Rome.[^', 'Rome.[^')
    .replace(`Google.[^${A}]\n`, `Google.[^${A}]\n\n`);
  const gone = render(
    [
      { ...supersede, claim: A },
      { ...supersede, claim: B },
    ],
    text,
  );
  expect(gone).toContain('## Key Facts\n\n### Later\n\n## History\n');
  expect(render([supersede], START.replace(`[^${A}]\n`, `[^${A}]\n\nMy words.\n`))).toContain('### Job\n\nMy words.\n');
  expect(render([{ kind: 'remove', claim: A, facts: [A] }])).toContain('## Key Facts\n\n### Home\n');
  expect(render([{ kind: 'remove', claim: A, facts: [A] }, add])).toContain(
    `### Job\n- User works at Microsoft.[^${C}]\n`,
  );
});

const OLD = START.replace(
  'review: current\n---\n',
  'description: What is known about Work\nreview: current\n---\n\n## Overview\nWork: 2 claims from 2 facts, 2026-03-02.\n',
);

test('what earlier versions generated goes with the next change, and only then', () => {
  expect(render([add], OLD)).toBe(render([add]));
  expect(render([{ kind: 'tag', tags: ['x'], facts: [] }], OLD)).toBe(OLD);
  const mine = OLD.replace('What is known about Work', 'Where I earn my bread').replace(/^Work: .*/m, 'My words.');
  expect(render([add], mine)).toMatch(/^description: Where I earn my bread\n[^]*\n## Overview\nMy words\.\n\n## Key/m);
});

test('months on a page that is not one of events go with the next change', () => {
  const months = START.replace('### Job', '### Mine\n\n### July 2026').replace('### Home', '### March 2026');
  expect(render([{ ...add, head: null }], months)).toContain(
    `## Key Facts\n- User works at Google.[^${A}]\n- User lives in Rome.[^${B}]\n- User works at Microsoft.[^${C}]\n\n` +
      '### Mine\n\n## Sources\n',
  );
  expect(render([{ kind: 'tag', tags: ['x'], facts: [] }], months)).toBe(months);
  const noted = months.replace(`Rome.[^${B}]\n`, `Rome.[^${B}]\n\nA word of mine.\n`);
  expect(render([{ ...add, head: null }], noted)).toContain(
    `- User works at Google.[^${A}]\n- User works at Microsoft.[^${C}]\n\n### Mine\n\n### March 2026\n- User lives in Rome.[^${B}]\n\nA word of mine.\n`,
  );
  const timeline = months.replace('title: Work\n', 'title: Work\ntype: timeline\n');
  expect(render([{ ...add, head: null }], timeline)).toContain(`### March 2026\n- User lives in Rome.[^${B}]\n`);
});

test('a callout that a person left one side waits for nobody, once a run touches the page', () => {
  const page = render([conflict]).replace(/ vs .*/, '');
  expect(render([add], page)).toContain('\nreview: current\n');
});

test('taken back: a claim of History is current again, and the empty section goes', () => {
  const page = render(
    [
      { kind: 'remove', claim: C, facts: [C] },
      { kind: 'unsource', facts: [C] },
      { kind: 'revive', claim: A, head: 'Job', facts: [A] },
    ],
    render([add, supersede]),
  );
  expect(page).toBe(render([{ kind: 'tag', tags: [], facts: [] }], page));
  expect(page.slice(page.indexOf('## Key Facts'))).toBe(START.slice(START.indexOf('## Key Facts')));
});

test('what came late is past at once, and the days of what it followed change', () => {
  const page = render(
    [
      { kind: 'past', text: 'User works at IBM', from: '2026-05-01', to: '2026-07-01', facts: [D] },
      { kind: 'redate', claim: A, from: '2026-03-02', to: '2026-05-01', facts: [D] },
    ],
    render([add, supersede]),
  );
  expect(page).toContain(
    `## History\n- ~~User works at IBM~~ 2026-05-01 to 2026-07-01.[^${D}]\n- ~~User works at Google.~~ 2026-03-02 to 2026-05-01.[^${A}]\n`,
  );
  expect(page).toContain(`\n[^${D}]: `);
});

test('a change may name a claim that the same plan adds, and a contradiction without its claim is one of its own', () => {
  const paris: Bare = { kind: 'add', text: 'User lives in Paris', head: 'Home', facts: [D] };
  expect(render([paris, { kind: 'conflict', claim: D, text: 'User works at Microsoft', facts: [C] }])).toContain(
    `vs User works at Microsoft[^${C}] (2026-07-01)\n`,
  );
  expect(render([{ kind: 'conflict', claim: 'zzzzzzzzzz', text: 'User works at Microsoft', facts: [C] }])).toContain(
    `## Key Facts\n- User works at Microsoft[^${C}]\n`,
  );
});

test('words and footnotes find their side of a callout, and their claim in History', () => {
  const before = render([add, supersede, conflict]);
  const page = render(
    [
      { kind: 'cite', claim: B, facts: ['eeeeeeeeee'] },
      { kind: 'correct', claim: D, text: 'User lives in Lyon', facts: [D] },
      { kind: 'cite', claim: A, facts: ['ffffffffff'] },
      { kind: 'correct', claim: A, text: 'User works at Alphabet', facts: [A] },
    ],
    before,
  );
  expect(page).toContain(
    `User lives in Rome.[^${B}][^eeeeeeeeee] (2026-03-02) vs User lives in Lyon[^${D}] (2026-03-02)\n`,
  );
  expect(page).toContain(`- ~~User works at Alphabet~~ 2026-03-02 to 2026-07-01.[^${A}][^ffffffffff]\n`);
  expect(
    render(
      [
        { kind: 'uncite', claim: 'eeeeeeeeee', facts: ['eeeeeeeeee'] },
        { kind: 'uncite', claim: 'ffffffffff', facts: ['ffffffffff'] },
      ],
      page,
    ),
  ).not.toMatch(/eeeeeeeeee|ffffffffff/);
});
