// How many tokens a text is, without a tokenizer: rather too many than too few, since a prompt that is cut costs more
// than one that could have been longer. Pure.

/** Tokens of 42 UTF-16 units of one kind: whole numbers, so that no sum depends on its order. */
const WEIGHT = { letter: 12, mark: 28, digit: 42, foreign: 21, ideograph: 42 };

/** An estimate from the letters alone; whole, and 0 only for the empty text. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += weightOf(text.charCodeAt(at));
  return Math.ceil(sum / 42);
}

function weightOf(unit: number): number {
  // From the radicals of CJK on: kana, Hangul, half an emoji each, and all else that has few tokens of its own.
  if (unit >= 0x2e80) return WEIGHT.ideograph;
  if (unit >= 0x80) return WEIGHT.foreign;
  if (unit === 0x20 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)) return WEIGHT.letter;
  return unit >= 0x30 && unit <= 0x39 ? WEIGHT.digit : WEIGHT.mark;
}
