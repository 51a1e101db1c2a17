// Plans forgetting as data: the facts, the edits of pages, and what the user must check. Also finds forgotten facts
// that have reappeared in the vault.
import { linesSaying, seek, seekEach, tracesOf, wordsOf } from '../language/forgotten-words.ts';
import { normalForm } from '../language/normal-form.ts';
import { factDigest } from '../model/bytes.ts';
import { dayOf } from '../model/day.ts';
import { compareFacts, type Fact } from '../model/fact.ts';
import type { FileChange, Purge } from '../model/journal.ts';
import { parseBlocks } from '../note/blocks.ts';
import { setFrontMatter } from '../note/front-matter.ts';
import { splitLines } from '../note/lines.ts';
import { renderLink } from '../note/link-map.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { type ForgetOnPage, forgetOnPage, tellerOf } from '../page/forget.ts';
import { hasMergeMarkers, isQuote, parseClaims, sourceDigestOf, titleFromPath } from '../page/page.ts';
import { findSection, spliceLines } from '../page/sections.ts';
import { obstacleTo, purgesOf } from '../vault/carry-out.ts';
import { generatedChanges, generatedTexts } from '../vault/generated.ts';
import type { HandRun } from '../vault/record-run.ts';
import { phrasesAmong } from '../vault/scrub.ts';
import { readSummaryRecords, restsOn } from '../vault/summary.ts';
import { alikeTest, statementDigest } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { isLost, type PageText, type View } from '../vault/view.ts';

// Drops a page's description if it mentions something forgotten: a model may have written it from any claim of the
// page. Pure.

/**
 * `text`: the page without what is forgotten. A word that the description shares only with that, and not with the rest
 * of the page, gives it away.
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
  const all = new Set([...view.forgotten, ...forgotten.map(({ id }) => id)]);
  const { edits: cut, remaining } = offPages(vault, view, all, dayOf(start));
  const edits = [...cut, ...offLiterature(vault, view, forgotten, cut, dayOf(start))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  const cited = new Set([...all].filter((id) => view.citedOn.has(id)));
  const named = new Set(forgotten.map(({ id }) => id));
  const isAlike = alikeTest(vault);
  const lines = [...new Set([...named, ...cited])].flatMap((id): HandRun['lines'][number][] => {
    const held = view.ledger.get(id);
    const fact = view.factById.get(id);
    const day = fact?.day ?? held?.day;
    // A fact that only says the same stays pending for a dream, once its statement is remembered in any clone.
    const as = fact && !named.has(id) && isAlike(fact) ? 'pending' : 'forgotten';
    if (day === undefined || held?.as === 'forgotten' || as === (held?.as ?? 'pending')) return [];
    return [{ fact: id, day, as, digest: fact ? factDigest(fact) : (held?.digest ?? '') }];
  });
  const purged = purge
    ? purgesOf(
        vault,
        forgotten.flatMap(({ fact }) => fact ?? []),
      )
    : [];
  return { forgotten, edits, lines, purges: purged, remaining, traces: tracesLeft(view, edits, forgotten) };
}

/** Adds the facts with the same statement, whatever their subjects. */
function withEqual(view: View, ids: readonly string[]): Forgotten[] {
  const digestOf = (text: string): string => statementDigest('', text);
  const named = new Set(ids);
  const digests = new Set(ids.flatMap((id) => view.factById.get(id)?.text ?? []).map(digestOf));
  const equal =
    digests.size === 0 ? [] : view.facts.filter((fact) => !named.has(fact.id) && digests.has(digestOf(fact.text)));
  const toForgotten = (id: string, isEqual: boolean): Forgotten => {
    const fact = view.factById.get(id) ?? null;
    return { id, day: fact?.day ?? view.ledger.get(id)?.day ?? '', fact, equal: isEqual };
  };
  return [...[...named].map((id) => toForgotten(id, false)), ...equal.map(({ id }) => toForgotten(id, true))];
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
  const paths = new Set([...all].flatMap((id) => view.citedOn.get(id) ?? []));
  // A copy made by a sync tool or the user is theirs, even if empty.
  const made = new Set(view.ledgerRead.lines.map((one) => one.page));
  for (const path of [...paths].sort()) {
    const page = view.pages.get(path);
    if (page === undefined) continue;
    const line = page.claims.find((claim) => claim.facts.some(isForgotten))?.line ?? 1;
    if (isClosed(view, path)) {
      remain(path, line, 'cites it, and is not merged yet', true);
      continue;
    }
    const {
      text: bare,
      own,
      isEmpty,
    } = forgetOnPage(page.text, {
      path,
      isForgotten,
      mayGo: made.has(path),
      factOf,
      isSuperseded: (id) => view.ledger.get(id)?.as === 'superseded',
      today,
    });
    if (bare === page.text) continue;
    const text = bare === null ? null : withoutTellingDescription(page, bare, { isForgotten, factOf });
    const edit = { path, before: page.text, after: text };
    const obstacle = obstacleTo(vault, edit);
    if (obstacle === null) edits.set(path, edit);
    else remain(path, line, `cites it, and cannot be written: ${obstacle}`, true);
    if (text !== null && isEmpty)
      remain(path, 1, 'nothing is left on this page, which memvault did not make: remove it if you like');
    for (const words of own) remain(path, lineOf(text ?? '', words), 'a text of your own that cited it');
  }
  const gone = [...edits.values()].filter(({ after }) => after === null).map(({ path }) => path);
  if (gone.length > 0) for (const edit of withoutLinks(vault, view, edits, gone)) edits.set(edit.path, edit);
  return { edits: [...edits.values()], remaining };
}

/**
 * Removes from literature pages the quotes that contain forgotten words, and the sentences of the overview based on
 * them.
 */
function offLiterature(
  vault: Vault,
  view: View,
  forgotten: readonly Forgotten[],
  edits: readonly FileChange[],
  today: string,
): FileChange[] {
  const sought = soughtOf(view, forgotten);
  if (sought.length === 0) return [];
  return [...view.pages.values()].flatMap(({ path, text }): FileChange[] => {
    if (sourceDigestOf(text) === null || isClosed(view, path) || edits.some((edit) => edit.path === path)) return [];
    const quotes = parseClaims(path, parseBlocks(text)).filter(isQuote);
    const gone = new Set(
      quotes.filter((claim) => tracesOf(claim.text, sought).length > 0).flatMap((claim) => claim.facts),
    );
    if (gone.size === 0) return [];
    const { text: after } = forgetOnPage(text, {
      path,
      isForgotten: (id) => gone.has(id),
      mayGo: false,
      factOf: () => undefined,
      isSuperseded: () => false,
      today,
    });
    const edit = { path, before: text, after };
    return obstacleTo(vault, edit) === null ? [edit] : [];
  });
}

function lineOf(text: string, words: string): number {
  return linesSaying(text, seek([{ fact: '', text: words }], []))[0] ?? 1;
}

/** Removes links below `## Related` to pages that go; links elsewhere are the user's. */
function withoutLinks(
  vault: Vault,
  view: View,
  edits: ReadonlyMap<string, FileChange>,
  gone: readonly string[],
): FileChange[] {
  return [...view.pages.values()].flatMap(({ path, text: before }): FileChange[] => {
    const now = edits.get(path)?.after;
    const text = now === undefined ? before : now;
    if (text === null || !text.includes('## Related')) return [];
    const targets = gone.map((page) => renderLink('', path, page).slice(1));
    const section = findSection(text, 'Related');
    if (!section) return [];
    const lines = splitLines(text);
    const isGone = (line: string): boolean =>
      /^[-*+]\s+\[(?:[^\]\\]|\\.)*\]\([^)]*\)\s*$/.test(line) &&
      targets.some((target) => line.trimEnd().endsWith(target));
    const at = lines.flatMap((line, index) =>
      index > section.heading && index < section.end && isGone(line) ? [index] : [],
    );
    if (at.length === 0) return [];
    const after = at.reverse().reduce((page, index) => spliceLines(page, index, index + 1, []), text);
    const edit = { path, before, after };
    return obstacleTo(vault, edit) === null ? [edit] : [];
  });
}

/** Search patterns for the words of the forgotten facts, except words that another fact has too. */
function soughtOf(view: View, forgotten: readonly Forgotten[]): ReturnType<typeof seekEach> {
  const ids = new Set(forgotten.map(({ id }) => id));
  const phrases = forgotten.flatMap(({ id, fact }) => (fact === null ? [] : [{ fact: id, text: fact.text }]));
  if (phrases.length === 0) return [];
  const others = view.facts.filter(({ id }) => !ids.has(id) && !view.forgotten.has(id)).map(({ text }) => text);
  return seekEach(phrases, others);
}

/** Pages that still contain the words: in a title, front matter or the user's own text. */
function tracesLeft(view: View, edits: readonly FileChange[], forgotten: readonly Forgotten[]): Remaining[] {
  const sought = soughtOf(view, forgotten);
  if (sought.length === 0) return [];
  const texts = new Map([...view.pages.values()].map(({ path, text }): [string, string | null] => [path, text]));
  for (const { path, after } of edits) texts.set(path, after);
  return [...texts].flatMap(([path, text]): Remaining[] => {
    if (text === null) return [];
    const lines = splitLines(text);
    return linesSaying(text, sought).map((line) => ({
      path,
      line,
      what: `still says it${lines[line - 1]?.startsWith('#') === true ? ', in a heading' : ''}`,
      failed: false,
    }));
  });
}

export interface StandingAgain {
  /** Forgotten facts that pages cite. */
  readonly facts: readonly string[];
  /** Those of the pages that cannot be written until a merge is resolved or their zone is back. */
  readonly closed: readonly string[];
  /** `MEMORY.md` and `index.md`, if they contain something that a new one would not. */
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
  // Regenerating them takes longer than all the rest; a text without traces cannot have more than a new one.
  if (!generatedTexts(vault).some(mayBeStale)) return [];
  const isStale = ({ before, after }: FileChange): boolean => {
    if (tracesOf(before ?? '', sought).length > tracesOf(after ?? '', sought).length) return true;
    // A line in an engine's words leaves no such trace.
    const lines = new Set(splitLines(after ?? ''));
    return resting(splitLines(before ?? '').filter((line) => !lines.has(line)));
  };
  return generatedChanges(vault, view, start)
    .filter(isStale)
    .map(({ path }) => path);
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
  if (equal.length > 0) return { equal, alike: [] };
  const words = wordsOf(text);
  if (words.length === 0) return { equal, alike: [] };
  const alike = facts.filter((fact) => {
    const held = wordsOf(fact.text);
    return words.every((word) => held.some((one) => one.startsWith(word)));
  });
  return { equal, alike: alike.sort(compareFacts).reverse() };
}
