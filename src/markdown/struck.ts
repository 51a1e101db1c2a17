// Statements that a person struck through, `~~so~~`: whether the whole of one is, and its words without the marks.
// What stands around the marks may be a day, a word of time or a remark in brackets, never another statement.

/** In a code span tildes mean nothing. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs;
const MARK = /(?<![~\\])~~(?!~)/g;
const NOTE = /\[\^[^\]\s]+\]/g;
const REMARK = /\([^()]*\)|（[^（）]*）/g;

/** Made where it is needed, as the classes of Unicode take time to make, and this file is loaded by every search. */
const aroundPattern = (): RegExp =>
  new RegExp(
    `^(?:${[
      String.raw`\d+(?:st|nd|rd|th)?`,
      '[0-9年月日号號至到从從起自直止以前后後于於在为為]+',
      'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
      'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
      'mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day',
      'from|to|until|till|since|between|and|as|of|on|in|by|before|after|ended|early|mid|late',
      'spring|summer|autumn|fall|winter',
    ].join('|')})$`,
    'iu',
  );

/** Where the marks stand, outside code: they come in pairs. */
export function marksIn(words: string): number[] {
  if (!words.includes('~~')) return [];
  const plain = words.replace(CODE, (code) => 'x'.repeat(code.length));
  return Array.from(plain.matchAll(MARK), ({ index }) => index);
}

/**
 * The words between the marks, with a person's footnotes behind them, where the whole statement is struck; else null.
 */
export function parseStruck(words: string): string | null {
  const marks = marksIn(words);
  if (marks.length === 0 || marks.length % 2 === 1) return null;
  const parts = [0, ...marks.map((at) => at + 2)].map((from, index) => words.slice(from, marks[index] ?? words.length));
  const struck = parts.filter((_, index) => index % 2 === 1);
  const around = parts.filter((_, index) => index % 2 === 0).join(' ');
  // With a space inside, the marks strike nothing.
  if (struck.some((part) => part.trim() === '' || part !== part.trim())) return null;
  const others =
    around.trim() === ''
      ? null
      : around
          .replace(NOTE, ' ')
          .replace(REMARK, ' ')
          .match(/[\p{L}\p{N}\p{M}]+/gu);
  const pattern = others && aroundPattern();
  if (pattern && !others.every((word) => pattern.test(word))) return null;
  return struck.join(' ') + (around.match(NOTE) ?? []).join('');
}

/** The text without the marks. */
export function withoutStrikes(text: string): string {
  return marksIn(text).reduceRight((rest, at) => rest.slice(0, at) + rest.slice(at + 2), text);
}
