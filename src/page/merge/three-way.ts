// Three versions of one thing and what becomes of them. Sides are taken in an order that depends on their
// texts alone, so that a merge in either direction gives the same bytes.
import { diffArrays } from 'diff';
import { compareText } from '../../model/fact.ts';

export interface Merged {
  readonly text: string;
  /** The text holds conflict markers. */
  readonly conflicts: boolean;
}

/** Merges by lines, as `git merge-file` does; the markers, where there are any, name the sides. */
export type MergeText = (ours: string, base: string, theirs: string) => Promise<Merged>;

/** The sides in the order of their texts, whichever of them is ours. */
export interface Versions<T> {
  readonly base: T;
  readonly first: T;
  readonly second: T;
}

export type VersionName = keyof Versions<unknown>;

export type MergeVersions = (versions: Versions<string>) => Promise<Merged>;

export const SIDES = ['first', 'second'] as const;
export const VERSIONS = ['base', 'first', 'second'] as const;

export function sortSides(
  ours: string,
  base: string,
  theirs: string,
): { versions: Versions<string>; swapped: boolean } {
  const swapped = compareText(theirs, ours) < 0;
  return { versions: swapped ? { base, first: theirs, second: ours } : { base, first: ours, second: theirs }, swapped };
}

export function mapVersions<T, U>(
  { base, first, second }: Versions<T>,
  map: (version: T, name: VersionName) => U,
): Versions<U> {
  return { base: map(base, 'base'), first: map(first, 'first'), second: map(second, 'second') };
}

/** What holds where at most one side changed it; null where both did, in different ways. */
export function pick<T>({ base, first, second }: Versions<T>): { readonly value: T } | null {
  if (first === second || second === base) return { value: first };
  return first === base ? { value: second } : null;
}

// The outer form of a text: byte order mark, line ends, blank lines at its end. Merged apart from the lines, so that an
// editor that changed nothing else makes no conflict.

interface Form {
  readonly bom: boolean;
  readonly isCrlf: boolean;
  /** Line ends behind the last line with words, as LF. */
  readonly tail: string;
}

/** Do lines end in both ways? */
export const isMixed = (text: string): boolean => text.includes('\r\n') && /(?<!\r)\n/.test(text);

/** The texts with LF as line ends and one at their end, and a way to give their form back to what became of them. */
export function takeForm(texts: Versions<string>): { readonly texts: Versions<string>; restore(text: string): string } {
  const forms = mapVersions(texts, formOf);
  const known = texts.base === '' ? { ...forms, base: forms.first } : forms;
  const settled = <K extends keyof Form>(key: K): Form[K] =>
    (pick(mapVersions(known, (form) => form[key])) ?? { value: known.first[key] }).value;
  return {
    texts: mapVersions(texts, (text) => {
      const bare = text.replace(/^\uFEFF/, '').replace(/(?:\r?\n)+$/, '');
      return bare === '' ? '' : `${bare.replaceAll('\r\n', '\n')}\n`;
    }),
    restore: (text) => {
      const whole = text.replace(/\n+$/, '') + settled('tail');
      return (settled('bom') ? '\uFEFF' : '') + (settled('isCrlf') ? whole.replaceAll('\n', '\r\n') : whole);
    },
  };
}

const formOf = (text: string): Form => ({
  bom: text.startsWith('\uFEFF'),
  isCrlf: text.includes('\r\n'),
  tail: (/(?:\r?\n)*$/.exec(text)?.[0] ?? '').replaceAll('\r', ''),
});

/** A merge of lines that gives the same in both directions; only where it leaves markers, they name ours first. */
export function inBothDirections(mergeText: MergeText, swapped: boolean): MergeVersions {
  return async ({ base, first, second }) => {
    const settled = pick({ base, first, second });
    if (settled) return { text: settled.value, conflicts: false };
    const merged = await mergeText(first, base, second);
    return merged.conflicts && swapped ? await mergeText(second, base, first) : merged;
  };
}

/** A list merged without conflicts: what a side took out is gone, what it added stands behind what it stood behind. */
export function uniteLists(versions: Versions<readonly string[]>): string[] {
  const kept = (side: readonly string[], other: readonly string[]): string[] => {
    const [before, now] = [new Set(versions.base), new Set(other)];
    return side.filter((item) => now.has(item) || !before.has(item));
  };
  const united = kept(versions.first, versions.second);
  const known = new Set(united);
  let at = 0;
  for (const item of kept(versions.second, versions.first)) {
    if (known.has(item)) at = united.indexOf(item) + 1;
    else united.splice(at++, 0, item);
  }
  return united;
}

/** Of two texts that differ in more lines than this, none counts as shared. */
const MOST_EDITS = 4000;

/** The lines that two texts share in their order, as a base for texts that have none. */
export function commonLines(first: readonly string[], second: readonly string[]): string[] {
  const changes = diffArrays([...first], [...second], { maxEditLength: MOST_EDITS }) ?? [];
  return changes.flatMap(({ added, removed, value }) => (added || removed ? [] : value));
}

// The conflicts that a merge of lines left, taken out of a text for as long as something is put into it.

const PLACE = '\u0001memvault-hunk\u0001';
const HUNK = /^(<{7,})(?: .*)?\n([^]*?)(?:^\|{7,}(?: .*)?\n[^]*?)?^(={7,})\n([^]*?)^(>{7,})(?: .*)?(?:\n|$)/gm;

/** Replaces each conflict whose markers have this length, or any length that is one for all three. */
function replaceHunks(
  text: string,
  markerSize: number | null,
  replace: (hunk: string, ours: string, theirs: string) => string,
): string {
  return text.replace(HUNK, (hunk, start: string, ours: string, middle: string, theirs: string, end: string) =>
    [start, middle, end].every(({ length }) => length === (markerSize ?? start.length))
      ? replace(hunk, ours, theirs)
      : hunk,
  );
}

export function cutHunks(text: string, markerSize: number): { readonly text: string; restore(text: string): string } {
  const hunks: string[] = [];
  return {
    text: replaceHunks(text, markerSize, (hunk) => `${PLACE}${hunks.push(hunk) - 1}\n`),
    restore: (later) =>
      later.replace(new RegExp(String.raw`${PLACE}(\d+)\n`, 'g'), (_, index: string) => hunks[Number(index)] ?? ''),
  };
}

/**
 * Settles the conflicts in which one side holds nothing but lines that memvault puts there (`isOwn`), and the other
 * only lines that the base does not have: one person added something, next to what the other side put in another place.
 * All lines of both stay, the added ones first.
 */
export function settleAdded(
  text: string,
  base: readonly string[],
  markerSize: number,
  isOwn: (line: string) => boolean,
): string {
  const known = new Set(base);
  return replaceHunks(text, markerSize, (hunk, ours, theirs) => {
    const [own, other] = [ours, theirs].map((side) =>
      side.split('\n').filter((line) => line.trim() !== '' && !isOwn(line)),
    ) as [string[], string[]];
    if ((own.length > 0 && other.length > 0) || [...own, ...other].some((line) => known.has(line))) return hunk;
    const [first, second] = own.length > 0 || (other.length === 0 && ours < theirs) ? [ours, theirs] : [theirs, ours];
    const there = new Set(first.split('\n'));
    const added = second.split('\n').filter((line) => line !== '' && !there.has(line));
    return first + added.map((line) => `${line}\n`).join('');
  });
}

/**
 * A base without the conflicts in it. After merges in both directions git makes the base itself, by a merge that nobody
 * settled. What both sides settled in one way then stood there; of the rest nothing is known.
 */
export const withoutHunks = (base: string, sides: readonly string[]): string =>
  replaceHunks(
    base,
    null,
    (_, ours, theirs) =>
      [ours + theirs, theirs + ours, ours, theirs].find(
        (lines) => lines !== '' && sides.every((side) => side.includes(`\n${lines}`)),
      ) ?? '',
  );
