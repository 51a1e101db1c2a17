// Who or what a statement is about, for routing, and which names it mentions. A page may be called after
// the answer, so it answers null rather than guess; scripts without capitals are never guessed at.
import { isCaseless, isSpelledAsName, isVerb, nameOf, runsOf, wordsOf } from './capitals.ts';
import type { Run, Word } from './capitals.ts';
import type { NameIndex } from './names.ts';

export { buildNameIndex } from './names.ts';
export type { NameIndex } from './names.ts';

/** After a leading name these show that it was called, not spoken of: "Melanie you are great". */
const SPOKEN_TO = new Set([
  'you',
  'your',
  "you're",
  'i',
  'we',
  'it',
  'that',
  'this',
  'what',
  'how',
  'why',
  'when',
  'where',
  'let',
  'lets',
  'please',
  'thanks',
  'thank',
  'they',
  'my',
  'our',
  'here',
  'there',
  'so',
  'did',
  'do',
  'are',
  'have',
  'can',
  'could',
  'will',
  'would',
]);
const APPOSITION = new Set([
  'a',
  'an',
  'the',
  'who',
  'whose',
  'which',
  'also',
  'formerly',
  'aka',
  'called',
  'born',
  'like',
  'as',
  'along',
  'together',
  'my',
  'our',
  'his',
  'her',
  'their',
  'user',
]);

/** No subject needs more than this many characters, and no name more than this many words. */
const REACH = 160;
const LONGEST = 8;

/**
 * The name that a statement begins with when it is about it, in the form of a page's title
 * ("Caroline", "Ellie Kemper" of "Ellie Kemper's father", "The Beatles"), else null.
 */
export function subjectOf(text: string, names: NameIndex): string | null {
  if (isCaseless(text)) return null;
  const words = wordsOf(text.slice(0, REACH));
  const the = words[0]?.text === 'The' && words[1]?.gap === ' ';
  const start = the ? 1 : 0;
  if (!words[start]?.capital || /\p{L}/u.test(words[0]?.gap ?? '')) return null;
  const run = runsOf(words.slice(start))[0];
  if (run?.start !== 0) return null;
  const name = longestName(words, start, run.end + start, names);
  if (name === null || !isSpokenOf(words, name, the)) return null;
  return names.titleOf(nameOf(words, name));
}

/** All names in a statement, each once, in their order; of two that overlap the longer. */
export function mentionsOf(text: string, names: NameIndex): string[] {
  if (isCaseless(text)) return [];
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const run of runsOf(words)) {
    for (let start = run.start; start < run.end; start++) {
      const name = longestName(words, start, run.end, names);
      if (name === null) continue;
      found.add(names.titleOf(nameOf(words, name)));
      start = name.end - 1;
    }
  }
  return [...found];
}

/** The longest name that begins at `start` and ends by `limit`. */
function longestName(words: readonly Word[], start: number, limit: number, names: NameIndex): Run | null {
  if (!words[start]?.capital) return null;
  for (let end = Math.min(limit, start + LONGEST); end > start; end--) {
    if (words[end - 1]?.capital && names.isName(nameOf(words, { start, end }))) return { start, end };
  }
  return null;
}

/** Does the statement go on to say something of the name? */
function isSpokenOf(words: readonly Word[], name: Run, the: boolean): boolean {
  const last = words[name.end - 1];
  const next = words[name.end];
  if (!last || !next) return false;
  if (last.owns) return true;
  if (/^\s*(?::\s|[-–—]\s|\()/.test(next.gap)) return true;
  if (/^\s*,/.test(next.gap)) return APPOSITION.has(next.lower);
  if (next.gap !== ' ') return false;
  if (isVerb(next)) return !asksOf(words, name);
  if (SPOKEN_TO.has(next.lower)) return false;
  // "The PostgreSQL server", "LGBTQ youth": the name only tells which one.
  const adjective = the || /^\p{Lu}{2,}$/u.test(last.text);
  return !adjective || (isSpelledAsName(last.text) && !the);
}

/** "Caroline can you help": a question to somebody. */
function asksOf(words: readonly Word[], name: Run): boolean {
  return /^(?:you|we|i)$/.test(words[name.end + 1]?.lower ?? '');
}
