// What persons wrote below one claim, merged note by note where its lines stand too close to each other for git: one
// side took a note out, or away from the claim, and the other wrote another one next to it.
import { parseBlocks } from '../blocks.ts';
import { rawLines } from '../sections.ts';
import { mapVersions, type Versions } from './three-way.ts';

/** Null where a side changed a note that the other took out, and where neither side only took notes out. */
export function mergeTakenOut(below: Versions<string>): string | null {
  const { base, first, second } = mapVersions(below, notesOf);
  return withoutTaken(base, first, second) ?? withoutTaken(base, second, first);
}

function withoutTaken(base: readonly string[], taker: readonly string[], other: readonly string[]): string | null {
  const taken = base.filter((note) => !taker.includes(note));
  const onlyTook =
    new Set(base).size === base.length && base.filter((note) => taker.includes(note)).join('') === taker.join('');
  return onlyTook && taken.every((note) => other.includes(note))
    ? other.filter((note) => !taken.includes(note)).join('')
    : null;
}

/** Each with what is indented below it. What stands before the first item is one of them too. */
function notesOf(below: string): string[] {
  const lines = rawLines(below);
  const items = parseBlocks(`- \n${below}`)
    .blocks.slice(1)
    .filter(({ kind }) => kind === 'item');
  const depth = Math.min(...items.map(({ text }) => depthOf(text)));
  const starts = items.filter(({ text }) => depthOf(text) === depth).map(({ start }) => start - 1);
  return [0, ...starts]
    .map((start, index) => lines.slice(start, starts[index] ?? lines.length).join(''))
    .filter((note) => note !== '');
}

const depthOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;
