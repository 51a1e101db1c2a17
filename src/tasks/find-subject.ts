// Finds what a person refers to: facts by id or by their words; or one fact, page or note by name or place.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { listReviews } from '../curate/review/review.ts';
import { findFacts } from '../forget/plan.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { findById, ID_LENGTH, isId, LEAST_PREFIX } from '../model/ids.ts';
import { nearest, plural, quoteForShell } from '../model/text.ts';
import { listNotes } from '../vault/notes.ts';
import { forgottenAmong } from '../vault/tombstones.ts';
import { isForgotten, readFacts, type View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { findFactAmong } from './record-by-hand.ts';

/**
 * Looks the words up, each as an id or all together as a statement. `alike`: facts that say more, if none says exactly
 * this; with `takesOne`, a single one is taken. Forgotten facts match only exactly, so that forgetting them again is
 * reported. Throws `not-found`, `ambiguous`.
 */
export function lookUp(
  view: View,
  words: readonly string[],
  takesOne: boolean,
): { readonly ids: string[]; readonly alike: readonly Fact[] } {
  const found = words.map((word) => idsOf(view, word));
  if (found.every((ids) => ids.length > 0))
    return { ids: [...new Set(found.map((ids, at) => onlyId(view, ids, words[at] ?? '')))], alike: [] };
  const text = words.join(' ');
  const isGone = ({ id }: Fact): boolean => view.forgotten.has(id);
  const { equal, alike } = findFacts(
    view.facts.filter((fact) => !isGone(fact)),
    text,
  );
  const said = equal.length + alike.length > 0 ? equal : findFacts(view.facts.filter(isGone), text).equal;
  if (said.length + alike.length === 0)
    throw failure(
      'not-found',
      `no fact says "${short(text)}"`,
      'find it in other words with memvault search; facts that are forgotten already are not shown',
    );
  const isTaken = alike.length === 1 && takesOne;
  return { ids: (isTaken ? alike : said).map(({ id }) => id), alike: isTaken ? [] : alike };
}

const failure = (code: 'not-found' | 'usage', message: string, hint: string): MemvaultError =>
  new MemvaultError(code, message, { hint });

/** Normalises an id: full-width and capital letters fold to plain ones. */
export function foldId(word: string): string {
  return word.normalize('NFKC').trim().replace(/^\^/, '').toLowerCase();
}

/** A whole id, or a prefix with a digit, which no ordinary word has. Expects the output of `foldId`. */
export const looksLikeId = (word: string): boolean => isId(word) || (mayBeginId(word) && /\d/.test(word));

const mayBeginId = (word: string): boolean =>
  word.length >= LEAST_PREFIX && word.length <= ID_LENGTH && /^[0-9a-z]+$/.test(word);

/** The ids that a word is a prefix of; only the exact one if there is one. */
function idsOf({ factById, ledger }: View, word: string): string[] {
  const wanted = foldId(word);
  if (isId(wanted) && (factById.has(wanted) || ledger.has(wanted))) return [wanted];
  return mayBeginId(wanted) ? [...factById.keys()].filter((id) => id.startsWith(wanted)) : [];
}

const onlyId = (view: View, found: readonly string[], word: string): string =>
  findById(
    found.map((id) => ({ id })),
    foldId(word),
    { what: 'fact', list: '', about: ({ id }) => lineOf(id, view) },
  ).id;

/** Nobody reads more. */
const SHOWN = 20;

/** `what`: what the facts have in common. */
export const ambiguousFacts = (facts: readonly Fact[], view: View, what: string, hint: string): MemvaultError =>
  ambiguous(
    `${plural(facts.length, 'fact')} ${facts.length === 1 ? 'contains' : 'contain'} ${what}`,
    facts.map(({ id }) => `${id}  ${lineOf(id, view)}`),
    hint,
    { ids: facts.map(({ id }) => id) },
  );

function ambiguous(
  message: string,
  lines: readonly string[],
  hint: string,
  data: MemvaultError['data'] & object,
): MemvaultError {
  const more = lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [];
  const list = [...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...more];
  return new MemvaultError('ambiguous', `${message}:\n${list.join('\n')}`, { hint, data });
}

/** Stands for a fact behind its id. */
export function lineOf(id: string, view: View): string {
  const fact = view.factById.get(id);
  if (isForgotten(id, view)) return '(forgotten)';
  return fact === undefined ? '(in no log)' : `${fact.day}  ${short(fact.text)}`;
}

/** On one line, truncated to 70 characters. */
export function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(flat);
  return points.length > 70 ? `${points.slice(0, 69).join('')}…` : flat;
}

/** `note`: a note in no zone, where memvault keeps no claims. */
export type Subject = { readonly fact: string } | { readonly page: string } | { readonly note: string };

/**
 * Finds a fact by its id or prefix, its footnote or block link, or a `PATH:LINE` as search prints it; a page by path,
 * name, title or alias; another note by path or name. Precedence: an exact id, a page, an id prefix; a path from the
 * vault's root before one from the working folder. `known`: ids in no log that are known otherwise. Throws `not-found`,
 * `ambiguous` with the list, `usage`.
 */
export function whichSubject(context: Context, typed: string, view: View, known: Iterable<string>): Subject {
  const text = typed
    .trim()
    .replace(/^\[\[(.*)\]\]$/s, (_, link: string) => (link.includes('#^') ? link : link.replace(/[#|].*$/s, '')))
    .replace(/^\[\^(.*)\]$/s, '$1')
    .replace(/^\.\//, '');
  if (text === '') throw failure('usage', 'nothing to explain', 'give the id of a fact, or the name of a page');
  const ids = new Set([...view.factById.keys(), ...known]);
  const anchored = /#\^([^#^|]+)(?:\|.*)?$/s.exec(text)?.[1];
  const word = foldId(anchored ?? text);
  if (isId(word) && ids.has(word)) return { fact: word };
  const place = whichLine(context, text, view);
  if (place !== null) return atLine(place.path, place.line, view);
  const here = pathFrom(context, text);
  const named = (paths: readonly string[], isThere: (path: string) => boolean): string | null =>
    paths.length > 0 ? onlyPage(paths, text) : here !== null && isThere(here) ? here : null;
  const page = anchored === undefined ? named(pagesNamed(text, view), (path) => view.pages.has(path)) : null;
  if (page !== null) return { page };
  const found = mayBeginId(word) ? [...ids].filter((id) => id.startsWith(word)) : [];
  if (found.length > 0) return { fact: onlyId(view, found, word) };
  const paths = anchored === undefined ? listNotes(context.vault).map(({ path }) => path) : [];
  const note = named(pathsNamed(text, paths), (path) => paths.includes(path));
  if (note !== null) return { note };
  const review = mayBeginId(word) ? listReviews(view, { all: true }).find(({ id }) => id.startsWith(word)) : undefined;
  if (review !== undefined)
    throw failure('not-found', `${review.id} is a review, not a fact`, 'memvault review list --all shows what it asks');
  throw unknown(text, word, view);
}

/**
 * Parses `PATH:LINE`. The path is relative to the vault's root, else to the working folder, else it is the name of one
 * page. Null for anything else.
 */
export function whichLine(
  context: Pick<Context, 'world' | 'vault'>,
  text: string,
  view: View,
): { readonly path: string; readonly line: number } | null {
  const [, path = '', line = ''] = /^(.+\.md):(\d{1,9})$/is.exec(text) ?? [];
  if (line === '') return null;
  const isKnown = (one: string | null): one is string =>
    one !== null && (view.pages.has(one) || view.facts.some((fact) => fact.path === one));
  const named = isKnown(path) ? [] : pagesNamed(path, view);
  const meant = [path, pathFrom(context, path), ...(named.length === 1 ? named : [])].find(isKnown);
  return { path: meant ?? path, line: Number(line) };
}

/** The fact or claim at a place, as search and editors name it. */
function atLine(path: string, line: number, view: View): Subject {
  const fact = view.facts.find((one) => one.path === path && one.line === line);
  if (fact !== undefined) return { fact: fact.id };
  const page = view.pages.get(path);
  const [first] = page?.claims.findLast((one) => one.line === line)?.facts ?? [];
  if (first !== undefined) return { fact: first };
  throw failure(
    'not-found',
    `no ${page ? 'claim' : 'fact'} begins on line ${line} of ${path}`,
    page
      ? `memvault explain ${quoted(path)} explains the whole page`
      : 'memvault search shows places that can be explained',
  );
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase().trim();

/** Matches by path or name, ignoring case. */
function pathsNamed(text: string, paths: Iterable<string>): string[] {
  const wanted = fold(/\.md$/i.test(text) ? text : `${text}.md`);
  return [...paths].filter((path) => fold(path) === wanted || fold(path).endsWith(`/${wanted}`));
}

function pagesNamed(text: string, { pages }: View): string[] {
  const path = /\.md$/i.test(text) ? text : `${text}.md`;
  if (pages.has(path)) return [path];
  const byPath = pathsNamed(text, pages.keys());
  if (byPath.length > 0) return byPath;
  return [...pages.values()]
    .filter(({ head }) => [head.title, ...head.aliases].some((other) => fold(other) === fold(text)))
    .map((page) => page.path);
}

function onlyPage(pages: readonly string[], typed: string): string {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) return only;
  const message = `${pages.length} notes are called ${JSON.stringify(short(typed))}`;
  throw ambiguous(message, pages, 'give the path', { pages });
}

function unknown(text: string, word: string, { pages, factById }: View): MemvaultError {
  const name = JSON.stringify(short(text));
  const isShort = word !== '' && word.length < LEAST_PREFIX && [...factById.keys()].some((id) => id.startsWith(word));
  if (isShort)
    return failure(
      'usage',
      `${name} is too short for an id, and no page has that name`,
      `give at least ${LEAST_PREFIX} characters of the id`,
    );
  const near = nearest(
    text,
    [...pages.values()].flatMap(({ path, head }) => [head.title, path]),
  );
  return failure(
    'not-found',
    `no fact or page named ${name}`,
    near === null
      ? 'memvault search finds facts and prints places such as daily/2026-07-01.md:5, which you can give here; ' +
          'index.md lists the pages'
      : `did you mean ${quoted(near)}?`,
  );
}

/** Resolves a path from the working folder to one from the vault's root; null if it is outside. */
function pathFrom({ world, vault }: Pick<Context, 'world' | 'vault'>, typed: string): string | null {
  const path = relative(vault.root, resolve(world.cwd, typed)).split(sep).join('/');
  return path === '' || path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}

/** Quotes a shell word: with double quotes, unless the shell would expand something in them. */
export const quoted = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : /["$`!\\]/.test(text) ? quoteForShell(text) : `"${text}"`;

/**
 * Expands --supersedes to full ids, separated by spaces. An unknown full id only gets a warning, because its fact may
 * be on another clone. Throws `usage` for an invalid id, `not-found`, `ambiguous`.
 */
export function supersededIds({ vault, answer }: Pick<Context, 'vault' | 'answer'>, typed: string): string {
  const facts = readFacts(vault);
  const words = typed.split(/[\s,]+/).filter((word) => word !== '');
  const ids = (words.length === 0 ? [''] : words).map((one) => {
    const word = one.replace(/^\^/, '').toLowerCase();
    if (!/^[0-9a-z]*$/.test(word) || word.length > ID_LENGTH)
      throw failure(
        'usage',
        `invalid --supersedes: ${JSON.stringify(word)}`,
        'memvault search shows the ids of facts: ten letters and digits, of which the first six are enough',
      );
    if (!isId(word)) return findFactAmong(facts, word, () => forgottenAmong(vault, facts)).id;
    if (!facts.some(({ id }) => id === word))
      answer.warn(`memvault: no fact has the id ${word}; it takes effect once one has`);
    return word;
  });
  return [...new Set(ids)].join(' ');
}
