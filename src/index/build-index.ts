// The index from nothing: every note read, one segment of all rows, published in the place of whatever there was.
import type { IndexFiles, Progress } from '../model/ports.ts';
import { inHand } from './open-index.ts';
import { publish } from './publish.ts';
import type { Options } from './refresh.ts';
import { buildSegment } from './segment/build.ts';
import { memoryFile } from './segment/files.ts';
import { openSegment } from './segment/open.ts';
import { tablesOver } from './segment/tables.ts';
import { foldersOf, notesOf, rulesOf, told, withoutTimes } from './sources.ts';
import type { Changed, Fault } from './state.ts';
import { folderOf, readNow } from './update.ts';
import { type ReadFile, wholeOf } from './whole.ts';

/** `rebuilt`: why, where a refresh was asked for. */
export async function buildIndex(files: IndexFiles, options: Options, rebuilt: Fault | null): Promise<Changed> {
  const progress = (await options.progress?.()) ?? null;
  try {
    return await builtFrom(files, options, rebuilt, progress);
  } finally {
    progress?.end();
  }
}

async function builtFrom(
  files: IndexFiles,
  options: Options,
  rebuilt: Fault | null,
  progress: Progress | null,
): Promise<Changed> {
  const { forgotten, settings, tokenizer, write } = options;
  const at = Date.now();
  const listing = await files.walk();
  const unread = new Set<string>();
  let count = 0;
  function* readAll(): Iterable<ReadFile> {
    const notes = notesOf(listing);
    for (const { path, ...now } of told(notes, 'reading notes', notes.length, progress)) {
      const file = readNow(files, path, now);
      if (file.bytes === null) unread.add(folderOf(path));
      else count++;
      yield file;
    }
  }
  const whole = wholeOf(readAll(), { files, forgotten, turned: new Set(), tokenizer });
  const bytes = buildSegment({ ...whole, rows: told(whole.rows, 'indexing', whole.count, progress) });
  const segment = openSegment(memoryFile(bytes));
  const manifest = {
    settings,
    forgotten: [...forgotten].sort(),
    files: count,
    folders: withoutTimes(foldersOf(listing, at), unread),
    rules: rulesOf(listing),
  };
  // Nothing of what was there is gone on from, and some of it may be damaged or know words that are forgotten.
  const kept =
    write !== 'never' &&
    publish(files, { manifest, segments: [{ bytes, rows: segment.rows }], after: null, purge: true }) === 'done';
  const changes = { added: count, updated: 0, unchanged: 0, removed: 0 };
  return {
    index: inHand(files, options, tablesOver([{ segment, dead: [] }]), { changes, rebuilt, notLookedAt: 0, tokenizer }),
    kept,
  };
}
