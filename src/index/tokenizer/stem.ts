// English words to their stems, irregular forms included, and which words say nothing.
import irregular from '../../../templates/words/irregular.en.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import type { Language } from './language.ts';
import { porterStem } from './porter.ts';

/** Remembers each stem it worked out: words repeat. */
export function createEnglish(): Language {
  // Looked through as text: a search asks for a few words, and tables of a thousand cost it more to make.
  const stops = ` ${stopWords.words.join(' ')} `;
  const { verbs, plurals, comparatives, spellings, short } = irregular;
  const forms =
    `\n` + [verbs, plurals, comparatives, spellings, short].map((group) => group.join(' \n')).join(' \n') + ` \n`;
  const known = new Map<string, readonly string[] | null>();
  return {
    code: 'en',
    compounds: false,
    isStopWord: (folded) => stops.includes(` ${folded} `),
    terms(_, folded) {
      const before = known.get(folded);
      if (before !== undefined) return before;
      const terms = isLatinLetters(folded) ? [stemOf(baseOf(forms, folded))] : null;
      known.set(folded, terms);
      return terms;
    },
  };
}

function isLatinLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** A word of two letters has no ending, and what is longer than forty is no word. */
const stemOf = (word: string): string => (word.length < 3 || word.length > 40 ? word : porterStem(word));

/** The first word of the line that has the form behind it, else the word itself. */
function baseOf(forms: string, word: string): string {
  const at = forms.indexOf(` ${word} `);
  if (at < 0) return word;
  const start = forms.lastIndexOf('\n', at) + 1;
  return forms.slice(start, forms.indexOf(' ', start));
}
