// Turns a draft into page changes, in execution order per page: additions, moves to History, callouts; also the words,
// tags and links of pages. Pure.
import { compareText, eventDay, isPrivate } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { defined } from '../../model/json.ts';
import type { OverviewPart } from '../../model/page.ts';
import type { Change, PageProposal } from '../../model/plan.ts';
import { isGeneratedDescription } from '../../page/boilerplate.ts';
import { checkSentence, mayName } from '../../page/check-sentence.ts';
import { isWholeClaim } from '../../page/edit-claim.ts';
import { parsePageHead } from '../../page/edit-page.ts';
import {
  citedIn,
  evidenceOf,
  mayWriteOverview,
  parseOverview,
  setOverview,
  withSentences,
} from '../../page/overview.ts';
import { titleFromPath } from '../../page/page.ts';
import { renderPages } from '../../vault/render-pages.ts';
import { allOn, allStanding, type Draft, nameOf, type Standing } from './draft.ts';

export function changesOf(draft: Draft): Change[] {
  const changes = claimChanges(draft);
  return [...changes, ...overviews(draft, changes)];
}

function claimChanges(draft: Draft): Change[] {
  const { proposals, view, edits } = draft;
  const adds = additions(draft);
  const moves = [...movements(draft, adds), ...copiesOff(draft)];
  const outlined = outlines(draft);
  const touched = new Set([...adds, ...edits, ...moves, ...outlined].map(({ page }) => page));
  const names = nameNewPages(draft, touched);
  const ofTouched = <T>(byPage: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(byPage).filter(([page]) => touched.has(page));
  return [
    ...proposals.pages
      .filter(({ page }) => touched.has(page) && !view.pages.has(page))
      .map((page): Change => ({
        kind: 'create',
        ...page,
        ...names.get(page.page),
        facts: adds.flatMap((add) => (add.page === page.page ? add.facts : [])),
        reason: `first fact for ${page.title}`,
      })),
    ...describe(draft, touched),
    ...ofTouched(proposals.heads).map(([page, heads]): Change => ({
      kind: 'arrange',
      page,
      heads,
      facts: Object.keys(heads),
      reason: 'pages with more than twelve claims have headings',
    })),
    // If a fact leaves one claim and gets another, it must leave first, so that it identifies one claim.
    ...edits,
    ...adds,
    ...moves,
    ...outlined,
    ...ofTouched(proposals.tags).flatMap(([page, tags]): Change[] =>
      tags.length === 0 ? [] : [{ kind: 'tag', page, tags, facts: [], reason: 'its facts carry these tags' }],
    ),
    ...relations(draft, touched),
  ];
}

/** New current claims, in order of creation. */
function additions({ brought }: Draft): Change[] {
  const added = new Set<Standing>();
  for (const claim of brought) {
    // Of a callout with only new claims the first is added, and the others contradict it.
    const isBeside = claim.stand === 'side' && claim.sides.some((side) => side.today !== null || added.has(side));
    if (claim.stand !== 'past' && claim.facts.length > 0 && !isBeside) added.add(claim);
  }
  return [...added].map(({ page, text, head, facts, reason, beside }) => ({
    kind: 'add',
    page,
    text,
    head,
    facts,
    reason,
    ...defined({ beside }),
  }));
}

/**
 * The other changes, in execution order: a callout gets its new side before an old one leaves, so that it stays a
 * callout; the last side left becomes plain when the others go.
 */
function movements(draft: Draft, adds: readonly Change[]): Change[] {
  const all = allStanding(draft).filter(({ facts }) => facts.length > 0);
  const added = new Set(adds.map(({ facts }) => facts));
  const reasonOf = (facts: readonly string[]): string =>
    facts.map((id) => draft.decisions.get(id)?.reason).find((reason) => reason !== undefined) ??
    'what came before or after it changed';
  const [past, conflicts, gone, back]: [Change[], Change[], Change[], Change[]] = [[], [], [], []];
  for (const one of all) {
    const { page, head, text, facts, stand, held, today, reason } = one;
    const isPast = stand === 'past' && held !== null;
    if (today === null) {
      if (isPast) past.push({ kind: 'past', page, text, facts, ...held, reason });
      if (stand !== 'side' || added.has(facts)) continue;
      const beside = one.sides.find((side) => side.today !== null || added.has(side.facts)) ?? one;
      conflicts.push({ kind: 'conflict', page, claim: nameOf(draft, beside), text, facts, reason });
    } else if (isPast) {
      const isKept = today.stand === 'past' && today.held?.from === held.from && today.held.to === held.to;
      const kind = today.stand === 'past' ? 'redate' : 'supersede';
      if (!isKept) gone.push({ kind, page, claim: nameOf(draft, one), ...held, facts, reason: reasonOf(facts) });
    } else if (today.stand === 'past' && stand === 'current')
      back.push({ kind: 'revive', page, claim: nameOf(draft, one), head, facts, reason: reasonOf(facts) });
  }
  const callouts = groupBy(
    all.filter(({ today }) => today?.stand === 'side'),
    ({ today }) => today?.claim,
  );
  const settled = [...callouts.values()].flatMap((sides): Change[] => {
    const last = sides.at(-1);
    if (!last || sides.length < 2 || sides.some(({ stand }) => stand !== 'current')) return [];
    const facts = sides.flatMap((side) => side.facts);
    return [{ kind: 'settle', page: last.page, claim: nameOf(draft, last), facts, reason: reasonOf(last.facts) }];
  });
  return [...past, ...conflicts, ...gone, ...back, ...settled];
}

/**
 * Removes citations on pages that are not the fact's home. A claim without citations left is removed with its line;
 * within a person's text only the footnotes are. In claim order, each change identified by the first claim that cites
 * the fact at that point.
 */
function copiesOff({ view, off }: Draft): Change[] {
  const reason = 'another page is their own since a merge';
  return [...off]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([page, facts]) => {
      const known = view.pages.get(page);
      const changes = known?.claims.flatMap((claim): Change[] => {
        const isCallout = claim.sides.length > 0;
        // A side without other facts is removed; the last side left becomes a plain claim.
        return (isCallout ? claim.sides : [claim]).flatMap((part): Change[] => {
          const going = part.facts.filter((fact) => facts.has(fact));
          const [first] = going;
          if (first === undefined) return [];
          const isWhole = going.length === part.facts.length;
          if (isWhole && (isCallout || isWholeClaim(known.text, claim.line)))
            return [{ kind: 'remove', page, claim: first, facts: going, reason }];
          return going.map((fact): Change => ({ kind: 'uncite', page, claim: fact, facts: [fact], reason }));
        });
      });
      return changes === undefined ? [] : [...changes, { kind: 'unsource', page, facts: [...facts], reason }];
    });
}

/** Only for existing pages that may be changed. Claims that are folded or removed in the same plan need no care. */
function outlines({ proposals, view, closed, isPagePath }: Draft): Change[] {
  const reason = 'a look at the whole page put its claims in order';
  return (proposals.outlines ?? []).flatMap(({ page, groups, fixed }): Change[] =>
    !view.pages.has(page) || closed.has(page) || !isPagePath(page)
      ? []
      : [{ kind: 'outline', page, groups, fixed, facts: groups.flatMap(({ facts }) => facts), reason }],
  );
}

// An engine's words for a page: title and description. Any words, except numbers, dates and names that the page's
// claims lack, and never in place of a person's words.

/** Titles and descriptions of new pages, by page. */
function nameNewPages(draft: Draft, touched: ReadonlySet<string>): Map<string, Pick<PageProposal, 'title' | 'about'>> {
  const { proposals, view } = draft;
  if (proposals.words === undefined) return new Map();
  const taken = new Set([...titlesIn(draft), ...proposals.pages.map(({ title }) => title)].map(lower));
  const named = new Map<string, Pick<PageProposal, 'title' | 'about'>>();
  for (const { page, title, about } of proposals.pages) {
    const words = proposals.words?.[page];
    if (words === undefined || !touched.has(page) || view.pages.has(page)) continue;
    const take = takeWords(draft, page, title);
    const newTitle = words.title === undefined ? title : plainLine(words.title);
    const isFree = lower(newTitle) === lower(title) || !taken.has(lower(newTitle));
    const given = {
      title: take('title', newTitle, title, isFree) ?? title,
      about: take('description', words.about === undefined ? about : plainLine(words.about), about) ?? about,
    };
    named.set(page, given);
    taken.add(lower(given.title));
  }
  return named;
}

/** Adds a missing description, and retitles a page that this dream created. */
function describe(draft: Draft, touched: ReadonlySet<string>): Change[] {
  const { proposals, view, created, closed } = draft;
  if (proposals.words === undefined) return [];
  const titles = new Set(titlesIn(draft));
  return Object.entries(proposals.words).flatMap(([path, words]): Change[] => {
    const page = view.pages.get(path);
    const isWritten = touched.has(path) || (proposals.overviews?.[path] !== undefined && !closed.has(path));
    if (page === undefined || !isWritten || page.head.broken !== null) return [];
    const { title: oldTitle, description } = page.head;
    const isOpen = description === '' || isGeneratedDescription(description, [oldTitle, titleFromPath(path)]);
    const take = takeWords(draft, path, oldTitle);
    const newTitle = (created?.has(path) === true && plainLine(words.title ?? '')) || oldTitle;
    const about = take('description', (isOpen && plainLine(words.about ?? '')) || description, description);
    const title = take('title', newTitle, oldTitle, !titles.has(newTitle));
    if (title === undefined && about === undefined) return [];
    const reason = title === undefined ? 'it had no description' : 'it was made in this dream';
    return [{ kind: 'describe', page: path, ...defined({ title, about }), facts: saidOn(draft, path).facts, reason }];
  });
}

const lower = (text: string): string => text.toLowerCase();

/** All names of existing pages. */
const titlesIn = ({ view }: Draft): string[] =>
  [...view.pages.values()].flatMap(({ path, head }) => [titleFromPath(path), head.title, ...head.aliases]);

/** Returns a function that accepts words which the page's claims support; undefined if unchanged or rejected. */
function takeWords(draft: Draft, page: string, title: string) {
  const { texts, days } = saidOn(draft, page);
  const said = [title, titleFromPath(page), ...texts];
  return (what: 'title' | 'description', words: string, before: string, isFree = true): string | undefined => {
    if (words === before) return undefined;
    if (isFree && mayName(words, said, days)) return words;
    draft.notices.add(`the ${what} for ${page} was rejected: its claims do not support it, or it is not a plain line`);
    return undefined;
  };
}

/** The page's future current, non-private claims: their texts, facts and days. */
function saidOn(
  draft: Draft,
  page: string,
): { readonly texts: string[]; readonly facts: string[]; readonly days: string[] } {
  const { factById } = draft.view;
  const isOpen = (id: string): boolean => !isPrivate(factById.get(id) ?? { tags: [] });
  const claims = allOn(draft, page).filter(
    ({ stand, facts }) => stand !== 'past' && facts.length > 0 && facts.every(isOpen),
  );
  const facts = [...new Set(claims.flatMap((claim) => claim.facts))];
  const days = facts.flatMap((id) => factById.get(id) ?? []).flatMap((fact) => [fact.day, eventDay(fact)]);
  return { texts: claims.map(({ text }) => text), facts, days: [...new Set(days)] };
}

/** One line without the final full stop. */
const plainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');

/** Only for rendering what the page will say. */
const NO_DAY = '1970-01-01';

/** The engine's overviews, reduced to sentences that the future pages support. */
function overviews(draft: Draft, changes: readonly Change[]): Change[] {
  const { proposals, view, closed, isPagePath, notices } = draft;
  const wanted = Object.entries(proposals.overviews ?? {}).filter(([page]) => !closed.has(page) && isPagePath(page));
  if (wanted.length === 0) return [];
  const after = new Map(renderPages({ changes }, view, NO_DAY).map(({ path, after: text }) => [path, text]));
  return wanted.flatMap(([page, parts]): Change[] => {
    const text = after.get(page) ?? view.pages.get(page)?.text;
    if (text === undefined || !mayWriteOverview(text)) return [];
    const evidence = evidenceOf(text, parsePageHead(page, text).title, (id) => view.factById.get(id));
    const kept = withSentences(parts, (sentence) => checkSentence(sentence, evidence) === null);
    const lost = count(parts) - count(kept);
    if (lost > 0) notices.add(`sentences of the overview of ${page} that its claims do not support, left out: ${lost}`);
    if (kept.length === 0 || setOverview(text, kept) === text) return [];
    const reason = parseOverview(text) === null ? 'it had no overview' : 'a fifth of its claims changed';
    return [{ kind: 'overview', page, parts: kept, facts: citedIn({ parts: kept }), reason }];
  });
}

const count = (parts: readonly OverviewPart[]): number =>
  parts.reduce((sum, { sentences }) => sum + sentences.length, 0);

/** Links only between existing or new pages, if one of them changes, and never on a closed page. */
function relations({ proposals, view, closed, isPagePath }: Draft, touched: ReadonlySet<string>): Change[] {
  const exists = (page: string): boolean => view.pages.has(page) || touched.has(page);
  return Object.entries(proposals.related).flatMap(([page, targets]): Change[] => {
    const to = targets.filter(
      (target) => exists(target) && target !== page && (touched.has(page) || touched.has(target)),
    );
    if (!exists(page) || closed.has(page) || !isPagePath(page) || to.length === 0) return [];
    return [{ kind: 'relate', page, to, facts: [], reason: 'its claims mention what these pages are about' }];
  });
}
