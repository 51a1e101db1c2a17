// What an agent's files become: a skill that is memvault's as a whole, and a marked part in a file of the project's.
// Each says a digest of itself, so that what a person changed is known and never lost. And the project that they are
// in, which need be no vault: its few files that are read and written, inside it only.
import { basename, dirname, join, relative, sep } from 'node:path';
import { decodeBytes, encodeText, isUtf16, textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { lineEndOf } from '../note/lines.ts';
import { findOwnPart, type Markers } from '../page/markers.ts';
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
  /** From the project's root. */
  readonly path: string;
  /** `reduced`: what is memvault's went, and the rest stayed. */
  readonly change: 'created' | 'kept' | 'extended' | 'replaced' | 'removed' | 'reduced';
  readonly before: string | null;
  /** Null for no file. */
  readonly after: string | null;
}

/** A file that is there afterwards. */
type PlacedFile = AgentFile & { readonly after: string };

const PART: Markers = { name: 'memvault:agents', start: '<!-- memvault:agents -->', end: '<!-- /memvault:agents -->' };
const SEAL = /^(?:\/\/ )?<!-- Written by memvault init --agent \(([0-9a-f]{16})\)\.[^\n]*-->\n/m;
/** Where the skill says which vault is meant, should that need saying. */
const PLACE = '<!-- vault -->\n';

/** The skill as it is installed; `vault` is its place in the project, null where memvault finds it by itself. */
export function skillText(template: string, vault: string | null): string {
  const told =
    vault === null
      ? ''
      : `- The vault of this project is \`${vault}\`, seen from the project's root: put \`--vault\` and that ` +
        `folder behind every command.\n`;
  return sealed(withLf(template).replace(PLACE, () => told));
}

/** The plugin of an agent that runs a program rather than a command, with the words of that command. */
export const pluginText = (template: string, words: readonly string[]): string =>
  sealed(
    withLf(template).replace('ARGS] = []', () => `ARGS] = ${JSON.stringify(words)}`),
    '// ',
  );

/** A skill's file: what was there, and what it shall be. Line ends stay. Throws `refused` for one that was edited. */
export function placeSkill(path: string, before: string | null, text: string): PlacedFile {
  if (before === null) return { path, change: 'created', before, after: text };
  if (withLf(before) === text) return { path, change: 'kept', before, after: before };
  if (before.trim() !== '') mustBeUntouched(path, before);
  return { path, change: 'replaced', before, after: text.replaceAll('\n', lineEndOf(before)) };
}

/**
 * A file of the project's with memvault's part in it; all else stays byte for byte. Throws `refused` where the part has
 * no clear beginning and end, or was edited.
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

/** A part of memvault's behind what is there, so that `withoutPart` finds out what that was. */
export function withPart(before: string | null, part: string): string {
  const end = lineEndOf(before ?? '');
  if (before === null) return part + end;
  return before.endsWith('\n') ? `${before}${end}${part}${end}` : `${before}${end}${end}${part}`;
}

/** The file as it was before; null where nothing but the part, from one place to another, was in it. */
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

/** What becomes of a file of memvault's alone, and of one with a part of memvault's, when that goes. */
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
  return new MemvaultError('refused', `memvault's part in ${path} cannot be told from the rest: ${why}`, {
    hint: `put ${PART.start} and ${PART.end} around it, or take out what is left of it`,
  });
}

/** With a line at its end that holds a digest of the rest. */
const sealed = (text: string, comment = ''): string =>
  `${text}${comment}<!-- Written by memvault init --agent (${textDigest(text)}). ` +
  'The same command brings it up to date. -->\n';

/** As memvault wrote it, in this version or in an earlier one. */
function isUntouched(written: string): boolean {
  const text = withLf(written);
  const seal = SEAL.exec(text);
  const isWhole = seal !== null && seal.index + seal[0].length === text.length;
  return isWhole && textDigest(text.slice(0, seal.index)) === seal[1];
}

/** Throws `refused` for what a person changed. */
function mustBeUntouched(path: string, written: string): void {
  if (isUntouched(written)) return;
  throw new MemvaultError('refused', `memvault's text in ${path} was edited, and is not written over`, {
    hint: 'move it away, run the command again, and put your changes back',
  });
}

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

// The folder in which somebody works with an agent, which need be no vault: where it is, and the few files of it that
// are read and written, inside it only.

/**
 * The root of the repository that the folder is in, else of the vault, else the folder itself. The home is a project
 * only for who is in it.
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

/**
 * The way from the project to a folder deep in it, with `/`; null for the project itself and for what lies elsewhere.
 */
export function placeInProject(project: string, folder: string): string | null {
  const [root, real] = [realPath(project), realPath(folder)];
  return root === real || !isWithin(root, real) ? null : relative(root, real).split(sep).join('/');
}

/**
 * A file's text, or null where there is none. Throws `refused` where it leads out of the project or is no text, and
 * `io`.
 */
export function readProjectFile(root: string, path: string): string | null {
  const bytes = readBytes(confined({ root }, path, 'project'));
  if (bytes !== null && isUtf16(bytes))
    throw new MemvaultError('refused', `${path} is UTF-16, which agents do not read`, { hint: 'save it as UTF-8' });
  return bytes === null ? null : decodeBytes(bytes);
}

/** Replaces a file as a whole, and makes the folders on the way to it. Throws as `readProjectFile`. */
export function writeProjectFile(root: string, path: string, text: string): void {
  const target = confined({ root }, path, 'project');
  makeFolder(dirname(target));
  writeAtomic(target, encodeText(text));
  removeTemporaries(dirname(target), basename(target));
}

/** Takes a file away, and the folders on the way to it that are empty without it. Throws as `readProjectFile`. */
export function removeProjectFile(root: string, path: string): void {
  removeFile(confined({ root }, path, 'project'));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeEmptyFolder(join(root, folder))) return;
}
