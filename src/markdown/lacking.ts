// What a wording does not keep of what was logged, as a person reads it: names as they were written, and whether a
// denial went or came. Pure.
import { LIMITS } from '../model/limits.ts';
import { missingSpecifics } from './specifics.ts';

/** As the predicate of a sentence about the wording; null where it keeps all that is specific. */
export function whatItLacks(fact: string, wording: string): string | null {
  const missing = missingSpecifics(fact, wording);
  const dropped = missing.filter((one) => one !== 'not').map((one) => asWritten(fact, one));
  const said = [
    ...(dropped.length === 0 ? [] : [`does not say ${dropped.join(', ')}, which was logged`]),
    ...(missing.includes('not') ? [denial(fact, wording)] : []),
  ];
  return said.length === 0 ? null : said.join(', and ');
}

/** A specific as the text has it, not as it is compared; itself where it is not there to the letter. */
export function asWritten(text: string, specific: string): string {
  if (specific.length > LIMITS.word) return specific;
  const pattern = specific.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll("'", "['’]");
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0] ?? specific;
}

function denial(fact: string, wording: string): string {
  const [was, is] = [fact, wording].map((text) => missingSpecifics('', text).includes('not'));
  if (was !== true) return 'denies what was not denied';
  return is === true ? 'denies more or less than was logged' : 'does not deny what was denied';
}
