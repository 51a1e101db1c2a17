// Whether two sentences differ in one value alone, of a kind that there is one of at a time. Most verbs may have a
// second object beside the first ("uses", "works with"), so only what is listed here is single. Pure.
import states from '../../../templates/words/states.json';
import { otherPart, type OtherPart } from '../rules/other-part.ts';

/** By verb the words before a value that it has one of. */
const PLACED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  states.single.flatMap(({ verbs, before }) =>
    verbs.map((verb): [string, ReadonlySet<string>] => [verb, new Set(before)]),
  ),
);
/** By word the words of its kind. */
const KINDS: ReadonlyMap<string, number> = new Map(
  states.kinds.flatMap((kind, at) => kind.split(' ').map((word): [string, number] => [word, at])),
);
const MEASURING: ReadonlySet<string> = new Set(states.measuring);
const VERSIONS: ReadonlySet<string> = new Set(states.versions);
const SEVERAL: ReadonlySet<string> = new Set(states.several);
const WEEKDAYS: ReadonlySet<string> = new Set(states.weekdays);
const STILL: ReadonlySet<string> = new Set(states.still);
const BE = new Set(['is', 'are']);
const ARTICLE = /^(?:a|an|the)$/;
/** Of a thing that has a name of its own, or is the user's. */
const ONE_THING = /^(?:the|our|my|user's)$/;
const WORD = /[\p{L}\p{N}$€£¥][\p{L}\p{M}\p{N}]*(?:[.,:'’/@+#_-][\p{L}\p{N}]+)*[+#%]*/gu;
const NUMBER = /^[$€£¥]?\p{Nd}[\p{Nd}.,:/-]*(?:am|pm|%|h|st|nd|rd|th)?$/u;

/** Are they one sentence but for a value that what they speak of has one of at a time? Both tell what is. */
export function differsInOneValue(older: string, newer: string): boolean {
  const other = differenceOf(older, newer);
  return other !== null && isSingle(other);
}

function differenceOf(older: string, newer: string): OtherPart | null {
  const other = /\p{Script=Han}/u.test(older + newer) ? null : otherPart(writtenOf(older), writtenOf(newer));
  return other !== null && other.head.length >= 2 ? other : null;
}

function isSingle({ head, was, is, tail }: OtherPart): boolean {
  const isThing = ONE_THING.test(head[0] ?? '');
  const kind = kindOf(was);
  if (
    kind !== kindOf(is) ||
    (kind === 'days' && !isThing) ||
    head.includes('with') ||
    tail.some((word) => WEEKDAYS.has(word))
  )
    return false;
  const verb = head.findLastIndex(
    (word, at) => at > 0 && [PLACED, MEASURING, VERSIONS, BE].some((verbs) => verbs.has(word)),
  );
  const word = head[verb] ?? '';
  if (verb < 1) return false;
  const between = head
    .slice(verb + 1)
    .filter((one) => !ARTICLE.test(one))
    .join(' ');
  const isPlaced = PLACED.get(word)?.has(between) === true;
  if (kind === 'number')
    return BE.has(word)
      ? isThing
      : isPlaced ||
          (between === '' && MEASURING.has(word)) ||
          (VERSIONS.has(word) && !/^(?:user|i|we)$/.test(head[0] ?? ''));
  if (between !== '') return isPlaced && (isThing || !BE.has(word));
  // "User is a doctor" and "User is a vegetarian" are two things of one; "the door is open" and "the door is shut" are
  // not.
  return (
    isThing &&
    BE.has(word) &&
    !/^an?$/.test(head.at(-1) ?? '') &&
    (kind === 'name' ? word === 'is' && !head.some((one) => SEVERAL.has(one)) : isOfKind(was, is))
  );
}

/** Two colours, or "open" and "shut". */
function isOfKind(was: readonly string[], is: readonly string[]): boolean {
  const kind = KINDS.get(was.join(' '));
  return kind !== undefined && kind === KINDS.get(is.join(' '));
}

function kindOf(words: readonly string[]): string {
  if (words.some((word) => WEEKDAYS.has(word.toLowerCase()))) return 'days';
  if (NUMBER.test(words[0] ?? '')) return words.length === 1 ? 'number' : 'numbers';
  // "In the drawer" and "in use" are two things of one.
  const first = words[0] ?? '';
  if (ARTICLE.test(first.toLowerCase())) return `${first.toLowerCase()} thing`;
  return words.every((word) => /^[\p{Lu}\p{N}]/u.test(word)) ? 'name' : 'word';
}

/** As written, without what only says that it holds. */
function writtenOf(text: string): string[] {
  return (text.match(WORD) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !STILL.has(word.toLowerCase()));
}
