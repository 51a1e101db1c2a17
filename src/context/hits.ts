// The hits of a bundle: each statement once, best first, whole or not at all, with what gives it its meaning. Pure.
import { normalForm } from '../language/normal-form.ts';
import { renderSpan } from '../model/day.ts';
import type { Known } from './core.ts';
import { fits, type Found, lesser, minus, partOf, type Room, sizeOf } from './found.ts';
import { withoutNotes } from '../page/claim-text.ts';
import { harmless, indented, onLine, renderCategory, renderKnown } from './harmless.ts';
import type { Neighbour } from './neighbours.ts';

/** A hit in the bundle. */
export interface Taken {
  readonly found: Found;
  /** Others that say the same in the same words. */
  readonly also: readonly Found[];
  readonly near: readonly Neighbour[];
}

/**
 * Of the room: with less than this left, what is longer than that ends the list, so that it does not end in what is
 * merely short.
 */
const LAST_PART = 0.1;
/** Of the room: what neighbours may have in all. */
const NEAR_PART = 0.2;

/** The first of these that have room, each with its neighbours where they have, too. */
export function chooseHits(hits: readonly Found[], room: Room, nearOf: (hit: Found) => readonly Neighbour[]): Taken[] {
  const last = partOf(room, LAST_PART);
  // Where all have faded, that is said of all at once.
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

/** The first of them that have room. */
function takeNear(near: readonly Neighbour[], room: Room): Neighbour[] {
  let left = room;
  return near.filter((neighbour) => {
    const size = sizeOf(renderNear(neighbour));
    if (!fits(size, left)) return false;
    left = minus(left, size);
    return true;
  });
}

/** What says the same is one, in the place of the best of them. */
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

/** A statement that holds and one that is past are two. */
const keyOf = ({ text, superseded }: Found): string => `${superseded === true ? 'past ' : ''}${normalForm(text)}`;

/**
 * The same words of two categories, each said by somebody else for instance, are two statements. `general` says
 * nothing, and prose has none.
 */
const aboutOf = ({ category }: Pick<Found, 'category'>): string | null => (category === 'general' ? null : category);

/** What nobody has looked at for long, in any of its places. */
export const hasFaded = ({ found, also }: Pick<Taken, 'found' | 'also'>): boolean =>
  [found, ...also].every(({ faded }) => faded === true);

/**
 * One list item, with its line end. Unless `isMarked`, it does not say whether it has faded. Its first line alone
 * begins at the edge; words of several lines stand below it.
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

// What is known of a statement that MEMORY.md holds: its page and its daily log have its day and who or what it is
// about, MEMORY.md has its words alone. Reads nothing itself.

/** Words of a statement by which it is looked for. */
const MOST = 300;

/** `search`: the best hits for a text. Nothing is known of what two say who are not the same. */
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
