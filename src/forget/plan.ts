// Plans forgetting as data: the facts, the edits of pages, and what the user must check. Also finds forgotten facts
// that have reappeared in the vault.
import { linesSaying, says, seek, seekEach, type Sought, tracesOf, wordsOf } from '../language/forgotten-words.ts';
import { normalForm } from '../language/normal-form.ts';
import { factDigest } from '../model/bytes.ts';
import { dayOf } from '../model/day.ts';
import { purgedFacts, standingTombstones, type Tombstone } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import { compareFacts, compareText, type Fact } from '../model/fact.ts';
import type { FileChange, Journal, Purge } from '../model/journal.ts';
import { plural } from '../model/text.ts';
import { parseBlocks } from '../note/blocks.ts';
import { setFrontMatter } from '../note/front-matter.ts';
import { splitLines } from '../note/lines.ts';
import { renderLink } from '../note/link-map.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { type ForgetOnPage, forgetOnPage, tellerOf } from '../page/forget.ts';
import { hasMergeMarkers, isQuote, parseClaims, sourceDigestOf, titleFromPath } from '../page/page.ts';
import { findSection, spliceLines } from '../page/sections.ts';
import { obstacleTo, purgesOf } from '../vault/carry-out.ts';
import { bringDerived } from '../vault/derived-pages.ts';
import { generatedChanges, generatedTexts } from '../vault/generated.ts';
import { type HandRun, makeHandRun } from '../vault/record-run.ts';
import { phrasesAmong } from '../vault/scrub.ts';
import { readSummaryRecords, restsOn } from '../vault/memory-file.ts';
import { alikeTest, readStanding, readTombstones, statementDigest, tombstoneAppends } from '../vault/tombstones.ts';
import { CATALOGUE_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import { isLost, type PageText, type View } from '../vault/view.ts';

export interface ForgetWish {
  /** Full ids. */
  readonly ids: readonly string[];
  readonly purge: boolean;
  readonly start: Date;
}

export interface Forgotten {
  readonly id: string;
  readonly day: string;
  /** Null if no log has its line. */
  readonly fact: Fact | null;
  /** Not named by the user, but has the same statement as a fact that was. */
  readonly equal: boolean;
}

/** Something that forgetting leaves to the user. */
export interface Remaining {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly what: string;
  /** Should have been removed and could not be; false if the user only needs to look at it. */
  readonly failed: boolean;
}

export interface ForgetPlan {
  readonly forgotten: readonly Forgotten[];
  readonly edits: readonly FileChange[];
  readonly lines: HandRun['lines'];
  readonly purges: readonly Purge[];
  readonly remaining: readonly Remaining[];
  /** Pages that will still contain the words. */
  readonly traces: readonly Remaining[];
}

/** Also removes every fact forgotten earlier that pages still cite: a merge may have brought it back. */
export function planForget(vault: Vault, view: View, { ids, purge, start }: ForgetWish): ForgetPlan {
  const forgotten = withEqual(view, ids);
  const named = new Set(forgotten.map(({ id }) => id));
  const all = new Set([...view.forgotten, ...named]);
  // The words of these facts, except words that another fact has, too.
  const sought = seekEach(
    forgotten.flatMap(({ id, fact }) => (fact === null ? [] : [{ fact: id, text: fact.text }])),
    view.facts.flatMap(({ id, text }) => (all.has(id) ? [] : [text])),
  );
  const { edits: cut, remaining } = offPages(vault, view, all, dayOf(start));
  const edits = [...cut, ...offLiterature(vault, view, { sought, edits: cut, today: dayOf(start) })].sort((a, b) =>
    compareText(a.path, b.path),
  );
  const isAlike = alikeTest(vault);
  const lines = [...named, ...[...all].filter((id) => !named.has(id) && view.citedOn.has(id))].flatMap(
    (id): HandRun['lines'][number][] => {
      const held = view.ledger.get(id);
      const fact = view.factById.get(id);
      const day = fact?.day ?? held?.day;
      // A fact that only says the same stays pending for a dream, once its statement is remembered in any clone.
      const as = fact && !named.has(id) && isAlike(fact) ? 'pending' : 'forgotten';
      if (day === undefined || held?.as === 'forgotten' || as === (held?.as ?? 'pending')) return [];
      return [{ fact: id, day, as, digest: fact ? factDigest(fact) : (held?.digest ?? '') }];
    },
  );
  const facts = forgotten.flatMap(({ fact }) => fact ?? []);
  const purges = purge ? purgesOf(vault, facts) : [];
  return { forgotten, edits, lines, purges, remaining, traces: tracesLeft(view, edits, sought) };
}

/** Adds the facts with the same statement, whatever their subjects. */
function withEqual(view: View, ids: readonly string[]): Forgotten[] {
  const digestOf = (text: string): string => statementDigest('', text);
  const named = new Set(ids);
  const digests = new Set(ids.flatMap((id) => view.factById.get(id)?.text ?? []).map(digestOf));
  const isEqual = ({ id, text }: Fact): boolean => digests.size > 0 && !named.has(id) && digests.has(digestOf(text));
  const toForgotten = (id: string, equal: boolean): Forgotten => {
    const fact = view.factById.get(id) ?? null;
    return { id, day: fact?.day ?? view.ledger.get(id)?.day ?? '', fact, equal };
  };
  return [
    ...[...named].map((id) => toForgotten(id, false)),
    ...view.facts.filter(isEqual).map(({ id }) => toForgotten(id, true)),
  ];
}

function offPages(
  vault: Vault,
  view: View,
  all: ReadonlySet<string>,
  today: string,
): { edits: FileChange[]; remaining: Remaining[] } {
  const edits = new Map<string, FileChange>();
  const remaining: Remaining[] = [];
  const remain = (path: string, line: number, what: string, failed = false): void =>
    void remaining.push({ path, line, what, failed });
  const factOf = (id: string): Fact | undefined => view.factById.get(id);
  const isForgotten = (id: string): boolean => all.has(id);
  const isSuperseded = (id: string): boolean => view.ledger.get(id)?.as === 'superseded';
  // A copy made by a sync tool or the user is theirs, even if empty.
  const made = new Set(view.ledgerRead.lines.map((one) => one.page));
  const paths = new Set([...all].flatMap((id) => view.citedOn.get(id) ?? []));
  for (const page of [...paths].sort().flatMap((path) => view.pages.get(path) ?? [])) {
    const { path, text: before } = page;
    const line = page.claims.find((claim) => claim.facts.some(isForgotten))?.line ?? 1;
    if (isClosed(view, path)) {
      remain(path, line, 'cites it and has an unresolved merge', true);
      continue;
    }
    const how = { path, isForgotten, mayGo: made.has(path), factOf, isSuperseded, today };
    const { text: bare, own, isEmpty } = forgetOnPage(before, how);
    if (bare === before) continue;
    const after = bare === null ? null : withoutTellingDescription(page, bare, { isForgotten, factOf });
    const obstacle = obstacleTo(vault, { path, before, after });
    if (obstacle === null) edits.set(path, { path, before, after });
    else remain(path, line, `cites it and cannot be written: ${obstacle}`, true);
    if (after !== null && isEmpty)
      remain(path, 1, 'this page is now empty; memvault did not create it, so remove it yourself');
    for (const words of own) remain(path, lineOf(after ?? '', words), 'your own text that cited it');
  }
  for (const edit of withoutLinks(vault, view, edits)) edits.set(edit.path, edit);
  return { edits: [...edits.values()], remaining };
}

/** The change of a page, if it can be written. */
const writable = (vault: Vault, edit: FileChange): FileChange[] => (obstacleTo(vault, edit) === null ? [edit] : []);

/**
 * Empties a page's description if it mentions something forgotten: a model may have written it from any claim of the
 * page. A word that the description shares only with that, and not with the rest of the page, gives it away. `text`:
 * the page without what is forgotten.
 */
function withoutTellingDescription(
  page: Pick<PageText, 'path' | 'claims'>,
  text: string,
  { isForgotten, factOf }: Pick<ForgetOnPage, 'isForgotten' | 'factOf'>,
): string {
  const { title, description, broken } = parsePageHead(page.path, text);
  if (description === '' || broken !== null) return text;
  const gone = page.claims.flatMap((claim) => {
    const facts = claim.facts.filter(isForgotten);
    return facts.length === 0 ? [] : [claim.text, ...facts.flatMap((fact) => factOf(fact)?.text ?? [])];
  });
  const left = parseClaims('', parseBlocks(text)).map((claim) => claim.text);
  return tellerOf(gone, [title, titleFromPath(page.path), ...left]).tells(description)
    ? setFrontMatter(text, { description: '' })
    : text;
}

/**
 * Removes from literature pages the quotes that contain forgotten words, and the sentences of the overview based on
 * them.
 */
function offLiterature(
  vault: Vault,
  view: View,
  { sought, edits, today }: { readonly sought: readonly Sought[]; edits: readonly FileChange[]; today: string },
): FileChange[] {
  if (sought.length === 0) return [];
  return [...view.pages.values()].flatMap(({ path, text: before }): FileChange[] => {
    if (sourceDigestOf(before) === null || isClosed(view, path) || edits.some((edit) => edit.path === path)) return [];
    const quotes = parseClaims(path, parseBlocks(before)).filter(isQuote);
    const gone = new Set(quotes.filter(({ text }) => says(text, sought)).flatMap((claim) => claim.facts));
    if (gone.size === 0) return [];
    const { text: after } = forgetOnPage(before, {
      path,
      isForgotten: (id) => gone.has(id),
      mayGo: false,
      factOf: () => undefined,
      isSuperseded: () => false,
      today,
    });
    return writable(vault, { path, before, after });
  });
}

const lineOf = (text: string, words: string): number =>
  linesSaying(text, seek([{ fact: '', text: words }], []))[0] ?? 1;

/** Removes links below `## Related` to pages that go; links elsewhere are the user's. */
function withoutLinks(vault: Vault, view: View, edits: ReadonlyMap<string, FileChange>): FileChange[] {
  const gone = [...edits.values()].filter(({ after }) => after === null).map(({ path }) => path);
  return [...(gone.length === 0 ? [] : view.pages.values())].flatMap(({ path, text: before }): FileChange[] => {
    const now = edits.get(path)?.after;
    const text = now === undefined ? before : now;
    const section = text === null ? null : findSection(text, 'Related');
    if (text === null || !section) return [];
    const targets = gone.map((page) => renderLink('', path, page).slice(1));
    const isGone = (line: string): boolean =>
      /^[-*+]\s+\[(?:[^\]\\]|\\.)*\]\([^)]*\)\s*$/.test(line) &&
      targets.some((target) => line.trimEnd().endsWith(target));
    const lines = splitLines(text);
    const at = [...lines.keys()].filter(
      (index) => index > section.heading && index < section.end && isGone(lines[index] ?? ''),
    );
    const after = at.reverse().reduce((page, index) => spliceLines(page, index, index + 1, []), text);
    return at.length === 0 ? [] : writable(vault, { path, before, after });
  });
}

/** Pages that still contain the words: in a title, front matter or the user's own text. */
function tracesLeft(view: View, edits: readonly FileChange[], sought: readonly Sought[]): Remaining[] {
  if (sought.length === 0) return [];
  const texts = new Map(
    [...view.pages.values(), ...edits.map(({ path, after: text }) => ({ path, text }))].map(({ path, text }) => [
      path,
      text ?? '',
    ]),
  );
  return [...texts].flatMap(([path, text]) => {
    const lines = splitLines(text);
    const isHeading = (line: number): boolean => lines[line - 1]?.startsWith('#') === true;
    return linesSaying(text, sought).map((line) => ({
      path,
      line,
      what: `still says it${isHeading(line) ? ', in a heading' : ''}`,
      failed: false,
    }));
  });
}

export interface StandingAgain {
  /** Forgotten facts that pages cite. */
  readonly facts: readonly string[];
  /** Those of the pages that cannot be written until a merge is resolved or their zone is back. */
  readonly closed: readonly string[];
  /** `MEMORY.md`, `index.md` and pages of skills and lessons, if they contain something that a new one would not. */
  readonly generated: readonly string[];
}

export function standingAgain(vault: Vault, view: View, start: Date): StandingAgain {
  const facts = [...view.forgotten].filter((id) => view.citedOn.has(id));
  const pages = new Set(facts.flatMap((id) => view.citedOn.get(id) ?? []));
  return {
    facts,
    closed: [...pages].filter((path) => isClosed(view, path)).sort(),
    generated: staleGenerated(vault, view, start),
  };
}

/** True if the page has an unresolved merge, or its zone is missing. */
function isClosed(view: View, path: string): boolean {
  return (
    hasMergeMarkers(view.pages.get(path)?.text ?? '') || view.merge?.paths.has(path) === true || isLost(view, path)
  );
}

function staleGenerated(vault: Vault, view: View, start: Date): string[] {
  const { phrases, others } = phrasesAmong(view.facts, view.forgotten);
  if (phrases.length === 0) return [];
  const sought = seek(phrases, others);
  const isResting = restsOn(readSummaryRecords(vault), view.forgotten);
  const resting = (lines: readonly string[]): boolean => lines.some(isResting);
  const mayBeStale = (text: string): boolean => tracesOf(text, sought).length > 0 || resting(splitLines(text));
  const derived = bringDerived(vault, view)
    .changes.filter(({ before }) => [...view.forgotten].some((id) => before?.includes(`[^${id}]`)))
    .map(({ path }) => path);
  // Regenerating them takes longer than all the rest; a text without traces cannot have more than a new one.
  if (!generatedTexts(vault).some(mayBeStale)) return derived;
  const isStale = ({ before, after }: FileChange): boolean => {
    if (tracesOf(before ?? '', sought).length > tracesOf(after ?? '', sought).length) return true;
    // A line in an engine's words leaves no such trace.
    const lines = new Set(splitLines(after ?? ''));
    return resting(splitLines(before ?? '').filter((line) => !lines.has(line)));
  };
  const generated = generatedChanges(vault, view, start).filter(isStale);
  return [...derived, ...generated.map(({ path }) => path)];
}

// Finds the facts that a text means: those with this statement, else those that contain all of its words.

export interface Found {
  /** With exactly this statement. */
  readonly equal: readonly Fact[];
  /** Contain each of its words, or a word that begins with it; newest first. Empty if there are equal ones. */
  readonly alike: readonly Fact[];
}

export function findFacts(facts: readonly Fact[], text: string): Found {
  const wanted = normalForm(text);
  const equal = facts.filter((fact) => normalForm(fact.text) === wanted);
  const words = wordsOf(text);
  if (equal.length > 0 || words.length === 0) return { equal, alike: [] };
  const alike = facts.filter((fact) => {
    const held = wordsOf(fact.text);
    return words.every((word) => held.some((one) => one.startsWith(word)));
  });
  return { equal, alike: alike.sort(compareFacts).reverse() };
}

// Makes the runs that forget and remember: turns a plan into a journal with a tombstone for each fact, or with lines
// that lift them.

export interface ForgetOptions {
  readonly start: Date;
  readonly commit: boolean;
  readonly reason: string | null;
  readonly purge: ForgetWish['purge'];
  /** Run even if only the generated files change, because they contain forgotten words. */
  readonly remake?: boolean;
  /** A salt for a vault that has none yet. */
  readonly newSalt: () => string;
}

/** Null if there is nothing left to do: all of it is forgotten already. */
export function makeForget(vault: Vault, view: View, plan: ForgetPlan, options: ForgetOptions): Journal | null {
  const { start, commit } = options;
  const stones = newStones(vault, view, plan, options);
  if (stones.length + plan.edits.length + plan.lines.length + plan.purges.length === 0 && options.remake !== true)
    return null;
  const after: View = { ...view, forgotten: new Set([...view.forgotten, ...plan.forgotten.map(({ id }) => id)]) };
  const ids = plan.forgotten.length > 0 ? plan.forgotten.map(({ id }) => id) : plan.lines.map(({ fact }) => fact);
  return makeHandRun(vault, after, {
    kind: 'forget',
    start,
    commit,
    changes: [],
    edits: plan.edits,
    purges: plan.purges,
    lines: plan.lines,
    about: ids.length === 0 ? 'what a merge brought' : shortList(ids),
    summary: summaryOf(plan, ids.length),
    more: (run, at) =>
      tombstoneAppends(
        vault,
        stones.map((stone) => ({ ...stone, at, run })),
      ),
  });
}

const shortList = (ids: readonly string[]): string =>
  ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');

/** Without words of facts or titles of pages, because log.md keeps it forever. */
function summaryOf({ edits, purges }: ForgetPlan, facts: number): string {
  const removed = edits.filter(({ after }) => after === null).length;
  const done = [
    ...(edits.length > removed ? [`taken off ${plural(edits.length - removed, 'page')}`] : []),
    ...(removed > 0 ? [`${plural(removed, 'page')} removed`] : []),
    ...(purges.length > 0 ? [`${plural(purges.length, 'line')} taken out of the daily logs`] : []),
  ];
  if (facts > 0) return [`${plural(facts, 'fact')} forgotten`, ...done].join('; ');
  return (
    'what was forgotten ' + (done.length === 0 ? `taken out of ${SUMMARY_FILE} and ${CATALOGUE_FILE}` : done.join('; '))
  );
}

/**
 * Tombstones for the facts that have none yet, and for those to be purged now; none for facts on pages that only say
 * the same.
 */
function newStones(
  vault: Vault,
  view: View,
  plan: ForgetPlan,
  { reason, purge, newSalt }: ForgetOptions,
): Omit<Tombstone, 'at' | 'run'>[] {
  const lines = readTombstones(vault);
  const standing = standingTombstones(lines);
  const ids = new Set([
    ...plan.forgotten.map(({ id }) => id),
    ...plan.lines.flatMap(({ fact, as }) => (as === 'forgotten' ? [fact] : [])),
  ]);
  const salts = lines.flatMap((line) => ('salt' in line && line.salt !== null ? [line.salt] : []));
  const salt = salts[0] ?? newSalt();
  return [...ids].flatMap((id): Omit<Tombstone, 'at' | 'run'>[] => {
    const stones = standing.get(id) ?? [];
    const fact = view.factById.get(id);
    const isPurged = purge && fact !== undefined && plan.purges.some((one) => one.fact === id);
    const isComplete = stones.some(
      (stone) => (stone.digest !== null || fact === undefined) && (!isPurged || stone.purged === true),
    );
    if (isComplete) return [];
    const known = stones.find((stone) => stone.digest !== null);
    const digest = fact
      ? { salt, digest: statementDigest(salt, fact.text) }
      : { salt: known?.salt ?? null, digest: known?.digest ?? null };
    return [
      { fact: id, ...digest, ...(reason === null ? {} : { reason }), ...(isPurged ? { purged: true as const } : {}) },
    ];
  });
}

export interface Remembered {
  readonly journal: Journal;
  readonly facts: readonly Fact[];
}

/** Throws `not-found` for a fact that is not forgotten, `refused` if its line is gone. */
export function planRemember(
  vault: Vault,
  view: View,
  ids: readonly string[],
  { start, commit }: { readonly start: Date; readonly commit: boolean },
): Remembered {
  const standing = readStanding(vault);
  for (const id of ids) mustBeThere(view, standing, id);
  const facts = [...new Set(ids.flatMap((id) => [id, ...sameAs(view, standing, id)]))].flatMap(
    (id) => view.factById.get(id) ?? [],
  );
  const stones = [
    ...new Set([...ids, ...facts.map(({ id }) => id), ...ids.flatMap((id) => twinsOf(standing, id))]),
  ].flatMap((id) => standing.get(id) ?? []);
  const back = new Set(stones.map(({ fact }) => fact));
  const lines = facts.flatMap((fact): HandRun['lines'][number][] => {
    const held = view.ledger.get(fact.id);
    return held?.as === 'forgotten'
      ? [{ fact: fact.id, day: fact.day, as: 'pending', undoes: held.run, digest: factDigest(fact) }]
      : [];
  });
  const left: View = {
    ...view,
    forgotten: new Set([...view.forgotten].filter((id) => !back.has(id) && !facts.some((fact) => fact.id === id))),
  };
  const journal = makeHandRun(vault, left, {
    kind: 'forget',
    start,
    commit,
    changes: [],
    lines,
    about: facts.map(({ id }) => id).join(', '),
    summary: `${plural(facts.length, 'fact')} pending again`,
    more: (run, at) =>
      tombstoneAppends(
        vault,
        stones.map((stone) => ({ fact: stone.fact, undone: true, undoes: stone.run, at, run })),
      ),
  });
  return { journal, facts };
}

function mustBeThere(view: View, standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): void {
  const purged = purgedFacts(standing);
  if (!view.factById.has(id) || [id, ...twinsOf(standing, id)].some((one) => purged.has(one))) {
    if (standing.has(id))
      throw new MemvaultError('refused', `${id} cannot be brought back: its line is gone from the daily log`, {
        hint: 'log it again in other words; the same words stay forgotten',
      });
    throw new MemvaultError('not-found', `no fact has the id ${id}`, {
      hint: 'memvault facts --as forgotten lists what is forgotten',
    });
  }
  if (
    standing.has(id) ||
    view.ledger.get(id)?.as === 'forgotten' ||
    sameAs(view, standing, id).some((one) => standing.has(one))
  )
    return;
  if (view.forgotten.has(id))
    throw new MemvaultError('refused', `${id} is forgotten by a file of an older layout`, {
      hint: 'delete its line from .state/tombstones.jsonl',
    });
  throw new MemvaultError('not-found', `${id} is not forgotten`, {
    hint: 'memvault facts --as forgotten lists what is forgotten',
  });
}

/** Forgotten facts with the same statement. */
function sameAs(view: View, standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const text = view.factById.get(id)?.text;
  if (text === undefined) return [];
  const digest = statementDigest('', text);
  const purged = purgedFacts(standing);
  return view.facts
    .filter((fact) => view.forgotten.has(fact.id) && !purged.has(fact.id) && statementDigest('', fact.text) === digest)
    .map((fact) => fact.id);
}

/** Tombstones with the digest of its statement: as long as one of them is in force, the statement is forgotten. */
function twinsOf(standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const own = new Set(
    (standing.get(id) ?? []).flatMap(({ salt, digest }) => (digest === null ? [] : [`${salt ?? ''} ${digest}`])),
  );
  return [...standing]
    .filter(([, stones]) => stones.some(({ salt, digest }) => own.has(`${salt ?? ''} ${digest ?? ''}`)))
    .map(([fact]) => fact);
}
