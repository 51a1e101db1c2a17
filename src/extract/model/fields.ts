// The fields of a fact that a model gave: each as far as the statement or its quote has it. Pure.
import { parseSlot } from '../../markdown/slots/slots.ts';
import { type Kind, type SaidFact, SINGLE_KEYS } from './schema.ts';

export interface Spoken {
  /** The statement. */
  readonly text: string;
  readonly quote: string;
  /** Who speaks. */
  readonly name: string;
  readonly project: string | null;
  /** Do the rules read a value of that key out of the quote? */
  readonly hasKey: (key: string) => boolean;
}

type Given = Omit<SaidFact, 'kind' | 'at'> & { readonly kind: Kind; readonly at: string | null };

const LONGEST = 120;
/** A field is a line of a log. */
const MARKS = /[[\]{}<>|`\\^:]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export function fieldsOf(
  { kind, key, value, persons, entities, location, topic, at, confidence }: Given,
  { text, quote, name, project, hasKey }: Spoken,
): Record<string, string> {
  const isIn = (words: string, ...places: readonly string[]): boolean =>
    words.length <= LONGEST &&
    !MARKS.test(words) &&
    places.some((place) => place.toLowerCase().includes(words.toLowerCase()));
  const fields: Record<string, string> = { kind };
  const set = (field: string, words: string | null): void => {
    if (words !== null && words !== '') fields[field] = words;
  };
  const named = (list: readonly string[]): string[] =>
    [...new Set(list)].filter((one) => isIn(one, text, quote) && !/^(?:the )?user$|^用户$/iu.test(one));
  const people = [
    ...new Set([
      ...(name === 'User' ? [] : [name]),
      ...named(persons).filter((one) => /^\p{Lu}|\p{Script=Han}/u.test(one)),
    ]),
  ];
  const isValue = value !== null && isIn(value, text);
  if (isValue && key !== null && isKeyOf(key, text, kind, hasKey)) set('key', key);
  if (isValue) set('value', value);
  set('persons', people.join(', '));
  set(
    'entities',
    named(entities)
      .filter((one) => !people.includes(one))
      .join(', '),
  );
  if (location !== null && isIn(location, text)) set('location', location);
  if (topic !== null && /^\p{L}[\p{L}-]{1,24}(?: \p{L}[\p{L}-]{1,24})?$/u.test(topic))
    set('topic', topic.toLowerCase());
  set('at', at);
  if (kind === 'decision') set('project', project);
  set('confidence', String(confidence));
  return fields;
}

/**
 * What one has one of at a time takes the place of what was: only where the words say so, and not because a model does.
 * Of an event its words are looked at where it is decided.
 */
function isKeyOf(key: string, text: string, kind: Kind, hasKey: Spoken['hasKey']): boolean {
  return (
    /^[a-z][a-z -]{1,24}$/.test(key) &&
    (!SINGLE_KEYS.has(key) ||
      kind === 'event' ||
      parseSlot({ text, category: kind, fields: {} })?.single === true ||
      hasKey(key))
  );
}
