// The files that a change is about, parsed, and those that it reaches: read again when they are asked for. Who has
// changed meanwhile, or claims the id of a fact with one of them, is told to be one of them.
import { keepFacts, parseBytes, type Parsed } from './documents/parse.ts';
import { parseLogNote } from './documents/parsed.ts';
import { digestOfBytes } from './hash.ts';
import type { Cited } from './rows.ts';
import type { Tables } from './view.ts';
import type { DocumentOptions, ReadFile } from './whole.ts';

/** By path the files that a change is about. */
export type Given = Map<string, ReadFile>;

export interface Opened {
  readonly given: ReadonlyMap<string, ReadFile>;
  /** Those of them that are not gone. */
  readonly parsed: ReadonlyMap<string, Parsed>;
  /** The facts of the logs among them. */
  readonly facts: ReadonlyMap<string, Cited>;
  /** The fact of an id, wherever it stands; null where none has it. */
  factOf(id: string): Cited | null;
  /** A file that did not change, null where that turns out to be wrong: then it is among `more`. */
  unchanged(path: string): Parsed | null;
}

export interface FilesAround {
  /** Files that the change is about, too. While there are some, nothing that was found counts. */
  readonly more: Map<string, ReadFile>;
  /** Null where there are more of them. */
  open(given: Given): Opened | null;
}

export function filesAround(tables: Tables, { files }: DocumentOptions): FilesAround {
  const more = new Map<string, ReadFile>();
  /** As their bytes say it, whatever ids other logs claim. */
  const known = new Map<string, { readonly digest: string; readonly parsed: Parsed }>();
  const parse = (file: ReadFile, bytes: Uint8Array): Parsed => {
    const before = known.get(file.path);
    const parsed = before?.digest === file.digest ? before.parsed : parseBytes(file, bytes, files);
    known.set(file.path, { digest: file.digest, parsed });
    return { read: file, parsed: parsed.parsed, slot: { ...parsed.slot }, shares: new Set() };
  };
  /** As the index knows it, or as it is now where that differs. */
  const readAgain = (path: string): ReadFile => {
    const before = tables.file(path);
    const stat = files.stat(path);
    const bytes = stat === null ? null : files.read(path);
    if (bytes === null || stat === null) return { path, size: -1, mtimeMs: 0, digest: '', bytes: null };
    const digest = digestOfBytes(bytes);
    return before?.digest === digest
      ? { path, size: before.size, mtimeMs: before.mtimeMs, digest, bytes }
      : { path, size: stat.size, mtimeMs: stat.mtimeMs, digest, bytes };
  };
  const sharing = (path: string): readonly string[] => parseLogNote(tables.file(path)?.note).shares;

  const open = (given: Given): Opened | null => {
    const parsed = new Map<string, Parsed>();
    for (const [path, file] of given) if (file.bytes !== null) parsed.set(path, parse(file, file.bytes));
    const isOther = (path: string | undefined): path is string =>
      path !== undefined && !given.has(path) && !more.has(path);
    for (const path of given.keys()) {
      for (const other of sharing(path)) if (isOther(other)) more.set(other, readAgain(other));
      for (const { fact } of parsed.get(path)?.parsed.facts ?? []) {
        const owner = tables.fact(fact.id)?.path;
        if (isOther(owner)) more.set(owner, readAgain(owner));
      }
    }
    if (more.size > 0) return null;
    const facts = keepFacts([...parsed.values()], (path) => given.get(path)?.bytes ?? null);
    const others = new Map<string, { readonly file: Parsed; readonly facts: ReadonlyMap<string, Cited> } | null>();
    const other = (path: string): { readonly file: Parsed; readonly facts: ReadonlyMap<string, Cited> } | null => {
      const before = others.get(path);
      if (before !== undefined) return before;
      const read = readAgain(path);
      const isSame = read.bytes !== null && read.digest === tables.file(path)?.digest;
      if (!isSame || sharing(path).length > 0) more.set(path, read);
      const file = isSame && read.bytes !== null ? parse(read, read.bytes) : null;
      const opened = file && {
        file,
        facts: new Map(
          file.parsed.facts.map((logged): [string, Cited] => [logged.fact.id, { logged, log: file.slot }]),
        ),
      };
      others.set(path, opened);
      return opened;
    };
    return {
      given,
      parsed,
      facts,
      factOf(id) {
        const own = facts.get(id);
        if (own) return own;
        const path = tables.fact(id)?.path;
        return path === undefined || given.has(path) ? null : (other(path)?.facts.get(id) ?? null);
      },
      unchanged: (path) => other(path)?.file ?? null,
    };
  };
  return { more, open };
}
