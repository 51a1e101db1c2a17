// Invariant 9: what is forgotten stays forgotten. Its words remain only in the daily log, which is never edited: not on
// a page, not in generated text, not in any other file of memvault.
import { seek, seekEach, type Sought, tracesOf } from '../../language/forgotten-words.ts';
import { splitLines } from '../../note/lines.ts';
import { CATALOGUE_MARKERS, ownLines, SUMMARY_MARKERS } from '../../page/own-part.ts';
import type { FileText } from '../../vault/own-files.ts';
import { parseSummaryRecords, restsOn } from '../../vault/summary.ts';
import { CATALOGUE_FILE, OWN, RUN_LOG_FILE, SUMMARY_FILE, SUMMARY_RECORD_FILE } from '../../vault/vault.ts';
import { type Check, error, type Remark, remark, type Rule } from '../rule.ts';

/**
 * Not reported here: facts that a page still cites, which `conservation` reports, and words that another fact also
 * says. `forget --verify` also searches notes and untracked files.
 *
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs over spaces ^k3v9x2ab4q
 *   - [preference] User prefers coffee ^m4w8y3bc5r
 *   == .memvault/tombstones.jsonl
 *   {"fact":"k3v9x2ab4q"}
 *   == 3_Personal/Preferences.md
 * - - User prefers coffee[^m4w8y3bc5r]
 * + - User prefers coffee; he prefers tabs over spaces[^m4w8y3bc5r]
 *   == MEMORY.md
 * - Mine.
 * + The user prefers tabs over spaces.
 *   <!-- memvault:memory -->
 * - - User prefers coffee
 * + - User prefers TABS over spaces
 *   <!-- /memvault:memory -->
 * @finds warning 3_Personal/Preferences.md:1
 * @finds warning MEMORY.md:1
 * @finds error MEMORY.md:3
 */
const words: Check = {
  what: 'The words of a forgotten fact stand in its daily log alone.',
  check: ({ view, files }) => {
    const phrases = view.facts.flatMap(({ id, text }) =>
      view.forgotten.has(id) && !view.citedOn.has(id) ? [{ fact: id, text }] : [],
    );
    if (phrases.length === 0) return [];
    const sought = seekEach(
      phrases,
      view.facts.flatMap(({ id, text }) => (view.forgotten.has(id) ? [] : [text])),
    );
    const isResting = restsOn(
      files.filter(({ path }) => path === SUMMARY_RECORD_FILE).flatMap(({ text }) => parseSummaryRecords(text)),
      view.forgotten,
    );
    const asLogged = seek(phrases, []);
    return [...view.pages.values(), ...files].flatMap((file) => [
      ...traces(file, sought),
      ...(file.path === SUMMARY_FILE ? inOtherWords(file, isResting, asLogged) : []),
    ]);
  },
};

/** Lines of `MEMORY.md` in which an engine paraphrased a forgotten fact. */
function inOtherWords(
  { path, text }: Pick<FileText, 'path' | 'text'>,
  isResting: (line: string) => boolean,
  sought: readonly Sought[],
): Remark[] {
  const own = isOwn(path, text);
  const lines = splitLines(text);
  return lines.flatMap((line, index): Remark[] =>
    own(index) && isResting(line) && tracesOf(line, sought).length === 0
      ? [error({ path, line: index + 1 }, 'says in other words what is forgotten', 'memvault lint --fix rebuilds it')]
      : [],
  );
}

/** Lines that say what is forgotten: a warning in a person's own text, an error in memvault's. */
function traces({ path, text }: Pick<FileText, 'path' | 'text'>, sought: readonly Sought[]): Remark[] {
  if (tracesOf(text, sought).length === 0) return [];
  const own = isOwn(path, text);
  return splitLines(text).flatMap((line, index) =>
    tracesOf(line, sought).map(({ fact, whole }): Remark =>
      remark(
        own(index) ? 'error' : 'warning',
        { path, line: index + 1 },
        `says ${whole ? 'what' : 'a part of what'} ${fact} said, which is forgotten`,
        'remove the words; memvault forget --verify checks every file',
      ),
    ),
  );
}

/** Returns whether a line, by index from 0, is written only by memvault. */
function isOwn(path: string, text: string): (index: number) => boolean {
  const markers = path === SUMMARY_FILE ? SUMMARY_MARKERS : path === CATALOGUE_FILE ? CATALOGUE_MARKERS : null;
  return markers === null ? () => path === RUN_LOG_FILE || path.startsWith(`${OWN}/`) : ownLines(text, markers);
}

/**
 * A merge with a clone that still has the line brings it back.
 *
 * @example
 *   == daily/2026-07-01.md
 * - - [preference] User prefers coffee ^m4w8y3bc5r
 * + - [preference] User prefers coffee ^k3v9x2ab4q
 *   == .memvault/tombstones.jsonl
 *   {"fact":"k3v9x2ab4q","purged":true}
 * @finds error daily/2026-07-01.md:1
 */
const purged: Check = {
  what: 'A line that was purged from the daily log stays out.',
  check: ({ view, purged: gone }) =>
    view.facts.flatMap((fact): Remark[] =>
      gone.has(fact.id)
        ? [
            error(
              fact,
              `${fact.id} was purged from the daily log, but its line is back`,
              'memvault lint --fix removes it again',
            ),
          ]
        : [],
    ),
};

export const forgotten: Rule = {
  name: 'forgotten',
  what: 'What is forgotten stays forgotten.',
  kinds: { words, purged },
};
