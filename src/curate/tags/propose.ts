// Which tags of a vault may mean the same, for a person to decide: by their spelling, and where that proves nothing
// also by their use. Worked out anew each time; writes nothing, and leaves out what was decided.
import known from '../../../templates/tags/known.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { type Fact, foldProject, projectOf } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { foldTag, type TagAlias } from '../../model/tag-table.ts';
import { isApart, type TagsFile } from '../../page/tags-file.ts';
import type { TagUse } from './use.ts';

// How alike two tags are used: the words, the tags beside them and the projects of their facts.

/** How alike the use of two tags is. */
export interface Together {
  /** 0 to 1: the cosine of the words, other tags and projects of their facts, rare ones weighing more. */
  readonly alike: number;
  /** Of the facts of the tag that is used less, the share that carries the other too. */
  readonly both: number;
  /** Of the facts of the first, the share in whose text the second stands as a word. */
  readonly named: number;
}

export type CompareUse = (first: TagUse, second: TagUse) => Together;

/** Gives a comparison of any two tags. `facts`: all of the vault, which say how rare a word is. */
export function comparing(facts: readonly Fact[]): CompareUse {
  const features = new Map<Fact, readonly string[]>();
  const featuresOf = (fact: Fact): readonly string[] => {
    let list = features.get(fact);
    if (list === undefined) features.set(fact, (list = readFeatures(fact)));
    return list;
  };
  let spread: Map<string, number> | null = null;
  const rarity = (feature: string): number => {
    if (spread === null) {
      spread = new Map();
      for (const fact of facts) for (const one of featuresOf(fact)) spread.set(one, (spread.get(one) ?? 0) + 1);
    }
    return Math.log(1 + facts.length / (spread.get(feature) ?? 1));
  };
  return (first, second) => {
    const own = new Set([first.key, second.key]);
    const ids = new Set(first.facts.map(({ id }) => id));
    const shared = second.facts.filter(({ id }) => ids.has(id)).length;
    const weigh = (some: readonly Fact[]): Map<string, number> => {
      const weights = new Map<string, number>();
      for (const fact of some.slice(-MOST_FACTS))
        for (const one of featuresOf(fact)) if (!own.has(one.slice(1))) weights.set(one, (weights.get(one) ?? 0) + 1);
      for (const [one, count] of weights) weights.set(one, (1 + Math.log(count)) * rarity(one));
      return weights;
    };
    const name = second.key.replace(/[-_]+/g, ' ');
    return {
      alike:
        first.facts.length === 0 || second.facts.length === 0 ? 0 : cosine(weigh(first.facts), weigh(second.facts)),
      both: shared / Math.max(1, Math.min(first.facts.length, second.facts.length)),
      named: first.facts.filter(({ text }) => says(text, name)).length / Math.max(1, first.facts.length),
    };
  };
}

/** Facts of a tag that are compared, the newest; more would say no more. */
const MOST_FACTS = 500;
const STOP = new Set<string>(stopWords.words);

/** What a fact speaks of, marked by kind: `w` a word, `t` a tag, `p` a project. */
function readFeatures(fact: Fact): string[] {
  const words =
    fact.text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*[\p{L}\p{N}+#]|\p{L}/gu) ?? [];
  const found = words.flatMap((word) =>
    /[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? pairsOf(word) : word.length < 3 || STOP.has(word) ? [] : [`w${word}`],
  );
  const project = projectOf(fact);
  return [
    ...new Set([
      ...found,
      ...fact.tags.map((tag) => `t${foldTag(tag)}`),
      ...(project === null ? [] : [`p${foldProject(project)}`]),
    ]),
  ];
}

/** Pairs of neighbouring characters, in place of words, for scripts without spaces between them. */
const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => `w${text.slice(at, at + 2)}`);

function says(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name);
  return at >= 0 && !/[a-z0-9]/i.test(text.charAt(at - 1)) && !/[a-rt-z0-9]/i.test(text.charAt(at + name.length));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [feature, weight] of a) dot += weight * (b.get(feature) ?? 0);
  const length = (of: ReadonlyMap<string, number>): number =>
    Math.sqrt([...of.values()].reduce((sum, weight) => sum + weight * weight, 0));
  return dot === 0 ? 0 : dot / (length(a) * length(b));
}

// Whether two tags are the same word written in two ways, by their letters alone: hyphens, accents, plural, a known
// short form, a slip of the keys. It rather misses a pair than takes two different things for one.

/** That two tags may be one word. */
export interface Alike {
  /** How they differ, as a clause for a person, such as `one is the plural of the other`. */
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
  /** Which of them should stand for both; null where the letters do not tell, and the one that is used more should. */
  readonly canonical: 'first' | 'second' | null;
  /** The letters only suggest it: their use must be alike too. */
  readonly needsUse: boolean;
}

const SHORT = new Map<string, string>(Object.entries(known.short));
const SPELLED = new Map<string, string>(Object.entries(known.spelled));
const PLURALS = new Map<string, string>(Object.entries(known.plurals));
const NOT_PLURAL = new Set<string>(known.notPlural);
const ICS = new Set<string>(known.ics);

/** Compares two different tags, both as `foldTag` gives them; null where their letters say nothing. */
export function alike(first: string, second: string): Alike | null {
  const [a, b] = [squash(first), squash(second)];
  if (a === '' || b === '') return null;
  if (a === b) return { reason: 'only signs between the words differ', score: 0.95, canonical: null, needsUse: false };
  if (withoutAccents(first, true) === withoutAccents(second, true))
    return {
      reason: 'only an umlaut or an accent is written in another way',
      score: 0.92,
      canonical: hasAccent(first) ? 'first' : 'second',
      needsUse: false,
    };
  const plain = [first, second].map((word) => withoutAccents(word, false));
  if (plain[0] === plain[1] && Math.min(a.length, b.length) >= 4)
    return {
      reason: 'only an umlaut or an accent is missing',
      score: 0.8,
      canonical: hasAccent(first) ? 'first' : 'second',
      needsUse: hasUmlaut(first) || hasUmlaut(second),
    };
  return (
    shortForm(first, second) ??
    spelledOtherwise(a, b) ??
    pluralOf(first, second) ??
    initials(first, second) ??
    prefix(first, second) ??
    clipped(a, b) ??
    slip(a, b)
  );
}

/** A tag without the signs between its words. Signs between digits stay: `1-2` is not `12`. */
function squash(tag: string): string {
  return foldTag(tag)
    .normalize('NFKC')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[-_. ]+(?=[\p{L}\p{M}\p{N}])/gu, (signs, at: number, whole: string) =>
      /\d/.test(whole.charAt(at - 1)) && /\d/.test(whole.charAt(at + signs.length)) ? signs : '',
    );
}

/**
 * Keys of a tag: two tags of which `alike` could say something share one. Clipped words are the exception: see
 * `mayBeClipped`.
 */
function keysOf(tag: string): string[] {
  const word = squash(tag);
  const last = /[^-_./]+$/.exec(tag)?.[0] ?? '';
  const head = tag.slice(0, tag.length - last.length);
  const parts = tag.split(/[-_ ]+/).filter((part) => part !== '');
  const keys = [
    word,
    withoutAccents(tag, true),
    withoutAccents(tag, false),
    squash(SHORT.get(word) ?? ''),
    otherSpelling(word),
    ...singularsOf(last).map((one) => squash(head + one)),
  ];
  if (/^[a-z]{6,}$/.test(word)) keys.push(`${word.charAt(0)}${word.length - 2}${word.at(-1) ?? ''}`);
  if (parts.length > 1)
    keys.push(
      parts.map((part) => part.charAt(0)).join(''),
      ...parts.slice(1).map((_, at) => squash(parts.slice(0, at + 1).join('-'))),
    );
  if (WIDE.test(tag)) for (let end = 2; end < tag.length; end++) keys.push(tag.slice(0, end));
  if (word.length >= 7 && word.length <= 40)
    for (let at = 0; at < word.length; at++) keys.push(`~${word.slice(0, at)}${word.slice(at + 1)}`);
  if (word.length >= 7) keys.push(`~${word}`);
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Is a tag so short that it may be a clipped form, such as `fw`, of a longer word with the same first letter? */
const mayBeClipped = (tag: string): boolean => /^[a-z]{2,5}$/.test(tag);

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  å: 'aa',
  œ: 'oe',
};
const hasUmlaut = (tag: string): boolean => /[äöüßøæåœñ]/.test(tag.normalize('NFC'));
const hasAccent = (tag: string): boolean => /[^\x00-\x7F]/.test(tag);

/**
 * A tag without accents. `spelled`: umlauts become two letters (`ue`), else their bare vowel (`u`). Letters of other
 * scripts stay.
 */
function withoutAccents(tag: string, spelled: boolean): string {
  const word = squash(tag);
  const letters = spelled
    ? word.replace(/[äöüßøæåœ]/g, (sign) => UMLAUTS[sign] ?? sign)
    : word.replaceAll('ß', 'ss').replaceAll('ø', 'o');
  return spelled
    ? letters
    : letters
        .normalize('NFD')
        .replace(/(?<=[a-z])\p{M}+/gu, '')
        .normalize('NFC');
}

function shortForm(first: string, second: string): Alike | null {
  const found = (short: string, long: string): boolean =>
    squash(SHORT.get(squash(short)) ?? '') === squash(long) || isNumeronym(squash(short), squash(long));
  // The table also knows a longer one, such as `golang` of `go`.
  const reason = (other: string, word: string): string =>
    `${other} is ${other.length > word.length ? 'another name' : 'a short form'} of ${word}`;
  if (found(first, second)) return { reason: reason(first, second), score: 0.9, canonical: 'second', needsUse: false };
  if (found(second, first)) return { reason: reason(second, first), score: 0.9, canonical: 'first', needsUse: false };
  return null;
}

/** Such as `i18n`: the first letter, how many letters are left out, and the last. */
function isNumeronym(short: string, long: string): boolean {
  const [, begin, count, end] = /^([a-z])(\d{1,2})([a-z])$/.exec(short) ?? [];
  return (
    begin !== undefined &&
    end !== undefined &&
    Number(count) >= 4 &&
    Number(count) === long.length - 2 &&
    long.startsWith(begin) &&
    long.endsWith(end)
  );
}

function spelledOtherwise(a: string, b: string): Alike | null {
  return otherSpelling(a) !== otherSpelling(b)
    ? null
    : { reason: 'they are two spellings of one word', score: 0.85, canonical: null, needsUse: false };
}

const otherSpelling = (word: string): string =>
  SPELLED.get(word) ??
  word
    .replace(/isation(s?)$/, 'ization$1')
    .replace(/([a-z]{4})(?<!exerc|prom|adv|terpr|prec|surpr|conc|franch|chand|expert)ise$/, '$1ize');

function pluralOf(first: string, second: string): Alike | null {
  const [, headA = '', a = ''] = /^(.*?)([^-_./]+)$/.exec(first) ?? [];
  const [, headB = '', b = ''] = /^(.*?)([^-_./]+)$/.exec(second) ?? [];
  if (headA !== headB) return null;
  const of = singularsOf(a).includes(b) ? 'second' : singularsOf(b).includes(a) ? 'first' : null;
  return of === null
    ? null
    : { reason: 'one is the plural of the other', score: 0.85, canonical: null, needsUse: false };
}

/** The words that a word can be the English plural of; none for a word that only looks like a plural. */
function singularsOf(word: string): string[] {
  const irregular = PLURALS.get(word);
  if (irregular !== undefined) return [irregular];
  if (!/^[a-z]{4,}$/.test(word) || !word.endsWith('s') || /(?:ss|us)$/.test(word) || NOT_PLURAL.has(word)) return [];
  if (word.endsWith('ics')) return ICS.has(word.slice(0, -1)) ? [word.slice(0, -1)] : [];
  if (word.endsWith('ies')) return word.length > 5 ? [`${word.slice(0, -3)}y`, word.slice(0, -1)] : [word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return word.endsWith('oes') ? [word.slice(0, -2)] : [word.slice(0, -1)];
}

/**
 * Such as `ml` of `machine-learning`. So few letters fit many words, so up to three of them need a use that is alike.
 */
function initials(first: string, second: string): Alike | null {
  const of = (short: string, long: string): boolean => {
    const words = long.split(/[-_ ]+/).filter((word) => word !== '');
    return (
      words.length >= 2 &&
      words.length === short.length &&
      /^[a-z]+$/.test(short) &&
      words.map((word) => word.charAt(0)).join('') === short
    );
  };
  const canonical = of(first, second) ? 'second' : of(second, first) ? 'first' : null;
  const short = canonical === 'second' ? first : second;
  return canonical === null
    ? null
    : { reason: `${short} has the first letters of the other`, score: 0.75, canonical, needsUse: short.length < 4 };
}

/**
 * Such as `firmware-control` of `firmware`. Most such pairs are a thing and a part of it, so their use must be alike.
 */
function prefix(first: string, second: string): Alike | null {
  const of = (long: string, short: string): boolean =>
    short.length >= 2 &&
    long.startsWith(short) &&
    !/\d/.test(long.slice(short.length)) &&
    (/^[-_]/.test(long.slice(short.length)) || (WIDE.test(short) && long.length > short.length));
  const canonical = of(first, second) ? 'second' : of(second, first) ? 'first' : null;
  return canonical === null ? null : { reason: 'one begins with the other', score: 0.55, canonical, needsUse: true };
}

const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u;

/**
 * Such as `fw` of `firmware`: its first letter and others of it in their order. A mere beginning is often another word:
 * `java`, `javascript`.
 */
function clipped(a: string, b: string): Alike | null {
  const of = (short: string, long: string): boolean => {
    if (
      !/^[a-z]{2,5}$/.test(short) ||
      !/^[a-z]+$/.test(long) ||
      long.length < Math.max(6, short.length + 3) ||
      short.charAt(0) !== long.charAt(0) ||
      long.startsWith(short)
    )
      return false;
    let at = 0;
    for (const letter of short) {
      at = long.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
  const canonical = of(a, b) ? 'second' : of(b, a) ? 'first' : null;
  return canonical === null
    ? null
    : { reason: 'one could be a short form of the other', score: 0.6, canonical, needsUse: true };
}

/** One slip of the keys in a long word. Two real words can be as near, so mostly their use must be alike too. */
function slip(a: string, b: string): Alike | null {
  if (
    Math.min(a.length, b.length) < 7 ||
    a.charAt(0) !== b.charAt(0) ||
    /[^\p{L}]/u.test(a + b) ||
    Math.abs(a.length - b.length) > 1 ||
    WIDE.test(a)
  )
    return null;
  if (isSwapped(a, b))
    return {
      reason: 'two letters are swapped',
      score: 0.7,
      canonical: null,
      needsUse: Math.min(a.length, b.length) < 9,
    };
  return isOneEdit(a, b) ? { reason: 'one letter differs', score: 0.6, canonical: null, needsUse: true } : null;
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function isOneEdit(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(at + 1) === b.slice(at + 1) || a.slice(at + 1) === b.slice(at) || a.slice(at) === b.slice(at + 1);
}

/** That `alias` be read as `canonical`. */
export interface TagProposal {
  readonly alias: TagUse;
  readonly canonical: TagUse;
  /** Why, for a person; holds no word of a fact. */
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Proposals at one time; the others come once these are decided. */
const MOST_PROPOSALS = 50;

/** The surest first, one at most for each alias. `facts`: all of the vault. `fromModel`: pairs that a model named. */
export function proposeTags(
  uses: ReadonlyMap<string, TagUse>,
  facts: readonly Fact[],
  decided: Pick<TagsFile, 'apart' | 'table'>,
  fromModel: readonly TagAlias[] = [],
): TagProposal[] {
  const { table } = decided;
  const compare = comparing(facts);
  const isOpen = ([a, b]: readonly [TagUse, TagUse]): boolean =>
    foldTag(table.canonicalOf(a.tag)) !== foldTag(table.canonicalOf(b.tag)) &&
    !table.formsOf(a.tag).some((one) => table.formsOf(b.tag).some((other) => isApart(decided, one, other)));
  const ofModel = fromModel.flatMap(({ alias, canonical }): TagProposal[] => {
    const [a, b] = [uses.get(foldTag(alias)), uses.get(foldTag(canonical))];
    return a === undefined || b === undefined || a === b || !isOpen([a, b])
      ? []
      : [{ alias: a, canonical: b, reason: 'a model takes them for one', score: OF_MODEL }];
  });
  const found = [
    ...[...candidates(uses)].filter(isOpen).flatMap(([a, b]) => judge(a, b, compare) ?? []),
    ...ofModel,
  ].sort(
    (a, b) =>
      b.score - a.score || a.alias.key.localeCompare(b.alias.key, 'en') || (a.canonical.key < b.canonical.key ? -1 : 1),
  );
  const best = new Map<string, TagProposal>();
  for (const proposal of found) {
    // A tag that is an alias of one already stands for nothing by itself.
    const { alias } = proposal;
    if (!best.has(alias.key) && foldTag(table.canonicalOf(alias.tag)) === alias.key) best.set(alias.key, proposal);
  }
  return withoutCircles([...best.values()], table).slice(0, MOST_PROPOSALS);
}

/** The score of a pair that only a model named: less sure than what letters prove. */
const OF_MODEL = 0.5;

/** The pairs that share a key, each once. */
function* candidates(uses: ReadonlyMap<string, TagUse>): Generator<readonly [TagUse, TagUse]> {
  const buckets = new Map<string, TagUse[]>();
  const put = (key: string, use: TagUse): void => {
    const list = buckets.get(key);
    if (list === undefined) buckets.set(key, [use]);
    else if (list.length < MOST_ALIKE) list.push(use);
  };
  const all = [...uses.values()];
  for (const use of all) for (const key of keysOf(use.key)) put(key, use);
  const letters = groupBy(
    all.filter(({ key }) => /^[a-z-]{6,}$/.test(key)),
    ({ key }) => key.charAt(0),
  );
  const seen = new Set<string>();
  const once = (a: TagUse, b: TagUse): boolean => {
    const pair = [a.key, b.key].sort().join('\n');
    return a !== b && !seen.has(pair) && seen.add(pair) !== undefined;
  };
  for (const bucket of buckets.values())
    for (const [at, a] of bucket.entries()) for (const b of bucket.slice(at + 1)) if (once(a, b)) yield [a, b];
  for (const short of all) {
    if (!mayBeClipped(squash(short.key)) || short.facts.length < 2) continue;
    for (const long of letters.get(short.key.charAt(0)) ?? [])
      if (long.facts.length >= 2 && once(short, long)) yield [short, long];
  }
}

/** Tags under one key that are compared with each other; more are no spellings of one word. */
const MOST_ALIKE = 50;

/** The proposal for a pair; null where nothing says that they mean the same. */
function judge(a: TagUse, b: TagUse, compare: CompareUse): TagProposal | null {
  const like = alike(a.key, b.key);
  if (like === null) return null;
  const [alias, canonical] = directed(a, b, like);
  const used = like.needsUse ? usedAlike(alias, canonical, compare) : null;
  if (like.needsUse && used === null) return null;
  return { alias, canonical, reason: used === null ? like.reason : `${like.reason}, and ${used}`, score: like.score };
}

/** In words, how use proves what letters only suggest; null where it does not. Fewer than two facts prove nothing. */
function usedAlike(alias: TagUse, canonical: TagUse, compare: CompareUse): string | null {
  if (alias.facts.length < 2 || canonical.facts.length < 2) return null;
  const { alike: near, both, named } = compare(alias, canonical);
  const projects = new Set(canonical.projects.map((name) => name.toLowerCase()));
  if (both >= 0.6 && alias.facts.length >= 3) return 'they stand on the same facts';
  // Two tags that often stand on the same fact say two things about it.
  if (both > 0.2) return null;
  // A fact about a part names the whole too, so this proves nothing where one tag begins with the other.
  if (named >= 0.3 && near >= 0.15 && !squash(alias.key).startsWith(squash(canonical.key)))
    return 'its facts speak of the other';
  // Each project has words of its own: tags that never meet in one project must be more alike.
  const isElsewhere =
    alias.projects.length > 0 && projects.size > 0 && !alias.projects.some((name) => projects.has(name.toLowerCase()));
  return near >= (isElsewhere ? 0.55 : 0.4) ? 'they are used for the same things' : null;
}

/** The one used more stands for both, unless the letters tell which. */
function directed(a: TagUse, b: TagUse, { canonical }: Alike): readonly [alias: TagUse, canonical: TagUse] {
  const [x, y] = [weight(a), weight(b)];
  // A short form that is used far more than the long one stays.
  if (canonical === 'second' && x < MUCH_MORE * y) return [a, b];
  if (canonical === 'first' && y < MUCH_MORE * x) return [b, a];
  if (x !== y) return x > y ? [b, a] : [a, b];
  return a.key.length < b.key.length || (a.key.length === b.key.length && a.key < b.key) ? [b, a] : [a, b];
}

/** So many times the facts of the other. */
const MUCH_MORE = 10;
const weight = ({ facts }: TagUse): number => facts.length;

/** Leaves out each proposal that would make a circle of aliases together with surer ones. */
function withoutCircles(proposals: readonly TagProposal[], table: TagsFile['table']): TagProposal[] {
  const next = new Map<string, string>();
  return proposals.filter(({ alias, canonical }) => {
    const start = alias.key;
    let at = foldTag(table.canonicalOf(canonical.tag));
    for (let to = next.get(at); to !== undefined && at !== start; to = next.get(at)) at = to;
    if (at === start) return false;
    next.set(start, foldTag(table.canonicalOf(canonical.tag)));
    return true;
  });
}
