// The index brought up to date by difference from what was published (`refresh`), or built from nothing (`rebuild`).
// Where nothing changed, which is most of the time, nothing that parses is even loaded.
import { languageKey } from '../language/languages.ts';
import type { IndexFiles } from '../model/ports.ts';
import { inHand, isDamage, openIndex, type Published } from './open-index.ts';
import { isFoldDue } from './rows.ts';
import { isLookDue, isNews, lookAtAll, lookFurther, lookQuickly, markLook, TOUCHED } from './sources.ts';
import type { Fault, OpenIndex, RefreshOptions } from './state.ts';
import type { Tokenizer } from './tokenizer.ts';
import { openTokenizer } from './tokenizer/open.ts';
import type { Tables } from './view.ts';

// What forgetting asks of the vectors, for who brings the index up to date: it costs a look into a folder where there
// are none.

/** No vector stays, of any model, but those of what these tables hold and nothing superseded. No server is asked. */
async function dropGone(files: IndexFiles, tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): Promise<void> {
  if (!files.listCache('search').some(({ name }) => name.endsWith('.vec'))) return;
  const { pruneVectors } = await import('./vectors/store.ts');
  pruneVectors(files, tables);
}

/**
 * How often it is begun again because another process published meanwhile; then what is found is published all the
 * same.
 */
const TRIES = 4;

/**
 * Never throws for a damaged index: it builds anew and says why. `again`: files that are read whatever their size and
 * time say.
 */
export async function refresh(
  files: IndexFiles,
  wishes: RefreshOptions,
  again: readonly string[] = [],
): Promise<OpenIndex> {
  const options = await optionsOf(files, wishes);
  for (let tried = 1; ; tried++) {
    const from = openIndex(files);
    if (typeof from === 'string') return await built(files, options, from);
    let index: OpenIndex | 'damaged' | 'anew' | 'outrun' | null = null;
    try {
      if (from.manifest.settings !== options.settings) return await built(files, options, null);
      index = await brought(files, options, from, again, tried === TRIES);
      if (index === 'damaged') return await built(files, options, 'corrupt');
      if (index === 'anew') return await built(files, options, null);
      if (index !== 'outrun') return index;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return await built(files, options, 'corrupt');
    } finally {
      if (index === null || typeof index === 'string') from.tables.close();
    }
  }
}

/** What was published is not looked at. */
export async function rebuild(files: IndexFiles, wishes: RefreshOptions): Promise<OpenIndex> {
  return await built(files, await optionsOf(files, wishes), null);
}

/** As wished, with what the index depends on. */
export interface Options extends RefreshOptions {
  readonly tokenizer: Tokenizer;
  /** What it depends on beside the notes, in one text: other folders or languages mean another index. */
  readonly settings: string;
  /** The index after these files were read, whatever their size and time say. */
  readonly again: (paths: readonly string[]) => Promise<OpenIndex>;
}

async function optionsOf(files: IndexFiles, wishes: RefreshOptions): Promise<Options> {
  const { dailyDir, zones } = files;
  return {
    ...wishes,
    again: (paths) => refresh(files, wishes, paths),
    tokenizer: await openTokenizer(wishes.languages),
    settings: [dailyDir, ...zones, languageKey(wishes.languages)].join('\n'),
  };
}

async function built(files: IndexFiles, options: Options, fault: Fault | null): Promise<OpenIndex> {
  const { buildIndex } = await import('./build-index.ts');
  const touched = files.readCache(TOUCHED);
  const { index, kept } = await buildIndex(files, options, fault);
  if (kept) {
    markLook(files, touched);
    // What was there may have known words that are forgotten.
    await dropGone(files, index.tables);
  }
  return index;
}

async function brought(
  files: IndexFiles,
  options: Options,
  from: Published,
  again: readonly string[],
  isLast: boolean,
): Promise<OpenIndex | 'damaged' | 'anew' | 'outrun'> {
  const { manifest, tables } = from;
  const turned = turnedBetween(manifest.forgotten, options.forgotten);
  const isWhole = options.look === 'all' || isLookDue(files);
  const touched = isWhole ? files.readCache(TOUCHED) : null;
  const seen = isWhole ? null : lookQuickly(files, manifest, tables, options.today);
  const purge = turned.size > 0 || options.purge === true;
  const isQuiet = !purge && again.length === 0;
  if (isQuiet && seen !== null && seen.suspects.length === 0 && seen.folders.length === 0 && !seen.newRules)
    return unchanged(files, options, from, seen.notLookedAt);
  const found = seen === null ? await lookAtAll(files, tables) : await lookFurther(files, manifest, tables, seen);
  const mark = (kept: boolean): void => {
    if (kept && found.isWhole && options.write !== 'never') markLook(files, touched);
  };
  if (
    isQuiet &&
    found.suspects.length === 0 &&
    found.added.length === 0 &&
    from.identities === null &&
    !isNews(found, manifest) &&
    !(options.write === 'always' && isFoldDue(manifest.segments))
  ) {
    mark(true);
    return unchanged(files, options, from, found.notLookedAt);
  }
  const { changeIndex } = await import('./update.ts');
  const changed = await changeIndex(files, { ...options, turned, purge, reread: again, isLast }, from, found);
  if (typeof changed === 'string') return changed;
  mark(changed.kept);
  if (purge && options.write !== 'never') await dropGone(files, changed.index.tables);
  return changed.index;
}

const unchanged = (
  files: IndexFiles,
  options: Options,
  { manifest, tables }: Published,
  notLookedAt: number,
): OpenIndex =>
  inHand(files, options, tables, {
    changes: { added: 0, updated: 0, unchanged: manifest.files, removed: 0 },
    rebuilt: null,
    notLookedAt,
    tokenizer: options.tokenizer,
  });

/** Facts that were forgotten, or remembered again, since. */
function turnedBetween(before: readonly string[], now: ReadonlySet<string>): Set<string> {
  const turned = new Set<string>();
  if (before.length === 0 && now.size === 0) return turned;
  const was = new Set(before);
  for (const id of before) if (!now.has(id)) turned.add(id);
  for (const id of now) if (!was.has(id)) turned.add(id);
  return turned;
}
