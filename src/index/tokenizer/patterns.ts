// What a written word and its parts look like. Sets that agree on plain ASCII: one for it, one for Latin letters, one
// for every script. Classes of Unicode take a third of a millisecond each to compile, so the last is made when first
// needed.

export interface Patterns {
  /** Where a capital begins a part of a word. */
  readonly camel: RegExp;
  /** Two or more letters and a number, or a number and letters, in groups 1 and 2 or 3 and 4. */
  readonly lettersAndNumber: RegExp;
  readonly number: RegExp;
  /** Two and more large letters. */
  readonly shouted: RegExp;
}

export interface WidePatterns extends Patterns {
  /** A word as it is written, an emoji in the first group. */
  readonly chunk: RegExp;
}

export const PLAIN: Patterns = {
  camel: /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/,
  lettersAndNumber: /^([A-Za-z]{2,})([0-9]+)$|^([0-9]+)([A-Za-z]+)$/,
  number: /[0-9]/,
  shouted: /^[A-Z]{2,}$/,
};

/** The letters that `isLatin` lets through, in classes that compile quickly. */
export function latinPatterns(): Patterns {
  const large = 'A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽ';
  const small = 'a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŉŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžſ';
  const letters = `${large}${small}`;
  return {
    camel: new RegExp(`(?<=[${small}0-9])(?=[${large}])|(?<=[${large}])(?=[${large}][${small}])`),
    lettersAndNumber: new RegExp(`^([${letters}]{2,})([0-9]+)$|^([0-9]+)([${letters}]+)$`),
    number: PLAIN.number,
    shouted: new RegExp(`^[${large}]{2,}$`),
  };
}

export function widePatterns(): WidePatterns {
  const emoji =
    String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|` +
    String.raw`\p{ExtPict}[\uFE0F\p{EMod}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]*)*`;
  const letters = String.raw`[\p{L}\p{M}\p{N}\u00AD\u200D]+`;
  const joint = String.raw`(?:['’ʼ.\-‐‑_&·\u200C]|(?<=\p{N})[,:/](?=\p{N}))`;
  return {
    chunk: new RegExp(String.raw`(${emoji})|${letters}(?:${joint}${letters})*(?:\+\+|[#+](?![\p{L}\p{N}]))?`, 'gu'),
    camel: new RegExp(String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`, 'u'),
    lettersAndNumber: new RegExp(String.raw`^(\p{L}{2,})(\p{N}+)$|^(\p{N}+)(\p{L}+)$`, 'u'),
    number: new RegExp(String.raw`\p{N}`, 'u'),
    shouted: new RegExp(String.raw`^\p{Lu}{2,}$`, 'u'),
  };
}
