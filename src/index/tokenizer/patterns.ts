// What a written word looks like. Two sets that agree on plain ASCII: one for it, one for every script.
// Classes of Unicode take a third of a millisecond each to compile, so the second is made when first needed.

export interface Patterns {
  /** A word as it is written, an emoji in the first group. */
  readonly chunk: RegExp;
  /** Where a capital begins a part of a word. */
  readonly camel: RegExp;
  /** Two or more letters and a number, or a number and letters, in groups 1 and 2 or 3 and 4. */
  readonly lettersAndNumber: RegExp;
  readonly number: RegExp;
}

export const PLAIN: Patterns = {
  chunk: /()[A-Za-z0-9]+(?:(?:['.\-_&]|(?<=[0-9])[,:/](?=[0-9]))[A-Za-z0-9]+)*(?:\+\+|[#+](?![A-Za-z0-9]))?/g,
  camel: /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/,
  lettersAndNumber: /^([A-Za-z]{2,})([0-9]+)$|^([0-9]+)([A-Za-z]+)$/,
  number: /[0-9]/,
};

export function widePatterns(): Patterns {
  const emoji = String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{ExtPict}[\uFE0F\p{EMod}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]*)*`;
  const letters = String.raw`[\p{L}\p{M}\p{N}\u00AD\u200D]+`;
  const joint = String.raw`(?:['’ʼ.\-‐‑_&·\u200C]|(?<=\p{N})[,:/](?=\p{N}))`;
  return {
    chunk: new RegExp(String.raw`(${emoji})|${letters}(?:${joint}${letters})*(?:\+\+|[#+](?![\p{L}\p{N}]))?`, 'gu'),
    camel: new RegExp(String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`, 'u'),
    lettersAndNumber: new RegExp(String.raw`^(\p{L}{2,})(\p{N}+)$|^(\p{N}+)(\p{L}+)$`, 'u'),
    number: new RegExp(String.raw`\p{N}`, 'u'),
  };
}
