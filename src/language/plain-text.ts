// Whether words of a model are plain text beside the words that they stand for: no markup, nothing unseen, no script of
// its own. Pure.

/** What markdown, HTML or Obsidian could take for more than words. */
const MARKS = /[`*_~<>[\]{}|#^$\\=]|%%|--|!\[|\p{Extended_Pictographic}/gu;
/** Control characters, line ends, and what nobody sees. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
/** How a line begins that is no plain text. */
const BLOCK_START = /^(?:[-+>]|\d{1,9}[.)]\s|:{3}|https?:\/\/\S+$)/u;
const SCRIPTS = [
  'Latin',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
const LETTER_OF_NO_KNOWN = new RegExp(
  String.raw`[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}` +
    String.raw`\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}` +
    String.raw`\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\P{L}]`,
  'u',
);

/** More marks than the words it stands for have, a line end, or what nobody sees. */
export function isMarkedUp(text: string, beside: string): boolean {
  if (UNSEEN.test(text) || !text.isWellFormed() || (BLOCK_START.test(text) && !BLOCK_START.test(beside))) return true;
  const own = marksOf(beside);
  return [...marksOf(text)].some(([mark, count]) => count > (own.get(mark) ?? 0));
}

function marksOf(text: string): Map<string, number> {
  const marks = new Map<string, number>();
  for (const [mark] of text.matchAll(MARKS)) marks.set(mark, (marks.get(mark) ?? 0) + 1);
  return marks;
}

/** Does it use letters of a script that the other does not? */
export function isOtherScript(text: string, beside: string): boolean {
  return (
    SCRIPTS.some((script) => script.test(text) && !script.test(beside)) ||
    (LETTER_OF_NO_KNOWN.test(text) && !LETTER_OF_NO_KNOWN.test(beside))
  );
}
