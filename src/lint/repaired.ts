// The vault as it would be after repairs, for the rules to look at, and whether it would be better. Writes nothing.
import type { FileChange } from '../model/journal.ts';
import { type NoteFacts, noteFacts } from '../vault/note-facts.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { toPageText, updateView } from '../vault/view.ts';
import { toLintInput } from './derive.ts';
import type { LintInput } from './input.ts';
import { COST, type LintResult } from './lint.ts';
import type { Finding } from './rule.ts';

/**
 * What the rules look at, with these pages in the place of those that are there: whatever follows from a page follows
 * from the new one. `inStep`: with `index.md` as it will be.
 */
export function withPages(input: LintInput, changes: readonly FileChange[], inStep = false): LintInput {
  if (changes.length === 0 && (!inStep || input.catalogue === null)) return input;
  const texts = new Map(changes.map(({ path, after }) => [path, after ?? '']));
  const view = updateView(
    input.view,
    [...texts].map(([path, text]) => toPageText(path, text)),
    [],
  );
  const catalogue = inStep ? input.readCatalogue(view) : null;
  if (catalogue !== null) texts.set(CATALOGUE_FILE, catalogue.after);
  return toLintInput({
    ...input.seen,
    view,
    contradictions: input.contradictions,
    textOf: (path) => texts.get(path) ?? input.textOf(path),
    files:
      catalogue === null
        ? input.files
        : input.files.map((file) => (file.path === CATALOGUE_FILE ? { ...file, text: catalogue.after } : file)),
    readNotes: () =>
      new Map([...input.notes, ...input.canvases].map(([path, note]) => [path, rewritten(note, texts.get(path))])),
    readPaths: input.readPaths,
    readTemplateFolders: () => input.templateFolders,
    readCatalogue: inStep ? () => null : input.readCatalogue,
  });
}

function rewritten(note: NoteFacts, text: string | undefined): NoteFacts {
  return text === undefined ? note : noteFacts(note.path, text);
}

/** What all findings cost together, as health counts it. */
export function costOf({ counts }: LintResult): number {
  return counts.error * COST.error + counts.warning * COST.warning + counts.note * COST.note;
}

/**
 * The findings of `after` that `before` does not have. Findings that differ in their line, or in a number of their
 * message, are the same.
 */
export function newlyFound(before: LintResult, after: LintResult): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before.findings) known.set(keyOfFinding(finding), (known.get(keyOfFinding(finding)) ?? 0) + 1);
  return after.findings.filter((finding) => {
    const left = known.get(keyOfFinding(finding)) ?? 0;
    known.set(keyOfFinding(finding), left - 1);
    return left <= 0;
  });
}

/** What tells one finding from another before and after repairs. */
export const keyOfFinding = ({ rule, severity, path, message }: Finding): string =>
  `${rule}\n${severity}\n${path}\n${message.replace(/\d+/g, '0')}`;
