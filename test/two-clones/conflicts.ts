// Conflicts that a merge left to persons: whether it had to, and how a person settles them in these histories.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { citationsIn } from '../../src/page/claim-text.ts';
import { readView } from '../../src/vault/view.ts';
import type { Clone, HandEdit } from './clone.ts';
import { vaultAt } from './state.ts';

/** What a command changes on pages at a person's word is merged like what a dream changes. */
const BY_PROGRAM: ReadonlySet<string> = new Set(['fix', 'review', 'forget', 'pin', 'search']);
const HUNK = /^<{7}[^\n]*\n([^]*?)^={7}\n([^]*?)^>{7}[^\n]*\n/gm;

/** Words of persons, both of them older perhaps: a dream that takes a claim away leaves what a person put below it. */
function isBetweenWords(text: string): boolean {
  const hunks = [...text.matchAll(HUNK)];
  const isSomebodys = (side = ''): boolean => /clone-\w says no \d/.test(side);
  return hunks.length > 0 && hunks.every(([, ours, theirs]) => isSomebodys(ours) && isSomebodys(theirs));
}

/** The part of a page that a new name touches: that there is nothing more at the old one. */
export const awayFrom = (path: string): string => `away from ${path}`;

/**
 * Fails unless persons edited on both sides what is in conflict. `content` has markers; `structural` is about a file as
 * such.
 */
export async function mustBePersons(
  clone: Clone,
  path: string,
  lacks: { one: readonly HandEdit[]; other: readonly HandEdit[] },
): Promise<'conflicts' | 'structural'> {
  const stages = new Set(
    (await clone.git('ls-files', '-u', '-z', '--', path))
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => line.split(/\s/)[2]),
  );
  const all = [...lacks.one, ...lacks.other];
  if (!stages.has('2') || !stages.has('3')) {
    // A dream carries out later, perhaps on another clone, what was forgotten before.
    const before = stages.has('1') ? citationsIn(await clone.git('show', `:1:${path}`)) : [];
    const isTaken =
      all.some(({ does }) => does === 'rename' || does === 'undo' || does === 'settle' || does === 'forget') ||
      before.some((fact) => readView(vaultAt(clone.root)).forgotten.has(fact));
    if (!isTaken)
      throw new Error(
        `${clone.name}: git left ${path} with stages ${[...stages].join()}, and nobody renamed a page or took one back or off`,
      );
    return 'structural';
  }
  const text = readFileSync(join(clone.root, path), 'utf8');
  const title = /^title: (.*)$/m.exec(text)?.[1] ?? '';
  const own = (edits: readonly HandEdit[]): HandEdit[] =>
    edits
      .filter(({ does }) => !BY_PROGRAM.has(does))
      .filter(({ page, does }) => page === title || (does === 'settle' && page === path));
  const overlaps = own(lacks.one).some((mine) =>
    own(lacks.other).some((yours) =>
      mine.touched.some((part) => part === 'all' || yours.touched.includes('all') || yours.touched.includes(part)),
    ),
  );
  // Where a dream made a page of the old name anew, git takes what went with the other name for deleted.
  const replaced = own(all).some(({ touched }) => touched.includes(awayFrom(path)));
  // Settled crosswise before: git's base is that merge unsettled, so that a later settlement meets the earlier one.
  const again =
    own(all).some(({ does }) => does === 'settle') &&
    own([...clone.edits]).filter(({ does }) => does === 'settle').length > 0;
  if (!overlaps && !again && !replaced && !isBetweenWords(text))
    throw new Error(
      `${clone.name}: markers in ${path}, where persons' edits do not overlap\n${JSON.stringify([own(lacks.one), own(lacks.other)])}\n${text}`,
    );
  return 'conflicts';
}

/**
 * Takes one side of each conflict, and a file that one side has. Gives the facts that are on the page no more by that.
 */
export async function settle(clone: Clone, path: string, keeps: 'ours' | 'theirs'): Promise<string[]> {
  const whole = join(clone.root, path);
  if (!existsSync(whole)) {
    await clone.git('add', '-A', '--', path);
    return [];
  }
  const text = readFileSync(whole, 'utf8');
  const after = text.replace(HUNK, (_, ours: string, theirs: string) => (keeps === 'ours' ? ours : theirs));
  writeFileSync(whole, after);
  await clone.git('add', '--', path);
  const left = new Set(citationsIn(after));
  return [...new Set(citationsIn(text))].filter((fact) => !left.has(fact));
}
