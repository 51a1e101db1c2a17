// Features of a pair of statements, an earlier and a later one: named numbers of the order of one. Only measures; the
// weights for judging are fitted elsewhere.
import type weights from '../../../templates/words/look-alikes.json';
import lexicon from '../../../templates/words/signs.json';
import { negationsIn } from '../../language/specifics.ts';
import { type Values, valuesIn, WHEN } from '../../language/values.ts';

/** A statement to compare: a fact, or a claim with the metadata of its fact. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  /** The local day of the statement, `YYYY-MM-DD`. */
  readonly day: string;
  readonly category: string;
  readonly project: string | null;
  readonly tags: readonly string[];
}

// The features, in the order of their weights.
// one: always 1
// cosine: weighted share of common terms
// coverNew: weighted share of the newer statement that the older one contains
// coverOld: weighted share of the older statement that the newer one contains
// rarest: rarity of the rarest shared term
// second: rarity of the second rarest shared term
// subject: rarity of the rarest shared term that is neither a value nor a word of change
// subjectChange: the same, if the newer one has words of change
// subjectOther: the same, if both give different values of one kind
// soft: words of the newer one with a near neighbour in the older one
// sharedPair: shared terms that are adjacent in both
// otherModifier: shared terms preceded in each by a term that the other lacks
// prefix: rarity of the rarest term that shares its beginning with one of the other
// sameProject: same project
// otherProject: different projects
// oneProject: only one has a project
// tags: rarity of the common tags
// tagChange: a common tag, and words of change or completion
// tagOnly: a common tag, but hardly any common words
// sameCategory: same category
// tagAlike: a common tag and many shared terms
// sharedNames: common names
// otherNames: both have names, none in common
// newNames: names only in the newer one
// lostNames: names only in the older one
// namesake: one name with two surnames or titles
// otherWhen: kinds of day and time in both, with different values
// otherAmount: units in both, with different amounts
// otherNumber: plain numbers or versions in both, with different values
// otherAlike: different values and many shared terms
// otherCount: different counts of one thing
// sameWhen: kinds of day and time in both, with the same values
// sameValue: other kinds of value in both, with the same values
// sameOnly: both have values, and all common kinds agree
// addsValue: kinds of value only in the newer one
// lacksValue: kinds of value only in the older one
// change: the newer one has words of change
// changeAlike: words of change and many shared terms
// correction: the newer one has words of correction
// ended: the newer one says that something ended
// done: the newer one says that something is done
// planDone: the older one is a plan, and the newer one says that something is done
// plan: the newer one is a plan
// negation: only one is negated
// negationAlike: only one is negated, and many shared terms
// opposite: opposite words
// otherScope: two things of one kind, such as staging and production
// oneScope: only one names a thing of such a kind
// pronoun: the newer one has a third-person pronoun or "there"
// question: either is a question
// tentative: the newer one is an opinion, a wish or a condition
// tentativeOld: the older one is an opinion, a wish or a condition
// dated: either is about a dated past
// exception: the newer one is about a single occasion
// exceptionOld: the older one is about a single occasion
// also: the newer one adds another thing
// still: the newer one says that something stays
// source: the newer one says where it is written or who says it
// sourceAlike: it names a source, gives another value and shares terms
// restated: the newer one speaks of "User", the older one of "I"
// otherLanguage: different languages
// otherLanguageRare: rarity of the rarest shared term, across languages
// days: time between them
// sameDay: on the same day
// first: the best candidate by shared terms
// margin: its lead in similarity over the best other candidate
// later: a later candidate is similar to the older one, which may be outdated
// newest: the latest of the most similar candidates
// short: the newer one has few terms
// length: how much longer the newer one is

export type Feature = keyof typeof weights;
export type Features = Readonly<Record<Feature, number>>;

const { about, concepts, weak, opposites, scopes, ...signs } = lexicon;
type Sign = keyof typeof signs;

/** Derived properties of a statement, computed on first comparison. */
export interface Traits {
  readonly names: ReadonlySet<string>;
  /** `jonas` to the capitalised words next to it. */
  readonly besides: ReadonlyMap<string, ReadonlySet<string>>;
  readonly values: Values;
  readonly signs: ReadonlySet<Sign>;
  /** Opposites and scopes: the list's number to the words. */
  readonly poles: ReadonlyMap<string, ReadonlySet<string>>;
  readonly foreign: number;
  readonly negates: boolean;
  readonly asks: boolean;
  readonly pronoun: boolean;
  readonly words: readonly string[];
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const HAN = /\p{sc=Han}/u;
const PRONOUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:it|its|it's|her|his|she|he|she's|he's|they|they're|their|them|that one|there|` +
    String.raw`lui|elle|il|ça|él|ella|lo|sie|er|ihr|dort)(?![\p{L}\p{N}])|[她他它]`,
  'iu',
);
const NAME = new RegExp(
  String.raw`(?<=[\p{L}\p{N},;:.)'"’”]\s+["'“(]?)\p{Lu}[\p{L}\p{M}\p{N}'’-]*|` +
    String.raw`^\p{Lu}[\p{L}\p{M}\p{N}-]*(?=['’]s\s|\s+(?:and|et|und|y|is|has|was|a|est|\p{Lu}|\p{Ll}+s)\s?)`,
  'gu',
);
const NO_NAMES = new Set("user i i'm i'd i've i'll the a we it he she they my no".split(' '));
const PAIR = /(?<![\p{L}])(\p{Lu}[\p{L}\p{M}.-]*)\s+(\p{Lu}[\p{L}\p{M}-]*)/gu;

interface Entry {
  readonly rest: readonly string[];
  readonly mark: string;
}
const weakTerms = new Set([...concepts.slice(0, 18).map((list) => `=${list.split(' ')[0]}`), ...weak]);
let entries: Map<string, Entry[]> | null = null;
const wordsOf = (text: string): string[] =>
  Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word.replaceAll('’', "'"));

function openLexicon(): Map<string, Entry[]> {
  const all = new Map<string, Entry[]>();
  const add = (phrase: string, mark: string): void => {
    const [first = phrase, ...rest] = HAN.test(phrase) ? [phrase] : wordsOf(phrase);
    const known = all.get(first);
    if (known) known.push({ rest, mark });
    else all.set(first, [{ rest, mark }]);
  };
  for (const [sign, phrases] of Object.entries(signs)) for (const phrase of phrases) add(phrase, sign);
  for (const [kind, lists] of Object.entries({ opposites, scopes }))
    for (const [at, list] of lists.entries()) for (const word of list.split(' ')) add(word, `${kind} ${at} ${word}`);
  return all;
}

/** Marks in a text, with repetitions: signs, and poles as `scopes 3 left`. */
function marksIn(words: readonly string[], text: string): string[] {
  entries ??= openLexicon();
  const marks: string[] = [];
  for (const [at, word] of words.entries()) {
    const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
    for (const form of bare === word ? [word] : [word, bare])
      for (const { rest, mark } of entries.get(form) ?? [])
        if (rest.every((next, offset) => words[at + 1 + offset] === next)) marks.push(mark);
  }
  if (HAN.test(text))
    for (let at = 0; at < text.length; at++)
      for (let size = 1; size <= 3 && at + size <= text.length; size++)
        for (const { mark } of entries.get(text.slice(at, at + size)) ?? []) marks.push(mark);
  return marks;
}

/** Whether a term is a value or a function word, which says little about the subject if shared. */
function isWeak(term: string): boolean {
  return /\d/.test(term) || weakTerms.has(term);
}

export function traitsOf(text: string, day: string): Traits {
  const words = wordsOf(text);
  const marks = marksIn(words, text);
  const signs = new Set<Sign>(marks.filter((mark): mark is Sign => !mark.includes(' ')));
  const poles = new Map<string, Set<string>>();
  for (const mark of marks) {
    const [kind, list, word = ''] = mark.split(' ');
    if (list !== undefined) poles.set(`${kind} ${list}`, (poles.get(`${kind} ${list}`) ?? new Set()).add(word));
  }
  const names = new Set(
    Array.from(text.matchAll(NAME), ([name]) => name.toLowerCase().replace(/['’]s?$/, '')).filter(
      (name) => !NO_NAMES.has(name),
    ),
  );
  const besides = new Map<string, Set<string>>();
  for (const [, left = '', right = ''] of text.matchAll(PAIR)) {
    const [one, other] = [left.toLowerCase(), right.toLowerCase()];
    besides.set(one, (besides.get(one) ?? new Set()).add(other));
    besides.set(other, (besides.get(other) ?? new Set()).add(one));
  }
  const values = valuesIn(text);
  if ([...(values.get('year') ?? [])].some((year) => Number(year) < Number(day.slice(0, 4)) - 1)) signs.add('dated');
  return {
    names,
    besides,
    values,
    signs,
    poles,
    foreign: HAN.test(text)
      ? 2
      : Number(marks.filter((mark) => mark === 'little').length / Math.max(1, words.length) > 0.2),
    negates: negationsIn(text) > 0,
    asks: /[?？]/.test(text),
    pronoun: PRONOUN.test(text),
    words,
  };
}

/** A statement with its terms, in order of appearance. */
export interface Profile extends Statement {
  readonly terms: ReadonlySet<string>;
  readonly traits: Traits;
}

/** Context beyond the two statements. */
export interface Surroundings {
  /** Rarity of a term. */
  idf(term: string): number;
  /** Rarity of a unique term. */
  readonly top: number;
  readonly soft: number;
  readonly isFirst: boolean;
  readonly margin: number;
  readonly later: number;
  readonly isNewest: boolean;
}

export function featuresOf(older: Profile, newer: Profile, world: Surroundings): Features {
  const terms = compareTerms(older, newer, world);
  const [was, is] = [older.traits, newer.traits];
  const values = compareValues(was.values, is.values);
  const change = Number(is.signs.has('change') || is.signs.has('correction'));
  const project = older.project !== null && newer.project !== null ? Number(older.project === newer.project) : null;
  const days = Math.max(0, (Date.parse(newer.day) - Date.parse(older.day)) / 864e5);
  const others = Math.min(1, values.when + values.amount + values.number + values.count);
  const tags =
    newer.tags.filter((tag) => older.tags.includes(tag)).reduce((sum, tag) => sum + world.idf(`#${tag}`), 0) /
    world.top;
  const negation = Number(was.negates !== is.negates);
  const otherLanguage = Number(was.foreign !== is.foreign);
  return {
    one: 1,
    ...terms,
    soft: world.soft,
    subjectChange: terms.subject * change,
    subjectOther: terms.subject * others,
    sameProject: Number(project === 1),
    otherProject: Number(project === 0),
    oneProject: Number(project === null && older.project !== newer.project),
    tags,
    tagChange: tags * Math.max(change, sign(is, 'done')),
    tagOnly: Number(tags > 0 && terms.cosine < 0.1),
    sameCategory: Number(older.category === newer.category),
    tagAlike: tags * terms.cosine,
    ...compareNames(older, newer),
    otherWhen: values.when,
    otherAmount: values.amount,
    otherNumber: values.number,
    otherAlike: others * terms.cosine,
    otherCount: values.count,
    sameWhen: values.sameWhen,
    sameValue: values.same,
    sameOnly: Number(values.same + values.sameWhen > 0 && others === 0),
    addsValue: values.adds,
    lacksValue: values.lacks,
    change,
    changeAlike: change * terms.cosine,
    negation,
    negationAlike: negation * terms.cosine,
    ...comparePoles(was, is),
    ...compareSigns(was, is),
    sourceAlike: sign(is, 'source') * others * terms.cosine,
    otherLanguage,
    otherLanguageRare: otherLanguage * terms.rarest,
    days: Math.log1p(days) / 5,
    sameDay: Number(days < 1),
    first: Number(world.isFirst),
    margin: world.margin,
    later: world.later,
    newest: Number(world.isNewest),
    short: Number(newer.terms.size < 5),
    length: Math.log((newer.terms.size + 2) / (older.terms.size + 2)),
  };
}

function compareTerms(older: Profile, newer: Profile, { idf, top }: Surroundings) {
  const weigh = (terms: Iterable<string>): number => {
    let sum = 0;
    for (const term of terms) sum += idf(term);
    return sum;
  };
  const shared = [...newer.terms].filter((term) => older.terms.has(term));
  const rarities = shared.map((term) => idf(term) / top).sort((a, b) => b - a);
  const weight = weigh(shared);
  const [own, others] = [Math.max(weigh(newer.terms), 1e-9), Math.max(weigh(older.terms), 1e-9)];
  const starts = new Set(
    [...older.terms].filter((term) => term.length > 4 && !newer.terms.has(term)).map((term) => term.slice(0, 5)),
  );
  return {
    cosine: weight / Math.sqrt(own * others),
    coverNew: weight / own,
    coverOld: weight / others,
    rarest: rarities[0] ?? 0,
    second: rarities[1] ?? 0,
    subject: shared.reduce((most, term) => (isWeak(term) ? most : Math.max(most, idf(term) / top)), 0),
    ...comparePairs(older.terms, newer.terms),
    prefix: [...newer.terms]
      .filter((term) => term.length > 4 && !older.terms.has(term) && starts.has(term.slice(0, 5)))
      .reduce((most, term) => Math.max(most, idf(term) / top), 0),
  };
}

/** Shared terms that are adjacent in both, and those preceded in each by a term that the other lacks. */
function comparePairs(older: ReadonlySet<string>, newer: ReadonlySet<string>) {
  const [was, is] = [[...older], [...newer]];
  let [sharedPair, otherModifier] = [0, 0];
  for (const [at, term] of is.entries()) {
    if (at === 0 || isWeak(term) || !older.has(term)) continue;
    const [after, before] = [is[at - 1] ?? '', was[was.indexOf(term) - 1] ?? ''];
    if (after === before) sharedPair++;
    else if (before !== '' && !older.has(after) && !newer.has(before) && !isWeak(after) && !isWeak(before))
      otherModifier++;
  }
  return { sharedPair: Math.log1p(sharedPair), otherModifier: Math.log1p(otherModifier) };
}

function compareNames({ traits: was, terms: wasTerms }: Profile, { traits: is, terms: isTerms }: Profile) {
  const count = (names: Iterable<string>, test: (name: string) => boolean): number => [...names].filter(test).length;
  let namesake = 0;
  for (const name of is.names) {
    const [before, after] = [was.besides.get(name), is.besides.get(name)];
    if (before && after && ![...after].some((other) => before.has(other))) namesake = 1;
    else if (after && !before && was.names.has(name)) namesake = Math.max(namesake, 0.5);
  }
  return {
    sharedNames: Math.log1p(count(is.names, (name) => was.names.has(name) || wasTerms.has(name))),
    otherNames: Number(was.names.size > 0 && is.names.size > 0 && ![...is.names].some((name) => was.names.has(name))),
    newNames: Math.log1p(count(is.names, (name) => !was.names.has(name) && !wasTerms.has(name))),
    lostNames: Math.log1p(count(was.names, (name) => !is.names.has(name) && !isTerms.has(name))),
    namesake,
  };
}

function compareValues(older: Values, newer: Values) {
  const found = { when: 0, amount: 0, number: 0, count: 0, same: 0, sameWhen: 0, adds: 0, lacks: 0 };
  for (const [kind, values] of newer) {
    const before = older.get(kind);
    if (before === undefined) found.adds++;
    else if ([...values].some((value) => before.has(value))) found[WHEN.has(kind) ? 'sameWhen' : 'same']++;
    else if (WHEN.has(kind)) found.when++;
    else if (kind.startsWith('count ')) found.count++;
    else if (kind === 'number' || kind === 'version') found.number++;
    else found.amount++;
  }
  for (const kind of older.keys()) if (!newer.has(kind)) found.lacks++;
  return found;
}

const sign = (of: Traits, name: Sign): number => Number(of.signs.has(name));

function compareSigns(was: Traits, is: Traits) {
  return {
    correction: sign(is, 'correction'),
    ended: sign(is, 'ended'),
    done: sign(is, 'done'),
    planDone: sign(is, 'done') * sign(was, 'plan'),
    plan: sign(is, 'plan'),
    pronoun: Number(is.pronoun),
    question: Number(is.asks || was.asks),
    tentative: sign(is, 'tentative'),
    tentativeOld: sign(was, 'tentative'),
    dated: Number(is.signs.has('dated') || was.signs.has('dated')),
    exception: sign(is, 'exception'),
    exceptionOld: sign(was, 'exception'),
    also: sign(is, 'also'),
    still: sign(is, 'still'),
    source: sign(is, 'source'),
    restated: Number(is.signs.has('person') && !was.signs.has('person') && !is.signs.has('self')),
  };
}

/** Opposite words, two things of one kind (staging, production), and a thing of such a kind in only one. */
function comparePoles({ poles: was }: Traits, { poles: is }: Traits) {
  let [opposite, otherScope, oneScope] = [0, 0, 0];
  for (const [list, words] of is) {
    const before = was.get(list);
    const isOther = before !== undefined && ![...words].some((word) => before.has(word));
    if (list.startsWith('opposites')) opposite ||= Number(isOther);
    else if (isOther) otherScope = 1;
    else if (before === undefined) oneScope = 1;
  }
  for (const list of was.keys()) if (list.startsWith('scopes') && !is.has(list)) oneScope = 1;
  return { opposite, otherScope, oneScope };
}

/** Terms of a statement, each with terms of related words and their nearness, 0 to 1. */
export type NearTerms = ReadonlyMap<string, readonly (readonly [string, number])[]>;

/** The share of the newer statement's missing terms that have neighbours in the older one, 0 to 1. */
export function softCover(near: NearTerms, older: Profile, idf: (term: string) => number): number {
  let [sum, whole] = [0, 1e-9];
  for (const [term, neighbours] of near) {
    const weight = idf(term);
    whole += weight;
    if (older.terms.has(term)) continue;
    let best = 0;
    for (const [other, nearness] of neighbours) if (nearness > best && older.terms.has(other)) best = nearness;
    sum += weight * best;
  }
  return sum / whole;
}
