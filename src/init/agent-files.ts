// What an agent's files become: a skill that is memvault's as a whole, and a marked part in a file of the project's.
// Each says a digest of itself, so that what a person changed is known and never lost. And the project that they are
// in, which need be no vault: its few files that are read and written, inside it only.
import { basename, dirname, join, relative, sep } from 'node:path';
import { decodeBytes, encodeText, isUtf16, textDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import { lineEndOf } from '../note/lines.ts';
import { findOwnPart, type Markers } from '../page/markers.ts';
import { confined } from '../vault/confine.ts';
import { exists, isWithin, makeFolder, readBytes, realPath, removeTemporaries, writeAtomic } from '../vault/disk.ts';
import { isSameFile } from '../vault/lock.ts';
import { OWN } from '../vault/vault.ts';

export interface AgentFile {
  /** From the project's root. */
  readonly path: string;
  readonly change: 'created' | 'kept' | 'extended' | 'replaced';
  readonly before: string | null;
  readonly after: string;
}

const PART: Markers = { name: 'memvault:agents', start: '<!-- memvault:agents -->', end: '<!-- /memvault:agents -->' };
const SEAL = /^<!-- Written by memvault init --agent \(([0-9a-f]{16})\)\.[^\n]*-->\n/m;
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

/** A skill's file: what was there before, and what it shall be. Line ends stay. Throws `refused` for one that was edited. */
export function placeSkill(path: string, before: string | null, text: string): AgentFile {
  if (before === null) return { path, change: 'created', before, after: text };
  if (withLf(before) === text) return { path, change: 'kept', before, after: before };
  if (before.trim() !== '') mustBeUntouched(path, before);
  return { path, change: 'replaced', before, after: text.replaceAll('\n', lineEndOf(before)) };
}

/**
 * A file of the project's with memvault's part in it; all else stays byte for byte. Throws `refused` where the part has
 * no clear beginning and end, or was edited.
 */
export function placePart(path: string, before: string | null, text: string): AgentFile {
  const end = lineEndOf(before ?? '');
  const part = `${PART.start}\n${sealed(withLf(text))}${PART.end}`.replaceAll('\n', end);
  if (before === null || before.trim() === '')
    return { path, change: before === null ? 'created' : 'extended', before, after: part + end };
  const found = findOwnPart(before, PART);
  if (typeof found === 'string') {
    const after = `${before}${before.endsWith('\n') ? '' : end}${end}${part}${end}`;
    if (typeof findOwnPart(after, PART) === 'string') throw noPlace(path, before, found);
    return { path, change: 'extended', before, after };
  }
  const present = before.slice(found.start, found.end);
  if (withLf(present) === withLf(part)) return { path, change: 'kept', before, after: before };
  mustBeUntouched(path, withLf(present).slice(PART.start.length + 1, -PART.end.length));
  const after = before.slice(0, found.start) + part + before.slice(found.end);
  return { path, change: 'replaced', before, after };
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
const sealed = (text: string): string =>
  `${text}<!-- Written by memvault init --agent (${textDigest(text)}). The same command brings it up to date. -->\n`;

/** As memvault wrote it, in this version or in an earlier one. Throws `refused` for what a person changed. */
function mustBeUntouched(path: string, written: string): void {
  const text = withLf(written);
  const seal = SEAL.exec(text);
  const isWhole = seal !== null && seal.index + seal[0].length === text.length;
  if (isWhole && textDigest(text.slice(0, seal.index)) === seal[1]) return;
  throw new MemvaultError('refused', `memvault's text in ${path} was edited, and is not written over`, {
    hint: 'move it away, run the command again, and put your changes back',
  });
}

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

// Which agents can be taught to use memvault, and where each looks for what it is taught. Data, and names read.

export interface Agent {
  /** What it is called. */
  readonly title: string;
  /** Where it finds the skill, from the project's root. */
  readonly skill: string;
  /**
   * The file whose text it always has before it, which gets a few lines that lead to the skill; null where the skill's
   * own head does that.
   */
  readonly always: string | null;
}

const AGENTS: Readonly<Record<string, Agent>> = {
  'claude-code': { title: 'Claude Code', skill: '.claude/skills/memvault/SKILL.md', always: null },
  codex: { title: 'Codex', skill: '.agents/skills/memvault/SKILL.md', always: 'AGENTS.md' },
};

export const AGENT_NAMES: readonly string[] = Object.keys(AGENTS);

/** Each once, as they were named. Throws `usage` for one that nobody knows. */
export function agentsNamed(names: readonly string[]): readonly (Agent & { readonly name: string })[] {
  return [...new Set(names)].map((name) => {
    const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
    if (agent) return { name, ...agent };
    const near = nearest(name, AGENT_NAMES);
    const all = `agents: ${AGENT_NAMES.join(', ')}`;
    throw new MemvaultError('usage', name === '' ? '--agent got an empty name' : `no agent is called '${name}'`, {
      hint: near === null ? all : `did you mean ${near}? ${all}`,
    });
  });
}

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
