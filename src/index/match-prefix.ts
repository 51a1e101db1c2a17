// Numbers that a question may only begin: hashes, by seven characters and more, and versions, up to a dot. Of all
// others the beginning is another number.

/** Shorter ones are not told from words and sizes. */
const SHORTEST_HASH = 7;

/** May a question mean a longer term by this one, which holds a digit? */
export function mayBeBegun(term: string): boolean {
  return (term.length >= SHORTEST_HASH && isHash(term)) || isVersion(term);
}

/** Is `term` the beginning of this longer term as one begins a hash or a version? */
export function isBegunBy(longer: string, term: string): boolean {
  return isVersion(term) ? longer.charAt(term.length) === '.' : isHash(longer) && hasLetter(longer);
}

/** Digits and the letters from a to f. */
function isHash(term: string): boolean {
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code < 48 || code > 102 || (code > 57 && code < 97)) return false;
  }
  return true;
}

function hasLetter(term: string): boolean {
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) > 57) return true;
  return false;
}

/** `20.12`, `v20.12`: digits and dots. */
function isVersion(term: string): boolean {
  let dots = 0;
  for (let i = term.charCodeAt(0) === 118 ? 1 : 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code === 46) dots++;
    else if (code < 48 || code > 57) return false;
  }
  return dots > 0;
}
