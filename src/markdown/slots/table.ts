// Statements in a phrase of the table: "S lives in O", "O founded S".
import words from '../../../templates/slots/words.json';
import type { Found } from './find.ts';
import { cueOf, phrasesFor, type Phrase } from './relations.ts';
import { isNameLike, isOneOfSeveral, isSubject } from './subject.ts';
import { levelOf, oneName, plainForm } from './places.ts';
import { isTool, readValue } from './value.ts';

/** "The compnay that": a slip of the pen in what the phrase is found by. */
const CLAUSE_NOUN = /(?<=^the )\p{Ll}{7,}(?= (?:where|that|which) )/iu;
const MADE = new Set(words.made);
/** Told by "moved to", which moves much. */
const MOVES = new Set(['residence', 'scheduled', 'deploy-target']);

/** The most telling phrase of the table that fits, or null. */
export function findInTable(text: string): Found | null {
  const said = text.replace(CLAUSE_NOUN, (noun) => cueOf(noun));
  for (const phrase of phrasesFor(said.toLowerCase().split(/[\s,']+/))) {
    const found = readPhrase(said, phrase);
    if (found) return found;
  }
  return null;
}

function readPhrase(text: string, phrase: Phrase): Found | null {
  const groups = phrase.pattern.exec(text)?.groups;
  if (!groups) return null;
  const { relation, past, changed } = phrase;
  const subject = withoutArticle(groups.S ?? '');
  const value = readValue(groups.O ?? '', relation.kind);
  if (!value || !isSubject(subject)) return null;
  if (groups.base !== undefined && !/^(?:I|we|they|you)$|s$| and /i.test(subject)) return null;
  const named = isNameLike(subject);
  if (phrase.reversed && (!named || !/^\p{Lu}/u.test(groups.O ?? '') || (past && value.form === 'user'))) return null;
  // "With care": only what is known for a tool, or named, is one behind a verb.
  if (relation.kind === 'tool' && !isTool(groups.O ?? '')) return null;
  if (!fitsSubject(relation.id, text, subject, named)) return null;
  // "Moved to" is a move of a home only where somebody moved to what is known to be a place.
  if (changed && MOVES.has(relation.id) && !fitsChange(relation.id, subject, value.form, groups.O ?? '')) return null;
  // What was made by somebody stays so where it is one thing with a name; "the report" may be another.
  const oneThing =
    !past ||
    (named && !MADE.has(subject.toLowerCase())) ||
    relation.kind === 'date' ||
    relation.kind === 'birthplace' ||
    (relation.kind === 'country' && !/^(?:the|an?|this|that) |['’]s? /i.test(groups.S ?? ''));
  return {
    subject,
    relation,
    value,
    negated: groups.no !== undefined,
    changed,
    single: phrase.single && oneThing && (relation.id === 'scheduled' || !isOneOfSeveral(subject)),
    renews: phrase.renews,
    form: 'table',
  };
}

/**
 * Some phrases say it only of some subjects: a script "works for Windows", Anna "is in Europe" for a week, a function
 * "is called".
 */
function fitsSubject(id: string, text: string, subject: string, named: boolean): boolean {
  const own = /^(?:user|i|we)$|['’]s /i.test(subject);
  if (id === 'employer' || id === 'date-of-death' || id === 'place-of-death') return own || named;
  if (id === 'name' && / (?:is|are|am)(?: not)? called /.test(text))
    return (
      !own &&
      !named &&
      !/(?:function|method|handler|hook|callback|script|endpoint|procedure|routine|command|api)$/i.test(subject)
    );
  return id !== 'continent' || !/ (?:is|are)(?: not)? in /.test(text) || levelOf(oneName(plainForm(subject))) !== null;
}

function fitsChange(id: string, subject: string, form: string, raw: string): boolean {
  const person = /^(?:user|i)\b/i.test(subject) || (/^\p{Lu}/u.test(subject) && !/^\p{Lu}{2,}/u.test(subject));
  if (id === 'residence')
    return (
      person &&
      (levelOf(oneName(plainForm(form.split(',')[0] ?? form))) !== null || /^\p{Lu}[\p{L} ]+, \p{Lu}/u.test(raw))
    );
  return id !== 'deploy-target' || !person;
}

export function withoutArticle(text: string): string {
  return text.replace(/^the (?=\S)/i, '');
}
