// Does what a page says that it is about speak of something forgotten? Nobody knows from which claims it was written,
// so its words tell. Pure.
import stopWords from '../../../templates/words/stop-words.en.json';
import { withoutEscapes, wordsOf } from '../../language/forgotten-words.ts';
import { TOPIC_WORDS } from '../../language/topic-words.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import { LIMITS } from '../../model/limits.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(stopWords.words);

/** A fact that is too long names no page and no heading: its beginning is enough. */
const telling = (text: string): string[] => wordsOf(text.slice(0, LIMITS.fact));

/** It has a word of what is forgotten that nothing of the rest says. */
export function tellsOf(about: string, forgotten: readonly string[], rest: readonly string[]): boolean {
  const gone = new Set(forgotten.flatMap(telling));
  const shared = wordsOf(about).filter((word) => gone.has(word) && !STOP_WORDS.has(word));
  if (shared.length === 0) return false;
  const said = new Set(rest.flatMap(telling));
  return shared.some((word) => !said.has(word));
}

/**
 * What memvault puts into headings of `log.md`, and journals keep: days and ids of runs. A number in them tells
 * nothing.
 */
const OWN_MARKS = /^\[\d{4}-\d\d-\d\d\] |watermark=\d{4}-\d\d-\d\d|\br-\d{8}-\d{4}-[0-9a-f]{6}\b/g;

/** The same of many texts, with the same words. General words of headings tell nothing; nor does a single letter. */
export function tellerOf(forgotten: readonly string[], rest: readonly string[]): Teller {
  const said = new Set(rest.flatMap((text) => telling(withoutEscapes(text))));
  const words = [...new Set(forgotten.flatMap((text) => telling(withoutEscapes(text))))].filter(
    (word) =>
      !said.has(word) &&
      !STOP_WORDS.has(word) &&
      !TOPIC_WORDS.has(word) &&
      (word.length > 1 || !/[\p{Script=Latin}\p{N}]/u.test(word)),
  );
  const known = new Set(words);
  return {
    tells: (text) => known.size > 0 && wordsOf(text.replace(OWN_MARKS, ' ')).some((word) => known.has(word)),
    mayTell: (text) => {
      const low = text.toLowerCase();
      return words.some((word) => low.includes(word));
    },
  };
}

export interface Teller {
  /** Has a name one of the words that only the forgotten has? */
  readonly tells: (name: string) => boolean;
  /** Seen without taking it apart: false where no name in the text can tell. */
  readonly mayTell: (text: string) => boolean;
}

/** Keys under which plans, journals and reviews have a name or words of an engine. */
const NAME_KEYS: ReadonlySet<string> = new Set(['group', 'title', 'about', 'draft', 'head']);
const FACT_KEY = new RegExp(`^${ID_PATTERN}$`);

/** Heads stand by their fact. */
export const isNameKey = (key: string): boolean => NAME_KEYS.has(key) || FACT_KEY.test(key);

const HEADING = /^(#{1,6}\s+)(.*)$/;

/** Its headings that tell, each with `words` in its place; the same text where none does. */
export function withoutTellingHeadings(text: string, tells: Teller['tells'], words: string): string {
  if (!text.includes('#')) return text;
  return text
    .split('\n')
    .map((line) => {
      const [, marks = '', heading = ''] = HEADING.exec(line) ?? [];
      return heading !== '' && tells(heading) ? `${marks}${words}` : line;
    })
    .join('\n');
}

/** Names and headings in a value of JSON that tell. */
export function tellingNames(value: unknown, tells: Teller['tells'], key = '', depth = 0): string[] {
  if (depth > LIMITS.nesting) return [];
  if (typeof value === 'string')
    return isNameKey(key) ? (tells(value) ? [value] : []) : headingsIn(value).filter(tells);
  if (Array.isArray(value)) return (value as unknown[]).flatMap((one) => tellingNames(one, tells, '', depth + 1));
  return typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, one]) => tellingNames(one, tells, name, depth + 1));
}

export const headingsIn = (text: string): string[] =>
  text.includes('#') ? text.split('\n').flatMap((line) => HEADING.exec(line)?.[2] ?? []) : [];
