// What must survive in a wording: numbers, dates, names, URLs, code and negations of a fact.

const URL = /\bhttps?:\/\/[^\s<>()]+[^\s<>().,;:!?'"]/g;
const CODE = /`([^`]+)`/g;
const NUMBER = /\d+(?:[.,:/-]\d+)*/g;
const NEGATION = /\b(?:not|never|no longer|no|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b|不|没|無|无|别/giu;
const NAME = /(?<=[\p{L}\p{N},;:)'"’”]\s+["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}]*(?:[._+#-]?[\p{L}\p{N}]+)*/gu;

/** The specifics of a statement, each as it must be found again; negations count, so `not` twice is two. */
function specificsOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const add = (specific: string): void => void found.set(specific, (found.get(specific) ?? 0) + 1);
  const folded = text.normalize('NFKC');
  for (const match of folded.matchAll(URL)) add(match[0]);
  for (const match of folded.matchAll(CODE)) add((match[1] ?? '').trim());
  const plain = folded.replace(URL, ' ').replace(CODE, ' ');
  for (const match of plain.matchAll(NUMBER)) add(match[0]);
  for (const match of plain.matchAll(NAME)) add(match[0].toLowerCase());
  for (const _ of plain.matchAll(NEGATION)) add('not');
  return found;
}

/**
 * The specifics of a fact that a wording drops; empty when the wording may stand for the fact.
 * A wording that adds a negation is as wrong as one that drops it, and is reported as `not`.
 */
export function missingSpecifics(fact: string, wording: string): string[] {
  if (fact === wording) return [];
  const have = specificsOf(wording);
  const flat = wording.normalize('NFKC').toLowerCase();
  const missing: string[] = [];
  const wanted = specificsOf(fact);
  for (const [specific] of wanted) {
    if (specific !== 'not' && !have.has(specific) && !holdsWord(flat, specific.toLowerCase())) missing.push(specific);
  }
  if ((wanted.get('not') ?? 0) !== (have.get('not') ?? 0)) missing.push('not');
  return missing;
}

/** `15` is not in `150` nor in `1.15`. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + word.length);
    if (!/(?:[\p{L}\p{N}]|\d[.,:/-])$/u.test(before) && !/^(?:[\p{L}\p{N}]|[.,:/-]\d)/u.test(after)) return true;
  }
  return false;
}
