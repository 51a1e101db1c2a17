// Small talk: greetings, thanks, exclamations. They state nothing, so they stand on no page; they stay
// in the log and in search. Only words of a closed list make it; one word of content is a statement.
import words from '../../../templates/words/small-talk.en.json' with { type: 'json' };

const SMALL = new Set<string>(words);
const SMALL_CJK =
  /^(?:你好|您好|谢谢(?:你|您)?|多谢|好的?|嗯+|哈+|再见|早上好|晚安|晚上好|没事|不客气|是的?|对的?|ok)$/i;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*/gu;
/** "Hey Mel", "Thanks, Anna", "…, Anna!": who is spoken to, not what is said. */
const VOCATIVE = new RegExp(
  String.raw`(?<=^(?:[Hh]ey|[Hh]i|[Hh]ello|[Tt]hanks|[Tt]hank you|[Ww]ow|[Bb]ye|[Yy]eah|[Yy]ep|` +
    String.raw`[Oo]h)\s+)\p{Lu}[\p{L}\p{M}]+|(?<=,\s*)\p{Lu}[\p{L}\p{M}]+(?=\s*[,.!?…]|$)`,
  'gu',
);
/** Numbers, code, links, quotations, mail addresses: never small talk. */
const HARD = /\d|`|https?:|www\.|["“”]|@|\[/;

/** Does the text state nothing by itself? */
export function isSmallTalk(text: string): boolean {
  if (HARD.test(text)) return false;
  const sentences = text
    .split(/(?<=[.!?…。！？])\s*/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return sentences.length > 0 && sentences.every(isSmall);
}

function isSmall(sentence: string): boolean {
  const bare = sentence.replace(/[.!?…。！？，,\s]+$/u, '');
  if (SMALL_CJK.test(bare)) return true;
  const rest = sentence.replace(VOCATIVE, '').match(WORD) ?? [];
  return rest.length > 0
    ? rest.every((word) => SMALL.has(word.toLowerCase().replace('’', "'")))
    : !/\p{L}/u.test(sentence);
}
