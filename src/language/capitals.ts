// The words of a statement and the runs of capitalised ones among them: what could be a name, by its looks.
// Pure; whether it is a name is decided elsewhere.
import notNames from '../../templates/words/not-names.json';
import { LIMITS } from '../model/limits.ts';

export interface Word {
  /** Without a possessive or a contracted verb at the end. */
  readonly text: string;
  readonly lower: string;
  /** It looks like a name, by a capital or by its spelling. */
  readonly capital: boolean;
  /** First word of a sentence, a line, a quotation or the like, where a capital says nothing. */
  readonly first: boolean;
  /** Ends in 's: its owner, or "is". */
  readonly owns: boolean;
  /** What stands between it and the word before. */
  readonly gap: string;
}

/** A run of words that may be one name: the words from `start` up to `end`. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Letters of scripts without capitals part words here, as spaces do. */
const LETTER = String.raw`\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}`;
const WORD = new RegExp(
  String.raw`(?<![${LETTER}])(?:(?:\p{Lu}\.){2,}|(?!I\.)\p{Lu}\.(?=\s+\p{Lu}))|[${LETTER}](?:[${LETTER}\p{M}]|` +
    String.raw`['’&-](?=[${LETTER}])|\.(?=\p{Ll}{2,4}(?!\p{L})))*[+#]*`,
  'gu',
);
const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
/** An address, a path or a footnote. */
const ADDRESS = /:\/\/|@.+\.|[\\/].*[\\/]|\[\^/;
const TAIL = /['’](?:s|d|ll|ve|re|m)$|(?<=s)['’]$/iu;
const SENTENCE = /[.!?…:;\n"“”„«»()[\]{}—–•]|\s-\s|^\s*[-*>#]/u;
const TITLES = new Set(notNames.titles);
const LINKS = new Set(notNames.links);
const VERBS = new Set([...notNames.auxiliaries, ...notNames.personVerbs]);
/** "Potter-related", "Oscar-winning": adjectives, whoever they name. */
const COMPOUND = new RegExp(
  String.raw`-(?:\p{Ll}+(?:ed|ing|ly|wide|like)|free|friendly|style|born|only|specific|compatible|first|level|` +
    String.raw`time|size|made|led|run|themes?|to|in|up|on|off|out|of|the|a|and)(?:$|-)`,
  'u',
);
const SITE = /^(?!(?:index|main|app|server|config|package|test)\.)\p{L}{2,}\.(?:js|io|net|ai)$/iu;

/** Are more of its letters of scripts without capitals? Such a text shows no names. */
export function isCaseless(text: string): boolean {
  if (!/[^\u0000-\u024f]/.test(text)) return false;
  return (text.match(/\p{Lo}/gu)?.length ?? 0) > (text.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0);
}

/** Those of a text that is longer than a fact may be are not all looked at. */
export function wordsOf(text: string): Word[] {
  const plain = withoutCode(text.slice(0, LIMITS.fact));
  const words: Word[] = [];
  let end = 0;
  for (const match of plain.matchAll(WORD)) {
    const gap = plain.slice(end, match.index);
    end = match.index + match[0].length;
    const quoted = /['’]/.test(match[0]);
    const text = quoted ? match[0].replace(TAIL, '') : match[0];
    const before = words.at(-1);
    words.push({
      text,
      lower: text.toLowerCase(),
      capital: looksNamed(text),
      first: before === undefined || (gap !== ' ' && SENTENCE.test(gap) && !(gap === '. ' && TITLES.has(before.text))),
      owns: quoted && /['’]s$/i.test(match[0]),
      gap,
    });
  }
  return words;
}

/** Code, addresses and footnotes are a line break, as if a new sentence began after them. */
function withoutCode(text: string): string {
  const prose = text.includes('`') ? text.replace(CODE, '\n') : text;
  return /[@/\\^]/.test(prose) ? prose.replace(/\S+/g, (token) => (ADDRESS.test(token) ? '\n' : token)) : prose;
}

function looksNamed(text: string): boolean {
  if (/^[a-z]+$/.test(text)) return false;
  if (/^\p{Lu}/u.test(text)) return !COMPOUND.test(text) && !/^\p{Lu}\d+$/u.test(text);
  return isSpelledAsName(text);
}

/** A spelling that ordinary words do not have: PostgreSQL, iPhone, node.js, GPT-4. */
export function isSpelledAsName(text: string): boolean {
  if (SITE.test(text)) return true;
  if (COMPOUND.test(text) || /^\p{Lu}\d+$|^\p{Ll}+-/u.test(text)) return false;
  return /\p{Ll}\p{Lu}|^\p{Lu}[\p{L}-]*\d/u.test(text);
}

/** Is this surely a verb in a form that a name has before it? */
export function isVerb(word: Word): boolean {
  return VERBS.has(word.lower) || /^\p{Ll}{2,}ed$/u.test(word.text);
}

/** The longest runs of capitalised words, joined by spaces, `&` and small words such as "of" and "van". */
export function runsOf(words: readonly Word[]): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < words.length; start++) {
    if (!words[start]?.capital) continue;
    let end = start + 1;
    while (!words[end - 1]?.owns) {
      const to = nextCapital(words, end);
      if (to === null) break;
      end = to + 1;
    }
    runs.push({ start, end });
    start = end - 1;
  }
  return runs;
}

/** The capitalised word that carries a run on from `at`, over at most two small words. */
function nextCapital(words: readonly Word[], at: number): number | null {
  for (let i = at; i < at + 3; i++) {
    const word = words[i];
    if (!word || !(word.gap === ' ' || (i === at && (word.gap === ' & ' || (word.gap === '. ' && !word.first)))))
      return null;
    if (word.capital) return i;
    if (!LINKS.has(word.text) && !(word.text === 'the' && words[i - 1]?.text === 'of')) return null;
  }
  return null;
}

/** The words of a run as one name, as written. */
export function nameOf(words: readonly Word[], { start, end }: Run): string {
  let name = words[start]?.text ?? '';
  for (let i = start + 1; i < end; i++) name += `${words[i]?.gap ?? ' '}${words[i]?.text ?? ''}`;
  return name;
}
