// One page of a dream at the terminal: the lines that come and go, under each new one why and from where, and what is
// decided without a new line. Signs say what colours say.
import { diffPages } from '../../diff/page-diff.ts';
import { isDefaultAbout } from '../../markdown/about.ts';
import { unescapeLine } from '../../markdown/escape.ts';
import { titleFromPath } from '../../markdown/page.ts';
import { isEmptyLine, readable, type ReadableLine } from './readable-page.ts';
import type { Fact } from '../../model/fact.ts';
import type { Decision } from '../../model/plan.ts';
import type { TouchedPage } from '../dream-terminal-pages.ts';
import { type Paint, painter, plain } from '../paint.ts';
import { fit, wrap } from '../wrap.ts';
import { why } from './rehearsal.ts';
import { renderUpdate } from './updates.ts';

export interface PageFace {
  readonly columns: number;
  readonly color: boolean;
  readonly factById: ReadonlyMap<string, Fact>;
}

/** What is said of a fact that brings no line of its own. */
const WORDS: Readonly<Partial<Record<Decision['as'], string>>> = {
  duplicate: 'known already',
  'set-aside': 'set aside',
  superseded: 'past',
  quarantined: 'held back',
};

/** Above the lines: which page it is. */
export function renderPageHead(
  { path, before }: TouchedPage,
  { number, of }: { readonly number: number; readonly of: number },
  { columns, color }: PageFace,
): string[] {
  const paint = painter(color);
  const what = path === null ? 'Facts that go on no page' : `${plain(path)}${before === null ? ' (new)' : ''}`;
  return wrap(`Page ${number} of ${of}: ${what}`, columns).map((line) => paint('bold', line));
}

/** The lines, wrapped to the width of the terminal. */
export function renderPage(page: TouchedPage, face: PageFace): string[] {
  const { color, columns, factById } = face;
  const paint = painter(color);
  const shown = new Set<string>();
  const take = (facts: readonly string[]): Decision[] => {
    const found = page.decisions.filter(
      ({ fact, beside }) => beside !== true && facts.includes(fact) && !shown.has(fact),
    );
    for (const { fact } of found) shown.add(fact);
    return found;
  };
  const updates = page.updates.flatMap((update) => renderUpdate(update, columns)).map((line) => paint('yellow', line));
  const diff = diffLines(page).flatMap(({ sign, text, facts }) => [
    ...renderLine(sign, text, columns, paint),
    ...(sign === '+'
      ? take(facts).flatMap((decision, at, all) =>
          renderWhy(decision, { text, before: all[at - 1] ?? null }, { columns, paint, factById }),
        )
      : []),
  ]);
  const others = page.decisions
    .filter(({ fact, beside }) => beside !== true && !shown.has(fact))
    .flatMap((decision) => {
      const words =
        `${WORDS[decision.as] ?? decision.as}: ` + plain(factById.get(decision.fact)?.text ?? decision.fact);
      return [...wrap(words, columns, '= ', '  '), ...renderWhy(decision, null, { columns, paint, factById })];
    });
  return [updates, diff, others]
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

interface Line extends ReadableLine {
  readonly sign: '+' | '-' | ' ' | '…';
}

/** As a person reads it: without front matter, footnotes and sources, and without what only counts. */
function diffLines({ path, before, after }: TouchedPage): Line[] {
  if (path === null || after === null) return [];
  const { title, description } = after.head;
  const isSame =
    before === null
      ? isDefaultAbout(description, [title, titleFromPath(path)])
      : before.head.description === description;
  const [a, b] = [before, after].map((page) =>
    page === null ? [] : readable(page.text, { overview: !isSame }).filter((line) => !isEmptyLine(line)),
  );
  const textOf = (lines: readonly ReadableLine[] = []): string => lines.map(({ text }) => `${text}\n`).join('');
  const [page] = diffPages([{ path, before: before === null ? null : textOf(a), after: textOf(b) }]);
  const lines: Line[] = [];
  let at = 0;
  for (const line of (page?.patch.replace(/\n$/, '').split('\n') ?? []).slice(2)) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      if (lines.length > 0) lines.push({ sign: '…', text: '', facts: [] });
      at = Number(hunk[1]) - 1;
    } else if (line.startsWith('-')) lines.push({ sign: '-', text: unescapeLine(line.slice(1)), facts: [] });
    else if (line.startsWith('+') || line.startsWith(' ')) {
      lines.push({
        sign: line.startsWith('+') ? '+' : ' ',
        text: unescapeLine(line.slice(1)),
        facts: b?.[at]?.facts ?? [],
      });
      at += 1;
    }
  }
  return lines;
}

function renderLine(sign: Line['sign'], text: string, columns: number, paint: Paint): string[] {
  if (sign === '…') return [paint('dim', '  …')];
  if (sign === ' ') return [paint('dim', fit(`  ${plain(text)}`, columns - 1))];
  const indent = /^\s*(?:[-*+>] )?/.exec(text)?.[0] ?? '';
  return wrap(
    plain(text.slice(indent.length)),
    columns,
    `${sign} ${indent}`,
    `${sign} ${' '.repeat(indent.length)}`,
  ).map((line) => paint(sign === '+' ? 'green' : 'red', line));
}

/** `beside`: the line that it stands under and the decision above it there; null where it has no line. */
function renderWhy(
  decision: Decision,
  beside: { readonly text: string; readonly before: Decision | null } | null,
  {
    columns,
    paint,
    factById,
  }: { readonly columns: number; readonly paint: Paint; readonly factById: ReadonlyMap<string, Fact> },
): string[] {
  const fact = factById.get(decision.fact);
  const textOf = (id: string): string | undefined => factById.get(id)?.text;
  const isSaid = (id: string | undefined): boolean =>
    id !== undefined && beside !== null && plain(beside.text).includes(plain(textOf(id) ?? id));
  const words =
    fact === undefined || beside === null || isSaid(fact.id)
      ? ''
      : beside.before === null
        ? `logged: ${plain(fact.text)}`
        : `also: ${plain(fact.text)}`;
  const from = fact ? sourceOf(fact) : '';
  // What the line itself shows need not be quoted, nor a reason said twice.
  const named = decision.of ?? decision.by ?? decision.with;
  const reason = isSaid(named) ? decision.reason : why(decision, { get: textOf });
  const isSame = beside?.before?.reason === decision.reason && words === '';
  const line = wrap(`why: ${reason} (${from})`, columns, '    ');
  const both = isSame
    ? []
    : line.length === 1
      ? line
      : [...wrap(`why: ${reason}`, columns, '    ', '      '), ...wrap(`from ${from}`, columns, '    ', '      ')];
  return [...(words === '' ? [] : wrap(words, columns, '    ', '      ')), ...both].map((one) => paint('dim', one));
}

/** `daily/2026-07-01.md · 14:05`. */
export const sourceOf = ({ path, time }: Fact): string => `${plain(path)}${time === null ? '' : ` · ${time}`}`;
