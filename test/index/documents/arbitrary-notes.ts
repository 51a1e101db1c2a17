// Random vaults and random changes of them: logs and pages as people, memvault and power cuts leave them.
import fc from 'fast-check';
import { renderFactLine } from '../../../src/page/fact-line.ts';
import { anyStatement, anyText } from '../../page/arbitraries.ts';
import { anyPage } from '../../page/arbitrary-pages.ts';
import type { Notes } from './notes.ts';

const DAYS = ['2026-03-30', '2026-04-01', '2026-05-02', '2026-05-03'];
/** Those that arbitrary pages cite. */
export const IDS = [...'abcdefghjkmnpqrstv'].map((letter) => letter.repeat(10));
const PAGES = ['3_Personal/Work.md', '2_Wiki/Coffee.md', '1_Projects/Atlas.md', '2_Wiki/deep/咖啡.md'];
const NOTES = ['notes.md', 'persona.md', '0_Inbox/2026-02-03 call.md', 'MEMORY.md'];

const anyId = fc.constantFrom(...IDS);
const statement = fc.constantFrom(
  'User prefers compact dashboards',
  'Went hiking in May',
  '用户喜欢喝咖啡',
  'maxTokens is 4096',
  'Café visits',
  'ไปเที่ยวทะเล',
);
const plainFact = fc
  .tuple(
    fc.constantFrom('work', 'preference'),
    statement,
    fc.constantFrom(
      '',
      ' `ui x`',
      ' [project:: atlas] [persons:: Ada, Bob]',
      ' [at:: 2026-04-15T10:30]',
      ' [at:: 1965-04-15]',
      ' [at:: 2026-99-99T99:99]',
      ' [kind:: event] [entities:: A; B]',
    ),
    fc.option(anyId),
  )
  .map(([category, text, rest, id]) => `- [${category}] ${text}${rest}${id === null ? '' : ` ^${id}`}`);
const oddFact = fc
  .tuple(anyStatement, anyId, fc.boolean())
  .map(([one, id, isKnown]) => (isKnown ? renderFactLine(one, id) : renderFactLine(one, id).replace(/ \^\w+$/, '')));
const prose = fc.constantFrom(
  '',
  '',
  'Slept badly.',
  '- [ ] todo #later',
  '- [docs](https://example.com)',
  '### Evening',
  '# Daily Log - 2026-04-01',
  '# Own',
  '```',
  '```js',
  '~~~',
  '<!-- open',
  '-->',
  '---',
  '  indented',
  '> quoted',
  'bad \uDCFF byte',
  'nul\u0000',
  '\uFEFF',
);
const header = fc.constantFrom(
  '## 09:00 — s1',
  '## 09:00 — s2',
  '## 10:30 — s1 <!-- abcde -->',
  '## 10:30 — s1 <!-- abcde -->',
  '## 23:59',
  '## No time',
);
const logLine = fc.oneof(
  { weight: 6, arbitrary: plainFact },
  { weight: 1, arbitrary: oddFact },
  { weight: 2, arbitrary: prose },
  { weight: 3, arbitrary: header },
);
const entry = fc
  .tuple(
    fc.constantFrom('09:00 — s1 <!-- aaaaa -->', '11:15 — s3 <!-- bbbbb -->', '12:00'),
    fc.array(plainFact, { minLength: 1, maxLength: 3 }),
  )
  .map(([head, lines]) => `\n## ${head}\n${lines.join('\n')}\n`);
const log = fc
  .record({
    lines: fc.array(logLine, { maxLength: 9 }),
    end: fc.constantFrom('\n', '\n', '\r\n'),
    bom: fc.constantFrom('', '', '\uFEFF'),
    final: fc.boolean(),
  })
  .map(({ lines, end, bom, final }) => bom + lines.join(end) + (final ? end : ''));

const claim = fc
  .tuple(statement, fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '  ', '> '))
  .map(([text, ids, lead]) => `${lead}- ${text}.${ids.map((id) => `[^${id}]`).join('')}`);
const callout = fc
  .tuple(anyId, anyId, fc.boolean())
  .map(
    ([a, b, isStruck]) =>
      `> [!warning] Conflicting claims: ${isStruck ? '~~' : ''}A${isStruck ? '~~' : ''}[^${a}] (2026-03-02) vs B[^${b}] (2026-03-02)`,
  );
const dreamed = fc
  .tuple(
    fc.constantFrom('', '---\ntitle: A page\ntags: [x]\n---\n', '\uFEFF---\ntitle: B\n---\n'),
    fc.array(fc.oneof({ weight: 4, arbitrary: claim }, { weight: 1, arbitrary: callout }), { maxLength: 5 }),
    fc.array(claim, { maxLength: 2 }),
  )
  .map(
    ([front, now, past]) =>
      `${front}## Overview\nWork: 3 claims from 4 facts.\n\n## Key Facts\n${now.join('\n')}\n\n## History\n${past.join('\n')}\n`,
  );
const long = fc
  .tuple(statement, fc.constantFrom(' ', '. ', '\n', ''))
  .map(([text, joint]) => `${(text + joint).repeat(80)}\n`);
const marked = fc.constantFrom(
  'Mine.\n\n<!-- memvault:memory -->\n- generated\n<!-- /memvault:memory -->\n\nAlso mine.\n',
  '```\ncode\n<!-- memvault:memory -->\nx\n<!-- /memvault:memory -->\nmore\n```\nAfter\n',
  'Mine <!-- memvault:memory -->\n\nstill <!-- /memvault:memory --> mine\n',
);
const page = fc.oneof(
  { weight: 4, arbitrary: dreamed },
  { weight: 3, arbitrary: anyPage },
  { weight: 1, arbitrary: long },
  { weight: 1, arbitrary: marked },
  { weight: 1, arbitrary: fc.constantFrom('', '---\ntags: people\n---\n') },
  { weight: 1, arbitrary: anyText },
);

export type Change =
  | { do: 'write' | 'append'; path: string; text: string }
  | { do: 'edit' | 'insert' | 'drop'; path: string; nth: number; line: string }
  | { do: 'delete'; path: string }
  | { do: 'move'; from: string; to: string; nth: number }
  | { do: 'forget'; id: string };

const logPath = fc.constantFrom(...DAYS.map((day) => `daily/${day}.md`));
const pagePath = fc.constantFrom(...PAGES, ...PAGES, ...NOTES);
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('append' as const), path: logPath, text: fc.oneof(entry, logLine) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), path: logPath, text: log }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), path: pagePath, text: page }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'insert' as const, 'drop' as const),
      path: logPath,
      nth: fc.nat(8),
      line: logLine,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'insert' as const, 'drop' as const),
      path: pagePath,
      nth: fc.nat(8),
      line: claim,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), path: fc.oneof(logPath, pagePath) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      from: fc.constantFrom(...PAGES),
      to: fc.constantFrom(...PAGES),
      nth: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), id: anyId }) },
);

export const anyVault = fc
  .record({
    logs: fc.array(fc.tuple(logPath, log), { maxLength: 4 }),
    pages: fc.array(fc.tuple(pagePath, page), { maxLength: 4 }),
  })
  .map(({ logs, pages }): Record<string, string> => Object.fromEntries([...logs, ...pages]));

/** The paths that it touched. */
export function apply(notes: Notes, change: Change): string[] {
  const textOf = (path: string): string => Buffer.from(notes.all.get(path) ?? []).toString('utf8');
  switch (change.do) {
    case 'write':
      notes.write(change.path, change.text);
      return [change.path];
    case 'append':
      notes.write(change.path, textOf(change.path) + change.text);
      return [change.path];
    case 'delete':
      notes.remove(change.path);
      return [change.path];
    case 'forget':
      notes.forgotten.add(change.id);
      return [];
    case 'move': {
      const lines = textOf(change.from).split('\n');
      const [line] = lines.splice(change.nth, 1);
      if (line === undefined) return [];
      notes.write(change.from, lines.join('\n'));
      notes.write(change.to, `${textOf(change.to)}\n${line}\n`);
      return [change.from, change.to];
    }
    case 'edit':
    case 'insert':
    case 'drop': {
      const lines = textOf(change.path).split('\n');
      lines.splice(change.nth, change.do === 'insert' ? 0 : 1, ...(change.do === 'drop' ? [] : [change.line]));
      notes.write(change.path, lines.join('\n'));
      return [change.path];
    }
    default:
      return change satisfies never;
  }
}
