import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkItem, parseJsonLines } from '../../src/log/request.ts';
import { logFacts, readLines } from '../../src/log/log.ts';
import { makeId } from '../../src/model/ids.ts';
import { readFacts } from '../../src/vault/view.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const now = new Date(2026, 6, 1, 14, 5);
let vault: Vault;
const log = (items: Parameters<typeof logFacts>[0]) =>
  logFacts(items, { vault, now, newId: () => makeId(Math.random), clone: 'ab12' });

beforeEach(() => {
  vault = { root: mkdtempSync(join(tmpdir(), 'memvault-log-')), dailyDir: 'daily', zones };
  mkdirSync(join(vault.root, '.memvault'));
});
afterEach(() => rmSync(vault.root, { recursive: true, force: true }));

describe('an item', () => {
  it.each([
    ['no text', { text: ' \n' }, /empty/],
    ['a category of one letter', { text: 'x', category: 'a' }, /category/],
    ['a category with a bracket', { text: 'x', category: 'a]b' }, /category/],
    ['a day that is none', { text: 'x', day: '2026-02-30' }, /invalid date: "2026-02-30"/],
    ['a day in the future', { text: 'x', day: '2026-07-02' }, /future/],
    ['a time that is none', { text: 'x', time: '25:00' }, /time/],
    ['a confidence above one', { text: 'x', fields: { confidence: '1.1' } }, /confidence/],
    ['an empty confidence', { text: 'x', fields: { confidence: '' } }, /confidence/],
    ['an event time that is none', { text: 'x', fields: { at: 'soon' } }, /date or time/],
    ['a field name with a space', { text: 'x', fields: { 'a b': '1' } }, /field/],
  ])('with %s is refused', (_, raw, message) => expect(() => checkItem(raw, now)).toThrow(message));

  it('takes tags apart and cleans them', () => {
    expect(checkItem({ text: 'x', tags: ['#ui,product', ' two words ', 'a`b', '', 'ui'] }, now).statement.tags).toEqual(
      ['ui', 'product', 'two-words', 'ab'],
    );
  });
  it('keeps an event time with a zone as local time', () => {
    const at = checkItem({ text: 'x', fields: { at: '2026-07-01T12:00:00Z' } }, now).statement.fields.at ?? '';
    expect(new Date(at).toISOString()).toBe('2026-07-01T12:00:00.000Z');
  });
});

describe('logging', () => {
  it('appends an entry with its header, and says where each fact stands', () => {
    const first = log([checkItem({ text: 'One', category: 'work' }, now)]);
    const second = log([
      checkItem({ text: 'Two', session: 'abcdefghijk' }, now),
      checkItem({ text: 'Three', session: 'abcdefghijk' }, now),
    ]);
    expect(first.created).toEqual(['daily/2026-07-01.md']);
    expect(second.created).toEqual([]);
    const text = readFileSync(join(vault.root, 'daily/2026-07-01.md'), 'utf8')
      .replace(/\^\w{10}/g, '^id')
      .replace(/<!-- \w{5} -->/g, '<!-- mark -->');
    expect(text).toBe(
      '# Daily Log - 2026-07-01\n\n## 14:05 — cli-ab12 <!-- mark -->\n- [work] One ^id\n\n## 14:05 — abcdefgh <!-- mark -->\n- [general] Two ^id\n- [general] Three ^id\n',
    );
    expect([...readLines(vault, second.facts).values()]).toEqual([7, 8]);
  });
  it('puts each fact on its day, in the order given', () => {
    log([
      checkItem({ text: 'Later', day: '2026-06-30', time: '23:59' }, now),
      checkItem({ text: 'Now' }, now),
      checkItem({ text: 'Earlier', day: '2026-06-30', time: '08:00' }, now),
    ]);
    expect(readFacts(vault).map((fact) => [fact.day, fact.time, fact.text])).toEqual([
      ['2026-06-30', '23:59', 'Later'],
      ['2026-06-30', '08:00', 'Earlier'],
      ['2026-07-01', '14:05', 'Now'],
    ]);
  });
});

describe('JSON lines', () => {
  it('take content, day, tags and fields', () => {
    const [item] = parseJsonLines(
      '\uFEFF{"content":"A","category":"work","tags":["x","y"],"date":"2026-06-01","time":"10:00","session":"s","project":"atlas","confidence":0.5,"fields":{"mood":"good"}}\r\n\n',
      {},
      now,
    );
    expect(item).toEqual({
      statement: {
        category: 'work',
        text: 'A',
        tags: ['x', 'y'],
        fields: { mood: 'good', project: 'atlas', confidence: '0.5' },
      },
      day: '2026-06-01',
      time: '10:00',
      session: 's',
    });
  });
  it.each(['2024', '2024-08', '2024-08-12', '2024-08-12T10:30'])(
    'take %s as the time of what happened, as extract writes it',
    (at) => {
      expect(
        parseJsonLines(`${JSON.stringify({ content: 'User moved', at })}\n`, {}, now)[0]?.statement.fields,
      ).toEqual({ at });
    },
  );
  it.each(['2024-13', '2024-8', '202', '20240', '2024-', '-2024', '2024-00', '0x7e8', '2024-08-32', '2024Q1'])(
    'refuse %s as one',
    (at) => {
      expect(() => parseJsonLines(`${JSON.stringify({ content: 'User moved', at })}\n`, {}, now)).toThrow(
        /invalid date or time/,
      );
    },
  );
  it('log nothing when one line is bad, and name every bad line', () => {
    const text = '{"content":"ok"}\nnonsense\n[1]\n{"content":1}\n{"content":"x","colour":"red"}\n{"tags":[]}\n';
    expect(() => parseJsonLines(text, {}, now)).toThrow(
      /line 2: it is not JSON[\s\S]*line 3: [\s\S]*line 4: [\s\S]*line 5: unknown key "colour"[\s\S]*line 6: it has no "content"/,
    );
  });
});
