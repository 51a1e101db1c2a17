// Invariant 3: daily logs are append-only. The line of a consolidated fact is still unchanged in the log of its day.
//
// An edited line is a warning: that is how to fix a typo, and the next dream corrects the claim. A missing line was the
// proof of its claim, so it is an error while a page cites the fact. An edited header is detected by the times in the
// sources on pages.
import { type OwnPage } from '../scope.ts';
import { plural } from '../../model/text.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { dailyLogOf, editedFacts, type LintInput } from '../input.ts';
import { error, note, quote, type Remark, remark, type Rule, warning } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 * - - [preference] User prefers tabs ^k3v9x2ab4q
 * + - [preference] User prefers taps ^k3v9x2ab4q
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Preferences.md","digest":"ee905e5df52abef3"}
 *   {"fact":"m4w8y3bc5r","as":"quarantined","day":"2026-07-01",\
 * - "reason":"looks like a secret; take it out of the log, or see docs/security.md"}
 * + "reason":"failed 3 times; take it out of the log, or see docs/security.md"}
 *   == 3_Personal/Preferences.md
 *   - User prefers tabs[^k3v9x2ab4q]
 * @finds warning daily/2026-07-01.md:1
 * @finds warning daily/2026-07-01.md:1
 */
export const logsUntouched: Rule = {
  name: 'logs-untouched',
  what: 'The log line of a consolidated fact is unchanged.',
  check: (input) => [...editedLines(input), ...movedLines(input), ...editedHeaders(input), ...goneLines(input)],
};

function editedLines(input: LintInput): Remark[] {
  return editedFacts(input).map((fact): Remark => {
    const page = input.view.citedOn.get(fact.id)?.[0];
    return warning(
      fact,
      `the line of ${fact.id} was edited after it was consolidated: ${quote(fact.text)}`,
      page === undefined ? 'memvault dream looks at it again' : `memvault dream corrects its claim on ${page}`,
    );
  });
}

function movedLines({ view }: LintInput): Remark[] {
  return view.facts.flatMap((fact): Remark[] => {
    const held = view.ledger.get(fact.id);
    if (!held || held.as === 'pending' || held.day === fact.day) return [];
    return [
      warning(
        fact,
        `${fact.id} was consolidated as a fact of ${held.day}`,
        'put the line back into the log of its day',
      ),
    ];
  });
}

/** Headers whose time changed since a page cited a fact below them: the source on the page has the old time. */
function editedHeaders({ view, pages }: LintInput): Remark[] {
  const seen = new Set<string>();
  return pages.flatMap((page) =>
    page.definitions.flatMap(({ id, source }): Remark[] => {
      const fact = view.factById.get(id);
      const label = /^\[(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?\]/.exec(source);
      const [day, time] = [label?.[1], label?.[2] ?? null];
      if (!fact || day !== fact.day || time === fact.time) return [];
      const key = `${fact.path} ${time} ${fact.time}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const was = time === null ? 'under no header with a time' : `under a header of ${time}`;
      const now = fact.time === null ? 'none' : `one of ${fact.time}`;
      return [
        note(
          fact,
          `${id} stood ${was} when ${page.path} cited it, and stands under ${now}`,
          `put the header back, or correct the source on ${page.path}`,
        ),
      ];
    }),
  );
}

function goneLines(input: LintInput): Remark[] {
  const { view, logs, hidden } = input;
  const pages = new Map(input.pages.map((page) => [page.path, page]));
  const days = new Set(logs.map((log) => log.day));
  const fenced = new Set(hidden.map((line) => line.id));
  const goneDays = new Map<string, LedgerLine[]>();
  const found: Remark[] = [];
  for (const held of view.ledger.values()) {
    if (
      held.as === 'forgotten' ||
      view.forgotten.has(held.fact) ||
      view.factById.has(held.fact) ||
      fenced.has(held.fact)
    )
      continue;
    if (isSecretGone(input, held)) continue;
    const day = goneDays.get(held.day);
    if (days.has(held.day)) found.push(goneLine(input, held, pages));
    else if (day) day.push(held);
    else goneDays.set(held.day, [held]);
  }
  for (const [day, lines] of goneDays) {
    const cited = lines.filter((line) => view.citedOn.has(line.fact)).length;
    found.push(
      remark(
        cited > 0 ? 'error' : 'warning',
        { path: dailyLogOf(input, day) },
        `the log is gone, and with it the ${lines.length === 1 ? 'line' : 'lines'} of ` +
          `${plural(lines.length, 'fact')}, ${cited} of them cited on pages`,
        'restore the file from git or a backup',
      ),
    );
  }
  return found;
}

/** Whether the line was removed because it contained a secret, as memvault asks for. Such a fact is on no page. */
function isSecretGone({ view }: LintInput, { fact, as, reason }: LedgerLine): boolean {
  return as === 'quarantined' && reason?.startsWith('looks like a secret') === true && !view.citedOn.has(fact);
}

function goneLine(input: LintInput, held: LedgerLine, pages: ReadonlyMap<string, OwnPage>): Remark {
  const { view } = input;
  const page = view.citedOn.get(held.fact)?.[0];
  const path = dailyLogOf(input, held.day);
  if (page === undefined)
    return warning(
      { path },
      `the line of ${held.fact} is gone; no page cites it`,
      'restore the line from git or a backup',
    );
  const source = pages.get(page)?.definitions.find((definition) => definition.id === held.fact)?.source ?? '';
  const claim = view.pages.get(page)?.claims.find((other) => other.facts.includes(held.fact))?.text ?? '';
  // A line without its own id is identified by its text, so an edit makes it another fact.
  const edited = !source.includes(`#^${held.fact}`);
  return error(
    { path },
    `the line of ${held.fact} is gone${edited ? ' or was edited' : ''}, and ${page} cites it: ${quote(claim)}`,
    edited ? `put the line back, or remove its claim from ${page}` : 'restore the line from git or a backup',
  );
}
