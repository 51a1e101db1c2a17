// What forgetting does, as a value: which facts, off which pages, and what will be left that a person must look at.
// Pure but for a look at whether a page may be written.
import { seek, seekEach, tracesOf } from '../language/forgotten-words.ts';
import { factDigest } from '../model/bytes.ts';
import { dayOf } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import type { FileChange, Purge } from '../model/journal.ts';
import { parseBlocks } from '../note/blocks.ts';
import { setFrontMatter } from '../note/front-matter.ts';
import { splitLines } from '../note/lines.ts';
import { renderLink } from '../note/link-target.ts';
import { aboutTopic, isDefaultAbout } from '../page/about.ts';
import { parsePageHead } from '../page/edit-page.ts';
import { type ForgetOnPage, forgetOnPage, tellsOf } from '../page/forget.ts';
import { setOverview } from '../page/overview.ts';
import { parseClaims, titleFromPath } from '../page/page.ts';
import { findSection, spliceLines } from '../page/sections.ts';
import { obstacleTo } from '../vault/carry-out.ts';
import { purgesOf } from '../vault/purge-lines.ts';
import type { HandRun } from '../vault/record-run.ts';
import { alikeTest, statementDigest } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { PageText, View } from '../vault/view.ts';
import { isClosed } from './again.ts';

// What a page says that it is about, where that speaks of something forgotten: a model may have written it from any of
// the claims that stood there, so it gives way to what memvault says of every page. Pure.

/**
 * `text`: the page without what is forgotten. A word that it shares with that alone, and not with what is left, tells.
 */
function withoutTellingAbout(
  page: Pick<PageText, 'path' | 'claims'>,
  text: string,
  { isForgotten, factOf }: Pick<ForgetOnPage, 'isForgotten' | 'factOf'>,
): string {
  const { title, description, broken } = parsePageHead(page.path, text);
  if (description === '' || broken !== null || isDefaultAbout(description, [title, titleFromPath(page.path)]))
    return text;
  const gone = page.claims.flatMap((claim) => {
    const facts = claim.facts.filter(isForgotten);
    return facts.length === 0 ? [] : [claim.text, ...facts.flatMap((fact) => factOf(fact)?.text ?? [])];
  });
  const left = parseClaims('', parseBlocks(text)).map((claim) => claim.text);
  if (!tellsOf(description, gone, [title, titleFromPath(page.path), ...left])) return text;
  const about = aboutTopic(title);
  return setOverview(setFrontMatter(text, { description: about }), about);
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
  /** Null where no log has its line. */
  readonly fact: Fact | null;
  /** Nobody named it: it says the same as one that was named. */
  readonly equal: boolean;
}

/** What forgetting leaves to a person. */
export interface Remaining {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly what: string;
  /** It was to go and could not; anything else is only to be looked at. */
  readonly failed: boolean;
}

export interface ForgetPlan {
  readonly forgotten: readonly Forgotten[];
  readonly edits: readonly FileChange[];
  readonly lines: HandRun['lines'];
  readonly purges: readonly Purge[];
  readonly remaining: readonly Remaining[];
  /** Pages on which the words will stand all the same. */
  readonly traces: readonly Remaining[];
}

/** Everything that the pages still cite of what was forgotten before goes, too: a merge may have brought it. */
export function planForget(vault: Vault, view: View, { ids, purge, start }: ForgetWish): ForgetPlan {
  const forgotten = withEqual(view, ids);
  const all = new Set([...view.forgotten, ...forgotten.map(({ id }) => id)]);
  const { edits, remaining } = offPages(vault, view, all, dayOf(start));
  const cited = new Set([...all].filter((id) => view.citedOn.has(id)));
  const named = new Set(forgotten.map(({ id }) => id));
  const isAlike = alikeTest(vault);
  const lines = [...new Set([...named, ...cited])].flatMap((id): HandRun['lines'][number][] => {
    const held = view.ledger.get(id);
    const fact = view.factById.get(id);
    const day = fact?.day ?? held?.day;
    // What only says the same waits for a dream, once that statement is remembered on whatever clone.
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

/** With those that say the same, whatever they are about. */
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
  const isForgotten = (id: string): boolean => all.has(id);
  const paths = new Set([...all].flatMap((id) => view.citedOn.get(id) ?? []));
  // A copy that a synchroniser or a person made is theirs, empty or not.
  const made = new Set(view.ledgerRead.lines.map((one) => one.page));
  for (const path of [...paths].sort()) {
    const page = view.pages.get(path);
    if (page === undefined) continue;
    const line = page.claims.find((claim) => claim.facts.some(isForgotten))?.line ?? 1;
    if (isClosed(view, path)) {
      remaining.push({ path, line, what: 'cites it, and waits for a merge to be settled', failed: true });
      continue;
    }
    const about = page.head.description || page.head.title || titleFromPath(path);
    const {
      text: bare,
      own,
      isEmpty,
    } = forgetOnPage(page.text, {
      path,
      isForgotten,
      mayGo: made.has(path),
      factOf: (id) => view.factById.get(id),
      isSuperseded: (id) => view.ledger.get(id)?.as === 'superseded',
      about,
      today,
    });
    if (bare === page.text) continue;
    const text =
      bare === null ? null : withoutTellingAbout(page, bare, { isForgotten, factOf: (id) => view.factById.get(id) });
    const edit = { path, before: page.text, after: text };
    const obstacle = obstacleTo(vault, edit);
    if (obstacle === null) edits.set(path, edit);
    else remaining.push({ path, line, what: `cites it, and cannot be written: ${obstacle}`, failed: true });
    if (text !== null && isEmpty)
      remaining.push({
        path,
        line: 1,
        what: 'nothing is left on this page, which memvault did not make: remove it if you like',
        failed: false,
      });
    for (const words of own)
      remaining.push({
        path,
        line: lineOf(text ?? '', words),
        what: 'a text of your own that cited it',
        failed: false,
      });
  }
  const gone = [...edits.values()].filter(({ after }) => after === null).map(({ path }) => path);
  if (gone.length > 0) for (const edit of withoutLinks(vault, view, edits, gone)) edits.set(edit.path, edit);
  return { edits: [...edits.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), remaining };
}

function lineOf(text: string, words: string): number {
  const sought = seek([{ fact: '', text: words }], []);
  const line = splitLines(text).findIndex((one) => tracesOf(one, sought).length > 0);
  return Math.max(0, line) + 1;
}

/** Links below `## Related` to pages that go; a link that a person wrote elsewhere is theirs. */
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

/** Pages on which the words stand all the same: in a title, a head, a person's own text. */
function tracesLeft(view: View, edits: readonly FileChange[], forgotten: readonly Forgotten[]): Remaining[] {
  const ids = new Set(forgotten.map(({ id }) => id));
  const phrases = forgotten.flatMap(({ id, fact }) => (fact === null ? [] : [{ fact: id, text: fact.text }]));
  if (phrases.length === 0) return [];
  const sought = seekEach(
    phrases,
    view.facts.filter(({ id }) => !ids.has(id) && !view.forgotten.has(id)).map(({ text }) => text),
  );
  const texts = new Map([...view.pages.values()].map(({ path, text }): [string, string | null] => [path, text]));
  for (const { path, after } of edits) texts.set(path, after);
  return [...texts].flatMap(([path, text]): Remaining[] => {
    if (text === null || tracesOf(text, sought).length === 0) return [];
    return splitLines(text).flatMap((line, index): Remaining[] =>
      tracesOf(line, sought).length === 0
        ? []
        : [
            {
              path,
              line: index + 1,
              what: `still says it${line.startsWith('#') ? ', in a heading' : ''}`,
              failed: false,
            },
          ],
    );
  });
}
