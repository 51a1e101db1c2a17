// Updates the index after a write, or only inspects it.
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
import { makeTagTable, type TagTable } from '../model/tag-table.ts';
import type { TagsFile } from '../page/tags-file.ts';
import { keepStamped, readStamped } from '../vault/confine.ts';
import { readStat } from '../vault/disk.ts';
import { indexFiles, readNeighbours } from '../vault/read-index-files.ts';
import { readLastRecalls } from '../vault/recalls.ts';
import { openQuestions, readMarks } from '../vault/reviews.ts';
import { readForgotten } from '../vault/tombstones.ts';
import { absolute, CACHE_DIR, TAGS_FILE, type Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

/** Checks every file. `purge`: leave nothing in the index that is no longer in the vault. */
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
 * The number of documents in the index and whether it matches the files. `also`: another query on it. Writes nothing.
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
  // The view's reader is loaded only if ids alone are not enough.
  const facts = async () => (await import('../vault/view.ts')).readFacts(vault);
  return {
    ...how,
    forgotten: await readForgotten(vault, facts, how.write !== 'never'),
    today: dayOf(world.now()),
    languages: settings.retrieve.languages,
    ...(world.stderr.isTerminal && { progress: async () => await answer.progress() }),
  };
}

/** Reports that the index was rebuilt. */
export function sayRebuilt({ answer }: Context, { rebuilt }: Pick<OpenIndex, 'rebuilt'>): void {
  if (rebuilt === 'corrupt') answer.remark('The index was damaged and has been rebuilt.');
  if (rebuilt === 'version') answer.remark('The index was made by another version and has been rebuilt.');
}

// The index for queries: refreshed as far as a search needs, opened, and rebuilt if it turns out to be damaged during
// the query.

export interface Brought {
  readonly index: OpenIndex;
  readonly files: IndexFiles;
  /** Notes that could not be read and are not indexed, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/**
 * Refreshes the index, passes it to `ask` and closes it. Runs `ask` again if the index is damaged, so `ask` must print
 * nothing before it is done.
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

// What the confidence of a fact depends on besides its line: settings, marks and tracked recalls.

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

type KeptTags = Pick<TagsFile, 'aliases' | 'broken'>;
const TAGS_CACHE = `${CACHE_DIR}/tags.json`;

/**
 * The tag aliases relevant to a query; undefined if none. `isAsked`: the request filters by tag, so an unreadable
 * tags.yaml is reported. The parsed file is cached, so that its YAML is parsed only after a change.
 */
export async function tagTableFor(
  { answer, vault }: Pick<Context, 'answer' | 'vault'>,
  query: string,
  isAsked: boolean,
): Promise<TagTable | undefined> {
  const stat = readStat(absolute(vault, TAGS_FILE));
  if (stat === null) return undefined;
  const stamp = `${stat.size} ${stat.mtimeMs}`;
  const kept = readStamped(vault, TAGS_CACHE, stamp) as KeptTags | null;
  const { aliases, broken } = kept ?? keepStamped(vault, TAGS_CACHE, stamp, await parseTags(vault));
  if (broken !== null && isAsked)
    answer.remark(`memvault: ${TAGS_FILE}:${broken.line}: ${broken.message}; no tag alias is in effect`);
  const { table } = makeTagTable(aliases);
  return table.size > 0 && (isAsked || names(query.toLowerCase(), table)) ? table : undefined;
}

const parseTags = async (vault: Vault): Promise<KeptTags> => {
  const { aliases, broken } = (await import('../vault/own-files.ts')).readTagsFile(vault);
  return { aliases, broken };
};

/** Whether a query mentions a tag with an alias. Most do not, and nothing more is loaded for them. */
const names = (query: string, { groups }: TagTable): boolean =>
  [...groups].some((forms) => [...forms].some((form) => query.includes(form)));
