// Patterns put together from the words and the named parts of templates/extract: `{name}` stands for one of a list's
// words, or of a part's alternatives. Decides nothing by itself.
import en from '../../../templates/extract/en.json';
import zh from '../../../templates/extract/zh.json';
import notNames from '../../../templates/words/not-names.json';
import numbers from '../../../templates/words/numbers.json';

type Named = Readonly<Record<string, readonly string[]>>;

export interface Composer {
  /** The text of a pattern with its names written out. Throws on a name that the file does not have. */
  source(text: string): string;
  pattern(text: string, flags?: string): RegExp;
}

/** Words as one choice, the longest first. */
const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');

/** `{O}` and `{list}`, but no `{2,8}` and no `\p{Lu}`. */
const NAME = /(?<!\\[pP])\{([A-Za-z]\w*)\}/g;

function composer(lists: Named, parts: Named): Composer {
  const known = new Map<string, string>();
  const named = (name: string): string => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const [words, alternatives] = [lists[name], parts[name]];
    if (words === undefined && alternatives === undefined) throw new Error(`templates/extract has no "${name}"`);
    const text = `(?:${words === undefined ? source((alternatives ?? []).join('|')) : anyOf(words)})`;
    known.set(name, text);
    return text;
  };
  const source = (text: string): string => text.replace(NAME, (_all, name: string) => named(name));
  return { source, pattern: (text, flags = 'u') => new RegExp(source(text), flags) };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** In a sentence of English too: "my 老婆". */
const kinZh = Object.values(zh.kin)
  .flat()
  .filter((word) => word.length > 1);
const kin = [...Object.values(en.kin).flat(), ...kinZh];

export const EN = composer(
  {
    ...en.lists,
    kin,
    kinWords: [...kin, ...kin.map((word) => `${word}s`), 'boy', 'girl', 'boys', 'girls'],
    languages: en.lists.languages.map(capital),
    leadingAdverbs: en.lists.adverbs.filter((word) => word !== 'never' && word !== 'do'),
    innerAdverbs: en.lists.adverbs.filter((word) => !['never', 'do', 'only'].includes(word)),
    peoples: notNames.peoples.map(capital),
    numbers: Object.keys(numbers.values).filter((word) => word.length > 2),
  },
  { ...en.parts, number: [String.raw`(?<O>\d{1,3}|{numbers})`] },
);

export const ZH = composer({ ...zh.lists, kin: Object.values(zh.kin).flat() }, zh.parts);
