// `memvault completion`: the script for a shell; with the hidden `--list` the words that the script asks for.
import { hasControls } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import { plural } from '../../model/text.ts';
import { parseDailyLog } from '../../page/daily-log.ts';
import type { Answer, World } from '../../tasks/context.ts';
import { isPagePath } from '../../vault/confine.ts';
import { dailyPath, listDays, readDay } from '../../vault/daily.ts';
import { listNotes } from '../../vault/notes.ts';
import { forgottenTest } from '../../vault/tombstones.ts';
import type { Vault } from '../../vault/vault.ts';
import { fit } from '../terminal/face.ts';
import { makeAnswer, openContext } from '../context.ts';
import { type Command, EXIT, type Invocation, knownWord, textValue, usage } from '../spec.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Kinds of words that only a vault knows. `memvault completion --list KIND` prints them. */
const LISTED = ['categories', 'tags', 'ids', 'projects', 'zones', 'pages', 'subjects'] as const;
export type Listed = (typeof LISTED)[number];

export const run: Command = async (world, invocation) => {
  const answer = makeAnswer(world, invocation);
  const kind = textValue(invocation.values, 'list');
  if (kind !== undefined) return await list(world, invocation, answer, kind);
  const [name] = invocation.args;
  if (name === undefined) throw usage('no shell was named', `name one of ${SHELLS.join(', ')}`);
  const shell = knownWord('shell', name.replace(/^.*\//, ''), SHELLS);
  const { renderScript } = await import('../completion-script.ts');
  const script = renderScript(shell, world.templates);
  answer.document('completion', { shell, script });
  answer.print(script);
  return EXIT.done;
};

/** A word, a tab and what it is on each line. In the middle of somebody's typing nothing is an error. */
async function list(world: World, invocation: Invocation, answer: Answer, name: string): Promise<number> {
  const kind = LISTED.find((candidate) => candidate === name);
  if (kind === undefined) return EXIT.done;
  try {
    const { vault } = await openContext(world, invocation, [], true);
    const listed = await listWords(vault, kind, (invocation.args[0] ?? '').toLowerCase());
    // No shell takes control characters as they are typed.
    const words = listed.filter(({ word }) => !hasControls(word));
    answer.document('completion', { words });
    answer.print(words.map(({ word, about }) => `${word}\t${about}\n`).join(''));
  } catch {
    // Neither a vault that is not there nor one that cannot be read is worth a word here.
  }
  return EXIT.done;
}

// The words of a vault that a shell offers. Quick before complete, since somebody is waiting with a finger on the Tab
// key. Writes nothing.

interface ListedWord {
  readonly word: string;
  /** What it is, on one line. */
  readonly about: string;
}

/** So much of the newest daily logs is looked at, in characters. */
const MAX_LOOK = 4_000_000;
const MAX_IDS = 200;
const MAX_PAGES = 2000;
const ABOUT_LENGTH = 60;

/** Sorted words, ids newest first. `typed` narrows ids only: for all else the shell knows better how to match. */
async function listWords(vault: Vault, kind: Listed, typed: string): Promise<ListedWord[]> {
  if (kind === 'zones') return Object.values(vault.zones).map((word) => ({ word, about: 'zone' }));
  if (kind === 'ids') return listIds(vault, typed);
  if (kind === 'pages') return listPages(vault);
  // What explain takes: pages are fewer, and are named; ids follow.
  if (kind === 'subjects') return [...listPages(vault), ...listIds(vault, typed)];
  const counts = new Map<string, number>();
  for (const word of kind === 'categories' ? await routedCategories(vault) : []) counts.set(word, 0);
  for (const fact of newestFacts(vault))
    for (const word of wordsOf(fact, kind)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, count]) => ({ word, about: count === 0 ? 'in the schema' : plural(count, 'fact') }));
}

function wordsOf(fact: Fact, kind: 'categories' | 'tags' | 'projects'): readonly string[] {
  if (kind === 'categories') return fact.category === '' ? [] : [fact.category];
  if (kind === 'tags') return fact.tags;
  return fact.fields.project === undefined ? [] : [fact.fields.project];
}

function listIds(vault: Vault, typed: string): ListedWord[] {
  const found: ListedWord[] = [];
  for (const fact of newestFacts(vault)) {
    if (fact.id.startsWith(typed))
      found.push({ word: fact.id, about: fit(fact.text.slice(0, ABOUT_LENGTH * 2), ABOUT_LENGTH) });
    if (found.length === MAX_IDS) break;
  }
  return found;
}

/** By their paths, sorted. */
function listPages(vault: Vault): ListedWord[] {
  return listNotes(vault)
    .filter(({ path }) => isPagePath(vault, path))
    .slice(0, MAX_PAGES)
    .map(({ path }) => ({ word: path, about: 'page' }));
}

/** Newest day first. */
function* newestFacts(vault: Vault): Generator<Fact> {
  const isForgotten = forgottenTest(vault);
  let looked = 0;
  for (const day of listDays(vault).reverse()) {
    const text = readDay(vault, day);
    yield* parseDailyLog({ day, path: dailyPath(vault, day), text })
      .reverse()
      .map((fact) => (isForgotten(fact) ? { ...fact, category: '', text: '(forgotten)', tags: [], fields: {} } : fact));
    looked += text.length;
    if (looked > MAX_LOOK) return;
  }
}

/** What the schema routes; its reader is heavy, so it comes only when it is needed. */
async function routedCategories(vault: Vault): Promise<Iterable<string>> {
  const { readSchema } = await import('../../vault/own-files.ts');
  return readSchema(vault).routes.keys();
}
