// The facts that a person means, by ids, by a text or by lines of a pipe; asks where several could be meant.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findFacts } from '../forget/plan.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { ID_LENGTH, isId } from '../model/ids.ts';
import { nearest, quoteForShell } from '../model/text.ts';
import type { Context } from '../tasks/context.ts';
import type { World } from '../tasks/world.ts';
import { isForgotten, type View } from '../vault/view.ts';
import { askYes } from './terminal/prompts.ts';

const SHORTEST = 6;
/** A person does not read more. */
const SHOWN = 20;

/** Full ids. Null where a person chose none. Throws `not-found`, `ambiguous` with the list, `bad-input`. */
export async function whichFacts(context: Context, view: View, args: readonly string[]): Promise<string[] | null> {
  if (args.length === 1 && args[0] === '-') return await fromPipe(context, view);
  const ids = args.map((arg) => idsOf(view, arg));
  if (ids.every((found) => found.length > 0))
    return [...new Set(ids.map((found, index) => onlyId(view, found, args[index] ?? '')))];
  return await byText(context, view, args.join(' '));
}

/** An id as it is compared: full-width letters and capitals are the same. */
export function foldId(word: string): string {
  return word.normalize('NFKC').trim().replace(/^\^/, '').toLowerCase();
}

/** A whole id, or a beginning of one that is no word of a language: it has a digit. Takes what `foldId` gives. */
export function looksLikeId(word: string): boolean {
  return isId(word) || (word.length >= SHORTEST && word.length <= ID_LENGTH && /^[0-9a-z]*\d[0-9a-z]*$/.test(word));
}

/** Those that a word is the beginning of, the whole of one first. */
function idsOf({ factById, ledger }: View, word: string): string[] {
  const wanted = foldId(word);
  if (isId(wanted) && (factById.has(wanted) || ledger.has(wanted))) return [wanted];
  return wanted.length < SHORTEST || !/^[0-9a-z]+$/.test(wanted)
    ? []
    : [...factById.keys()].filter((id) => id.startsWith(wanted));
}

function onlyId(view: View, found: readonly string[], word: string): string {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw ambiguous(
    found.flatMap((id) => view.factById.get(id) ?? []),
    view,
    `have ids that begin with ${short(word)}`,
    'give more characters',
  );
}

async function byText(context: Context, view: View, text: string): Promise<string[] | null> {
  const { equal, alike } = findFacts(
    view.facts.filter(({ id }) => !view.forgotten.has(id)),
    text,
  );
  if (equal.length > 0) return equal.map(({ id }) => id);
  const [first] = alike;
  if (!first) return forgottenAlready(view, text);
  if (context.answer.yes && alike.length === 1) return [first.id];
  if (!context.answer.asks)
    throw ambiguous(
      alike,
      view,
      alike.length === 1 ? 'holds these words' : 'hold these words',
      alike.length === 1 ? 'say --yes if it is that one, or give its id' : 'give the id of the one that is meant',
    );
  if (alike.length > 1) return await choose(context, alike);
  context.answer.warn(lineOf(first, view));
  return (await askYes(context, 'Forget this?')) ? [first.id] : null;
}

async function choose({ world, answer }: Context, facts: readonly Fact[]): Promise<string[] | null> {
  const prompts = await world.prompts(answer.color);
  const choices = facts
    .slice(0, SHOWN)
    .map(({ id, day, category, text }) => ({ value: id, label: `${day}  [${category}] ${short(text)}` }));
  const more = facts.length > SHOWN ? ` The newest ${SHOWN} of ${facts.length}; more words find fewer.` : '';
  const picked = await prompts.choose(
    `Which one should be forgotten?${more}`,
    [...choices, { value: '', label: 'none' }],
    '',
  );
  if (picked === null) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  return picked === '' ? null : [picked];
}

async function fromPipe({ world, answer }: Context, view: View): Promise<string[]> {
  if (world.stdinIsTerminal)
    throw new MemvaultError('usage', 'there is nothing to forget', { hint: 'pipe ids or statements, one a line' });
  const lines = (await world.readStdin())
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0)
    throw new MemvaultError('bad-input', 'there is nothing to forget', { hint: 'pipe ids or statements, one a line' });
  const known = view.facts.filter(({ id }) => !view.forgotten.has(id));
  return [
    ...new Set(
      lines.flatMap((line) => {
        const ids = idsOf(view, line);
        if (ids.length > 0) return [onlyId(view, ids, line)];
        const { equal, alike } = findFacts(known, line);
        if (equal.length > 0) return equal.map(({ id }) => id);
        const [only, ...others] = alike;
        if (!only) return forgottenAlready(view, line);
        if (answer.yes && others.length === 0) return [only.id];
        throw ambiguous(
          alike,
          view,
          `${alike.length === 1 ? 'holds' : 'hold'} the words of "${short(line)}"`,
          'nothing was forgotten; give whole statements or ids',
        );
      }),
    ),
  ];
}

/** Those that say just that; who does it again is told so. */
function forgottenAlready(view: View, text: string): string[] {
  const { equal } = findFacts(
    view.facts.filter(({ id }) => view.forgotten.has(id)),
    text,
  );
  if (equal.length === 0) throw notFound(text);
  return equal.map(({ id }) => id);
}

const notFound = (text: string): MemvaultError =>
  new MemvaultError('not-found', `no fact says "${short(text)}"`, {
    hint: 'memvault search finds facts by other words, but none that are forgotten already',
  });

function ambiguous(facts: readonly Fact[], view: View, which: string, hint: string): MemvaultError {
  const list = facts.slice(0, SHOWN).map((fact) => `  ${lineOf(fact, view)}`);
  const more = facts.length > SHOWN ? [`  and ${facts.length - SHOWN} more`] : [];
  return new MemvaultError(
    'ambiguous',
    `${facts.length} fact${facts.length === 1 ? '' : 's'} ${which}:\n${[...list, ...more].join('\n')}`,
    { hint, data: { ids: facts.map(({ id }) => id) } },
  );
}

const lineOf = ({ id, day, text }: Fact, view: View): string =>
  `${id}  ${day}  ${view.forgotten.has(id) ? '(forgotten)' : short(text)}`;

/** On one line, cut to what a person reads. */
export function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(flat);
  return points.length > 70 ? `${points.slice(0, 69).join('')}…` : flat;
}

// What a person means by an id, a footnote, a place or a page: one fact, or one page.

/** `note`: one that lies in no zone, where memvault keeps no claims. */
export type Subject = { readonly fact: string } | { readonly page: string } | { readonly note: string };

export interface Known {
  /** Ids that no log holds, and that something is known of all the same. */
  readonly ids: Iterable<string>;
  /** What may be shown of a fact. */
  readonly wordsOf: (fact: Fact) => string;
  /** Ids of questions to a person; asked only where nothing else is meant. */
  readonly reviews: () => readonly string[];
  /** Paths of all notes; asked only where nothing else is meant. */
  readonly notes: () => readonly string[];
  /**
   * The path from the vault's root of what a shell would mean from where the person is; null where that is elsewhere.
   */
  readonly fromHere: (typed: string) => string | null;
}

const SHORTEST_SUBJECT = 6;
/** A person does not read more. */
const SHOWN_SUBJECTS = 20;

/**
 * A fact by its id, the beginning of one, its footnote or block link, or a `PATH:LINE` as search shows it; a page by
 * its path, name, title or alias; another note by its path or name. An exact id comes before a page, a page before the
 * beginning of an id; a path from the vault's root before one from where the person is. Throws `not-found`, `ambiguous`
 * with the list, `usage`.
 */
export function whichSubject(
  typed: string,
  view: View,
  { ids: known, wordsOf, notes, reviews, fromHere }: Known,
): Subject {
  const text = typed
    .trim()
    .replace(/^\[\[(.*)\]\]$/s, (_, link: string) => pageOf(link))
    .replace(/^\[\^(.*)\]$/s, '$1')
    .replace(/^\.\//, '');
  if (text === '')
    throw new MemvaultError('usage', 'nothing to explain was named', {
      hint: 'give the id of a fact, or the name of a page',
    });
  const ids = new Set([...view.factById.keys(), ...known]);
  const anchored = /#\^([^#^|]+)(?:\|.*)?$/s.exec(text)?.[1];
  const word = foldId(anchored ?? text);
  if (isId(word) && ids.has(word)) return { fact: word };
  const place = whichLine(text, view, fromHere);
  if (place !== null) return atLine(place.path, place.line, view);
  const here = anchored === undefined ? fromHere(text) : null;
  if (anchored === undefined) {
    const pages = pagesNamed(text, view);
    if (pages.length > 0) return { page: onlyPage(pages, text) };
    if (here !== null && view.pages.has(here)) return { page: here };
  }
  const isBeginning = word.length >= SHORTEST_SUBJECT && word.length <= ID_LENGTH && /^[0-9a-z]+$/.test(word);
  const found = isBeginning ? [...ids].filter((id) => id.startsWith(word)) : [];
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return { fact: only };
  if (only !== undefined) throw ambiguousIds(found, word, view, wordsOf);
  const paths = anchored === undefined ? notes() : [];
  const others = notesNamed(text, paths);
  if (others.length > 0) return { note: onlyPage(others, text) };
  if (here !== null && paths.includes(here)) return { note: here };
  const [review] = isBeginning ? reviews().filter((id) => id.startsWith(word)) : [];
  if (review !== undefined)
    throw new MemvaultError('not-found', `${review} is a review, not a fact`, {
      hint: 'memvault review list --all shows what it asks',
    });
  throw unknown(text, word, view);
}

/** Of a link in brackets what it leads to, unless that is a block. */
const pageOf = (link: string): string => (link.includes('#^') ? link : link.replace(/[#|].*$/s, ''));

/**
 * A `PATH:LINE`: the path from the vault's root, else from where the person is, else the name of one page. Null for
 * anything else.
 */
export function whichLine(
  text: string,
  view: View,
  fromHere: Known['fromHere'],
): { readonly path: string; readonly line: number } | null {
  const [, path = '', line = ''] = /^(.+\.md):(\d{1,9})$/is.exec(text) ?? [];
  if (line === '') return null;
  const isKnown = (one: string | null): one is string =>
    one !== null && (view.pages.has(one) || view.facts.some((fact) => fact.path === one));
  const named = isKnown(path) ? [] : pagesNamed(path, view);
  const meant = [path, fromHere(path), ...(named.length === 1 ? named : [])].find(isKnown);
  return { path: meant ?? path, line: Number(line) };
}

/** As search and editors name a place. */
function atLine(path: string, line: number, view: View): Subject {
  const fact = view.facts.find((one) => one.path === path && one.line === line);
  if (fact !== undefined) return { fact: fact.id };
  const claim = view.pages.get(path)?.claims.findLast((one) => one.line === line);
  const [first] = claim?.facts ?? [];
  if (first !== undefined) return { fact: first };
  if (view.pages.has(path))
    throw new MemvaultError('not-found', `no claim begins on line ${line} of ${path}`, {
      hint: `memvault explain ${quoted(path)} explains the whole page`,
    });
  throw new MemvaultError('not-found', `no fact begins on line ${line} of ${path}`, {
    hint: 'memvault search shows places that can be explained',
  });
}

/** By path or name, in whatever case. */
function notesNamed(text: string, paths: readonly string[]): string[] {
  const fold = (name: string): string => name.normalize('NFC').toLowerCase();
  const wanted = fold(/\.md$/i.test(text) ? text : `${text}.md`);
  return paths.filter((path) => fold(path) === wanted || fold(path).endsWith(`/${wanted}`));
}

function pagesNamed(text: string, { pages }: View): string[] {
  const path = /\.md$/i.test(text) ? text : `${text}.md`;
  if (pages.has(path)) return [path];
  const fold = (name: string): string => name.normalize('NFC').toLowerCase().trim();
  const wanted = fold(path);
  const byPath = [...pages.keys()].filter((page) => fold(page) === wanted || fold(page).endsWith(`/${wanted}`));
  if (byPath.length > 0) return byPath;
  const name = fold(text);
  return [...pages.values()]
    .filter(({ head }) => [head.title, ...head.aliases].some((other) => fold(other) === name))
    .map((page) => page.path);
}

function onlyPage(pages: readonly string[], typed: string): string {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) return only;
  const more = pages.length > SHOWN_SUBJECTS ? [`  and ${pages.length - SHOWN_SUBJECTS} more`] : [];
  throw new MemvaultError(
    'ambiguous',
    `${pages.length} notes are called ${JSON.stringify(short(typed))}:\n` +
      [...pages.slice(0, SHOWN_SUBJECTS).map((page) => `  ${page}`), ...more].join('\n'),
    { hint: 'give the path', data: { pages } },
  );
}

function ambiguousIds(
  ids: readonly string[],
  word: string,
  view: View,
  wordsOf: (fact: Fact) => string,
): MemvaultError {
  const list = ids.slice(0, SHOWN_SUBJECTS).map((id) => {
    if (isForgotten(id, view)) return `  ${id}  (forgotten)`;
    const fact = view.factById.get(id);
    return `  ${id}  ${fact === undefined ? '(in no log)' : `${fact.day}  ${short(wordsOf(fact))}`}`;
  });
  const more = ids.length > SHOWN_SUBJECTS ? [`  and ${ids.length - SHOWN_SUBJECTS} more`] : [];
  return new MemvaultError(
    'ambiguous',
    `${ids.length} facts have ids that begin with ${word}:\n${[...list, ...more].join('\n')}`,
    { hint: 'give more characters', data: { ids } },
  );
}

function unknown(text: string, word: string, { pages, factById }: View): MemvaultError {
  const isShort =
    /^[0-9a-z]+$/.test(word) &&
    word.length < SHORTEST_SUBJECT &&
    [...factById.keys()].some((id) => id.startsWith(word));
  if (isShort)
    return new MemvaultError(
      'usage',
      `${JSON.stringify(short(text))} is too short for an id, and no page has that name`,
      { hint: `give at least ${SHORTEST_SUBJECT} characters of the id` },
    );
  const near = nearest(
    text,
    [...pages.values()].flatMap(({ path, head }) => [head.title, path]),
  );
  return new MemvaultError('not-found', `neither a fact nor a page is called ${JSON.stringify(short(text))}`, {
    hint:
      near === null
        ? `memvault search finds facts by their words and shows places such as daily/2026-07-01.md:5, which ` +
          `can be given here; index.md names the pages`
        : `did you mean ${quoted(near)}?`,
  });
}

/**
 * What a shell would mean by `typed` where the person is, from the vault's root; null where that lies outside of it.
 */
export function pathFrom(world: Pick<World, 'cwd'>, typed: string, root: string): string | null {
  const path = relative(root, isAbsolute(typed) ? resolve(typed) : resolve(folderOf(world), typed))
    .split(sep)
    .join('/');
  return path === '' || path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}

/** A folder that is gone is none to look in, and the vault may be named all the same. */
function folderOf(world: Pick<World, 'cwd'>): string {
  try {
    return world.cwd;
  } catch (error) {
    if (error instanceof MemvaultError) return sep;
    throw error;
  }
}

/** As a shell takes it for one word: in the quotes that people know, unless it would look into those. */
export const quoted = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : /["$`!\\]/.test(text) ? quoteForShell(text) : `"${text}"`;
