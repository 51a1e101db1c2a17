// What stands beside a fact's story and what no room knows alone: its relatives by the search, and what can be done
// about it. Words that look like a secret are hidden here.
import { explain } from '../curate/fix/fix.ts';
import { listReviews } from '../curate/review/review.ts';
import type { FactStory, Records } from '../inspect/explain-fact.ts';
import { mustBeExpected } from '../model/errors.ts';
import { eventDay } from '../model/fact.ts';
import type { Claim } from '../model/page.ts';
import type { ReviewLine } from '../model/review.ts';
import { find } from '../search/find.ts';
import type { SearchHit } from '../search/hit.ts';
import { isForgotten } from '../vault/view.ts';
import type { Context } from './context.ts';
import { readMemory, withIndex } from './refresh-index.ts';
import { type Sayable, sayableIn, SECRET_WORDS } from './read-records.ts';

const RELATIVES = 4;
/** Characters of a question: a whole page that was logged as one fact is none. */
const LONGEST = 400;
/** Below this part of the best score two statements share a word and no more. */
const NEAR_ENOUGH = 0.4;
/** Short ones stand in any sentence; a sign of Chinese or Japanese is a word. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]{3,}/gu;

export async function surroundingsOf(context: Context, story: FactStory, records: Records): Promise<FactSurroundings> {
  const sayable = sayableIn(context);
  const secret = sayable.isSecret(story.fact);
  const reviews = listReviews(records.view, { all: true })
    .filter(({ facts }) => facts.includes(story.fact.id))
    .map(({ id, kind, status, facts }) => ({ id, kind, status, facts }));
  const { ways, obstacle } = waysFor(story, records, reviews, secret);
  return {
    text: sayable.fact(story.fact),
    secret,
    claims: story.claims.map((claim) => ({
      ...claim,
      said: secret
        ? SECRET_WORDS
        : claim.facts.some((id) => isForgotten(id, records.view))
          ? '(it also cites what was forgotten, and is not shown)'
          : sayable.claim(claim),
      times: timesOf(claim, story.fact.id, records.view),
    })),
    relatives: secret ? [] : await relativesOf(context, story, sayable),
    ways,
    obstacle,
    reviews,
  };
}

/** The days on which it was said, those that were replaced aside. */
function timesOf({ facts, sides }: Claim, id: string, view: Records['view']): Times {
  const own = sides.find((side) => side.facts.includes(id))?.facts ?? facts;
  const days = own
    .filter((one) => !isForgotten(one, view) && (one === id || view.ledger.get(one)?.as !== 'superseded'))
    .flatMap((one) => view.factById.get(one) ?? [])
    .map(eventDay)
    .sort();
  return { count: days.length, from: days[0] ?? '', to: days.at(-1) ?? '' };
}

async function relativesOf(context: Context, { fact, others }: FactStory, sayable: Sayable): Promise<Relative[]> {
  const told = new Set([fact.id, ...[...others.chain, ...others.same, ...others.against].map(({ id }) => id)]);
  const isOther = ({ id, kind, sources }: SearchHit): boolean =>
    !told.has(id) && (kind === 'fact' ? true : sources.every((source) => !told.has(source.id)));
  const query = fact.text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
  if (query === '' || query === '*') return [];
  return await withIndex(context, async ({ index }) => {
    const { result, index: asked } = await find(
      {
        query,
        plain: true,
        limit: RELATIVES + told.size + 4,
        categories: [],
        tags: [],
        zone: null,
        project: null,
        since: null,
        until: null,
        all: true,
        mode: 'lexical',
        explain: false,
      },
      index,
      context.vault,
      readMemory(context),
    );
    if (asked !== index) asked.close();
    const best = result.hits[0]?.score ?? 0;
    const own = new Set(wordsIn(fact.text));
    // A hit by its tags or persons alone would look like a mistake.
    const shares = ({ text }: SearchHit): boolean => wordsIn(text).some((word) => own.has(word));
    return result.hits
      .filter((hit) => hit.kind !== 'text' && isOther(hit) && shares(hit) && hit.score >= best * NEAR_ENOUGH)
      .slice(0, RELATIVES)
      .map((hit) => ({
        id: hit.kind === 'fact' ? hit.id : (hit.sources[0]?.id ?? ''),
        path: hit.path,
        line: hit.line,
        date: hit.date,
        text: sayable.claim({ text: hit.text, page: hit.path, line: hit.line }),
      }));
  });
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORDS) ?? [];

/** What looks like a secret is to come off every page and out of the log, and onto no page. */
function waysFor(
  { fact, held, pinned, touches }: FactStory,
  { view }: Records,
  reviews: FactSurroundings['reviews'],
  secret: boolean,
): Pick<FactSurroundings, 'ways' | 'obstacle'> {
  const { id } = fact;
  const { offers, obstacle } = offersFor(id, view);
  // Which side of a contradiction holds is what fix --current says.
  const waiting = reviews.find(({ status, kind }) => status === 'pending' && kind !== 'contradiction');
  const run = touches.findLast((touch) => touch.as !== undefined)?.run;
  const ways: (Way | null)[] = [
    ...offers
      .filter(({ flag }) => !secret || (flag !== 'to' && flag !== 'restore'))
      .map(({ flag, takes, does }): Way => [`memvault fix ${id} --${flag}${takes === null ? '' : ` ${takes}`}`, does]),
    waiting === undefined ? null : [`memvault review approve ${waiting.id}`, 'as it was asked; reject keeps both'],
    held?.as === 'superseded'
      ? null
      : pinned
        ? [`memvault pin --off ${id}`, 'let it fade again']
        : [`memvault pin ${id}`, 'keep it from fading and from being merged'],
    secret
      ? [`memvault forget ${id} --purge`, 'out of the daily log, too, for good; change it where it is in use']
      : [`memvault forget ${id}`, 'off every page and out of search; --undo takes that back'],
    [`memvault open ${id}`, 'its line in your editor'],
    run == null ? null : [`memvault diff ${run}`, 'all that its last run changed'],
  ];
  return { ways: ways.filter((way) => way !== null), obstacle };
}

/** What `fix` would offer; nothing where it would refuse, and why. */
function offersFor(id: string, view: Records['view']): Pick<ReturnType<typeof explain>, 'offers' | 'obstacle'> {
  try {
    return explain(view, id);
  } catch (error) {
    mustBeExpected(error);
    // That it is pending is said above already.
    return { offers: [], obstacle: null };
  }
}

/** A fact or claim that a search for the fact's words finds. */
export type Relative = Pick<SearchHit, 'id' | 'path' | 'line' | 'date' | 'text'>;

/** A command line and what it does. */
export type Way = readonly [line: string, does: string];

/** How often it was said, and the local days between which. */
export interface Times {
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

/** What stands beside a fact's story. Only words that may be shown. */
export interface FactSurroundings {
  readonly text: string;
  /** The fact looks like a secret: `text` says so, and nothing of its line is shown. */
  readonly secret: boolean;
  readonly claims: readonly (Claim & { readonly said: string; readonly times: Times })[];
  readonly relatives: readonly Relative[];
  readonly ways: readonly Way[];
  /** Reviews that the fact is a part of. */
  readonly reviews: readonly Pick<ReviewLine, 'id' | 'kind' | 'status' | 'facts'>[];
  /** Why nothing can be done about it, and what can be done instead; null where something can. */
  readonly obstacle: string | null;
}
