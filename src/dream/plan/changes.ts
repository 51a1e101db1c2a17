// From a plan in the making to the changes of pages, in the order in which they are carried out on each: what comes,
// what goes to History, what becomes a callout; and the words, tags and links that pages get along. Pure.
import { compareText, eventDay, isPrivate } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { defined } from '../../model/json.ts';
import type { OverviewPart } from '../../model/page.ts';
import type { Change, PageProposal } from '../../model/plan.ts';
import { isGeneratedDescription } from '../../page/boilerplate.ts';
import { checkSentence, mayName } from '../../page/check-sentence.ts';
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
import { isWholeClaim } from '../../page/remove-claim.ts';
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
      reason: 'more than twelve claims stand under heads',
    })),
    // A fact may go off one claim and get another: it goes first, so that its name tells which is meant.
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

/** New claims that are current, in the order in which they were brought. */
function additions({ brought }: Draft): Change[] {
  const added = new Set<Standing>();
  for (const claim of brought) {
    // Of a callout of new claims alone the first is added, and the others contradict it.
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
 * The rest, in the order in which it must be carried out: a callout gets its new side before an old one leaves it,
 * so that it stays one; that which is left of one alone becomes plain with the others' going.
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
 * Citations off pages that are not their facts' own. A claim of which none is left goes with its line; where it stands
 * among a person's words, only the footnotes go. In the order of the claims, each about the first that cites its fact
 * then.
 */
function copiesOff({ view, off }: Draft): Change[] {
  const reason = 'another page is their own since a merge';
  return [...off]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([page, facts]) => {
      const known = view.pages.get(page);
      const changes = known?.claims.flatMap((claim): Change[] => {
        const isCallout = claim.sides.length > 0;
        // A side that rests on nothing else goes; the last one left is a plain claim again.
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

/** Pages that are there and may be touched. Claims that are folded or go in the same plan are no matter. */
function outlines({ proposals, view, closed, isPagePath }: Draft): Change[] {
  const reason = 'a look at the whole page put its claims in order';
  return (proposals.outlines ?? []).flatMap(({ page, groups, fixed }): Change[] =>
    !view.pages.has(page) || closed.has(page) || !isPagePath(page)
      ? []
      : [{ kind: 'outline', page, groups, fixed, facts: groups.flatMap(({ facts }) => facts), reason }],
  );
}

// Words of an engine for a page: its title and what it is about. Any words, but for numbers, dates and names that the
// claims of the page lack, and never in the place of what a person wrote.

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

/** A page without a description gets that of the engine, and one that this dream has made its title. */
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

/** All names of the pages that are there. */
const titlesIn = ({ view }: Draft): string[] =>
  [...view.pages.values()].flatMap(({ path, head }) => [titleFromPath(path), head.title, ...head.aliases]);

/** Gives words for a page that its claims bear out, undefined where there are no others than before. */
function takeWords(draft: Draft, page: string, title: string) {
  const { texts, days } = saidOn(draft, page);
  const said = [title, titleFromPath(page), ...texts];
  return (what: 'title' | 'description', words: string, before: string, isFree = true): string | undefined => {
    if (words === before) return undefined;
    if (isFree && mayName(words, said, days)) return words;
    draft.notices.add(`the ${what} for ${page} was not taken: its claims do not say so, or it is no plain line`);
    return undefined;
  };
}

/** What a page will say that holds and is not private, the facts of that, and their days. */
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

/** One line without the point at its end. */
const plainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');

/** Only for reading what the page will say. */
const NO_DAY = '1970-01-01';

/** Overviews of the engine, with the sentences that the pages as they will be bear out. */
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
    if (lost > 0)
      notices.add(`sentences of the overview of ${page} that its claims do not bear out, left out: ${lost}`);
    if (kept.length === 0 || setOverview(text, kept) === text) return [];
    const reason = parseOverview(text) === null ? 'it had no overview' : 'a fifth of its claims changed';
    return [{ kind: 'overview', page, parts: kept, facts: citedIn({ parts: kept }), reason }];
  });
}

const count = (parts: readonly OverviewPart[]): number =>
  parts.reduce((sum, { sentences }) => sum + sentences.length, 0);

/**
 * Links only between pages that exist or come into being, one of which gets something, and never on a page that is
 * closed.
 */
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
