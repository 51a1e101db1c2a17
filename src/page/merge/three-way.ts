// Three versions of one thing and what becomes of them. Sides are taken in an order that depends on their
// texts alone, so that a merge in either direction gives the same bytes.
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

export function mapVersions<T, U>({ base, first, second }: Versions<T>, map: (version: T) => U): Versions<U> {
  return { base: map(base), first: map(first), second: map(second) };
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

const MOST_CELLS = 4_000_000;

/** The lines that two texts share in their order, as a base for texts that have none. */
export function commonLines(first: readonly string[], second: readonly string[]): string[] {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start++;
  let [a, b] = [first.length, second.length];
  while (a > start && b > start && first[a - 1] === second[b - 1]) [a, b] = [a - 1, b - 1];
  const middle = longestCommon(first.slice(start, a), second.slice(start, b));
  return [...first.slice(0, start), ...middle, ...first.slice(a)];
}

function longestCommon(a: readonly string[], b: readonly string[]): string[] {
  if ((a.length + 1) * (b.length + 1) > MOST_CELLS) return [];
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const common: string[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      common.push(a[i] ?? '');
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}

// The conflicts that a merge of lines left, taken out of a text for as long as something is put into it.

const PLACE = '\u0001memvault-hunk\u0001';

export function cutHunks(text: string, markerSize: number): { readonly text: string; restore(text: string): string } {
  const hunks: string[] = [];
  const pattern = new RegExp(String.raw`^<{${markerSize}}(?: .*)?\n[^]*?^>{${markerSize}}(?: .*)?$`, 'gm');
  const bare = text.replace(pattern, (hunk) => `${PLACE}${hunks.push(hunk) - 1}\u0001`);
  return {
    text: bare,
    restore: (later) =>
      later.replace(
        new RegExp(String.raw`${PLACE}(\d+)\u0001`, 'g'),
        (whole, index: string) => hunks[Number(index)] ?? whole,
      ),
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
  const pattern = new RegExp(
    String.raw`^<{${markerSize}}(?: .*)?\n([^]*?)(?:^\|{${markerSize}}(?: .*)?\n[^]*?)?^={${markerSize}}\n([^]*?)` +
      String.raw`^>{${markerSize}}(?: .*)?\n`,
    'gm',
  );
  return text.replace(pattern, (hunk, ...[ours, theirs]: [string, string]) => {
    const [own, other] = [ours, theirs].map((side) =>
      side.split('\n').filter((line) => line.trim() !== '' && !isOwn(line)),
    ) as [string[], string[]];
    if ((own.length > 0 && other.length > 0) || [...own, ...other].some((line) => known.has(line))) return hunk;
    const [first, second] = own.length > 0 || (other.length === 0 && ours < theirs) ? [ours, theirs] : [theirs, ours];
    const there = new Set(first.split('\n'));
    return (
      first +
      second
        .split('\n')
        .filter((line) => line !== '' && !there.has(line))
        .map((line) => `${line}\n`)
        .join('')
    );
  });
}

const HUNK = /^(<{7,})(?: .*)?\n([^]*?)(?:^\|{7,}(?: .*)?\n[^]*?)?^(={7,})\n([^]*?)^(>{7,})(?: .*)?(?:\n|$)/gm;

/**
 * A base without the conflicts in it. After merges in both directions git makes the base itself, by a merge that nobody
 * settled. What both sides settled in one way then stood there; of the rest nothing is known.
 */
export function withoutHunks(base: string, sides: readonly string[]): string {
  return base.replace(
    HUNK,
    (hunk: string, start: string, ours: string, middle: string, theirs: string, end: string) => {
      if (start.length !== middle.length || start.length !== end.length) return hunk;
      return (
        [ours + theirs, theirs + ours, ours, theirs].find(
          (lines) => lines !== '' && sides.every((side) => side.includes(`\n${lines}`)),
        ) ?? ''
      );
    },
  );
}
