// The closed table of relations that have one value at a time, from templates/slots/en.json: phrases as
// patterns under the word that gives them away, nouns by name.
import data from '../../../templates/slots/en.json';
import words from '../../../templates/slots/words.json';
import type { Kind } from './types.ts';

export interface Relation {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly single: boolean;
}

export interface Phrase {
  readonly relation: Relation;
  /** Groups S, O, and no where it is denied; X where it names what is left. */
  readonly pattern: RegExp;
  /** The more it says, the earlier it is tried. */
  readonly weight: number;
  readonly single: boolean;
  /** It has one value at a time where the sentence has words of change. */
  readonly renews: boolean;
  readonly changed: boolean;
  /** What it tells cannot change with time. */
  readonly past: boolean;
  /** The value stands first: "O founded S". */
  readonly reversed: boolean;
}

interface Row {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly nouns?: readonly string[];
  readonly says?: readonly string[];
  readonly also?: readonly string[];
  readonly renews?: readonly string[];
  readonly changed?: readonly string[];
  readonly past?: boolean;
}

const KINDS: ReadonlySet<string> = new Set<Kind>([
  'word',
  'tool',
  'name',
  'language',
  'person',
  'company',
  'title',
  'place',
  'birthplace',
  'country',
  'continent',
  'date',
  'number',
  'code',
  'address',
  'genre',
  'specific',
  'text',
]);
const SEVERAL = new Set(words.several);
const NOT_NOW = new Set(words.notNow);
/** What a clause of the table begins with. */
const HEADS = new Set(
  data.relations
    .flatMap((row: Row) => [...(row.says ?? []), ...(row.also ?? []), ...(row.renews ?? [])])
    .flatMap((text) => /^the (\w{7,}) (?:where|that) /.exec(text)?.[1] ?? []),
);
const BASES = new Map([
  ['has', 'have'],
  ['goes', 'go'],
  ['studies', 'study'],
  ['does', 'do'],
]);

let phrasesByCue: Map<string, Phrase[]> | undefined;
let nouns: Map<string, Relation> | undefined;
let cues: Map<string, string> | undefined;
let slips: Map<string, string> | undefined;

/** The phrases that a word of the text may belong to, most telling first. */
export function phrasesFor(textWords: Iterable<string>): Phrase[] {
  phrasesByCue ??= compile();
  const found = new Set<Phrase>();
  for (const word of textWords) for (const phrase of phrasesByCue.get(word) ?? []) found.add(phrase);
  return found.size < 2 ? [...found] : [...found].sort((a, b) => b.weight - a.weight);
}

export function kindOf(text: string): Kind {
  if (!isKind(text)) throw new Error(`no kind of value: ${text}`);
  return text;
}

function isKind(text: string): text is Kind {
  return KINDS.has(text);
}

/** Relations of the table by id: Chinese phrases lead to the same. */
export function relationsById(): Map<string, Relation> {
  return new Map(data.relations.map((row: Row) => [row.id, relationOf(row)]));
}

const relationOf = (row: Row): Relation => ({
  id: row.id,
  label: row.label,
  kind: kindOf(row.value),
  single: (row.nouns ?? row.says ?? row.changed) !== undefined,
});

function compile(): Map<string, Phrase[]> {
  const all = new Map<string, Phrase[]>();
  for (const row of data.relations as readonly Row[]) {
    const relation = relationOf(row);
    for (const [list, single, changed] of [
      [row.says, true, false],
      [row.also, false, false],
      [row.renews, false, false],
      [row.changed, true, true],
    ] as const) {
      for (const text of list ?? []) {
        const past = row.past === true;
        const phrase: Phrase = {
          relation,
          pattern: patternOf(text, changed || past),
          weight: text.length,
          single,
          renews: list === row.renews,
          changed,
          past: past && !changed,
          reversed: text.startsWith('{O}') && /^\{O\} \w+(?:ed|te|es|s) \{S\}$/.test(text),
        };
        for (const cue of cuesOf(text)) all.set(cue, [...(all.get(cue) ?? []), phrase]);
      }
    }
  }
  return all;
}

/** The longest word of a phrase, in each form it may take. */
function cuesOf(text: string): string[] {
  const list = text
    .replace(/\{.\}('s)?/g, ' ')
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((word) => word !== '' && !/^(?:is|was|has|in|at|the|of|by|on|to|for|as|from|a)$/.test(word));
  const cue = list.sort((a, b) => b.length - a.length)[0] ?? / (is|has) /.exec(text)?.[1] ?? 'is';
  return cue === baseOf(cue) ? [cue] : [cue, baseOf(cue)];
}

const baseOf = (verb: string): string => BASES.get(verb) ?? (/[^s]s$/.test(verb) ? verb.slice(0, -1) : verb);

function patternOf(text: string, asTold: boolean): RegExp {
  let source = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  source = source.replace(/^(the )/, '(?:the )?');
  source = source.replace(/(?<=\{[SO]\}|\{S\} government) (is|was|has|\w+s) (?=.*\{|\w)/, (_all, verb: string) => {
    if (verb === 'is') return ' (?:is|are|am)(?<no> not)? ';
    if (verb === 'was')
      return asTold ? ' (?:was|were|is|are|has been|have been)(?<no> not)? ' : ' (?:was|were)(?<no> not)? ';
    if (verb === 'has' && asTold) return ' (?:has|have) ';
    return ` (?:${verb}|(?<base>${baseOf(verb)})|(?:does|do)(?<no> not) ${baseOf(verb)}) `;
  });
  source = source.replace(/ (is|are) (?=(?:located in |in )?\{O\}$)/, (_all, verb: string) =>
    source.includes('?<no>') ? ` ${verb} ` : ' (?:is|are)(?<no> not)? ',
  );
  source = source
    .replace('{S}', '(?<S>.+?)')
    .replace('{X}', '(?<X>.+?)')
    .replace('{O}', source.endsWith('{O}') ? '(?<O>.+)' : '(?<O>.+?)');
  return new RegExp(`^${source}$`, 'i');
}

export interface Noun {
  readonly relation: Relation;
  /** Stands in the table as it is, not only by its last word. */
  readonly exact: boolean;
  /** It says itself that the value is new. */
  readonly changed: boolean;
}

/**
 * What a noun phrase without article names ("head of state", "staging database"), or null for what may be several, or
 * was.
 */
export function nounOf(phrase: string): Noun | null {
  const all = nounTable();
  let text = phrase
    .toLowerCase()
    .replace(/^(?:the )?names? of (?:the )?/, '')
    .replace(/\b(?:current|present|official(?! language)|actual) /g, '')
    .replace(/\bfavou?rite\b/g, 'favorite')
    .replace(/\bcolour\b/g, 'color')
    .replace(/\blicence\b/g, 'license')
    .replace(/\bcentre\b/g, 'center');
  const changed = text.startsWith('new ');
  if (changed) text = text.slice(4);
  if (text === '' || text.length > 40) return null;
  const exact = all.get(text) ?? all.get(slips?.get(signatureOf(text)) ?? '');
  if (exact) return { relation: exact, exact: true, changed };
  const list = text.split(' ');
  if (list.length > 4 || list.some((word) => NOT_NOW.has(word) || /["“,:]/.test(word))) return null;
  if (list[0] === 'favorite')
    return list.length > 1 && !isPlural(text)
      ? { relation: { id: text, label: 'favourite', kind: 'word', single: true }, exact: true, changed }
      : null;
  const head = list.at(-1) ?? '';
  if (/ (?:of|in|for|at|to|by|with|on|and|or) /.test(text)) return null;
  for (const start of [1, 2, 3]) {
    const tail = list.length > start ? all.get(list.slice(start).join(' ')) : undefined;
    if (tail) return { relation: { ...tail, id: text }, exact: false, changed };
  }
  if (
    SEVERAL.has(head) ||
    SEVERAL.has(text) ||
    isPlural(head) ||
    /(?:ing|est|ness|tion|ment)$/.test(head) ||
    !/^\p{L}[\p{L}\p{N}-]*$/u.test(head)
  )
    return null;
  return { relation: { id: text, label: 'property', kind: 'specific', single: true }, exact: false, changed };
}

const isPlural = (word: string): boolean =>
  (word.endsWith('s') && !/(?:ss|us|is|ics|as|news|headquarters|series|means)$/.test(word)) ||
  /^(?:.*men|people|children|feet|teeth|mice|data|media|criteria)$/.test(word);

function nounTable(): Map<string, Relation> {
  if (nouns) return nouns;
  nouns = new Map();
  for (const [value, { label, nouns: list }] of Object.entries(data.nouns)) {
    for (const names of list)
      for (const noun of names.split('/'))
        nouns.set(noun, { id: names.split('/')[0] ?? noun, label, kind: kindOf(value), single: true });
  }
  for (const row of data.relations as readonly Row[])
    for (const noun of row.nouns ?? []) nouns.set(noun.toLowerCase(), relationOf(row));
  slips = new Map([...nouns.keys()].filter((noun) => noun.length > 6).map((noun) => [signatureOf(noun), noun]));
  return nouns;
}

/** The word of the table's phrases that is meant where two letters changed places, else the word itself. */
export function cueOf(word: string): string {
  cues ??= new Map([...HEADS].map((head) => [signatureOf(head), head]));
  return cues.get(signatureOf(word.toLowerCase())) ?? word;
}

/** Two letters that changed places leave it as it is. */
function signatureOf(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) =>
      word.length < 6 ? word : `${word[0] ?? ''}${word.slice(1, -1).split('').sort().join('')}${word.at(-1) ?? ''}`,
    )
    .join(' ');
}
