// The index brought up to date after something was written, or only looked at.
import { isDamage } from '../index/open-index.ts';
import type { Memory } from '../index/ranking/factors.ts';
import { rebuild, refresh } from '../index/refresh.ts';
import type { OpenIndex, RefreshOptions, Tables } from '../index/view.ts';
import type { Neighbours } from '../language/neighbours.ts';
import { DEFAULT_FADING } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import type { MemvaultError } from '../model/errors.ts';
import { foldMarks } from '../model/page.ts';
import type { IndexFiles } from '../model/ports.ts';
import type { TagTable } from '../model/tag-table.ts';
import { readStat } from '../vault/disk.ts';
import { indexFiles, readNeighbours } from '../vault/read-index-files.ts';
import { readLastRecalls } from '../vault/recalls.ts';
import { openQuestions, readMarks } from '../vault/reviews.ts';
import { readTagForms } from '../vault/tag-forms.ts';
import { readForgotten } from '../vault/tombstones.ts';
import { absolute, TAGS_FILE } from '../vault/vault.ts';
import type { Context } from './context.ts';

/** Looks at every file. `purge`: nothing stays of what is not in the vault any more. */
export async function refreshIndex(context: Context, purge = false): Promise<void> {
  const index = await refresh(indexFiles(context.vault), {
    ...(await refreshOptions(context, { look: 'all', write: 'always' })),
    purge,
  });
  sayRebuilt(context, index);
  index.close();
}

interface Peeked<T> {
  readonly index: { readonly documents: number; readonly fresh: boolean };
  readonly also: T;
}

/**
 * How many documents the index holds, and whether it is in step with the files; `also`: what else is asked of it.
 * Writes nothing.
 */
export async function peekIndex<T>(
  context: Context,
  also: (files: IndexFiles, tables: Tables) => T,
): Promise<Peeked<T>> {
  const files = indexFiles(context.vault);
  const options = await refreshOptions(context, { look: 'all', write: 'never' });
  const peek = (index: OpenIndex, isSound: boolean): Peeked<T> => {
    try {
      const { documents, changes, rebuilt, tables } = index;
      return {
        index: {
          documents,
          fresh: isSound && rebuilt === null && changes.added + changes.updated + changes.removed === 0,
        },
        also: also(files, tables),
      };
    } finally {
      index.close();
    }
  };
  try {
    return peek(await refresh(files, options), true);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return peek(await rebuild(files, options), false);
  }
}

export async function refreshOptions(
  { vault, settings, world, answer }: Context,
  how: Pick<RefreshOptions, 'look' | 'write'>,
): Promise<RefreshOptions> {
  // The view's reader is loaded only where ids alone do not tell.
  const facts = async () => (await import('../vault/view.ts')).readFacts(vault);
  return {
    ...how,
    forgotten: await readForgotten(vault, facts, how.write !== 'never'),
    today: dayOf(world.now()),
    languages: settings.retrieve.languages,
    ...(world.stderr.isTerminal && { progress: async () => await answer.progress() }),
  };
}

/** Says where the index had to be built anew. */
export function sayRebuilt({ answer }: Context, { rebuilt }: Pick<OpenIndex, 'rebuilt'>): void {
  if (rebuilt === 'corrupt') answer.remark('The index was damaged and has been built anew.');
  if (rebuilt === 'version') answer.remark('The index was of another version and has been built anew.');
}

// The index as commands ask it: brought up to date as far as a search does that, open, and made anew where it shows to
// be damaged while it is asked.

export interface Brought {
  readonly index: OpenIndex;
  readonly files: IndexFiles;
  /** Notes that could not be read and are not in the index, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/**
 * Brings the index up to date and asks it, twice where it is damaged: so `ask` says nothing before it is done. Closes
 * it.
 */
export async function withIndex<T>(context: Context, ask: (brought: Brought) => Promise<T>): Promise<T> {
  const unread = new Map<string, MemvaultError>();
  const files = indexFiles(context.vault, { unread: (path, reason) => unread.set(path, reason) });
  const options = await refreshOptions(context, { look: 'quick', write: 'cheap' });
  const asked = async (index: OpenIndex): Promise<T> => {
    try {
      return await ask({ index, files, unread });
    } finally {
      index.close();
    }
  };
  const index = await refresh(files, options);
  sayRebuilt(context, index);
  try {
    return await asked(index);
  } catch (error) {
    if (!isDamage(error)) throw error;
    sayRebuilt(context, { rebuilt: 'corrupt' });
    return await asked(await rebuild(files, options));
  }
}

// What tells commands how sure a fact is today, beside its line: settings, marks and tracked recalls.

export function readMemory({ vault, world }: Pick<Context, 'vault' | 'world'>): Memory {
  let neighbours: Neighbours | null = null;
  return {
    neighboursOf: (word) => (neighbours ??= readNeighbours(world)).of(word),
    open: openQuestions(vault),
    today: dayOf(world.now()),
    fading: DEFAULT_FADING,
    marks: foldMarks(readMarks(vault)),
    lastRecall: readLastRecalls(vault),
  };
}

// The aliases of tags for a search or the like: looks whether there is a tags.yaml, and reads on only where there is
// one.

/**
 * The aliases that matter to a query; undefined where none does. `isAsked`: the request names a tag, so that a person
 * is told where tags.yaml cannot be read.
 */
export async function tagTableFor(
  { answer, vault }: Pick<Context, 'answer' | 'vault'>,
  query: string,
  isAsked: boolean,
): Promise<TagTable | undefined> {
  if (readStat(absolute(vault, TAGS_FILE)) === null) return undefined;
  const { table, broken } = await readTagForms(vault);
  if (broken !== null && isAsked) answer.remark(`memvault: ${broken}; no alias of a tag holds`);
  return table.size > 0 && (isAsked || names(query.toLowerCase(), table)) ? table : undefined;
}

/** Does a query name a tag that has an alias? Most do not, and nothing more is loaded for them. */
function names(query: string, { groups }: TagTable): boolean {
  for (const forms of groups) for (const form of forms) if (query.includes(form)) return true;
  return false;
}
