// The ledger against the pages: conservation, claims removed by hand.
import { CITED, DISPOSITIONS, type LedgerLine, OFF_PAGE } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import { parseJson } from '../../model/json.ts';
import { nearest, plural } from '../../model/text.ts';
import { splitLines } from '../../note/lines.ts';
import { hasMergeMarkers, isMergeMarker } from '../../page/page.ts';
import { readHomes, readLonePast } from '../../vault/current-claims.ts';
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import type { View } from '../../vault/view.ts';
import type { LintInput } from '../input.ts';
import { claimPlace, error, note, quote, type Remark, remark, type Rule, some, warning } from '../rule.ts';

// Invariant 1: nothing is lost. Every decided fact has one disposition, and the pages agree with the ledger: `placed`,
// `duplicate`, `superseded` and `conflict` facts are cited on the page it names, `set-aside`, `quarantined` and
// `forgotten` ones on none. The counts of a run in log.md match the ledger.

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs ^k3v9x2ab4q
 *   - [preference] The user prefers tabs ^m4w8y3bc5r
 *   == .memvault/ledger/2026-07.jsonl
 * - {"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Preferences.md"}
 * + {"fact":"k3v9x2ab4q","as":"plased","page":"3_Personal/Preferences.md"}
 *   {"fact":"m4w8y3bc5r","as":"duplicate","page":"3_Personal/Preferences.md","of":"k3v9x2ab4q"}
 *   == 3_Personal/Preferences.md
 * - - User prefers tabs[^k3v9x2ab4q][^m4w8y3bc5r]
 * + - User prefers tabs[^k3v9x2ab4q]
 * @finds error .memvault/ledger/2026-07.jsonl:1
 * @finds error 3_Personal/Preferences.md:1
 */
export const conservation: Rule = {
  name: 'conservation',
  what: 'Every fact has one disposition, and the pages match the ledger.',
  check: (input) => CHECKS.flatMap((check) => check(input)),
};

/**
 * Unreadable ledger lines: their decision is lost, unless another line decides the fact. A line truncated at the end of
 * its file, and a conflict marker, are reported by `damaged`.
 */
export function brokenLines({ view, files }: LintInput): Remark[] {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const linesOf = new Map<string, string[]>();
  return view.ledgerRead.broken.flatMap(({ path, line }): Remark[] => {
    const lines = linesOf.get(path) ?? splitLines(texts.get(path) ?? '');
    linesOf.set(path, lines);
    const text = lines[line - 1] ?? '';
    const torn = line === lines.length && !(texts.get(path) ?? '').endsWith('\n');
    if (torn || isMergeMarker(text)) return [];
    const fact = /"fact":"([^"]*)"/.exec(text)?.[1];
    const settled = fact !== undefined && view.ledger.has(fact);
    return [
      remark(
        settled ? 'warning' : 'error',
        { path, line },
        `not a ledger line: ${whatIsWrong(text)}${settled ? `; another line decides ${fact}` : ''}`,
        settled
          ? 'remove the line'
          : 'restore the line from git or a backup; without it the fact it decided counts as undecided',
      ),
    ];
  });
}

const whatIsWrong = (text: string): string =>
  parseJson(text) === undefined ? 'it cannot be read as JSON' : 'it lacks what every line has';

const DREAM_RECORDS = 'memvault dream records it';
const DREAM_SETTLES = 'memvault dream resolves it';

/**
 * Facts cited on a page that the ledger does not name: moved by hand, brought by a merge, or written by an interrupted
 * run. Nothing is lost, so it is a warning, one per pair of pages.
 */
export function citedElsewhere({ view, pending, reach }: LintInput): Remark[] {
  const cited = [...pending.cited].flatMap(([fact, page]) => {
    const held = view.ledger.get(fact);
    if (held === undefined || held.as === 'pending') return [{ fact, page, named: null }];
    return CITED.has(held.as) && reach.get(held.page ?? '') !== 'outside'
      ? [{ fact, page, named: held.page ?? null }]
      : [];
  });
  return [...groupBy(cited, ({ page, named }) => `${named ?? ''}\n${page}`).values()].flatMap((group): Remark[] => {
    const [first] = group;
    if (first === undefined) return [];
    const these = `${plural(group.length, 'fact')} (${some(group.map(({ fact }) => fact))})`;
    const message =
      first.named === null
        ? `${these} cited here without a disposition`
        : `${these} cited here, and the ledger names ${first.named}`;
    return [warning(claimPlace(view, first.page, first.fact), message, DREAM_RECORDS)];
  });
}

/** Set-aside, quarantined and forgotten facts that a page cites. `removed-by-hand` covers those removed by hand. */
export function citedInSpite({ view, unmerged }: LintInput): Remark[] {
  const takesOff = (page: string): string =>
    unmerged.has(page) || hasMergeMarkers(view.pages.get(page)?.text ?? '')
      ? 'resolve the merge of this page; then memvault dream removes it'
      : 'memvault dream removes it; lint --fix does so at once';
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    const forgotten = view.forgotten.has(fact) || held?.as === 'forgotten';
    if (!forgotten && (held === undefined || !OFF_PAGE.has(held.as))) return [];
    if (!forgotten && held?.reason === REMOVED_BY_HAND) return [];
    return pages.map((page): Remark =>
      error(
        claimPlace(view, page, fact),
        `${fact} is ${forgotten ? 'forgotten' : held?.as}, and this claim cites it`,
        held?.as === 'set-aside' && !forgotten
          ? `remove the claim, or keep it: ${DREAM_RECORDS}`
          : forgotten
            ? takesOff(page)
            : 'remove the claim',
      ),
    );
  });
}

/**
 * Facts that no page cites although the ledger places them on one. An error even if deliberate: until a dream records
 * "removed by hand", it cannot be told from a loss. A missing page or zone is reported once; a page outside the vault
 * is reported by `confined`.
 */
export function citedNowhere({ view, pending, reach }: LintInput): Remark[] {
  const uncited = pending.removed.flatMap((fact) => {
    const { as, page = '' } = view.ledger.get(fact.id) ?? {};
    return page === '' || reach.get(page) === 'outside' ? [] : [{ fact, as, page }];
  });
  const here = uncited.filter(({ page }) => view.pages.has(page));
  const gone = groupBy(
    uncited.filter(({ page }) => !view.pages.has(page)),
    ({ page }) => page,
  );
  return [
    ...here.map(({ fact, as, page }): Remark =>
      error(
        { path: page },
        `${fact.id} is ${as} here, and no page cites it: ${quote(fact.text)}`,
        'put it back, or run memvault dream: it records that the claim was removed by hand',
      ),
    ),
    ...[...view.lost]
      .filter((lost) => !lost.includes('/'))
      .map((zone): Remark =>
        error(
          { path: zone },
          'the folder of this zone is missing, so its pages cannot be checked',
          'restore it, or create an empty folder to confirm that its pages are gone',
        ),
      ),
    ...[...gone].map(([page, facts]): Remark =>
      error(
        { path: page },
        `the page is gone, and with it ${plural(facts.length, 'fact')} that no other page cites`,
        'put the page back, or run memvault dream: it records that its claims were removed by hand',
      ),
    ),
  ];
}

/**
 * Facts that a second page cites, although a fact has one home page. If two clones chose different pages, the dream
 * after the merge settles it; a copy made by hand is for a person to settle.
 */
export function citedTwice({ view }: LintInput): Remark[] {
  const homes = readHomes(
    view,
    new Set([...view.citedOn].flatMap(([fact, pages]) => (pages.length > 1 ? [fact] : []))),
  );
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const home = view.ledger.get(fact)?.page;
    if (pages.length < 2 || home === undefined || !pages.includes(home) || !view.factById.has(fact)) return [];
    const others = pages.filter((page) => page !== home);
    return others.map((page) =>
      warning(
        claimPlace(view, page, fact),
        `${fact} is cited here too; its page is ${home}`,
        homes.get(fact)?.others.includes(page) ? DREAM_SETTLES : 'remove one of the two claims',
      ),
    );
  });
}

/** Current claims that contradict or repeat each other, as after a merge. The next dream settles them. */
export function clashes({ view, pending }: LintInput): Remark[] {
  return [...pending.clashes].map(([fact, { as, other, reason }]): Remark => {
    const message =
      as === 'superseded'
        ? `${other} replaces ${fact}: ${reason}`
        : as === 'conflict'
          ? `${fact} contradicts ${other}: ${reason}`
          : `${fact} says what ${other} says: ${reason}`;
    return warning(claimPlace(view, view.ledger.get(fact)?.page ?? '', fact), message, DREAM_SETTLES);
  });
}

/** Facts with two decisions by one run, which a dream never writes. */
export function decidedTwice({ view, placeOf }: LintInput): Remark[] {
  const seen = new Map<string, LedgerLine>();
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    const key = `${line.fact} ${line.run}`;
    const before = seen.get(key);
    seen.set(key, line);
    if (!before || (before.as === line.as && before.page === line.page)) return [];
    return [error(placeOf(line), `${line.run} decided ${line.fact} twice: ${whatOf(before)} and ${whatOf(line)}`)];
  });
}

const whatOf = ({ as, page }: LedgerLine): string => (page === undefined ? as : `${as} on ${page}`);

/** Dispositions that lack the page or the other fact that they must name, or name an unknown fact. */
export function missingNames({ view, isKnown, placeOf }: LintInput): Remark[] {
  const found: Remark[] = [];
  for (const line of view.ledger.values()) {
    const complain = (message: string): void =>
      void found.push(error(placeOf(line), `${line.fact} is ${line.as}, ${message}`));
    if (CITED.has(line.as) && line.page === undefined) complain('and the line names no page');
    const key =
      line.as === 'duplicate' ? 'of' : line.as === 'superseded' ? 'by' : line.as === 'conflict' ? 'with' : null;
    if (key === null) continue;
    const other = line[key];
    if (other === undefined) complain(`and the line does not say ${key} which fact`);
    else if (other === line.fact || !isKnown(other))
      complain(`${key} ${quote(other)}, which is not another fact of this vault`);
  }
  return found;
}

/**
 * Runs whose counts in log.md, such as `42 facts: 30 placed, 6 duplicate`, differ from the ledger's. A run without a
 * line in the ledger is reported by `run-log`.
 */
export function runCounts({ view, runLog }: LintInput): Remark[] {
  const linesOf = groupBy(view.ledgerRead.lines, ({ run }) => run);
  return runLog.flatMap((entry): Remark[] => {
    const [, all, kinds = ''] = /: (\d+) facts?: ([^;]*)/.exec(entry.summary) ?? [];
    const lines = linesOf.get(entry.run ?? '');
    if (entry.kind !== 'ingest' || all === undefined || !lines) return [];
    const decided = new Map(lines.map(({ fact, as }) => [fact, as]));
    const said = `${plural(Number(all), 'fact')}: ${kinds.trim()}`;
    const have = `${plural(decided.size, 'fact')}: ${countKinds([...decided.values()])}`;
    if (said === have) return [];
    return [
      error(
        { path: RUN_LOG_FILE, line: entry.line },
        `${entry.run} decided ${said}; the ledger has ${have}`,
        'restore the lines of the ledger from git or a backup',
      ),
    ];
  });
}

/** Counts dispositions as log.md does and in its order; unknown ones come last. */
function countKinds(all: readonly string[]): string {
  const kinds = [...new Set([...DISPOSITIONS, ...all])];
  return kinds
    .map((kind) => [all.filter((as) => as === kind).length, kind] as const)
    .filter(([n]) => n > 0)
    .map(([n, kind]) => `${n} ${kind}`)
    .join(', ');
}

/** Facts whose place on the page contradicts their disposition, such as a current claim for a superseded one. */
export function standsElsewhere({ view, pending }: LintInput): Remark[] {
  return [...pending.restated].map(([fact, { reason }]): Remark => {
    const held = view.ledger.get(fact);
    return warning(
      claimPlace(view, held?.page ?? '', fact),
      `${fact} is ${held?.as ?? 'undecided'}, and ${reason}`,
      DREAM_SETTLES,
    );
  });
}

/**
 * Ledger lines with an unknown disposition or an invalid time. The line is kept, but its meaning or order is unknown.
 */
export function unknownValues({ view, placeOf }: LintInput): Remark[] {
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    if (Number.isNaN(Date.parse(line.at)))
      return [
        error(
          placeOf(line),
          `invalid time: ${quote(line.at)}; the line counts as the oldest of ${line.fact}`,
          `write the time of the other lines of ${line.run}`,
        ),
      ];
    if ((DISPOSITIONS as readonly string[]).includes(line.as)) return [];
    const near = nearest(line.as, DISPOSITIONS);
    return [
      error(
        placeOf(line),
        `unknown disposition of ${line.fact}: ${quote(line.as)}`,
        near === null ? 'a later memvault may know it' : `write ${near}, where no later memvault wrote this`,
      ),
    ];
  });
}

/** The ledger by itself, then compared with log.md, then with the pages and their claims. */
const CHECKS = [
  brokenLines,
  unknownValues,
  decidedTwice,
  missingNames,
  runCounts,
  citedNowhere,
  citedElsewhere,
  citedInSpite,
  citedTwice,
  standsElsewhere,
  clashes,
];

// Invariant 15: a claim that a person removed from a page does not come back. Once a dream has recorded the removal, no
// page cites its fact; if one does, somebody put it back, and the next dream records that too.

/** The reason that a dream records in the ledger. */
const REMOVED_BY_HAND = 'removed by hand';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs ^k3v9x2ab4q
 *   - [preference] User prefers dark themes ^m4w8y3bc5r
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"set-aside","reason":"removed by hand"}
 *   {"fact":"m4w8y3bc5r","as":"placed","page":"3_Personal/Preferences.md"}
 *   == 3_Personal/Preferences.md
 *   - User prefers dark themes[^m4w8y3bc5r]
 * + - User prefers tabs[^k3v9x2ab4q]
 * @finds error 3_Personal/Preferences.md:2
 */
export const removedByHand: Rule = {
  name: 'removed-by-hand',
  what: 'A claim that was removed by hand has not come back.',
  check: ({ view }) => [...broughtBack(view), ...leftAlone(view)],
};

function broughtBack(view: View): Remark[] {
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    if (held?.as !== 'set-aside' || held.reason !== REMOVED_BY_HAND || view.forgotten.has(fact)) return [];
    return pages.map((page) =>
      error(
        claimPlace(view, page, fact),
        `${fact} was removed by hand, and this claim cites it again`,
        'remove the claim, or keep it: memvault dream records that it is back',
      ),
    );
  });
}

/** A claim that the removed one had replaced stays in History: memvault does not make it current again by itself. */
function leftAlone(view: View): Remark[] {
  return readLonePast(view).map(({ fact }) =>
    note(
      claimPlace(view, view.citedOn.get(fact.id)?.[0] ?? '', fact.id),
      `the successor of ${fact.id} is gone, so nothing is current in its place`,
      `memvault fix ${fact.id} --restore brings it back`,
    ),
  );
}
