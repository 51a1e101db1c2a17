// The daily logs are append-only, each id is read once, and every file that only grows can be read.
import type { LedgerLine } from '../../model/disposition.ts';
import { plural } from '../../model/text.ts';
import { type FenceRules, fencesOf, NO_ENTRIES, splitLines } from '../../note/lines.ts';
import { parseEntryHeader, parseFactLine } from '../../page/fact-line.ts';
import { isMergeMarker } from '../../page/page.ts';
import { parseJsonObject } from '../../vault/ledger.ts';
import type { FileText } from '../../vault/own-files.ts';
import { isRecallLine } from '../../vault/recalls.ts';
import { isBaselineLine, isMark, isReviewLine } from '../../vault/reviews.ts';
import { isSummaryRecord } from '../../vault/memory-file.ts';
import { isTombstoneLine } from '../../vault/tombstones.ts';
import {
  BASELINE_FILE,
  LEDGER_DIR,
  MARK_FILE,
  RECALLS_DIR,
  REVIEW_FILE,
  RUN_LOG_FILE,
  SUMMARY_RECORD_FILE,
  TOMBSTONE_FILE,
} from '../../vault/vault.ts';
import { dailyLogOf, editedFacts, type HiddenFact, type LintInput, type OwnPage } from '../input.ts';
import { type Check, error, lineAt, note, quote, type Remark, remark, type Rule, warning } from '../rule.ts';

// Invariant 3: daily logs are append-only. The line of a consolidated fact is still unchanged in the log of its day.
//
// An edited line is a warning: that is how to fix a typo, and the next dream corrects the claim. A missing line was the
// proof of its claim, so it is an error while a page cites the fact. An edited header is detected by the times in the
// sources on pages.

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

// Each id in the daily logs belongs to one fact, and each line with an id is read as a fact.

/**
 * Of two lines with the same id, from a copy or a merge, the first keeps it; the other gets one computed from its day
 * and text.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 * - - [work] User leads the team for Atlas ^m4w8y3bc5r
 * + - [work] User leads the team for Atlas ^k3v9x2ab4q
 *   - [work] A line that was written by hand
 * @finds warning daily/2026-07-01.md:2
 */
const equal: Check = {
  what: 'No two lines of the daily logs have the same id.',
  check: ({ view, logs }) => {
    const texts = new Map(logs.map((log) => [log.path, log.text]));
    const linesOf = new Map<string, string[]>();
    return view.facts.flatMap((fact): Remark[] => {
      if (!fact.computed) return [];
      const lines = linesOf.get(fact.path) ?? splitLines(texts.get(fact.path) ?? '');
      linesOf.set(fact.path, lines);
      const id = parseFactLine(lines[fact.line - 1] ?? '')?.id;
      const first = view.factById.get(id ?? '');
      if (!first) return [];
      return [
        warning(
          fact,
          `carries the id ${id} of ${first.path}:${first.line}, and counts as ${fact.id}`,
          view.ledger.has(fact.id)
            ? null
            : 'delete the line that is wrong, before the next dream; after a dream, leave both',
        ),
      ];
    });
  },
};

/**
 * Text in a code fence is not a fact, but a line with an id once was one, unless it is a quotation.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *
 *   ```
 *   - [work] a line that somebody wrote into a fence
 *   ```
 * + ~~~
 * + - [work] User leads the team for Atlas ^m4w8y3bc5r
 * @finds warning daily/2026-07-01.md:6
 * @finds warning daily/2026-07-01.md:7
 */
const fenced: Check = {
  what: 'No code fence hides a fact in a daily log.',
  check: (input) => [...input.hidden.map((line) => hiddenLine(input, line)), ...input.logs.flatMap(openFences)],
};

function hiddenLine({ view }: LintInput, { path, line, id }: HiddenFact): Remark {
  const read = view.factById.get(id);
  if (read) return note({ path, line }, `stands in a code fence; ${id} is read from ${read.path}:${read.line}`);
  const held = view.ledger.has(id);
  return remark(
    held ? 'error' : 'warning',
    { path, line },
    `${id} stands in a code fence and is not read as a fact` + (held ? ', although it was consolidated as one' : ''),
    'take the fence away, or the id, where the line is only quoted',
  );
}

/** As when reading a log: an unclosed fence ends before the next entry. */
const FENCES: FenceRules = { ...NO_ENTRIES, isHeader: (line) => parseEntryHeader(line) !== null };

function openFences({ path, text }: FileText): Remark[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  return fencesOf(splitLines(text), FENCES)
    .filter((fence) => !fence.closed)
    .map(({ start }): Remark =>
      warning(
        { path, line: start + 1 },
        'a code fence begins here and is never closed',
        'close it; memvault reads on at the next entry, and lines by hand before that are not facts',
      ),
    );
}

export const logIds: Rule = {
  name: 'log-ids',
  what: 'Each id in the daily logs belongs to exactly one fact.',
  kinds: { equal, fenced },
};

// memvault's files are readable: no line is truncated by a power cut, lacks a value, or is a git conflict marker.

/**
 * A power cut may leave half a line, NUL bytes or half a character at the end of an append-only file. The next append
 * begins a new line, so nothing else is lost. `conservation` checks whole ledger lines.
 *
 * @example
 *   == daily/2026-07-01.md
 *   # Daily Log - 2026-07-01
 *
 *   ## 14:05 — abc12345 <!-- 2ab4q -->
 * - - [work] User works at Microsoft ^k3v9x2ab4q
 * + - [work] User works at Microsoft
 * -
 *   ## 14:07 — abc12345 <!-- 3bc5r -->
 *   - [work] User leads the team for Atlas ^m4w8y3bc5r
 * +
 * + ## 15:10 — abc12345 <!-- 4cd6s -->
 * + - [work] User le<FF><end>
 * @finds warning daily/2026-07-01.md:4
 * @finds warning daily/2026-07-01.md:9
 * @finds warning daily/2026-07-01.md:9
 */
const torn: Check = {
  what: 'Append-only files contain whole lines of text.',
  check: (input) => {
    const lines = input.files.filter((file) => file.path.endsWith('.jsonl'));
    const grown = [...input.logs, ...input.files.filter((file) => file.path === RUN_LOG_FILE), ...lines];
    return [
      ...input.logs.flatMap(healed),
      ...lines.flatMap(unreadable),
      ...grown.flatMap((file) => [...openEnd(file), ...strangeBytes(file)]),
    ];
  },
};

/**
 * Truncated lines with an entry after them. `log` writes an empty line above each header, so text directly above one
 * was truncated, or written by hand without a final newline.
 */
function healed({ path, text }: FileText): Remark[] {
  const headers = [...text.matchAll(/(?<=[^\n\r]\r?\n)## \d\d:\d\d — [^\n]*\n(?:\r?\n)?- \[/g)];
  if (headers.length === 0) return [];
  const lines = splitLines(text);
  return headers.flatMap((match): Remark[] => {
    const line = lineAt(text, match.index) - 1;
    const above = lines[line - 1] ?? '';
    const entry =
      parseEntryHeader(lines[line] ?? '') && [line + 1, line + 2].some((at) => parseFactLine(lines[at] ?? '')?.id);
    if (!entry || above.trim() === '' || parseFactLine(above)?.id) return [];
    return [
      warning(
        { path, line },
        `this line seems to be cut off; memvault went on below it: ${quote(above)}`,
        'complete the line, or put an empty line below it',
      ),
    ];
  });
}

function openEnd({ path, text }: FileText): Remark[] {
  if (text === '' || text.endsWith('\n')) return [];
  const lines = splitLines(text);
  const last = lines.at(-1) ?? '';
  const whole = path.endsWith('.jsonl') ? parseJsonObject(last) !== null : Boolean(parseFactLine(last)?.id);
  const what = whole
    ? 'the last line is whole, but has no line end'
    : `the last line seems to be cut off: ${quote(last)}`;
  return [remark(whole ? 'note' : 'warning', { path, line: lines.length }, what, 'the next append begins a new line')];
}

function unreadable({ path, text }: FileText): Remark[] {
  if (path.startsWith(`${LEDGER_DIR}/`)) return [];
  const lines = splitLines(text);
  return lines.flatMap((line, index): Remark[] => {
    const last = index === lines.length - 1 && !text.endsWith('\n');
    if (line.trim() === '' || last || parseJsonObject(line) !== null || isMergeMarker(line)) return [];
    // A lost tombstone brings a forgotten fact back.
    return [
      remark(
        path === TOMBSTONE_FILE ? 'error' : 'warning',
        { path, line: index + 1 },
        `this line cannot be read: ${quote(line)}`,
        'restore it from git or a backup, or remove it',
      ),
    ];
  });
}

function strangeBytes({ path, text }: FileText): Remark[] {
  const found: Remark[] = [];
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    found.push(
      warning(
        { path, line: lineAt(text, nul) },
        `contains ${plural(text.split('\0').length - 1, 'NUL byte')}, as after a power cut; git treats the file ` +
          'as binary',
        'remove the bytes',
      ),
    );
  }
  if (!text.isWellFormed()) {
    const wrong = [...text.matchAll(/[\uDC80-\uDCFF]/gu)];
    found.push(
      warning(
        { path, line: lineAt(text, wrong[0]?.index ?? 0) },
        `contains ${plural(wrong.length, 'byte')} that ${wrong.length === 1 ? 'is' : 'are'} not UTF-8`,
        'save the file as UTF-8',
      ),
    );
  }
  return found;
}

/**
 * A line that lacks a value is ignored: the review is asked again, the pin is off, the forgotten fact is found. Lines
 * that cannot be parsed at all are `torn`.
 *
 * @example
 *   == .memvault/reviews.jsonl
 * - {"id":"k3v9x2ab4q","kind":"merge","status":"rejected","facts":["m4w8y3bc5r","p0d4mm1z5k"],\
 * + {"id":"k3v9x2ab4q","kind":"merge","status":"rejectd","facts":["m4w8y3bc5r","p0d4mm1z5k"],\
 *   "reason":"they may say the same","score":0.8,"run":"r-20260702-0300-7f3a9c","at":"2026-07-02T03:00:00.000Z"}
 *   == .memvault/marks.jsonl
 * - {"fact":"m4w8y3bc5r","mark":"pin","at":"2026-07-02T03:00:00.000Z"}
 * + {"fact":"m4w8y3bc5r","mark":"pim","at":"2026-07-02T03:00:00.000Z"}
 *   == .memvault/baseline.jsonl
 * - {"rule":"long-pages","path":"3_Personal/Work.md","key":"00ff00ff00ff","count":1,"at":"2026-07-02T03:00:00.000Z"}
 * + {"rule":"long-pages","path":"3_Personal/Work.md","key":"00ff00ff00ff","count":"1","at":"2026-07-02T03:00:00.000Z"}
 *   == .memvault/recalls/2026-07.jsonl
 * - {"fact":"m4w8y3bc5r","count":2,"last":"2026-07-02T03:00:00.000Z",\
 * + {"fact":"m4w8y3bc5r","count":-2,"last":"2026-07-02T03:00:00.000Z",\
 *   "until":"2026-07-02T03:00:00.000Z","clone":"ab12","run":"r-20260702-0300-7f3a9c",\
 *   "at":"2026-07-02T03:00:00.000Z"}
 *   == .memvault/memory.jsonl
 * - {"lines":[{"line":"00ff00ff00ff00ff","claims":"ff00ff00ff00ff00","facts":["m4w8y3bc5r"]}],\
 * + {"line":[{"line":"00ff00ff00ff00ff","claims":"ff00ff00ff00ff00","facts":["m4w8y3bc5r"]}],\
 *   "run":"r-20260702-0300-7f3a9c","at":"2026-07-02T03:00:00.000Z"}
 *   == .memvault/tombstones.jsonl
 *   {"fact":"k3v9x2ab4q"}
 * - {"fact":"aaaaaaaaaa","salt":"00ff","digest":"ff00","at":"2026-07-02T03:00:00.000Z","run":"r-20260702-0300-7f3a9c"}
 * + {"fact":"aaaaaaaaaa","salt":"00ff","at":"2026-07-02T03:00:00.000Z","run":"r-20260702-0300-7f3a9c"}
 * @finds warning .memvault/baseline.jsonl:1
 * @finds error .memvault/marks.jsonl:1
 * @finds warning .memvault/memory.jsonl:1
 * @finds warning .memvault/recalls/2026-07.jsonl:1
 * @finds error .memvault/reviews.jsonl:1
 * @finds error .memvault/tombstones.jsonl:2
 */
const lines: Check = {
  what: 'Each line of reviews, marks, recalls, tombstones, accepted findings and the record of MEMORY.md is complete.',
  check: ({ files }) =>
    files.flatMap(({ path, text }) => {
      const [, isWhole, what, severity] = KINDS.find(([start]) => path.startsWith(start)) ?? [];
      return isWhole === undefined || severity === undefined
        ? []
        : splitLines(text).flatMap((line, index) => {
            const value = parseJsonObject(line);
            return value === null || isWhole(value)
              ? []
              : remark(
                  severity,
                  { path, line: index + 1 },
                  `not a valid ${what}, ignored: ${quote(line)}`,
                  'restore it from git or a backup, or remove it',
                );
          });
    }),
};

/** By file or folder. */
const KINDS: readonly (readonly [
  start: string,
  isWhole: (value: Readonly<Record<string, unknown>>) => boolean,
  what: string,
  severity: Remark['severity'],
])[] = [
  [REVIEW_FILE, isReviewLine, 'review', 'error'],
  [MARK_FILE, isMark, 'mark', 'error'],
  [BASELINE_FILE, isBaselineLine, 'accepted finding', 'warning'],
  [SUMMARY_RECORD_FILE, isSummaryRecord, 'record of MEMORY.md', 'warning'],
  [TOMBSTONE_FILE, isTombstoneLine, 'tombstone', 'error'],
  [`${RECALLS_DIR}/`, isRecallLine, 'recall', 'warning'],
];

/**
 * A dream does not touch a page with markers. Log and ledger lines between them may count twice or not at all.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [work] User works at Microsoft ^k3v9x2ab4q
 *   == 3_Personal/Work.md
 *   Work
 * + <<<<<<< HEAD
 *   =======
 *
 *   - User works at Microsoft[^k3v9x2ab4q]
 * + >>>>>>> theirs
 * @finds error 3_Personal/Work.md:2
 */
const markers: Check = {
  what: 'No file contains git conflict markers.',
  check: ({ pages, logs, files, schema }) => [
    ...[...pages, ...(schema ? [schema] : [])].flatMap((file) => markersIn(file, SETTLE)),
    ...logs.flatMap((file) => markersIn(file, KEEP_BOTH)),
    ...files.flatMap((file) => markersIn(file, file.path.endsWith('.jsonl') ? KEEP_BOTH : SETTLE)),
  ],
};

const SETTLE = 'resolve the conflict; a dream leaves the file alone until then';
/** In an append-only file both sides are right. */
const KEEP_BOTH = 'keep the lines of both sides, and remove the markers';

function markersIn({ path, text }: FileText, fix: string): Remark[] {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return [];
  const [first, ...others] = [...text.matchAll(/^(?:<{7}|>{7})(?: .*)?\r?$/gm)];
  if (!first) return [];
  return [
    error(
      { path, line: lineAt(text, first.index) },
      `git left ${plural(others.length + 1, 'conflict marker')} here`,
      fix,
    ),
  ];
}

export const damaged: Rule = {
  name: 'damaged',
  what: 'The files that memvault keeps are intact.',
  kinds: { torn, lines, markers },
};
