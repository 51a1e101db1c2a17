// Is a statement that says what somebody is like about the owner of the vault, or about somebody else? By how it
// begins; in doubt about a name, somebody else's. Pure.
import { isCaseless, isVerb, wordsOf } from '../names/capitals.ts';
import type { Statement } from '../../model/fact.ts';
import { kindOf } from './kinds.ts';

const SELF = new RegExp(
  String.raw`^(?:the )?user(?:['’]s)?(?=[\s:,]|$)|^(?:I|I['’]\p{Ll}+|my|mine|me|myself|we|our)(?=\s|$)|` +
    String.raw`^(?:[^，,]{0,12}[年月日号底初中春夏秋冬天时][，,]?)?(?:用户|我)`,
  'iu',
);
const SELF_WITHIN = /\b(?:user['’]s|of (?:the )?user|my)\b|(?:用户|我)的/iu;

/** `names`: the owner's, beside "User". `subject`: the name that it begins with, where it is known for one. */
export function isOwners(
  fact: Pick<Statement, 'text' | 'fields'>,
  subject: string | null,
  names: readonly string[],
): boolean {
  const { text, fields } = fact;
  const isNamed = (name: string): boolean => names.some((own) => own.toLowerCase() === name.toLowerCase());
  if (SELF.test(text) || names.some((name) => beginsWith(text, name))) return true;
  if (
    kindOf(fact) === 'relationship' &&
    (SELF_WITHIN.test(text) ||
      names.some((name) => text.includes(`${name}'s`) || text.includes(`${name}’s`) || text.includes(`${name}的`)))
  )
    return true;
  if (subject !== null) return isNamed(subject);
  if (
    (fields.persons ?? '').split(/[,，、]/u).some((person) => person.trim() !== '' && beginsWith(text, person.trim()))
  )
    return false;
  return !isCaseless(text) && !beginsWithName(text);
}

/** "Mira's wife", "Mira likes", 米拉喜欢. */
function beginsWith(text: string, name: string): boolean {
  if (name === '' || !text.toLowerCase().startsWith(name.toLowerCase())) return false;
  return isCaseless(name) || !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

/** A capital, and what somebody does or has: who that is, no other statement tells. */
function beginsWithName(text: string): boolean {
  const [first, second] = wordsOf(text.slice(0, 80));
  if (first === undefined || !first.capital || first.gap.trim() !== '') return false;
  return first.owns || (second !== undefined && second.gap === ' ' && isVerb(second));
}
