// Which notes are templates: those in a folder that Obsidian's settings name, and those with a place to be filled in
// (`{{…}}`, `<%`).
import type { LintInput } from './input.ts';

const FILLED_IN = /\{\{[^{}\n]*\}\}|<%/;

/** Is the note of this path a template? One that cannot be read is none, unless its folder says so. */
export function isTemplate(
  { templateFolders, textOf }: Pick<LintInput, 'templateFolders' | 'textOf'>,
  path: string,
): boolean {
  return templateFolders.some((folder) => path.startsWith(folder)) || FILLED_IN.test(textOf(path) ?? '');
}
