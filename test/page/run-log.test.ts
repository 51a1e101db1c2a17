import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunLog, renderRunEntry, RUN_LOG_TITLE, watermarkOf } from '../../src/page/run-log.ts';
import { RUN_KINDS, type RunKind } from '../../src/model/journal.ts';
import { anyText } from './arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

const A = 'r-20260702-0300-7f3a9c';
const B = 'r-20260703-0300-000000';
const entry = (kind: string, watermark: string | null, run: string | null, summary = 'rules/1: 1 fact') =>
  `\n## [2026-07-02] ${kind} | daily logs${watermark === null ? '' : `  watermark=${watermark}`}\n${run === null ? '' : `${run}, ${summary}\n`}`;
const watermark = (text: string, today = '2026-07-10') => watermarkOf(parseRunLog(text), today);

describe('log.md', () => {
  it('is read as the design shows it', () => {
    const text = `# Log\n\n## [2026-07-02] ingest | daily logs  watermark=2026-07-01\n${A}, rules/1: 42 facts: 30 placed; sources 2026-06-29 to 2026-07-01\n`;
    const entries = [
      {
        day: '2026-07-02',
        kind: 'ingest',
        about: 'daily logs',
        watermark: '2026-07-01',
        run: A,
        summary: 'rules/1: 42 facts: 30 placed; sources 2026-06-29 to 2026-07-01',
        line: 3,
      },
    ];
    expect(parseRunLog(text)).toEqual(entries);
    expect(parseRunLog(text.replaceAll('\n', '\r\n'))).toEqual(entries);
    expect(parseRunLog(text.trimEnd())).toEqual(entries);
    expect(parseRunLog(RUN_LOG_TITLE)).toEqual([]);
  });

  it('tells by its words what a run was that a union merge put below the header of another', () => {
    const lines: (readonly [RunKind, string])[] = [
      ['ingest', 'rules/2: 1 fact: 1 placed; sources 2026-07-01'],
      ['lint', '1 repair: front-matter 1; updated [School](2_Wiki/School.md)'],
      ['lint', 'updated [index](index.md)'],
      ['lint', '0 errors, 2 warnings, 1 note; health 93: links/case 2'],
      ['inbox', 'extract/1: 1 file; created [Rain](2_Wiki/Literature/Rain.md)'],
      ['tags', 'j1pna8pcy3: one more alias in [tags.yaml](.memvault/tags.yaml)'],
      [
        'tags',
        'j1pna8pcy3 approved: one more alias in [tags.yaml](.memvault/tags.yaml); updated [School](2_Wiki/School.md)',
      ],
      [
        'tags',
        'aliases of [tags.yaml](.memvault/tags.yaml) carried into front matter; updated [School](2_Wiki/School.md)',
      ],
      ['review', 's9bvnczbd5 approved: 7bxm2q83we holds, and k3v9x2ab4q is history'],
      ['review', 's9bvnczbd5 rejected: 7bxm2q83we, k3v9x2ab4q hold side by side'],
      ['forget', '1 fact forgotten; taken off 1 page'],
      ['forget', 'what was forgotten taken off 1 page'],
      ['forget', 'what was forgotten taken out of MEMORY.md and index.md'],
      ['forget', '2 facts pending again'],
      ['fix', 'the claim of 7bxm2q83we has other words; updated [School](2_Wiki/School.md)'],
      ['fix', '7bxm2q83we, k3v9x2ab4q are current again, beside p0d4mm1z5k'],
      ['fix', '7bxm2q83we holds, and k3v9x2ab4q is history'],
      ['fix', '7bxm2q83we, k3v9x2ab4q hold side by side'],
      ['fix', '7bxm2q83we has a claim of its own, apart from k3v9x2ab4q'],
      ['undo', `undo of ${A}: 1 fact pending again`],
    ];
    for (const kind of RUN_KINDS) {
      const text = `## [2026-07-02] ${kind} | daily logs\n${lines.map(([, line], at) => `r-20260702-03${10 + at}-7f3a9c, ${line}\n`).join('')}`;
      expect(
        parseRunLog(text).map((one, at) => [one.kind, lines[at]?.[1]]),
        kind,
      ).toEqual(lines);
    }
  });

  it('gives back each entry that was appended, among anything that a person wrote', () => {
    const anyEntry = fc.record({
      day: fc.constant('2026-07-02'),
      kind: fc.constantFrom('ingest' as const, 'skip' as const, 'undo' as const, 'lint' as const),
      about: anyText,
      watermark: fc.constantFrom(null, '2026-07-01'),
      run: fc.constantFrom(A, B),
      summary: anyText,
    });
    const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
    fc.assert(
      fc.property(anyText, fc.array(anyEntry, { minLength: 1, maxLength: 3 }), (before, entries) => {
        const text = before + entries.map((one) => renderRunEntry(one)).join('');
        const expected = entries.map((one) => ({
          ...one,
          about: oneLine(one.about).replaceAll('watermark=', 'watermark ='),
          summary: oneLine(one.summary),
          line: expect.any(Number) as number,
        }));
        expect(parseRunLog(text).slice(-entries.length)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the watermark', () => {
  it.each<[string, string, string | null]>([
    ['nothing', '', null],
    ['one entry', entry('ingest', '2026-07-01', A), '2026-07-01'],
    [
      'the greatest, wherever it stands',
      entry('ingest', '2026-07-05', A) + entry('ingest', '2026-07-01', B),
      '2026-07-05',
    ],
    ['skips too', entry('ingest', '2026-07-01', A) + entry('skip', '2026-07-02', B), '2026-07-02'],
    [
      'not undo and lint',
      entry('ingest', '2026-07-01', A) + entry('undo', '2026-07-05', B) + entry('lint', '2026-07-06', B),
      '2026-07-01',
    ],
    ['an entry of an older tool, without a run', entry('ingest', '2026-07-01', null), '2026-07-01'],
    [
      'not an undone run',
      entry('ingest', '2026-07-01', A) + entry('ingest', '2026-07-05', B) + entry('undo', null, A, `undid ${B}`),
      null,
    ],
    [
      'not a run that an undo names in its header',
      entry('ingest', '2026-07-01', A) + `\n## [2026-07-02] undo | ${A}\n`,
      null,
    ],
    [
      'not a run whose id an undo’s line begins with',
      entry('ingest', '2026-07-01', A) + entry('undo', null, A, 'undone'),
      null,
    ],
    [
      'a run whose line a merge put below an undo counts by its own line',
      entry('ingest', '2026-07-01', null) +
        entry('undo', null, A, `undo of r-20260702-0300-222222: 1 fact pending again`) +
        `${B}, rules/1: 2 facts: 2 placed; sources 2026-07-01 to 2026-07-04\n`,
      '2026-07-04',
    ],
    [
      'an undo whose line a merge put below a run undoes all the same',
      entry('ingest', '2026-07-05', B, 'rules/1: 1 fact: 1 placed; sources 2026-07-05') +
        `${A}, undo of ${B}: 1 fact pending again\n`,
      null,
    ],
    [
      'other runs stay',
      entry('ingest', '2026-07-01', A) +
        entry('ingest', '2026-07-05', B) +
        `\n## [2026-07-02] undo | last run\n${B} undone\n`,
      '2026-07-01',
    ],
    [
      'a lint that names a run undoes nothing',
      entry('ingest', '2026-07-01', A) + entry('lint', null, B, `looked at ${A}`),
      '2026-07-01',
    ],
    ['today and later do not count', entry('ingest', '2026-07-10', A) + entry('ingest', '2026-07-11', B), null],
    ['yesterday counts', entry('ingest', '2026-07-09', A), '2026-07-09'],
    [
      'no real date',
      entry('ingest', '2026-02-30', A) + entry('ingest', '2026-13-01', A) + entry('ingest', '0000-00-00', A),
      null,
    ],
    ['prose that quotes a token', `${entry('ingest', null, A)}A person wrote watermark=2026-07-05\n`, null],
    ['a token inside the words of a header', '\n## [2026-07-02] ingest | set watermark=2026-07-05 by hand\n', null],
    ['a header of another level', entry('ingest', '2026-07-05', A).replace('## ', '### '), null],
    ['a header that is quoted', entry('ingest', '2026-07-05', A).replace('## ', '> ## '), null],
    ['a header in a fence', `\`\`\`${entry('ingest', '2026-07-05', A)}\`\`\`\n`, null],
    ['a header in a list', entry('ingest', '2026-07-05', A).replace('## ', '- ## '), null],
    ['another kind', entry('import', '2026-07-05', A), null],
    [
      'an entry below a fence that was left open',
      `\`\`\`\ncode\n${entry('ingest', '2026-07-05', A)}\nmore\n\`\`\`\n`,
      '2026-07-05',
    ],
    ['a header without words', '## [2026-07-02] ingest watermark=2026-07-01\n', '2026-07-01'],
    ['a header with something else before the token', '## [2026-07-02] ingest of watermark=2026-07-01\n', null],
    [
      'two runs that a merge put below one header',
      `${entry('ingest', '2026-07-05', A)}${B}, rules/1: 2 facts\n`,
      '2026-07-05',
    ],
    [
      'two runs below one header, one undone',
      `${entry('ingest', '2026-07-05', A)}${B}, rules/1: 2 facts\n${entry('undo', null, 'r-20260704-0300-111111', `undid ${A}`)}`,
      '2026-07-05',
    ],
  ])('counts %s', (_name, text, expected) => {
    expect(watermark(text)).toBe(expected);
    expect(watermark(text.replaceAll('\n', '\r\n'))).toBe(expected);
  });

  it('does not depend on the order of the entries', () => {
    const entries = [
      entry('ingest', '2026-07-01', A),
      entry('skip', '2026-07-04', null),
      entry('ingest', '2026-07-05', B),
      entry('undo', null, 'r-20260704-0300-111111', `undid ${B}`),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(watermark(shuffled.join(''))).toBe('2026-07-04');
      }),
    );
  });

  it.each([' ', ' watermark=', '| ', A, 'watermark=2026-07-01 '])(
    'in a line of a megabyte of %j is found in no time',
    (piece) => {
      const filling = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const spent = cpuTime(() => {
        for (const text of [
          `## [2026-07-02] ingest | a${filling}b\n${A}, a${filling}b\n`,
          `## [2026-07-02] ingest ${filling}b\n`,
          `## [2026-07-02] undo | ${filling}\n`,
        ])
          watermark(text);
      });
      expect(spent).toBeLessThan(2000);
    },
  );
});
