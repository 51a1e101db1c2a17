// The files of an agent: a skill that memvault owns completely, and a marked part of a project file. Each contains its
// own digest, so that a person's changes are detected and never lost. Also finds the project, which need not be a
// vault, and reads and writes only inside it.
import { basename, dirname, join, relative, sep } from 'node:path';
import { decodeBytes, encodeText, isUtf16, textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { lineEndOf } from '../note/lines.ts';
import { findOwnPart, type Markers } from '../page/own-part.ts';
import { confined } from '../vault/confine.ts';
import {
  exists,
  isWithin,
  makeFolder,
  readBytes,
  realPath,
  removeEmptyFolder,
  removeFile,
  removeTemporaries,
  writeAtomic,
} from '../vault/disk.ts';
import { isSameFile } from '../vault/lock.ts';
import { OWN } from '../vault/vault.ts';

export interface AgentFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** `reduced`: memvault's part was removed, the rest stayed. */
  readonly change: 'created' | 'kept' | 'extended' | 'replaced' | 'removed' | 'reduced';
  readonly before: string | null;
  /** Null if there is no file afterwards. */
  readonly after: string | null;
}

/** A file that exists afterwards. */
type PlacedFile = AgentFile & { readonly after: string };

const PART: Markers = { name: 'memvault:agents', start: '<!-- memvault:agents -->', end: '<!-- /memvault:agents -->' };
const SEAL = /^(?:\/\/ )?<!-- Written by memvault (?:init --agent|skills export) \(([0-9a-f]{16})\)\.[^\n]*-->\n/m;
/** Where the skill names the vault, if necessary. */
const PLACE = '<!-- vault -->\n';

/** The installed skill; `vault` is its path in the project, null if memvault finds it by itself. */
export function skillText(template: string, vault: string | null): string {
  const told =
    vault === null
      ? ''
      : `- The vault of this project is \`${vault}\`, seen from the project's root: put \`--vault\` and that ` +
        `folder behind every command.\n`;
  return sealed(withLf(template).replace(PLACE, () => told));
}

/** The plugin for an agent that runs code instead of a command, with the words of memvault's command line. */
export const pluginText = (template: string, words: readonly string[]): string =>
  sealed(
    withLf(template).replace('ARGS] = []', () => `ARGS] = ${JSON.stringify(words)}`),
    '// ',
  );

/** Plans a skill's file. Keeps line endings. Throws `refused` if it was edited. */
export function placeSkill(path: string, before: string | null, text: string): PlacedFile {
  if (before === null) return { path, change: 'created', before, after: text };
  if (withLf(before) === text) return { path, change: 'kept', before, after: before };
  if (before.trim() !== '') mustBeUntouched(path, before);
  return { path, change: 'replaced', before, after: text.replaceAll('\n', lineEndOf(before)) };
}

/**
 * Puts memvault's part into a project file; everything else stays byte for byte. Throws `refused` if the part has no
 * clear beginning and end, or was edited.
 */
export function placePart(path: string, before: string | null, text: string): PlacedFile {
  const end = lineEndOf(before ?? '');
  const part = `${PART.start}\n${sealed(withLf(text))}${PART.end}`.replaceAll('\n', end);
  if (before === null || before.trim() === '')
    return { path, change: before === null ? 'created' : 'extended', before, after: part + end };
  const found = findOwnPart(before, PART);
  if (typeof found === 'string') {
    const after = withPart(before, part);
    if (typeof findOwnPart(after, PART) === 'string') throw noPlace(path, before, found);
    return { path, change: 'extended', before, after };
  }
  const present = before.slice(found.start, found.end);
  if (withLf(present) === withLf(part)) return { path, change: 'kept', before, after: before };
  mustBeUntouched(path, withLf(present).slice(PART.start.length + 1, -PART.end.length));
  const after = before.slice(0, found.start) + part + before.slice(found.end);
  return { path, change: 'replaced', before, after };
}

/** Appends memvault's part, so that `withoutPart` can restore the original. */
export function withPart(before: string | null, part: string): string {
  const end = lineEndOf(before ?? '');
  if (before === null) return part + end;
  return before.endsWith('\n') ? `${before}${end}${part}${end}` : `${before}${end}${end}${part}`;
}

/** The file without the part between two offsets; null if nothing else was in it. */
export function withoutPart(text: string, from: number, to: number): string | null {
  const end = lineEndOf(text);
  const [head, tail] = [text.slice(0, from), text.slice(to)];
  if (head === '' && tail === end) return null;
  if (tail === '' && head.endsWith(end + end)) return head.slice(0, -2 * end.length);
  return (
    (head.endsWith(end + end) ? head.slice(0, -end.length) : head) +
    (tail.startsWith(end) ? tail.slice(end.length) : tail)
  );
}

/** Plan the removal of a file that memvault owns, and of its part of a file. */
export function removeSkill(path: string, before: string | null): AgentFile {
  const isOwn = before !== null && isUntouched(before);
  return { path, change: isOwn ? 'removed' : 'kept', before, after: isOwn ? null : before };
}

export function removePart(path: string, before: string | null): AgentFile {
  const found = before === null ? '' : findOwnPart(before, PART);
  const after = before === null || typeof found === 'string' ? before : withoutPart(before, found.start, found.end);
  return { path, change: changeOf(before, after), before, after };
}

export function changeOf(before: string | null, after: string | null): AgentFile['change'] {
  if (before === after) return 'kept';
  return after === null
    ? 'removed'
    : before === null
      ? 'created'
      : after.length < before.length
        ? 'reduced'
        : 'extended';
}

function noPlace(path: string, before: string, why: string): MemvaultError {
  if (!before.includes(PART.start) && !before.includes(PART.end))
    return new MemvaultError('refused', `${path} ends within a code fence that is never closed`, {
      hint: 'close the fence, and run the command again',
    });
  return new MemvaultError('refused', `memvault's part in ${path} has no clear beginning and end: ${why}`, {
    hint: `put ${PART.start} and ${PART.end} around it, or remove what is left of it`,
  });
}

/** Appends a line with a digest of the text. */
export const sealed = (text: string, comment = '', by = 'init --agent'): string =>
  `${text}${comment}<!-- Written by memvault ${by} (${textDigest(text)}). ` +
  'The same command brings it up to date. -->\n';

/** Unchanged since this or an earlier version of memvault wrote it. */
function isUntouched(written: string): boolean {
  const text = withLf(written);
  const seal = SEAL.exec(text);
  const isWhole = seal !== null && seal.index + seal[0].length === text.length;
  return isWhole && textDigest(text.slice(0, seal.index)) === seal[1];
}

/** Throws `refused` if a person changed it. */
function mustBeUntouched(path: string, written: string): void {
  if (isUntouched(written)) return;
  throw new MemvaultError('refused', `memvault's text in ${path} was edited and is not overwritten`, {
    hint: 'move it away, run the command again, and put your changes back',
  });
}

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

// The project folder in which an agent works, which need not be a vault. Reads and writes a few files, only inside it.

/**
 * The root of the folder's repository, else of its vault, else the folder itself. The home directory counts only for
 * someone working in it.
 */
export function findProject(folder: string, home: string | null): string {
  return nearestWith('.git', folder, home) ?? nearestWith(OWN, folder, home) ?? folder;
}

function nearestWith(name: string, folder: string, home: string | null): string | null {
  for (let at = folder; at === folder || home === null || !isSameFile(at, home); at = dirname(at)) {
    if (exists(join(at, name))) return at;
    if (at === dirname(at)) break;
  }
  return null;
}

/** The path from the project to a folder inside it, with `/`; null for the project itself and for a folder outside. */
export function placeInProject(project: string, folder: string): string | null {
  const [root, real] = [realPath(project), realPath(folder)];
  return root === real || !isWithin(root, real) ? null : relative(root, real).split(sep).join('/');
}

/**
 * A file's text, or null if it does not exist. Throws `refused` if it leads out of the project or is not text, and
 * `io`.
 */
export function readProjectFile(root: string, path: string): string | null {
  const bytes = readBytes(confined({ root }, path, 'project'));
  if (bytes !== null && isUtf16(bytes))
    throw new MemvaultError('refused', `${path} is UTF-16, which agents do not read`, { hint: 'save it as UTF-8' });
  return bytes === null ? null : decodeBytes(bytes);
}

/** Writes a whole file and creates missing folders. Throws like `readProjectFile`. */
export function writeProjectFile(root: string, path: string, text: string): void {
  const target = confined({ root }, path, 'project');
  makeFolder(dirname(target));
  writeAtomic(target, encodeText(text));
  removeTemporaries(dirname(target), basename(target));
}

/** Removes a file and the folders that become empty. Throws like `readProjectFile`. */
export function removeProjectFile(root: string, path: string): void {
  removeFile(confined({ root }, path, 'project'));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeEmptyFolder(join(root, folder))) return;
}
