// The words of a vault that a shell offers. Fast rather than complete, since somebody just pressed Tab. Writes nothing.
import type { Fact } from '../model/fact.ts';
import { plural, shortened } from '../model/text.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { isPagePath } from '../vault/confine.ts';
import { dailyPath, listDays, readDay } from '../vault/daily.ts';
import { listNotes } from '../vault/notes.ts';
import { forgottenTest } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';

/** Kinds of words that come from the vault. */
export type Listed = 'categories' | 'tags' | 'ids' | 'projects' | 'zones' | 'pages' | 'subjects';

export interface Offer {
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
export async function listWords(vault: Vault, kind: Listed, typed: string): Promise<Offer[]> {
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

function listIds(vault: Vault, typed: string): Offer[] {
  const found: Offer[] = [];
  for (const fact of newestFacts(vault)) {
    if (fact.id.startsWith(typed))
      found.push({ word: fact.id, about: shortened(fact.text.replace(/\s+/g, ' '), ABOUT_LENGTH) });
    if (found.length === MAX_IDS) break;
  }
  return found;
}

/** Sorted by path. */
function listPages(vault: Vault): Offer[] {
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
  const { readSchema } = await import('../vault/own-files.ts');
  return readSchema(vault).routes.keys();
}
