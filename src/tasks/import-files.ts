// Reads the named files into offers for the log: each file in its format, each statement checked like typed input of
// `log`. Writes nothing.
import { dirname, join, resolve } from 'node:path';
import { recognizeFormat } from '../import/formats.ts';
import { type Offer, renderSource } from '../import/exports/offers.ts';
import type { ConversationFormat, Format, Found, Given, Left } from '../import/format.ts';
import { isOwnPage } from '../import/notes/pieces.ts';
import { isDamaged } from '../import/values.ts';
import { checkItem } from '../log/request.ts';
import { dayOf } from '../model/day.ts';
import { breath, MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { Fields, Statement } from '../model/fact.ts';
import { makeId } from '../model/ids.ts';
import { tooMuch } from '../model/limits.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { listNamed, type NamedFiles, readNamed } from '../vault/named-files.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

export interface ImportWishes {
  /** Null: detect per file. */
  readonly format: Format | ConversationFormat | null;
  /** For statements without their own. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly project: string | null;
}

/** Something that was not imported. */
export interface LeftAt extends Left {
  /** Relative to the named path. */
  readonly path: string;
}

export interface ReadFile {
  readonly path: string;
  readonly format: string;
  /** The number of statements in the file. */
  readonly count: number;
}

/** A file of conversations. */
export interface Talk {
  /** As named, or relative to the named folder. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** The text from stdin; null for a file, which is read later. */
  readonly text: string | null;
  readonly format: ConversationFormat;
}

interface Reading {
  readonly talks: Talk[];
  readonly files: ReadFile[];
  readonly offers: Offer[];
  readonly left: LeftAt[];
  /** Files of a folder in no known format. */
  readonly unknown: string[];
}

export interface ImportRead extends Reading {
  /** Absolute paths of folders that may be other vaults, whose tombstones apply. */
  readonly roots: readonly string[];
}

/** In characters; longer texts are rejected. */
const LONGEST = 4000;
const STEP = 20;

/** `-` reads stdin. Throws `not-found`, `usage`, `interrupted`. */
export async function readImport(
  { world, vault }: Pick<Context, 'world' | 'vault'>,
  names: readonly string[],
  wishes: ImportWishes,
  { now, progress, cancel }: { readonly now: Date; readonly progress: Progress; readonly cancel: Cancel },
): Promise<ImportRead> {
  const to = { talks: [], files: [], offers: [], left: [], unknown: [] } as Reading;
  const into: Into = { ...wishes, to, now, random: world.random };
  const leave = (path: string, why: string, isBad: boolean): void =>
    void to.left.push({ path, line: null, why, isBad });
  const roots = new Set<string>();
  const seen = new Set<string>();
  const today = dayOf(now);
  for (const name of names) {
    if (name === '-') {
      const text = await world.readStdin();
      const given = { path: 'stdin', text: withLineFeeds(text), beside: new Set(['stdin']), today };
      const format = wishes.format ?? recognizeFormat(given, true);
      if (format === null)
        throw new MemvaultError('usage', text.trim() === '' ? 'there is nothing to read' : 'unknown format', {
          hint: 'add --format, such as --format chatgpt',
        });
      if (typeof format === 'string') to.talks.push({ name, path: name, text, format });
      else takeFile(given, true, format, into);
      continue;
    }
    const { files, unread } = list(name, names.length, world.cwd, vault);
    const beside = new Set(files.map((file) => file.name));
    for (const { name: path, why, isBad } of unread) leave(path, why, isBad);
    for (const [at, file] of files.entries()) {
      if (at % STEP === 0) await breath();
      if (cancel.requested) throw new MemvaultError('interrupted', 'stopped; nothing was written');
      progress.update('reading', at, files.length);
      if (seen.has(file.path)) continue;
      seen.add(file.path);
      // A daily log is one or two folders below its vault.
      roots.add(dirname(dirname(file.path))).add(dirname(dirname(dirname(file.path))));
      const text = readNamed(file);
      if (typeof text !== 'string') {
        leave(file.name, text.why, text.isBad);
        continue;
      }
      const isNamed = file.path === resolve(world.cwd, name);
      const given = { path: file.name, text: withLineFeeds(text), beside, today };
      const format = isOwnPage(given.text) ? null : (wishes.format ?? recognizeFormat(given, isNamed));
      if (typeof format === 'string')
        to.talks.push({ name: isNamed ? name : join(name, file.name), path: file.path, text: null, format });
      else if (!text.isWellFormed()) leave(file.name, 'it is not UTF-8', true);
      else takeFile(given, isNamed, format, into);
    }
  }
  progress.end();
  return { ...to, roots: [...roots] };
}

/** If several names were given, a failing one does not stop the rest. */
function list(name: string, names: number, cwd: string, vault: Vault): NamedFiles {
  try {
    return listNamed(name, cwd, vault);
  } catch (error) {
    mustBeExpected(error);
    if (names === 1) throw error;
    return { files: [], unread: [{ name, why: error.message, isBad: true }] };
  }
}

/** Normalises line endings and drops a byte order mark. */
const withLineFeeds = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

interface Into extends ImportWishes {
  readonly to: Reading;
  readonly now: Date;
  readonly random: () => number;
}

/** `isNamed`: the user named this very file, so an unknown format is reported. */
function takeFile(given: Given, isNamed: boolean, format: Format | null, into: Into): void {
  const { path } = given;
  const leave = (why: string, isBad: boolean): void => void into.to.left.push({ path, line: null, why, isBad });
  if (isOwnPage(given.text)) leave('it is a page that memvault keeps: its facts are in the daily logs', false);
  else if (format !== null) {
    try {
      takeFacts(given, format, into);
    } catch (error) {
      leave(tooMuch(error), true);
    }
  } else if (/\.jsonl?$/i.test(path) && isDamaged(given.text)) leave('not valid JSON', true);
  else if (isNamed) leave('unknown format; set it with --format', true);
  else into.to.unknown.push(path);
}

function takeFacts(given: Given, format: Format, into: Into): void {
  const { path, today } = given;
  const { to } = into;
  const { facts, left } = format.read(given);
  for (const one of left) to.left.push({ ...one, path });
  // Two folders may contain a file of the same name.
  const same = to.files.findIndex((file) => file.path === path && file.format === format.name);
  if (same < 0) to.files.push({ path, format: format.name, count: facts.length });
  else to.files[same] = { path, format: format.name, count: (to.files[same]?.count ?? 0) + facts.length };
  for (const found of facts) {
    const why = problemOf(found, today);
    if (why !== null) to.left.push({ ...placeAt(path, found.place), ...why });
    else to.offers.push(offerOf(found, path, format, into));
  }
}

/** A place in a file: its line, or the id that a statement has there. */
export function placeAt(path: string, place: string): Pick<LeftAt, 'path' | 'line'> {
  if (/^\d{1,9}$/.test(place)) return { path, line: Number(place) };
  return { path: place === '' ? path : `${path}#${place}`, line: null };
}

function problemOf({ text, day }: Found, today: string): Pick<Left, 'why' | 'isBad'> | null {
  if (text.length > LONGEST)
    return { why: `it has ${text.length} characters, too many for one statement`, isBad: true };
  if (day !== null && day > today) return { why: `its day, ${day}, has not come yet`, isBad: false };
  return null;
}

function offerOf(found: Found, path: string, format: Format, { category, tags, project, now, random }: Into): Offer {
  const { day, time, session } = found;
  const source = { format: format.name, path, place: found.place };
  const fields: Record<string, string> = {
    ...(project !== null && { project }),
    ...found.fields,
    source: renderSource(source),
  };
  const raw = {
    text: found.text,
    category: found.category ?? category ?? format.category,
    tags: [...found.tags, ...tags],
    fields,
  };
  return { source, statement: checked(raw, now), day, time, session, id: makeId(random) };
}

/** Drops invalid fields and keeps the statement. */
function checked(raw: Parameters<typeof checkItem>[0] & { readonly fields: Fields }, now: Date): Statement {
  try {
    return checkItem(raw, now).statement;
  } catch (error) {
    mustBeExpected(error);
    const { at: _at, confidence: _confidence, ...fields } = raw.fields;
    return checkItem({ ...raw, category: 'general', fields }, now).statement;
  }
}
