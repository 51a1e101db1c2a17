// The vault as it would be once repairs were written, for the rules to look at; and whether that is better. Pure.
import type { FileChange } from '../model/journal.ts';
import { type NoteFacts, noteFacts } from '../vault/note-facts.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { toLintInput } from './derive.ts';
import type { LintInput } from './input.ts';
import { COST, type LintResult } from './lint.ts';
import type { Finding } from './rule.ts';

/** What the rules look at, with these pages in the place of those that are there: whatever follows from a page follows from the new one. `inStep`: with `index.md` as it will be. */
export function withPages(input: LintInput, changes: readonly FileChange[], inStep = false): LintInput {
  if (changes.length === 0 && (!inStep || input.catalogue === null)) return input;
  const texts = new Map(changes.map(({ path, after }) => [path, after ?? '']));
  const view = updateView(input.view, [...texts].map(([path, text]) => toPageText(path, text)), []);
  const catalogue = inStep ? input.readCatalogue(view) : null;
  if (catalogue !== null) texts.set(CATALOGUE_FILE, catalogue.after);
  return toLintInput({
    ...input.seen, view,
    contradictions: input.contradictions,
    textOf: (path) => texts.get(path) ?? input.textOf(path),
    files: catalogue === null ? input.files : input.files.map((file) => (file.path === CATALOGUE_FILE ? { ...file, text: catalogue.after } : file)),
    readNotes: () => new Map([...input.notes].map(([path, note]) => [path, rewritten(note, texts.get(path))])),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

function rewritten(note: NoteFacts, text: string | undefined): NoteFacts {
  return text === undefined ? note : noteFacts(note.path, text);
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
