// The part of MEMORY.md between the markers: what has room in it, and that nothing else is touched.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_ROOM,
  holdLines,
  LEAST_ROOM,
  notSaid,
  renderNewSummary,
  replaceSummary,
  type SummaryClaim,
  type SummaryItem,
  summaryStatements,
  toSummaryLines,
} from '../../src/page/memory-file.ts';
import type { SummaryLine } from '../../src/model/plan.ts';

const START = '<!-- memvault:memory -->';
const END = '<!-- /memvault:memory -->';
const SECTIONS = ['Work', 'Home'];
const claim = (text: string, heading = 'Work'): SummaryItem => ({ heading, text, order: SECTIONS.indexOf(heading) });
const partOf = (text: string) => text.slice(text.indexOf(START), text.indexOf(END) + END.length);

test('statements stand under their headings, in their own order, without full stops', () => {
  const ranked = [
    claim('User lives in Berlin.', 'Home'),
    claim('User works at Microsoft.'),
    claim('Likes tabs. And tea.'),
  ];
  expect(replaceSummary(renderNewSummary(), ranked)).toBe(`# Memory

${START}
## Work

- User works at Microsoft
- Likes tabs. And tea.

## Home

- User lives in Berlin
${END}
`);
  expect(replaceSummary(renderNewSummary(), [])).toBe(renderNewSummary());
});

test.each([
  ['no markers', '# My own notes\n'],
  ['two pairs', `${START}\n${END}\n${START}\n${END}\n`],
  ['two beginnings', `${START}\n${START}\n${END}\n`],
  ['two ends', `${START}\n${END}\n${END}\n`],
  ['no end', `${START}\n`],
  ['an end before the beginning', `${END}\n${START}\n`],
  ['markers in a code fence', `\`\`\`md\n${START}\n${END}\n\`\`\`\n`],
  ['markers in a line of prose', `Between ${START} and\n${END}\n`],
  ['nothing', ''],
])("a file with %s is a person's own", (_, text) => {
  expect(replaceSummary(text, [claim('x')])).toBeNull();
});

test('a hunk of git that begins outside is for a person to settle; one inside is gone with the next run', () => {
  expect(
    replaceSummary(`# M\n<<<<<<< ours\n${START}\n- a\n=======\n- b\n>>>>>>> theirs\n${END}\n`, [claim('x')]),
  ).toBeNull();
  expect(replaceSummary(`${START}\n<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n${END}\n`, [])).toBe(
    `${START}\n${END}\n`,
  );
});

test('what stands around the markers keeps every byte; line ends are those of the file', () => {
  const around = ['\uFEFF# Memory  \r\n\r\nMine, \uDC80 and `code`\r\n\t', '\r\n\r\n- after\r\n\r\n\r\n'] as const;
  const text = replaceSummary(`${around[0]}${START}\r\n- old\r\n${END}${around[1]}`, [claim('new')]);
  expect(text).toBe(`${around[0]}${START}\r\n## Work\r\n\r\n- new\r\n${END}${around[1]}`);
});

test.each([
  ['lines', 'one\ntwo', '- one<br>two'],
  ['what would begin a block', '# heading', '- &#35; heading'],
  ['a comment', 'uses <!-- todo --> marks', '- uses &#60;!-- todo --> marks'],
  ['a block id', 'ends in an id ^k3v9x2ab4q', '- ends in an id &#94;k3v9x2ab4q'],
  ['a power', 'n^2 and n ^2', '- n^2 and n &#94;2'],
  ['the end marker', `ends ${END} here`, '- ends &#60;!-- /memvault:memory --> here'],
])('a statement with %s is one plain line', (_, text, line) => {
  expect(replaceSummary(renderNewSummary(), [claim(text)])?.split('\n')).toContain(line);
});

test('a title is one line too, and equal statements stand once', () => {
  const text = replaceSummary(renderNewSummary(), [
    { ...claim('a'), heading: 'Of\n<!-- x' },
    claim('a'),
    claim('A.', 'Home'),
    claim('b', 'Home'),
  ]);
  expect(partOf(text ?? '').split('\n')).toEqual([START, '## Of &#60;!-- x', '', '- a', '', '## Home', '', '- b', END]);
});

test('a statement that is too long is left out whole, the next that has room is not', () => {
  const [long, fits, short] = ['x'.repeat(7000), 'y'.repeat(5000), 'z'.repeat(1500)];
  const text = replaceSummary(renderNewSummary(), [claim(long), claim(fits), claim(short), claim('small')]) ?? '';
  expect(
    partOf(text)
      .split('\n')
      .map((line) => line.length),
  ).toEqual([START.length, 7, 0, 5002, 7, END.length]);
});

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.nat(9000).map((length) => 'ä'.repeat(length)),
  fc.constantFrom('', ' ', START, END, '<!--', '\r\n'),
);
const claims = fc.array(fc.record({ text: words, heading: words, order: fc.nat(9) }), { maxLength: 260 });
const rooms = fc.record({ lines: fc.integer({ min: 20, max: 200 }), chars: fc.integer({ min: 2000, max: 9000 }) });

test('it never passes its lines and characters, keeps its markers, and is the same when it is made again', () => {
  fc.assert(
    fc.property(claims, fc.constantFrom('\n', '\r\n'), rooms, (ranked, lineEnd, room) => {
      const file = renderNewSummary().replaceAll('\n', lineEnd);
      const text = replaceSummary(file, ranked, room) ?? '';
      const part = partOf(text);
      expect(text.split('\n').length - 1).toBeLessThanOrEqual(room.lines);
      expect(text.length).toBeLessThanOrEqual(room.chars);
      expect(text.replace(part, () => `${START}${lineEnd}${END}`)).toBe(file);
      expect(replaceSummary(text, ranked, room)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('as many short statements as there are lines for', () => {
  const text =
    replaceSummary(
      renderNewSummary(),
      Array.from({ length: 500 }, (_, n) => claim(`fact ${n}`)),
    ) ?? '';
  const lines = partOf(text).split('\n');
  expect([text.split('\n').length - 1, lines.at(-2)]).toEqual([60, '- fact 53']);
});

test('markers that a person quotes are none; those that stand for themselves are', () => {
  const quoted = `It writes between \`${START}\` and \`${END}\`:\n\n~~~\n${START}\n${END}\n~~~\n\n`;
  expect(replaceSummary(`${quoted}  ${START} \n${END}\n`, [claim('x')])).toBe(
    `${quoted}  ${START}\n## Work\n\n- x\n${END}\n`,
  );
});

test.each([5, 30, 50, 500])(
  'beside %i lines of a person the whole keeps to its limit, and memvault has a part',
  (own) => {
    const ranked = Array.from({ length: 500 }, (_, n) => claim(`fact ${n}`));
    const text = replaceSummary(`${START}\n${END}\n${'mine\n'.repeat(own)}`, ranked) ?? '';
    expect(partOf(text).split('\n')).toHaveLength(Math.max(LEAST_ROOM.lines, DEFAULT_ROOM.lines - own));
    const wide =
      replaceSummary(
        `${START}\n${END}\n${'mine '.repeat(own * 10)}`,
        ranked.map((one) => ({ ...one, text: one.text.repeat(30) })),
      ) ?? '';
    expect(partOf(wide).length).toBeLessThanOrEqual(Math.max(LEAST_ROOM.chars, DEFAULT_ROOM.chars - own * 50));
    expect(partOf(wide).split('\n').length).toBeGreaterThan(8);
  },
);

const cited = (text: string, facts: string, more: Partial<SummaryClaim> = {}): SummaryClaim => ({
  page: '3_Personal/Work.md',
  title: 'Work',
  heading: 'User',
  text,
  facts: facts.split(' '),
  days: ['2026-07-01'],
  must: false,
  ...more,
});
const line = (group: string, text: string, facts: string): SummaryLine => ({ group, text, facts: facts.split(' ') });
const ALL = [
  cited('User works at Microsoft', 'a'),
  cited('User works on Atlas', 'b b2'),
  cited('User never eats nuts', 'c', { must: true }),
];

test.each<[string, SummaryLine[], [string | null, string][], object]>([
  ['combines', [line('Work', 'Works at Microsoft on Atlas', 'a b')], [['Work', 'Works at Microsoft on Atlas']], {}],
  ['says more', [line('Work', 'Works at Google', 'a')], [['Work', 'User works at Microsoft']], { words: 1 }],
  [
    'contradicts what must be known',
    [line('Work', 'Works at Microsoft, eats nuts', 'a')],
    [['Work', 'User works at Microsoft']],
    { words: 1 },
  ],
  [
    'rests on what is gone',
    [line('Work', 'Works on Atlas', 'a x')],
    [['Work', 'User works at Microsoft']],
    { unknown: 1 },
  ],
  ['rests on nothing', [line('Work', 'Works', 'x')], [], { unknown: 1 }],
  [
    'says it again',
    [line('Work', 'Works at Microsoft', 'a'), line('Work', 'Is at Microsoft', 'a')],
    [['Work', 'Works at Microsoft']],
    { twice: 1 },
  ],
  ['has a bad heading', [line('Trust Ann', 'Works on Atlas', 'b')], [[null, 'Works on Atlas']], { title: 1 }],
  ['is called Open', [line('Open', 'Works on Atlas', 'b')], [[null, 'Works on Atlas']], { title: 1 }],
])('a line that %s', (_, lines, wanted, refused) => {
  const held = holdLines(lines, ALL);
  expect(held.lines.map(({ group, text }) => [group, text])).toEqual(wanted);
  expect(held.refused).toEqual(refused);
  expect(holdLines(toSummaryLines(held.lines), ALL).lines.map(({ text }) => text)).toEqual(
    wanted.map(([, text]) => text),
  );
});

test('what must be known is not lost where a line leaves it out', () => {
  const kept = holdLines([line('Work', 'Never eats nuts, works on Atlas', 'b c')], ALL).lines;
  const lost = holdLines([line('Work', 'Works on Atlas', 'b c')], ALL).lines;
  expect([notSaid(ALL, kept), notSaid(ALL, lost), notSaid(ALL, [])].map((all) => all.length)).toEqual([0, 1, 1]);
});

test('statements of a file with the headings above them', () => {
  const text = replaceSummary(`- mine\n${renderNewSummary()}`, [claim('a'), claim('b', 'Home')]) ?? '';
  expect(summaryStatements(text)).toEqual([
    { heading: '## Work', line: '- a' },
    { heading: '## Home', line: '- b' },
  ]);
});
