import { describe, expect, it } from 'vitest';
import { decodeBytes, encodeText } from '../../src/model/bytes.ts';
import { isId } from '../../src/model/ids.ts';
import { parseDailyLog } from '../../src/page/daily-log.ts';
import { parseEntryHeader, renderEntry, sessionLabel } from '../../src/page/fact-line.ts';
import { cpuTime } from '../support/cpu-time.ts';

const DAY = '2026-07-01';
const parse = (text: string, taken?: Set<string>) => parseDailyLog({ day: DAY, path: `daily/${DAY}.md`, text }, taken);
const textsOf = (text: string) => parse(text).map((fact) => fact.text);

const DAILY = `# Daily Log - 2026-07-01

## 14:05 — abc12345

- [preference] User prefers compact dashboards \`ui product\` ^k3v9x2ab4q
- [work] User now works at Microsoft [project:: atlas] [confidence:: 0.9] \`career\` ^p0d4mm1z5k
`;

describe('a daily log', () => {
  it('is read as the design shows it', () => {
    expect(parse(DAILY)).toEqual([
      {
        id: 'k3v9x2ab4q',
        computed: false,
        day: DAY,
        time: '14:05',
        session: 'abc12345',
        path: 'daily/2026-07-01.md',
        line: 5,
        category: 'preference',
        text: 'User prefers compact dashboards',
        tags: ['ui', 'product'],
        fields: {},
      },
      {
        id: 'p0d4mm1z5k',
        computed: false,
        day: DAY,
        time: '14:05',
        session: 'abc12345',
        path: 'daily/2026-07-01.md',
        line: 6,
        category: 'work',
        text: 'User now works at Microsoft',
        tags: ['career'],
        fields: { project: 'atlas', confidence: '0.9' },
      },
    ]);
  });

  it('reads the same with CRLF, with a byte order mark, and without a line end at its end', () => {
    const facts = parse(DAILY);
    expect(parse(DAILY.replaceAll('\n', '\r\n'))).toEqual(facts);
    expect(parse(`\uFEFF${DAILY}`)).toEqual(facts);
    expect(parse(DAILY.trimEnd())).toEqual(facts);
  });

  it('may begin with a fact behind a byte order mark', () => {
    expect(textsOf('\uFEFF- [work] first line')).toEqual(['first line']);
  });

  it('holds facts only in its fact lines', () => {
    expect(
      textsOf(
        [
          '# Notes',
          '',
          'prose',
          '- [ ] todo',
          '- [/] doing',
          '- [x] done',
          '- [docs](url)',
          '- [[link]]',
          '- [a][b]',
          '- [work]no space',
          '  - [work] nested',
          '- [work] fact',
          '    - [work] nested deeper',
          '| - [work] table |',
          '> - [work] quote',
          '',
        ].join('\n'),
      ),
    ).toEqual(['fact']);
  });

  it('has nothing to say when empty', () => {
    for (const text of ['', '\n', '\uFEFF', '\u0000\u0000', '# Daily Log - 2026-07-01\n'])
      expect(parse(text)).toEqual([]);
  });
});

describe('a header', () => {
  it.each<[string, { time: string; session: string | null } | null]>([
    ['## 14:05 — abc12345', { time: '14:05', session: 'abc12345' }],
    ['## 14:05 - abc12345', { time: '14:05', session: 'abc12345' }],
    ['## 14:05 – abc12345', { time: '14:05', session: 'abc12345' }],
    ['## 14:05  —  two words  ', { time: '14:05', session: 'two words' }],
    ['## 14:05', { time: '14:05', session: null }],
    ['## 14:05   ', { time: '14:05', session: null }],
    ['## 00:00 — 日本', { time: '00:00', session: '日本' }],
    ['## 14:05 — abc12345 <!-- 9x2ab -->', { time: '14:05', session: 'abc12345' }],
    ['## 14:05 <!-- 9x2ab -->  ', { time: '14:05', session: null }],
    ['## 14:05 — a <!-- <!-- 9x2ab -->', { time: '14:05', session: 'a <!--' }],
    ['## 14:05 — — x', { time: '14:05', session: '— x' }],
    ['## 24:00 — x', null],
    ['## 14:60 — x', null],
    ['## 14:05 —', null],
    ['## 14:05—x', null],
    ['### 14:05 — x', null],
    ['# 14:05 — x', null],
    ['##14:05', null],
    ['14:05 — x', null],
    [' ## 14:05', null],
  ])('%j', (line, header) => {
    expect(parseEntryHeader(line)).toEqual(header);
  });

  it.each([' ', ' <!-- a -->', '—', ' — '])('of a megabyte of %j is read in no time', (piece) => {
    const spent = cpuTime(() => {
      for (const line of [
        `## 14:05 — a${piece.repeat(1_000_000 / piece.length)}b`,
        `## 14:05${piece.repeat(1_000_000 / piece.length)}b`,
      ])
        parseEntryHeader(line);
    });
    expect(spent).toBeLessThan(1000);
  });

  it('gives time and session to the facts below it, up to the next heading of its level', () => {
    const facts = parse(
      '- [aa] a\n## 14:05 - me\n- [aa] b\n### Details\n- [aa] c\n#tag line\n- [aa] d\n## Ideas\n- [aa] e\n## 15:00\n- [aa] f\n# Part two\n- [aa] g\n',
    );
    expect(facts.map((fact) => [fact.text, fact.time, fact.session])).toEqual([
      ['a', null, null],
      ['b', '14:05', 'me'],
      ['c', '14:05', 'me'],
      ['d', '14:05', 'me'],
      ['e', null, null],
      ['f', '15:00', null],
      ['g', null, null],
    ]);
  });

  it('names the session by its first eight characters, on one line', () => {
    expect(sessionLabel('0123456789', 'q7w2')).toBe('01234567');
    expect(sessionLabel(' a\n## 1', 'q7w2')).toBe('a ## 1');
    expect(sessionLabel('🙂🙂🙂🙂🙂🙂🙂🙂🙂', 'q7w2')).toBe('🙂'.repeat(8));
    expect(sessionLabel('\u0000', 'q7w2')).toBe('cli-q7w2');
    expect(sessionLabel(null, 'q7w2')).toBe('cli-q7w2');
  });
});

describe('a fence', () => {
  const ENTRY = renderEntry('14:05', 'abc12345', [
    { id: 'k3v9x2ab4q', statement: { category: 'work', text: 'logged', tags: [], fields: {} } },
  ]);

  it.each([
    ['back-ticks', '```\n- [work] in\n```\n- [work] out\n'],
    ['tildes', '~~~\n- [work] in\n~~~\n- [work] out\n'],
    ['an info string', '```md title="x"\n- [work] in\n```\n- [work] out\n'],
    ['a longer mark', '````\n```\n- [work] in\n````\n- [work] out\n'],
    ['a closing mark that is longer', '```\n- [work] in\n`````\n- [work] out\n'],
    ['the other mark inside', '```\n~~~\n- [work] in\n```\n- [work] out\n'],
    ['marks that are indented', '  ```\n- [work] in\n   ```\n- [work] out\n'],
    ['a header inside', '```\n## 14:05 — me\n- [work] in\n```\n- [work] out\n'],
    ['an info string inside, which does not close it', '```\n```js\n- [work] in\n```\n- [work] out\n'],
    ['CRLF', '```\r\n- [work] in\r\n```\r\n- [work] out\r\n'],
    ['an entry that is quoted', `\`\`\`\n## 14:05 — abc12345\n\n- [work] in ^k3v9x2ab4q\n\`\`\`\n- [work] out\n`],
    ['two entries that are quoted', `\`\`\`\n# Daily Log\n${ENTRY}${ENTRY}\`\`\`\n- [work] out\n`],
  ])('of %s hides the facts in it and nothing else', (_name, text) => {
    expect(textsOf(text)).toEqual(['out']);
  });

  it.each([
    ['a code span on one line', '```js```\n- [work] out\n'],
    ['a mark four spaces in', '    ```\n- [work] out\n'],
    ['two back-ticks', '``\n- [work] out\n'],
  ])('is not %s', (_name, text) => {
    expect(textsOf(text)).toEqual(['out']);
  });

  it('that is never closed ends before the next header', () => {
    expect(textsOf('```js\n- [work] in\n## 15:00 - me\n- [work] out\n')).toEqual(['out']);
    expect(textsOf(`~~~\n- [work] in\n${ENTRY}`)).toEqual(['logged']);
    expect(textsOf('~~~\n- [work] in\n\n## 14:05 — abc12345\n\n- [work] logged ^k3v9x2ab4q\n~~~ x\n~~~\n')).toEqual([
      'logged',
    ]);
    expect(textsOf('```\n- [work] in\n')).toEqual([]);
  });

  it('that is never closed does not reach over an entry to the mark of a later fence', () => {
    expect(textsOf(`\`\`\`js\n- [work] in${ENTRY}\n\`\`\`\n- [work] in too\n\`\`\`\n- [work] out\n`)).toEqual([
      'logged',
      'out',
    ]);
    expect(textsOf(`\`\`\`\n${ENTRY}\n## 15:00 - me\n\`\`\`sh\n- [work] in too\n\`\`\`\n- [work] out\n`)).toEqual([
      'logged',
      'out',
    ]);
  });

  it('of many that are never closed is looked for in a time that grows with the text only', () => {
    const spent = cpuTime(() => {
      expect(parse('```js\n- [work] in\n## 15:00 - me\n'.repeat(50_000))).toEqual([]);
      expect(
        parse(
          Array.from({ length: 20_000 }, (_, n) => `\`\`\`js\n- [work] in${ENTRY.replace('abc12345', `s${n}`)}`).join(
            '',
          ),
        ).length,
      ).toBe(20_000);
      expect(parse(`~~~ a\n${'```\n## 15:00 - me\n'.repeat(30_000)}~~~`)).toEqual([]);
    });
    expect(spent).toBeLessThan(5000);
  });
});

describe('ids', () => {
  it('are computed for lines without one, from the day, the line and its number among equal lines', () => {
    const facts = parse('- [work] same\n- [work] same\n- [work] other\n- [work] same  \n');
    expect(facts.map((fact) => fact.computed)).toEqual([true, true, true, true]);
    expect(new Set(facts.map((fact) => fact.id)).size).toBe(4);
    for (const fact of facts) expect(isId(fact.id)).toBe(true);
    expect(parse('- [work] other\n- [work] same\n')[0]?.id).toBe(facts[2]?.id);
    expect(parse('- [work] same\r\n')[0]?.id).toBe(facts[0]?.id);
    expect(parseDailyLog({ day: '2026-07-02', path: 'x', text: '- [work] same\n' })[0]?.id).not.toBe(facts[0]?.id);
  });

  it('stay the same for ever', () => {
    expect(parse('- [work] same\n- [work] same\n').map((fact) => fact.id)).toEqual(['8wgbyrj9qf', '25tkpzx1m9']);
  });

  it('differ between composed and decomposed accents, since the lines do', () => {
    const [composed, decomposed] = parse('- [work] caf\u00E9\n- [work] cafe\u0301\n');
    expect(composed?.id).not.toBe(decomposed?.id);
  });

  it('that two lines of a file carry belong to the first', () => {
    const facts = parse('- [work] a ^k3v9x2ab4q\n- [work] b ^k3v9x2ab4q\n- [work] a ^k3v9x2ab4q\n');
    expect(facts.map((fact) => fact.computed)).toEqual([false, true, true]);
    expect(new Set(facts.map((fact) => fact.id)).size).toBe(3);
    expect(facts.map((fact) => fact.text)).toEqual(['a', 'b', 'a']);
  });

  it('of an entry that git’s union left twice are given once; a line that somebody copied is another fact', () => {
    const entry = '## 14:05 — abc12345 <!-- x2ab4 -->\n- [work] a ^k3v9x2ab4q\n- [work] b ^p0d4mm1z5k\n';
    expect(
      parse(`${entry}## 15:00 — me <!-- zzzzz -->\n- [work] c ^zzzzzzzzzz\n${entry}`).map((fact) => [
        fact.id,
        fact.line,
      ]),
    ).toEqual([
      ['k3v9x2ab4q', 2],
      ['p0d4mm1z5k', 3],
      ['zzzzzzzzzz', 5],
    ]);
    expect(parse(`${entry}- [work] a ^k3v9x2ab4q\n`).map((fact) => fact.computed)).toEqual([false, false, true]);
    expect(parse(entry + entry.replace('] a', '] corrected')).map((fact) => fact.text)).toEqual([
      'a',
      'b',
      'corrected',
    ]);
  });

  it('that lines of two files carry belong to the first file read', () => {
    const taken = new Set<string>();
    const first = parse('- [work] a ^k3v9x2ab4q\n- [work] same\n', taken);
    const second = parseDailyLog(
      { day: '2026-07-02', path: 'daily/2026-07-02.md', text: '- [work] a ^k3v9x2ab4q\n- [work] same\n' },
      taken,
    );
    expect(first[0]).toMatchObject({ id: 'k3v9x2ab4q', computed: false });
    expect(second[0]).toMatchObject({ computed: true, text: 'a' });
    expect(taken.size).toBe(4);
  });
});

describe('what went wrong with a file', () => {
  it('a torn tail is a line of its own, and the next entry is whole', () => {
    const torn = DAILY.slice(0, DAILY.indexOf(' [confidence'));
    const healed =
      torn +
      renderEntry('15:00', 'abc12345', [
        { id: 'a1b2c3d4e5', statement: { category: 'work', text: 'next', tags: [], fields: {} } },
      ]);
    expect(parse(healed).map((fact) => [fact.text, fact.computed])).toEqual([
      ['User prefers compact dashboards', false],
      ['User now works at Microsoft', true],
      ['next', false],
    ]);
  });

  it('a tail torn inside a character keeps its bytes', () => {
    const bytes = Buffer.from('- [work] café').subarray(0, -1);
    const text =
      decodeBytes(bytes) +
      renderEntry('15:00', 'abc12345', [
        { id: 'a1b2c3d4e5', statement: { category: 'work', text: 'next', tags: [], fields: {} } },
      ]);
    const facts = parse(text);
    expect(facts[1]).toMatchObject({ id: 'a1b2c3d4e5', text: 'next', time: '15:00' });
    expect(encodeText(facts[0]?.text ?? '')).toEqual(Buffer.from('caf\u00C3', 'latin1'));
  });

  it('NUL bytes where a power cut lost a block hide nothing around them', () => {
    const text = `${DAILY}- [work] cut sho${'\u0000'.repeat(4096)}${DAILY.replace('k3v9x2ab4q', 'a1b2c3d4e5').replace('p0d4mm1z5k', 'b1b2c3d4e5')}`;
    expect(
      parse(text)
        .map((fact) => fact.id)
        .filter((_, index) => index !== 2),
    ).toEqual(['k3v9x2ab4q', 'p0d4mm1z5k', 'a1b2c3d4e5', 'b1b2c3d4e5']);
    expect(parse(`${DAILY.trimEnd()}\u0000\u0000\u0000\n`)).toEqual(parse(DAILY));
  });

  it('a line of 100 kB is one fact', () => {
    const long = 'word '.repeat(20_000).trim();
    expect(textsOf(`- [work] ${long}\n- [work] next\n`)).toEqual([long, 'next']);
  });
});

describe('a year of facts', () => {
  it('100,000 facts, 10 MB, are read in well below a second', () => {
    const statement = 'User wrote a sentence of a common length, with a `code` span and some more words in it, '.padEnd(
      76,
      'x',
    );
    const entries = Array.from(
      { length: 20_000 },
      (_, entry) =>
        `\n## 14:05 — abc12345\n\n${Array.from({ length: 5 }, (_, k) => `- [work] ${statement}\`a b\` ^${String(entry * 5 + k).padStart(10, '0')}`).join('\n')}\n`,
    );
    const text = entries.join('');
    expect(text.length).toBeGreaterThan(10_000_000);
    const spent = cpuTime(() => {
      expect(parse(text).length).toBe(100_000);
    });
    expect(spent).toBeLessThan(1500);
  });
});
