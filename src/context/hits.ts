// Chooses and renders the hits of a bundle: each statement once, best first, whole or not at all, with its context.
import { normalForm } from '../language/normal-form.ts';
import { isDay, renderSpan } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { withoutNotes } from '../page/claim-text.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { dailyPath, readDay } from '../vault/daily.ts';
import type { Vault } from '../vault/vault.ts';
import type { Known } from './core.ts';
import {
  fits,
  type Found,
  harmless,
  indented,
  lesser,
  minus,
  onLine,
  partOf,
  renderCategory,
  renderKnown,
  type Room,
  sizeOf,
} from './found.ts';

/** A hit in the bundle. */
export interface Taken {
  readonly found: Found;
  /** Other hits with the same words. */
  readonly also: readonly Found[];
  readonly near: readonly Neighbour[];
}

/**
 * Share of the room: once less than this is left, a hit that does not fit ends the list, so that it does not fill up
 * with whatever is short.
 */
const LAST_PART = 0.1;
/** Share of the room for all neighbours together. */
const NEAR_PART = 0.2;

/** The first hits that fit, each with its neighbours if these fit too. */
export function chooseHits(hits: readonly Found[], room: Room, nearOf: (hit: Found) => readonly Neighbour[]): Taken[] {
  const last = partOf(room, LAST_PART);
  // If all have faded, a single line says so.
  const isMarked = hits.some(({ faded }) => faded !== true);
  const taken: Taken[] = [];
  const said = new Set<string>();
  const placeOf = ({ id, path, line }: Found): string => `${id} ${path}:${line}`;
  let left = room;
  let nearLeft = partOf(room, NEAR_PART);
  for (const one of unite(hits.filter((hit) => words(hit).trim() !== ''))) {
    if (said.has(placeOf(one.found))) continue;
    const alone: Taken = { ...one, near: [] };
    if (!fits(sizeOf(renderTaken(alone, isMarked)), left)) {
      if (fits(left, last)) break;
      continue;
    }
    const more = minus(left, sizeOf(renderTaken(alone, isMarked)));
    const near = fits(sizeOf('neighbour'), nearLeft)
      ? takeNear(
          nearOf(one.found).filter(({ found }) => !said.has(placeOf(found))),
          lesser(more, nearLeft),
        )
      : [];
    const best = { ...one, near };
    taken.push(best);
    left = minus(left, sizeOf(renderTaken(best, isMarked)));
    for (const neighbour of near) nearLeft = minus(nearLeft, sizeOf(renderNear(neighbour)));
    for (const found of [best.found, ...best.also, ...best.near.map((neighbour) => neighbour.found)])
      said.add(placeOf(found));
  }
  return taken;
}

/** The first neighbours that fit. */
function takeNear(near: readonly Neighbour[], room: Room): Neighbour[] {
  let left = room;
  return near.filter((neighbour) => {
    const size = sizeOf(renderNear(neighbour));
    if (!fits(size, left)) return false;
    left = minus(left, size);
    return true;
  });
}

/** Merges hits that say the same, at the position of the best. */
function unite(hits: readonly Found[]): Pick<Taken, 'found' | 'also'>[] {
  const groups: { found: Found; also: Found[]; about: string | null }[] = [];
  const byWords = new Map<string, typeof groups>();
  for (const found of hits) {
    const key = keyOf(found);
    const alike = byWords.get(key) ?? [];
    const about = aboutOf(found);
    const known = alike.find((group) => group.about === null || about === null || group.about === about);
    if (known) {
      known.also.push(found);
      known.about ??= about;
    } else {
      const group = { found, also: [], about };
      groups.push(group);
      byWords.set(key, [...alike, group]);
    }
  }
  return groups;
}

/** A current statement and a past one are different. */
const keyOf = ({ text, superseded }: Found): string => `${superseded === true ? 'past ' : ''}${normalForm(text)}`;

/**
 * The same words in two categories, for example by different speakers, are two statements. `general` is neutral, and
 * prose has no category.
 */
const aboutOf = ({ category }: Pick<Found, 'category'>): string | null => (category === 'general' ? null : category);

/** True if all places of the statement have faded. */
export const hasFaded = ({ found, also }: Pick<Taken, 'found' | 'also'>): boolean =>
  [found, ...also].every(({ faded }) => faded === true);

/**
 * One list item with its newline. Unless `isMarked`, it does not mention fading. Only its first line starts at column
 * 0; a text of several lines follows below it.
 */
export function renderTaken({ found, also, near }: Taken, isMarked = true): string {
  const text = indented(words(found));
  const source = `(${[...about(found, also, isMarked), onLine(`${found.path}:${found.line}`)].join('; ')})`;
  const head = renderKnown(found);
  const parts = text.includes('\n') ? [head, `${source}:\n  ${text}`] : [head, text, source];
  return `- ${parts.filter((part) => part !== '').join(' ')}\n${near.map(renderNear).join('')}`;
}

const renderNear = ({ where, found }: Neighbour): string =>
  `  - ${where} it${renderCategory(found.category)}: ${indented(words(found)).replaceAll('\n', '\n  ')}\n`;

const words = ({ kind, text }: Found): string => harmless(kind === 'text' ? withoutNotes(text) : text);

function about(found: Found, also: readonly Found[], isMarked: boolean): string[] {
  const { superseded, held, date } = found;
  const past =
    superseded === true
      ? [held ? `superseded, it held ${renderSpan(held)}` : 'superseded']
      : isMarked && hasFaded({ found, also })
        ? ['faded']
        : [];
  const days = [
    ...new Set(also.flatMap((other) => (other.date === null || other.date === date ? [] : [other.date]))),
  ].sort();
  return days.length === 0
    ? past
    : [
        ...past,
        `also ${days.length > 3 ? `${days.slice(0, 3).join(', ')} and ${days.length - 3} more` : days.join(', ')}`,
      ];
}

// Looks up the date and category of a statement in MEMORY.md, which contains only its words. Reads nothing itself.

/** Maximum length of the search text. */
const MOST = 300;

/** `search`: the best hits for a text. Returns null if the same words occur in different categories. */
export function knownBy(search: (text: string) => readonly Found[]): (says: string) => Known | null {
  return (says) => {
    const [first, ...others] =
      says === '' || says === '*'
        ? []
        : search(says.slice(0, MOST)).filter((one) => one.kind !== 'text' && normalForm(one.text) === says);
    const abouts = new Set([first, ...others].flatMap((one) => (one === undefined ? [] : (aboutOf(one) ?? []))));
    if (first === undefined || abouts.size > 1) return null;
    const { date, logged } = [first, ...others].reduce((latest, one) =>
      latest.date === null || (one.date !== null && one.date > latest.date) ? one : latest,
    );
    return { date, ...(logged !== undefined && { logged }), category: [...abouts][0] ?? first.category };
  };
}

// Finds the context of a hit: in a session, a question and its answer are next to each other, and often only one of
// them contains the search words. Daily logs are read on demand.

export interface Neighbour {
  readonly where: 'before' | 'after';
  readonly found: Found;
}

/** The facts of a day. */
export interface Day {
  /** Facts of its log, in line order. */
  readonly facts: readonly Pick<Fact, 'line' | 'session' | 'time' | 'text'>[];
  /** What may be shown of the day, by log line. Called only if a hit has a neighbour. */
  readonly shown: () => ReadonlyMap<number, Found>;
}

/** A question mark at the end of a sentence, in any script, but not one in a URL. */
const QUESTION = /[?？؟⁇⁈‽](?=["'”’»)\]]*(?:\s|$))|？/u;
const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟⁇⁈‽]*/gu;
/** A text with more than this besides its question is mainly a statement. */
const MOST_TOLD = 120;
/** A neighbour explains a hit; a longer one says something of its own. */
const LONGEST = 240;

/** True if it is mainly a question. */
function isQuestion(text: string): boolean {
  if (!QUESTION.test(text)) return false;
  const told = text.match(SENTENCE)?.filter((sentence) => !QUESTION.test(sentence)) ?? [];
  return told.join('').length <= MOST_TOLD;
}

/** The question that the hit answers, or the answer to the hit; empty if it stands alone. */
export function neighboursOf(hit: Found, dayOf: (path: string) => Day | null): Neighbour[] {
  const place = hit.kind === 'fact' ? hit : hit.kind === 'claim' ? (hit.sources.at(-1) ?? null) : null;
  if (place === null || place.path === null) return [];
  const day = dayOf(place.path);
  const own = day?.facts.find(({ line }) => line === place.line);
  if (!day || !own || own.session === null) return [];
  const session = day.facts.filter((fact) => fact.session === own.session);
  const at = session.indexOf(own);
  const near = (fact: Day['facts'][number] | undefined, where: Neighbour['where']): Neighbour[] => {
    const found = fact === undefined ? undefined : day.shown().get(fact.line);
    return found === undefined || found.id === hit.id || found.text.length > LONGEST ? [] : [{ where, found }];
  };
  const asked = session[at - 1];
  const before = asked !== undefined && QUESTION.test(asked.text) ? near(asked, 'before') : [];
  return isQuestion(own.text) ? [...before, ...near(session[at + 1], 'after')] : before;
}

/** What may be shown, by line of the log at `path`. */
export function byLine(found: readonly Found[], path: string): Map<number, Found> {
  const lines = new Map<number, Found>();
  for (const one of found) {
    for (const place of one.kind === 'claim' ? one.sources : one.kind === 'fact' ? [one] : [])
      if (place.path === path && place.line !== null) lines.set(place.line, one);
  }
  return lines;
}

/** Maximum number of days read for one bundle: those of the best hits. */
const MOST_DAYS = 10;

/** `ofDay`: what may be shown of a day, as search results. Reads each day once. */
export function neighbourFinder(
  vault: Vault,
  ofDay: (day: string) => readonly Found[],
): (hit: Found) => readonly Neighbour[] {
  const days = new Map<string, Day>();
  const read = (path: string): Day | null => {
    const known = days.get(path);
    if (known || days.size >= MOST_DAYS) return known ?? null;
    const day = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    if (!isDay(day) || path !== dailyPath(vault, day)) return null;
    let shown: ReadonlyMap<number, Found> | null = null;
    const made: Day = {
      facts: parseDailyLog({ day, path, text: readDay(vault, day) }),
      shown: () => (shown ??= byLine(ofDay(day), path)),
    };
    days.set(path, made);
    return made;
  };
  return (hit) => neighboursOf(hit, read);
}
