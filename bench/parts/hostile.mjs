// Hostile texts by grammar and by mutation: what `npm run bench -- fuzz` feeds to the program. A seed decides all of
// it.
import { createRandom } from './random.mjs';

const WORDS = [
  'User',
  'works',
  'at',
  'Google',
  'Microsoft',
  'prefers',
  'tabs',
  'over',
  'spaces',
  'no longer',
  'moved to',
  'Lisbon',
  'Anna Berg',
  'met',
  'the backup takes',
  '40 minutes',
  'not',
  'never',
  'since',
  'Atlas',
  'deploy',
  'is',
  'allergic to',
  'and',
  'birthday',
  'on',
  'now',
  'Correction:',
  'likes',
  'green tea',
  '用户',
  '喜欢',
  'Ünïcödé',
  'привет',
  'עברית',
  'العربية',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  'ﬁ',
  'İstanbul',
  'ß',
];
const CONTROLS = [
  '\u0000',
  '\u0001',
  '\u0007',
  '\b',
  '\t',
  '\u000b',
  '\f',
  '\r',
  '\r\n',
  '\n',
  '\u001b',
  '\u001b[31m',
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://x\u001b\\link',
  '\u001bP+q\u001b\\',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009b31m',
  '\u009d0;x\u009c',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\u{e0041}',
  '\u{10ffff}',
  '\ud800',
  '\udc00',
  '\udfff\ud800',
];
const BIDI = [
  '\u202a',
  '\u202b',
  '\u202d',
  '\u202e',
  '\u202c',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
];
const MARKDOWN = [
  '[[',
  ']]',
  '[[Work]]',
  '[[Work|',
  '[[#^k3v9x2ab4q]]',
  '![[',
  '^k3v9x2ab4q',
  ' ^k3v9x2ab4q',
  '[^k3v9x2ab4q]',
  '[^1]',
  '[^k3v9x2ab4q]: ',
  '> [!warning] Conflicting claims: A vs B',
  '> ',
  '<!--',
  '-->',
  '<!-- memvault:begin -->',
  '<!-- memvault:end -->',
  '<!-- memvault:overview 3f9a1c07 -->',
  '<!-- /memvault:overview -->',
  '%%',
  '```',
  '~~~',
  '````',
  '`',
  '``',
  '~~',
  '**',
  '__',
  '$$',
  '\\',
  '\\\\',
  '# ',
  '## Key Facts',
  '## History',
  '## Sources',
  '## Overview',
  '## Related',
  '### ',
  '## 14:05 — abc12345',
  '- [work] ',
  '- [ ] ',
  '- [x] ',
  '- [',
  '](',
  '][',
  ']',
  '[',
  '(',
  ')',
  '---',
  '***',
  '===',
  '| a | b |\n|---|---|',
  '<b>',
  '</b>',
  '<script>',
  '&amp;',
  '&#x1b;',
  '&#0;',
  '![](x)',
  '[a](javascript:x)',
  '<http://x>',
  'http://x.y/(a',
  '[project:: atlas]',
  '[at:: 2026-13-45]',
  '[confidence:: 9]',
  '[supersedes:: k3v9x2ab4q]',
  '[pinned:: true]',
  '[::]',
  '[a:: [b:: c]]',
  'key:: value',
  '#tag',
  '#',
  '`a b c`',
  '<<<<<<<',
  '=======',
  '>>>>>>>',
  '- ~~User works at Google.~~ 2026-03-02 to 2026-07-01.',
];
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1e309',
  '-1e999',
  'NaN',
  'Infinity',
  '0x7f',
  '1_000',
  '9007199254740993',
  '99999999999999999999999999',
  '.5',
  '5.',
  '1e-400',
  '0.1',
  '1',
  '2',
  '10',
  '２',
  '٣',
  '½',
  '',
  ' 3',
  '3 ',
  '+3',
  '1,5',
];
const DAYS = [
  '2026-06-28',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-6-1',
  '20260601',
  'today',
  'yesterday',
  'tomorrow',
  'last friday',
  '30d',
  '-5d',
  '99999999999d',
  'May',
  '2026',
  '2026-06',
  '2026-W12',
  '2026-06-28T25:61',
  '2026-06-28T09:15',
  '2026-06-28T09:15:00+99:00',
  '1970-01-01',
  '2024-02-29',
  '275760-09-14',
];
const PATHS = [
  '../x',
  '../../../../x.md',
  './.',
  '..',
  '.',
  '/',
  '//',
  '/dev/null',
  '/dev/full',
  '/dev/zero/x',
  '/proc/self/environ',
  '/etc/hostname',
  'C:\\x',
  '\\\\host\\x',
  'CON',
  'nul.md',
  'aux',
  'COM1.md',
  '~',
  '~/x',
  '-',
  '--',
  '-x',
  '--help',
  'a/b/c.md',
  '.memvault/config.yaml',
  '.git/config',
  '.memvault/../x',
  '3_Personal/Work.md',
  '3_Personal',
  'daily/2026-06-28.md',
  'daily/2026-06-28.md:5',
  'daily/2026-06-28.md:99999999999999999999',
  'a\nb',
  'a ',
  ' a',
  'a.',
  '...',
  'file:///etc/hostname',
  'x'.repeat(300),
  '%00',
  '%2e%2e/x',
  '$HOME',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '| touch pwned',
  '* ',
  '?',
  '{a,b}',
  '\u0130',
];
const YAML = [
  'a: &x [*x]',
  'tags: &x [*x]',
  'a: &a {b: *a}',
  '<<: *x',
  'a: !!js/function x',
  '!!binary x',
  '--- ',
  '---js\n({})',
  '---\n---',
  '...',
  '? a\n: b',
  'a: |\n  x',
  'a: "\\x1b[31m"',
  'a: "\\0"',
  "a: '",
  'a: [',
  'a: {',
  'a: 2026-99-99',
  'tags: 5',
  'tags: {a: b}',
  'tags: [null, 1, [2]]',
  'title: []',
  'title: "[[Work]]"',
  'type: schema',
  'updated: yes',
  'stale_after: 99999999d',
  'confidence: .nan',
  'status: gone',
  'review: needs-review',
  'a: 1\na: 2',
  '\ta: b',
  'a:\tb',
  '%YAML 9.9',
  '__proto__: {x: 1}',
  'constructor: x',
  'toString: 1',
  'routes: {work: ../../x.md}',
  'routes: {work: [[[]]]}',
  'about: 7',
  'write: {daily_dir: ../..}',
  'write: {zones: {wiki: /dev/null}}',
  'write: {timezone: "\\e[31m"}',
  'retrieve: {languages: [xx, {}]}',
  'models: {command: "touch pwned"}',
  'consolidate: {engine: command}',
  'consolidate: {max_days: -1}',
  'lint: {include: ["**/{a,b,[", "!("]}',
];

/** What one seed says: texts for every place where the program reads some. */
export function createHostile(seed) {
  const random = createRandom(seed);
  const { pick, below, chance, between } = random;
  const many = (limit, make) => Array.from({ length: between(1, limit) }, make);

  /** Now and then something too long or too deep; mostly not, for such inputs take their time. */
  const huge = () =>
    pick([
      () => 'x'.repeat(between(1000, 20_000)),
      () => '用'.repeat(3000),
      () => 'e\u0301'.repeat(2000),
      () => '['.repeat(between(50, 3000)),
      () => '[['.repeat(1500),
      () => '(['.repeat(1500),
      () => '> '.repeat(1200),
      () => '`'.repeat(4000),
      () => '**'.repeat(1500),
      () => 'a '.repeat(6000),
      () => '1'.repeat(400),
      () => '- '.repeat(1500),
      () => '<!--'.repeat(1000),
      () => '\\'.repeat(3001),
      () => '"a b" '.repeat(60),
      () => '[a:: '.repeat(800),
      () => '  '.repeat(2000) + '- x',
      () => '![['.repeat(800),
      () => '\u202e'.repeat(500),
      () => '#'.repeat(999),
      () => 'not '.repeat(500),
    ])();
  const piece = () => {
    const kind = below(100);
    if (kind < 45) return pick(WORDS);
    if (kind < 60) return pick(MARKDOWN);
    if (kind < 71) return pick(CONTROLS);
    if (kind < 76) return pick(BIDI);
    if (kind < 81) return pick(NUMBERS);
    if (kind < 86) return pick(DAYS);
    if (kind < 91) return pick(PATHS);
    if (kind < 95) return pick(YAML);
    if (kind < 96) return huge();
    return String.fromCodePoint(below(0x110000));
  };
  const text = (limit = 10) => many(limit, piece).join(pick([' ', ' ', ' ', '', '\n']));
  const line = (limit) => text(limit).replaceAll(/[\r\n]+/g, ' ');
  const plain = () => many(7, () => pick(WORDS)).join(' ');
  const tag = () =>
    chance(0.7) ? pick(['ui', 'career', 'atlas', 'UI', 'a/b', '用户', '[[', '`', '--', '__proto__', ...BIDI]) : line(2);
  const category = () =>
    chance(0.8)
      ? pick(['work', 'preference', 'event', 'people', 'idea', 'a b', 'Ünï', '用户', 'constructor', '__proto__'])
      : line(2);

  const value = (depth = 0) => {
    if (depth > 3 || chance(0.5))
      return pick([null, true, 0, -1, 1e308, '', [], {}, text(3), pick(NUMBERS), pick(DAYS), pick(PATHS)]);
    if (chance(0.02)) return Array.from({ length: 400 }).reduce((inner) => [inner], 'deep');
    return chance(0.5)
      ? many(4, () => value(depth + 1))
      : Object.fromEntries(
          many(4, () => [pick(['fact', 'as', 'at', 'run', 'id', '__proto__', 'toString', text(1)]), value(depth + 1)]),
        );
  };

  /** Other bytes at a place or two; `bytes` is a buffer, and so is what comes. */
  const mutate = (bytes) => {
    let whole = Buffer.from(bytes);
    for (const _ of many(3, () => 0)) {
      const at = below(whole.length + 1);
      const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
      const insert = (added) => Buffer.concat([before, Buffer.from(added), after]);
      whole = pick([
        () => insert(piece()),
        () => insert(piece()),
        () => insert(`\n${text(4)}\n`),
        () =>
          insert(
            pick([
              [0xff],
              [0xc3],
              [0xe2, 0x80],
              [0xf0, 0x9f],
              [0xc0, 0x80],
              [0xed, 0xa0, 0x80],
              [0xff, 0xfe, 0x41, 0x00],
              [0x00],
            ]),
          ),
        () => Buffer.concat([before, after.subarray(below(40))]),
        () => before,
        () => insert(after.subarray(0, below(200))),
        () => Buffer.from(whole.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
        () => Buffer.concat([Buffer.from('\ufeff'), whole]),
        () => Buffer.from(shuffleLine(whole.toString('latin1')), 'latin1'),
        () => Buffer.from(whole.toString('latin1').replace(/\d+/, pick(NUMBERS)), 'latin1'),
        () =>
          Buffer.from(
            whole
              .toString()
              .replace(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])/g, (found) => (chance(0.1) ? JSON.stringify(value()) : found)),
          ),
        () =>
          Buffer.from(
            whole.toString().replace(/^(\w+): .*$/m, (_found, key) => `${key}: ${pick(YAML).replace(/^\w+: /, '')}`),
          ),
      ])();
    }
    return whole;
  };
  const shuffleLine = (lines) => {
    const list = lines.split('\n');
    const [moved] = list.splice(below(list.length), 1);
    list.splice(below(list.length + 1), chance(0.3) ? 1 : 0, moved);
    if (chance(0.4)) list.splice(below(list.length + 1), 0, moved);
    return list.join('\n');
  };

  /** A file of markdown as a person, or whoever wants to harm, would write it. */
  const markdown = () => {
    const head = chance(0.5)
      ? `---\n${many(4, () => (chance(0.6) ? pick(YAML) : `${pick(['title', 'tags', 'type', 'aliases', 'related'])}: ${line(3)}`)).join('\n')}\n---\n`
      : '';
    const body = many(12, () =>
      pick([
        () => text(6),
        () => `${pick(MARKDOWN)}${line(4)}`,
        () => `- [${category()}] ${line(6)}`,
        () => `- ${plain()}[^k3v9x2ab4q]`,
      ])(),
    ).join(pick(['\n', '\n\n', '\r\n']));
    return head + body;
  };
  const name = () => (text(2).replaceAll(/[\0/]/g, '_').slice(0, 40).toWellFormed() || 'x').replace(/^\.+$/, 'dots');

  return {
    ...random,
    many,
    piece,
    text,
    line,
    plain,
    tag,
    category,
    value,
    mutate,
    markdown,
    name,
    huge,
    number: () => pick(NUMBERS),
    day: () => pick(DAYS),
    path: () => pick(PATHS),
    yaml: () => many(4, () => pick(YAML)).join('\n'),
  };
}
