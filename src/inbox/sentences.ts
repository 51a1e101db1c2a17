// A passage cut into sentences, in scripts with spaces and without. No word is changed. Pure.

/** Abbreviations and initials, whose full stop ends no sentence. */
const SHORT = new RegExp(
  String.raw`(?:^|[\s(“"])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|no|No|Nr|vol|Vol|pp?|Fig|fig|Eq|eq|` +
    String.raw`Sec|sec|ch|al|cf|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$`,
  'u',
);
const WIDE_END = /(?<![。！？｡])[。！？｡]{1,9}[”’」』）]{0,4}/gu;
const END = /(?<![.!?…])[.!?…]{1,9}["'”’»)\]]{0,4}(?=\s)/gu;

/** The sentences in their order, without the white space around them; none for a blank passage. */
export function splitSentences(passage: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    const sentence = passage.slice(start, end).trim();
    if (sentence !== '') sentences.push(sentence);
    start = end;
  };
  for (const end of endsIn(passage)) cut(end);
  cut(passage.length);
  return sentences;
}

function endsIn(passage: string): number[] {
  const wide = [...passage.matchAll(WIDE_END)].map((match) => match.index + match[0].length);
  const narrow = [...passage.matchAll(END)].flatMap((match): number[] => {
    const end = match.index + match[0].length;
    if (
      match[0].startsWith('.') &&
      match[0].length === 1 &&
      SHORT.test(passage.slice(Math.max(0, match.index - 12), match.index + 1))
    )
      return [];
    // Where small letters follow, the sentence goes on.
    return /^\s+\p{Ll}/u.test(passage.slice(end, end + 3)) ? [] : [end];
  });
  return [...wide, ...narrow].sort((a, b) => a - b);
}
