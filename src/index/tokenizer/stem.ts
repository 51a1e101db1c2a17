// English words to their stems, irregular forms included, and which words say nothing.
import { stemmer } from '@orama/stemmers/english';
import irregular from '../../../templates/words/irregular.en.json';
import stopWords from '../../../templates/words/stop-words.en.json';

export interface English {
  /** The stem of a folded word. A word that is not of the letters a to z comes back as it is. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
}

/** Remembers each stem it worked out: the stemmer is slow and words repeat. */
export function createEnglish(): English {
  // Looked through as text: a search asks for a few words, and tables of a thousand cost it more to make.
  const stops = ` ${stopWords.words.join(' ')} `;
  const { verbs, plurals, comparatives, spellings, short } = irregular;
  const forms = `\n${[verbs, plurals, comparatives, spellings, short].map((group) => group.join(' \n')).join(' \n')} \n`;
  const stems = new Map<string, string>();
  return {
    isStopWord: (word) => stops.includes(` ${word} `),
    stem(word) {
      const known = stems.get(word);
      if (known !== undefined) return known;
      const base = baseOf(forms, word);
      const stem = /^[a-z]{3,40}$/.test(base) ? stemmer(base) : base;
      stems.set(word, stem);
      return stem;
    },
  };
}

/** The first word of the line that has the form behind it, else the word itself. */
function baseOf(forms: string, word: string): string {
  const at = forms.indexOf(` ${word} `);
  if (at < 0) return word;
  const start = forms.lastIndexOf('\n', at) + 1;
  return forms.slice(start, forms.indexOf(' ', start));
}
