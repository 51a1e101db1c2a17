// `memvault completion`: prints a shell's completion script; the hidden `--list` prints the words that the script asks
// for.
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

/** Kinds of words that come from the vault. `memvault completion --list KIND` prints them. */
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

/** Prints a word, a tab and a description per line. Never fails, since the user is in the middle of typing. */
async function list(world: World, invocation: Invocation, answer: Answer, name: string): Promise<number> {
  const kind = LISTED.find((candidate) => candidate === name);
  if (kind === undefined) return EXIT.done;
  try {
    const { vault } = await openContext(world, invocation, [], true);
    const listed = await listWords(vault, kind, (invocation.args[0] ?? '').toLowerCase());
    // Shells cannot take control characters as typed words.
    const words = listed.filter(({ word }) => !hasControls(word));
    answer.document('completion', { words });
    answer.print(words.map(({ word, about }) => `${word}\t${about}\n`).join(''));
  } catch {
    // A missing or unreadable vault is not worth a message here.
  }
  return EXIT.done;
}

// The words of a vault that a shell offers. Fast rather than complete, since somebody just pressed Tab. Writes nothing.

interface ListedWord {
  readonly word: string;
  /** A description on one line. */
  readonly about: string;
}

/** Limit on the text of the newest daily logs that is read, in characters. */
const MAX_LOOK = 4_000_000;
const MAX_IDS = 200;
const MAX_PAGES = 2000;
const ABOUT_LENGTH = 60;

/** Returns the words sorted, ids newest first. `typed` filters only ids; the shell matches everything else itself. */
async function listWords(vault: Vault, kind: Listed, typed: string): Promise<ListedWord[]> {
  if (kind === 'zones') return Object.values(vault.zones).map((word) => ({ word, about: 'zone' }));
  if (kind === 'ids') return listIds(vault, typed);
  if (kind === 'pages') return listPages(vault);
  // The subjects of explain: pages first, as there are fewer and they have names; then ids.
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

/** Sorted by path. */
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

/** The schema's categories. Its reader is heavy, so it is loaded only here. */
async function routedCategories(vault: Vault): Promise<Iterable<string>> {
  const { readSchema } = await import('../../vault/own-files.ts');
  return readSchema(vault).routes.keys();
}
