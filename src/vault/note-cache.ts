// What was read of the notes the last time, in the cache, so that a second look reads only what changed. Derived and
// disposable: whatever is wrong with it, the notes are read anew. `forget` takes it away whole.
import { MemvaultError } from '../model/errors.ts';
import type { NoteLink } from '../markdown/note-links.ts';
import { readText } from './disk.ts';
import { writeInVault } from './folders.ts';
import type { NoteFacts } from './note-facts.ts';
import { absolute, NOTES_CACHE, type Vault } from './vault.ts';

/**
 * Raised whenever something else is read of a note, or the same is told otherwise: also where other words are secrets.
 */
const FORMAT = 7;

export interface KnownNote {
  readonly size: number;
  /** Of the last change, in milliseconds; 0 where it was read in the moment in which it changed. */
  readonly changed: number;
  readonly digest: string;
  readonly facts: NoteFacts;
}

/** By path; empty where there is none that can be read. */
export function readNoteCache(vault: Vault): Map<string, KnownNote> {
  try {
    const value: unknown = JSON.parse(readText(absolute(vault, NOTES_CACHE)) ?? 'null');
    if (!isRecord(value) || value['format'] !== FORMAT || !Array.isArray(value['notes'])) return new Map();
    return new Map(value['notes'].map((row: unknown) => decodeNote(row)).map((note) => [note.facts.path, note]));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unreadable || error instanceof MemvaultError) return new Map();
    throw error;
  }
}

/** A vault that cannot be written is looked at all the same. */
export function writeNoteCache(vault: Vault, notes: Iterable<KnownNote>): void {
  const rows = [...notes].map(encodeNote).map((row) => JSON.stringify(row));
  try {
    writeInVault(vault, NOTES_CACHE, `{"format":${FORMAT},"notes":[\n${rows.join(',\n')}\n]}\n`);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}

const FORMS: readonly NoteLink['form'][] = ['wiki', 'markdown', 'definition', 'property', 'card'];

function encodeNote({ size, changed, digest, facts }: KnownNote): unknown[] {
  const { path, title, aliases, tags, lines, length, headings, blocks, links, secrets, broken } = facts;
  return [
    path,
    size,
    changed,
    digest,
    title,
    aliases,
    tags,
    lines,
    length,
    headings.map(({ text, level, line }) => [text, level, line]),
    blocks,
    links.map(({ form, embed, line, start, end, target, anchor, alias, targetStart, targetEnd, footnote }) => [
      FORMS.indexOf(form),
      embed ? 1 : 0,
      line,
      start,
      end,
      target,
      anchor,
      alias,
      targetStart,
      targetEnd,
      footnote,
    ]),
    secrets.map(({ line, rule }) => [line, rule]),
    broken,
  ];
}

class Unreadable extends Error {}

function decodeNote(row: unknown): KnownNote {
  const [path, size, changed, digest, title, aliases, tags, lines, length, headings, blocks, links, secrets, broken] =
    listOf(row);
  return {
    size: number(size),
    changed: number(changed),
    digest: text(digest),
    facts: {
      path: text(path),
      title: textOrNull(title),
      aliases: listOf(aliases).map(text),
      tags: listOf(tags).map(text),
      broken: textOrNull(broken),
      lines: number(lines),
      length: number(length),
      headings: listOf(headings).map((heading) => {
        const [words, level, line] = listOf(heading);
        return { text: text(words), level: number(level), line: number(line) };
      }),
      blocks: listOf(blocks).map(text),
      links: listOf(links).map(decodeLink),
      secrets: listOf(secrets).map((secret) => {
        const [line, rule] = listOf(secret);
        return { line: number(line), rule: text(rule) };
      }),
    },
  };
}

function decodeLink(row: unknown): NoteLink {
  const [form, embed, line, start, end, target, anchor, alias, targetStart, targetEnd, footnote] = listOf(row);
  return {
    form: FORMS[number(form)] ?? wrong(),
    embed: embed === 1,
    line: number(line),
    start: number(start),
    end: number(end),
    target: text(target),
    anchor: text(anchor),
    alias: textOrNull(alias),
    targetStart: number(targetStart),
    targetEnd: number(targetEnd),
    footnote: textOrNull(footnote),
  };
}

function wrong(): never {
  throw new Unreadable();
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : wrong());
const number = (value: unknown): number => (typeof value === 'number' ? value : wrong());
const text = (value: unknown): string => (typeof value === 'string' ? value : wrong());
const textOrNull = (value: unknown): string | null => (value === null ? null : text(value));
