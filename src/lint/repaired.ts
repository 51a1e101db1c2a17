// The vault as it would be once repairs were written, for the rules to look at; and whether that is better. Pure.
import type { FileChange } from '../model/journal.ts';
import { type NoteFacts, noteFacts } from '../vault/note-facts.ts';
import { type Pending, readPending } from '../vault/pending.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { type Followed, followLinks } from './follow.ts';
import type { LintInput } from './input.ts';
import { COST, type LintResult } from './lint.ts';
import { type OwnPage, ownPages } from './own-pages.ts';
import type { Finding } from './rule.ts';

/** What the rules look at, with these pages in the place of those that are there. `inStep`: with `index.md` as it will be. */
export function withPages(input: LintInput, changes: readonly FileChange[], inStep = false): LintInput {
  const { catalogue } = input;
  if (changes.length === 0 && (catalogue === null || !inStep)) return input;
  const texts = new Map(changes.map(({ path, after }) => [path, after ?? '']));
  const view = updateView(input.view, [...texts].map(([path, text]) => toPageText(path, text)), []);
  let notes: ReadonlyMap<string, NoteFacts> | null = null;
  let followed: readonly Followed[] | null = null;
  let pages: readonly OwnPage[] | null = null;
  let pending: Pending | null = null;
  const readNotes = (): ReadonlyMap<string, NoteFacts> => (notes ??= new Map([...input.notes].map(([path, note]) => [path, noteOf(path, note)])));
  const noteOf = (path: string, note: NoteFacts): NoteFacts => {
    const text = inStep && path === CATALOGUE_FILE ? catalogue?.after : texts.get(path);
    return text === undefined ? note : noteFacts(path, text);
  };
  return {
    ...input, view,
    get pages() {
      return (pages ??= ownPages(view.pages.values(), input.dailyDir, input.isKnown));
    },
    get pending() {
      return (pending ??= readPending(view, input.today));
    },
    get notes() {
      return readNotes();
    },
    get followed() {
      return (followed ??= followLinks(readNotes().values(), input.links));
    },
    textOf: (path) => texts.get(path) ?? input.textOf(path),
    files: catalogue === null || !inStep ? input.files : input.files.map((file) => (file.path === CATALOGUE_FILE ? { ...file, text: catalogue.after } : file)),
    catalogue: inStep ? null : catalogue,
  };
}

/** How much is found, as health counts it. */
export function costOf({ counts }: LintResult): number {
  return counts.error * COST.error + counts.warning * COST.warning + counts.note * COST.note;
}

/** What was not found before, wherever its line is now and however many it speaks of. */
export function newlyFound(before: LintResult, after: LintResult): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before.findings) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.findings.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
}

const keyOf = ({ rule, severity, path, message }: Finding): string => `${rule}\n${severity}\n${path}\n${message.replace(/\d+/g, '0')}`;
