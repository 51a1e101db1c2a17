// Whether what a model says stands in a text is in it: found again word for word, and given back as the text has it. Pure.

/** Letters; fewer are in any text. */
const LEAST = 12;
const LEAST_UNSPACED = 6;
const MOST = 600;

/** Signs that a model writes in another way, each for one. */
const SIGNS: Readonly<Record<string, string>> = { '’': "'", '‘': "'", 'ʼ': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '–': '-', '—': '-', '‑': '-', '−': '-', '\u00A0': ' ', '，': ',', '；': ';', '：': ':', '（': '(', '）': ')' };
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'g');
/** As long as it was, so that places are the same in both. */
const folded = (text: string): string => text.replace(SIGN, (sign) => SIGNS[sign] ?? sign);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Finds words in passages of one line each; null where they are not there, or are too few or too many to be a quote. */
export function makeFindQuote(passages: readonly string[]): (words: string) => string | null {
  const whole = passages.join('\n');
  const hay = folded(whole);
  return (words) => {
    const wanted = folded(words.replace(/\s+/g, ' ').trim().replace(/^["“„«](?=[^"”“»]*["”“»]?$)|["”“»]$/g, '').replace(/(?:…|\.\.\.)$/, '').trim());
    if (wanted.length > MOST || wanted.length < (UNSPACED.test(wanted) ? LEAST_UNSPACED : LEAST)) return null;
    for (let at = hay.indexOf(wanted); at >= 0; at = hay.indexOf(wanted, at + 1)) {
      if (standsAlone(whole, at, at + wanted.length)) return whole.slice(at, at + wanted.length);
    }
    return null;
  };
}

/** Half a word is no quote. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isInWord = (at: number): boolean => /^[\p{L}\p{M}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1)) && !UNSPACED.test(text.slice(at - 1, at + 1));
  return (start === 0 || !isInWord(start)) && (end === text.length || !isInWord(end));
}
