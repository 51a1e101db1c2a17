// The part of MEMORY.md between the markers: what has room in it, and that nothing else is touched.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText } from '../../src/model/bytes.ts';
import {
  MAX_BYTES,
  MAX_LINES,
  MIN_LINES,
  renderNewSummary,
  replaceSummary,
  type SummaryClaim,
} from '../../src/page/summary.ts';

const START = '<!-- memvault:memory -->';
const END = '<!-- /memvault:memory -->';
const claim = (text: string, page = 'Work'): SummaryClaim => ({
  page: `3_Personal/${page}.md`,
  title: page,
  text,
  facts: ['k3v9x2ab4q'],
  pinned: false,
  conflicting: false,
});
const partOf = (text: string) => text.slice(text.indexOf(START), text.indexOf(END) + END.length);

test('statements stand under the titles of their pages, in the order of the first of each', () => {
  const ranked = [claim('User works at Microsoft.'), claim('User lives in Berlin.', 'Home'), claim('User likes tabs.')];
  expect(replaceSummary(renderNewSummary(), ranked)).toBe(`# Memory

${START}
## Work

- User works at Microsoft.
- User likes tabs.

## Home

- User lives in Berlin.
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

test('a title is one line too, and equal statements of a page stand once', () => {
  const text = replaceSummary(renderNewSummary(), [
    { ...claim('a'), title: 'Of\n<!-- x' },
    claim('a'),
    claim('a', 'Home'),
  ]);
  expect(partOf(text ?? '').split('\n')).toEqual([START, '## Of &#60;!-- x', '', '- a', '', '## Home', '', '- a', END]);
});

test('a statement that is too long is left out whole, the next that has room is not', () => {
  const [long, fits, short] = ['x'.repeat(30_000), 'y'.repeat(24_000), 'z'.repeat(2_000)];
  const text = replaceSummary(renderNewSummary(), [claim(long), claim(fits), claim(short), claim('small')]) ?? '';
  expect(
    partOf(text)
      .split('\n')
      .map((line) => line.length),
  ).toEqual([START.length, 7, 0, 24_002, 7, END.length]);
});

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.nat(9000).map((length) => 'ä'.repeat(length)),
  fc.constantFrom('', ' ', START, END, '<!--', '\r\n'),
);
const claims = fc.array(
  fc.record({
    text: words,
    page: fc.constantFrom('A', 'B', 'C'),
    title: words,
    facts: fc.constant(['k3v9x2ab4q']),
    pinned: fc.constant(false),
    conflicting: fc.constant(false),
  }),
  { maxLength: 260 },
);

test('it never passes its lines and bytes, keeps its markers, and is the same when it is made again', () => {
  fc.assert(
    fc.property(claims, fc.constantFrom('\n', '\r\n'), (ranked, lineEnd) => {
      const file = renderNewSummary().replaceAll('\n', lineEnd);
      const text = replaceSummary(file, ranked) ?? '';
      const part = partOf(text);
      expect(text.split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
      expect(encodeText(text).length).toBeLessThanOrEqual(MAX_BYTES);
      expect(text.replace(part, () => `${START}${lineEnd}${END}`)).toBe(file);
      expect(replaceSummary(text, ranked)).toBe(text);
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
  expect([text.split('\n').length - 1, lines.at(-2)]).toEqual([200, '- fact 193']);
});

test('markers that a person quotes are none; those that stand for themselves are', () => {
  const quoted = `It writes between \`${START}\` and \`${END}\`:\n\n~~~\n${START}\n${END}\n~~~\n\n`;
  expect(replaceSummary(`${quoted}  ${START} \n${END}\n`, [claim('x')])).toBe(
    `${quoted}  ${START}\n## Work\n\n- x\n${END}\n`,
  );
});

test.each([50, 150, 190, 500])(
  'beside %i lines of a person the whole stays at its limit, and memvault has a part in any case',
  (own) => {
    const ranked = Array.from({ length: 500 }, (_, n) => claim(`fact ${n}`));
    const text = replaceSummary(`${START}\n${END}\n${'mine\n'.repeat(own)}`, ranked) ?? '';
    expect(partOf(text).split('\n')).toHaveLength(Math.max(MIN_LINES, MAX_LINES - own));
    const wide =
      replaceSummary(
        `${START}\n${END}\n${'mine '.repeat(own * 40)}`,
        ranked.map((one) => ({ ...one, text: one.text.repeat(30) })),
      ) ?? '';
    if (own < 100) expect(encodeText(wide).length).toBeLessThanOrEqual(MAX_BYTES);
    else expect(partOf(wide).split('\n').length).toBeGreaterThan(8);
  },
);
