// Invariant 1: nothing is lost. Every fact that was decided has one disposition, and what the ledger says is
// on the pages: `placed`, `duplicate`, `superseded` and `conflict` facts are cited on the page it names,
// `set-aside`, `quarantined` and `forgotten` ones on none. What a run's entry in log.md counts, the ledger has.
//
// A claim that is cited nowhere is an error although a person may have meant it: until a dream has recorded
// "removed by hand", a wish and a loss look the same. A claim that stands on another page is a warning. Where the
// ledger names a page out of the vault, confined says so. Two current claims that cannot both hold, and a fact that
// stands elsewhere on its page than was decided, are warnings: the next dream settles them.
import { splitLines } from '../../markdown/lines.ts';
import { hasMergeMarkers, isMergeMarker } from '../../markdown/page.ts';
import { CITED, DISPOSITIONS, type LedgerLine } from '../../model/disposition.ts';
import { nearest } from '../../model/nearest.ts';
import { readHomes } from '../../vault/homes.ts';
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import { REMOVED_BY_HAND } from './removed-by-hand.ts';
import type { Remark, Rule } from '../rule.ts';
import { count, quote, some } from '../words.ts';

const ok = `
== daily/2026-07-01.md
- [preference] User prefers tabs ^k3v9x2ab4q
- [preference] The user prefers tabs ^m4w8y3bc5r
== .memvault/ledger/2026-07.jsonl
{"fact":"k3v9x2ab4q","as":"placed","page":"3_Personal/Preferences.md"}
{"fact":"m4w8y3bc5r","as":"duplicate","page":"3_Personal/Preferences.md","of":"k3v9x2ab4q"}
== 3_Personal/Preferences.md
- User prefers tabs[^k3v9x2ab4q][^m4w8y3bc5r]
`;

export const conservation: Rule = {
  name: 'conservation',
  what: 'Every fact has one disposition, and what the ledger says is on the page.',
  examples: {
    ok,
    notOk: ok.replace('[^m4w8y3bc5r]\n', '\n').replace('"as":"placed"', '"as":"plased"'),
    finds: ['error .memvault/ledger/2026-07.jsonl:1', 'error 3_Personal/Preferences.md:1'],
  },
  check: (input) => [
    ...brokenLines(input), ...unknownValues(input), ...twoInOneRun(input), ...references(input), ...runCounts(input),
    ...citedNowhere(input), ...citedOtherwise(input), ...citedInSpite(input), ...citedTwice(input), ...standsElsewhere(input), ...clashes(input),
  ],
};

const DREAM_RECORDS = 'memvault dream records it';
const SETTLES = 'memvault dream settles it';

/** Lines that are no ledger lines. A line that is cut off at the end of its file, and a conflict marker, are found by other rules. */
function brokenLines({ view, files }: LintInput): Remark[] {
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
    return [{
      severity: settled ? 'warning' : 'error', path, line,
      message: `no ledger line: ${whatIsWrong(text)}${settled ? `; another line decides ${fact}` : ''}`,
      fix: settled ? 'take the line out' : 'bring the line back from git or a backup; without it the fact it decided counts as undecided',
    }];
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

/** Lines whose disposition or time means nothing to this version: such a line is kept as a decision, but what it says, or whether it is the last word, cannot be told. */
function unknownValues({ view, placeOf }: LintInput): Remark[] {
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    if (Number.isNaN(Date.parse(line.at))) return [{ severity: 'error', ...placeOf(line), message: `${quote(line.at)} is no time; the line counts as older than every other of ${line.fact}`, fix: `write the time of the other lines of ${line.run}` }];
    if ((DISPOSITIONS as readonly string[]).includes(line.as)) return [];
    const near = nearest(line.as, DISPOSITIONS);
    return [{ severity: 'error', ...placeOf(line), message: `${quote(line.as)} is no disposition of ${line.fact}`, fix: near === null ? 'a later memvault may know it' : `write ${near}, where no later memvault wrote this` }];
  });
}

function twoInOneRun({ view, placeOf }: LintInput): Remark[] {
  const seen = new Map<string, LedgerLine>();
  return view.ledgerRead.lines.flatMap((line): Remark[] => {
    const key = `${line.fact} ${line.run}`;
    const before = seen.get(key);
    seen.set(key, line);
    if (!before || (before.as === line.as && before.page === line.page)) return [];
    return [{ severity: 'error', ...placeOf(line), message: `${line.run} decided ${line.fact} twice: ${whatOf(before)} and ${whatOf(line)}`, fix: null }];
  });
}

const whatOf = ({ as, page }: LedgerLine): string => (page === undefined ? as : `${as} on ${page}`);

/** Dispositions that lack the page or the other fact that they must name, or name a fact that is not there. */
function references({ view, isKnown, placeOf }: LintInput): Remark[] {
  const found: Remark[] = [];
  for (const line of view.ledger.values()) {
    const complain = (message: string): void => void found.push({ severity: 'error', ...placeOf(line), message: `${line.fact} is ${line.as}, ${message}`, fix: null });
    if (CITED.has(line.as) && line.page === undefined) complain('and the line names no page');
    const key = line.as === 'duplicate' ? 'of' : line.as === 'superseded' ? 'by' : line.as === 'conflict' ? 'with' : null;
    if (key === null) continue;
    const other = line[key];
    if (other === undefined) complain(`and the line does not say ${key} which fact`);
    else if (other === line.fact || !isKnown(other)) complain(`${key} ${quote(other)}, which is no other fact of this vault`);
  }
  return found;
}

/** `42 facts: 30 placed, 6 duplicate` in log.md, and as many lines of that run in the ledger. */
function runCounts({ view, runLog }: LintInput): Remark[] {
  const decided = new Map<string, Map<string, string>>();
  for (const { run, fact, as } of view.ledgerRead.lines) {
    const facts = decided.get(run);
    if (facts) facts.set(fact, as);
    else decided.set(run, new Map([[fact, as]]));
  }
  return runLog.flatMap((entry): Remark[] => {
    const [, all, kinds = ''] = /: (\d+) facts?: ([^;]*)/.exec(entry.summary) ?? [];
    const facts = decided.get(entry.run ?? '');
    if (entry.kind !== 'ingest' || all === undefined || !facts) return [];
    const said = `${count(Number(all), 'fact')}: ${kinds.trim()}`;
    const have = `${count(facts.size, 'fact')}: ${countKinds([...facts.values()])}`;
    if (said === have) return [];
    return [{ severity: 'error', path: RUN_LOG_FILE, line: entry.line, message: `${entry.run} decided ${said}; the ledger has ${have}`, fix: 'bring the lines of the ledger back from git or a backup' }];
  });
}

/** Counts dispositions as log.md writes them, in its order. */
function countKinds(all: readonly string[]): string {
  const kinds = [...DISPOSITIONS, ...new Set(all.filter((as) => !(DISPOSITIONS as readonly string[]).includes(as)))];
  return kinds.map((kind) => [all.filter((as) => as === kind).length, kind] as const).filter(([n]) => n > 0).map(([n, kind]) => `${n} ${kind}`).join(', ');
}

function citedNowhere({ view, pending, reach }: LintInput): Remark[] {
  const fix = 'put it back, or run memvault dream: it records that the claim was removed by hand';
  const gone = new Map<string, number>();
  const found: Remark[] = [];
  for (const fact of pending.removed) {
    const held = view.ledger.get(fact.id);
    const page = held?.page ?? '';
    if (page === '' || reach.get(page) === 'outside') continue;
    if (view.pages.has(page)) found.push({ severity: 'error', path: page, line: 1, message: `${fact.id} is ${held?.as} here, and no page cites it: ${quote(fact.text)}`, fix });
    else gone.set(page, (gone.get(page) ?? 0) + 1);
  }
  for (const zone of view.lostZones) {
    found.push({ severity: 'error', path: zone, line: 1, message: 'the zone is no folder here now, so its pages cannot be looked at', fix: 'bring it back, or make an empty folder to say that its pages are gone' });
  }
  for (const [path, facts] of gone) {
    found.push({ severity: 'error', path, line: 1, message: `the page is gone, and with it ${count(facts, 'fact')} that no other page cites`, fix: 'put the page back, or run memvault dream: it records that its claims were removed by hand' });
  }
  return found;
}

/** Facts that are cited on a page that the ledger does not name: moved by hand, brought by a merge, or written by a run that broke off. */
function citedOtherwise({ view, pending, reach }: LintInput): Remark[] {
  const groups = new Map<string, { first: string; facts: string[]; page: string; from: string | null }>();
  for (const [fact, page] of pending.cited) {
    const held = view.ledger.get(fact);
    if (held && held.as !== 'pending' && (!CITED.has(held.as) || reach.get(held.page ?? '') === 'outside')) continue;
    const from = held?.as === 'pending' ? null : (held?.page ?? null);
    const key = `${from ?? ''}\n${page}`;
    const group = groups.get(key);
    if (group) group.facts.push(fact);
    else groups.set(key, { first: fact, facts: [fact], page, from });
  }
  return [...groups.values()].map(({ first, facts, page, from }): Remark => {
    const these = `${count(facts.length, 'fact')} (${some(facts)})`;
    const message = from === null ? `${these} cited here without a disposition` : `${these} cited here, and the ledger names ${from}`;
    return { severity: 'warning', ...claimPlace(view, page, first), message, fix: DREAM_RECORDS };
  });
}

function citedInSpite({ view, unmerged }: LintInput): Remark[] {
  const takesOff = (page: string): string => (unmerged.has(page) || hasMergeMarkers(view.pages.get(page)?.text ?? '') ? 'settle the merge of this page; then memvault dream takes it off' : 'memvault dream takes it off, and lint --fix at once');
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    const forgotten = view.forgotten.has(fact) || held?.as === 'forgotten';
    if (!forgotten && held?.as !== 'set-aside' && held?.as !== 'quarantined') return [];
    if (!forgotten && held?.reason === REMOVED_BY_HAND) return [];
    return pages.map((page): Remark => ({
      severity: 'error', ...claimPlace(view, page, fact), message: `${fact} is ${forgotten ? 'forgotten' : held?.as}, and this claim cites it`,
      fix: held?.as === 'set-aside' && !forgotten ? `take the claim off, or keep it: ${DREAM_RECORDS}` : forgotten ? takesOff(page) : 'take the claim off',
    }));
  });
}

function citedTwice({ view }: LintInput): Remark[] {
  // Where two clones put it on a page each, the dream after the merge settles it; a copy made by hand is a person's matter.
  const homes = readHomes(view, new Set([...view.citedOn].flatMap(([fact, pages]) => (pages.length > 1 ? [fact] : []))));
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const home = view.ledger.get(fact)?.page;
    if (pages.length < 2 || home === undefined || !pages.includes(home) || !view.factById.has(fact)) return [];
    const others = pages.filter((page) => page !== home);
    return others.map((page) => ({ severity: 'warning', ...claimPlace(view, page, fact), message: `${fact} is cited here too; its page is ${home}`, fix: homes.get(fact)?.others.includes(page) ? SETTLES : 'take one of the two claims off' }));
  });
}

/** Facts that stand elsewhere on their page than was decided: moved by hand, or brought by a merge. */
function standsElsewhere({ view, pending }: LintInput): Remark[] {
  return [...pending.restated].map(([fact, { reason }]): Remark => {
    const held = view.ledger.get(fact);
    return { severity: 'warning', ...claimPlace(view, held?.page ?? '', fact), message: `${fact} is ${held?.as ?? 'undecided'}, and ${reason}`, fix: SETTLES };
  });
}

/** Current claims of which two cannot both hold or say the same. */
function clashes({ view, pending }: LintInput): Remark[] {
  return [...pending.clashes].map(([fact, { as, other, reason }]): Remark => {
    const message = as === 'superseded' ? `${other} replaces ${fact}: ${reason}` : as === 'conflict' ? `${fact} contradicts ${other}: ${reason}` : `${fact} says what ${other} says: ${reason}`;
    return { severity: 'warning', ...claimPlace(view, view.ledger.get(fact)?.page ?? '', fact), message, fix: SETTLES };
  });
}
