// Names that a model gives: the head of a claim, the title of a page and what it is about. They are short, hold nothing
// but plain words, and say nothing that the claims below them do not. Pure.
import { SECTIONS } from '../../markdown/blocks.ts';
import { toFileName, toTitle } from '../../markdown/file-name.ts';
import { isMonth } from '../../markdown/page-edit.ts';
import { titleFromPath } from '../../markdown/page.ts';
import type { View } from '../../vault/view.ts';
import { mayBeAbout, mayBeHead, mayBeTitle } from '../topic-names.ts';
import { isMarkedUp, isOtherScript } from '../../markdown/plain-text.ts';
import type { Group } from './types.ts';

const LONGEST_HEAD = 40;
const WORDS_OF_HEAD = 4;
/** A sentence that was made a name. */
const SENTENCE = /[.!?;。！？；]|[:：]\s|,\s.*,\s/u;
const NEGATED = /(?<![\p{L}\p{N}])(?:not|no|never|without)(?![\p{L}\p{N}])|n['’]t(?![\p{L}\p{N}])|不|没|沒|無/iu;

/**
 * The head as it may stand: one that the page has as the page writes it; null where it cannot be used. `claims`: what
 * would stand below it and beside.
 */
export function usableHead(
  head: string,
  { page, heads }: Pick<Group, 'page' | 'heads'>,
  claims: readonly string[],
): string | null {
  const plain = plainOf(head.replace(/^#{1,6}\s+/, ''));
  const known = heads.find((one) => folded(one) === folded(plain));
  if (known !== undefined) return known;
  const all = claims.join('\n');
  const isName =
    plain !== '' &&
    plain.length <= LONGEST_HEAD &&
    plain.split(' ').length <= WORDS_OF_HEAD &&
    /\p{L}/u.test(plain) &&
    !SENTENCE.test(plain) &&
    !NEGATED.test(plain);
  if (!isName || isMarkedUp(plain, '') || isOtherScript(plain, all) || isTaken(plain, page.title)) return null;
  return mayBeHead(plain, page.title, claims) ? toTitle(plain) : null;
}

/** A section of the page, its title, a month: no head of a topic. */
function isTaken(head: string, title: string): boolean {
  return isMonth(toTitle(head)) || [...SECTIONS, 'Notes', title].some((name) => folded(name) === folded(head));
}

/**
 * The title of a page that does not exist yet: what the rules call it, with a few words more; null where it cannot be
 * used.
 */
export function usableTitle(
  title: string,
  { page }: Pick<Group, 'page'>,
  { pages }: Pick<View, 'pages'>,
): string | null {
  const plain = plainOf(title);
  const isName = !SENTENCE.test(plain) && mayBeTitle(plain, [page.title]);
  // Facts find their page by its title: another's name would draw that one's facts here.
  const [words, wanted] = [folded(plain).split(' '), folded(page.title).split(' ')];
  if (!page.isNew || !isName || !wanted.every((word) => words.includes(word)) || words.length > wanted.length + 3)
    return null;
  const names = new Set([plain, toFileName(plain)].map(folded));
  const isOther = (path: string): boolean => path !== page.path;
  const collides = [...pages.values()].some(
    ({ path, head }) =>
      isOther(path) && [head.title, titleFromPath(path), ...head.aliases].some((name) => names.has(folded(name))),
  );
  return collides ? null : plain;
}

/**
 * What a page is about, one line of at most 240 characters without a claim of its own; null where it cannot be used.
 */
export function usableAbout(about: string, { page }: Pick<Group, 'page'>, claims: readonly string[]): string | null {
  const plain = plainOf(about).replace(/(?<!\.)\.$/, '');
  return plain === page.about || mayBeAbout(plain, page.title, claims) ? plain : null;
}

/** On one line, without the quotes and the emphasis that models set around a name. */
function plainOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // Searched from both ends: an expression over both takes minutes for some thousand quotes.
  let [start, end] = [0, line.length];
  while (start < end && OPENING.includes(line.charAt(start))) start++;
  while (end > start && CLOSING.includes(line.charAt(end - 1))) end--;
  return start === 0 || end === line.length ? line : line.slice(start, end).trim();
}

const [OPENING, CLOSING] = [`"'“‘*_\``, `"'”’*_\``];

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
