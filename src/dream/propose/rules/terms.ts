// Finds words in a statement that could be a heading for a group: nouns by their form, single or in pairs, grouped by
// stem. Pure.
import { stemmer } from '@orama/stemmers/english';
import generic from '../../../../templates/words/generic.json';
import irregular from '../../../../templates/words/irregular.en.json';
import smallTalk from '../../../../templates/words/small-talk.en.json';
import stopWords from '../../../../templates/words/stop-words.en.json';

/** A term as written in one statement; equal keys are the same term. */
export interface Term {
  readonly key: string;
  readonly surface: string;
  readonly words: number;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’&-](?=[\p{L}\p{N}]))*[+#]*/gu;
const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
const ADDRESS = /:\/\/|@.+\.|[\\/].*[\\/]|\[\^/;
const STOP: ReadonlySet<string> = new Set([...stopWords.words, ...generic.foreign, ...smallTalk]);
/** Too general alone, but good in a pair: "support group". */
const GENERAL: ReadonlySet<string> = new Set(generic.nouns);
const NEVER: ReadonlySet<string> = new Set(generic.words);
const BASES: ReadonlyMap<string, string> = new Map(
  [irregular.verbs, irregular.plurals, irregular.spellings].flat().flatMap((line) => {
    const [base = '', ...forms] = line.split(' ');
    return forms.map((form): [string, string] => [form, base]);
  }),
);
const PLAIN_VERBS: ReadonlySet<string> = new Set(irregular.verbs.map((line) => line.split(' ')[0] ?? ''));
const VERBS: ReadonlySet<string> = new Set(
  irregular.verbs.flatMap((line) => line.split(' ')).concat([...PLAIN_VERBS].map((base) => `${base}s`)),
);
/** Words that precede a verb, or a possible one. */
const BEFORE_VERB: ReadonlySet<string> = new Set(
  'i you he she it we they who which will would can could should may might must not never'.split(' '),
);
/** Words that precede a noun, even if its form could be a verb: "the run". */
const BEFORE_NOUN: ReadonlySet<string> = new Set(
  'a an the his her my our your their its of for in on at with from this each every no'.split(' '),
);
/** Past verbs, adverbs and adjectives, which make no headings. */
const NO_NOUN = new RegExp(
  String.raw`^(?!(?:family|.*fly|.*ply|belly|jelly|ally|rally|assembly|.*table|cable|bible|` +
    String.raw`.{1,4})$).*(?:[^e]ed|ly|ful|ous|able|ible|less|-(?:free|friendly|based|related|like|long|term|` +
    String.raw`time|old))$`,
);
const ASCII = /^[a-z-]+$/i;
const LONGEST_TEXT = 2000;

/** Maps the forms of a word to one stem. */
export type Stem = (word: string) => string;

/** The base of an irregular form, in lower case; words of other scripts unchanged. */
export function baseOf(word: string): string {
  const low = word.toLowerCase();
  return BASES.get(low) ?? low;
}

/** A caching stemmer, since words repeat and stemming is slow. */
export function createStem(): Stem {
  const known = new Map<string, string>();
  return (word) => {
    const base = baseOf(word);
    const remembered = known.get(base);
    if (remembered !== undefined) return remembered;
    const stem = /^[a-z]{3,40}$/.test(base) ? stemmer(base) : base;
    known.set(base, stem);
    return stem;
  };
}

/** The words of a name, a tag or a title, without possessives. */
export function plainWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.replace(/['’]s?$/, ''));
}

/** The key that a name, tag or title shares with terms in texts. */
export function keyOf(text: string, stem: Stem): string {
  return plainWords(text).map(stem).join(' ');
}

/** All terms of a statement, with repetitions: words and pairs of adjacent words. */
export function termsOf(text: string, stem: Stem): Term[] {
  const words = contentWords(text.slice(0, LONGEST_TEXT), stem);
  const terms: Term[] = [];
  words.forEach((word, i) => {
    const next = words[i + 1];
    const named = isCapital(word) && next?.joined === true && isCapital(next);
    if (word.never && !named) return;
    if (word.noun && !word.verb && !word.general) terms.push({ key: word.stem, surface: word.text, words: 1 });
    if (next?.joined && next.noun && (named || (!next.never && !next.verb && !word.participle))) {
      terms.push({ key: `${word.stem} ${next.stem}`, surface: `${word.text} ${next.text}`, words: 2 });
    }
  });
  return terms;
}

interface ContentWord {
  text: string;
  stem: string;
  noun: boolean;
  /** Used as a verb: "she runs", "Nate organizes". */
  verb: boolean;
  participle: boolean;
  general: boolean;
  never: boolean;
  /** Directly follows the previous content word, separated only by a space. */
  joined: boolean;
}

function isCapital(word: ContentWord): boolean {
  return /^\p{Lu}/u.test(word.text);
}

function contentWords(text: string, stem: Stem): ContentWord[] {
  const plain = /[`@/\\^]/.test(text)
    ? text.replace(CODE, '\n').replace(/\S+/g, (token) => (ADDRESS.test(token) ? '\n' : token))
    : text;
  const words: ContentWord[] = [];
  let stops = 0;
  let count = 0;
  let end = 0;
  let before = '';
  for (const match of plain.matchAll(WORD)) {
    const text = /['’]/.test(match[0]) ? match[0].replace(/['’](?:s|d|ll|ve|re|m)$/, '') : match[0];
    const low = text.toLowerCase();
    const near = plain.slice(end, match.index) === ' ' ? before : '';
    end = match.index + match[0].length;
    before = text.length < match[0].length ? '' : text;
    count++;
    const isStop = STOP.has(low) || (/['’]/.test(low) && STOP.has(low.replace(/['’]/g, '')));
    if (isStop) stops++;
    if (isStop || text.length < 2 || /^\d/.test(text) || (!ASCII.test(text) && /\p{Lo}/u.test(text))) continue;
    const after = near.toLowerCase();
    words.push({
      text,
      stem: stem(text),
      noun: !NO_NOUN.test(low) && (text.length > 2 || /^\p{Lu}{2}/u.test(text)),
      verb: standsAsVerb(low, near),
      participle: /[^e]ed$/.test(low) && low.length > 4,
      general: GENERAL.has(low),
      never: NEVER.has(low),
      joined: after !== '' && !STOP.has(after) && words.length > 0 && near === words.at(-1)?.text,
    });
  }
  // Without English function words it is another language, whose own function words would pass for terms.
  return count >= 6 && stops * 6 < count ? [] : words;
}

/** `before`: the preceding word as written, or empty. */
function standsAsVerb(low: string, before: string): boolean {
  if (before === '' && !VERBS.has(low)) return false;
  const prior = before.toLowerCase();
  if (low.endsWith('ing') || BEFORE_NOUN.has(prior)) return false;
  if (BEFORE_VERB.has(prior)) return true;
  // After a singular noun the base form is not a verb: "art show".
  if (VERBS.has(low)) return !(PLAIN_VERBS.has(low) && /^\p{Ll}+[^s\P{Ll}]$/u.test(before) && !STOP.has(before));
  return /[^s]s$/.test(low) && /^\p{Lu}\p{Ll}/u.test(before) && !STOP.has(prior);
}

// Small talk: greetings, thanks, exclamations. They state nothing, so they go on no page but stay in the log and in
// search. Only words of a closed list count; one content word makes it a statement.

const SMALL: ReadonlySet<string> = new Set(smallTalk);
const SMALL_CJK =
  /^(?:你好|您好|谢谢(?:你|您)?|多谢|好的?|嗯+|哈+|再见|早上好|晚安|晚上好|没事|不客气|是的?|对的?|ok)$/i;
const TALK_WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*/gu;
/** "Hey Mel", "Thanks, Anna", "…, Anna!": a person addressed, not content. */
const VOCATIVE = new RegExp(
  String.raw`(?<=^(?:[Hh]ey|[Hh]i|[Hh]ello|[Tt]hanks|[Tt]hank you|[Ww]ow|[Bb]ye|[Yy]eah|[Yy]ep|` +
    String.raw`[Oo]h)\s+)\p{Lu}[\p{L}\p{M}]+|(?<=,\s*)\p{Lu}[\p{L}\p{M}]+(?=\s*[,.!?…]|$)`,
  'gu',
);
/** Numbers, code, links, quotations and mail addresses are never small talk. */
const HARD = /\d|`|https?:|www\.|["“”]|@|\[/;

/** Whether the text states nothing. */
export function isSmallTalk(text: string): boolean {
  if (HARD.test(text)) return false;
  const sentences = text
    .split(/(?<=[.!?…。！？])\s*/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return sentences.length > 0 && sentences.every(isSmall);
}

function isSmall(sentence: string): boolean {
  const bare = sentence.replace(/[.!?…。！？，,\s]+$/u, '');
  if (SMALL_CJK.test(bare)) return true;
  const rest = sentence.replace(VOCATIVE, '').match(TALK_WORD) ?? [];
  return rest.length > 0
    ? rest.every((word) => SMALL.has(word.toLowerCase().replace('’', "'")))
    : !/\p{L}/u.test(sentence);
}
