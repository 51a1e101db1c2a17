// The part of a refresh that changes something: files to records, documents in and out of the engine,
// the cache written. `buildIndex` and `updateIndex` end in the same state, because documents are derived
// from all records together and the engine holds exactly them.
import { decodeBytes } from '../markdown/bytes.ts';
import { parseDailyLog } from '../markdown/daily-log.ts';
import { CACHE_NAME, type FileEntry, renderCache } from './cache.ts';
import { deriveDocuments } from './derive.ts';
import { type IndexDocument, isSameContent } from './document.ts';
import { createEngine, type Engine } from './engine.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { parseFile, rowOfFact } from './records/parse-file.ts';
import { type FactRow, withoutForgotten } from './records/record.ts';
import { type Scan, scanFiles } from './scan.ts';
import type { IndexState, RefreshOptions } from './state.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';

type Entries = ReadonlyMap<string, FileEntry>;
type Clashes = Readonly<Record<string, readonly FactRow[]>>;

/** The state from nothing. */
export function buildIndex(files: IndexFiles, options: RefreshOptions): IndexState {
  const tokenizer = createTokenizer();
  const scan = scanFiles(files, { files: new Map(), at: 0 }, new Set());
  const entries = entriesOf(files, options, scan);
  const { documents, clashes, isWhole } = derive(files, entries, options);
  const engine = createEngine();
  engine.add(documents, tokenizer);
  if (isWhole && options.write !== 'never') save(files, options, { entries, clashes, at: scan.at }, engine);
  return { documents, changes: scan.changes, rebuilt: null, engine, tokenizer };
}

/** The state after what the scan found; null when the engine turns out not to hold what it should. */
export function updateIndex(files: IndexFiles, options: RefreshOptions, state: IndexState, scan: Scan): IndexState | null {
  const entries = entriesOf(files, options, scan);
  const { documents, clashes, isWhole } = derive(files, entries, options);
  const exchanged = exchange(state, documents);
  if (!exchanged) return null;
  if (isWhole && isWorthWriting(options, exchanged.count + scan.moved, documents.length)) save(files, options, { entries, clashes, at: scan.at }, exchanged.engine);
  return { ...state, documents, changes: scan.changes, engine: exchanged.engine };
}

/** Writing a large index costs more than finding the same few differences again. */
function isWorthWriting(options: RefreshOptions, changed: number, documents: number): boolean {
  if (options.write !== 'cheap') return options.write === 'always';
  return documents < 1000 || changed > Math.max(100, documents / 50);
}

function entriesOf(files: IndexFiles, options: RefreshOptions, scan: Scan): Entries {
  const entries = new Map(scan.same);
  for (const { file, bytes, digest } of scan.changed) {
    const record = withoutForgotten(parseFile(file.path, decodeBytes(bytes), files), options.forgotten);
    entries.set(file.path, { size: file.size, mtimeMs: file.mtimeMs, digest, record });
  }
  return entries;
}

function derive(files: IndexFiles, entries: Entries, { forgotten }: RefreshOptions): { documents: IndexDocument[]; clashes: Clashes; isWhole: boolean } {
  const clashes: Record<string, readonly FactRow[]> = {};
  let isWhole = true;
  const reparse = (path: string, day: string, taken: Set<string>): readonly FactRow[] | null => {
    const bytes = files.read(path);
    const record = entries.get(path)?.record;
    if (bytes === null || !record) {
      // It was there a moment ago. What comes of it now is not to be kept for what it holds.
      isWhole = false;
      return null;
    }
    const facts = parseDailyLog({ day, path, text: decodeBytes(bytes) }, taken).map(rowOfFact);
    return (clashes[path] = withoutForgotten({ ...record, facts }, forgotten).facts);
  };
  const records = new Map(Array.from(entries, ([path, entry]) => [path, entry.record]));
  const documents = deriveDocuments({ records, forgotten, reparse });
  return { documents, clashes, isWhole };
}

/** Takes out of the engine what went or changed and puts in what is new. */
function exchange({ engine, documents: old, tokenizer }: IndexState, now: readonly IndexDocument[]): { engine: Engine; count: number } | null {
  const gone = new Map(old.map((document) => [document.key, document]));
  const added: IndexDocument[] = [];
  for (const document of now) {
    const before = gone.get(document.key);
    if (before && isSameContent(before, document)) gone.delete(document.key);
    else added.push(document);
  }
  const count = gone.size + added.length;
  if (count > now.length) return { engine: filled(now, tokenizer), count };
  if (!engine.remove([...gone.values()], tokenizer)) return null;
  engine.add(added, tokenizer);
  return { engine, count };
}

function filled(documents: readonly IndexDocument[], tokenizer: Tokenizer): Engine {
  const engine = createEngine();
  engine.add(documents, tokenizer);
  return engine;
}

interface Kept {
  readonly entries: Entries;
  readonly clashes: Clashes;
  readonly at: number;
}

function save(files: IndexFiles, { forgotten }: RefreshOptions, { entries, clashes, at }: Kept, engine: Engine): void {
  const { dailyDir, zones } = files;
  const manifest = { dailyDir, zones, forgotten: [...forgotten].sort(), files: Object.fromEntries(entries), at, clashes };
  files.writeCache(CACHE_NAME, renderCache({ manifest, engine: engine.render() }));
}
