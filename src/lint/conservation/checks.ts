// Ledger lines whose disposition or time means nothing to this version: such a line is kept as a decision, but what it
// says, or whether it is the last word, cannot be told.
import { CITED, DISPOSITIONS, type LedgerLine } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import { nearest } from '../../model/text.ts';
import { splitLines } from '../../note/lines.ts';
import { hasMergeMarkers, isMergeMarker } from '../../page/page.ts';
import { readHomes } from '../../vault/current-claims.ts';
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import type { LintInput } from '../input.ts';
import { claimPlace, count, quote, type Remark, some } from '../rule.ts';
import { REMOVED_BY_HAND } from '../rules/removed-by-hand.ts';

// Lines of the ledger that are no ledger lines: what such a line decided counts for nothing, unless another line
// decides it. A line that is cut off at the end of its file, and a conflict marker, are found by other rules.

export function brokenLines({ view, files }: Pick<LintInput, 'view' | 'files'>): Remark[] {
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
      {
        severity: settled ? 'warning' : 'error',
        path,
        line,
        message: `no ledger line: ${whatIsWrong(text)}${settled ? `; another line decides ${fact}` : ''}`,
        fix: settled
          ? 'take the line out'
          : 'bring the line back from git or a backup; without it the fact it decided counts as undecided',
      },
    ];
  });
}

function whatIsWrong(text: string): string {
  try {
    JSON.parse(text);
    return 'it lacks what every line has';
  } catch {
    return 'it cannot be read as JSON';
  }
}

// What the next dream does about a finding, as its fix says it.

const DREAM_RECORDS = 'memvault dream records it';
const DREAM_SETTLES = 'memvault dream settles it';

// Facts that are cited on a page that the ledger does not name: moved by hand, brought by a merge, or written by a run
// that broke off. Nothing is lost, so it is a warning, once for each two pages.

export function citedElsewhere({ view, pending, reach }: Pick<LintInput, 'view' | 'pending' | 'reach'>): Remark[] {
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
    const these = `${count(group.length, 'fact')} (${some(group.map(({ fact }) => fact))})`;
    const message =
      first.named === null
        ? `${these} cited here without a disposition`
        : `${these} cited here, and the ledger names ${first.named}`;
    return [{ severity: 'warning', ...claimPlace(view, first.page, first.fact), message, fix: DREAM_RECORDS }];
  });
}

// Facts that no page may cite and one does: set aside, quarantined or forgotten ones. What was removed by hand and is
// back has a rule of its own, removed-by-hand.

export function citedInSpite({ view, unmerged }: Pick<LintInput, 'view' | 'unmerged'>): Remark[] {
  const takesOff = (page: string): string =>
    unmerged.has(page) || hasMergeMarkers(view.pages.get(page)?.text ?? '')
      ? 'settle the merge of this page; then memvault dream takes it off'
      : 'memvault dream takes it off, and lint --fix at once';
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    const forgotten = view.forgotten.has(fact) || held?.as === 'forgotten';
    if (!forgotten && held?.as !== 'set-aside' && held?.as !== 'quarantined') return [];
    if (!forgotten && held?.reason === REMOVED_BY_HAND) return [];
    return pages.map((page): Remark => ({
      severity: 'error',
      ...claimPlace(view, page, fact),
      message: `${fact} is ${forgotten ? 'forgotten' : held?.as}, and this claim cites it`,
      fix:
        held?.as === 'set-aside' && !forgotten
          ? `take the claim off, or keep it: ${DREAM_RECORDS}`
          : forgotten
            ? takesOff(page)
            : 'take the claim off',
    }));
  });
}

// Facts that the ledger has on a page, and no page cites. An error although a person may have meant it: until a dream
// has recorded "removed by hand", a wish and a loss look the same. Where a page or its whole zone is gone it is said
// once. Where the ledger names a page out of the vault, confined says so.

export function citedNowhere({ view, pending, reach }: Pick<LintInput, 'view' | 'pending' | 'reach'>): Remark[] {
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
    ...here.map(({ fact, as, page }): Remark => ({
      severity: 'error',
      path: page,
      line: 1,
      message: `${fact.id} is ${as} here, and no page cites it: ${quote(fact.text)}`,
      fix: 'put it back, or run memvault dream: it records that the claim was removed by hand',
    })),
    ...[...view.lost]
      .filter((lost) => !lost.includes('/'))
      .map((zone): Remark => ({
        severity: 'error',
        path: zone,
        line: 1,
        message: 'the zone is no folder here now, so its pages cannot be looked at',
        fix: 'bring it back, or make an empty folder to say that its pages are gone',
      })),
    ...[...gone].map(([page, facts]): Remark => ({
      severity: 'error',
      path: page,
      line: 1,
      message: `the page is gone, and with it ${count(facts.length, 'fact')} that no other page cites`,
      fix: 'put the page back, or run memvault dream: it records that its claims were removed by hand',
    })),
  ];
}

// Facts that a second page cites beside the one that the ledger names: a fact has one home. Where two clones put it on
// a page each, the dream after the merge settles it; a copy made by hand is a person's matter.

export function citedTwice({ view }: Pick<LintInput, 'view'>): Remark[] {
  const homes = readHomes(
    view,
    new Set([...view.citedOn].flatMap(([fact, pages]) => (pages.length > 1 ? [fact] : []))),
  );
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const home = view.ledger.get(fact)?.page;
    if (pages.length < 2 || home === undefined || !pages.includes(home) || !view.factById.has(fact)) return [];
    const others = pages.filter((page) => page !== home);
    return others.map((page) => ({
      severity: 'warning',
      ...claimPlace(view, page, fact),
      message: `${fact} is cited here too; its page is ${home}`,
      fix: homes.get(fact)?.others.includes(page) ? DREAM_SETTLES : 'take one of the two claims off',
    }));
  });
}

// Current claims of which two cannot both hold, or say the same, as a merge brings them. The next dream settles them.

export function clashes({ view, pending }: Pick<LintInput, 'view' | 'pending'>): Remark[] {
  return [...pending.clashes].map(([fact, { as, other, reason }]): Remark => {
    const message =
      as === 'superseded'
        ? `${other} replaces ${fact}: ${reason}`
        : as === 'conflict'
          ? `${fact} contradicts ${other}: ${reason}`
          : `${fact} says what ${other} says: ${reason}`;
    return {
      severity: 'warning',
      ...claimPlace(view, view.ledger.get(fact)?.page ?? '', fact),
      message,
      fix: DREAM_SETTLES,
    };
  });
}

// Facts that one run decided in two ways: a dream gives each fact one disposition, so one of the two lines is not its
// own.

export function decidedTwice({ view, placeOf }: Pick<LintInput, 'view' | 'placeOf'>): Remark[] {
  const seen = new Map<string, LedgerLine>();
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    const key = `${line.fact} ${line.run}`;
    const before = seen.get(key);
    seen.set(key, line);
    if (!before || (before.as === line.as && before.page === line.page)) return [];
    return [
      {
        severity: 'error',
        ...placeOf(line),
        message: `${line.run} decided ${line.fact} twice: ${whatOf(before)} and ${whatOf(line)}`,
        fix: null,
      },
    ];
  });
}

const whatOf = ({ as, page }: LedgerLine): string => (page === undefined ? as : `${as} on ${page}`);

// Dispositions that lack the page or the other fact that they must name, or name a fact that is not there: what they
// say cannot be looked up on any page. Only the line that holds for a fact is looked at.

export function missingNames({ view, isKnown, placeOf }: Pick<LintInput, 'view' | 'isKnown' | 'placeOf'>): Remark[] {
  const found: Remark[] = [];
  for (const line of view.ledger.values()) {
    const complain = (message: string): void =>
      void found.push({
        severity: 'error',
        ...placeOf(line),
        message: `${line.fact} is ${line.as}, ${message}`,
        fix: null,
      });
    if (CITED.has(line.as) && line.page === undefined) complain('and the line names no page');
    const key =
      line.as === 'duplicate' ? 'of' : line.as === 'superseded' ? 'by' : line.as === 'conflict' ? 'with' : null;
    if (key === null) continue;
    const other = line[key];
    if (other === undefined) complain(`and the line does not say ${key} which fact`);
    else if (other === line.fact || !isKnown(other))
      complain(`${key} ${quote(other)}, which is no other fact of this vault`);
  }
  return found;
}

// `42 facts: 30 placed, 6 duplicate` in log.md, and as many lines of that run in the ledger: where the ledger has
// others, some of them went or came. A run of which the ledger has no line at all is found by run-log.

export function runCounts({ view, runLog }: Pick<LintInput, 'view' | 'runLog'>): Remark[] {
  const linesOf = groupBy(view.ledgerRead.lines, ({ run }) => run);
  return runLog.flatMap((entry): Remark[] => {
    const [, all, kinds = ''] = /: (\d+) facts?: ([^;]*)/.exec(entry.summary) ?? [];
    const lines = linesOf.get(entry.run ?? '');
    if (entry.kind !== 'ingest' || all === undefined || !lines) return [];
    const decided = new Map(lines.map(({ fact, as }) => [fact, as]));
    const said = `${count(Number(all), 'fact')}: ${kinds.trim()}`;
    const have = `${count(decided.size, 'fact')}: ${countKinds([...decided.values()])}`;
    if (said === have) return [];
    return [
      {
        severity: 'error',
        path: RUN_LOG_FILE,
        line: entry.line,
        message: `${entry.run} decided ${said}; the ledger has ${have}`,
        fix: 'bring the lines of the ledger back from git or a backup',
      },
    ];
  });
}

/** Counts dispositions as log.md writes them, in its order; those of no kind come last. */
function countKinds(all: readonly string[]): string {
  const kinds = [...new Set([...DISPOSITIONS, ...all])];
  return kinds
    .map((kind) => [all.filter((as) => as === kind).length, kind] as const)
    .filter(([n]) => n > 0)
    .map(([n, kind]) => `${n} ${kind}`)
    .join(', ');
}

// Facts that stand elsewhere on their page than was decided, such as a superseded one that is current: moved by hand,
// or brought by a merge. The next dream settles them.

export function standsElsewhere({ view, pending }: Pick<LintInput, 'view' | 'pending'>): Remark[] {
  return [...pending.restated].map(([fact, { reason }]): Remark => {
    const held = view.ledger.get(fact);
    return {
      severity: 'warning',
      ...claimPlace(view, held?.page ?? '', fact),
      message: `${fact} is ${held?.as ?? 'undecided'}, and ${reason}`,
      fix: DREAM_SETTLES,
    };
  });
}

export function unknownValues({ view, placeOf }: Pick<LintInput, 'view' | 'placeOf'>): Remark[] {
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    if (Number.isNaN(Date.parse(line.at)))
      return [
        {
          severity: 'error',
          ...placeOf(line),
          message: `${quote(line.at)} is no time; the line counts as older than every other of ${line.fact}`,
          fix: `write the time of the other lines of ${line.run}`,
        },
      ];
    if ((DISPOSITIONS as readonly string[]).includes(line.as)) return [];
    const near = nearest(line.as, DISPOSITIONS);
    return [
      {
        severity: 'error',
        ...placeOf(line),
        message: `${quote(line.as)} is no disposition of ${line.fact}`,
        fix: near === null ? 'a later memvault may know it' : `write ${near}, where no later memvault wrote this`,
      },
    ];
  });
}
